//! html-nesting, html-placement, html-syntax, deep-nesting: HTML that browsers have to guess at.

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::markup::{self, FaultKind, Markup};
use crate::page::Page;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&HTML_NESTING, &HTML_PLACEMENT, &HTML_SYNTAX, &DEEP_NESTING],
    check,
};

/// `html-nesting`
pub static HTML_NESTING: Code = Code {
    name: "html-nesting",
    severity: Severity::Error,
    summary: "an element is not closed, closed twice, or closed across another",
    why: "Browsers repair it, each page part ending up where nobody meant it; React then fails to wake an island.",
    example: "<section><p><b>Fees</p></section>",
    fix: "Close elements in the reverse order of their opening.",
    source: "HTML standard, 13.1.2; WCAG 2.2 technique H74",
};

/// `html-placement`
pub static HTML_PLACEMENT: Code = Code {
    name: "html-placement",
    severity: Severity::Error,
    summary: "an element stands where it may not",
    why: "Browsers move it or end what is around it, so the page is not what was written.",
    example: "<p>We offer: <ul>…</ul></p>",
    fix: "Move it out, or use another element around it.",
    source: "HTML standard, section 4 (content model of each element)",
};

/// `html-syntax`
pub static HTML_SYNTAX: Code = Code {
    name: "html-syntax",
    severity: Severity::Error,
    summary: "a tag, attribute or character reference cannot be read as written",
    why: "What the browser makes of it is a guess.",
    example: "<a href=\"/a\"class=\"b\">",
    fix: "Write it as the message says: the names of the faults are those of the HTML standard.",
    source: "HTML standard, 13.2.2 (parse errors)",
};

/// `deep-nesting`
pub static DEEP_NESTING: Code = Code {
    name: "deep-nesting",
    severity: Severity::Error,
    summary: "elements stand in each other deeper than browsers follow",
    why: "Browsers give up at 512 and pull what is deeper out of what it stands in; no rule looks at such a page.",
    example: "a line of Markdown that begins with hundreds of >",
    fix: "Take out what nests: marks of quotations, lists in lists.",
    source: "",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.all_markup() {
        if let Some(element) = page.too_deep {
            found.push(too_deep(site, url, page.ancestors(element).count()));
        }
    }
    for (url, page) in site.markup() {
        let own = nesting_of_text(site, url, page);
        let is_own = !own.is_empty();
        found.extend(own);
        for fault in &page.faults {
            if is_own && fault.kind == FaultKind::Nesting {
                continue;
            }
            let code = match fault.kind {
                FaultKind::Nesting => &HTML_NESTING,
                FaultKind::Placement => &HTML_PLACEMENT,
                FaultKind::Syntax => &HTML_SYNTAX,
            };
            let diagnostic = Diagnostic::new(code, format!("on {url}: {}", fault.message));
            if let Some(place) = site.output.blame.nul(url).filter(|_| fault.message == NUL) {
                let diagnostic = diagnostic.at(place, "this character, which shows nowhere");
                found.push(diagnostic.help("delete the line and type it again"));
                continue;
            }
            let mut diagnostic = match fault.element {
                Some(element) => site.blamed_element(diagnostic, url, element, ""),
                None => site.blamed_span(diagnostic, url, &fault.span),
            };
            let other = fault
                .other
                .as_ref()
                .and_then(|other| site.place_of_span(url, page, other));
            if let Some(other) = other
                .filter(|other| Some(other) != diagnostic.place.as_ref().map(|(place, _)| place))
            {
                diagnostic = diagnostic.related(other, "what comes too early is here");
            }
            found.push(diagnostic);
        }
    }
}

/// What the tokenizer says of a character that no text may have.
const NUL: &str = "unexpected null character";

fn too_deep(site: &Inspection<'_>, url: &str, depth: usize) -> Diagnostic {
    let message = format!("on {url} more than {depth} elements stand in each other");
    let diagnostic = Diagnostic::new(&DEEP_NESTING, message);
    match site.output.blame.deepest(url) {
        Some((place, own)) if own > depth / 2 => diagnostic.at(place, "here").help(
            "browsers do not follow that far, and the other rules have not looked at this page",
        ),
        _ => site.at_route(diagnostic, url),
    }
}

/// Elements that the page's own text leaves open, or closes without having opened them. In the page they would show at
/// whatever the template opened around the text.
fn nesting_of_text(site: &Inspection<'_>, url: &str, page: &Markup) -> Vec<Diagnostic> {
    let is_nesting = |kind: FaultKind| kind == FaultKind::Nesting;
    let route = site.output.plan.routes.get(url);
    let Some(document) = route.and_then(|route| route.document.as_deref()) else {
        return Vec::new();
    };
    let in_text = |span| {
        let place = site.place_of_span(url, page, span);
        place.is_some_and(|place| place.source.path == document.source().path)
    };
    let mut faults = page.faults.iter().filter(|fault| is_nesting(fault.kind));
    if !faults.any(|fault| !in_text(&fault.span)) {
        return Vec::new();
    }
    let pages = site.output.pages;
    let Ok(at) = pages.binary_search_by(|page: &std::sync::Arc<Page>| page.url().cmp(url)) else {
        return Vec::new();
    };
    let text = markup::build(&pages[at].rendered().content);
    let faults = text.faults.iter().filter(|fault| is_nesting(fault.kind));
    faults
        .map(|fault| {
            let diagnostic = Diagnostic::new(&HTML_NESTING, format!("on {url}: {}", fault.message));
            match site.place_of_span(url, &text, &fault.span) {
                Some(place) => diagnostic.at(place, ""),
                None => site.blamed_span(diagnostic, url, &fault.span),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_page_without_a_bottom() {
        let text = format!("One.\n\n{} two\n", ">".repeat(5_000));
        let found = crate::fixture::site().page("a", &text).diagnostics();
        let shown: Vec<String> = found
            .iter()
            .filter(|one| one.code != &crate::rules::orphan_page::ORPHAN_PAGE)
            .map(|one| {
                let place = one
                    .place
                    .as_ref()
                    .map(|(place, _)| place.line_column().line);
                format!("{place:?} {}: {}", one.code.name, one.message)
            })
            .collect();
        assert_eq!(
            shown,
            ["Some(7) deep-nesting: on /a more than 256 elements stand in each other"]
        );
    }

    #[test]
    fn a_character_that_shows_nowhere() {
        assert_eq!(
            crate::fixture::site()
                .page("a", "One.\n\nA \0 b\n")
                .findings(&["html-syntax"]),
            ["content/pages/a.md:7:3: error: html-syntax: on /a: unexpected null character"]
        );
    }

    use crate::fixture::site;

    /// The template's own element would take the blame: its end tag closes the one in the text.
    #[test]
    fn a_tag_of_the_text_that_takes_the_end_of_the_templates() {
        let template = "<!doctype html><html lang=\"en\"><head><title>{{ page.meta.title }}</title></head><body>\n\
                        <main>\n<div class=\"text\">\n{{ page.content }}\n</div>\n</main></body></html>";
        assert_eq!(
            site()
                .file("themes/t/templates/page.html", template)
                .page("a", "Text.\n\n<div>\n\nMore text.")
                .drawn(&["html-nesting"]),
            "error[html-nesting]: on /a: <div> is not closed
 --> content/pages/a.md:7:1
  |
7 | <div>
  | ^^^^^
"
        );
    }

    #[test]
    fn a_tag_that_is_not_closed() {
        assert_eq!(
            site()
                .page("a", "<section class=\"x\">\n<p>text</p>")
                .drawn(&["html-nesting"]),
            r#"error[html-nesting]: on /a: <section> is not closed before </main>
 --> content/pages/a.md:5:1
  |
5 | <section class="x">
  | ^^^^^^^^^^^^^^^^^^^
  |
note: what comes too early is here
 --> themes/t/templates/page.html:2:19
  |
2 | {{ page.content }}</main><footer></footer></body></html>
  |                   ^^^^^^^
"#
        );
    }

    #[test]
    fn placement_and_syntax() {
        let codes = ["html-nesting", "html-placement", "html-syntax"];
        assert_eq!(
            site().page("a", "<ul><div>x</div></ul>").findings(&codes),
            [
                "content/pages/a.md:5:5: error: html-placement: on /a: a <div> cannot stand directly in a <ul>"
            ]
        );
        assert_eq!(
            site()
                .page("a", "<div><b id=\"x\"class=\"y\">x</b></div>")
                .findings(&codes),
            [
                "content/pages/a.md:5:16: error: html-syntax: on /a: missing whitespace between attributes"
            ]
        );
    }
}
