//! missing-title, title-too-long, duplicate-title: what search results and tabs show of a page.

use std::collections::HashMap;

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

/// The rule.
pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[&MISSING_TITLE, &TITLE_TOO_LONG, &DUPLICATE_TITLE],
    check,
};

/// `missing-title`
pub static MISSING_TITLE: Code = Code {
    name: "missing-title",
    severity: Severity::Error,
    summary: "a page has no <title>",
    why: "Tabs, bookmarks and search results show the address instead.",
    example: "a template without <title>{{ page.meta.title }}</title>",
    fix: "Extend the base template, which writes it.",
    source: "WCAG 2.2, 2.4.2",
};

/// `title-too-long`
pub static TITLE_TOO_LONG: Code = Code {
    name: "title-too-long",
    severity: Severity::Error,
    summary: "a <title> is longer than search results show",
    why: "Its end is cut off.",
    example: "title = \"Everything a growing company has to know about …\"",
    fix: "Shorten it, or give a shorter one for search results as `meta_title`. The bound is [limits] in site.toml.",
    source: "",
};

/// `duplicate-title`
pub static DUPLICATE_TITLE: Code = Code {
    name: "duplicate-title",
    severity: Severity::Error,
    summary: "two pages have one <title>",
    why: "In tabs and search results the two cannot be told apart.",
    example: "the same `title` in two files",
    fix: "Say in each what is particular to its page.",
    source: "WCAG 2.2, 2.4.2",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let limit = site.output.content.config.limits.title;
    let mut first: HashMap<&str, &str> = HashMap::new();
    for (url, facts) in site.pages() {
        let title = facts.title.as_deref().map_or("", str::trim);
        if title.is_empty() {
            let diagnostic =
                Diagnostic::new(&MISSING_TITLE, format!("the page {url} has no <title>"))
                    .help("write it in the template, or in the one it extends: <title>{{ page.meta.title }}</title>");
            found.push(site.blamed_template(diagnostic, url));
            continue;
        }
        let length = title.chars().count();
        if length > limit {
            let key = if site.output.plan.routes.get(url).is_some_and(has_meta_title) {
                "meta_title"
            } else {
                "title"
            };
            let diagnostic = Diagnostic::new(
                &TITLE_TOO_LONG,
                format!(
                    "the <title> of {url} has {length} characters; at most {limit} are allowed"
                ),
            )
            .help("shorten it, or give a shorter one for search results as `meta_title`");
            found.push(site.blamed_key(diagnostic, url, key));
        }
        if let Some(other) = first.insert(title, url) {
            let diagnostic = Diagnostic::new(
                &DUPLICATE_TITLE,
                format!("the pages {other} and {url} have the same title `{title}`"),
            )
            .help("say in each title what is particular to its page");
            let diagnostic = match site.output.blame.key(other, "title") {
                Some(place) => diagnostic.related(place, "the other is here"),
                None => diagnostic,
            };
            found.push(site.blamed_key(diagnostic, url, "title"));
        }
    }
}

fn has_meta_title(route: &std::sync::Arc<render::Route>) -> bool {
    route
        .document
        .as_deref()
        .is_some_and(|document| document.fields.contains_key("meta_title"))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn two_of_one_title() {
        let found = site()
            .append("content/pages/a.md", "+++\ntitle = \"Home\"\ndescription = \"Another description, long enough for what search results show of it.\"\n+++\n")
            .drawn(&["duplicate-title"]);
        expect_test::expect![[r#"
            error[duplicate-title]: the pages / and /a have the same title `Home - Firm`
             --> content/pages/a.md:2:9
              |
            2 | title = "Home"
              |         ^^^^^^
              |
              = help: say in each title what is particular to its page
            note: the other is here
             --> content/pages/index.md:2:9
              |
            2 | title = "Home"
              |         ^^^^^^
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn titles_of_pages() {
        let long = "T".repeat(71);
        let page = |title: &str| {
            format!(
                "+++\ntitle = \"{title}\"\ndescription = \"A description of {title} that is long enough for search results.\"\n+++\n"
            )
        };
        let codes = ["missing-title", "title-too-long", "duplicate-title"];
        assert_eq!(
            site()
                .file("content/pages/a.md", &page(&long))
                .findings(&codes),
            [
                "content/pages/a.md:2:9: error: title-too-long: the <title> of /a has 71 characters; at most 70 are allowed"
            ]
        );
        assert_eq!(
            site()
                .file("content/pages/a.md", &page("Home"))
                .findings(&codes),
            [
                "content/pages/a.md:2:9: error: duplicate-title: the pages / and /a have the same title `Home - Firm`"
            ]
        );
        let template = "<html lang=\"en\"><head></head></html>";
        assert_eq!(
            site()
                .file("themes/t/templates/page.html", template)
                .findings(&codes),
            ["themes/t/templates/page.html:1:1: error: missing-title: the page / has no <title>"]
        );
    }
}
