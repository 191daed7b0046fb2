//! left-over: template code or a missing value shows on a page.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    LEFT_OVER {
        name: "left-over",
        summary: "template code or a missing value shows on a page",
        why: "Visitors read it, and trust the rest of the page less.",
        example: "Dear {{ name }}, or [object Object]",
        fix: "Correct the template or the text. Put code that visitors should see between backticks.",
    }
}

const SIGNS: [&str; 11] = [
    "{{",
    "{%",
    "[object Object]",
    "undefined",
    "NaN",
    "__tera",
    "&amp;",
    "&nbsp;",
    "&quot;",
    "&#",
    "<no value>",
];

/// Elements that mark words of a sentence.
const INLINE: [&str; 9] = ["em", "strong", "i", "b", "cite", "dfn", "mark", "q", "var"];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for node in page.within(0) {
            let Some(text) = page.as_text(node) else {
                continue;
            };
            if page.is_within(node, &["script", "style", "code", "pre", "template"]) {
                continue;
            }
            // A word such as "undefined" may be part of a sentence; alone, it is a missing value.
            let sign = SIGNS.iter().find(|sign| match **sign {
                "undefined" | "NaN" => text.trim() == **sign,
                sign => text.contains(sign),
            });
            let Some(sign) = sign else { continue };
            let line = text.lines().find(|line| line.contains(sign));
            let line = line.unwrap_or(text).trim();
            if is_reported(site, url, line) {
                continue;
            }
            let message = format!("`{sign}` shows on {url}");
            let help = match *sign {
                "{{" => {
                    "write a fact as {{ site.name }}; put braces that visitors should see between backticks"
                }
                "{%" => {
                    "text cannot have template tags; put braces that visitors should see between backticks"
                }
                sign if sign.starts_with('&') => "write the character itself: & instead of `&amp;`",
                _ => "correct the template or the widget that writes this value",
            };
            let diagnostic = Diagnostic::new(&LEFT_OVER, message).help(help);
            let text_span = page.span(node);
            let place = page.html(text_span.clone()).find(sign).and_then(|at| {
                let start = text_span.start + at;
                let blame = site.output.blame;
                blame.place_in_document(url, &(start..start + sign.len()))
            });
            // An emphasized word of the text is what its author has written.
            let is_word = matches!(*sign, "undefined" | "NaN") && page.is_within(node, &INLINE);
            if is_word && place.is_some() {
                continue;
            }
            let tag = page.parent(node).map_or("", |parent| page.tag(parent));
            let whole = format!("{tag}{line}");
            diagnostics.push(match place {
                Some(place) => diagnostic.at(place, ""),
                None => site.at_text(diagnostic, url, &[&whole, line]),
            });
        }
    }
}

/// Returns whether the line refers to a fact that does not exist, which was reported when the document was read.
fn is_reported(site: &Inspection<'_>, url: &str, line: &str) -> bool {
    let Some(document) = site.document(url) else {
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
        let text = "Dear {{ first name }},\n\nDear {{ name }},\n\nthis is `{{ code }}`, and undefined behaviour is a term.\n\n<p>undefined</p>\n\nIt is *NaN*. R&amp;D, `&amp;`.";
        site().page("a", text).assert_findings(
            &["left-over"],
            &[
                "content/pages/a.md:5:6: error: left-over: `{{` shows on /a",
                "content/pages/a.md:11:4: error: left-over: `undefined` shows on /a",
            ],
        );
    }

    #[test]
    fn an_unknown_fact_is_reported_once() {
        let text = "[A link](/a) and {{ site.nmae }}";
        let findings = site().page("a", text).findings(&["left-over"]);
        assert_eq!(findings, Vec::<String>::new());
        let findings = site().page("a", text).findings(&["unknown-fact"]);
        assert_eq!(findings.len(), 1);
    }
}
