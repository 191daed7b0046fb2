//! Redirects and rewrites to and from files, which are known only when everything is made.

use content::{Redirect, Rewrite};
use diagnostic::{Diagnostic, did_you_mean};
use render::Plan;

use crate::blame::Blame;
use crate::files::Files;

/// Rules that lead to a file there is none of, and redirects that would hide one.
pub fn check(
    redirects: &[Redirect],
    rewrites: &[Rewrite],
    files: &Files,
    plan: &Plan,
    blame: &Blame<'_>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let froms = redirects.iter().enumerate();
    for (index, rule) in froms.filter(|(_, rule)| files.contains_key(&rule.from[1..])) {
        let diagnostic = Diagnostic::new(
            &render::codes::HIDDEN_PAGE,
            format!("this redirect would hide the file {}", rule.from),
        )
        .help("remove the redirect, or rename the file");
        found.push(at(
            blame,
            &format!("/redirect/{index}/from"),
            diagnostic,
            "a file has this address",
        ));
    }
    let to_redirects = redirects
        .iter()
        .enumerate()
        .map(|(index, rule)| ("redirect", index, &rule.to));
    let to_rewrites = rewrites
        .iter()
        .enumerate()
        .map(|(index, rule)| ("rewrite", index, &rule.to));
    for (table, index, to) in to_redirects.chain(to_rewrites) {
        let path = to.split(['#', '?']).next().unwrap_or(to);
        let may_be_file = path.starts_with('/')
            && path
                .rsplit('/')
                .next()
                .is_some_and(|last| last.contains('.'));
        if !may_be_file || files.contains_key(&path[1..]) || plan.routes.contains(path) {
            continue;
        }
        let known: Vec<String> = files.keys().map(|file| format!("/{file}")).collect();
        let diagnostic = Diagnostic::new(
            &render::codes::BROKEN_LINK,
            format!("there is no file {path}"),
        )
        .maybe_help(did_you_mean(path, known.iter().map(String::as_str)));
        found.push(at(
            blame,
            &format!("/{table}/{index}/to"),
            diagnostic,
            "no such file",
        ));
    }
    found
}

fn at(blame: &Blame<'_>, pointer: &str, diagnostic: Diagnostic, label: &str) -> Diagnostic {
    match blame.rule(pointer) {
        Some(place) => diagnostic.at(place, label),
        None => diagnostic,
    }
}
