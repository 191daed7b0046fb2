//! main-heading: a page does not have exactly one `<h1>`, which says what it is about (WCAG 2.2, 2.4.6).

use diagnostic::{Diagnostic, Place, lines};

use crate::inspection::Inspection;
use crate::markup;
use crate::page::Page;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Build, ALL, check);

diagnostic::codes! {
    MAIN_HEADING {
        name: "main-heading",
        summary: "a page has no <h1>, or more than one",
        why: "The main heading tells screen readers and search engines what the page is about.",
        example: "# Fees   in the text of a page whose template writes the title",
        fix: "Start headings in the text with ##; the template writes the title as <h1>.",
        source: "WCAG 2.2, 2.4.6",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for page in site.output.pages {
        let (url, facts) = (page.url(), page.facts());
        if facts.main_headings == 1 {
            continue;
        }
        let message = match facts.main_headings {
            0 => format!("page {url} has no <h1> heading"),
            count => format!("page {url} has {count} <h1> headings instead of one"),
        };
        let diagnostic = Diagnostic::new(&MAIN_HEADING, message);
        if facts.main_headings == 0 {
            let help = "write <h1>{{ page.title }}</h1> in the template, or in the one it extends";
            diagnostics.push(site.at_template(diagnostic.help(help), url));
            continue;
        }
        let in_text = "the template writes the title as <h1>; start headings in the text with ##";
        let (place, help) = match heading_of_text(site, url) {
            Some(place) if !place.source.text[place.span.clone()].starts_with('#') => (
                Some(place),
                "the line of `=` below makes it an <h1>: delete that line, or write a heading with ##",
            ),
            Some(place) => (Some(place), in_text),
            None => (
                second_heading(site, page),
                "write <h2> in place of one of them",
            ),
        };
        let diagnostic = diagnostic.help(help);
        diagnostics.push(match place {
            Some(place) => diagnostic.at(place, ""),
            None => site.at_template(diagnostic, url),
        });
    }
}

/// Returns the source of a page's second `<h1>`, or `None` if it cannot be traced.
fn second_heading(site: &Inspection<'_>, page: &Page) -> Option<Place> {
    let markup = markup::build(&site.output.html(page));
    let second = markup.named(&["h1"]).nth(1)?;
    // Its text tells it from the first.
    let last = markup.within(second).last().unwrap_or(second);
    let span = markup.span(second).start..markup.span(last).end;
    site.place_of_span(page.url(), &markup, &span)
}

/// Returns the place of the first `# heading` in the document's Markdown, or of the first line above a row of `=`. Returns `None` if
/// there is none.
fn heading_of_text(site: &Inspection<'_>, url: &str) -> Option<Place> {
    let document = site.document(url)?;
    let mut lines = lines(document.markdown()).peekable();
    while let Some((at, line)) = lines.next() {
        let below = lines.peek().map_or("", |(_, below)| below.trim_end());
        let is_underlined = !line.trim().is_empty() && below.starts_with('=');
        if line.starts_with("# ") || is_underlined && below.trim_matches('=').is_empty() {
            let start = document.body.start + at;
            let end = start + line.trim_end_matches('\n').len();
            return Some(Place::new(document.source(), start..end));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_second_main_heading_in_the_template() {
        let template =
            "<html><body><h1>{{ page.title }}</h1>\n<h1>More</h1>{{ page.content }}</body></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .page("a", "Text.")
            .assert_report(&["main-heading"], &expect![[r#"
                themes/t/templates/page.html:2:1 «<h1>More» error[main-heading]: page / has 2 <h1> headings instead of one
                  help: write <h2> in place of one of them
                  help: the same on 1 more page
            "#]]);
    }

    #[test]
    fn a_second_main_heading() {
        site().page("a", "Text.\n\n# Fees").assert_report(&["main-heading"], &expect![[r#"
            content/pages/a.md:7:1 «# Fees» error[main-heading]: page /a has 2 <h1> headings instead of one
              help: the template writes the title as <h1>; start headings in the text with ##
        "#]]);
    }
}
