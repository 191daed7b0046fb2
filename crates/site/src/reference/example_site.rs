//! The example site of the reference, from which all its examples are taken. It is the bakery's site that the tests use,
//! extended by a form, a second language, a calendar, search, `llms.txt`, and settings of the rules.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use content::{Selection, Tree};
use diagnostic::{Diagnostic, Source, Style};
use jiff::civil::date;
use render::{AssetIndex, Build, Input, Picture, SiteRenderer, Templates, Theme};
use serde_json::json;

const THEME: &str = "themes/bakery/templates/";

/// Files that the example site adds to the bakery's site, and text that it appends to existing files.
const ADDED: &[(&str, &str)] = &[
    (
        "content/site.toml",
        "\n[languages.de]\nname = \"Deutsch\"\n",
    ),
    (
        "content/structure.toml",
        r#"
[[taxonomy.term]]
name = "Baking"
slug = "baking"
description = "Notes from the journal on dough, leaven, and ovens."

[[collection]]
name = "holidays"
file = "lists/holidays.toml"
schema = "schemas/holiday.json"

[[calendar]]
route = "/holidays/{slug}.ics"
collection = "holidays"
field = "town"
title = "Holidays: {term}"
page = "/about"

[search]
excerpt = 120
suggestions = ["Rye bread", "Opening hours"]
synonyms = [["bread", "loaf"], ["shop", "store", "bakery"]]

[[search.collection]]
name = "loaves"
label = "Bread"
fields = ["price"]
weight = 1.5

[[search.collection]]
name = "journal"

[llms]
description = "A bakery in Ulm that sells bread and keeps a journal."

[[llms.section]]
title = "Bread"
collection = "loaves"

[[llms.section]]
title = "Optional"
collection = "journal"
limit = 20

[[frame]]
page = "/about"
hosts = ["https://www.openstreetmap.org"]

[[allow]]
host = "https://gc.zgo.at"
for = ["script", "connect"]
reason = "counts visits without cookies"

[pictures]
widths = [480, 960, 1920]
quality = 80
"#,
    ),
    (
        "content/menus.toml",
        "\n[[main.group]]\nlabel = \"The new oven\"\nurl = \"/journal/new-oven\"\n",
    ),
    (
        "content/lists/holidays.toml",
        "[[item]]\ntitle = \"Closed\"\ntown = \"Ulm\"\ndates = [{ date = 2026-08-15 }]\n",
    ),
    ("content/schemas/holiday.json", "{}"),
    (
        "content/pages/about.de.md",
        "+++\ntitle = \"Über die Bäckerei\"\ndescription = \"Wer hier backt, und wann der Laden offen ist.\"\n+++\nWir backen nachts.\n",
    ),
    (
        "content/checks.toml",
        r#"#:schema ./schemas/checks.json

[rules]
duplicate-title = "error"
description-length = "off"

[review]
grace_days = 14

[[budget]]
pages = ["/journal/*"]
html = 20_000
images = 200_000
total = 250_000

[[contrast]]
text = "--ink"
on = "--paper"
at_least = 7

[[term]]
write = "sourdough"
not = ["sour dough", "sour-dough"]
reason = "the shop sign has one word"

[[fact]]
name = "number of ovens"
is = ["stats.ovens"]
patterns = ["{number} ovens"]

[external]
skip = ["https://intranet.millstone.example/"]
keep_days = 14

[orphans]
except = ["/thanks/*"]
"#,
    ),
    (
        "content/urls.toml",
        r#"#:schema ./schemas/urls.json

urls = [
  "/",
  "/about",
  "/old-prices",
]

[[gone]]
url = "/old-prices"
reason = "Prices are in the shop only."
"#,
    ),
    (
        "content/wording/claims.toml",
        r#"#:schema ../schemas/wording.json

name = "Claims about health"
signed_off_by = "Nora Weber"
signed_off_on = 2026-05-04

[[rule]]
id = "no-cures"
pattern = "(cures|heals)"
unless = ["cheese"]
reason = "Bread may not be said to heal."
instead = "Name what is in it."
source = "Regulation (EU) No 1169/2011, article 7(3)"
since = 2026-05-04
"#,
    ),
    (
        "content/words.toml",
        "basket = \"{count} loaves in your basket\"\n",
    ),
    (
        "content/forms/order.toml",
        r#"#:schema ../schemas/form.json

path = "/order"
page = "/order"
thanks = "/thanks/order"
title = "Order"
submit = "Order"
loading = "Ordering..."

[success]
title = "Thank you!"
message = "Your bread is ready at the time you chose."

[failure]
title = "Not ordered"
message = "Please try again, or call us."

[privacy]
version = "2026-05-01"
purpose = "We use these details only for your order."
retention_days = 400

[[privacy.links]]
label = "Privacy notice"
url = "/privacy"

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
autocomplete = "email"
purpose = "To tell you when it is ready."

[field.errors]
required = "Email: we need an address to reply to."

[[field]]
name = "loaf"
label = "Loaf"
type = "select"
options = ["Rye", "Spelt", { value = "half", label = "Half a loaf of rye" }]
purpose = "To bake it for you."
"#,
    ),
];

/// Returns the text of a file of the example site.
pub fn file(path: &str) -> String {
    files().remove(path).unwrap()
}

fn files() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bakery");
    let mut files = BTreeMap::new();
    for folder in ["content", "themes"] {
        for (path, source) in Tree::read(&root, folder).texts {
            files.insert(path, source.text.clone());
        }
    }
    for (path, text) in ADDED {
        files.entry((*path).to_owned()).or_default().push_str(text);
    }
    // The examples also show sections, related pages, and summaries, which are optional.
    let structure = files.get_mut("content/structure.toml").unwrap();
    for (template, more) in [
        ("page", "sections = true\nrelated = 2\n"),
        ("entry", "summaries = true\n"),
    ] {
        let line = format!("template = \"{template}.html\"\n");
        *structure = structure.replacen(&line, &format!("{line}{more}"), 1);
    }
    files
}

/// Renders template code on a page of the example site, and returns the output of each example.
pub fn rendered(url: &str, examples: &[&str]) -> Vec<String> {
    const SEPARATOR: &str = "\n=====\n";
    let mut tree = Tree::default();
    let mut templates = Templates::default();
    for (path, text) in files() {
        let source = Source::new(&path, text);
        match path.strip_prefix(THEME) {
            Some(name) => drop(templates.insert(name.to_owned(), source)),
            None => drop(tree.texts.insert(path, source)),
        }
    }
    let selection = Selection {
        date: date(2026, 6, 1),
        drafts: false,
        future: false,
    };
    let (content, diagnostics) = content::load(&tree, &selection);
    assert_none(&diagnostics);
    let content = content.unwrap();
    let (plan, diagnostics) = render::plan(&content);
    assert_none(&diagnostics);
    let route = plan.routes.get(url).unwrap();
    let path = format!("{THEME}{}", route.template);
    let source = Source::new(path, examples.join(SEPARATOR));
    templates.insert(route.template.clone(), source);
    let ids = render::with_related(&content).into_iter();
    let features = ids.map(|id| (id, Arc::new(render::features(&content, id))));
    let values = content.all_documents();
    let values = values.map(|_| Arc::default());
    let values = values.collect();
    let input = Input {
        forms: content.forms.clone(),
        related: Arc::new(render::related(&content, &features.collect())),
        content: Arc::new(content),
        plan: Arc::clone(&plan),
        values,
        theme: Arc::new(Theme::new(templates)),
        highlighter: Arc::default(),
        assets: Arc::new(assets()),
        build: Build {
            date: selection.date,
            api_url: "/api".to_owned(),
        },
    };
    let site = SiteRenderer::new(input);
    let mut outcome = site.page_renderer().render(route);
    let page = outcome.page.take();
    assert_none(&site.diagnostics([(route, outcome)]));
    let html = page.unwrap().html;
    let results = html.split(SEPARATOR);
    results
        .map(|result| without_placeholders(result.trim()))
        .collect()
}

/// Returns the HTML with a `<site-island>` element in place of each island's placeholder.
fn without_placeholders(html: &str) -> String {
    let calls = render::island::calls(html);
    render::island::fill(
        html,
        &calls,
        calls.iter().map(|_| "<site-island>…</site-island>"),
    )
}

fn assert_none(diagnostics: &[Diagnostic]) {
    let reports = diagnostics
        .iter()
        .map(|one| diagnostic::render(one, Style::Plain));
    assert_eq!(reports.collect::<String>(), "");
}

/// Returns an index of the assets that the site's templates name.
fn assets() -> AssetIndex {
    let urls = [
        ("images/loaf.svg", "/assets/loaf-5e1c3a.svg"),
        ("images/oven.jpg", "/assets/oven-93f0d2.jpg"),
        ("styles/main.css", "/assets/main-c07b4e.css"),
    ];
    let urls = urls.map(|(name, url)| (name.to_owned(), url.to_owned()));
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M1 7V3h6v4z\"/></svg>";
    let photo = Picture {
        mark: "93F0D2AB".to_owned(),
        width: 1200,
        height: 800,
        extension: "jpg".to_owned(),
        avif: false,
        color: Some("#8a6f4e".to_owned()),
        widths: content::Pictures::default().widths,
        encoded: None,
    };
    AssetIndex {
        urls: urls.into(),
        pictures: [("images/oven.jpg".to_owned(), photo)].into(),
        sizes: [("images/oven.jpg".to_owned(), (1200, 800))].into(),
        drawings: [("images/loaf.svg".to_owned(), drawing.to_owned())].into(),
        islands: [(
            "OrderForm".to_owned(),
            json!({ "type": "object", "properties": { "loaves": { "type": "number" } } }),
        )]
        .into(),
        card_renderer: String::new(),
        incomplete: false,
        ..AssetIndex::default()
    }
}
