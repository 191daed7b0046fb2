//! island-without-html, form-without-action, script-only-link: what is nothing until a script has run.

use std::collections::BTreeSet;

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[
        &ISLAND_WITHOUT_HTML,
        &FORM_WITHOUT_ACTION,
        &HIDDEN_WITHOUT_SCRIPT,
        &SCRIPT_ONLY_LINK,
    ],
    check,
};

/// `island-without-html`
pub static ISLAND_WITHOUT_HTML: Code = Code {
    name: "island-without-html",
    severity: Severity::Error,
    summary: "an island has no HTML until its script has run",
    why: "On a slow line, with a script that fails, and to search engines its place stays empty.",
    example: "a component that returns null until an effect has run",
    fix: "Render the content at once, and let the effect improve it.",
    source: "Service manual of GOV.UK, progressive enhancement",
};

/// `form-without-action`
pub static FORM_WITHOUT_ACTION: Code = Code {
    name: "form-without-action",
    severity: Severity::Error,
    summary: "a form has no action or no method",
    why: "Without script it sends what was typed to the page itself, in its address, for everyone to read.",
    example: "<form id=\"contact\">",
    fix: "Add action=\"…\" and method=\"post\".",
    source: "HTML standard, 4.10.21.3",
};

/// `hidden-without-script`
pub static HIDDEN_WITHOUT_SCRIPT: Code = Code {
    name: "hidden-without-script",
    severity: Severity::Error,
    summary: "text is hidden, and only a script can show it",
    why: "Without script it cannot be read: the rest of a text behind \"Read more\", the second tab of two.",
    example: "<span class=\"more-rest\" hidden>…</span>",
    fix: "Show it where there is no script, by a rule of the theme that names its class:\n@media (scripting: none) { \
                  .more-rest[hidden] { display: inline } }\nor by <details>, which needs no script.",
    source: "Media Queries 5, 11.1 (scripting)",
};

/// `script-only-link`
pub static SCRIPT_ONLY_LINK: Code = Code {
    name: "script-only-link",
    severity: Severity::Error,
    summary: "a link does something only by script",
    why: "Without script, and when opened in a new tab, it leads nowhere.",
    example: "<a href=\"#\">Menu</a>",
    fix: "Use a <button> for what a script does, and a link for what has an address.",
    source: "WCAG 2.2, failure F42",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let shown = shown_without_script(site);
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
                let diagnostic = Diagnostic::new(&ISLAND_WITHOUT_HTML, message).help(format!(
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
                let diagnostic = Diagnostic::new(&FORM_WITHOUT_ACTION, message);
                found.push(site.blamed_element(diagnostic, url, form, "where is this sent?"));
            }
        }
        for hidden in page.elements().filter(|element| is_hidden(page, *element)) {
            let classes = page.attribute(hidden, "class").unwrap_or_default();
            if !classes
                .split_ascii_whitespace()
                .any(|class| shown.contains(class))
            {
                let text = page.text(hidden);
                let begin: String = text.chars().take(40).collect();
                let message = format!("`{begin}…` of {url} is hidden until a script shows it");
                let diagnostic = Diagnostic::new(&HIDDEN_WITHOUT_SCRIPT, message);
                found.push(site.blamed_element(diagnostic, url, hidden, ""));
            }
        }
        // An address of script, and what is done on a press, the security policy refuses in every build.
        for link in page.named(&["a"]) {
            if page.attribute(link, "href").map(str::trim) == Some("#") {
                let name = page.accessible_name(link);
                let diagnostic = Diagnostic::new(
                    &SCRIPT_ONLY_LINK,
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

/// Whether an element with text is hidden. What appears only in answer to something (a message, a dialog) may be.
fn is_hidden(page: &Markup, element: usize) -> bool {
    let attribute = |name: &str| page.attribute(element, name);
    attribute("hidden").is_some_and(|value| value != "until-found")
        && !matches!(page.name(element), "dialog" | "template")
        && !attribute("role").is_some_and(|role| {
            matches!(role, "alert" | "status" | "dialog" | "alertdialog" | "log")
        })
        && attribute("popover").is_none()
        && !page.text(element).is_empty()
}

/// Classes that the theme's styles name for browsers without script.
fn shown_without_script(site: &Inspection<'_>) -> BTreeSet<String> {
    let mut classes = BTreeSet::new();
    for source in site.output.styles.values() {
        for (at, _) in source.text.match_indices("(scripting: none)") {
            let Some(open) = source.text[at..].find('{').map(|open| at + open) else {
                continue;
            };
            let mut depth = 1_usize;
            for part in source.text[open + 1..].split_inclusive(['{', '}']) {
                if part.ends_with('}') {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                    continue;
                }
                depth += 1;
                let is_name = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
                let names = part.split('.').skip(1);
                classes
                    .extend(names.map(|rest| rest.chars().take_while(is_name).collect::<String>()));
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

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

    #[test]
    fn hidden_text() {
        let page = "<div><span class=\"rest\" hidden>The rest of it</span><p role=\"status\" hidden>Sent</p><i hidden></i></div>";
        let found = |style: &str| {
            let project = site().file("themes/t/styles/a.css", style).page("a", page);
            project.findings(&["hidden-without-script"])
        };
        assert_eq!(
            found(".rest { color: red }"),
            [
                "content/pages/a.md:5:6: error: hidden-without-script: `The rest of it…` of /a is hidden until a script shows it"
            ]
        );
        assert!(
            found("@media (scripting: none) { .x { a: b } .rest[hidden] { display: inline } }")
                .is_empty()
        );
        assert_eq!(
            found("@media (scripting: none) { .x { a: b } } .rest { c: d }").len(),
            1
        );
    }
}
