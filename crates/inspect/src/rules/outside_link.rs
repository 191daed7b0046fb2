//! outside-link: a link to another site does not open in a new tab, or lets the new page control this one (`target="_blank"`
//! and `rel="noopener"`, HTML standard, 4.6.7.13). Links in Markdown get both automatically.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Build, ALL, check);

diagnostic::codes! {
    OUTSIDE_LINK {
        name: "outside-link",
        summary: "a link to another site does not open in a new tab, or lets that site control this page",
        why: "Visitors lose this page; and without `noopener`, old browsers let the other page navigate this one.",
        example: "<a href=\"https://example.org\">",
        fix: "Add target=\"_blank\" rel=\"noopener\". Links in Markdown get both automatically.",
        source: "HTML standard, 4.6.7.13",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let pages = site.output.pages.iter();
    for page in pages.filter(|page| page.facts().has_unsafe_links) {
        let facts = page.facts();
        for (index, link) in facts.links().enumerate() {
            // A link that no browser can follow is reported as such.
            let is_outside = render::is_outside(link.href)
                && render::bad_address(link.href).is_none()
                && site.own_path(link.href).is_none();
            if is_outside && !link.is_safe_outside {
                let (url, href) = (page.url(), link.href);
                let message =
                    format!("the link to {href} needs both target=\"_blank\" and rel=\"noopener\"");
                let help = "add target=\"_blank\" rel=\"noopener\" to the <a> tag";
                let diagnostic = Diagnostic::new(&OUTSIDE_LINK, message).help(help);
                let before = facts.links().take(index);
                let occurrence = before.filter(|one| one.href == href).count();
                diagnostics.push(site.at_link(diagnostic, url, href, occurrence));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn links_to_other_sites() {
        let html = "<div><a href=\"https://a.example\">a</a> <a href=\"https://b.example\" target=\"_blank\" rel=\"noopener\">b</a>\
                    <a href=\"https://firm.example/\">own</a></div>\n\n[Markdown](https://c.example)\n\n\
                    <p><a href=\"https://firm.example.org\">d</a></p>";
        site().page("a", html).assert_findings(&["outside-link"], &[
                "content/pages/a.md:5:15: error: outside-link: the link to https://a.example needs both target=\"_blank\" and rel=\"noopener\"",
                "content/pages/a.md:9:13: error: outside-link: the link to https://firm.example.org needs both target=\"_blank\" and rel=\"noopener\"",
            ]);
    }
}
