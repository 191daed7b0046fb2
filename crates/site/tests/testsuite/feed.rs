//! The Atom feed, the sitemap and robots.txt.

use expect_test::expect;
use roxmltree::{Document, Node};

use crate::bakery::Bakery;

const ATOM: &str = "http://www.w3.org/2005/Atom";

fn children<'a>(node: Node<'a, 'a>, name: &'a str) -> Vec<Node<'a, 'a>> {
    node.children().filter(|child| child.has_tag_name((ATOM, name))).collect()
}

/// Checks what RFC 4287 requires of a feed (4.1.1) and of an entry (4.1.2).
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

/// The sitemap contains neither the error page nor pages with `noindex = true`. A trailing slash of `base_url` is not doubled.
#[test]
fn sitemap_of_what_may_be_found() {
    let built = Bakery::new()
        .replace("content/site.toml", "https://millstone.example", "https://millstone.example/")
        .replace("content/pages/404.md", "noindex = true\n", "")
        .page("visit", "Text.\n")
        .replace("content/pages/visit.md", "template", "noindex = true\ntemplate")
        .success();
    let xml = built.read("dist/sitemap.xml");
    assert!(xml.contains("<loc>https://millstone.example/about</loc>"), "{xml}");
    assert!(!xml.contains("404") && !xml.contains("visit"), "{xml}");
}

/// The newest entry comes first, whatever the order of the collection is.
#[test]
fn order_of_a_feed() {
    let built = Bakery::new().replace("content/structure.toml", "sort = \"-date\"", "sort = \"title\"").success();
    let xml = built.read("dist/journal/feed.xml");
    let mut days: Vec<&str> = xml.lines().filter(|line| line.contains("<published>")).collect();
    days.reverse();
    assert!(days.len() == 4 && days.is_sorted(), "{days:?}");
}

#[test]
fn feed() {
    let built = Bakery::new()
        .replace(
            "content/journal/flour.md",
            "title = \"Our miller\"",
            "title = \"Our <miller> & \\\"his\\\" mill\"\nupdated = 2026-05-01\nauthor = \"A. Müller\"",
        )
        .success();
    let xml = built.read("dist/journal/feed.xml");
    assert_atom(&xml);
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
          <title>The journal</title>
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
            <content type="html">&lt;p&gt;From the valley.&lt;/p&gt;
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
          <entry>
            <title>Winter hours</title>
            <id>https://millstone.example/journal/winter</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/journal/winter"/>
            <published>2026-02-01T00:00:00+01:00</published>
            <updated>2026-02-01T00:00:00+01:00</updated>
            <summary>When the shop opens in winter.</summary>
            <content type="html">&lt;p&gt;See &lt;a href=&quot;https://millstone.example/about#hours&quot;&gt;the hours&lt;/a&gt;.&lt;/p&gt;
        </content>
          </entry>
          <entry>
            <title>The new oven</title>
            <id>https://millstone.example/journal/new-oven</id>
            <link rel="alternate" type="text/html" href="https://millstone.example/journal/new-oven"/>
            <published>2026-01-10T00:00:00+01:00</published>
            <updated>2026-01-10T00:00:00+01:00</updated>
            <summary>How the second oven came into the house.</summary>
            <content type="html">&lt;p&gt;It took six people.&lt;/p&gt;
        </content>
          </entry>
        </feed>
    "#]].assert_eq(&xml);
}

/// The text of an entry begins with what has changed since it was written.
#[test]
fn updates_in_a_feed() {
    let built = Bakery::new()
        .replace(
            "content/journal/flour.md",
            "title = \"Our miller\"",
            "title = \"Our miller\"\nupdated = 2026-05-01\nupdate = \"A *new* mill.\"",
        )
        .replace("content/schemas/entry.json", "\"title\": {", "\"update\": { \"type\": \"string\" },\n    \"title\": {")
        .success();
    let xml = built.read("dist/journal/feed.xml");
    let content = "<content type=\"html\">&lt;ins datetime=&quot;2026-05-01&quot;&gt;&lt;p&gt;A &lt;em&gt;new&lt;/em&gt; mill.&lt;/p&gt;\n&lt;/ins&gt;\n&lt;p&gt;";
    assert!(xml.contains(content), "{xml}");
}

#[test]
fn feed_of_nothing() {
    let built = Bakery::new()
        .replace(
            "content/structure.toml",
            "route = \"/journal/feed.xml\"\ncollection = \"journal\"",
            "route = \"/journal/feed.xml\"\ncollection = \"loaves\"",
        )
        .success();
    let xml = built.read("dist/journal/feed.xml");
    assert_atom(&xml);
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
          <title>The journal</title>
          <id>https://millstone.example/journal/feed.xml</id>
          <link rel="self" type="application/atom+xml" href="https://millstone.example/journal/feed.xml"/>
          <link rel="alternate" type="text/html" href="https://millstone.example/"/>
          <updated>1970-01-01T00:00:00Z</updated>
          <author><name>Millstone Bakery</name></author>
        </feed>
    "#]]
    .assert_eq(&xml);
}

#[test]
fn feed_with_a_limit_and_control_characters() {
    let built = Bakery::new()
        .replace(
            "content/structure.toml",
            "title = \"The journal\"",
            "title = \"The journal\"\ndescription = \"All & sundry\"\nlimit = 2",
        )
        .replace("content/journal/flour.md", "From the valley.", "From the \u{7} valley ]]> &amp;\u{fffe}.")
        .success();
    let xml = built.read("dist/journal/feed.xml");
    assert_atom(&xml);
    assert_eq!(xml.matches("<entry>").count(), 2);
}

/// Feed readers show the text elsewhere, so all its URLs are absolute.
#[test]
fn addresses_in_a_feed_are_whole() {
    let built = Bakery::new()
        .append(
            "content/journal/flour.md",
            "\n## Mill\n\n[a](/about) [b](#mill) [c](../loaves/rye.md) ![d](images/loaf.svg) [e](https://e.example)\n",
        )
        .success();
    let xml = built.read("dist/journal/feed.xml");
    let document = Document::parse(&xml).unwrap();
    let content = document.descendants().find(|node| node.has_tag_name((ATOM, "content"))).unwrap();
    expect![[r#"
        <p>From the valley.</p>
        <h2 id="mill">Mill</h2>
        <p><a href="https://millstone.example/about">a</a> <a href="https://millstone.example/journal/flour#mill">b</a> <a href="https://millstone.example/loaves/rye">c</a> <img src="https://millstone.example/assets/images/loaf-YJQ6GPY5.svg" alt="d" width="40" height="20" loading="lazy" decoding="async"> <a href="https://e.example" target="_blank" rel="noopener">e</a></p>
    "#]].assert_eq(content.text().unwrap());
}

#[test]
fn sitemap() {
    let built = Bakery::new()
        .replace("content/site.toml", "theme", "updated = 2026-01-01\ntheme")
        .replace("content/pages/about.md", "+++\nWe", "updated = 2026-05-05\n+++\nWe")
        .page("secret", "Text.\n")
        .replace("content/pages/secret.md", "template", "noindex = true\ntemplate")
        .success();
    let xml = built.read("dist/sitemap.xml");
    Document::parse(&xml).unwrap();
    expect![[r#"
        <?xml version="1.0" encoding="utf-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
          <url>
            <loc>https://millstone.example/</loc>
            <lastmod>2026-01-01</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/about</loc>
            <lastmod>2026-05-05</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal</loc>
            <lastmod>2026-04-20</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/flour</loc>
            <lastmod>2026-04-20</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/leaven</loc>
            <lastmod>2026-03-05</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/new-oven</loc>
            <lastmod>2026-01-10</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/page/2</loc>
            <lastmod>2026-04-20</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/topic/baking</loc>
            <lastmod>2026-04-20</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/topic/shops-people</loc>
            <lastmod>2026-02-01</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/journal/winter</loc>
            <lastmod>2026-02-01</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/loaves/rye</loc>
            <lastmod>2026-01-01</lastmod>
          </url>
          <url>
            <loc>https://millstone.example/loaves/spelt</loc>
            <lastmod>2026-01-01</lastmod>
          </url>
        </urlset>
    "#]]
    .assert_eq(&xml);
}

#[test]
fn sitemap_without_dates() {
    let built = Bakery::new().success();
    let xml = built.read("dist/sitemap.xml");
    assert!(!xml.contains("404"), "{xml}");
    let about = xml.split("<url>").find(|part| part.contains("/about<")).unwrap();
    assert!(!about.contains("lastmod"), "nothing is said of a day that nobody has named: {about}");
}

#[test]
fn robots() {
    expect![[r#"
        User-agent: *
        Allow: /

        Sitemap: https://millstone.example/sitemap.xml
    "#]]
    .assert_eq(&Bakery::new().success().read("dist/robots.txt"));
}
