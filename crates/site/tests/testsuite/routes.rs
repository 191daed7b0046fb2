//! The files of a site, and the values of each page in templates.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::shown;

#[test]
fn every_file_of_the_bakery() {
    let built = Bakery::new().success();
    expect![[r#"
        .site-output
        404.html
        about.html
        assets/images/loaf-CATOQRLN.svg
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

/// Folders with and without an index, a slug in the front matter, and a file name with a dot.
#[test]
fn files_of_pages() {
    let slug = "slug = \"head-baker\"\ntemplate";
    let built = Bakery::new()
        .page("people/index", "Text.\n")
        .page("people/anna", "Text.\n")
        .page("people/bert", "Text.\n")
        .replace("content/pages/people/bert.md", "template", slug)
        .page("people/trainees/index", "Text.\n")
        .page("v1.2", "Text.\n")
        .success();
    let names = ["people", "people/anna", "people/head-baker", "people/trainees", "v1.2"];
    for name in names {
        assert!(built.has(&format!("dist/{name}.html")), "{name}");
    }
    assert!(!built.has("dist/people/bert.html"));
}

/// Documents are sorted by number. Documents with equal numbers are sorted by path, and documents without the key come last.
#[test]
fn collection_is_sorted_by_any_key() {
    let loaf = |name: &str, grams: &str| {
        format!(
            "+++\ntitle = \"{name}\"\ndescription = \"A loaf that is named {name}.\"\nflour = \"rye\"\nweight = 1\ngrams = {grams}\n+++\nText.\n"
        )
    };
    for (sort, spelt, expected) in
        [("grams", "flour", "Half Rye Whole Spelt"), ("-grams", "grams = 1\nflour", "Whole Half Rye Spelt")]
    {
        let built = Bakery::new()
            .replace("content/structure.toml", "sort = \"weight\"", &format!("sort = \"{sort}\""))
            .write("content/loaves/half.md", loaf("Half", "900.5"))
            .write("content/loaves/whole.md", loaf("Whole", "1000"))
            .replace("content/loaves/rye.md", "flour", "grams = 900.5\nflour")
            .replace("content/loaves/spelt.md", "flour", spelt)
            .template("loaf", "{% for one in collection(name=\"loaves\") %}{{ one.title }} {% endfor %}")
            .success();
        assert_eq!(built.main_of("loaves/rye.html").trim(), expected, "{sort}");
    }
}

/// Breadcrumbs skip URLs without a page. Whatever their URLs are, the parent of page 2 of a list is page 1, and the parent of a
/// term is the page that its taxonomy names.
#[test]
fn breadcrumbs() {
    let main = "{% for one in page.breadcrumbs %}{{ one.title }} {{ one.url }} {% endfor %}";
    let built = Bakery::new()
        .template("entry", main)
        .template("loaf", main)
        .template("journal", main)
        .replace("content/structure.toml", "\"/journal/page/{number}\"", "\"/older/{number}\"")
        .replace("content/structure.toml", "\"/journal/topic/{slug}\"", "\"/topics/{slug}\"")
        .success();
    for (path, expected) in [
        ("journal/flour", "Bread from Ulm / Journal /journal Our miller /journal/flour"),
        ("loaves/rye", "Bread from Ulm / Rye /loaves/rye"),
        ("older/2", "Bread from Ulm / Journal /journal Journal, page 2 /older/2"),
        ("topics/baking", "Bread from Ulm / Journal /journal Baking: from the journal /topics/baking"),
    ] {
        assert_eq!(built.main_of(&format!("{path}.html")).trim(), expected);
    }
}

/// The index page of a folder has the URL of the folder, without a trailing slash. The slug `index` is left out only if it is
/// the whole last segment of the URL.
#[test]
fn index_of_a_collection() {
    let index =
        "+++\ntitle = \"Loaves\"\ndescription = \"All of the loaves that we bake.\"\nflour = \"rye\"\nweight = 9\n+++\nText.\n";
    for (route, rye, url) in
        [("/loaves/{path}", "/loaves/rye", "/loaves"), ("/loaves/{slug}-loaf", "/loaves/rye-loaf", "/loaves/index-loaf")]
    {
        let built = Bakery::new()
            .replace("content/structure.toml", "\"/loaves/{slug}\"", &format!("\"{route}\""))
            .replace("content/structure.toml", "\"/loaves/rye\"", &format!("\"{rye}\""))
            .replace("content/pages/about.md", "/loaves/rye", rye)
            .write("content/loaves/index.md", index)
            .success();
        assert!(built.read(&format!("dist{url}.html")).contains(&format!("https://millstone.example{url}\"")));
        assert!(built.has(&format!("dist{rye}.html")));
    }
}

/// The title contains the site's name if there is room for it, and `meta_title` replaces both, but not on page 2 of a list.
#[test]
fn titles() {
    let built = Bakery::new()
        .replace("content/pages/about.md", "About the bakery", "About the bakery, its ovens and its people")
        .replace("content/loaves/rye.md", "title = \"Rye\"", "title = \"Rye & \\\"more\\\"\"")
        .replace("content/loaves/spelt.md", "title = \"Spelt\"", "title = \"Spelt, baked as in a Café before war\"")
        .page_with("visit", "meta_title = \"Only this\"\n", "Text.\n")
        .replace("content/pages/journal.md", "title = \"", "meta_title = \"All about bread\"\ntitle = \"")
        .success();
    for (file, title) in [
        // 55 characters: five fewer than the limit.
        ("loaves/spelt", "Spelt, baked as in a Café before war - Millstone Bakery"),
        ("about", "About the bakery, its ovens and its people"),
        ("loaves/rye", "Rye &amp; &quot;more&quot; - Millstone Bakery"),
        ("visit", "Only this"),
        ("journal", "All about bread"),
        ("journal/page/2", "Journal, page 2 - Millstone Bakery"),
        ("404", "Not found - Millstone Bakery"),
    ] {
        let html = built.read(&format!("dist/{file}.html"));
        assert!(html.contains(&format!("<title>{title}</title>")), "{html}");
    }
}

/// JSON in a script cannot end the script.
#[test]
fn json_in_scripts() {
    let built = Bakery::new()
        .replace("content/loaves/rye.md", "title = \"Rye\"", "title = \"</script><b>&\"")
        .template(
            "loaf",
            "{{ json_ld(data={\"name\": page.title}) }}\n<script type=\"application/json\">{{ page.title | json }}</script>",
        )
        .success();
    expect![[r#"
        <script type="application/ld+json">{"name":"\u003c/script\u003e\u003cb\u003e\u0026"}</script>
        <script type="application/json">"\u003c/script\u003e\u003cb\u003e\u0026"</script>
    "#]]
    .assert_eq(&built.main_of("loaves/rye.html"));
}

#[test]
fn pictures_and_drawings_of_templates() {
    let built = Bakery::new()
        .write("themes/bakery/icons/oven.svg", "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>\n")
        .template("loaf", "{{ image(path=\"images/loaf.svg\", alt=\"A \\\"loaf\\\"\", class=\"wide\", loading=\"eager\") }}\n{{ svg(path=\"icons/oven.svg\") }}\n{{ svg(path=\"icons/oven.svg\", label=\"An oven\", class=\"icon\") }}\n{{ \"Rye *and* spelt\" | markdown_inline }}\n{{ \"HR & Payroll\" | slugify }}")
        .success();
    expect![[r#"
        <img src="/assets/images/loaf-CATOQRLN.svg" alt="A &quot;loaf&quot;" width="40" height="20" class="wide" loading="eager" decoding="async">
        <svg aria-hidden="true" focusable="false" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>
        <svg class="icon" role="img" aria-label="An oven" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>
        Rye <em>and</em> spelt
        hr-payroll
    "#]].assert_eq(&built.main_of("loaves/rye.html"));
}

/// A route contains parts of the date, and any key of the front matter, as the URLs of other generators do.
#[test]
#[rustfmt::skip]
fn values_of_the_front_matter() {
    let with = |route: &str| Bakery::new()
        .replace("content/structure.toml", "\"/journal/{slug}\"", &format!("\"{route}\""));
    let urls = |route: &str| {
        let built = with(route).success();
        let files = built.outputs().into_iter();
        files.filter(|file| file.contains("oven") || file.contains("flour")).collect::<Vec<_>>().join(" ")
    };
    for (route, expected) in [
        ("/{year}/{month}/{day}/{slug}", expect!["2026/01/10/new-oven.html 2026/04/20/flour.html"]),
        ("/in-{topic}/{slug}", expect!["in-baking/flour.html in-baking/new-oven.html"]),
        ("/j/{date}-{slug}", expect!["j/2026-01-10-new-oven.html j/2026-04-20-flour.html"]),
    ] {
        expected.assert_eq(&urls(route));
    }
    // A document without the value has no URL; a value that no document has is a mistake in the route.
    let lacking = with("/journal/{baker}/{slug}")
        .replace("content/schemas/entry.json", "\"properties\": {", "\"properties\": { \"baker\": { \"type\": \"string\", \"description\": \"who baked\" },")
        .replace("content/journal/leaven.md", "topic =", "baker = \"Ann\"\ntopic =");
    expect![[r#"
        content/journal/flour.md:1:1 «+++» error[missing-route-value]: `baker` is missing, which the URL of this document contains
          help: add `baker = …` to the front matter; the URLs of `journal` are `/journal/{baker}/{slug}`
        content/journal/new-oven.md:1:1 «+++» error[missing-route-value]: `baker` is missing, which the URL of this document contains
          help: add `baker = …` to the front matter; the URLs of `journal` are `/journal/{baker}/{slug}`
        content/journal/winter.md:1:1 «+++» error[missing-route-value]: `baker` is missing, which the URL of this document contains
          help: add `baker = …` to the front matter; the URLs of `journal` are `/journal/{baker}/{slug}`
    "#]].assert_eq(&shown(lacking, 1));
    expect![[r#"
        content/structure.toml:20:19 «{baker}» error[unknown-placeholder]: unknown placeholder `{baker}`
          help: no document of `journal` has the key `baker`: add it to their front matter, or use {slug}, {path}, {year}, {month} or {day}
    "#]].assert_eq(&shown(with("/journal/{baker}/{slug}"), 1));
}
