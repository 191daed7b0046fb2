//! landmarks, unnamed-navigation: the parts of a page that assistive technology can jump to.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&LANDMARKS, &UNNAMED_NAVIGATION],
    check,
};

/// `landmarks`
pub static LANDMARKS: Code = Code {
    name: "landmarks",
    severity: Severity::Error,
    summary: "a page lacks a landmark, or has one twice: one <main>, <header> and <footer>, and a <nav>",
    why: "Without landmarks everything before the text has to be listened to on every page.",
    example: "<body><div class=\"header\">…</div><div>…</div></body>",
    fix: "Use the elements in the base template: <header> with <nav>, <main>, <footer>.",
    source: "WCAG 2.2, 1.3.1 and 2.4.1; technique ARIA11",
};

/// `unnamed-navigation`
pub static UNNAMED_NAVIGATION: Code = Code {
    name: "unnamed-navigation",
    severity: Severity::Error,
    summary: "a page has several <nav> elements and one of them has no name of its own",
    why: "In the list of landmarks they cannot be told apart.",
    example: "<nav>…</nav> … <nav>…</nav>",
    fix: "Name each: <nav aria-label=\"Main\">, <nav aria-label=\"Breadcrumbs\">.",
    source: "WAI-ARIA Authoring Practices, landmark regions",
};

/// Within these, <header> and <footer> are not those of the page (HTML Accessibility API Mappings, 3.4).
const SECTIONS: [&str; 5] = ["article", "aside", "main", "nav", "section"];

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for (name, role) in [
            ("main", "main"),
            ("header", "banner"),
            ("footer", "contentinfo"),
        ] {
            let all = landmarks(page, name, role);
            if all.len() == 1 {
                continue;
            }
            let message = match all.len() {
                0 => format!("the page {url} has no <{name}>"),
                more => format!("the page {url} has {more} <{name}> elements; it needs one"),
            };
            let diagnostic = Diagnostic::new(&LANDMARKS, message);
            found.push(match all.get(1) {
                Some(second) => site.blamed_element(diagnostic, url, *second, "the second"),
                None => site.blamed(
                    diagnostic,
                    url,
                    "</body>",
                    "the base template writes landmarks",
                ),
            });
        }
        let navigations = landmarks(page, "nav", "navigation");
        if navigations.is_empty() {
            let diagnostic = Diagnostic::new(&LANDMARKS, format!("the page {url} has no <nav>"));
            found.push(site.blamed(
                diagnostic,
                url,
                "</body>",
                "the base template writes landmarks",
            ));
        }
        if navigations.len() > 1 {
            let mut names = Vec::new();
            for navigation in navigations {
                let name = label(page, navigation);
                if name.is_empty() || names.contains(&name) {
                    let message = if name.is_empty() {
                        format!("a <nav> of {url} has no name, and there are others")
                    } else {
                        format!("two <nav> elements of {url} are called `{name}`")
                    };
                    let diagnostic = Diagnostic::new(&UNNAMED_NAVIGATION, message)
                        .help("add aria-label=\"…\" that says what it leads through");
                    found.push(site.blamed_element(diagnostic, url, navigation, "this navigation"));
                }
                names.push(name);
            }
        }
    }
}

fn landmarks(page: &Markup, name: &str, role: &str) -> Vec<usize> {
    page.elements()
        .filter(|element| match page.attribute(*element, "role") {
            Some(given) => given == role,
            None => {
                page.name(*element) == name
                    && (matches!(name, "main" | "nav") || !page.is_within(*element, &SECTIONS))
            }
        })
        .filter(|element| !page.is_hidden(*element))
        .collect()
}

/// The name given to a landmark; its content does not name it.
fn label(page: &Markup, element: usize) -> String {
    let labelled = page
        .attribute(element, "aria-labelledby")
        .and_then(|id| page.by_id(id))
        .map(|by| page.text(by));
    labelled
        .or_else(|| Some(page.attribute(element, "aria-label")?.trim().to_owned()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_second_main() {
        assert_eq!(
            site()
                .page("a", "<main class=\"x\">b</main>")
                .findings(&["landmarks"]),
            [
                "content/pages/a.md:5:1: error: landmarks: the page /a has 2 <main> elements; it needs one"
            ]
        );
    }

    #[test]
    fn landmarks_that_are_missing() {
        let template = "<html lang=\"en\"><head><title>{{ page.meta.title }}</title></head><body>\n<div>x</div>\n</body></html>";
        assert_eq!(
            site()
                .file("themes/t/templates/page.html", template)
                .findings(&["landmarks"]),
            [
                "page.html:3:1: error: landmarks: the page / has no <footer>",
                "page.html:3:1: error: landmarks: the page / has no <header>",
                "page.html:3:1: error: landmarks: the page / has no <main>",
                "page.html:3:1: error: landmarks: the page / has no <nav>",
            ]
            .map(|line| format!("themes/t/templates/{line}"))
        );
    }

    #[test]
    fn several_navigations() {
        let text = "<nav aria-label=\"A\">b</nav>\n<article><header>fine here</header></article>";
        assert_eq!(
            site()
                .page("a", text)
                .findings(&["landmarks", "unnamed-navigation"]),
            [
                "themes/t/templates/page.html:1:291: error: unnamed-navigation: a <nav> of /a has no name, and there are others"
            ]
        );
    }
}
