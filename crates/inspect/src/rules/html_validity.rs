//! html-nesting, html-placement, html-syntax, deep-nesting: browsers have to guess what the HTML means.

use std::cell::LazyCell;
use std::collections::HashSet;

use diagnostic::{Diagnostic, Place, first_line, line_start};

use crate::inspection::Inspection;
use crate::markup::{self, Markup, MarkupFault, MarkupFaultKind};
use crate::rule::Rule;
use crate::scope::When;
use crate::template_markup::{LoneTags, tag_name};

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    HTML_NESTING {
        name: "html-nesting",
        summary: "an element is not closed, closed twice, or closed across another",
        why: "Browsers repair it in ways that nobody intended, and React then fails to hydrate an island.",
        example: "<section><p><b>Fees</p></section>",
        fix: "Close elements in the reverse order of their opening.",
        source: "HTML standard, 13.1.2; WCAG 2.2 technique H74",
    }
    HTML_PLACEMENT {
        name: "html-placement",
        summary: "an element is where HTML does not allow it",
        why: "Browsers move it or close the elements around it, so the page differs from its source.",
        example: "<p>We offer: <ul>…</ul></p>",
        fix: "Move it, or use another element around it.",
        source: "HTML standard, section 4 (content model of each element)",
    }
    HTML_SYNTAX {
        name: "html-syntax",
        summary: "a tag, attribute, or character reference is malformed",
        why: "Browsers guess what it means.",
        example: "<a href=\"/a\"class=\"b\">",
        fix: "Correct it as the message says; the names of parse errors are those of the HTML standard.",
        source: "HTML standard, 13.2.2 (parse errors)",
    }
    DEEP_NESTING {
        name: "deep-nesting",
        summary: "elements are nested more than 256 levels deep",
        why: "Browsers limit nesting to 512 levels, and such a page is not checked any further.",
        example: "a line of Markdown that begins with hundreds of >",
        fix: "Remove the nested block quotes or lists.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // Pages also show titles of other documents.
    let is_reported = LazyCell::new(|| {
        let mut documents = site.documents();
        documents.any(|one| {
            let is_control = |c: char| c.is_control() && !c.is_ascii_whitespace();
            one.source().text.contains(is_control)
                || one.fields.values().any(content::has_control_character)
        })
    });
    let tags = LoneTags::default();
    for (url, page) in site.all_markup() {
        match page.too_deep {
            Some(element) => diagnostics.push(too_deep(site, url, page, element)),
            None => check_page(site, url, page, &is_reported, &tags, diagnostics),
        }
    }
}

/// Checks a page. `is_reported` says whether a document has a control character; `tags` has the lone tags of the templates.
fn check_page(
    site: &Inspection<'_>,
    url: &str,
    page: &Markup,
    is_reported: &LazyCell<bool, impl FnOnce() -> bool>,
    tags: &LoneTags,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let own = nesting_of_text(site, url, page);
    let has_own = !own.is_empty();
    diagnostics.extend(own);
    // An element that ends a paragraph is also not closed before the paragraph's end tag.
    let mut reported = HashSet::new();
    let mut rows = HashSet::new();
    let faults = page.faults.iter();
    for fault in faults.filter(|fault| reported.insert(fault.span.clone())) {
        // The cells of a missing row.
        let is_cell = fault.kind == MarkupFaultKind::Placement && fault.message.starts_with("<t");
        let around = || {
            let mut elements = page.elements();
            page.parent(elements.find(|one| page.span(*one) == fault.span)?)
        };
        if is_cell && !rows.insert((around(), fault.message.as_str())) {
            continue;
        }
        if has_own && fault.kind == MarkupFaultKind::Nesting {
            continue;
        }
        // A placeholder such as `<date>` in a text has already been reported when the Markdown was rendered.
        let blame = site.output.blame;
        let is_placeholder = |element| {
            render::placeholder(page.tag(element)).is_some()
                && blame.place_in_document(url, &page.span(element)).is_some()
        };
        if fault.kind == MarkupFaultKind::Nesting && fault.element.is_some_and(is_placeholder) {
            continue;
        }
        // A control character in the text was reported when its file was read.
        if fault.message == CONTROL && **is_reported {
            continue;
        }
        let code = match fault.kind {
            MarkupFaultKind::Nesting => &HTML_NESTING,
            MarkupFaultKind::Placement => &HTML_PLACEMENT,
            MarkupFaultKind::Syntax => &HTML_SYNTAX,
        };
        let diagnostic = Diagnostic::new(code, format!("on {url}: {}", fault.message));
        if let Some(place) = site.output.blame.nul(url).filter(|_| fault.message == NUL) {
            let diagnostic = diagnostic.at(place, "an invisible character");
            diagnostics.push(diagnostic.help("delete the line and type it again"));
            continue;
        }
        let mut diagnostic = diagnostic.maybe_help(fault.help.clone());
        if fault.message == markup::OPEN_COMMENT {
            diagnostic = diagnostic.part("page", url);
        }
        if fault.kind == MarkupFaultKind::Nesting
            && let Some(place) = in_template(site, url, page, fault, tags)
        {
            let name = tag_name(&place.source.text[place.span.clone()]);
            let (what, help) = match page.html(fault.span.clone()) {
                tag if tag.starts_with("</") => (
                    format!("</{name}> closes nothing in this template"),
                    format!("delete it, or write <{name}> before what it should close"),
                ),
                _ => (
                    format!("<{name}> is not closed in this template"),
                    format!("write </{name}> where it should end"),
                ),
            };
            let diagnostic = Diagnostic::new(code, format!("on {url}: {what}")).help(help);
            let diagnostic = diagnostic.at(place, "");
            diagnostics.push(closed_at_once(diagnostic, fault));
            continue;
        }
        let diagnostic = match fault.element {
            Some(element) => site.at_element(diagnostic, url, element),
            None => site.at_span(diagnostic, url, &fault.span),
        };
        let diagnostic = closed_at_once(tag_in_text(diagnostic, fault), fault);
        let other = fault.other.as_ref();
        let other = other.and_then(|other| site.place_of_span(url, page, other));
        let own = diagnostic.place.as_ref().map(|(place, _)| place);
        let other = other.filter(|other| Some(other) != own);
        diagnostics.push(diagnostic.maybe_related(other, "the other tag"));
    }
}

/// Returns the tag of a template that has no counterpart there, and therefore causes a fault between tags of other files.
fn in_template(
    site: &Inspection<'_>,
    url: &str,
    page: &Markup,
    fault: &MarkupFault,
    tags: &LoneTags,
) -> Option<Place> {
    let tag = page.html(fault.span.clone());
    let is_document = |span| site.output.blame.place_in_document(url, span).is_some();
    let is_lone = [" is not closed before ", " closes nothing"]
        .iter()
        .any(|what| fault.message.contains(what));
    if !is_lone || is_document(&fault.span) {
        return None;
    }
    let template = &site.output.plan.routes.get(url)?.template;
    let templates = site.output.templates;
    let lone = tags.only(templates, template, tag_name(tag), tag.starts_with("</"))?;
    // Within the same template, the page shows where the fault is.
    let place = site.place_of_span(url, page, &fault.span);
    let is_same = place.is_some_and(|place| place.source.path == lone.source.path);
    (!is_same).then_some(lone)
}

/// Moves a finding about a tag that Markdown has written as text, such as `<a href="/about>`, from its paragraph to the tag.
fn tag_in_text(mut diagnostic: Diagnostic, fault: &MarkupFault) -> Diagnostic {
    let rest = fault.message.strip_prefix(markup::UNFINISHED);
    let name = rest.and_then(|rest| rest.strip_prefix(" <")?.split('>').next());
    if let Some((place, _)) = &mut diagnostic.place
        && let Some(name) = name
        && let Some(at) = place.source.text[place.span.clone()].rfind(&format!("<{name} "))
    {
        place.span.start += at;
    }
    diagnostic
}

/// Replaces the help for a tag such as `<div />`, which HTML reads as a start tag.
fn closed_at_once(diagnostic: Diagnostic, fault: &MarkupFault) -> Diagnostic {
    let is_open = fault.kind == MarkupFaultKind::Nesting && fault.message.contains("is not closed");
    let Some((place, _)) = diagnostic.place.clone().filter(|_| is_open) else {
        return diagnostic;
    };
    let place = whole_tag(place);
    let tag = &place.source.text[place.span.clone()];
    let Some(start) = tag
        .strip_suffix("/>")
        .filter(|start| start.starts_with('<'))
    else {
        return diagnostic;
    };
    let name = tag_name(tag);
    let new = format!("{}></{name}>", start.trim_end());
    let help = format!("HTML has no <{name} />: write {new}");
    diagnostic
        .at(place.clone(), "")
        .only_help(help)
        .fixed_by(place, new)
}

/// Returns the tag around a value on one line of a template, or the place itself.
fn whole_tag(place: Place) -> Place {
    let text = &place.source.text;
    if text[place.span.clone()].starts_with('<') {
        return place;
    }
    let line = line_start(&text[..place.span.start]);
    let start = text[line..place.span.start].rfind('<').map(|at| line + at);
    let end = first_line(&text[place.span.end..]).find('>');
    let end = end.map(|at| place.span.end + at + 1);
    match start
        .zip(end)
        .filter(|(start, _)| !text[*start..place.span.start].contains('>'))
    {
        Some((start, end)) => Place::new(&place.source, start..end),
        None => place,
    }
}

/// Message with which the tokenizer reports a control character other than NUL.
const CONTROL: &str = "control character in input stream";

/// Message with which the tokenizer reports a NUL character.
const NUL: &str = "unexpected null character";

fn too_deep(site: &Inspection<'_>, url: &str, page: &Markup, element: usize) -> Diagnostic {
    let depth = page.ancestors(element).count();
    let message = format!("elements on {url} are nested more than {depth} levels deep");
    let diagnostic = Diagnostic::new(&DEEP_NESTING, message);
    match site
        .output
        .blame
        .place_in_document(url, &page.span(element))
    {
        Some(place) => diagnostic
            .at(place, "")
            .help("reduce the nesting: this page was not checked any further"),
        None => site.at_route(diagnostic, url),
    }
}

/// Reports the nesting faults of the document's HTML if those of the page are in other files: a tag that the document leaves
/// open makes the template's tags around it look wrong.
fn nesting_of_text(site: &Inspection<'_>, url: &str, page: &Markup) -> Vec<Diagnostic> {
    let Some(document) = site.document(url) else {
        return Vec::new();
    };
    let in_text = |span| {
        let place = site.place_of_span(url, page, span);
        place.is_some_and(|place| place.source.path == document.source().path)
    };
    let is_nesting = |fault: &&MarkupFault| fault.kind == MarkupFaultKind::Nesting;
    let mut faults = page.faults.iter().filter(is_nesting);
    if faults.all(|fault| in_text(&fault.span)) {
        return Vec::new();
    }
    let text = markup::build((site.output.render)(url).0.content());
    let faults = text.faults.iter().filter(is_nesting);
    let faults = faults.map(|fault| {
        let diagnostic = Diagnostic::new(&HTML_NESTING, format!("on {url}: {}", fault.message));
        let diagnostic = diagnostic.maybe_help(fault.help.clone());
        let place = site.output.blame.place_of_content(url, &fault.span);
        closed_at_once(site.at_place_or_route(diagnostic, url, place), fault)
    });
    faults.collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_page_that_is_nested_too_deeply() {
        let text = format!("One.\n\n{} two\n", ">".repeat(5_000));
        let site = site().append("content/pages/index.md", "[a](/a)\n");
        let findings = site.page("a", &text).diagnostics();
        let findings = findings.iter().map(|one| {
            let line = one
                .place
                .as_ref()
                .map(|(place, _)| place.line_column().line);
            (line, one.message.as_str())
        });
        let message = "elements on /a are nested more than 256 levels deep";
        assert_eq!(findings.collect::<Vec<_>>(), [(Some(7), message)]);
    }

    /// The end tag of the template's element closes an element of the text.
    #[test]
    fn a_tag_of_the_text_that_the_template_closes() {
        let template = "<!doctype html><html lang=\"en\"><head><title>{{ page.meta.title }}</title></head><body>\n\
                        <main>\n<div class=\"text\">\n{{ page.content }}\n</div>\n</main></body></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .page("a", "Text.\n\n<div>\n\nMore text.")
            .assert_report(
                &["html-nesting"],
                &expect![[r#"
                    content/pages/a.md:7:1 «<div>» error[html-nesting]: on /a: <div> is not closed
                      help: write </div> where it should end
                "#]],
            );
    }

    #[test]
    fn a_tag_that_is_not_closed() {
        site()
            .page("a", "<section class=\"x\">\n<p>text</p>")
            .assert_report(&["html-nesting"], &expect![[r#"
                content/pages/a.md:5:1 «<section class="x">» error[html-nesting]: on /a: <section> is not closed before </main>
                  help: write </section> before </main>
                  note: themes/t/templates/page.html:2:19 «</main>» the other tag
            "#]]);
    }

    /// Elements that are in a heading only because its end tag is missing are not reported.
    #[test]
    fn elements_after_a_tag_that_is_not_closed() {
        site()
            .page(
                "a",
                "<div><h2>Fees\n<ul><li>a</li></ul><p>b</p><h2>More</h2></div>",
            )
            .assert_report(&["html-nesting", "html-placement"], &expect![[r#"
                content/pages/a.md:5:6 «<h2>» error[html-nesting]: on /a: <h2> is not closed before </div>
                  help: write </h2> before </div>
                  note: content/pages/a.md:6:41 «</div>» the other tag
            "#]]);
    }

    #[test]
    fn placement_and_syntax() {
        for (text, expected) in [
            (
                "<ul><div>x</div></ul>",
                "5:5: error: html-placement: on /a: <div> is not allowed directly in <ul>",
            ),
            (
                "<div><b id=\"x\"class=\"y\">x</b></div>",
                "5:16: error: html-syntax: on /a: missing whitespace between attributes",
            ),
            (
                "One.\n\nA \0 b\n",
                "7:3: error: html-syntax: on /a: unexpected null character",
            ),
        ] {
            let codes = ["html-nesting", "html-placement", "html-syntax"];
            let expected = format!("content/pages/a.md:{expected}");
            site().page("a", text).assert_findings(&codes, &[&expected]);
        }
    }
}
