//! main-heading: a page has exactly one `<h1>`, which says what it is about (WCAG 2.2, 2.4.6).

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&MAIN_HEADING],
    check,
};

/// `main-heading`
pub static MAIN_HEADING: Code = Code {
    name: "main-heading",
    severity: Severity::Error,
    summary: "a page has no <h1>, or more than one",
    why: "The main heading says what the page is about, to screen readers and search engines alike.",
    example: "# A heading   in the text of a page whose template writes its title",
    fix: "Begin headings in the text with ##; the template writes the title as <h1>.",
    source: "WCAG 2.2, 2.4.6",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages() {
        if facts.main_headings == 1 {
            continue;
        }
        let diagnostic = Diagnostic::new(
            &MAIN_HEADING,
            format!(
                "the page {url} has {} <h1> headings; it needs one",
                facts.main_headings
            ),
        )
        .help("the template writes the title as <h1>; headings in the text begin with ##");
        let diagnostic = match markdown_heading(site, url) {
            Some(place) if facts.main_headings > 1 => diagnostic.at(place, "a second main heading"),
            _ => site.blamed_template(diagnostic, url),
        };
        found.push(diagnostic);
    }
}

/// A `# heading` in the page's own text.
fn markdown_heading(site: &Inspection<'_>, url: &str) -> Option<diagnostic::Place> {
    let document = site.output.plan.routes.get(url)?.document.as_deref()?;
    let at = document
        .markdown()
        .match_indices("# ")
        .map(|(at, _)| at)
        .find(|at| *at == 0 || document.markdown().as_bytes().get(at - 1) == Some(&b'\n'))?;
    let start = document.body.start + at;
    let end = document.source().text[start..]
        .find('\n')
        .map_or(document.source().text.len(), |end| start + end);
    Some(diagnostic::Place::new(document.source(), start..end))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_second_main_heading() {
        assert_eq!(
            site().page("a", "Text.\n\n# Fees").drawn(&["main-heading"]),
            r"error[main-heading]: the page /a has 2 <h1> headings; it needs one
 --> content/pages/a.md:7:1
  |
7 | # Fees
  | ^^^^^^ a second main heading
  |
  = help: the template writes the title as <h1>; headings in the text begin with ##
"
        );
    }
}
