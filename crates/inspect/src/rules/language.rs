//! page-language: a page does not state its language, or states a wrong one, so screen readers mispronounce it.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::markup::Markup;
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
    PAGE_DIRECTION {
        name: "page-direction",
        summary: "a page in a language that is written from right to left does not say so",
        why: "Lines begin on the wrong side, and punctuation and numbers are in the wrong places.",
        example: "<html lang=\"ur\">",
        fix: "Write <html lang=\"{{ page.lang }}\" dir=\"{{ page.direction }}\"> in the base template.",
        source: "HTML standard, 3.2.6.4; WCAG 2.2, 1.3.2",
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
            Some(_) => {
                diagnostics.extend(direction(site, url, page, html, expected));
                continue;
            }
        };
        let diagnostic =
            Diagnostic::new(&PAGE_LANGUAGE, message).help("write <html lang=\"{{ page.lang }}\">");
        diagnostics.push(site.at_text(diagnostic, url, &[page.tag(html), "<html"]));
    }
}

/// Reports a page whose `dir` is not that of its language, `lang`. Without the attribute, it is written from left to right.
fn direction(
    site: &Inspection<'_>,
    url: &str,
    page: &Markup,
    html: usize,
    lang: &str,
) -> Option<Diagnostic> {
    let expected = content::direction(lang);
    let written = page.attribute(html, "dir").map(str::trim);
    if written.unwrap_or("ltr").eq_ignore_ascii_case(expected) {
        return None;
    }
    let message = match written {
        None => format!(
            "page {url} is in `{lang}`, which is written from right to left, but does not say so"
        ),
        Some(written) => format!(
            "page {url} has dir=\"{written}\", but `{lang}` is written in the other direction"
        ),
    };
    let diagnostic = Diagnostic::new(&PAGE_DIRECTION, message).help(
        "write <html lang=\"{{ page.lang }}\" dir=\"{{ page.direction }}\"> in the base template",
    );
    Some(site.at_text(diagnostic, url, &[page.tag(html), "<html"]))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn directions() {
        for (tag, expected) in [
            ("<html lang=\"ur\" dir=\"rtl\">", None),
            ("<html lang=\"ur\" dir=\"RTL\">", None),
            (
                "<html lang=\"ur\">",
                Some("is in `ur`, which is written from right to left, but does not say so"),
            ),
            (
                "<html lang=\"ur\" dir=\"ltr\">",
                Some("has dir=\"ltr\", but `ur` is written in the other direction"),
            ),
        ] {
            let template = format!("{tag}<head><title>t</title></head><body></body></html>");
            let findings = site()
                .file("content/site.toml", "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\nlanguage = \"ur\"\n")
                .file("themes/t/templates/page.html", &template)
                .findings(&["page-direction"]);
            let expected = expected.map(|text| {
                format!("themes/t/templates/page.html:1:1: error: page-direction: page / {text}")
            });
            assert_eq!(findings, Vec::from_iter(expected), "{tag}");
        }
    }

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
