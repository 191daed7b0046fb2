//! page-language: a page does not state its language, or states a wrong one, so screen readers mispronounce it.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    PAGE_LANGUAGE {
        name: "page-language",
        summary: "a page does not state its language, or states a wrong one",
        why: "Screen readers pronounce it like another language, and browsers offer to translate it.",
        example: "<html>   or   <html lang=\"english\">",
        fix: "Write <html lang=\"{{ page.lang }}\"> in the base template.",
        source: "WCAG 2.2, 3.1.1; BCP 47",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let Some(html) = page.named(&["html"]).next() else {
            let message = format!("page {url} has no <html> element");
            let diagnostic = Diagnostic::new(&PAGE_LANGUAGE, message)
                .help("write <html lang=\"{{ page.lang }}\"> in the template");
            diagnostics.push(site.at_key(diagnostic, url, "template"));
            continue;
        };
        let route = site.output.plan.routes.get(url);
        let expected = route.map_or("", |route| route.lang.as_str());
        let message = match page.attribute(html, "lang").map(str::trim) {
            None | Some("") => format!("page {url} does not state its language"),
            Some(lang) if !lang.eq_ignore_ascii_case(expected) => {
                format!("page {url} states the language `{lang}` instead of `{expected}`")
            }
            Some(_) => continue,
        };
        let diagnostic =
            Diagnostic::new(&PAGE_LANGUAGE, message).help("write <html lang=\"{{ page.lang }}\">");
        diagnostics.push(site.at_text(diagnostic, url, &[page.tag(html), "<html"]));
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn languages() {
        for (tag, expected) in [
            ("<html lang=\"en\">", None),
            ("<html>", Some("page / does not state its language")),
            (
                "<html lang=\"hi\">",
                Some("page / states the language `hi` instead of `en`"),
            ),
        ] {
            let template = format!("{tag}<head><title>t</title></head><body></body></html>");
            let findings = site()
                .file("themes/t/templates/page.html", &template)
                .findings(&["page-language"]);
            let expected = expected.map(|text| {
                format!("themes/t/templates/page.html:1:1: error: page-language: {text}")
            });
            assert_eq!(findings, Vec::from_iter(expected), "{tag}");
        }
    }
}
