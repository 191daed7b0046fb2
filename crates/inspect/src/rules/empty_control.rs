//! empty-link, empty-button: a link or button does not say what it does.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    EMPTY_LINK {
        name: "empty-link",
        summary: "a link has no text and no name",
        why: "Screen readers spell out its URL.",
        example: "<a href=\"/contact\"><svg aria-hidden=\"true\">…</svg></a>",
        fix: "Add text, aria-label, or an alternative text to its image.",
        source: "WCAG 2.2, 2.4.4 and 4.1.2",
    }
    EMPTY_BUTTON {
        name: "empty-button",
        summary: "a button has no text and no name",
        why: "It is read out as \"button\", and nobody knows what it does.",
        example: "<button><svg aria-hidden=\"true\">…</svg></button>",
        fix: "Add text or aria-label.",
        source: "WCAG 2.2, 4.1.2",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for control in page.named(&["a", "button"]) {
            let href = page.attribute(control, "href");
            let is_link = page.name(control) == "a";
            if is_link && href.is_none()
                || page.is_hidden(control)
                || !page.accessible_name(control).is_empty()
            {
                continue;
            }
            let href = href.unwrap_or_default();
            // The link to an empty heading in a table of contents has no text; the heading is reported instead.
            let heading = href.strip_prefix('#').and_then(|id| page.by_id(id));
            // A mistake in a menu has already been reported.
            let content = site.output.content;
            let is_in_menu = || {
                !content.are_menus_valid
                    && content.menus.to_string().contains(&format!("\"{href}\""))
            };
            if is_link && is_in_menu()
                || heading.is_some_and(|one| page.accessible_name(one).is_empty())
            {
                continue;
            }
            let diagnostic = if is_link {
                Diagnostic::new(
                    &EMPTY_LINK,
                    format!("the link to {href} on {url} has no text"),
                )
            } else {
                Diagnostic::new(&EMPTY_BUTTON, format!("a button on {url} has no text"))
            };
            let diagnostic = diagnostic.help("add text, or aria-label=\"…\"");
            diagnostics.push(site.at_element(diagnostic, url, control));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_menu_item_without_a_label() {
        let template = "<html><body>{% for item in menus.main %}<a href=\"{{ item.url }}\">{{ item.label }}</a>{% endfor %}\
                        <a href=\"/a\"></a></body></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .file(
                "content/menus.toml",
                "[[main]]\nlabel = \"\"\nurl = \"/\"\n",
            )
            .page("a", "")
            .assert_findings(
                &["empty-link"],
                &[
                    "themes/t/templates/page.html:1:98: error: empty-link: the link to /a on / has no text",
                ],
            );
    }

    #[test]
    fn links_and_buttons() {
        site().assert_messages(
            &["empty-link", "empty-button"],
            r#"
            <div><a href="/">Home</a><button>Go</button></div>
            <div><a href="/" aria-label="Home"><i></i></a><a id="anchor"></a></div>
            <div><a href="/"><svg aria-hidden="true"><title>x</title></svg></a></div>
            => the link to / on /a has no text
            <button type="button"> </button>
            => a button on /a has no text
            "#,
        );
    }
}
