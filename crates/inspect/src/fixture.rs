//! A site in memory for tests of rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::Tree;
use diagnostic::{Diagnostic, Place, Source};
use render::{Kind, Route, Routes};

use crate::blame::Blame;
use crate::files::Files;
use crate::inspect::inspect;
use crate::link_targets::LinkTargets;
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

/// A project in memory, and the settings of its inspection.
#[derive(Default)]
pub struct Site<'a> {
    files: BTreeMap<String, String>,
    output: Files,
    scope: Scope,
    ask: Option<&'a Ask<'a>>,
}

/// Creates a site that has one page and no mistakes.
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
    /// Adds a file to the project, or replaces it.
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

    /// Adds a page with this name and text.
    pub fn page(self, name: &str, text: &str) -> Self {
        self.page_with(name, "", text)
    }

    /// Adds a page with this name and text, and with more keys after the title and description of its front matter.
    pub fn page_with(self, name: &str, keys: &str, text: &str) -> Self {
        let page = format!(
            "+++\ntitle = \"{name}\"\ndescription = \"A description of {name} that is long enough for search results.\"\n{keys}+++\n{text}\n"
        );
        self.file(&format!("content/pages/{name}.md"), &page)
    }

    /// Adds a file of the output, such as a style sheet.
    pub fn output(mut self, path: &str, bytes: &[u8]) -> Self {
        self.output
            .insert(path.to_owned(), bytes::Bytes::copy_from_slice(bytes));
        self
    }

    /// Sets the rules to run.
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Sets the function that requests URLs of other sites.
    pub fn ask(mut self, ask: &'a Ask<'a>) -> Self {
        self.ask = Some(ask);
        self
    }

    /// Returns the findings with one of these codes on 2026-11-21, each as `file:line:column: severity: code: message`.
    pub fn findings(&self, codes: &[&str]) -> Vec<String> {
        let line = |one: &Diagnostic| {
            let place = one.place.as_ref().map(|(place, _)| {
                let at = place.line_column();
                format!("{}:{}:{}", place.source.path, at.line, at.column)
            });
            let (place, severity) = (place.unwrap_or_default(), one.severity);
            let severity = format!("{severity:?}").to_lowercase();
            format!("{place}: {severity}: {}: {}", one.code.name, one.message)
        };
        self.with_codes(codes).iter().map(line).collect()
    }

    /// Returns the findings with one of these codes as `site check` prints them.
    pub fn drawn(&self, codes: &[&str]) -> String {
        let found = self.with_codes(codes);
        let draw = |one| diagnostic::render(one, diagnostic::Style::Plain);
        found.iter().map(draw).collect()
    }

    /// Asserts what [`Site::findings`] returns.
    #[track_caller]
    pub fn assert_findings(&self, codes: &[&str], expected: &[&str]) {
        assert_eq!(self.findings(codes), expected);
    }

    /// Asserts what [`Site::drawn`] returns.
    #[track_caller]
    pub fn assert_drawn(&self, codes: &[&str], expected: &str) {
        assert_eq!(self.drawn(codes), expected);
    }

    fn with_codes(&self, codes: &[&str]) -> Vec<Diagnostic> {
        let mut found = self.diagnostics();
        found.retain(|one| codes.contains(&one.code.name));
        found
    }

    /// Returns all findings, including those of reading and rendering.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let sources = |prefix: &str| -> BTreeMap<String, Arc<Source>> {
            let below = self
                .files
                .iter()
                .filter(|(path, _)| path.starts_with(prefix));
            below
                .map(|(path, text)| (path.clone(), Source::new(path.clone(), text.clone())))
                .collect()
        };
        let mut texts = sources("content/");
        let others = texts.extract_if(.., |path, _| !content::is_text(path));
        let others = others.map(|(path, _)| path).collect();
        let tree = Tree {
            texts,
            others,
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
            store: None,
            first: None,
        });
        found.extend(more);
        let pages: Vec<Arc<Page>> = rendered
            .pages
            .into_iter()
            .map(|page| Page::new(page, Vec::new()))
            .collect();
        let mut files = self.output.clone();
        files.extend(
            rendered
                .files
                .into_iter()
                .map(|(path, text)| (path, text.into())),
        );
        let asset_names = std::collections::HashMap::new();
        let blame = Blame::new(&tree, &templates, &plan, &asset_names, &pages);
        let mut targets = LinkTargets::default();
        targets.update(
            &plan,
            &files,
            &content.structure.rewrites,
            &content.config.base_url,
        );
        found.extend(inspect(&Output {
            pages: &pages,
            files: &files,
            plan: &plan,
            targets: &targets,
            content: &content,
            tree: &tree,
            templates: &templates,
            styles: &styles,
            date,
            scope: self.scope,
            ask: self.ask,
            is_cancelled: &|| false,
            blame: &blame,
            whole: true,
        }));
        found
    }
}

/// Returns routes with these URLs and without content.
pub fn routes(urls: &[&str]) -> Routes {
    let routes = urls.iter().map(|url| {
        let route = Route {
            url: (*url).to_owned(),
            output: render::output_path(url),
            lang: "en".to_owned(),
            template: String::new(),
            kind: Kind::Page,
            title: String::new(),
            description: String::new(),
            noindex: false,
            document: None,
            listing: None,
            related: None,
            term: None,
            parent: None,
            rule: None,
            place: Place::start_of(&Source::new("content/a.md", "")),
        };
        ((*url).to_owned(), Arc::new(route))
    });
    routes.collect::<BTreeMap<_, _>>().into()
}

/// Parses a table of test cases: a line is an input, and the lines after it that begin with `=> ` are its expected outputs.
pub fn cases(table: &str) -> Vec<(&str, Vec<&str>)> {
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line.strip_prefix("=> "), cases.last_mut()) {
            (Some(output), Some((_, expected))) => expected.push(output),
            _ => cases.push((line, Vec::new())),
        }
    }
    cases
}

/// Asserts for each case of a table, whose input is the text of a page, the messages with one of these codes.
#[track_caller]
pub fn assert_messages(codes: &[&str], table: &str) {
    for (text, expected) in cases(table) {
        let found = site().page("a", text).with_codes(codes);
        let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages, expected, "{text}");
    }
}

#[test]
fn the_site_of_the_fixture_has_no_mistakes() {
    assert_eq!(site().diagnostics(), []);
}
