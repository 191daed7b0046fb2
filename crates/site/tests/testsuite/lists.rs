//! Pagination and taxonomies.

use expect_test::expect;

use crate::bakery::{Bakery, Built};

/// Builds a bakery whose journal has `entries` entries. `lead` of them are featured, and each page shows `per_page` others.
fn journal_of(entries: usize, lead: usize, per_page: usize) -> Built {
    let mut bakery = Bakery::new().remove("content/journal").replace("content/pages/about.md", "Our bread", "Bread").replace(
        "content/structure.toml",
        "per_page = 2\nlead = 1",
        &format!("per_page = {per_page}\nlead = {lead}"),
    );
    for number in 1..=entries {
        let day = format!("2026-01-{number:02}");
        bakery = bakery.write(
            &format!("content/journal/n{number:02}.md"),
            format!("+++\ntitle = \"Entry {number}\"\ndescription = \"What entry {number} is about.\"\ndate = {day}\ntopic = \"Baking\"\n+++\nText.\n"),
        );
    }
    bakery.success()
}

/// A list has `ceil((entries - lead) / per_page)` pages, and at least one.
#[test]
fn how_many_pages() {
    for (entries, lead, per_page, pages) in [
        (1, 1, 2, 1),
        (2, 1, 2, 1),
        (3, 1, 2, 1),
        (4, 1, 2, 2),
        (5, 1, 2, 2),
        (6, 1, 2, 3),
        (6, 0, 2, 3),
        (7, 0, 2, 4),
        (2, 3, 2, 1),
        (5, 2, 1, 3),
        (4, 0, 10, 1),
    ] {
        let built = journal_of(entries, lead, per_page);
        let last = |number: usize| {
            if number == 1 { "dist/journal.html".to_owned() } else { format!("dist/journal/page/{number}.html") }
        };
        assert!(built.has(&last(pages)), "{entries} entries, {lead} apart, {per_page} a page: page {pages}");
        assert!(!built.has(&last(pages + 1)), "{entries} entries, {lead} apart, {per_page} a page: page {}", pages + 1);
        assert!(!built.has("dist/journal/page/1.html"));
    }
}

/// A list of several collections may have only the documents below a URL.
#[test]
fn list_of_documents_below_a_url() {
    for (pages, expected) in [
        (
            "",
            expect![[r#"
        <p class="lead"><a href="/journal/flour">Our miller</a></p>
        <ul>
        <li><a href="/journal/leaven">A new leaven</a></li>
        <li><a href="/journal/winter">Winter hours</a></li>
        </ul>
        <p>Page 1 of 3</p>
        <a rel="next" href="/journal/page/2">Older</a>
    "#]],
        ),
        (
            "pages = \"/loaves/*\"\n",
            expect![[r#"
        <p class="lead"><a href="/loaves/rye">Rye</a></p>
        <ul>
        <li><a href="/loaves/spelt">Spelt</a></li>
        </ul>
        <p>Page 1 of 1</p>
    "#]],
        ),
    ] {
        let list = format!("collection = [\"journal\", \"loaves\"]\n{pages}per_page = 2");
        let built = Bakery::new().replace("content/structure.toml", "collection = \"journal\"\nper_page = 2", &list).success();
        expected.assert_eq(&built.main_of("journal.html"));
    }
}

/// Every entry is on exactly one page; the featured entry is on each.
#[test]
fn pages_of_a_list() {
    let built = journal_of(6, 1, 2);
    expect![[r#"
        <p class="lead"><a href="/journal/n06">Entry 6</a></p>
        <ul>
        <li><a href="/journal/n05">Entry 5</a></li>
        <li><a href="/journal/n04">Entry 4</a></li>
        </ul>
        <p>Page 1 of 3</p>
        <a rel="next" href="/journal/page/2">Older</a>
    "#]]
    .assert_eq(&built.main_of("journal.html"));
    expect![[r#"
        <p class="lead"><a href="/journal/n06">Entry 6</a></p>
        <ul>
        <li><a href="/journal/n03">Entry 3</a></li>
        <li><a href="/journal/n02">Entry 2</a></li>
        </ul>
        <p>Page 2 of 3</p>
        <a rel="next" href="/journal/page/3">Older</a>
    "#]]
    .assert_eq(&built.main_of("journal/page/2.html"));
    expect![[r#"
        <p class="lead"><a href="/journal/n06">Entry 6</a></p>
        <ul>
        <li><a href="/journal/n01">Entry 1</a></li>
        </ul>
        <p>Page 3 of 3</p>
    "#]]
    .assert_eq(&built.main_of("journal/page/3.html"));
    let html = built.read("dist/journal/page/2.html");
    for head in [
        "<title>Journal, page 2 - Millstone Bakery</title>",
        "content=\"Notes from the bakehouse. Page 2.\"",
        "<link rel=\"canonical\" href=\"https://millstone.example/journal/page/2\">",
    ] {
        assert!(html.contains(head), "{head} in {html}");
    }
}

/// A title without its number is one finding, however many pages have it.
#[test]
fn pages_of_a_list_with_the_same_title() {
    let mut bakery = Bakery::new().replace("content/structure.toml", "title = \"{title}, page {number}\"", "title = \"{title}\"");
    for number in 1..8 {
        let entry = format!(
            "+++\ntitle = \"Entry {number}\"\ndescription = \"What entry {number} is about.\"\ndate = 2026-01-0{number}\ntopic = \"Baking\"\n+++\nText.\n"
        );
        bakery = bakery.write(&format!("content/journal/n{number}.md"), entry);
    }
    bakery.findings(expect![[r#"
        content/structure.toml:45:9 «"{title}"» error[duplicate-title]: pages /journal and /journal/page/2 have the same title `Journal - Millstone Bakery`
          help: say in each title what is specific to the page
          help: the same on 3 more pages
          note: content/pages/journal.md:2:9 «"Journal"» the other title
    "#]]);
}

/// The neighbors of a document are those in its collection's order. The page of a term has none.
#[test]
fn neighbors() {
    let template = "{% extends \"base.html\" %}\n{% block main %}{% set near = neighbors(url=page.url) %}\
                    {% if near?.previous %}previous {{ near.previous.url }}\n{% endif %}\
                    {% if near?.next %}next {{ near.next.url }}\n{% endif %}end\n{% endblock %}\n";
    let mut bakery = Bakery::new();
    for name in ["entry", "journal"] {
        bakery = bakery.write(&format!("themes/bakery/templates/{name}.html"), template);
    }
    let built = bakery.success();
    for (page, expected) in [
        (
            "journal/new-oven.html",
            expect![[r#"
                previous /journal/winter
                end
            "#]],
        ),
        (
            "journal/winter.html",
            expect![[r#"
                previous /journal/leaven
                next /journal/new-oven
                end
            "#]],
        ),
        (
            "journal/flour.html",
            expect![[r#"
                next /journal/leaven
                end
            "#]],
        ),
        (
            "journal.html",
            expect![[r#"
                previous /
                end
            "#]],
        ),
        (
            "journal/topic/baking.html",
            expect![[r#"
                end
            "#]],
        ),
    ] {
        expected.assert_eq(&built.main_of(page));
    }
}

#[test]
fn pages_of_terms() {
    let built = Bakery::new().success();
    expect![[r#"
        <ul>
        <li><a href="/journal/flour">Our miller</a></li>
        <li><a href="/journal/leaven">A new leaven</a></li>
        <li><a href="/journal/new-oven">The new oven</a></li>
        </ul>
        <p>Page 1 of 1</p>
    "#]]
    .assert_eq(&built.main_of("journal/topic/baking.html"));
    expect![[r#"
        <ul>
        <li><a href="/journal/winter">Winter hours</a></li>
        </ul>
        <p>Page 1 of 1</p>
    "#]]
    .assert_eq(&built.main_of("journal/topic/shops-people.html"));
}

/// Declared terms come first, in their order, even without documents; other terms follow.
#[test]
fn terms_in_their_order() {
    let built = Bakery::new()
        .replace(
            "content/structure.toml",
            "[[pagination]]",
            "[[taxonomy.term]]\nname = \"Machines\"\ndescription = \"Mixers, ovens and what they do.\"\n\n[[taxonomy.term]]\nname = \"Shops & people\"\nslug = \"shops\"\n\n[[pagination]]",
        )
        .template("loaf", "{% for term in taxonomy(name=\"topic\") %}{{ term.name }} {{ term.url }} {{ term.count }} {{ term.description }}\n{% endfor %}")
        .success();
    expect![[r#"
        Machines /journal/topic/machines 0 Mixers, ovens and what they do.
        Shops &amp; people /journal/topic/shops 1 Everything in the bakery&#39;s journal on Shops &amp; people.
        Baking /journal/topic/baking 3 Everything in the bakery&#39;s journal on Baking.
    "#]]
    .assert_eq(&built.main_of("loaves/rye.html"));
    assert!(!built.read("dist/sitemap.xml").contains("machines"), "a term without documents is nothing to search for");
}

#[test]
fn documents_with_several_terms_and_pages_of_a_term() {
    let built = Bakery::new()
        .replace("content/schemas/entry.json", "{ \"enum\": [\"Baking\", \"Shops & people\"] }", "{ \"type\": \"array\" }")
        .replace("content/journal/flour.md", "\"Baking\"", "[\"Flour\", \"Baking\"]")
        .replace("content/journal/leaven.md", "\"Baking\"", "[\"Baking\"]")
        .replace("content/journal/new-oven.md", "\"Baking\"", "[\"Baking\", \"Baking\"]")
        .replace("content/journal/winter.md", "\"Shops & people\"", "[]")
        .replace("content/structure.toml", "field = \"topic\"", "field = \"topic\"\nper_page = 1\nlead = 1")
        .success();
    let topics: Vec<String> = built.outputs().into_iter().filter(|path| path.contains("topic")).collect();
    expect![[r#"
        journal/topic/baking.html
        journal/topic/baking/page/2.html
        journal/topic/flour.html
    "#]]
    .assert_eq(&(topics.join("\n") + "\n"));
}

/// Shared terms count more than words, words of titles more than words of texts, and rare words more than common ones. Among
/// entries with the same score, the newest comes first.
#[test]
fn related() {
    let mut bakery = Bakery::new()
        .remove("content/journal")
        .replace("content/pages/about.md", "Our bread", "Bread")
        .replace("content/structure.toml", "template = \"entry.html\"\n", "template = \"entry.html\"\nrelated = 3\n")
        .replace(
            "themes/bakery/templates/entry.html",
            "{{ page.content }}",
            "{{ page.content }}\nRelated:{% for one in page.related %} {{ one.slug }}{% endfor %}.",
        );
    for (name, title, day, topic, text) in [
        ("spelt", "Only spelt", 1, "Baking", "Spelt grows in the valley."),
        ("rye", "Rye and spelt", 2, "Baking", "Rye grows on the hills."),
        ("mill", "The mill", 3, "Shops & people", "A miller lives in the valley."),
        ("miller", "The miller", 4, "Shops & people", "He grinds."),
        ("night", "At night", 5, "Shops & people", "Everybody sleeps."),
        ("oven", "The oven", 6, "Baking", "Made of bricks, by hand."),
        ("bricks", "Of clay", 7, "Shops & people", "Someone makes bricks."),
    ] {
        // Numbers are not compared.
        let description =
            format!("{day}{day}{day}{day} {day}{day}{day}{day} {day}{day}{day}{day} {day}{day}{day}{day} {day}{day}");
        bakery = bakery.write(
            &format!("content/journal/{name}.md"),
            format!(
                "+++\ntitle = \"{title}\"\ndescription = \"{description}\"\ndate = 2026-01-0{day}\ntopic = \"{topic}\"\n+++\n{text}\n"
            ),
        );
    }
    let built = bakery.success();
    let lists: String = ["spelt", "rye", "mill", "miller", "night", "oven", "bricks"]
        .into_iter()
        .map(|name| {
            let page = built.read(&format!("dist/journal/{name}.html"));
            let list = page.lines().find_map(|line| line.strip_prefix("Related:")).unwrap().to_owned();
            format!("{name}:{list}\n")
        })
        .collect();
    expect![[r#"
        spelt: rye oven mill.
        rye: spelt oven mill.
        mill: miller bricks night.
        miller: mill bricks night.
        night: bricks miller mill.
        oven: rye spelt mill.
        bricks: night miller mill.
    "#]]
    .assert_eq(&lists);
}

/// A list can show whole texts, with their components, pictures, and links. Their ids differ.
#[test]
fn texts_in_a_list() {
    let text = "## Part\n\n<Note kind=\"plain\">\n\nSee [above](#part) and [rye](../loaves/rye.md).\n\n</Note>\n\n![A loaf](images/loaf.svg)\n";
    let list = "{% for one in page.paginator.items %}<article>{{ content(url=one.url) }}</article>\n{% endfor %}";
    let bakery = || Bakery::new().replace("content/journal/leaven.md", "Flour and water.\n", text).template("journal", list);
    let built = bakery().success();
    expect![[r##"
        <article><h2 id="journal--leaven--part">Part</h2>
        <aside data-kind="plain">
        <p>See <a href="#journal--leaven--part">above</a> and <a href="/loaves/rye">rye</a>.</p>
        </aside>
        <p><img src="/assets/images/loaf-CATOQRLN.svg" alt="A loaf" width="40" height="20" loading="lazy" decoding="async"></p>
        </article>
        <article><p>See <a href="/about#hours">the hours</a>.</p>
        </article>
    "##]]
    .assert_eq(&built.main_of("journal.html"));
    // An edit of the text, and of a component in it, is one of the list.
    for (path, old, new, expected) in [
        ("content/journal/leaven.md", "See", "Read", "Read"),
        ("themes/bakery/templates/components/note.html", "<aside", "<aside title=\"x\"", "title=\"x\""),
    ] {
        let again = bakery().success().again().replace(path, old, new).success();
        assert!(again.main_of("journal.html").contains(expected), "{path}");
    }
}

#[test]
fn texts_that_a_list_cannot_show() {
    for (template, expected) in [
        (
            "{{ content(url=\"/journal/leavn\") }}",
            expect![[r#"
            themes/bakery/templates/journal.html:3:4 «content(url="/journal/leavn")» error[unknown-entry]: there is no document at `/journal/leavn`
              help: did you mean `/journal/leaven`?
              help: while rendering /journal from content/pages/journal.md, and 3 more pages
        "#]],
        ),
        (
            "{{ content(url=\"/journal/topic/baking\") }}",
            expect![[r#"
            themes/bakery/templates/journal.html:3:4 «content(url="/journal/topic/baking")» error[unknown-entry]: there is no document at `/journal/topic/baking`
              help: write the `url` of an entry: url=one.url
              help: while rendering /journal from content/pages/journal.md, and 3 more pages
        "#]],
        ),
        (
            "{{ content() }}",
            expect![[r#"
            themes/bakery/templates/journal.html:3:4 «content()» error[template-error]: missing argument `url`
              help: add url="…"
              help: while rendering /journal from content/pages/journal.md, and 3 more pages
        "#]],
        ),
    ] {
        Bakery::new().template("journal", template).findings(expected);
    }
    // A mistake in the text is reported once.
    Bakery::new()
        .template("journal", "{% for one in page.paginator.items %}{{ content(url=one.url) }}{% endfor %}")
        .append("content/journal/leaven.md", "\nSee [this](/nowhere) and <Nothing />.\n")
        .findings(expect![[r#"
            content/journal/leaven.md:9:12 «/nowhere» error[broken-link]: there is no page or file /nowhere
              help: write the URL of an existing page or file; `site list` lists the pages
            content/journal/leaven.md:9:26 «<Nothing />» error[unknown-component]: unknown component `Nothing` (not defined by the theme)
              help: components are `Note` and `Price`
        "#]]);
    // A component in a text could show the text itself.
    Bakery::new()
        .write(
            "themes/bakery/templates/components/latest.html",
            "{% component Latest() %}{{ content(url=\"/journal/flour\") }}{% endcomponent Latest %}",
        )
        .append("content/journal/leaven.md", "\n<Latest />\n")
        .findings(expect![[r#"
            content/journal/leaven.md:1:1 «+++» error[template-error]: a component in this text shows the text of /journal/flour
              help: call `content` in a template: a text could show itself
        "#]]);
}
