//! page-language: a page says which language it is in, so that it is read out by the right voice.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&PAGE_LANGUAGE],
    check,
};

/// `page-language`
pub static PAGE_LANGUAGE: Code = Code {
    name: "page-language",
    severity: Severity::Error,
    summary: "a page does not say its language, or says a wrong one",
    why: "Screen readers pronounce it by the rules of another language; browsers offer to translate what needs none.",
    example: "<html>   or   <html lang=\"english\">",
    fix: "The base template writes <html lang=\"{{ page.lang }}\">.",
    source: "WCAG 2.2, 3.1.1; BCP 47",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let Some(html) = page.named(&["html"]).next() else {
            let diagnostic = Diagnostic::new(
                &PAGE_LANGUAGE,
                format!("the page {url} has no <html> element"),
            );
            found.push(site.blamed_key(diagnostic, url, "template"));
            continue;
        };
        let wanted = site
            .output
            .plan
            .routes
            .get(url)
            .map_or("", |route| route.lang.as_str());
        let message = match page.attribute(html, "lang").map(str::trim) {
            None | Some("") => format!("the page {url} does not say its language"),
            Some(lang) if !lang.eq_ignore_ascii_case(wanted) => {
                format!("the page {url} says its language is `{lang}`; it is `{wanted}`")
            }
            Some(_) => continue,
        };
        let diagnostic =
            Diagnostic::new(&PAGE_LANGUAGE, message).help("write <html lang=\"{{ page.lang }}\">");
        found.push(site.blamed_any(
            diagnostic,
            url,
            &[page.tag(html), "<html"],
            "the language belongs here",
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn languages() {
        for (tag, expected) in [
            ("<html lang=\"en\">", None),
            ("<html>", Some("the page / does not say its language")),
            (
                "<html lang=\"hi\">",
                Some("the page / says its language is `hi`; it is `en`"),
            ),
        ] {
            let template = format!("{tag}<head><title>t</title></head><body></body></html>");
            let found = site()
                .file("themes/t/templates/page.html", &template)
                .findings(&["page-language"]);
            let expected = expected.map(|text| {
                format!("themes/t/templates/page.html:1:1: error: page-language: {text}")
            });
            assert_eq!(found, Vec::from_iter(expected), "{tag}");
        }
    }
}
