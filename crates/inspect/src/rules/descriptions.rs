//! missing-description, description-length, duplicate-description: the text that search results show below a title.

use std::collections::HashMap;

use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

/// The rule about meta descriptions.
pub static RULE: Rule = Rule::new(When::Build, ALL, check);

diagnostic::codes! {
    MISSING_DESCRIPTION {
        name: "missing-description",
        summary: "a page has no meta description",
        why: "Search results show some sentence of the page instead.",
        example: "title = \"BPO\"   and no description",
        fix: "Add `description = \"…\"` to the front matter.",
    }
    DESCRIPTION_LENGTH {
        name: "description-length",
        summary: "a meta description is too short or too long",
        why: "Search results cut off long descriptions, and replace short ones.",
        example: "description = \"About us.\"",
        fix: "Keep within [limits] of site.toml: 50 to 160 characters unless it sets other limits.",
    }
    DUPLICATE_DESCRIPTION {
        name: "duplicate-description",
        summary: "two pages have the same meta description",
        why: "Search results cannot tell them apart.",
        example: "the same `description` in two files",
        fix: "Say in each what is specific to the page.",
    }
}

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let limits = site.output.content.config.limits;
    let mut first: HashMap<&str, &str> = HashMap::new();
    for (url, facts) in site.pages() {
        let description = facts.description.as_deref().map_or("", str::trim);
        let length = description.chars().count();
        if length == 0 {
            let message = format!("page {url} has no meta description");
            let diagnostic = Diagnostic::new(&MISSING_DESCRIPTION, message)
                .help("add `description = \"…\"` to its front matter");
            found.push(site.at_key(diagnostic, url, "description"));
            continue;
        }
        let (min, max) = (limits.description_min, limits.description_max);
        if length < min || length > max {
            let message = format!(
                "the description of {url} has {length} characters; {min} to {max} are expected"
            );
            let diagnostic = Diagnostic::new(&DESCRIPTION_LENGTH, message);
            found.push(site.at_key(diagnostic, url, "description"));
        }
        // Pages whose URLs differ only in case are reported when routes are planned.
        let other = first.insert(description, url);
        if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(url)) {
            let message = format!("pages {other} and {url} have the same description");
            let mut diagnostic = Diagnostic::new(&DUPLICATE_DESCRIPTION, message)
                .help("say in each description what is specific to the page");
            if let Some(place) = site.output.blame.key(other, "description") {
                diagnostic = diagnostic.related(place, "the other description");
            }
            found.push(site.at_key(diagnostic, url, "description"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn descriptions_of_pages() {
        let page = |key: &str| format!("+++\ntitle = \"A\"\n{key}\n+++\n");
        let codes = [
            "missing-description",
            "description-length",
            "duplicate-description",
        ];
        for (key, expected) in [
            (
                "description = \"Short.\"",
                "content/pages/a.md:3:15: error: description-length: the description of /a has 6 characters; 50 to 160 are expected",
            ),
            (
                "description = \"A description that is long enough for what search results show.\"",
                "content/pages/a.md:3:15: error: duplicate-description: pages / and /a have the same description",
            ),
            (
                "description = \"\"",
                "content/pages/a.md:3:15: error: missing-description: page /a has no meta description",
            ),
        ] {
            site()
                .file("content/pages/a.md", &page(key))
                .assert_findings(&codes, &[expected]);
        }
    }
}
