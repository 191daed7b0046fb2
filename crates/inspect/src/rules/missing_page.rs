//! missing-page: a page that every site needs is not there: the home page, and the one for addresses that do not exist.

use content::Part;
use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&MISSING_PAGE],
    check,
};

/// `missing-page`
pub static MISSING_PAGE: Code = Code {
    name: "missing-page",
    severity: Severity::Error,
    summary: "the site has no home page, or none for addresses that do not exist",
    why: "Who types the site's name, or follows an old link, gets the bare error message of a server.",
    example: "content/pages/404.md was deleted",
    fix: "Write the page: index.md is the home page, 404.md what visitors get where there is no page.",
    source: "",
};

/// Addresses that every site answers: each with its file in the output, what it is, and the name of its document.
const NEEDED: [(&str, &str, &str, &str); 2] = [
    ("/", "index.html", "home page", "index"),
    (
        "/404",
        "404.html",
        "page for addresses that do not exist",
        "404",
    ),
];

/// Whether an address is one of those that every site has to answer.
pub(crate) fn is_needed(url: &str) -> bool {
    NEEDED.iter().any(|(needed, ..)| *needed == url)
}

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let output = site.output;
    for (url, file, what, name) in NEEDED {
        if site.answers(url) || output.files.contains_key(file) {
            continue;
        }
        let diagnostic = Diagnostic::new(&MISSING_PAGE, format!("the site has no {what}"));
        let rules = &output.content.structure.collections;
        let folder = rules.iter().enumerate().find_map(|(index, rule)| {
            let is_of_it = rule.route.as_deref() == Some("/{path}");
            Some((index, rule.dir.as_deref().filter(|_| is_of_it)?))
        });
        let diagnostic = match (output.plan.hidden.get(url), folder) {
            (Some((file, reason)), _) => {
                diagnostic.help(format!("{file} has this address, but {reason}"))
            }
            (None, Some((_, dir))) => diagnostic.help(format!("write it: content/{dir}/{name}.md")),
            (None, None) => diagnostic.help(format!(
                "write a document whose address is {url}: a collection with `route = \"/{{path}}\"` and a file {name}.md"
            )),
        };
        found.push(match folder {
            Some((index, _)) => diagnostic.at(
                output
                    .content
                    .structure_toml
                    .locate(&format!("/collection/{index}/route"), Part::Value),
                format!("nothing gives {url}"),
            ),
            None => diagnostic,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn a_draft_is_no_page() {
        let page = "+++\ntitle = \"Home\"\ndraft = true\n+++\n";
        assert_eq!(
            site()
                .file("content/pages/index.md", page)
                .drawn(&["missing-page"]),
            r#"error[missing-page]: the site has no home page
 --> content/structure.toml:5:9
  |
5 | route = "/{path}"
  |         ^^^^^^^^^ nothing gives /
  |
  = help: content/pages/index.md has this address, but it is a draft; --drafts includes it
"#
        );
    }
}
