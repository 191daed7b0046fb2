//! Checks redirects and rewrites to and from files. They are checked last, because the files are known only once everything is
//! built.

use diagnostic::{Diagnostic, Help, did_you_mean};

use crate::output::Output;

/// Reports redirects and rewrites to files that do not exist, and redirects that would hide a file.
pub fn check(output: &Output<'_>) -> Vec<Diagnostic> {
    let (files, plan) = (output.files, output.plan);
    let mut diagnostics = Vec::new();
    for (from, redirect) in &plan.redirects {
        if files.contains_key(&from[1..]) {
            let message = format!("this redirect would hide the file {from}");
            diagnostics.push(
                Diagnostic::new(&render::codes::HIDDEN_PAGE, message)
                    .at(redirect.from_place(output.content), "")
                    .help("remove the redirect, or rename the file"),
            );
        }
    }
    let redirects = plan.redirects.values();
    let redirects =
        redirects.map(|redirect| (Some(redirect.to_place(output.content)), &redirect.to));
    let rewrites = output.content.structure.rewrites.iter().enumerate();
    let rewrites = rewrites.map(|(index, rule)| {
        let place = output.blame.rule(&format!("/rewrite/{index}/to"));
        (place, &rule.to)
    });
    let folders = output.content.structure.redirects.iter().enumerate();
    let folders = folders.filter(|(_, rule)| rule.is_of_folder() && !rule.to.ends_with('*'));
    let folders = folders.map(|(index, rule)| {
        let place = output.blame.rule(&format!("/redirect/{index}/to"));
        (place, &rule.to)
    });
    for (place, to) in redirects.chain(rewrites).chain(folders) {
        let path = to.split(['#', '?']).next().unwrap_or(to);
        let name = path.rsplit('/').next().unwrap_or_default();
        let may_be_file = path.starts_with('/') && name.contains('.');
        let is_page = plan.routes.contains(path) || plan.unusable.contains(path);
        if !may_be_file || files.contains_key(&path[1..]) || is_page {
            continue;
        }
        let known: Vec<String> = files.keys().map(|file| format!("/{file}")).collect();
        let message = format!("there is no page or file {path}");
        let page = path
            .rsplit_once('.')
            .filter(|(_, kind)| ["html", "htm", "php", "md"].contains(kind))
            .map(|(page, _)| page.strip_suffix("/index").unwrap_or(page));
        let page = page.and_then(|page| {
            plan.routes
                .any_form(if page.is_empty() { "/" } else { page })
        });
        let page = page.map(|route| {
            let help = format!("write {}: URLs of pages have no extension", route.url);
            Help::replace(help, path, &route.url).certainly()
        });
        diagnostics.push(
            Diagnostic::new(&render::codes::BROKEN_LINK, message)
                .maybe_at(place, "")
                .help(
                    page.or_else(|| did_you_mean(path, known.iter().map(String::as_str)))
                        .unwrap_or_else(|| {
                            "write the URL of an existing page or file; `site list` lists the pages"
                                .into()
                        }),
                ),
        );
    }
    diagnostics
}
