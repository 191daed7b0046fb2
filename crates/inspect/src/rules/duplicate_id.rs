//! duplicate-id: two elements of a page have one `id`, so links and labels reach only the first (HTML standard, 3.2.6).

use std::collections::HashSet;

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&render::codes::DUPLICATE_ID],
    check,
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages().filter(|(_, facts)| facts.has_duplicate_ids) {
        let mut seen = HashSet::new();
        let mut said = HashSet::new();
        let again = facts.ids.iter().filter(|id| !seen.insert(id.as_str()));
        for id in again.filter(|id| said.insert(id.as_str())) {
            let diagnostic = Diagnostic::new(
                &render::codes::DUPLICATE_ID,
                format!("the page {url} has two elements with the id `{id}`"),
            );
            let is_heading = site.output.blame.heading(url, id).is_some();
            let help = if is_heading {
                format!(
                    "rename the heading, or give it an id of its own: ## Heading {{#another-{id}}}"
                )
            } else {
                "give one of the two another id".to_owned()
            };
            let places = site.output.blame.ids(url, id);
            found.push(match places.as_slice() {
                // What a page says of itself can be changed by whoever wrote it; a template serves others as well.
                [own, rest @ ..] => {
                    let diagnostic = diagnostic.at(own.clone(), "written here").help(help);
                    let others = rest
                        .iter()
                        .map(|other| (other.clone(), "and here".to_owned()));
                    Diagnostic {
                        related: others.collect(),
                        ..diagnostic
                    }
                }
                [] => site.blamed(diagnostic, url, id, "written here"),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn two_of_one_id() {
        assert_eq!(
            site()
                .page(
                    "a",
                    "<p id=\"x\">a</p>\n\n<p id=\"y\">b</p>\n\n<p id=\"x\">c</p>"
                )
                .drawn(&["duplicate-id"]),
            r#"error[duplicate-id]: the page /a has two elements with the id `x`
 --> content/pages/a.md:5:8
  |
5 | <p id="x">a</p>
  |        ^ written here
  |
  = help: give one of the two another id
note: and here
 --> content/pages/a.md:9:8
  |
9 | <p id="x">c</p>
  |        ^
"#
        );
    }

    #[test]
    fn a_heading_and_an_element_of_the_template() {
        let template = "<html><head><title>t</title></head><body><main id=\"main\"><h1>x</h1>\n{{ page.content }}</main></body></html>";
        assert_eq!(
            site()
                .file("themes/t/templates/page.html", template)
                .page("a", "The main thing.\n\n## Main")
                .drawn(&["duplicate-id"]),
            r#"error[duplicate-id]: the page /a has two elements with the id `main`
 --> content/pages/a.md:7:1
  |
7 | ## Main
  | ^^ written here
  |
  = help: rename the heading, or give it an id of its own: ## Heading {#another-main}
note: and here
 --> themes/t/templates/page.html:1:52
  |
1 | <html><head><title>t</title></head><body><main id="main"><h1>x</h1>
  |                                                    ^^^^
"#
        );
    }
}
