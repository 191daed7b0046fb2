//! Checks of redirects and rewrites: each leads to a page, hides none, is declared once, and is neither a chain nor a cycle.

use std::collections::HashMap;

use content::{Content, Part, Redirect};
use diagnostic::{Diagnostic, Place, did_you_mean};

use crate::codes;
use crate::route::Plan;

/// Checks all redirects, rewrites and feeds of `structure.toml`. Files are not known yet, so a URL with an extension may be one.
pub fn check(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let structure = &content.structure;
    let mut diagnostics = redirects(content, plan);
    for (index, rule) in structure.rewrites.iter().enumerate() {
        if !exists(content, plan, &rule.to) {
            diagnostics.push(no_page(
                plan,
                &rule.to,
                place(content, "rewrite", index, "to"),
            ));
        }
    }
    let redirects = structure.redirects.iter().map(|rule| rule.from.as_str());
    let rewrites = structure.rewrites.iter().map(|rule| rule.from.as_str());
    let feeds = structure.feeds.iter().map(|feed| feed.route.as_str());
    for (table, key, urls) in [
        ("redirect", "from", redirects.collect::<Vec<_>>()),
        ("rewrite", "from", rewrites.collect()),
        ("feed", "route", feeds.collect()),
    ] {
        diagnostics.extend(duplicates(content, table, key, &urls));
    }
    diagnostics
}

fn redirects(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let rules = &content.structure.redirects;
    let ends = ends(rules);
    for (index, rule) in rules.iter().enumerate() {
        let Redirect { from, to, .. } = rule;
        let at = |key: &str| place(content, "redirect", index, key);
        if from.len() > 1 && from.ends_with('/') {
            let without = from.trim_end_matches('/');
            let message = format!("{from} ends with a slash");
            let help = format!("write {without}; it is redirected with a slash as well");
            diagnostics.push(
                Diagnostic::new(&content::codes::WRONG_FORM, message)
                    .at(at("from"), "")
                    .help(help),
            );
        }
        if let Some(route) = plan.routes.get(from) {
            let message = format!("this redirect would hide the page {from}");
            diagnostics.push(
                Diagnostic::new(&codes::HIDDEN_PAGE, message)
                    .at(at("from"), "a page has this URL")
                    .related(route.place.clone(), "the page is here")
                    .help("remove the redirect, or rename the page"),
            );
        }
        let target = path_of(to);
        let chain = |message: String, help: String| {
            Diagnostic::new(&codes::REDIRECT_CHAIN, message)
                .at(at("to"), "")
                .help(help)
        };
        if target == from {
            let help = "redirect to the page that it has moved to".to_owned();
            diagnostics.push(chain(format!("{from} redirects to itself"), help));
        } else if plan.routes.contains(target) {
            // A page, even if another redirect would hide it.
        } else if let Some(end) = ends.get(target) {
            let message = format!("{from} redirects to {to}, which redirects again");
            let help = match end {
                Some(end) => format!("redirect to {end} directly"),
                None => "these redirects form a cycle: redirect to a page that exists".to_owned(),
            };
            diagnostics.push(chain(message, help));
        } else if to.starts_with('/') && target != "/" && !exists(content, plan, target) {
            // The inspection reports a missing home page.
            diagnostics.push(no_page(plan, target, at("to")));
        }
    }
    diagnostics
}

/// Returns a URL without query and fragment.
fn path_of(url: &str) -> &str {
    url.split(['#', '?']).next().unwrap_or(url)
}

/// Returns the last URL of the chain of redirects from each URL, or `None` if the chain is a cycle.
fn ends(rules: &[Redirect]) -> HashMap<&str, Option<&str>> {
    let mut by_url: HashMap<&str, &Redirect> = HashMap::new();
    for rule in rules {
        by_url.entry(&rule.from).or_insert(rule);
    }
    let mut ends: HashMap<&str, Option<&str>> = HashMap::new();
    for rule in rules {
        let mut chain = Vec::new();
        let mut from = rule.from.as_str();
        let end = loop {
            if let Some(end) = ends.get(from) {
                break *end;
            }
            // Until the end is known: a chain that comes back here is a cycle.
            ends.insert(from, None);
            chain.push(from);
            match by_url.get(from) {
                Some(rule) if by_url.contains_key(path_of(&rule.to)) => from = path_of(&rule.to),
                Some(rule) => break Some(rule.to.as_str()),
                None => break None,
            }
        };
        ends.extend(chain.into_iter().map(|from| (from, end)));
    }
    ends
}

/// Reports rules that have the URL of an earlier one, so that they would never be used.
fn duplicates(content: &Content, table: &str, key: &str, urls: &[&str]) -> Vec<Diagnostic> {
    let mut first = HashMap::new();
    let mut diagnostics = Vec::new();
    for (index, url) in urls.iter().enumerate() {
        let other = *first.entry(*url).or_insert(index);
        if other != index {
            let message = format!("two {table}s have the URL {url}");
            diagnostics.push(
                Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
                    .at(place(content, table, index, key), "the second")
                    .related(place(content, table, other, key), "the first is here")
                    .help("remove one of them"),
            );
        }
    }
    diagnostics
}

fn place(content: &Content, table: &str, index: usize, key: &str) -> Place {
    let pointer = format!("/{table}/{index}/{key}");
    content.structure_toml.locate(&pointer, Part::Value)
}

fn exists(content: &Content, plan: &Plan, path: &str) -> bool {
    let mut feeds = content.structure.feeds.iter();
    let has_extension = |path: &str| {
        path.rsplit('/')
            .next()
            .is_some_and(|last| last.contains('.'))
    };
    plan.routes.contains(path)
        || plan.unusable.contains(path)
        || feeds.any(|feed| feed.route == path)
        || has_extension(path)
}

fn no_page(plan: &Plan, path: &str, at: Place) -> Diagnostic {
    Diagnostic::new(&codes::BROKEN_LINK, format!("there is no page {path}"))
        .at(at, "no such page")
        .maybe_help(did_you_mean(path, plan.routes.urls()))
}
