//! empty-page: a page without any text, where all others of its kind have some.

use std::collections::BTreeMap;

use content::Document;
use diagnostic::{Code, Diagnostic, Severity};
use render::Kind;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&EMPTY_PAGE],
    check,
};

/// `empty-page`
pub static EMPTY_PAGE: Code = Code {
    name: "empty-page",
    severity: Severity::Warning,
    summary: "a page has no text, and every other page of its collection and template has some",
    why: "Visitors come to a heading and nothing below it.",
    example: "an article whose file ends with its front matter",
    fix: "Write the text below the second +++ line, or set draft = true until it is written.",
    source: "",
};

/// With fewer others, a page without text may be of a kind of its own.
const OTHERS: usize = 2;

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let mut alike: BTreeMap<(&str, &str), Vec<&Document>> = BTreeMap::new();
    for route in &site.output.plan.routes {
        let Some(document) = route.document.as_deref() else {
            continue;
        };
        if route.kind == Kind::Page && document.source().path.ends_with(".md") {
            let key = (document.collection.as_str(), route.template.as_str());
            alike.entry(key).or_default().push(document);
        }
    }
    for documents in alike.values() {
        let is_empty = |one: &&&Document| one.markdown().trim().is_empty();
        let mut empty = documents.iter().filter(is_empty);
        let (Some(only), None) = (empty.next(), empty.next()) else {
            continue;
        };
        if documents.len() <= OTHERS {
            continue;
        }
        let message = format!(
            "this page has no text; all {} others of its kind in `{}` have",
            documents.len() - 1,
            only.collection
        );
        let place = diagnostic::Place::start_of(only.source());
        found.push(
            Diagnostic::new(&EMPTY_PAGE, message)
                .at(place, "")
                .help("write it below the front matter, or set draft = true"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn one_among_others() {
        let others = || {
            site()
                .append("content/pages/index.md", "Home.\n")
                .page("a", "Text.")
        };
        assert_eq!(
            others().page("b", "").drawn(&["empty-page"]),
            "warning[empty-page]: this page has no text; all 2 others of its kind in `pages` have
 --> content/pages/b.md:1:1
  |
1 | +++
  | ^^^
  |
  = help: write it below the front matter, or set draft = true
"
        );
        assert!(
            others()
                .page("b", "Text.")
                .findings(&["empty-page"])
                .is_empty()
        );
        assert!(
            site()
                .page("a", "")
                .page("b", "Text.")
                .findings(&["empty-page"])
                .is_empty()
        );
    }
}
