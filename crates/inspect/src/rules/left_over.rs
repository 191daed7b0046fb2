//! left-over: something of the program shows on the page.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&LEFT_OVER],
    check,
};

/// `left-over`
pub static LEFT_OVER: Code = Code {
    name: "left-over",
    severity: Severity::Error,
    summary: "template code, or a value that is none, shows on the page",
    why: "Visitors read it, and take the rest of the page for no better.",
    example: "Dear {{ name }}, or [object Object]",
    fix: "Correct the template or the text. Code that is meant to be seen stands between backquotes.",
    source: "",
};

const SIGNS: [&str; 7] = [
    "{{",
    "{%",
    "[object Object]",
    "undefined",
    "NaN",
    "__tera",
    "<no value>",
];

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for node in page.within(0) {
            let Some(text) = page.as_text(node) else {
                continue;
            };
            if page.is_within(node, &["script", "style", "code", "pre", "template"]) {
                continue;
            }
            // A word such as "undefined" may be part of a sentence; alone it is a value that was missing.
            let sign = SIGNS.iter().find(|sign| match **sign {
                "undefined" | "NaN" => text.trim() == **sign,
                sign => text.contains(sign),
            });
            if let Some(sign) = sign {
                let line = text
                    .lines()
                    .find(|line| line.contains(sign))
                    .unwrap_or(text)
                    .trim();
                if is_reported(site, url, line) {
                    continue;
                }
                let diagnostic = Diagnostic::new(&LEFT_OVER, format!("`{sign}` shows on {url}"));
                let diagnostic = match *sign {
                    "{{" => diagnostic.help("a fact is written {{ site.name }}; braces that are meant to be seen stand in code, between backquotes"),
                    "{%" => diagnostic.help("text has no statements; braces that are meant to be seen stand in code, between backquotes"),
                    _ => diagnostic,
                };
                let around = page.parent(node).map_or("", |parent| page.tag(parent));
                let whole = format!("{around}{line}");
                found.push(site.blamed_any(
                    diagnostic,
                    url,
                    &[&whole, line],
                    "not meant to be seen",
                ));
            }
        }
    }
}

/// Whether a reference that leads nowhere stands in the page's own file: it was reported when that was read.
fn is_reported(site: &Inspection<'_>, url: &str, line: &str) -> bool {
    let route = site.output.plan.routes.get(url);
    let Some(document) = route.and_then(|route| route.document.as_deref()) else {
        return false;
    };
    let mut unknown = Vec::new();
    content::expand(line, &site.output.content.site, &mut unknown);
    let text = &document.source().text;
    unknown
        .iter()
        .any(|(span, _)| text.contains(&line[span.clone()]))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn signs() {
        let text = "Dear {{ first name }},\n\nDear {{ name }},\n\nthis is `{{ code }}`, and undefined behaviour is a term.\n\n<p>undefined</p>";
        assert_eq!(
            site().page("a", text).findings(&["left-over"]),
            [
                "content/pages/a.md:5:1: error: left-over: `{{` shows on /a",
                "content/pages/a.md:11:1: error: left-over: `undefined` shows on /a",
            ]
        );
    }

    #[test]
    fn a_fact_that_is_none_is_told_as_such() {
        let text = "[A link](/a) and {{ site.nmae }}";
        let found = site().page("a", text).findings(&["left-over"]);
        assert_eq!(found, Vec::<String>::new());
        let found = site().page("a", text).findings(&["unknown-fact"]);
        assert_eq!(found.len(), 1);
    }
}
