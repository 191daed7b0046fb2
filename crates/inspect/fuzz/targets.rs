//! Fuzz targets: each replaces one kind of file of a small site in memory, reads and renders the site, and runs all rules. They
//! check that nothing panics, that every finding points into its file, and that the size of all findings is in proportion to that
//! of the file.

use std::collections::BTreeMap;

use diagnostic::{Diagnostic, Place, Style};
use inspect::{
    Files, LinkFollower, Output, Page, RequestUrls, Scope, addresses::Addresses, blame::Blame,
    inspect,
};
use project::Project;

#[path = "project.rs"]
mod project;

const SITE: &str =
    "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\n[stats]\nyears = 7\n";
const STRUCTURE: &str = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\n\
                         route = \"/{path}\"\ntemplate = \"page.html\"\nsections = true\n\
                         [[collection]]\nname = \"list\"\nfile = \"list.toml\"\nschema = \"schemas/list.json\"\n\
                         [[redirect]]\nfrom = \"/old\"\nto = \"/\"\n";
const SCHEMA: &str = "{\"type\":\"object\",\"required\":[\"title\"],\"properties\":{\"title\":{\"type\":\"string\",\"maxLength\":40},\
                      \"date\":{\"type\":\"string\",\"format\":\"date\"},\"tags\":{\"type\":\"array\",\"items\":{\"enum\":[\"a\",\"b\"]}},\
                      \"cover\":{\"type\":\"string\",\"format\":\"image\"}}}";
const LIST: &str = "[[item]]\ntitle = \"One\"\n";
const INDEX: &str = "+++\ntitle = \"Home\"\n+++\n# One\n\n<Note kind=\"a\">\n\nText {{ site.stats.years }}.\n\n</Note>\n";
const PAGE: &str = "<!doctype html><html lang=\"{{ page.lang }}\"><head><title>{{ page.meta.title }}</title></head><body>\
                    <main><h1>{{ page.title }}</h1>{{ page.content }}{% for one in collection(name=\"list\") %}<p>{{ one.title }}</p>\
                    {% endfor %}</main></body></html>";
const NOTE: &str = "{% component Note(kind: string = \"b\") %}<aside class=\"{{ kind }}\">{{ body | default(value=\"\") }}</aside>{% endcomponent Note %}";

/// Maximum size of the rendered findings, in bytes for each byte of the file. A finding about a single character quotes its line,
/// up to a limit, and is rendered in three styles.
const REPORTED: usize = 4_000;

/// Fuzzes the front matter of a document.
pub fn front_matter(data: &[u8]) {
    with("content/pages/index.md", data);
}

/// Fuzzes the settings files and a list file.
pub fn toml(data: &[u8]) {
    for path in [
        "content/site.toml",
        "content/structure.toml",
        "content/menus.toml",
        "content/list.toml",
    ] {
        with(path, data);
    }
}

/// Fuzzes the text of a document.
pub fn markdown(data: &[u8]) {
    let text = [b"+++\ntitle = \"Home\"\n+++\n", data].concat();
    with("content/pages/index.md", &text);
}

/// Fuzzes a schema.
pub fn schema(data: &[u8]) {
    with("content/schemas/page.json", data);
}

/// Fuzzes a template and a component.
pub fn template(data: &[u8]) {
    with("themes/t/templates/page.html", data);
    with("themes/t/templates/components/note.html", data);
}

/// Fuzzes the cache of an earlier build. Any bytes must be either ignored or used as cached pages.
pub fn cache(data: &[u8]) {
    if let Ok(cached) = postcard::from_bytes::<Vec<Page>>(data) {
        let project = project("content/site.toml", SITE);
        check(&project.inspected(|_| cached).1, data.len());
    }
}

/// Returns the bytes of the cache that a build of the unmodified site writes.
pub fn good_cache() -> Vec<u8> {
    let (pages, _) = project("content/site.toml", SITE).inspected(|pages| pages);
    postcard::to_stdvec(&pages).unwrap_or_default()
}

fn with(path: &str, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let diagnostics = project(path, &text).diagnostics();
    check(&diagnostics, data.len());
}

/// Creates the valid site with one file replaced or added.
fn project<'a>(path: &str, text: &str) -> Project<'a> {
    let mut files = BTreeMap::from([
        ("content/site.toml", SITE),
        ("content/structure.toml", STRUCTURE),
        ("content/schemas/page.json", SCHEMA),
        ("content/schemas/list.json", SCHEMA),
        ("content/list.toml", LIST),
        ("content/pages/index.md", INDEX),
        ("themes/t/templates/page.html", PAGE),
        ("themes/t/templates/components/note.html", NOTE),
    ]);
    files.insert(path, text);
    let mut project = Project::new(files);
    project.scope.check = true;
    project
}

fn check(diagnostics: &[Diagnostic], size: usize) {
    let mut reported = 0;
    for one in diagnostics {
        for (Place { source, span }, _) in one.place.iter().chain(&one.related) {
            assert!(
                source.text.get(span.clone()).is_some(),
                "{}: {span:?}: {one:?}",
                source.path
            );
        }
        assert!(!one.message.is_empty());
        for style in [Style::Plain, Style::Json, Style::Github] {
            reported += diagnostic::render(one, style).len();
        }
    }
    assert!(
        reported <= REPORTED * (size + 20),
        "{reported} bytes are reported for {size}"
    );
}
