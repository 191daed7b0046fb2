//! heading-order, empty-heading: a heading skips a level, or has no text. Screen reader users navigate a page by its headings.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    HEADING_ORDER {
        name: "heading-order",
        summary: "a heading skips a level",
        why: "People who navigate by headings think that they missed a part of the page.",
        example: "## Fees\n#### Deposits",
        fix: "Write the next level: ### Deposits. The style sheet decides how large a heading looks.",
        source: "WCAG 2.2, 1.3.1 and 2.4.6; technique G141",
    }
    EMPTY_HEADING {
        name: "empty-heading",
        summary: "a heading has no text",
        why: "Screen readers announce a heading without a name.",
        example: "<h2></h2>",
        fix: "Add text, or remove the heading. In a template, write it only if there is one: {% if block.heading %}.",
        source: "WCAG 2.2, 2.4.6",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let mut before: Option<usize> = None;
        for heading in page.elements() {
            let Some(level) = page.heading_level(heading) else {
                continue;
            };
            if page.is_hidden(heading) {
                continue;
            }
            let name = page.accessible_name(heading);
            if name.is_empty() {
                let message = format!("an <h{level}> on {url} has no text");
                let diagnostic = Diagnostic::new(&EMPTY_HEADING, message)
                    .help("add text, or remove the heading");
                diagnostics.push(site.at_element(diagnostic, url, heading));
            }
            if let Some(before) = before.filter(|before| level > before + 1) {
                let message =
                    format!("heading `{name}` on {url} skips from <h{before}> to <h{level}>");
                let diagnostic = Diagnostic::new(&HEADING_ORDER, message)
                    .help(format!("use the next level, <h{}>", before + 1));
                diagnostics.push(site.at_element(diagnostic, url, heading));
            }
            before = Some(level);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_heading_whose_words_are_in_the_text_before() {
        site()
                .page(
                    "a",
                    "Two of them.\n\n## Fees\n\n### One\n\n## More\n\n#### Two\n\n##\n\n<a href=\"#section\"></a>"
                )
                .assert_findings(&["heading-order", "empty-heading", "empty-link"], &[
                "content/pages/a.md:13:1: error: heading-order: heading `Two` on /a skips from <h2> to <h4>",
                "content/pages/a.md:15:1: error: empty-heading: an <h2> on /a has no text"
            ]);
    }
}
