//! island-without-html, form-without-action, script-only-link: what is nothing until a script has run.

use content::{Diagnostic, Severity};

use super::{Inspection, Manual, Rule, When};

pub const RULE: Rule = Rule {
    when: When::Check,
    manuals: &[
        Manual {
            code: "island-without-html",
            severity: Severity::Error,
            summary: "an island has no HTML until its script has run",
            why: "On a slow line, with a script that fails, and to search engines its place stays empty.",
            example: "a component that returns null until an effect has run",
            fix: "Render the content at once, and let the effect improve it.",
            source: "Service manual of GOV.UK, progressive enhancement",
        },
        Manual {
            code: "form-without-action",
            severity: Severity::Error,
            summary: "a form has no action or no method",
            why: "Without script it sends what was typed to the page itself, in its address, for everyone to read.",
            example: "<form id=\"contact\">",
            fix: "Add action=\"…\" and method=\"post\".",
            source: "HTML standard, 4.10.21.3",
        },
        Manual {
            code: "script-only-link",
            severity: Severity::Error,
            summary: "a link does something only by script",
            why: "Without script, and when opened in a new tab, it leads nowhere.",
            example: "<a href=\"#\">Menu</a>",
            fix: "Use a <button> for what a script does, and a link for what has an address.",
            source: "WCAG 2.2, failure F42",
        },
    ],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for island in page
            .elements()
            .filter(|element| page.attribute(*element, "data-island").is_some())
        {
            // A picture, a field or a frame is content, too.
            let has_content = !page.text(island).is_empty()
                || page
                    .within(island)
                    .any(|inner| matches!(page.name(inner), "img" | "input" | "iframe" | "video"));
            if !has_content {
                let name = page.attribute(island, "data-island").unwrap_or_default();
                let message =
                    format!("the island {name} of {url} is empty until its script has run");
                let diagnostic = Diagnostic::error("island-without-html", message).help(format!(
                    "widgets/src/islands/{name}/{name}.tsx has to render content without a browser"
                ));
                let clue = format!("name=\"{name}\"");
                found.push(site.blamed_any(diagnostic, url, &[&clue, name], "this island"));
            }
        }
        for form in page.named(&["form"]) {
            let lacks = |name: &str| {
                page.attribute(form, name)
                    .is_none_or(|value| value.trim().is_empty())
            };
            let missing: Vec<&str> = ["action", "method"]
                .into_iter()
                .filter(|name| lacks(name))
                .collect();
            if !missing.is_empty() {
                let message = format!("a form of {url} has no {}", missing.join(" and no "));
                let diagnostic = Diagnostic::error("form-without-action", message);
                found.push(site.blamed_element(diagnostic, url, form, "where is this sent?"));
            }
        }
        // An address of script, and what is done on a press, the security policy refuses in every build.
        for link in page.named(&["a"]) {
            if page.attribute(link, "href").map(str::trim) == Some("#") {
                let name = page.accessible_name(link);
                let diagnostic = Diagnostic::error(
                    "script-only-link",
                    format!("the link `{name}` of {url} works only by script"),
                );
                found.push(site.blamed_element(
                    diagnostic,
                    url,
                    link,
                    "leads nowhere without script",
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::fixture::site;

    #[test]
    fn what_needs_a_script() {
        let codes = [
            "island-without-html",
            "form-without-action",
            "script-only-link",
        ];
        for (html, expected) in [
            (
                "<site-island data-island=\"Map\"><p>x</p><script type=\"application/json\">{}</script></site-island>",
                None,
            ),
            (
                "<form action=\"/api/contact\" method=\"post\"></form>",
                None,
            ),
            (
                "<site-island data-island=\"Map\"><script type=\"application/json\">{}</script></site-island>",
                Some("the island Map of /a is empty until its script has run"),
            ),
            (
                "<form action=\"/api/contact\"></form>",
                Some("a form of /a has no method"),
            ),
            (
                "<form></form>",
                Some("a form of /a has no action and no method"),
            ),
            (
                "<a href=\"#\">Menu</a>",
                Some("the link `Menu` of /a works only by script"),
            ),
        ] {
            let found = site()
                .page("a", &format!("<div>{html}</div>"))
                .findings(&codes);
            let messages: Vec<&str> = found
                .iter()
                .filter_map(|one| one.rsplit(": ").next())
                .collect();
            assert_eq!(messages, Vec::from_iter(expected), "{html}");
        }
    }
}
