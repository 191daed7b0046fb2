//! main-heading: a page does not have exactly one `<h1>`, which says what it is about (WCAG 2.2, 2.4.6).

use diagnostic::{Diagnostic, Place};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Build, ALL, check);

diagnostic::codes! {
    MAIN_HEADING {
        name: "main-heading",
        summary: "a page has no <h1>, or more than one",
        why: "The main heading tells screen readers and search engines what the page is about.",
        example: "# Fees   in the text of a page whose template writes the title",
        fix: "Start headings in the text with ##; the template writes the title as <h1>.",
        source: "WCAG 2.2, 2.4.6",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages() {
        if facts.main_headings == 1 {
            continue;
        }
        let message = match facts.main_headings {
            0 => format!("page {url} has no <h1> heading"),
            count => format!("page {url} has {count} <h1> headings instead of one"),
        };
        let help = match facts.main_headings {
            0 => "write <h1>{{ page.title }}</h1> in the template, or in the one it extends",
            _ => "the template writes the title as <h1>; start headings in the text with ##",
        };
        let diagnostic = Diagnostic::new(&MAIN_HEADING, message).help(help);
        diagnostics.push(match second_heading(site, url) {
            Some(place) if facts.main_headings > 1 => diagnostic.at(place, ""),
            _ => site.at_template(diagnostic, url),
        });
    }
}

/// Returns the place of the first `# heading` in the document's Markdown, or of the first line above a row of `=`. Returns `None` if
/// there is none.
fn second_heading(site: &Inspection<'_>, url: &str) -> Option<Place> {
    let document = site.document(url)?;
    let mut start = document.body.start;
    let mut lines = document.markdown().split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let below = lines.peek().map_or("", |below| below.trim_end());
        let is_underlined = !line.trim().is_empty() && below.starts_with('=');
        if line.starts_with("# ") || is_underlined && below.trim_matches('=').is_empty() {
            let end = start + line.trim_end_matches('\n').len();
            return Some(Place::new(document.source(), start..end));
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_second_main_heading() {
        site().page("a", "Text.\n\n# Fees").assert_report(&["main-heading"], &expect![[r#"
            content/pages/a.md:7:1 «# Fees» error[main-heading]: page /a has 2 <h1> headings instead of one
              help: the template writes the title as <h1>; start headings in the text with ##
        "#]]);
    }
}
