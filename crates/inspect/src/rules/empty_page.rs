//! empty-page: a page has no text, although all others of its kind have some.

use std::collections::BTreeMap;

use content::Document;
use diagnostic::{Diagnostic, Severity::Warning};
use render::RouteKind;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    EMPTY_PAGE {
        name: "empty-page",
        severity: Warning,
        summary: "a page has no text, but every other page of its collection and template has some",
        why: "Visitors find a heading and nothing below it.",
        example: "an article whose file ends with its front matter",
        fix: "Write the text below the second +++ line, or set draft = true until it is written.",
    }
}

/// Minimum number of other pages of the same kind; with fewer, a page without text is not unusual.
const OTHERS: usize = 2;

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut kinds: BTreeMap<(&str, &str), Vec<(&str, &Document)>> = BTreeMap::new();
    for route in &site.output.plan.routes {
        let Some(document) = route.document_in(site.output.content) else {
            continue;
        };
        if route.kind == RouteKind::Page && document.source().path.ends_with(".md") {
            let key = (document.collection.as_str(), route.template.as_str());
            kinds.entry(key).or_default().push((&route.url, document));
        }
    }
    for documents in kinds.values() {
        let is_empty = |(url, one): &&(&str, &Document)| {
            without_comments(one.markdown()).is_empty() && !shows_value(site, url, one)
        };
        let mut empty = documents.iter().filter(is_empty);
        let (Some((_, only)), None) = (empty.next(), empty.next()) else {
            continue;
        };
        if documents.len() <= OTHERS {
            continue;
        }
        let message = format!(
            "this page has no text, but the {} other pages of its kind in `{}` do",
            documents.len() - 1,
            only.collection
        );
        let place = diagnostic::Place::start_of(only.source());
        diagnostics.push(
            Diagnostic::new(&EMPTY_PAGE, message)
                .at(place, "")
                .help("write text below the front matter, or set `draft = true`"),
        );
    }
}

/// Number of words from which on a value is a text.
const WORDS: usize = 3;

/// Returns whether a page shows a text of its front matter other than its heading, such as a lead. A page that is not meant to be found,
/// or that could not be made, counts as one that does.
fn shows_value(site: &Inspection<'_>, url: &str, document: &Document) -> bool {
    let Some(page) = site.markup.get(url) else {
        return true;
    };
    let is_text = |(key, value): (&String, &Value)| {
        let text = value.as_str().unwrap_or_default();
        let is_heading = matches!(key.as_str(), "title" | "heading" | "description");
        let words: Vec<&str> = text.split_whitespace().collect();
        !is_heading && words.len() >= WORDS && page.text(0).contains(&words.join(" "))
    };
    document.flag("noindex") || document.fields.iter().any(is_text)
}

/// Returns a text without the comments at its start and the spaces around it.
fn without_comments(text: &str) -> &str {
    let mut text = text.trim();
    while let Some((_, rest)) = text
        .strip_prefix("<!--")
        .and_then(|it| it.split_once("-->"))
    {
        text = rest.trim_start();
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn one_among_others() {
        let others = || {
            site()
                .append("content/pages/index.md", "Home.\n")
                .page("a", "Text.")
        };
        others()
            .page("b", "<!-- nothing yet -->\n<!-- later -->")
            .assert_report(&["empty-page"], &expect![[r#"
                content/pages/b.md:1:1 «+++» warning[empty-page]: this page has no text, but the 2 other pages of its kind in `pages` do
                  help: write text below the front matter, or set `draft = true`
            "#]]);
        let template = "<!doctype html><html lang=\"en\"><head><title>{{ page.title }}</title></head><body><main>{{ page.lead | default(value=\"\") }}{{ page.content }}</main></body></html>";
        let with_lead =
            "+++\ntitle = \"c\"\ndescription = \"d\"\nlead = \"Your message has arrived.\"\n+++\n";
        others()
            .file("themes/t/templates/page.html", template)
            .file("content/pages/c.md", with_lead)
            .assert_findings(&["empty-page"], &[]);
        let too_few = site().page("a", "").page("b", "Text.");
        for site in [others().page("b", "Text."), too_few] {
            site.assert_findings(&["empty-page"], &[]);
        }
    }
}
