//! duplicate-id: two elements of a page have one `id`, so links and labels reach only the first (HTML standard, 3.2.6).

use std::collections::HashSet;

use content::Diagnostic;

use super::Inspection;

pub fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, facts) in site.pages() {
        let mut seen = HashSet::new();
        for id in facts.ids.iter().filter(|id| !seen.insert(id.as_str())) {
            let diagnostic = Diagnostic::error(
                "duplicate-id",
                format!("the page {url} has two elements with the id `{id}`"),
            );
            found.push(site.blamed(diagnostic, url, id, "written here"));
        }
    }
}
