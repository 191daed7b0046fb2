//! heading-order, empty-heading: headings are the outline by which people who listen to a page find their way in it.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&HEADING_ORDER, &EMPTY_HEADING],
    check,
};

/// `heading-order`
pub static HEADING_ORDER: Code = Code {
    name: "heading-order",
    severity: Severity::Error,
    summary: "a heading skips a level",
    why: "Who moves by headings takes the missing level for a part of the page that was overlooked.",
    example: "## Fees\n#### Deposits",
    fix: "Write the level that follows: ### Deposits. How large a heading looks is the style sheet's business.",
    source: "WCAG 2.2, 1.3.1 and 2.4.6; technique G141",
};

/// `empty-heading`
pub static EMPTY_HEADING: Code = Code {
    name: "empty-heading",
    severity: Severity::Error,
    summary: "a heading has no text",
    why: "It is announced as a heading of nothing.",
    example: "<h2></h2>",
    fix: "Give it text, or leave it out. A template writes a heading only where there is one: {% if block.heading %}.",
    source: "WCAG 2.2, 2.4.6",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let mut before: Option<usize> = None;
        for heading in page.named(&["h1", "h2", "h3", "h4", "h5", "h6"]) {
            if page.is_hidden(heading) {
                continue;
            }
            let level = page
                .name(heading)
                .trim_start_matches('h')
                .parse()
                .unwrap_or(1);
            let name = page.accessible_name(heading);
            if name.is_empty() {
                let diagnostic = Diagnostic::new(
                    &EMPTY_HEADING,
                    format!("an <h{level}> of {url} has no text"),
                );
                found.push(site.blamed_element(diagnostic, url, heading, "an empty heading"));
            }
            if let Some(before) = before.filter(|before| level > before + 1) {
                let diagnostic = Diagnostic::new(
                    &HEADING_ORDER,
                    format!("on {url} the heading `{name}` is an <h{level}> after an <h{before}>"),
                )
                .help(format!("the next level down is <h{}>", before + 1));
                found.push(site.blamed_element(diagnostic, url, heading, "skips a level"));
            }
            before = Some(level);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_skipped_level() {
        assert_eq!(
            site()
                .page("a", "## Fees\n\n#### Deposits")
                .drawn(&["heading-order"]),
            r"error[heading-order]: on /a the heading `Deposits` is an <h4> after an <h2>
 --> content/pages/a.md:7:1
  |
7 | #### Deposits
  | ^^^^ skips a level
  |
  = help: the next level down is <h3>
"
        );
        assert!(
            site()
                .page("a", "## A\n\n### B\n\n## C")
                .findings(&["heading-order"])
                .is_empty()
        );
    }

    #[test]
    fn a_heading_whose_words_stand_in_the_text_before() {
        assert_eq!(
            site()
                .page(
                    "a",
                    "Two of them.\n\n## Fees\n\n#### Two\n\n##\n\n<a href=\"#section\"></a>"
                )
                .findings(&["heading-order", "empty-heading", "empty-link"]),
            [
                "content/pages/a.md:9:1: error: heading-order: on /a the heading `Two` is an <h4> after an <h2>",
                "content/pages/a.md:11:1: error: empty-heading: an <h2> of /a has no text"
            ]
        );
    }

    #[test]
    fn an_empty_heading() {
        assert_eq!(
            site().page("a", "<h2></h2>").findings(&["empty-heading"]),
            ["content/pages/a.md:5:1: error: empty-heading: an <h2> of /a has no text"]
        );
    }
}
