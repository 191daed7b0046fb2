//! robots-mismatch, wrong-canonical: a page tells search engines something wrong.

use std::collections::HashSet;

use diagnostic::{Diagnostic, Place, Source};

use crate::inspection::Inspection;
use crate::robots;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    ROBOTS_MISMATCH {
        name: "robots-mismatch",
        summary: "the robots tag, the sitemap, and `noindex` of a page disagree",
        why: "A page is missing from search results, or shows there although it should not.",
        example: "noindex = true, and a template that does not extend the base",
        fix: "Write <meta name=\"robots\" content=\"noindex\"> in the base template, if `page.noindex` is true.",
        source: "robots meta tag; sitemaps.org",
    }
    WRONG_CANONICAL {
        name: "wrong-canonical",
        summary: "a page has no canonical URL, or a wrong one",
        why: "Search engines choose one of the URLs with the same content, or take two pages for one.",
        example: "<link rel=\"canonical\" href=\"https://www.example.org/about/\">",
        fix: "Write <link rel=\"canonical\" href=\"{{ page.permalink }}\"> in the base template.",
        source: "RFC 6596",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if let Some(bytes) = site.output.files.get("robots.txt") {
        let text = String::from_utf8_lossy(bytes);
        let source = Source::new("public/robots.txt", text.into_owned());
        for (span, message, help) in robots::mistakes(site, &source.text) {
            let diagnostic = Diagnostic::new(&ROBOTS_MISMATCH, message).warning();
            diagnostics.push(diagnostic.at(Place::new(&source, span), "").help(help));
        }
    }
    let files = site.output.files.iter();
    let sitemaps = files.filter(|(path, _)| render::is_sitemap(path));
    let sitemaps: Vec<_> = sitemaps
        .map(|(_, bytes)| String::from_utf8_lossy(bytes))
        .collect();
    let urls = sitemaps
        .iter()
        .flat_map(|sitemap| sitemap.split("<loc>").skip(1));
    let urls: HashSet<&str> = urls
        .filter_map(|rest| rest.split("</loc>").next())
        .collect();
    for (url, page) in site.markup() {
        let Some(route) = site.output.plan.routes.get(url) else {
            continue;
        };
        let permalink = render::permalink(site.output.content, url);
        let mut robots = page
            .named(&["meta"])
            .filter(|meta| page.attribute(*meta, "name") == Some("robots"));
        let noindex = robots.find(|meta| {
            let content = page.attribute(*meta, "content").unwrap_or_default();
            let mut words = content.split([',', ' ']);
            words.any(|word| matches!(word, "noindex" | "none"))
        });
        let is_in_sitemap = urls.contains(permalink.as_str());
        let message = match (
            route.is_noindex(site.output.content),
            noindex.is_some(),
            is_in_sitemap,
        ) {
            (true, false, _) => Some((
                format!("{url} is marked `noindex`, but its HTML has no noindex tag"),
                "write <meta name=\"robots\" content=\"noindex\"> in the template if `page.noindex` is true",
            )),
            (false, true, _) => Some((
                format!(
                    "the HTML of {url} has a noindex tag, but the page is not marked `noindex`"
                ),
                "set `noindex = true` in the page, or remove the tag",
            )),
            (true, true, true) => Some((
                format!("{url} is marked `noindex`, but the sitemap lists it"),
                "remove the URL from the sitemap",
            )),
            _ => None,
        };
        if let Some((message, help)) = message {
            let diagnostic = Diagnostic::new(&ROBOTS_MISMATCH, message).help(help);
            let is_only_written = !route.is_noindex(site.output.content);
            diagnostics.push(match noindex.filter(|_| is_only_written) {
                Some(meta) => site.at_element(diagnostic, url, meta),
                None => site.at_key(diagnostic, url, "noindex"),
            });
        }
        let mut links = page.named(&["link"]);
        let canonical = links.find(|link| page.attribute(*link, "rel") == Some("canonical"));
        let canonical = canonical.and_then(|link| page.attribute(link, "href"));
        let message = match canonical {
            Some(written) if written == permalink => continue,
            Some(other) => format!("the canonical URL of {url} is {other} instead of {permalink}"),
            None => format!("page {url} has no canonical URL"),
        };
        let diagnostic = Diagnostic::new(&WRONG_CANONICAL, message)
            .help("write <link rel=\"canonical\" href=\"{{ page.permalink }}\"> in the template");
        let texts = ["rel=\"canonical\"", "</head>"];
        diagnostics.push(site.at_text(diagnostic, url, &texts));
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_tag_of_the_template_that_hides_every_page() {
        let template = "<html><head>\n<meta name=\"robots\" content=\"noindex\">\n</head></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .page("a", "")
            .assert_findings(&["robots-mismatch"], &[
                "themes/t/templates/page.html:2:1: error: robots-mismatch: the HTML of / has a noindex tag, but the page is not marked `noindex`",
            ]);
    }

    #[test]
    fn disagreements() {
        let template = "<html lang=\"en\"><head><title>{{ page.title }}</title>\n<link rel=\"canonical\" href=\"https://firm.example{{ page.url }}/\">\n</head></html>";
        site()
                .file("themes/t/templates/page.html", template)
                .page_with("a", "noindex = true\n", "")
                .assert_findings(&["robots-mismatch", "wrong-canonical"], &[
                "content/pages/a.md:4:11: error: robots-mismatch: /a is marked `noindex`, but its HTML has no noindex tag",
                "themes/t/templates/page.html:2:7: error: wrong-canonical: the canonical URL of / is https://firm.example// instead of https://firm.example/",
            ]);
    }
}
