//! Redirects and rewrites to and from files, which are known only once everything is built.

use content::{Redirect, Rewrite};
use diagnostic::{Diagnostic, did_you_mean};
use render::Plan;

use crate::blame::Blame;
use crate::files::Files;

/// Returns redirects and rewrites to files that do not exist, and redirects that would hide a file.
pub fn check(
    redirects: &[Redirect],
    rewrites: &[Rewrite],
    files: &Files,
    plan: &Plan,
    blame: &Blame<'_>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, rule) in redirects.iter().enumerate() {
        if files.contains_key(&rule.from[1..]) {
            let message = format!("this redirect would hide the file {}", rule.from);
            found.push(
                Diagnostic::new(&render::codes::HIDDEN_PAGE, message)
                    .maybe_at(blame.rule(&format!("/redirect/{index}/from")), "")
                    .help("remove the redirect, or rename the file"),
            );
        }
    }
    let redirects = redirects.iter().enumerate();
    let redirects = redirects.map(|(index, rule)| ("redirect", index, &rule.to));
    let rewrites = rewrites.iter().enumerate();
    let rewrites = rewrites.map(|(index, rule)| ("rewrite", index, &rule.to));
    for (table, index, to) in redirects.chain(rewrites) {
        let path = to.split(['#', '?']).next().unwrap_or(to);
        let name = path.rsplit('/').next().unwrap_or_default();
        let may_be_file = path.starts_with('/') && name.contains('.');
        if !may_be_file || files.contains_key(&path[1..]) || plan.routes.contains(path) {
            continue;
        }
        let known: Vec<String> = files.keys().map(|file| format!("/{file}")).collect();
        let message = format!("there is no page or file {path}");
        found.push(
            Diagnostic::new(&render::codes::BROKEN_LINK, message)
                .maybe_at(blame.rule(&format!("/{table}/{index}/to")), "")
                .maybe_help(did_you_mean(path, known.iter().map(String::as_str))),
        );
    }
    found
}
