//! duplicate-id: two elements of a page have one `id`, so links and labels reach only the first (HTML standard, 3.2.6).

use std::collections::HashSet;

use content::{Diagnostic, Severity};

use super::{Inspection, Manual, Rule, When};

pub const RULE: Rule = Rule {
    when: When::Build,
    manuals: &[Manual {
        code: "duplicate-id",
        severity: Severity::Error,
        summary: "two elements of a page have one id",
        why: "Links, labels and descriptions reach only the first of them.",
        example: "<h2 id=\"fees\">…</h2> … <h2 id=\"fees\">…</h2>",
        fix: "Give each its own id. Two headings of one text get different ones by themselves; an id in a component needs an argument.",
        source: "HTML standard, 3.2.6",
    }],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages().filter(|(_, facts)| facts.has_duplicate_ids) {
        let mut seen = HashSet::new();
        for id in facts.ids.iter().filter(|id| !seen.insert(id.as_str())) {
            let diagnostic = Diagnostic::error(
                "duplicate-id",
                format!("the page {url} has two elements with the id `{id}`"),
            );
            found.push(site.blamed(diagnostic, url, id, "written here"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::inspect::fixture::site;

    #[test]
    fn two_of_one_id() {
        assert_eq!(
            site()
                .page(
                    "a",
                    "<p id=\"x\">a</p>\n\n<p id=\"y\">b</p>\n\n<p id=\"x\">c</p>"
                )
                .drawn(&["duplicate-id"]),
            r#"error[duplicate-id]: the page /a has two elements with the id `x`
 --> content/pages/a.md:5:8
  |
5 | <p id="x">a</p>
  |        ^ written here
"#
        );
    }
}
