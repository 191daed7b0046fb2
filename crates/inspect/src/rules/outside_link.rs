//! outside-link: a link to another site opens in a new tab and gives that site no hold on this one
//! (`target="_blank"` with `rel="noopener"`, HTML standard, 4.6.7.13). Markdown links get both by themselves.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&OUTSIDE_LINK],
    check,
};

/// `outside-link`
pub static OUTSIDE_LINK: Code = Code {
    name: "outside-link",
    severity: Severity::Error,
    summary: "a link to another site does not open in a new tab, or gives that site a hold on this one",
    why: "Without `noopener` old browsers let the other page steer this one.",
    example: "<a href=\"https://example.org\">",
    fix: "Add target=\"_blank\" rel=\"noopener\". Links in Markdown have both by themselves.",
    source: "HTML standard, 4.6.7.13",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let own = site.output.content.config.base_url.trim_end_matches('/');
    for (url, facts) in site.pages().filter(|(_, facts)| facts.has_unsafe_links) {
        for link in &facts.links {
            if render::is_outside(&link.href)
                && !link.href.starts_with(own)
                && !link.is_safe_outside
            {
                let diagnostic = Diagnostic::new(
                    &OUTSIDE_LINK,
                    format!("the link to {} leaves this site unguarded", link.href),
                )
                .help("add target=\"_blank\" rel=\"noopener\"");
                found.push(site.blamed_link(diagnostic, url, &link.href, "leads to another site"));
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
                    <a href=\"https://firm.example/\">own</a></div>\n\n[Markdown](https://c.example)";
        assert_eq!(
            site().page("a", html).findings(&["outside-link"]),
            [
                "content/pages/a.md:5:15: error: outside-link: the link to https://a.example leaves this site unguarded"
            ]
        );
    }
}
