//! missing-description, description-length, duplicate-description: the text search results show below a title.

use std::collections::HashMap;

use diagnostic::{Code, Diagnostic, Severity};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

/// The rule.
pub static RULE: Rule = Rule {
    when: When::Build,
    codes: &[
        &MISSING_DESCRIPTION,
        &DESCRIPTION_LENGTH,
        &DUPLICATE_DESCRIPTION,
    ],
    check,
};

/// `missing-description`
pub static MISSING_DESCRIPTION: Code = Code {
    name: "missing-description",
    severity: Severity::Error,
    summary: "a page has no meta description",
    why: "Search results show a sentence cut out of the page instead.",
    example: "title = \"BPO\"   and no description",
    fix: "Add `description = \"…\"` to the front matter.",
    source: "",
};

/// `description-length`
pub static DESCRIPTION_LENGTH: Code = Code {
    name: "description-length",
    severity: Severity::Error,
    summary: "a meta description is too short or too long",
    why: "Search results cut what is too long, and replace what says too little.",
    example: "description = \"About us.\"",
    fix: "Keep within the bounds of [limits] in site.toml: 50 to 160 characters unless it says otherwise.",
    source: "",
};

/// `duplicate-description`
pub static DUPLICATE_DESCRIPTION: Code = Code {
    name: "duplicate-description",
    severity: Severity::Error,
    summary: "two pages have one meta description",
    why: "In a list of results the two cannot be told apart.",
    example: "the same `description` in two files",
    fix: "Say in each what is particular to its page.",
    source: "",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let limits = site.output.content.config.limits;
    let mut first: HashMap<&str, &str> = HashMap::new();
    for (url, facts) in site.pages() {
        let description = facts.description.as_deref().map_or("", str::trim);
        let length = description.chars().count();
        if length == 0 {
            let diagnostic = Diagnostic::new(
                &MISSING_DESCRIPTION,
                format!("the page {url} has no meta description"),
            )
            .help("add `description = \"…\"` to its front matter");
            found.push(site.blamed_key(diagnostic, url, "description"));
            continue;
        }
        if length < limits.description_min || length > limits.description_max {
            let diagnostic = Diagnostic::new(
                &DESCRIPTION_LENGTH,
                format!(
                    "the description of {url} has {length} characters; {} to {} are expected",
                    limits.description_min, limits.description_max
                ),
            );
            found.push(site.blamed_key(diagnostic, url, "description"));
        }
        if let Some(other) = first.insert(description, url) {
            let diagnostic = Diagnostic::new(
                &DUPLICATE_DESCRIPTION,
                format!("the pages {other} and {url} have the same description"),
            )
            .help("say in each description what is particular to its page");
            let diagnostic = match site.output.blame.key(other, "description") {
                Some(place) => diagnostic.related(place, "the other is here"),
                None => diagnostic,
            };
            found.push(site.blamed_key(diagnostic, url, "description"));
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
                "content/pages/a.md:3:15: error: duplicate-description: the pages / and /a have the same description",
            ),
            (
                "description = \"\"",
                "content/pages/a.md:3:15: error: missing-description: the page /a has no meta description",
            ),
        ] {
            assert_eq!(
                site()
                    .file("content/pages/a.md", &page(key))
                    .findings(&codes),
                [expected]
            );
        }
    }
}
