//! broken-external-link: a link leads to another site's page that is not there any more.

use std::collections::BTreeMap;

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::External,
    codes: &[&BROKEN_EXTERNAL_LINK],
    check,
};

/// `broken-external-link`
pub static BROKEN_EXTERNAL_LINK: Code = Code {
    name: "broken-external-link",
    severity: Severity::Error,
    summary: "a page of another site that this one links to does not answer",
    why: "Readers who check a source find nothing, and doubt the rest.",
    example: "[the rules](https://example.org/moved)",
    fix: "Link to where the page has moved, or to another source. A site that does not answer programs is named under \
              [external] skip in checks.toml.",
    source: "",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let Some(ask) = site.output.ask else { return };
    let own = site.output.content.config.base_url.trim_end_matches('/');
    let mut links: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for (url, facts) in site.pages() {
        for link in &facts.links {
            let address = link.href.split('#').next().unwrap_or(&link.href);
            let is_outside = address.starts_with("http://") || address.starts_with("https://");
            let skipped = site
                .settings
                .external
                .skip
                .iter()
                .any(|start| address.starts_with(start));
            if is_outside && !skipped && !address.starts_with(own) {
                links.entry(address).or_insert((url, &link.href));
            }
        }
    }
    let addresses: Vec<&str> = links.keys().copied().collect();
    let faults = match ask(&addresses, &site.settings.external) {
        Ok(faults) => faults,
        Err(diagnostic) => return found.push(diagnostic),
    };
    for (address, fault) in faults {
        let Some((url, href)) = links.get(address.as_str()) else {
            continue;
        };
        let diagnostic = Diagnostic::new(
            &BROKEN_EXTERNAL_LINK,
            format!("{address} does not answer well: {fault}"),
        );
        found.push(site.blamed_link(diagnostic, url, href, ""));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn each_address_is_asked_once() {
        let ask = |urls: &[&str], _: &crate::settings::External| {
            assert_eq!(urls, ["https://a.example/x", "https://b.example/"]);
            Ok(BTreeMap::from([(
                "https://a.example/x".to_owned(),
                "it answers with status 404".to_owned(),
            )]))
        };
        let text = "[a](https://a.example/x) [a](https://a.example/x#part)\n[b](https://b.example/) [own](https://firm.example/) \
                    [skipped](https://c.example/y)";
        let found = site()
            .page("a", text)
            .file(
                "content/checks.toml",
                "[external]\nskip = [\"https://c.example\"]\n",
            )
            .scope(Scope {
                external: true,
                ..Scope::default()
            })
            .ask(&ask)
            .findings(&["broken-external-link"]);
        assert_eq!(
            found,
            [
                "content/pages/a.md:5:5: error: broken-external-link: https://a.example/x does not answer well: it answers with status 404"
            ]
        );
    }
}
