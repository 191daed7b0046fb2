//! landmarks, unnamed-navigation: a landmark, a region that assistive technology can jump to, is missing, repeated, or unnamed.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    LANDMARKS {
        name: "landmarks",
        summary: "a page does not have exactly one <main>, <header>, and <footer>, and a <nav>",
        why: "Without landmarks, screen reader users listen to everything before the text on every page.",
        example: "<body><div class=\"header\">…</div><div>…</div></body>",
        fix: "Write the elements in the base template: <header> with <nav>, <main>, <footer>.",
        source: "WCAG 2.2, 1.3.1 and 2.4.1; technique ARIA11",
    }
    UNNAMED_NAVIGATION {
        name: "unnamed-navigation",
        summary: "a page has several <nav> elements, and one of them has no name of its own",
        why: "The list of landmarks cannot tell them apart.",
        example: "<nav>…</nav> … <nav>…</nav>",
        fix: "Name each: <nav aria-label=\"Main\">, <nav aria-label=\"Breadcrumbs\">.",
        source: "WAI-ARIA Authoring Practices, landmark regions",
    }
}

/// Elements in which a `<header>` or `<footer>` is not a landmark of the page (HTML Accessibility API Mappings, 3.4).
const SECTIONS: [&str; 5] = ["article", "aside", "main", "nav", "section"];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for (name, role) in [
            ("main", "main"),
            ("header", "banner"),
            ("footer", "contentinfo"),
        ] {
            let all = landmarks(page, name, role);
            if let [_, second, ..] = all.as_slice() {
                let message = format!(
                    "page {url} has {} <{name}> elements instead of one",
                    all.len()
                );
                let help = format!("keep one <{name}>, and use <div> or <section> for the others");
                let diagnostic = Diagnostic::new(&LANDMARKS, message).help(help);
                diagnostics.push(site.at_element(diagnostic, url, *second));
            } else if all.is_empty() {
                diagnostics.push(missing(site, url, name));
            }
        }
        let navigations = landmarks(page, "nav", "navigation");
        if navigations.is_empty() {
            diagnostics.push(missing(site, url, "nav"));
        }
        if navigations.len() > 1 {
            let mut names = Vec::new();
            for navigation in navigations {
                // The name of a landmark is never taken from its content.
                let name = page.label(navigation);
                if name.is_empty() || names.contains(&name) {
                    let message = if name.is_empty() {
                        format!("a <nav> on {url} has no name, but there are several")
                    } else {
                        format!("two <nav> elements on {url} have the name `{name}`")
                    };
                    let diagnostic = Diagnostic::new(&UNNAMED_NAVIGATION, message)
                        .help("add aria-label=\"…\" that says where it leads");
                    diagnostics.push(site.at_element(diagnostic, url, navigation));
                }
                names.push(name);
            }
        }
    }
}

fn missing(site: &Inspection<'_>, url: &str, name: &str) -> Diagnostic {
    let message = format!("page {url} has no <{name}>");
    let diagnostic = Diagnostic::new(&LANDMARKS, message).help("add it to the base template");
    site.at_text(diagnostic, url, &["</body>"])
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

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_second_main() {
        site()
                .page("a", "<main class=\"x\">b</main>")
                .assert_findings(&["landmarks"], &[
                "content/pages/a.md:5:1: error: landmarks: page /a has 2 <main> elements instead of one"
            ]);
    }

    #[test]
    fn missing_landmarks() {
        let template = "<html lang=\"en\"><head><title>{{ page.meta.title }}</title></head><body>\n<div>x</div>\n</body></html>";
        assert_eq!(
            site()
                .file("themes/t/templates/page.html", template)
                .findings(&["landmarks"]),
            [
                "page.html:3:1: error: landmarks: page / has no <footer>",
                "page.html:3:1: error: landmarks: page / has no <header>",
                "page.html:3:1: error: landmarks: page / has no <main>",
                "page.html:3:1: error: landmarks: page / has no <nav>",
            ]
            .map(|line| format!("themes/t/templates/{line}"))
        );
    }

    #[test]
    fn several_navigations() {
        let text = "<nav aria-label=\"A\">b</nav>\n<nav aria-labelledby=\"x y\"><i id=\"x\">c</i><i id=\"y\">d</i></nav>\n\
                    <article><header>fine here</header></article>";
        site()
                .page("a", text)
                .assert_findings(&["landmarks", "unnamed-navigation"], &[
                "themes/t/templates/page.html:1:342: error: unnamed-navigation: a <nav> on /a has no name, but there are several"
            ]);
    }
}
