//! duplicate-id: two elements of a page have the same `id`, so links and labels reach only the first (HTML standard, 3.2.6).

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Build, &[&render::codes::DUPLICATE_ID], check);

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let pages = site.output.pages.iter();
    for page in pages.filter(|page| page.facts().has_duplicate_ids) {
        let url = page.url();
        let ids: Vec<&str> = page.facts().ids().collect();
        let pairs = ids.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut again: Vec<&str> = pairs.map(|pair| pair[0]).collect();
        again.dedup();
        // Several headings of the text are there twice only if the template writes the text twice.
        let blame = site.output.blame;
        let is_heading =
            |id: &&str| blame.heading(url, id).is_some() && blame.ids(url, id).len() == 1;
        if again.iter().filter(|id| is_heading(id)).count() > 1 {
            let message = format!("the text of the document is twice on {url}");
            let diagnostic = Diagnostic::new(&render::codes::DUPLICATE_ID, message)
                .help("the template, or one that it extends, writes `page.content` twice: remove one of them");
            diagnostics.push(site.at_text(diagnostic, url, &["page.content"]));
            again.retain(|id| !is_heading(id));
        }
        for id in again {
            let message = format!("two elements on {url} have the id `{id}`");
            let diagnostic = Diagnostic::new(&render::codes::DUPLICATE_ID, message);
            let help = match blame.heading(url, id) {
                Some(_) => format!(
                    "rename the heading, or give it an id of its own: ## Heading {{#another-{id}}}"
                ),
                None => "change one of the ids".to_owned(),
            };
            // The document's own element comes first, because a change to the template affects other pages, too.
            let mut places = blame.ids(url, id).into_iter();
            diagnostics.push(match places.next() {
                Some(own) => places.fold(diagnostic.at(own, "").help(help), |diagnostic, other| {
                    diagnostic.related(other, "another element with this id")
                }),
                None => site.at_text(diagnostic.help(help), url, &[id]),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_text_that_is_there_twice() {
        let template = "<html><head><title>t</title></head><body><main><h1>x</h1>\n{{ page.content }}\n{{ page.content }}</main></body></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .page("a", "## One\n\n## Two")
            .assert_report(
                &["duplicate-id"],
                &expect![[r#"
                    themes/t/templates/page.html:2:4 «page.content» error[duplicate-id]: the text of the document is twice on /a
                      help: the template, or one that it extends, writes `page.content` twice: remove one of them
                "#]],
            );
    }

    #[test]
    fn a_heading_and_an_element_of_the_template() {
        let template = "<html><head><title>t</title></head><body><main id=\"main\"><h1>x</h1>\n{{ page.content }}</main></body></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .page("a", "The main thing.\n\n## Main")
            .assert_report(&["duplicate-id"], &expect![[r#"
                content/pages/a.md:7:1 «##» error[duplicate-id]: two elements on /a have the id `main`
                  help: rename the heading, or give it an id of its own: ## Heading {#another-main}
                  note: themes/t/templates/page.html:1:52 «main» another element with this id
            "#]]);
    }
}
