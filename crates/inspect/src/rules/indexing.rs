//! robots-mismatch, wrong-canonical: what search engines are told of a page.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&ROBOTS_MISMATCH, &WRONG_CANONICAL],
    check,
};

/// `robots-mismatch`
pub static ROBOTS_MISMATCH: Code = Code {
    name: "robots-mismatch",
    severity: Severity::Error,
    summary: "the robots tag, the sitemap and `noindex` of a page do not agree",
    why: "A page that is to be found is left out, or one that is not shows in search results.",
    example: "noindex = true, and a template that does not extend the base",
    fix: "The base template writes <meta name=\"robots\" content=\"noindex\"> where `page.noindex` says so.",
    source: "robots meta tag; sitemaps.org",
};

/// `wrong-canonical`
pub static WRONG_CANONICAL: Code = Code {
    name: "wrong-canonical",
    severity: Severity::Error,
    summary: "a page has no canonical address, or a wrong one",
    why: "Search engines then choose among the addresses that answer alike, or take two pages for one.",
    example: "<link rel=\"canonical\" href=\"https://www.example.org/about/\">",
    fix: "The base template writes <link rel=\"canonical\" href=\"{{ page.permalink }}\">.",
    source: "RFC 6596",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let sitemap = site
        .output
        .files
        .get("sitemap.xml")
        .map(|bytes| String::from_utf8_lossy(bytes))
        .unwrap_or_default();
    for (url, page) in site.markup() {
        let Some(route) = site.output.plan.routes.get(url) else {
            continue;
        };
        let permalink = render::permalink(site.output.content, url);
        let robots = page
            .named(&["meta"])
            .filter(|meta| page.attribute(*meta, "name") == Some("robots"));
        let content: String = robots
            .filter_map(|meta| page.attribute(meta, "content"))
            .collect();
        let says_noindex = content.contains("noindex") || content.contains("none");
        let in_sitemap = sitemap.contains(&format!("<loc>{permalink}</loc>"));
        let message = match (route.noindex, says_noindex, in_sitemap) {
            (true, false, _) => format!("{url} is noindex, but its HTML does not say so"),
            (false, true, _) => {
                format!("the HTML of {url} says noindex, but its front matter does not")
            }
            (true, true, true) => format!("{url} is noindex, but it stands in the sitemap"),
            _ => String::new(),
        };
        if !message.is_empty() {
            found.push(site.blamed_key(Diagnostic::new(&ROBOTS_MISMATCH, message), url, "noindex"));
        }
        let canonical = page
            .named(&["link"])
            .find(|link| page.attribute(*link, "rel") == Some("canonical"));
        let written = canonical.and_then(|link| page.attribute(link, "href"));
        if written != Some(permalink.as_str()) {
            let message = match written {
                Some(other) => {
                    format!("the canonical address of {url} is {other}; it should be {permalink}")
                }
                None => format!("the page {url} has no canonical address"),
            };
            let diagnostic = Diagnostic::new(&WRONG_CANONICAL, message);
            let clues = ["rel=\"canonical\"", "</head>"];
            found.push(site.blamed_any(diagnostic, url, &clues, ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn what_does_not_agree() {
        let template = "<html lang=\"en\"><head><title>{{ page.title }}</title>\n<link rel=\"canonical\" href=\"https://firm.example{{ page.url }}/\">\n</head></html>";
        let page = "+++\ntitle = \"A\"\ndescription = \"A description that is long enough for what search results show there.\"\nnoindex = true\n+++\n";
        assert_eq!(
            site()
                .file("themes/t/templates/page.html", template)
                .file("content/pages/a.md", page)
                .findings(&["robots-mismatch", "wrong-canonical"]),
            [
                "content/pages/a.md:4:11: error: robots-mismatch: /a is noindex, but its HTML does not say so",
                "themes/t/templates/page.html:2:7: error: wrong-canonical: the canonical address of / is https://firm.example//; it should be https://firm.example/",
            ]
        );
    }
}
