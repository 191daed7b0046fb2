//! heading-order, empty-heading: a heading skips a level, or has no text. Screen reader users navigate a page by its headings.

use std::cell::LazyCell;

use content::Document;
use diagnostic::{Change, Diagnostic, Fix, Place};
use pulldown_cmark::{Event, Options, Parser, Tag};

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
        let document = site.document(url);
        let headings = LazyCell::new(|| document.map(headings).unwrap_or_default());
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
                    .part("heading", &name)
                    .help(format!("use the next level, <h{}>", before + 1));
                let diagnostic = site.at_element(diagnostic, url, heading);
                let place = diagnostic.place.as_ref().map(|(place, _)| place);
                let fix = document.zip(place);
                let fix = fix.and_then(|(document, place)| {
                    with_fewer_signs(document, &headings, place, level - before - 1)
                });
                diagnostics.push(diagnostic.maybe_fix(fix));
            }
            before = Some(level);
        }
    }
}

/// Returns the level and the offset of each heading in the Markdown of a document.
fn headings(document: &Document) -> Vec<(usize, usize)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_GFM;
    let events = Parser::new_ext(document.markdown(), options).into_offset_iter();
    let headings = events.filter_map(|(event, span)| match event {
        Event::Start(Tag::Heading { level, .. }) => {
            Some((level as usize, document.body.start + span.start))
        }
        _ => None,
    });
    headings.collect()
}

/// Returns the fix that writes the heading at a place with fewer signs `#`, as well as those below it. Returns `None` if the document has
/// no such heading.
fn with_fewer_signs(
    document: &Document,
    headings: &[(usize, usize)],
    place: &Place,
    fewer: usize,
) -> Option<Fix> {
    let source = document.source();
    if source.path != place.source.path {
        return None;
    }
    let index = headings.binary_search_by_key(&place.span.start, |(_, start)| *start);
    let (first, below) = headings[index.ok()?..].split_first()?;
    let (first, start) = *first;
    let below = below.iter().copied();
    let below = below.take_while(|(level, _)| *level >= first);
    let mut before = first.checked_sub(fewer + 1)?;
    let mut changes = Vec::new();
    for (level, start) in std::iter::once((first, start)).chain(below) {
        let signs = start..start + level;
        if source.text.get(signs.clone())? != "#".repeat(level) {
            return None;
        }
        before = (level - fewer).min(before + 1);
        changes.push(Change::Replace(
            Place::new(source, signs),
            "#".repeat(before),
        ));
    }
    let new = "#".repeat(first - fewer);
    Some(Fix {
        label: format!("write it with `{new}`"),
        is_safe: true,
        changes,
    })
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn headings_below_one_that_skips_a_level() {
        let text = "Two of them.\n\n## Fees\n\n#### One\n\n```\n#### no\n```\n\n###### Two\n\n#### Three\n\n### Four\n\n## Five\n";
        let project = site().page("a", text);
        let found = project.diagnostics().into_iter();
        let found = found.filter(|one| one.code.name == "heading-order");
        let signs = |fix: &diagnostic::Fix| -> Vec<String> {
            let changes = fix.changes.iter();
            let changes = changes.map(|change| match change {
                diagnostic::Change::Replace(place, new) => {
                    format!("{} {new}", place.line_column().line)
                }
                _ => String::new(),
            });
            changes.collect()
        };
        let fixes: Vec<Vec<String>> = found
            .flat_map(|one| one.fixes().iter().map(signs).collect::<Vec<_>>())
            .collect();
        assert_eq!(
            fixes,
            [vec!["9 ###", "15 ####", "17 ###"], vec!["15 #####"]]
        );
    }

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
