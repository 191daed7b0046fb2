//! document-head: a page begins in a way because of which browsers or other programs misread it.

use diagnostic::{Diagnostic, Severity::Warning};

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::page_links::LinkTarget;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    DOCUMENT_HEAD {
        name: "document-head",
        severity: Warning,
        summary: "the beginning of a page lacks something that browsers need, or has it twice",
        why: "Browsers lay the page out by old rules, guess its encoding, or keep visitors from enlarging it; shared links have no picture.",
        example: "a base template without <!doctype html> or <meta charset=\"utf-8\">; user-scalable=no; <meta property=\"og:image\" content=\"/card.png\">",
        fix: "Correct the base template as the finding says.",
        source: "HTML standard, 13.1.1 and 4.2.5.4; WCAG 2.2, 1.4.4; Open Graph protocol",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for (message, help, text) in mistakes(site, url, page) {
            let diagnostic = Diagnostic::new(&DOCUMENT_HEAD, message).help(help);
            diagnostics.push(site.at_text(diagnostic, url, &[&text, "<html", "<head"]));
        }
    }
}

/// Returns what is wrong with the beginning of a page: a message, help, and a text of its source.
fn mistakes(
    site: &Inspection<'_>,
    url: &str,
    page: &Markup,
) -> Vec<(String, &'static str, String)> {
    let mut found = Vec::new();
    if !begins_with_doctype(page.whole()) {
        let message = format!("the page on {url} does not begin with <!doctype html>");
        found.push((
            message,
            "write <!doctype html> in the first line of the base template",
            String::new(),
        ));
    }
    let attribute = |element: usize, name: &str| page.attribute(element, name).unwrap_or_default();
    let metas: Vec<usize> = page.named(&["meta"]).collect();
    let has_charset = metas.iter().any(|one| {
        page.attribute(*one, "charset").is_some()
            || attribute(*one, "http-equiv").eq_ignore_ascii_case("content-type")
    });
    if !has_charset && !page.whole().is_ascii() {
        let message = format!("the page on {url} does not say how its letters are encoded");
        found.push((
            message,
            "write <meta charset=\"utf-8\"> at the top of the <head>",
            String::new(),
        ));
    }
    for meta in &metas {
        let content = attribute(*meta, "content");
        let spaceless: String = content.split_whitespace().collect();
        let keeps_size = |one: &str| {
            let pair = one.split_once('=');
            matches!(
                pair,
                Some(("user-scalable", "no" | "0") | ("maximum-scale", "1" | "1.0"))
            )
        };
        if attribute(*meta, "name") == "viewport" && spaceless.split([',', ';']).any(keeps_size) {
            let message = format!("the page on {url} cannot be enlarged");
            found.push((
                message,
                "remove user-scalable and maximum-scale",
                content.to_owned(),
            ));
        }
        if attribute(*meta, "property") == "og:image" && !content.is_empty() {
            let is_missing = matches!(site.link_target(content, url), LinkTarget::Missing(_));
            let message = if is_missing {
                format!("the picture for shared links on {url} does not exist")
            } else if content.contains("://") {
                continue;
            } else {
                format!("the picture for shared links on {url} has no whole URL")
            };
            let help = "write a URL that begins with https:// and leads to a picture";
            found.push((message, help, content.to_owned()));
        }
    }
    let titles = page
        .named(&["title"])
        .filter(|one| !page.is_within(*one, &["svg"]));
    let titles: Vec<usize> = titles.collect();
    // One in the body is at a wrong place.
    if titles.len() > 1 && !titles.iter().any(|one| page.is_within(*one, &["body"])) {
        let message = format!("the page on {url} has {} <title> elements", titles.len());
        found.push((
            message,
            "keep the one with the title of the page",
            "<title".to_owned(),
        ));
    }
    let links = page
        .named(&["link"])
        .filter(|one| attribute(*one, "rel") == "canonical");
    if links.count() > 1 {
        let message = format!("the page on {url} has more than one canonical URL");
        found.push((
            message,
            "keep the one with {{ page.permalink }}",
            "canonical".to_owned(),
        ));
    }
    found
}

/// Returns whether HTML begins with the doctype, which spaces and comments may precede (HTML standard, 13.1).
fn begins_with_doctype(html: &str) -> bool {
    const DOCTYPE: &str = "<!doctype html";
    let mut rest = html.trim_start_matches('\u{feff}').trim_start();
    while let Some((_, after)) = rest
        .strip_prefix("<!--")
        .and_then(|rest| rest.split_once("-->"))
    {
        rest = after.trim_start();
    }
    let start = rest.get(..DOCTYPE.len()).unwrap_or_default();
    start.eq_ignore_ascii_case(DOCTYPE)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::fixture::site;

    #[test]
    fn beginnings() {
        let head = "<meta charset=\"utf-8\"><title>t</title><link rel=\"canonical\" href=\"https://e.org/a\">";
        for (start, head, expected) in [
            ("<!DOCTYPE html>", head.to_owned(), ""),
            ("<!-- x -->\n<!doctype html>", head.to_owned(), ""),
            (
                "",
                head.to_owned(),
                "the page on /a does not begin with <!doctype html>",
            ),
            (
                "<!doctype html>",
                head.replace("charset", "x"),
                "the page on /a does not say how its letters are encoded",
            ),
            (
                "<!doctype html>",
                format!("{head}<title></title>"),
                "the page on /a has 2 <title> elements",
            ),
            (
                "<!doctype html>",
                format!("{head}<link rel=\"canonical\" href=\"/x\">"),
                "the page on /a has more than one canonical URL",
            ),
            (
                "<!doctype html>",
                format!(
                    "{head}<meta name=\"viewport\" content=\"width=device-width, user-scalable=no\">"
                ),
                "the page on /a cannot be enlarged",
            ),
            (
                "<!doctype html>",
                format!("{head}<meta property=\"og:image\" content=\"/nope.png\">"),
                "the picture for shared links on /a does not exist",
            ),
        ] {
            let template = format!(
                "{start}<html lang=\"en\"><head>{head}</head><body><main><h1>x</h1><svg><title>s</title></svg>{{{{ page.content }}}}</main></body></html>"
            );
            let found = site()
                .file("themes/t/templates/page.html", &template)
                .page("a", "Text, é.");
            let found = found.findings(&["document-head"]);
            let messages: Vec<&str> = found
                .iter()
                .map(|one| one.rsplit("document-head: ").next().unwrap_or_default())
                .collect();
            // The home page has the same template.
            let messages = messages.iter().map(|one| one.replace(" on /a", " on /"));
            let messages: BTreeSet<String> = messages.collect();
            let expected = expected.replace(" on /a", " on /");
            let expected = Some(expected).filter(|one| !one.is_empty());
            assert_eq!(messages, BTreeSet::from_iter(expected), "{head}");
        }
    }
}
