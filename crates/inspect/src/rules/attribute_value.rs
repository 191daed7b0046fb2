//! attribute-value: an attribute has a value that means nothing, so the browser does something else without a word.

use diagnostic::{Code, Diagnostic, Severity, did_you_mean, one_of};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&ATTRIBUTE_VALUE],
    check,
};

/// `attribute-value`
pub static ATTRIBUTE_VALUE: Code = Code {
    name: "attribute-value",
    severity: Severity::Error,
    summary: "an attribute has a value that HTML or ARIA does not know",
    why: "The browser falls back to something else without a word: an unknown input type is plain text, an unknown role \
              is none.",
    example: "<input type=\"e-mail\">   <div role=\"buton\">   <p tabindex=\"3\">",
    fix: "Write one of the values the message names.",
    source: "HTML standard, section 4; WAI-ARIA 1.2, 5.4 and 6; WCAG 2.2, 1.3.5 and 2.4.3",
};

/// Values of attributes that have a fixed set of them: element (empty for any), attribute, values.
const VALUES: [(&str, &str, &[&str]); 14] = [
    (
        "input",
        "type",
        &[
            "button",
            "checkbox",
            "color",
            "date",
            "datetime-local",
            "email",
            "file",
            "hidden",
            "image",
            "month",
            "number",
            "password",
            "radio",
            "range",
            "reset",
            "search",
            "submit",
            "tel",
            "text",
            "time",
            "url",
            "week",
        ],
    ),
    ("button", "type", &["button", "submit", "reset"]),
    ("form", "method", &["get", "post", "dialog"]),
    (
        "form",
        "enctype",
        &[
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/plain",
        ],
    ),
    ("th", "scope", &["row", "col", "rowgroup", "colgroup"]),
    ("", "loading", &["lazy", "eager"]),
    ("", "decoding", &["sync", "async", "auto"]),
    ("", "fetchpriority", &["high", "low", "auto"]),
    ("", "dir", &["ltr", "rtl", "auto"]),
    (
        "",
        "inputmode",
        &[
            "none", "text", "tel", "url", "email", "numeric", "decimal", "search",
        ],
    ),
    ("", "aria-hidden", &["true", "false"]),
    ("", "aria-expanded", &["true", "false"]),
    ("", "aria-live", &["off", "polite", "assertive"]),
    (
        "",
        "aria-current",
        &["page", "step", "location", "date", "time", "true", "false"],
    ),
];

/// Roles of WAI-ARIA 1.2 and of its digital publishing and graphics modules that sites use.
const ROLES: [&str; 74] = [
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "blockquote",
    "button",
    "caption",
    "cell",
    "checkbox",
    "code",
    "columnheader",
    "combobox",
    "complementary",
    "contentinfo",
    "definition",
    "deletion",
    "dialog",
    "doc-backlink",
    "doc-endnotes",
    "doc-noteref",
    "document",
    "emphasis",
    "feed",
    "figure",
    "form",
    "generic",
    "graphics-document",
    "grid",
    "gridcell",
    "group",
    "heading",
    "img",
    "insertion",
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "mark",
    "math",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "none",
    "note",
    "option",
    "paragraph",
    "presentation",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "search",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "strong",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "timer",
];

/// Tokens of `autocomplete` that forms for visitors use (HTML standard, 4.10.18.7.1).
const AUTOCOMPLETE: [&str; 34] = [
    "on",
    "off",
    "name",
    "honorific-prefix",
    "given-name",
    "additional-name",
    "family-name",
    "honorific-suffix",
    "nickname",
    "username",
    "new-password",
    "current-password",
    "one-time-code",
    "organization-title",
    "organization",
    "street-address",
    "address-line1",
    "address-line2",
    "address-line3",
    "address-level1",
    "address-level2",
    "country",
    "country-name",
    "postal-code",
    "email",
    "tel",
    "tel-national",
    "bday",
    "sex",
    "url",
    "work",
    "home",
    "mobile",
    "language",
];

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for element in page.elements() {
            let name = page.name(element);
            for (attribute, value) in page.attributes(element).into_iter().flatten() {
                let Some((word, known)) = unknown(name, attribute, value) else {
                    continue;
                };
                let message = format!("{attribute}=\"{word}\" of <{name}> on {url} means nothing");
                let mut diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message)
                    .maybe_help(meant(attribute, word, known));
                if known.len() < 12 {
                    diagnostic = diagnostic
                        .help(format!("the values are {}", one_of(known.iter().copied())));
                }
                // Forms are described by data, and written by the theme.
                let of_field = site.output.blame.keyed(attribute, value);
                found.push(
                    match of_field.filter(|_| !site.is_tag_written(url, element)) {
                        Some(place) => diagnostic.at(place, ""),
                        None => site.blamed_element(diagnostic, url, element, ""),
                    },
                );
            }
            let tabindex = page
                .attribute(element, "tabindex")
                .and_then(|value| value.trim().parse::<i32>().ok());
            if let Some(number) = tabindex.filter(|number| *number > 0) {
                let message = format!(
                    "tabindex=\"{number}\" of <{name}> on {url} pulls it before everything else"
                );
                let diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message).help(
                    "use 0 to take part in the order of the page, -1 to be focused by scripts only",
                );
                found.push(site.blamed_element(diagnostic, url, element, ""));
            }
        }
    }
}

/// Words that people try for what a field is filled in with, and the tokens they mean.
const MEANT: [(&str, &str); 10] = [
    ("phone", "tel"),
    ("telephone", "tel"),
    ("mobile", "tel"),
    ("mail", "email"),
    ("e-mail", "email"),
    ("company", "organization"),
    ("firstname", "given-name"),
    ("lastname", "family-name"),
    ("pincode", "postal-code"),
    ("zip", "postal-code"),
];

fn meant(attribute: &str, word: &str, known: &[&str]) -> Option<String> {
    let mut words = MEANT.iter().filter(|_| attribute == "autocomplete");
    let token = words.find(|(one, _)| *one == word);
    token
        .map(|(_, token)| format!("the token is `{token}`"))
        .or_else(|| did_you_mean(word, known.iter().copied()))
}

/// A value that is not known, with those that are.
fn unknown<'a>(
    element: &str,
    attribute: &str,
    value: &'a str,
) -> Option<(&'a str, &'static [&'static str])> {
    if attribute == "role" {
        return value
            .split_ascii_whitespace()
            .find(|role| !ROLES.contains(role))
            .map(|role| (role, &ROLES[..]));
    }
    if attribute == "autocomplete" {
        let tokens = value
            .split_ascii_whitespace()
            .filter(|token| !token.starts_with("section-"));
        return tokens
            .into_iter()
            .find(|token| !AUTOCOMPLETE.contains(token))
            .map(|token| (token, &AUTOCOMPLETE[..]));
    }
    let (_, _, known) = VALUES
        .iter()
        .find(|(of, name, _)| (of.is_empty() || *of == element) && *name == attribute)?;
    (!known.contains(&value.to_ascii_lowercase().as_str())).then_some((value, *known))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn an_attribute_that_a_form_describes() {
        let template = "<html><body><i name=\"phone\"></i><input name=\"phone\" autocomplete=\"{{ page.token }}\"></body></html>";
        let page = "+++\ntitle = \"a\"\ntoken = \"phone\"\n+++\n";
        let found = site()
            .file("themes/t/templates/form.html", template)
            .file(
                "content/forms/contact.toml",
                "[[field]]\nname = \"phone\"\nautocomplete = \"phone\"\n",
            )
            .file(
                "content/pages/a.md",
                &page.replace("token", "template = \"form.html\"\ntoken"),
            )
            .drawn(&["attribute-value"]);
        expect_test::expect![[r#"
            error[attribute-value]: autocomplete="phone" of <input> on /a means nothing
             --> content/forms/contact.toml:3:16
              |
            3 | autocomplete = "phone"
              |                ^^^^^^^
              |
              = help: the token is `tel`
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn values() {
        for (html, expected) in [
            (
                "<button type=\"submit\">a</button><p tabindex=\"-1\" role=\"note\">b</p>",
                None,
            ),
            (
                "<input type=\"e-mail\" aria-label=\"x\">",
                Some("type=\"e-mail\" of <input> on /a means nothing"),
            ),
            (
                "<p role=\"buton\">x</p>",
                Some("role=\"buton\" of <p> on /a means nothing"),
            ),
            (
                "<p tabindex=\"3\">x</p>",
                Some("tabindex=\"3\" of <p> on /a pulls it before everything else"),
            ),
            (
                "<input autocomplete=\"mail\" aria-label=\"x\">",
                Some("autocomplete=\"mail\" of <input> on /a means nothing"),
            ),
        ] {
            let found = site()
                .page("a", &format!("<div>{html}</div>"))
                .findings(&["attribute-value"]);
            let messages: Vec<&str> = found
                .iter()
                .filter_map(|one| one.rsplit(": ").next())
                .collect();
            assert_eq!(messages, Vec::from_iter(expected), "{html}");
        }
    }
}
