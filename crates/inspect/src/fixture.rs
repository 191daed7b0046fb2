//! A site in memory for tests of rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, LineColumn, Place, first_line};
use expect_test::Expect;
use render::{Route, RouteKind, Routes};

use crate::addresses::Addresses;
use crate::blame::Blame;
use crate::files::Files;
use crate::inspect::inspect;
use crate::output::{Output, RequestUrls};
use crate::page::Page;
use crate::page_links::LinkFollower;
use crate::scope::Scope;
use project::Project;

#[path = "../fuzz/project.rs"]
mod project;

const SITE: &str = "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\n\
                    [stats.years]\nvalue = \"7+\"\n[stats.clients]\nvalue = \"500+\"\n\
                    [hours]\nopens = \"10:00\"\ncloses = \"19:00\"\n[contact.a]\nphone = \"+91 98765 43210\"\n";
const STRUCTURE: &str = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/page.json\"\n\
                         route = \"/{path}\"\ntemplate = \"page.html\"\n";
const PAGE: &str = "<!doctype html><html lang=\"{{ page.lang }}\"><head><meta name=\"viewport\" content=\"width=device-width\"><title>{{ page.meta.title }}</title>\
                    <meta name=\"description\" content=\"{{ page.meta.description }}\">\
                    {% if page.noindex %}<meta name=\"robots\" content=\"noindex\">{% endif %}\
                    <link rel=\"canonical\" href=\"{{ page.permalink }}\"></head><body>\
                    <header><nav></nav></header>\
                    <main><h1>{{ page.title }}</h1>\n{{ page.content }}</main><footer></footer></body></html>";
const INDEX: &str = "+++\ntitle = \"Home\"\ndescription = \"A description that is long enough for what search results show.\"\n+++\n";

/// A project in memory, and the settings of its inspection.
#[derive(Default, Clone)]
pub struct Site<'a> {
    files: BTreeMap<String, String>,
    output: Files,
    scope: Scope,
    request_urls: Option<&'a RequestUrls<'a>>,
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

    /// Appends text to a file of the project.
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
    pub fn request_urls(mut self, request_urls: &'a RequestUrls<'a>) -> Self {
        self.request_urls = Some(request_urls);
        self
    }

    /// Returns the findings with one of these codes on 2026-11-21, each as `file:line:column: severity: code: message`.
    pub fn findings(&self, codes: &[&str]) -> Vec<String> {
        let line = |one: &Diagnostic| {
            let place = one.place.as_ref().map(|(place, _)| position(place));
            let (place, severity) = (place.unwrap_or_default(), one.severity.name());
            format!("{place}: {severity}: {}: {}", one.code.name, one.message)
        };
        self.with_codes(codes).iter().map(line).collect()
    }

    /// Asserts that [`Site::findings`] returns `expected`.
    #[track_caller]
    pub fn assert_findings(&self, codes: &[&str], expected: &[&str]) {
        assert_eq!(self.findings(codes), expected);
    }

    /// Asserts the findings with one of these codes on 2026-11-21. A finding is printed as its place with the marked text, its
    /// severity, code, message, and label in parentheses, and then its help and notes.
    #[track_caller]
    pub fn assert_report(&self, codes: &[&str], expected: &Expect) {
        let report: String = self.with_codes(codes).iter().map(report).collect();
        expected.assert_eq(&report);
    }

    /// Asserts which messages with one of these codes each case of a table has. The input of a case is the text of a page.
    #[track_caller]
    pub fn assert_messages(&self, codes: &[&str], table: &str) {
        for (text, expected) in cases(table) {
            let page = self.clone().page("a", &text.replace(r"\n", "\n"));
            let diagnostics = page.with_codes(codes);
            let messages: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
            assert_eq!(messages, expected, "{text}");
        }
    }

    fn with_codes(&self, codes: &[&str]) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics();
        diagnostics.retain(|one| codes.contains(&one.code.name));
        diagnostics
    }

    /// Returns all findings, including those of reading and rendering.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let files = self.files.iter();
        let mut project = Project::new(files.map(|(path, text)| (path.as_str(), text.as_str())));
        project.files.clone_from(&self.output);
        (project.scope, project.request_urls) = (self.scope, self.request_urls);
        project.diagnostics()
    }
}

fn position(place: &Place) -> String {
    let LineColumn { line, column } = place.line_column();
    format!("{}:{line}:{column}", place.source.path)
}

fn report(one: &Diagnostic) -> String {
    let marked = |place: &Place| {
        let text = &place.source.text[place.span.clone()];
        format!("{} «{}» ", position(place), first_line(text))
    };
    let (place, label) = match &one.place {
        Some((place, label)) => (marked(place), label.as_str()),
        None => (String::new(), ""),
    };
    let label = match label {
        "" => String::new(),
        label => format!(" ({label})"),
    };
    let (severity, code, message) = (one.severity.name(), one.code.name, &one.message);
    let mut text = format!("{place}{severity}[{code}]: {message}{label}\n");
    for help in &one.help {
        text += &format!("  help: {help}\n");
    }
    for (place, label) in &one.related {
        text += &format!("  note: {}{label}\n", marked(place));
    }
    text
}

/// Returns routes with these URLs and without content.
pub fn routes(urls: &[&str]) -> Routes {
    let routes = urls.iter().map(|url| {
        let route = Route {
            url: (*url).to_owned(),
            output: render::output_path(url),
            lang: "en".to_owned(),
            template: String::new(),
            kind: RouteKind::Page,
            document: None,
            listing: None,
            term: None,
            parent: None,
            relatives: render::Relatives::default(),
            fingerprint: diagnostic::Fingerprint::default(),
        };
        Arc::new(route)
    });
    Routes::new(routes.collect())
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

#[test]
fn the_site_of_the_fixture_has_no_mistakes() {
    assert_eq!(site().diagnostics(), []);
}
