//! missing-title, title-too-long, duplicate-title: the text that search results and tabs show for a page.

use std::collections::HashMap;

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

/// The rule about titles.
pub static RULE: Rule = Rule::new(When::Build, ALL, check);

diagnostic::codes! {
    MISSING_TITLE {
        name: "missing-title",
        summary: "a page has no <title>",
        why: "Tabs, bookmarks, and search results show the URL instead.",
        example: "a template without <title>{{ page.meta.title }}</title>",
        fix: "Extend the base template, which writes it.",
        source: "WCAG 2.2, 2.4.2",
    }
    TITLE_TOO_LONG {
        name: "title-too-long",
        summary: "a <title> is longer than search results show",
        why: "Its end is cut off.",
        example: "title = \"Everything a growing company has to know about …\"",
        fix: "Shorten it, or set a shorter `meta_title` for search results. [limits] of site.toml sets the limit.",
    }
    DUPLICATE_TITLE {
        name: "duplicate-title",
        summary: "two pages have the same <title>",
        why: "Tabs and search results cannot tell them apart.",
        example: "the same `title` in two files",
        fix: "Say in each what is specific to the page.",
        source: "WCAG 2.2, 2.4.2",
    }
}

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let limit = site.output.content.config.limits.title;
    let mut first: HashMap<&str, &str> = HashMap::new();
    for (url, facts) in site.pages() {
        let title = facts.title.as_deref().map_or("", str::trim);
        if title.is_empty() {
            let message = format!("page {url} has no <title>");
            let diagnostic = Diagnostic::new(&MISSING_TITLE, message).help(
                "write <title>{{ page.meta.title }}</title> in the template, or in the one it extends",
            );
            found.push(site.at_template(diagnostic, url));
            continue;
        }
        let length = title.chars().count();
        if length > limit {
            let document = site.document(url);
            let has_own = document.is_some_and(|one| one.fields.contains_key("meta_title"));
            let key = if has_own { "meta_title" } else { "title" };
            let message = format!(
                "the <title> of {url} has {length} characters; at most {limit} are allowed"
            );
            let diagnostic = Diagnostic::new(&TITLE_TOO_LONG, message)
                .help("shorten it, or set a shorter `meta_title` for search results");
            found.push(site.at_key(diagnostic, url, key));
        }
        // Pages whose URLs differ only in case are reported when routes are planned.
        let other = first.insert(title, url);
        if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(url)) {
            let message = format!("pages {other} and {url} have the same title `{title}`");
            let mut diagnostic = Diagnostic::new(&DUPLICATE_TITLE, message)
                .help("say in each title what is specific to the page");
            if let Some(place) = site.output.blame.key(other, "title") {
                diagnostic = diagnostic.related(place, "the other title");
            }
            found.push(site.at_key(diagnostic, url, "title"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn two_pages_with_the_same_title() {
        let found = site()
            .append("content/pages/a.md", "+++\ntitle = \"Home\"\ndescription = \"Another description, long enough for what search results show of it.\"\n+++\n")
            .drawn(&["duplicate-title"]);
        expect_test::expect![[r#"
            error[duplicate-title]: pages / and /a have the same title `Home - Firm`
             --> content/pages/a.md:2:9
              |
            2 | title = "Home"
              |         ^^^^^^
              |
              = help: say in each title what is specific to the page
            note: the other title
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
        site()
                .file("content/pages/a.md", &page(&long))
                .assert_findings(&codes, &[
                "content/pages/a.md:2:9: error: title-too-long: the <title> of /a has 71 characters; at most 70 are allowed"
            ]);
        site()
                .file("content/pages/a.md", &page("Home"))
                .assert_findings(&codes, &[
                "content/pages/a.md:2:9: error: duplicate-title: pages / and /a have the same title `Home - Firm`"
            ]);
        let template = "<html lang=\"en\"><head></head></html>";
        site()
            .file("themes/t/templates/page.html", template)
            .assert_findings(
                &codes,
                &["themes/t/templates/page.html:1:1: error: missing-title: page / has no <title>"],
            );
    }
}
