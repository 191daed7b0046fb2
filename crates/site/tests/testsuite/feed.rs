//! Feeds, the sitemap, robots.txt and llms.txt.

use expect_test::expect;
use roxmltree::{Document, Node};

use crate::bakery::Bakery;

const ATOM: &str = "http://www.w3.org/2005/Atom";

fn children<'a>(node: Node<'a, 'a>, name: &'a str) -> Vec<Node<'a, 'a>> {
    node.children().filter(|child| child.has_tag_name((ATOM, name))).collect()
}

/// Asserts that an Atom feed has everything that RFC 4287 requires of a feed (4.1.1) and of an entry (4.1.2).
fn assert_atom(xml: &str) {
    let document = Document::parse(xml).unwrap();
    let feed = document.root_element();
    assert!(feed.has_tag_name((ATOM, "feed")));
    for part in std::iter::once(feed).chain(children(feed, "entry")) {
        for name in ["title", "id", "updated"] {
            assert_eq!(children(part, name).len(), 1, "{name} of {}", part.tag_name().name());
        }
        let updated = children(part, "updated")[0].text().unwrap();
        assert!(updated.parse::<jiff::Timestamp>().is_ok(), "{updated}");
    }
    assert_eq!(children(feed, "author").len(), 1);
    let mut ids: Vec<&str> = children(feed, "entry").iter().map(|entry| children(*entry, "id")[0].text().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are unique");
}

/// The newest entry comes first, regardless of the order of the collection.
#[test]
fn order_of_a_feed() {
    let built = Bakery::new().replace("content/structure.toml", "sort = \"-date\"", "sort = \"title\"").success();
    let xml = built.read("dist/journal/feed.xml");
    let mut days: Vec<&str> = xml.lines().filter(|line| line.contains("<published>")).collect();
    days.reverse();
    assert!(days.len() == 4 && days.is_sorted(), "{days:?}");
}

/// The text of an entry begins with its `update`, which says what has changed since it was written.
#[test]
fn feed() {
    let built = Bakery::new()
        .replace(
            "content/structure.toml",
            "title = \"The journal\"",
            "title = \"The journal\"\ndescription = \"All & sundry\"\nlimit = 2",
        )
        .replace(
            "content/journal/flour.md",
            "title = \"Our miller\"",
            "title = \"Our <miller> & \\\"his\\\" mill\"\nupdated = 2026-05-01\nupdate = \"A *new* mill.\"\nauthor = \"A. Müller\"",
        )
        .replace("content/schemas/entry.json", "\"title\": {", "\"update\": { \"type\": \"string\" },\n    \"title\": {")
        // Control characters are not allowed in XML.
        .replace("content/journal/flour.md", "From the valley.", "From the \u{7} valley ]]> &amp;\u{fffe}.")
        .stderr(expect![[r#"
            warning[control-character]: the text has a control character, U+0007, which does not show
              --> content/journal/flour.md:10:10
               |
            10 | From the ␇ valley ]]> &amp;￾.
               |          ^
               |
               = help: delete it, and type a space or a line break if one is missing
               = help: this file has another one

            1 warning
        "#]])
        .success();
    let xml = built.read("dist/journal/feed.xml");
    assert_atom(&xml);
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
          <title>The journal</title>
          <subtitle>All &amp; sundry</subtitle>
          <id>https://millstone.example/journal/feed.xml</id>
          <link rel="self" type="application/atom+xml" href="https://millstone.example/journal/feed.xml"/>
          <link rel="alternate" type="text/html" href="https://millstone.example/journal"/>
          <updated>2026-05-01T00:00:00+01:00</updated>
          <author><name>Millstone Bakery</name></author>
          <entry>
            <title>Our &lt;miller&gt; &amp; &quot;his&quot; mill</title>
            <id>https://millstone.example/journal/flour</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/journal/flour"/>
            <published>2026-04-20T00:00:00+01:00</published>
            <updated>2026-05-01T00:00:00+01:00</updated>
            <author><name>A. Müller</name></author>
            <summary>Where the flour comes from.</summary>
            <content type="html">&lt;ins datetime=&quot;2026-05-01&quot;&gt;&lt;p&gt;A &lt;em&gt;new&lt;/em&gt; mill.&lt;/p&gt;
        &lt;/ins&gt;
        &lt;p&gt;From the  valley ]]&amp;gt; &amp;amp;.&lt;/p&gt;
        </content>
          </entry>
          <entry>
            <title>A new leaven</title>
            <id>https://millstone.example/journal/leaven</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/journal/leaven"/>
            <published>2026-03-05T00:00:00+01:00</published>
            <updated>2026-03-05T00:00:00+01:00</updated>
            <summary>Feeding a leaven from the first day on.</summary>
            <content type="html">&lt;p&gt;Flour and water.&lt;/p&gt;
        </content>
          </entry>
        </feed>
    "#]]
    .assert_eq(&xml);
}

/// Asserts that an RSS feed has everything that the RSS specification requires of a channel and its items, and that the W3C's
/// feed validator recommends.
fn assert_rss(xml: &str) {
    let document = Document::parse(xml).unwrap();
    let rss = document.root_element();
    assert_eq!((rss.tag_name().name(), rss.attribute("version")), ("rss", Some("2.0")));
    let channel = rss.first_element_child().unwrap();
    let texts = |node: Node<'_, '_>, name: &str| -> Vec<String> {
        let children = node.children().filter(|child| child.tag_name().name() == name && child.tag_name().namespace().is_none());
        children.map(|child| child.text().unwrap_or_default().to_owned()).collect()
    };
    for name in ["title", "link", "description"] {
        assert_eq!(texts(channel, name).len(), 1, "{name}");
    }
    assert!(channel.children().any(|child| child.has_tag_name((ATOM, "link")) && child.attribute("rel") == Some("self")));
    for item in channel.children().filter(|child| child.has_tag_name("item")) {
        assert_eq!(texts(item, "guid"), texts(item, "link"));
        for date in texts(item, "pubDate").iter().chain(&texts(channel, "lastBuildDate")) {
            assert!(jiff::fmt::rfc2822::parse(date).is_ok(), "{date}");
        }
    }
}

/// Changes the feed to one of the loaves, which have no dates.
fn of_loaves(bakery: Bakery) -> Bakery {
    let route = "route = \"/journal/feed.xml\"\n";
    let (journal, loaves) = (format!("{route}collection = \"journal\""), format!("{route}collection = \"loaves\""));
    bakery.replace("content/structure.toml", &journal, &loaves).stderr(expect![[r#"
        warning[invalid-value]: no document of `loaves` has a date, so this feed is empty
          --> content/structure.toml:50:14
           |
        50 | collection = "loaves"
           |              ^^^^^^^^
           |
           = help: give the documents a `date`, or write `format = "rss"` and `undated = true`

        1 warning
    "#]])
}

#[test]
fn rss() {
    let bakery = || {
        Bakery::new().replace(
            "content/structure.toml",
            "title = \"The journal\"",
            "title = \"The journal\"\nformat = \"rss\"\nlimit = 2",
        )
    };
    let built = bakery()
        .replace(
            "content/journal/flour.md",
            "title = \"Our miller\"",
            "title = \"Our <miller>\"\nupdated = 2026-05-01\nauthor = \"A. Müller\"",
        )
        .replace("content/journal/flour.md", "Where the flour", "Where the <flour> & salt")
        .success();
    let xml = built.read("dist/journal/feed.xml");
    assert_rss(&xml);
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
          <channel>
            <title>The journal</title>
            <link>https://millstone.example/journal</link>
            <description>The journal</description>
            <language>en</language>
            <lastBuildDate>Fri, 1 May 2026 00:00:00 +0100</lastBuildDate>
            <atom:link rel="self" type="application/rss+xml" href="https://millstone.example/journal/feed.xml"/>
            <item>
              <title>Our &lt;miller&gt;</title>
              <link>https://millstone.example/journal/flour</link>
              <guid>https://millstone.example/journal/flour</guid>
              <pubDate>Mon, 20 Apr 2026 00:00:00 +0100</pubDate>
              <dc:creator>A. Müller</dc:creator>
              <description>Where the &amp;lt;flour&gt; &amp;amp; salt comes from.</description>
              <content:encoded>&lt;p&gt;From the valley.&lt;/p&gt;
        </content:encoded>
            </item>
            <item>
              <title>A new leaven</title>
              <link>https://millstone.example/journal/leaven</link>
              <guid>https://millstone.example/journal/leaven</guid>
              <pubDate>Thu, 5 Mar 2026 00:00:00 +0100</pubDate>
              <dc:creator>Millstone Bakery</dc:creator>
              <description>Feeding a leaven from the first day on.</description>
              <content:encoded>&lt;p&gt;Flour and water.&lt;/p&gt;
        </content:encoded>
            </item>
          </channel>
        </rss>
    "#]].assert_eq(&xml);
    assert_rss(&of_loaves(bakery()).success().read("dist/journal/feed.xml"));
}

/// Documents without a date come last, in feeds that list them. A feed may have only the documents below a URL.
#[test]
fn undated_documents() {
    for (keys, expected) in [
        ("", expect!["journal/flour journal/leaven journal/winter journal/new-oven"]),
        ("undated = true\n", expect!["journal/flour journal/leaven journal/winter journal/new-oven loaves/rye loaves/spelt"]),
        ("undated = true\npages = \"/loaves/*\"\n", expect!["loaves/rye loaves/spelt"]),
        ("undated = true\nexcept = [\"/journal/*\"]\n", expect!["loaves/rye loaves/spelt"]),
        ("pages = \"/journal/*\"\nlimit = 2\n", expect!["journal/flour journal/leaven"]),
    ] {
        let feed = format!("\"/feed.xml\"\nformat = \"rss\"\n{keys}collection = [\"loaves\", \"journal\"]");
        let built =
            Bakery::new().replace("content/structure.toml", "\"/journal/feed.xml\"\ncollection = \"journal\"", &feed).success();
        let xml = built.read("dist/feed.xml");
        assert_rss(&xml);
        let urls =
            xml.lines().filter_map(|line| line.trim().strip_prefix("<guid>https://millstone.example/")?.strip_suffix("</guid>"));
        expected.assert_eq(&urls.collect::<Vec<_>>().join(" "));
    }
}

/// A feed of terms has an entry for each, which changed when the newest of its documents did.
#[test]
fn feed_of_terms() {
    let terms = "\"/journal/topics.xml\"\ntaxonomy = \"topic\"\nterms = true";
    let built =
        Bakery::new().replace("content/structure.toml", "\"/journal/feed.xml\"\ncollection = \"journal\"", terms).success();
    let xml = built.read("dist/journal/topics.xml");
    assert_atom(&xml);
    let (_, entries) = xml.split_once("<entry>").unwrap();
    expect![[r#"

            <title>Baking</title>
            <id>https://millstone.example/journal/topic/baking</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/journal/topic/baking"/>
            <updated>2026-04-20T00:00:00+01:00</updated>
            <summary>Everything in the bakery's journal on Baking.</summary>
          </entry>
          <entry>
            <title>Shops &amp; people</title>
            <id>https://millstone.example/journal/topic/shops-people</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/journal/topic/shops-people"/>
            <updated>2026-02-01T00:00:00+01:00</updated>
            <summary>Everything in the bakery's journal on Shops &amp; people.</summary>
          </entry>
        </feed>
    "#]]
    .assert_eq(entries);
}

/// A feed, a list, and a taxonomy of several collections have their documents in one order.
#[test]
fn lists_of_several_collections() {
    let both = "collection = [\"journal\", \"news\"]";
    let sale = "+++\ntitle = \"A sale\"\ndescription = \"What is cheaper this week.\"\ndate = 2026-03-20\ntopic = \"Baking\"\n+++\nText.\n";
    let built = Bakery::new()
        .replace("content/structure.toml", "collection = \"journal\"\nper_page", &format!("{both}\nper_page"))
        .replace("content/structure.toml", "collection = \"journal\"\nfield", &format!("{both}\nfield"))
        .replace("content/structure.toml", "\"/journal/feed.xml\"\ncollection = \"journal\"", &format!("\"/feed.xml\"\n{both}"))
        .append(
            "content/structure.toml",
            "\n[[collection]]\nname = \"news\"\ndir = \"news\"\nschema = \"schemas/entry.json\"\nroute = \"/news/{slug}\"\ntemplate = \"entry.html\"\n\n[[feed]]\nroute = \"/journal/topic/{slug}/feed.xml\"\ntaxonomy = \"topic\"\ntitle = \"On {term}\"\ndescription = \"{term} & more\"\nformat = \"rss\"\n",
        )
        .write("content/news/sale.md", sale)
        .template(
            "journal",
            "{% for one in page.paginator.lead %}{{ one.url }} {% endfor %}{% for one in page.paginator.items %}{{ one.url }} {% endfor %}{% for feed in page.feeds %}{{ feed.url }} {% endfor %}",
        )
        .success();
    for (page, expected) in [
        ("journal.html", expect!["/journal/flour /news/sale /journal/leaven /feed.xml"]),
        ("journal/page/2.html", expect!["/journal/flour /journal/winter /journal/new-oven /feed.xml"]),
        (
            "journal/topic/baking.html",
            expect!["/journal/flour /news/sale /journal/leaven /journal/new-oven /journal/topic/baking/feed.xml"],
        ),
    ] {
        expected.assert_eq(built.main_of(page).trim());
    }
    let xml = built.read("dist/feed.xml");
    assert_atom(&xml);
    let urls: Vec<&str> = xml.lines().filter(|line| line.contains("<id>")).map(str::trim).collect();
    expect![[r#"
        <id>https://millstone.example/feed.xml</id>
        <id>https://millstone.example/journal/flour</id>
        <id>https://millstone.example/news/sale</id>
        <id>https://millstone.example/journal/leaven</id>
        <id>https://millstone.example/journal/winter</id>
        <id>https://millstone.example/journal/new-oven</id>"#]]
    .assert_eq(&urls.join("\n"));
    let xml = built.read("dist/journal/topic/baking/feed.xml");
    assert_rss(&xml);
    let head: Vec<&str> = xml
        .lines()
        .filter(|line| ["<title>", "<link>", "<description>"].iter().any(|tag| line.contains(tag)))
        .map(str::trim)
        .collect();
    expect![[r#"
        <title>On Baking</title>
        <link>https://millstone.example/journal/topic/baking</link>
        <description>Baking &amp; more</description>
        <title>Our miller</title>
        <link>https://millstone.example/journal/flour</link>
        <description>Where the flour comes from.</description>
        <title>A sale</title>
        <link>https://millstone.example/news/sale</link>
        <description>What is cheaper this week.</description>
        <title>A new leaven</title>
        <link>https://millstone.example/journal/leaven</link>
        <description>Feeding a leaven from the first day on.</description>
        <title>The new oven</title>
        <link>https://millstone.example/journal/new-oven</link>
        <description>How the second oven came into the house.</description>"#]]
    .assert_eq(&head.join("\n"));
}

#[test]
fn feed_of_nothing() {
    let xml = of_loaves(Bakery::new()).success().read("dist/journal/feed.xml");
    assert_atom(&xml);
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
          <title>The journal</title>
          <id>https://millstone.example/journal/feed.xml</id>
          <link rel="self" type="application/atom+xml" href="https://millstone.example/journal/feed.xml"/>
          <link rel="alternate" type="text/html" href="https://millstone.example/journal"/>
          <updated>1970-01-01T00:00:00Z</updated>
          <author><name>Millstone Bakery</name></author>
        </feed>
    "#]]
    .assert_eq(&xml);
}

/// URLs in the text are absolute, because feed readers show it outside of the site.
#[test]
fn addresses_in_a_feed_are_whole() {
    let built = Bakery::new()
        .append(
            "content/journal/flour.md",
            "\n## Mill\n\n[a](/about) [b](#mill) [c](../loaves/rye.md) ![d](images/loaf.svg) [e](https://e.example) [f](//f.example/)\n",
        )
        .success();
    let xml = built.read("dist/journal/feed.xml");
    let document = Document::parse(&xml).unwrap();
    let content = document.descendants().find(|node| node.has_tag_name((ATOM, "content"))).unwrap();
    expect![[r#"
        <p>From the valley.</p>
        <h2 id="mill">Mill</h2>
        <p><a href="https://millstone.example/about">a</a> <a href="https://millstone.example/journal/flour#mill">b</a> <a href="https://millstone.example/loaves/rye">c</a> <img src="https://millstone.example/assets/images/loaf-CATOQRLN.svg" alt="d" width="40" height="20" loading="lazy" decoding="async"> <a href="https://e.example" target="_blank" rel="noopener">e</a> <a href="https://f.example/" target="_blank" rel="noopener">f</a></p>
    "#]].assert_eq(content.text().unwrap());
}

/// The sitemap contains neither the error page nor pages with `noindex = true`, and a date only for pages that have one. A
/// trailing slash of `base_url` is not doubled.
#[test]
fn sitemap() {
    let xml = Bakery::new().success().read("dist/sitemap.xml");
    assert!(xml.contains("    <loc>https://millstone.example/about</loc>\n  </url>\n"), "{xml}");
    let built = Bakery::new()
        .replace("content/site.toml", "https://millstone.example", "https://millstone.example/")
        .replace("content/pages/404.md", "noindex = true\n", "")
        .replace("content/site.toml", "theme", "updated = 2026-01-01\ntheme")
        .replace("content/pages/about.md", "+++\nWe", "updated = 2026-05-05\n+++\nWe")
        .page_with("secret", "noindex = true\n", "Text.\n")
        .success();
    let xml = built.read("dist/sitemap.xml");
    Document::parse(&xml).unwrap();
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
          <url><loc>https://millstone.example/</loc><lastmod>2026-01-01</lastmod></url>
          <url><loc>https://millstone.example/about</loc><lastmod>2026-05-05</lastmod></url>
          <url><loc>https://millstone.example/journal</loc><lastmod>2026-04-20</lastmod></url>
          <url><loc>https://millstone.example/journal/flour</loc><lastmod>2026-04-20</lastmod></url>
          <url><loc>https://millstone.example/journal/leaven</loc><lastmod>2026-03-05</lastmod></url>
          <url><loc>https://millstone.example/journal/new-oven</loc><lastmod>2026-01-10</lastmod></url>
          <url><loc>https://millstone.example/journal/page/2</loc><lastmod>2026-04-20</lastmod></url>
          <url><loc>https://millstone.example/journal/topic/baking</loc><lastmod>2026-04-20</lastmod></url>
          <url><loc>https://millstone.example/journal/topic/shops-people</loc><lastmod>2026-02-01</lastmod></url>
          <url><loc>https://millstone.example/journal/winter</loc><lastmod>2026-02-01</lastmod></url>
          <url><loc>https://millstone.example/loaves/rye</loc><lastmod>2026-01-01</lastmod></url>
          <url><loc>https://millstone.example/loaves/spelt</loc><lastmod>2026-01-01</lastmod></url>
        </urlset>
    "#]]
    .assert_eq(&xml.replace("\n    ", "").replace("\n  </url>", "</url>"));
}

/// `llms.txt` lists only pages of the main language, and neither drafts nor pages with `noindex`.
#[test]
fn llms() {
    let built = Bakery::new()
        .append("content/structure.toml", "\n[llms]\n[[llms.section]]\ntitle = \"Journal\"\ncollection = \"journal\"\nlimit = 2\n[[llms.section]]\ntitle = \"Optional\"\ncollection = \"pages\"\n")
        .replace("content/site.toml", "theme", "languages = { hi = { name = \"Hindi\" } }\ntheme")
        .page("visit.hi", "Text.\n")
        .page_with("secret", "noindex = true\n", "Text.\n")
        .page_with("later", "draft = true\n", "Text.\n")
        .replace("content/journal/flour.md", "Our miller", "Our [first]\\nmiller")
        .success();
    expect![[r#"
        # Millstone Bakery

        > A small bakery with 2 ovens.

        ## Journal

        - [Our first miller](https://millstone.example/journal/flour): Where the flour comes from.
        - [A new leaven](https://millstone.example/journal/leaven): Feeding a leaven from the first day on.

        ## Optional

        - [About the bakery](https://millstone.example/about): Who bakes here, and when the shop is open.
        - [Bread from Ulm](https://millstone.example/): A small bakery with 2 ovens.
        - [Journal](https://millstone.example/journal): Notes from the bakehouse.
    "#]]
    .assert_eq(&built.read("dist/llms.txt"));
}
