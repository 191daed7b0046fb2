//! empty-link, empty-button: something to press that does not say what it does.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&EMPTY_LINK, &EMPTY_BUTTON],
    check,
};

/// `empty-link`
pub static EMPTY_LINK: Code = Code {
    name: "empty-link",
    severity: Severity::Error,
    summary: "a link has no text and no name",
    why: "It is read out as its address, letter by letter.",
    example: "<a href=\"/contact\"><svg aria-hidden=\"true\">…</svg></a>",
    fix: "Add text, aria-label, or an alternative text of its picture.",
    source: "WCAG 2.2, 2.4.4 and 4.1.2",
};

/// `empty-button`
pub static EMPTY_BUTTON: Code = Code {
    name: "empty-button",
    severity: Severity::Error,
    summary: "a button has no text and no name",
    why: "It is read out as \"button\", and nobody knows what it does.",
    example: "<button><svg aria-hidden=\"true\">…</svg></button>",
    fix: "Add text or aria-label.",
    source: "WCAG 2.2, 4.1.2",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for control in page.named(&["a", "button"]) {
            let is_link = page.name(control) == "a";
            if is_link && page.attribute(control, "href").is_none() || page.is_hidden(control) {
                continue;
            }
            if !page.accessible_name(control).is_empty() {
                continue;
            }
            let to = page.attribute(control, "href").unwrap_or_default();
            // A table of contents has no text for a heading that has none.
            let heading = to.strip_prefix('#').and_then(|id| page.by_id(id));
            // Menus that have mistakes have been reported.
            let is_of_menu = || {
                let menus = &site.output.content.menus;
                !site.output.content.menus_ok && menus.to_string().contains(&format!("\"{to}\""))
            };
            if is_link && is_of_menu()
                || heading.is_some_and(|one| page.accessible_name(one).is_empty())
            {
                continue;
            }
            let diagnostic = if is_link {
                Diagnostic::new(
                    &EMPTY_LINK,
                    format!("the link to {to} on {url} has no text"),
                )
            } else {
                Diagnostic::new(&EMPTY_BUTTON, format!("a button of {url} has no text"))
            };
            found.push(site.blamed_element(
                diagnostic.help("add text, or aria-label=\"…\""),
                url,
                control,
                "says nothing",
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn an_entry_of_a_menu_without_a_label() {
        let template = "<html><body>{% for item in menus.main %}<a href=\"{{ item.url }}\">{{ item.label }}</a>{% endfor %}\
                        <a href=\"/a\"></a></body></html>";
        let found = site()
            .file("themes/t/templates/page.html", template)
            .file(
                "content/menus.toml",
                "[[main]]\nlabel = \"\"\nurl = \"/\"\n",
            )
            .page("a", "")
            .findings(&["empty-link"]);
        assert_eq!(
            found,
            [
                "themes/t/templates/page.html:1:98: error: empty-link: the link to /a on / has no text"
            ]
        );
    }

    #[test]
    fn links_and_buttons() {
        for (html, expected) in [
            ("<a href=\"/\">Home</a><button>Go</button>", None),
            (
                "<a href=\"/\" aria-label=\"Home\"><i></i></a><a id=\"anchor\"></a>",
                None,
            ),
            (
                "<a href=\"/\"><svg aria-hidden=\"true\"><title>x</title></svg></a>",
                Some("the link to / on /a has no text"),
            ),
            (
                "<button type=\"button\"> </button>",
                Some("a button of /a has no text"),
            ),
        ] {
            let found = site()
                .page("a", &format!("<div>{html}</div>"))
                .findings(&["empty-link", "empty-button"]);
            let messages: Vec<&str> = found
                .iter()
                .filter_map(|one| one.rsplit(": ").next())
                .collect();
            assert_eq!(messages, Vec::from_iter(expected), "{html}");
        }
    }
}
