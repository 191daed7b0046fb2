//! missing-page: the site has no home page, or no page for URLs that do not exist.

use content::Part;
use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Build, ALL, check);

diagnostic::codes! {
    MISSING_PAGE {
        name: "missing-page",
        summary: "the site has no home page, or no page for URLs that do not exist",
        why: "People who enter the site's domain, or follow an old link, get the bare error message of a server.",
        example: "content/pages/404.md was deleted",
        fix: "Write the page: index.md is the home page, and 404.md is shown for URLs that do not exist.",
    }
}

/// Pages that every site needs: URL, file in the output, description, and name of the document.
const NEEDED: [(&str, &str, &str, &str); 2] = [
    ("/", "index.html", "home page", "index"),
    ("/404", "404.html", "page for URLs that do not exist", "404"),
];

/// Returns whether every site needs a page at this URL.
pub(crate) fn is_needed(url: &str) -> bool {
    NEEDED.iter().any(|(needed, ..)| *needed == url)
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let output = site.output;
    for (url, file, what, name) in NEEDED {
        if output.addresses().is_linkable(url) || output.files.contains_key(file) {
            continue;
        }
        let mut rules = output.content.structure.collections.iter().enumerate();
        let folder = rules.find_map(|(index, rule)| {
            let is_for_pages = rule.route.as_deref() == Some("/{path}");
            Some((index, rule.dir.as_deref().filter(|_| is_for_pages)?))
        });
        let help = match (output.plan.hidden.get(url), folder) {
            (Some((file, reason)), _) => format!("{file} has this URL, but {reason}"),
            (None, Some((_, dir))) => format!("write content/{dir}/{name}.md"),
            (None, None) => format!(
                "write a document with the URL {url}: a collection with `route = \"/{{path}}\"` and a file {name}.md"
            ),
        };
        let place = folder.map(|(index, _)| {
            let pointer = format!("/collection/{index}/route");
            output.content.structure_toml.locate(&pointer, Part::Value)
        });
        diagnostics.push(
            Diagnostic::new(&MISSING_PAGE, format!("the site has no {what}"))
                .maybe_at(place, format!("no document has the URL {url}"))
                .help(help),
        );
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn a_home_page_that_is_a_draft() {
        let page = "+++\ntitle = \"Home\"\ndraft = true\n+++\n";
        site().file("content/pages/index.md", page).assert_report(&["missing-page"], &expect![[r#"
            content/structure.toml:5:9 «"/{path}"» error[missing-page]: the site has no home page (no document has the URL /)
              help: content/pages/index.md has this URL, but it is a draft; --drafts includes it
        "#]]);
    }
}
