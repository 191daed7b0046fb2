//! Fuzz targets: each replaces one kind of file of a small site in memory, reads and renders the site, and runs all rules.
//! Nothing may panic, every place of a finding must be within its file, and the findings must not be out of proportion to the
//! file.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use content::{Content, Selection, Tree};
use diagnostic::{Diagnostic, Place, Source, Style};
use inspect::{Files, LinkTargets, Output, Page, Scope, blame::Blame};
use jiff::civil::date;
use render::{AssetIndex, Build, HtmlFile, Input, Renderer, Templates};

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

/// Maximum number of bytes of rendered findings for each byte of the file. A finding about a single character quotes its line,
/// up to a limit, and is rendered in three styles.
const REPORTED: usize = 4_000;

/// Fuzzes the front matter of a document.
pub fn front_matter(data: &[u8]) {
    with("content/pages/index.md", data);
}

/// Fuzzes the files of settings, and the file of a list.
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

/// HTML of cached pages.
#[derive(Debug)]
struct Html(Vec<u8>);

impl HtmlFile for Html {
    fn read(&self, part: Range<usize>) -> Option<Vec<u8>> {
        self.0.get(part).map(<[u8]>::to_vec)
    }
}

/// Fuzzes the cache of an earlier build. Whatever it contains, it is either ignored or used for pages.
pub fn cache(data: &[u8]) {
    let chunk = (
        data.to_vec(),
        Arc::new(Html(data.to_vec())) as Arc<dyn HtmlFile>,
    );
    let site = Site::with("content/none.txt", "");
    let mut diagnostics = Vec::new();
    if let Some(content) = site.content(&mut diagnostics) {
        site.render(
            &content,
            Renderer::from_chunks(diagnostic::Fingerprint::default(), vec![chunk]),
            &mut diagnostics,
        );
    }
    check(&diagnostics, data.len());
}

/// Returns the bytes of the cache that a build of the unchanged site leaves.
pub fn good_cache() -> Vec<u8> {
    let site = Site::with("content/none.txt", "");
    let content = site.content(&mut Vec::new());
    let mut renderer = Renderer::default();
    if let Some(content) = content {
        let (plan, _) = render::plan(&content);
        renderer.render(&site.input(&content, &plan));
    }
    let chunks = renderer.chunks();
    let bytes = chunks.first().and_then(|chunk| chunk.to_bytes().ok());
    bytes.unwrap_or_default()
}

fn with(path: &str, data: &[u8]) {
    let site = Site::with(path, &String::from_utf8_lossy(data));
    let mut diagnostics = Vec::new();
    if let Some(content) = site.content(&mut diagnostics) {
        site.render(&content, Renderer::default(), &mut diagnostics);
    }
    check(&diagnostics, data.len());
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

/// A project in memory: its content and templates.
struct Site {
    tree: Tree,
    templates: Templates,
}

/// Index of assets, which is empty for every site.
static ASSETS: LazyLock<Arc<AssetIndex>> = LazyLock::new(Arc::default);

impl Site {
    /// Creates the valid site with one of its files replaced, or with one more file.
    fn with(path: &str, text: &str) -> Self {
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
        let mut site = Self {
            tree: Tree::default(),
            templates: Templates::default(),
        };
        for (path, text) in files {
            let source = Source::new(path, text);
            match path.strip_prefix("themes/t/templates/") {
                Some(name) => drop(site.templates.insert(name.to_owned(), source)),
                None => drop(site.tree.texts.insert(path.to_owned(), source)),
            }
        }
        site
    }

    fn content(&self, diagnostics: &mut Vec<Diagnostic>) -> Option<Content> {
        let selection = Selection {
            date: date(2026, 11, 21),
            drafts: false,
            future: false,
        };
        let (content, found) = content::assemble(&self.tree, &selection);
        diagnostics.extend(found);
        content
    }

    fn input<'a>(&'a self, content: &'a Content, plan: &'a Arc<render::Plan>) -> Input<'a> {
        static BUILD: LazyLock<Build> = LazyLock::new(|| Build {
            date: date(2026, 11, 21),
            api_url: "/api".to_owned(),
        });
        static FORMS: BTreeMap<String, serde_json::Value> = BTreeMap::new();
        Input {
            content,
            plan,
            templates: &self.templates,
            assets: &ASSETS,
            forms: &FORMS,
            build: &BUILD,
            store: None,
            first: None,
        }
    }

    /// Renders the pages and runs every rule.
    fn render(&self, content: &Content, mut renderer: Renderer, diagnostics: &mut Vec<Diagnostic>) {
        let (plan, found) = render::plan(content);
        diagnostics.extend(found);
        let (rendered, found) = renderer.render(&self.input(content, &plan));
        diagnostics.extend(found);
        let pages = rendered.pages.into_iter();
        let pages: Vec<Arc<Page>> = pages.map(|page| Page::new(page, Vec::new())).collect();
        let files = rendered.files.into_iter();
        let files: Files = files.map(|(path, text)| (path, text.into())).collect();
        let names = HashMap::new();
        let styles = BTreeMap::new();
        let blame = Blame::new(&self.tree, &self.templates, &plan, &names, &pages);
        let mut targets = LinkTargets::default();
        targets.update(&plan, &files, &content.structure.rewrites, "");
        diagnostics.extend(inspect::inspect(&Output {
            pages: &pages,
            files: &files,
            plan: &plan,
            targets: &targets,
            content,
            tree: &self.tree,
            templates: &self.templates,
            styles: &styles,
            date: date(2026, 11, 21),
            scope: Scope {
                check: true,
                ..Scope::default()
            },
            ask: None,
            is_cancelled: &|| false,
            blame: &blame,
            whole: true,
        }));
    }
}
