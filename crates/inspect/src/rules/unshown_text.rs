//! unshown-text: the text of a document shows on no page.

use std::collections::BTreeMap;

use diagnostic::{Diagnostic, Place};
use render::TemplateGraph;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;
use crate::template_markup::without_tags;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    UNSHOWN_TEXT {
        name: "unshown-text",
        summary: "the text of a document shows on no page",
        why: "Its template does not use it, so the text is silently lost.",
        example: "Markdown below the front matter of a page whose template shows only its blocks",
        fix: "Write it where the template reads it, in a block of the front matter; or use a template that has {{ page.content }}.",
    }
}

/// Number of words in the sample: enough that they are unlikely to be on a page by chance.
const WORDS: usize = 3;

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let graph = TemplateGraph::new(site.output.templates);
    let mut known: BTreeMap<&str, bool> = BTreeMap::new();
    for (url, page) in site.markup() {
        let Some(route) = site.output.plan.routes.get(url) else {
            continue;
        };
        let Some(document) = route.document_in(site.output.content) else {
            continue;
        };
        let text = document.markdown();
        let sample = sample(text).filter(|_| route.kind == render::RouteKind::Page);
        if sample.is_none_or(|sample| page.text(0).contains(&sample)) {
            continue;
        }
        let template = known.entry(&route.template);
        if *template.or_insert_with_key(|template| shows_its_name(&graph, template)) {
            continue;
        }
        let start = document.body.start + text.len() - text.trim_start().len();
        let end = document.body.start + text.trim_end().len();
        let message = format!("the text of this document does not show on {url}");
        let component = text.trim_start().strip_prefix('<').map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            &rest[..end.unwrap_or(rest.len())]
        });
        let component = component.filter(|one| one.starts_with(|c: char| c.is_ascii_uppercase()));
        let help = match component {
            Some(name) => format!(
                "the component <{name}> contains it: show its body in its template, in templates/components/"
            ),
            None => format!(
                "move it to the front matter, or use {{{{ page.content }}}} in the template {}",
                route.template
            ),
        };
        diagnostics.push(
            Diagnostic::new(&UNSHOWN_TEXT, message)
                .at(Place::new(document.source(), start..end), "")
                .help(help),
        );
    }
}

/// Returns whether a template shows the name of the text in place of the text, as `{page.content}` does, which is reported itself.
fn shows_its_name(graph: &TemplateGraph<'_>, template: &str) -> bool {
    let sources = graph.dependencies(template, "").into_iter();
    let mut names = sources.map(|source| without_tags(&source.text));
    names.any(|html| html.contains("page.content"))
}

/// Returns the first [`WORDS`] consecutive words that rendering leaves unchanged, or `None` if there are not enough.
fn sample(markdown: &str) -> Option<String> {
    let mut in_code = false;
    // End of the comment or tag that began on an earlier line.
    let mut until: Option<&str> = None;
    for line in markdown.lines() {
        if let Some(end) = until {
            if line.contains(end) {
                until = None;
            }
            continue;
        }
        let comment = line.rsplit_once("<!--").filter(|_| !in_code);
        if comment.is_some_and(|(_, comment)| !comment.contains("-->")) {
            until = Some("-->");
        } else if let Some((_, tag)) = line.rsplit_once('<').filter(|_| !in_code) {
            let end = match tag {
                _ if tag.starts_with("style") => "</style>",
                _ if tag.starts_with("script") => "</script>",
                _ => ">",
            };
            until = (!tag.contains(end)).then_some(end);
        }
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            continue;
        }
        // Lines with components, tags, tables, or references are changed by rendering.
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

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::sample;
    use crate::fixture::site;

    #[test]
    fn samples() {
        for (markdown, expected) in [
            (
                "<!-- A comment\nof two whole lines -->\nThe text begins here",
                "The text begins",
            ),
            (
                "<Tip\n  title=\"Three words here\"\n/>\n\nThe text begins here",
                "The text begins",
            ),
            (
                "<style>\n.a { max width of one }\nb c d\n</style>\n\nThe text begins here",
                "The text begins",
            ),
            (
                "<!-- <p>\nThree hidden words here\n</p> -->\nThe text begins here",
                "The text begins",
            ),
            ("If a < b\nthree more words here\n", ""),
            (
                "```\nlet a = b < c;\n```\n\nThe text begins here",
                "The text begins",
            ),
        ] {
            assert_eq!(sample(markdown).unwrap_or_default(), expected, "{markdown}");
        }
    }

    #[test]
    fn a_template_that_does_not_use_the_text() {
        let template =
            "<html lang=\"en\"><title>{{ page.title }}</title><p>Nothing else</p></html>";
        let page = "\n## The *fees* of it\n\nThey are due at once.";
        site()
            .page("a", page)
            .file("themes/t/templates/page.html", template)
            .assert_report(&["unshown-text"], &expect![[r#"
                content/pages/a.md:6:1 «## The *fees* of it» error[unshown-text]: the text of this document does not show on /a
                  help: move it to the front matter, or use {{ page.content }} in the template page.html
            "#]]);
        site()
            .page("a", page)
            .assert_findings(&["unshown-text"], &[]);
    }
}
