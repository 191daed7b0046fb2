//! missing-description, description-length, duplicate-description: the text search results show below a title.

use std::collections::HashMap;

use content::Diagnostic;

use super::Inspection;

pub fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let limits = site.output.config.limits;
    let mut first: HashMap<&str, &str> = HashMap::new();
    for (url, facts) in site.pages() {
        let description = facts.description.as_deref().map_or("", str::trim);
        let length = description.chars().count();
        if length == 0 {
            let diagnostic = Diagnostic::error(
                "missing-description",
                format!("the page {url} has no meta description"),
            )
            .help("add `description = \"…\"` to its front matter");
            found.push(site.blamed_key(diagnostic, url, "description"));
            continue;
        }
        if length < limits.description_min || length > limits.description_max {
            let diagnostic = Diagnostic::error(
                "description-length",
                format!(
                    "the description of {url} has {length} characters; {} to {} are expected",
                    limits.description_min, limits.description_max
                ),
            );
            found.push(site.blamed_key(diagnostic, url, "description"));
        }
        if let Some(other) = first.insert(description, url) {
            let diagnostic = Diagnostic::error(
                "duplicate-description",
                format!("the pages {other} and {url} have the same description"),
            )
            .help("say in each description what is particular to its page");
            found.push(site.blamed_key(diagnostic, url, "description"));
        }
    }
}
