//! Which files a site consists of, and what templates are told of each page.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn every_file_of_the_bakery() {
    let built = Bakery::new().success();
    expect![[r#"
        .site-output
        404.html
        about.html
        assets/images/loaf-YJQ6GPY5.svg
        assets/site.css
        assets/styles/main-6TX767X3.css
        index.html
        journal.html
        journal/feed.xml
        journal/flour.html
        journal/leaven.html
        journal/new-oven.html
        journal/page/2.html
        journal/topic/baking.html
        journal/topic/shops-people.html
        journal/winter.html
        loaves/rye.html
        loaves/spelt.html
        order.txt
        robots.txt
        sitemap.xml
    "#]]
    .assert_eq(&(built.outputs().join("\n") + "\n"));
}

#[test]
fn nested_pages_and_indexes() {
    let built = Bakery::new()
        .page("people/index", "Text.\n")
        .page("people/anna", "Text.\n")
        .page("people/trainees/index", "Text.\n")
        .success();
    for file in ["people.html", "people/anna.html", "people/trainees.html"] {
        assert!(built.has(&format!("dist/{file}")), "{file}");
    }
}

#[test]
fn slug_stands_for_the_name_of_the_file() {
    let built = Bakery::new()
        .page("people/anna", "Text.\n")
        .replace(
            "content/pages/people/anna.md",
            "template",
            "slug = \"head-baker\"\ntemplate",
        )
        .success();
    assert!(built.has("dist/people/head-baker.html") && !built.has("dist/people/anna.html"));
}

#[test]
fn a_name_with_points_is_a_page_too() {
    let built = Bakery::new().page("v1.2", "Text.\n").success();
    assert!(built.has("dist/v1.2.html"));
}

/// Everything a template knows of a page, as JSON.
#[test]
fn what_templates_know() {
    let built = Bakery::new()
        .write(
            "themes/bakery/templates/loaf.html",
            "{% extends \"base.html\" %}\n{% block main %}\n{{ page | json }}\n{% endblock %}\n",
        )
        .append("content/loaves/rye.md", "\n## Crust\n\nThick.\n")
        .success();
    expect![[r#"
        {"title":"Rye",
        "description":"A dark loaf that keeps for a week.",
        "flour":"rye",
        "weight":1,
        "slug":"rye",
        "lang":"en",
        "collection":"loaves",
        "url":"/loaves/rye",
        "permalink":"https://millstone.example/loaves/rye",
        "words":6,
        "reading_minutes":1,
        "kind":"page",
        "noindex":false,
        "meta":{"title":"Rye - Millstone Bakery",
        "description":"A dark loaf that keeps for a week."},
        "breadcrumbs":[{"title":"Bread from Ulm",
        "url":"/"},{"title":"Rye",
        "url":"/loaves/rye"}],
        "translations":[],
        "content":"\u003cp\u003eDark and sour.\u003c/p\u003e\n\u003ch2 id=\"crust\"\u003eCrust\u003c/h2\u003e\n\u003cp\u003eThick.\u003c/p\u003e\n",
        "intro":"",
        "sections":[],
        "toc":[{"id":"crust",
        "title":"Crust",
        "level":2}]}
    "#]].assert_eq(&(built.main_of("loaves/rye.html").replace(",\"", ",\n\"")));
}

#[test]
fn collection_is_in_order_and_an_entry_is_found() {
    let built = Bakery::new()
        .write(
            "themes/bakery/templates/loaf.html",
            "{% extends \"base.html\" %}\n{% block main %}\n{% for one in collection(name=\"journal\") %}{{ one.date }} {{ one.title }}\n{% endfor %}{% set other = entry(collection=\"loaves\", slug=\"spelt\") %}{{ other.url }} {{ other.title }}\n{% endblock %}\n",
        )
        .success();
    expect![[r#"
        2026-04-20 Our miller
        2026-03-05 A new leaven
        2026-02-01 Winter hours
        2026-01-10 The new oven
        /loaves/spelt Spelt
    "#]]
    .assert_eq(&built.main_of("loaves/rye.html"));
}

#[test]
fn breadcrumbs_pass_over_what_has_no_page() {
    let built = Bakery::new()
        .write("themes/bakery/templates/entry.html", "{% extends \"base.html\" %}\n{% block main %}\n{% for one in page.breadcrumbs %}{{ one.url }} {{ one.title }}\n{% endfor %}\n{% endblock %}\n")
        .write("themes/bakery/templates/loaf.html", "{% extends \"base.html\" %}\n{% block main %}\n{% for one in page.breadcrumbs %}{{ one.url }} {{ one.title }}\n{% endfor %}\n{% endblock %}\n")
        .success();
    expect![[r#"
        / Bread from Ulm
        /journal Journal
        /journal/flour Our miller
    "#]]
    .assert_eq(&built.main_of("journal/flour.html"));
    expect![[r#"
        / Bread from Ulm
        /loaves/rye Rye
    "#]]
    .assert_eq(&built.main_of("loaves/rye.html"));
}

/// The site's name stands in the title where it fits, and `meta_title` stands alone.
#[test]
fn titles() {
    let built = Bakery::new()
        .replace(
            "content/pages/about.md",
            "About the bakery",
            "About the bakery, its ovens and its people",
        )
        .replace(
            "content/loaves/rye.md",
            "title = \"Rye\"",
            "title = \"Rye & \\\"more\\\"\"",
        )
        .page("visit", "Text.\n")
        .replace(
            "content/pages/visit.md",
            "template",
            "meta_title = \"Only this\"\ntemplate",
        )
        .success();
    let title = |file: &str| {
        let html = built.read(&format!("dist/{file}"));
        html.split_once("<title>")
            .unwrap()
            .1
            .split_once("</title>")
            .unwrap()
            .0
            .to_owned()
    };
    assert_eq!(
        title("about.html"),
        "About the bakery, its ovens and its people"
    );
    assert_eq!(
        title("loaves/rye.html"),
        "Rye &amp; &quot;more&quot; - Millstone Bakery"
    );
    assert_eq!(title("visit.html"), "Only this");
    assert_eq!(title("404.html"), "Not found - Millstone Bakery");
}

/// JSON in a script cannot end the script.
#[test]
fn json_in_scripts() {
    let built = Bakery::new()
        .replace("content/loaves/rye.md", "title = \"Rye\"", "title = \"</script><b>&\"")
        .write("themes/bakery/templates/loaf.html", "{% extends \"base.html\" %}\n{% block main %}\n{{ json_ld(data={\"name\": page.title}) }}\n<script type=\"application/json\">{{ page.title | json }}</script>\n{% endblock %}\n")
        .success();
    expect![[r#"
        <script type="application/ld+json">{"name":"\u003c/script\u003e\u003cb\u003e\u0026"}</script>
        <script type="application/json">"\u003c/script\u003e\u003cb\u003e\u0026"</script>
    "#]].assert_eq(&built.main_of("loaves/rye.html"));
}

#[test]
fn pictures_and_drawings_of_templates() {
    let built = Bakery::new()
        .write("themes/bakery/icons/oven.svg", "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>\n")
        .write(
            "themes/bakery/templates/loaf.html",
            "{% extends \"base.html\" %}\n{% block main %}\n{{ image(path=\"images/loaf.svg\", alt=\"A \\\"loaf\\\"\", class=\"wide\", loading=\"eager\") }}\n{{ svg(path=\"icons/oven.svg\") }}\n{{ svg(path=\"icons/oven.svg\", label=\"An oven\", class=\"icon\") }}\n{{ \"Rye *and* spelt\" | markdown_inline }}\n{{ \"HR & Payroll\" | slugify }}\n{% endblock %}\n",
        )
        .success();
    expect![[r#"
        <img src="/assets/images/loaf-YJQ6GPY5.svg" alt="A &quot;loaf&quot;" width="40" height="20" class="wide" loading="eager" decoding="async">
        <svg aria-hidden="true" focusable="false" viewBox="0 0 1 1"><path d="M0 0"/></svg>
        <svg class="icon" role="img" aria-label="An oven" viewBox="0 0 1 1"><path d="M0 0"/></svg>
        Rye <em>and</em> spelt
        hr-payroll
    "#]].assert_eq(&built.main_of("loaves/rye.html"));
}
