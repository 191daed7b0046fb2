//! document-head: a page begins in a way because of which browsers or other programs misread it.

use diagnostic::{Diagnostic, Place, Severity::Warning};

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::page_links::LinkTarget;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    DOCUMENT_HEAD {
        name: "document-head",
        severity: Warning,
        summary: "the beginning of a page lacks something that browsers need, or has it twice",
        why: "Browsers lay the page out by old rules, guess its encoding, show it too small, or keep visitors from enlarging it; shared links have no picture.",
        example: "a base template without <!doctype html> or <meta charset=\"utf-8\">; user-scalable=no; <meta property=\"og:image\" content=\"/card.png\">",
        fix: "Correct the base template as the finding says.",
        source: "HTML standard, 13.1.1 and 4.2.5.4; WCAG 2.2, 1.4.4; Open Graph protocol",
    }
}

/// A mistake at the beginning of a page: its message, its help, and the text of the source that is wrong, which is empty if there is none.
type Mistake = (String, &'static str, String);

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        let mistakes = encoding(url, page).into_iter();
        let mistakes = mistakes.chain(metas(site, url, page));
        for (message, help, text) in mistakes.chain(doubled(url, page)) {
            let diagnostic = Diagnostic::new(&DOCUMENT_HEAD, message).help(help);
            diagnostics.push(site.at_text(diagnostic, url, &[&text, "<html", "<head"]));
        }
        doubled_metas(site, url, page, diagnostics);
    }
}

/// Returns what is wrong with the doctype, and with the encoding that a page declares.
fn encoding(url: &str, page: &Markup) -> Vec<Mistake> {
    let mut found = Vec::new();
    if !begins_with_doctype(page.html(..)) {
        found.push((
            format!("the page on {url} does not begin with <!doctype html>"),
            "write <!doctype html> in the first line of the base template",
            String::new(),
        ));
    }
    let is_declared = page.named(&["meta"]).any(|meta| {
        let equivalent = page.attribute(meta, "http-equiv").unwrap_or_default();
        page.attribute(meta, "charset").is_some() || equivalent.eq_ignore_ascii_case("content-type")
    });
    if !is_declared && !page.html(..).is_ascii() {
        found.push((
            format!("the page on {url} does not say how its letters are encoded"),
            "write <meta charset=\"utf-8\"> at the top of the <head>",
            String::new(),
        ));
    }
    found
}

/// Returns what is wrong with the viewport and with the picture for shared links.
fn metas(site: &Inspection<'_>, url: &str, page: &Markup) -> Vec<Mistake> {
    let keeps_size = |one: &str| {
        matches!(
            one.split_once('='),
            Some(("user-scalable", "no" | "0") | ("maximum-scale", "1" | "1.0"))
        )
    };
    let mut found = Vec::new();
    let named = |meta, name: &str| {
        let own = page.attribute(meta, "name");
        own.is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    if !page.named(&["meta"]).any(|meta| named(meta, "viewport")) {
        found.push((
            format!("the page on {url} has no viewport, so phones show it as small as a page for large screens"),
            "write <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"> into the <head>",
            String::new(),
        ));
    }
    for meta in page.named(&["meta"]) {
        let content = page.attribute(meta, "content").unwrap_or_default();
        let spaceless: String = content.split_whitespace().collect();
        if named(meta, "viewport") && spaceless.split([',', ';']).any(keeps_size) {
            found.push((
                format!("the page on {url} cannot be enlarged"),
                "remove user-scalable and maximum-scale",
                content.to_owned(),
            ));
        }
        if page.attribute(meta, "property") == Some("og:image") && !content.is_empty() {
            let problem = match site.link_target(content, url) {
                LinkTarget::Missing(_) => "does not exist",
                _ if content.contains("://") => continue,
                _ => "has no whole URL",
            };
            found.push((
                format!("the picture for shared links on {url} {problem}"),
                "write a URL that begins with https:// and leads to a picture",
                content.to_owned(),
            ));
        }
    }
    found
}

/// Returns which elements a page has more than once, of which it may have one.
fn doubled(url: &str, page: &Markup) -> Vec<Mistake> {
    let mut found = Vec::new();
    let titles = page.named(&["title"]);
    let titles: Vec<usize> = titles
        .filter(|one| !page.is_within(*one, &["svg"]))
        .collect();
    // One in the body is at a wrong place.
    if titles.len() > 1 && !titles.iter().any(|one| page.is_within(*one, &["body"])) {
        found.push((
            format!("the page on {url} has {} <title> elements", titles.len()),
            "keep the one with the title of the page",
            "<title".to_owned(),
        ));
    }
    let links = page.named(&["link"]);
    let canonical = links.filter(|one| page.attribute(*one, "rel") == Some("canonical"));
    if canonical.count() > 1 {
        found.push((
            format!("the page on {url} has more than one canonical URL"),
            "keep the one with {{ page.permalink }}",
            "canonical".to_owned(),
        ));
    }
    found
}

/// Names and properties of `<meta>` elements of which a page may have one.
const ONLY_ONE: [&str; 12] = [
    "charset",
    "robots",
    "description",
    "viewport",
    "og:title",
    "og:description",
    "og:url",
    "og:type",
    "og:site_name",
    "twitter:card",
    "twitter:title",
    "twitter:description",
];

/// Reports each `<meta>` element that a page has a second time.
fn doubled_metas(
    site: &Inspection<'_>,
    url: &str,
    page: &Markup,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let all: Vec<usize> = page.named(&["meta"]).collect();
    for name in ONLY_ONE {
        let mut metas = all.iter().copied().filter(|meta| {
            let own = page.attribute(*meta, "name");
            let own = own.or_else(|| page.attribute(*meta, "property"));
            let has_charset = || name == "charset" && page.attribute(*meta, name).is_some();
            own.is_some_and(|own| own.eq_ignore_ascii_case(name)) || has_charset()
        });
        let (Some(first), Some(second)) = (metas.next(), metas.next()) else {
            continue;
        };
        let content = |meta| page.attribute(meta, "content").unwrap_or_default();
        if name == "robots" && !are_opposite(content(first), content(second)) {
            continue;
        }
        let message = format!("the page on {url} has two <meta> elements for `{name}`");
        let diagnostic = Diagnostic::new(&DOCUMENT_HEAD, message)
            .part("meta", name)
            .help("delete one of them");
        let place = |meta| {
            let placed = site.at_element(diagnostic.clone(), url, meta);
            placed.place.map(|(place, _)| place)
        };
        let (first, second) = (place(first), place(second));
        // Tags that differ only in their values are found at the same place.
        let is_same = first == second;
        let after = second.as_ref().filter(|_| is_same).and_then(next_like);
        let second = after.or(second);
        // A template may write them in another order on other pages.
        let is_later = |one: &Place, other: &Place| {
            one.source.path == other.source.path && one.span.start > other.span.start
        };
        let is_swapped = first.as_ref().zip(second.as_ref());
        let is_swapped = is_swapped.is_some_and(|(one, other)| is_later(one, other));
        let (first, second) = if is_swapped {
            (second, first)
        } else {
            (first, second)
        };
        let first = first.filter(|place| second.as_ref() != Some(place));
        let diagnostic = diagnostic.maybe_at(second, "");
        diagnostics.push(diagnostic.maybe_related(first, "the other one"));
    }
}

/// Returns whether one of two `content`s for robots has a word that the other negates. Search engines combine all others.
fn are_opposite(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    let negates = |one: &[String], other: &[String]| {
        one.iter().any(|word| other.contains(&format!("no{word}")))
    };
    negates(&one, &other) || negates(&other, &one)
}

/// Returns the next place in the file with the same text.
fn next_like(place: &Place) -> Option<Place> {
    let text = &place.source.text;
    let at = text[place.span.end..].find(&text[place.span.clone()])?;
    let start = place.span.end + at;
    Some(Place::new(&place.source, start..start + place.span.len()))
}

/// Returns whether HTML begins with the doctype, which spaces and comments may precede (HTML standard, 13.1).
fn begins_with_doctype(html: &str) -> bool {
    const DOCTYPE: &str = "<!doctype html";
    let mut rest = html.trim_start_matches('\u{feff}').trim_start();
    while let Some((_, after)) = rest
        .strip_prefix("<!--")
        .and_then(|rest| rest.split_once("-->"))
    {
        rest = after.trim_start();
    }
    let start = rest.get(..DOCTYPE.len()).unwrap_or_default();
    start.eq_ignore_ascii_case(DOCTYPE)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::fixture::site;

    #[test]
    fn beginnings() {
        let head = "<meta name=\"viewport\" content=\"width=device-width\"><meta charset=\"utf-8\"><title>t</title><link rel=\"canonical\" href=\"https://e.org/a\">";
        for (start, head, expected) in [
            ("<!DOCTYPE html>", head.to_owned(), ""),
            ("<!-- x -->\n<!doctype html>", head.to_owned(), ""),
            (
                "",
                head.to_owned(),
                "the page on /a does not begin with <!doctype html>",
            ),
            (
                "<!doctype html>",
                head.replace("charset", "x"),
                "the page on /a does not say how its letters are encoded",
            ),
            (
                "<!doctype html>",
                head.replace("viewport", "x"),
                "the page on /a has no viewport, so phones show it as small as a page for large screens",
            ),
            (
                "<!doctype html>",
                format!("{head}<title></title>"),
                "the page on /a has 2 <title> elements",
            ),
            (
                "<!doctype html>",
                format!("{head}<link rel=\"canonical\" href=\"/x\">"),
                "the page on /a has more than one canonical URL",
            ),
            (
                "<!doctype html>",
                format!("{head}<meta name=\"viewport\" content=\"width=device-width\">"),
                "the page on /a has two <meta> elements for `viewport`",
            ),
            (
                "<!doctype html>",
                format!("{head}<meta charset=\"iso-8859-1\">"),
                "the page on /a has two <meta> elements for `charset`",
            ),
            (
                "<!doctype html>",
                format!(
                    "{head}<meta name=\"robots\" content=\"index\"><meta name=\"Robots\" content=\"NOINDEX, nofollow\">"
                ),
                "the page on /a has two <meta> elements for `robots`",
            ),
            (
                "<!doctype html>",
                format!(
                    "{head}<meta name=\"robots\" content=\"max-image-preview:large\"><meta name=\"robots\" content=\"noarchive\">"
                ),
                "",
            ),
            (
                "<!doctype html>",
                head.replace("device-width", "device-width, user-scalable=no"),
                "the page on /a cannot be enlarged",
            ),
            (
                "<!doctype html>",
                format!("{head}<meta property=\"og:image\" content=\"/nope.png\">"),
                "the picture for shared links on /a does not exist",
            ),
        ] {
            let template = format!(
                "{start}<html lang=\"en\"><head>{head}</head><body><main><h1>x</h1><svg><title>s</title></svg>{{{{ page.content }}}}</main></body></html>"
            );
            let found = site()
                .file("themes/t/templates/page.html", &template)
                .page("a", "Text, é.");
            let found = found.findings(&["document-head"]);
            let messages: Vec<&str> = found
                .iter()
                .map(|one| one.rsplit("document-head: ").next().unwrap_or_default())
                .collect();
            // The home page has the same template.
            let messages = messages.iter().map(|one| one.replace(" on /a", " on /"));
            let messages: BTreeSet<String> = messages.collect();
            let expected = expected.replace(" on /a", " on /");
            let expected = Some(expected).filter(|one| !one.is_empty());
            assert_eq!(messages, BTreeSet::from_iter(expected), "{head}");
        }
    }
}
