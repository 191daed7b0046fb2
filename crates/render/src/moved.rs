//! Redirects and rewrites: they end at a page, hide none, say nothing twice, and neither chain nor loop.

use std::collections::HashMap;

use content::{Content, Part, Redirect};
use diagnostic::{Diagnostic, Place, did_you_mean};

use crate::codes;
use crate::route::Plan;

/// Checks all rules of `structure.toml` that move addresses. Files are not known yet: an address with an ending may be one.
pub fn check(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    redirects(content, plan, &mut found);
    for (index, rule) in content.structure.rewrites.iter().enumerate() {
        if !exists(content, plan, &rule.to) {
            found.push(no_page(
                plan,
                &rule.to,
                place(content, "rewrite", index, "to"),
            ));
        }
    }
    let froms = content
        .structure
        .rewrites
        .iter()
        .map(|rule| rule.from.as_str());
    twice(content, "rewrite", "from", froms, &mut found);
    let feeds = content
        .structure
        .feeds
        .iter()
        .map(|feed| feed.route.as_str());
    twice(content, "feed", "route", feeds, &mut found);
    found
}

fn redirects(content: &Content, plan: &Plan, found: &mut Vec<Diagnostic>) {
    let rules = &content.structure.redirects;
    twice(
        content,
        "redirect",
        "from",
        rules.iter().map(|rule| rule.from.as_str()),
        found,
    );
    for (index, rule) in rules.iter().enumerate() {
        let at = |key: &str| place(content, "redirect", index, key);
        if rule.from.len() > 1 && rule.from.ends_with('/') {
            let from = rule.from.trim_end_matches('/');
            found.push(
                Diagnostic::new(
                    &content::codes::WRONG_FORM,
                    format!("{} has a slash at the end", rule.from),
                )
                .at(at("from"), "")
                .help(format!(
                    "write {from}: the form with a slash redirects as well"
                )),
            );
        }
        if let Some(route) = plan.routes.get(&rule.from) {
            found.push(
                Diagnostic::new(
                    &codes::HIDDEN_PAGE,
                    format!("this redirect would hide the page {}", rule.from),
                )
                .at(at("from"), "a page has this address")
                .related(route.place.clone(), "the page is here")
                .help("remove the redirect, or rename the page"),
            );
        }
        let target = rule.to.split(['#', '?']).next().unwrap_or(&rule.to);
        if target == rule.from {
            found.push(
                Diagnostic::new(
                    &codes::REDIRECT_CHAIN,
                    format!("{} redirects to itself", rule.from),
                )
                .at(at("to"), "")
                .help("name the page that it has moved to"),
            );
        } else if plan.routes.contains(target) {
            // A page, even where another redirect would hide it.
        } else if let Some(next) = rules.iter().find(|other| other.from == target) {
            let message = format!(
                "{} redirects to {}, which redirects again",
                rule.from, rule.to
            );
            let help = match end_of(rules, next) {
                Some(end) => format!("redirect to {end} at once"),
                None => "these redirects go in a circle: name a page that exists".to_owned(),
            };
            found.push(
                Diagnostic::new(&codes::REDIRECT_CHAIN, message)
                    .at(at("to"), "")
                    .help(help),
            );
        } else if rule.to.starts_with('/') && target != "/" && !exists(content, plan, target) {
            // That there is no home page is said once, when the whole site is looked at.
            found.push(no_page(plan, target, at("to")));
        }
    }
}

/// Where a redirect ends in the end; `None` where it comes back to itself.
fn end_of<'a>(rules: &'a [Redirect], first: &'a Redirect) -> Option<&'a str> {
    let mut last = first;
    for _ in rules {
        let target = last.to.split(['#', '?']).next();
        match rules
            .iter()
            .find(|other| Some(other.from.as_str()) == target)
        {
            Some(next) => last = next,
            None => return Some(&last.to),
        }
    }
    None
}

/// Rules with the address of an earlier one, which would never be used.
fn twice<'a>(
    content: &Content,
    table: &str,
    key: &str,
    addresses: impl Iterator<Item = &'a str>,
    found: &mut Vec<Diagnostic>,
) {
    let mut first = HashMap::new();
    for (index, from) in addresses.enumerate() {
        if let Some(other) = first.insert(from, index) {
            first.insert(from, other);
            found.push(
                Diagnostic::new(
                    &content::codes::DUPLICATE_ROUTE,
                    format!("two {table}s have the address {from}"),
                )
                .at(place(content, table, index, key), "the second")
                .related(place(content, table, other, key), "the first is here")
                .help("remove one of the two"),
            );
        }
    }
}

fn place(content: &Content, table: &str, index: usize, key: &str) -> Place {
    content
        .structure_toml
        .locate(&format!("/{table}/{index}/{key}"), Part::Value)
}

fn exists(content: &Content, plan: &Plan, path: &str) -> bool {
    plan.routes.contains(path)
        || plan.unusable.contains(path)
        || content
            .structure
            .feeds
            .iter()
            .any(|feed| feed.route == path)
        || path
            .rsplit('/')
            .next()
            .is_some_and(|last| last.contains('.'))
}

fn no_page(plan: &Plan, path: &str, at: Place) -> Diagnostic {
    Diagnostic::new(&codes::BROKEN_LINK, format!("there is no page {path}"))
        .at(at, "no such page")
        .maybe_help(did_you_mean(path, plan.routes.urls()))
}
