//! broken-external-link: a link to another site does not work.

use std::collections::BTreeMap;

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::External, ALL, check);

diagnostic::codes! {
    BROKEN_EXTERNAL_LINK {
        name: "broken-external-link",
        summary: "a link to another site does not work",
        why: "Readers who check the source find nothing, and doubt the rest of the page.",
        example: "[the rules](https://example.org/moved)",
        fix: "Link to the new URL of the page, or to another source. If a site only answers browsers, add it to `skip` of \
            [external] in checks.toml.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(request_urls) = site.output.request_urls else {
        return;
    };
    let mut links: BTreeMap<String, (&str, String)> = BTreeMap::new();
    for page in site.output.pages {
        for link in page.facts().links() {
            let target = link.href.split('#').next().unwrap_or(link.href);
            let is_outside = target.starts_with("http://") || target.starts_with("https://");
            let mut skip = site.settings.external.skip.iter();
            let is_own = site.own_path(target).is_some();
            if is_outside && !is_own && !skip.any(|one| target.starts_with(one)) {
                let link = (page.url(), link.href.to_owned());
                links.entry(target.to_owned()).or_insert(link);
            }
        }
    }
    let targets: Vec<&str> = links.keys().map(String::as_str).collect();
    let faults = match request_urls(&targets, &site.settings.external) {
        Ok(faults) => faults,
        Err(diagnostic) => return diagnostics.push(diagnostic),
    };
    for (target, fault) in faults {
        if let Some((url, href)) = links.get(target.as_str()) {
            let message = format!("{target} does not work: {fault}");
            let diagnostic = Diagnostic::new(&BROKEN_EXTERNAL_LINK, message)
                .help("link to the new URL of the page, or to another source");
            diagnostics.push(site.at_link(diagnostic, url, href, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn each_url_is_asked_once() {
        let request_urls = |urls: &[&str], _: &crate::settings::External| {
            assert_eq!(
                urls,
                [
                    "https://a.example/x",
                    "https://b.example/",
                    "https://firm.example.org/"
                ]
            );
            Ok(BTreeMap::from([(
                "https://a.example/x".to_owned(),
                "it answers with status 404".to_owned(),
            )]))
        };
        let text = "[a](https://a.example/x) [a](https://a.example/x#part)\n[b](https://b.example/) [own](https://firm.example/) \
                    [another](https://firm.example.org/) [skipped](https://c.example/y)";
        site()
            .page("a", text)
            .file(
                "content/checks.toml",
                "[external]\nskip = [\"https://c.example\"]\n",
            )
            .scope(Scope {
                external: true,
                ..Scope::default()
            })
            .request_urls(&request_urls)
            .assert_findings(
                &["broken-external-link"],
                &[
                    "content/pages/a.md:5:5: error: broken-external-link: https://a.example/x does not work: it answers with status 404",
                ],
            );
    }
}
