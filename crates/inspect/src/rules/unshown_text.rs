//! unshown-text: somebody wrote text, and the page does not show it.

use diagnostic::{Code, Diagnostic, Place, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&UNSHOWN_TEXT],
    check,
};

/// `unshown-text`
pub static UNSHOWN_TEXT: Code = Code {
    name: "unshown-text",
    severity: Severity::Error,
    summary: "the text of a document shows on no page",
    why: "Its template has no place for it, so what was written is lost without a word.",
    example: "Markdown below the front matter of a page whose template shows only its blocks",
    fix: "Write it where the template looks: in a block of the front matter; or use a template that shows \
              {{ page.content }}.",
    source: "",
};

/// Words in a row that are looked for: enough not to be met by chance.
const WORDS: usize = 3;

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let Some(route) = site.output.plan.routes.get(url) else {
            continue;
        };
        let Some(document) = route
            .document
            .as_deref()
            .filter(|_| route.kind == render::Kind::Page)
        else {
            continue;
        };
        let Some(sample) = sample(document.markdown()) else {
            continue;
        };
        let shown = plain(&page.text(0));
        if !shown.contains(&sample) {
            let start = document.body.start;
            let lead = document.markdown().len() - document.markdown().trim_start().len();
            let end = start + document.markdown().trim_end().len();
            let message = format!("the text of this document does not show on {url}");
            let place = Place::new(document.source(), start + lead..end);
            let diagnostic = Diagnostic::new(&UNSHOWN_TEXT, message).help(format!(
                "the template {} has no place for it",
                route.template
            ));
            found.push(diagnostic.at(place, "written here"));
        }
    }
}

/// The first words in a row of the text that no Markdown changes; `None` where there are too few.
fn sample(markdown: &str) -> Option<String> {
    let mut in_code = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            continue;
        }
        // Components, tags, tables and references become something else.
        if in_code || line.contains(['<', '|', '{', '[', '`', '&', '\\']) {
            continue;
        }
        let parts = line.split(|c: char| !c.is_alphanumeric() && c != ' ');
        for part in parts {
            let words: Vec<&str> = part.split_whitespace().take(WORDS).collect();
            if words.len() == WORDS {
                return Some(words.join(" "));
            }
        }
    }
    None
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_template_without_a_place_for_the_text() {
        let template =
            "<html lang=\"en\"><title>{{ page.title }}</title><p>Nothing else</p></html>";
        let page = "\n## The *fees* of it\n\nThey are due at once.";
        assert_eq!(
            site()
                .page("a", page)
                .file("themes/t/templates/page.html", template)
                .drawn(&["unshown-text"]),
            r"error[unshown-text]: the text of this document does not show on /a
 --> content/pages/a.md:6:1
  |
6 | ## The *fees* of it
  | ^^^^^^^^^^^^^^^^^^^ written here
  |
  = help: the template page.html has no place for it
"
        );
        assert!(
            site()
                .page("a", page)
                .findings(&["unshown-text"])
                .is_empty()
        );
    }
}
