//! A site in a string, and what the rules find in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::Tree;
use diagnostic::{Severity, Source};

use crate::blame::Blame;
use crate::files::Files;
use crate::inspect::inspect;
use crate::output::{Ask, Output};
use crate::page::Page;
use crate::scope::Scope;

const SITE: &str = "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\n\
                    [stats.years]\nvalue = \"7+\"\n[stats.clients]\nvalue = \"500+\"\n\
                    [hours]\nopens = \"10:00\"\ncloses = \"19:00\"\n[contact.a]\nphone = \"+91 98765 43210\"\n";
const STRUCTURE: &str = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\n\
                         route = \"/{path}\"\ntemplate = \"page.html\"\n";
const PAGE: &str = "<!doctype html><html lang=\"{{ page.lang }}\"><head><title>{{ page.meta.title }}</title>\
                    <meta name=\"description\" content=\"{{ page.meta.description }}\">\
                    {% if page.noindex %}<meta name=\"robots\" content=\"noindex\">{% endif %}\
                    <link rel=\"canonical\" href=\"{{ page.permalink }}\"></head><body>\
                    <header><nav></nav></header>\
                    <main><h1>{{ page.title }}</h1>\n{{ page.content }}</main><footer></footer></body></html>";
const INDEX: &str = "+++\ntitle = \"Home\"\ndescription = \"A description that is long enough for what search results show.\"\n+++\n";
/// A project in memory.
#[derive(Default)]
pub struct Site<'a> {
    files: BTreeMap<String, String>,
    output: Files,
    scope: Scope,
    ask: Option<&'a Ask<'a>>,
}

/// A site of one page that has nothing wrong with it.
pub fn site<'a>() -> Site<'a> {
    let scope = Scope {
        check: true,
        ..Scope::default()
    };
    let site = Site {
        scope,
        ..Site::default()
    };
    site.file("content/site.toml", SITE)
        .file("content/structure.toml", STRUCTURE)
        .file("content/schemas/page.json", "{}")
        .file("content/pages/index.md", INDEX)
        .file("themes/t/templates/page.html", PAGE)
        .output("404.html", b"")
}

impl<'a> Site<'a> {
    /// Adds or replaces a file of the project.
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.files.insert(path.to_owned(), text.to_owned());
        self
    }

    /// Adds text to a file of the project.
    pub fn append(mut self, path: &str, text: &str) -> Self {
        self.files
            .entry(path.to_owned())
            .or_default()
            .push_str(text);
        self
    }

    /// Adds a page of this name whose text is `text`.
    pub fn page(self, name: &str, text: &str) -> Self {
        let page = format!(
            "+++\ntitle = \"{name}\"\ndescription = \"A description of {name} that is long enough for search results.\"\n+++\n{text}\n"
        );
        self.file(&format!("content/pages/{name}.md"), &page)
    }

    /// Adds a file of the output, such as a style sheet.
    pub fn output(mut self, path: &str, bytes: &[u8]) -> Self {
        self.output
            .insert(path.to_owned(), bytes::Bytes::copy_from_slice(bytes));
        self
    }

    /// Runs the rules of a scope.
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Answers the rule that asks other sites.
    pub fn ask(mut self, ask: &'a Ask<'a>) -> Self {
        self.ask = Some(ask);
        self
    }

    /// Findings with one of these codes, one a line: `file:line:column: severity: code: message`, on 2026-11-21.
    pub fn findings(&self, codes: &[&str]) -> Vec<String> {
        self.diagnostics()
            .iter()
            .filter(|one| codes.contains(&one.code.name))
            .map(|one| {
                let place = one.place.as_ref().map_or_else(
                    || "?".to_owned(),
                    |(place, _)| {
                        let at = place.line_column();
                        format!("{}:{}:{}", place.source.path, at.line, at.column)
                    },
                );
                let severity = if one.severity == Severity::Error {
                    "error"
                } else {
                    "warning"
                };
                format!("{place}: {severity}: {}: {}", one.code.name, one.message)
            })
            .collect()
    }

    /// Findings with one of these codes as people see them.
    pub fn drawn(&self, codes: &[&str]) -> String {
        let found = self.diagnostics();
        let drawn = found.iter().filter(|one| codes.contains(&one.code.name));
        drawn
            .map(|one| diagnostic::render(one, diagnostic::Style::Plain))
            .collect()
    }

    /// Everything found, reading and rendering included.
    pub fn diagnostics(&self) -> Vec<diagnostic::Diagnostic> {
        let sources = |prefix: &str| -> BTreeMap<String, Arc<Source>> {
            let below = self
                .files
                .iter()
                .filter(|(path, _)| path.starts_with(prefix));
            below
                .map(|(path, text)| (path.clone(), Source::new(path.clone(), text.clone())))
                .collect()
        };
        let tree = Tree {
            texts: sources("content/"),
            ..Tree::default()
        };
        let styles = sources("themes/t/styles/");
        let templates = sources("themes/t/templates/")
            .into_iter()
            .map(|(path, source)| {
                (
                    path.trim_start_matches("themes/t/templates/").to_owned(),
                    source,
                )
            })
            .collect();
        let date = jiff::civil::date(2026, 11, 21);
        let selection = content::Selection {
            date,
            drafts: false,
            future: false,
        };
        let (content, mut found) = content::assemble(&tree, &selection);
        let Some(content) = content else { return found };
        let (plan, more) = render::plan(&content);
        found.extend(more);
        let build = render::Build {
            date,
            api_url: "/api".to_owned(),
        };
        let index = Arc::default();
        let (rendered, more) = render::Renderer::default().render(&render::Input {
            content: &content,
            plan: &plan,
            templates: &templates,
            assets: &index,
            forms: &BTreeMap::new(),
            build: &build,
        });
        found.extend(more);
        let pages: Vec<Arc<Page>> = rendered
            .pages
            .into_iter()
            .map(|page| Page::new(page, None))
            .collect();
        let mut files = self.output.clone();
        files.extend(
            rendered
                .files
                .into_iter()
                .map(|(path, text)| (path, text.into())),
        );
        let asset_names = std::collections::HashMap::new();
        let blame = Blame::new(&tree, &templates, &plan, &asset_names, &content.site);
        found.extend(inspect(&Output {
            pages: &pages,
            files: &files,
            plan: &plan,
            content: &content,
            tree: &tree,
            templates: &templates,
            styles: &styles,
            date,
            scope: self.scope,
            ask: self.ask,
            blame: &blame,
            whole: true,
        }));
        found
    }
}

#[test]
fn a_good_site_has_nothing_to_mend() {
    let found = site().diagnostics();
    let drawn: String = found
        .iter()
        .map(|one| diagnostic::render(one, diagnostic::Style::Plain))
        .collect();
    assert_eq!(drawn, "");
}
