//! Checks redirects and rewrites: each must point to a page, hide no page, be declared only once, and form no chain or cycle.

use std::collections::{BTreeMap, HashMap, HashSet};

use content::{Content, Part};
use diagnostic::{Diagnostic, Help, Place};

use crate::codes;
use crate::plan_builder::PlanBuilder;
use crate::route::{Plan, PlannedRedirect, RedirectOrigin, nearest_url_help};

/// Adds the redirects of `structure.toml`.
pub fn add_redirects(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    let redirects = content.structure.redirects.iter().enumerate();
    for (index, rule) in redirects.filter(|(_, rule)| !rule.is_of_folder()) {
        let redirect = PlannedRedirect {
            to: rule.to.clone(),
            status: rule.status,
            origin: RedirectOrigin::Rule(index),
        };
        builder.add_redirect(without_slash(&rule.from), redirect);
    }
}

/// Checks all redirects, and the URLs in the taxonomies, rewrites, and calendars of `structure.toml`. Files are not known yet, so every
/// URL with an extension counts as an existing file.
pub fn check(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let structure = &content.structure;
    let mut diagnostics = redirects(content, plan);
    for (index, rule) in structure.redirects.iter().enumerate() {
        let is_on_site = rule.to.starts_with('/') && !rule.to.ends_with('*');
        if rule.is_of_folder() && is_on_site && !exists(plan, path_of(&rule.to)) {
            diagnostics.push(no_page(
                plan,
                path_of(&rule.to),
                place(content, "redirect", index, "to"),
            ));
        }
    }
    diagnostics.extend(endless(content, plan));
    let parents = structure.taxonomies.iter().enumerate();
    let parents = parents
        .filter_map(|(index, rule)| Some(("taxonomy", index, "parent", rule.parent.as_deref()?)));
    let calendars = structure.calendars.iter().enumerate();
    let calendars = calendars.map(|(index, rule)| ("calendar", index, "page", rule.page.as_str()));
    for (table, index, key, url) in parents.chain(calendars) {
        let path = path_of(url);
        if plan.routes.any_form(path).is_none() && !exists(plan, path) {
            diagnostics.push(no_page(plan, path, place(content, table, index, key)).warning());
        }
    }
    for (index, rule) in structure.rewrites.iter().enumerate() {
        if !exists(plan, &rule.to) {
            diagnostics.push(no_page(
                plan,
                &rule.to,
                place(content, "rewrite", index, "to"),
            ));
        }
    }
    diagnostics.extend(duplicate_rewrites(content));
    diagnostics
}

/// Returns an old URL without its trailing slash: a redirect applies to both forms.
pub fn without_slash(from: &str) -> &str {
    match from.trim_end_matches('/') {
        "" => from,
        without => without,
    }
}

fn redirects(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let ends = ends(&plan.redirects);
    let mut in_cycles = HashSet::new();
    for (from, redirect) in &plan.redirects {
        let to = &redirect.to;
        let slashed = || plan.routes.get(&format!("{from}/"));
        if let Some(route) = plan.routes.get(from).or_else(slashed) {
            let message = format!("this redirect would hide the page {}", route.url);
            diagnostics.push(
                Diagnostic::new(&codes::HIDDEN_PAGE, message)
                    .at(redirect.from_place(content), "a page has this URL")
                    .related(route.place(content), "the page is here")
                    .help("remove the redirect, or rename the page"),
            );
        }
        let target = path_of(to);
        let chain = |message: String, help: String| {
            Diagnostic::new(&codes::REDIRECT_CHAIN, message)
                .at(redirect.to_place(content), "")
                .help(help)
        };
        if plan.routes.contains(target) {
            // A page, even if another redirect would hide it.
        } else if target == from {
            let help = "redirect to the page that it has moved to".to_owned();
            diagnostics.push(chain(format!("{from} redirects to itself"), help));
        } else if let Some(None) = ends.get(target)
            && !is_first_of_cycle(&plan.redirects, from, &mut in_cycles)
        {
            // The cycle was reported at its first redirect.
        } else if let Some(end) = ends.get(target) {
            let message = format!("{from} redirects to {to}, which redirects again");
            let help = match end {
                Some(end) => format!("redirect to {end} directly"),
                None => "these redirects form a cycle: redirect to a page that exists".to_owned(),
            };
            diagnostics.push(chain(message, help));
        } else if to.starts_with('/') && target != "/" && !exists(plan, target) {
            // The inspection reports a missing home page.
            diagnostics.push(match (with_star(from), with_star(target)) {
                (Some(old), Some(new)) => {
                    let last = from.rsplit('/').next().unwrap_or_default();
                    let message = format!("`{last}` is not a placeholder: it is taken as typed");
                    let help = format!(
                        "write from = \"{old}\" and to = \"{new}\": `*` is the rest of the URL"
                    );
                    Diagnostic::new(&codes::BROKEN_LINK, message)
                        .at(redirect.from_place(content), "")
                        .help(help)
                }
                _ => no_page(plan, target, redirect.to_place(content)),
            });
        }
    }
    diagnostics
}

/// Returns whether `from` is the first redirect whose chain leads to a cycle, and adds the URLs of its chain to `known`, which are those
/// of the earlier ones.
fn is_first_of_cycle<'p>(
    redirects: &'p BTreeMap<String, PlannedRedirect>,
    from: &'p str,
    known: &mut HashSet<&'p str>,
) -> bool {
    let mut chain = HashSet::new();
    let mut at = from;
    while !known.contains(at) && chain.insert(at) {
        match redirects.get(at) {
            Some(redirect) => at = path_of(&redirect.to),
            None => break,
        }
    }
    let is_first = !known.contains(at);
    known.extend(chain);
    is_first
}

/// Number of redirects that browsers follow for one address (Fetch standard, HTTP-redirect fetch).
const MOST_FOLLOWED: usize = 20;

/// Reports rules for folders that redirect into a folder from which a rule redirects again, and so on without end.
fn endless(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let rules = || content.structure.redirects.iter().enumerate();
    let folders: Vec<_> = rules()
        .filter_map(|(index, rule)| Some((index, rule.from.strip_suffix('*')?, rule.to.as_str())))
        .collect();
    let endless = folders.iter().filter_map(|(index, above, to)| {
        let mut followed = Vec::new();
        let mut address = path_of(to).to_owned();
        while followed.len() < MOST_FOLLOWED {
            if !address.ends_with('*') && exists(plan, &address) {
                return None;
            }
            let mut matching = folders
                .iter()
                .filter(|(_, above, _)| address.starts_with(above));
            let (next, above, to) = matching.next()?;
            address = path_of(to).replace('*', &address[above.len()..]);
            followed.push(*next);
        }
        // A circle is reported at its first rule.
        let is_first = followed.contains(index) && followed.iter().min() == Some(index);
        is_first.then(|| {
            let message =
                format!("addresses below {above} that have no page are redirected without end");
            let help =
                "redirect to a folder from which no rule redirects, or from narrower addresses";
            let place = place(content, "redirect", *index, "to");
            Diagnostic::new(&codes::REDIRECT_CHAIN, message)
                .at(place, "")
                .help(help)
                .warning()
        })
    });
    endless.collect()
}

/// Returns a URL without its query and fragment.
fn path_of(url: &str) -> &str {
    url.split(['#', '?']).next().unwrap_or(url)
}

/// Returns the last URL of the chain of redirects from each URL, or `None` if the chain is a cycle.
fn ends(redirects: &BTreeMap<String, PlannedRedirect>) -> HashMap<&str, Option<&str>> {
    let mut ends: HashMap<&str, Option<&str>> = HashMap::new();
    for from in redirects.keys() {
        let mut chain = Vec::new();
        let mut from = from.as_str();
        let end = loop {
            if let Some(end) = ends.get(from) {
                break *end;
            }
            // Stays `None` if the chain comes back here, because it is then a cycle.
            ends.insert(from, None);
            chain.push(from);
            match redirects.get(from) {
                Some(redirect) if redirects.contains_key(path_of(&redirect.to)) => {
                    from = path_of(&redirect.to);
                }
                Some(redirect) => break Some(redirect.to.as_str()),
                None => break None,
            }
        };
        ends.extend(chain.into_iter().map(|from| (from, end)));
    }
    ends
}

/// Reports rewrites that have the same URL as an earlier one, and would therefore never be used.
fn duplicate_rewrites(content: &Content) -> Vec<Diagnostic> {
    let rewrites = content.structure.rewrites.iter();
    let mut first = HashMap::new();
    let mut diagnostics = Vec::new();
    for (index, url) in rewrites.map(|rule| &rule.from).enumerate() {
        let other = *first.entry(url).or_insert(index);
        if other != index {
            let message = format!("two rewrites have the URL {url}");
            diagnostics.push(
                Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
                    .at_duplicate(
                        place(content, "rewrite", index, "from"),
                        place(content, "rewrite", other, "from"),
                    )
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

fn exists(plan: &Plan, path: &str) -> bool {
    let has_extension = |path: &str| {
        path.rsplit('/')
            .next()
            .is_some_and(|last| last.contains('.'))
    };
    plan.routes.contains(path) || plan.unusable.contains(path) || has_extension(path)
}

fn no_page(plan: &Plan, path: &str, at: Place) -> Diagnostic {
    let diagnostic = Diagnostic::new(&codes::BROKEN_LINK, format!("there is no page {path}"))
        .at(at, "no such page");
    if let Some(meant) = with_star(path) {
        let help = format!(
            "write `{meant}` for the rest of the URL, and a redirect for any other pattern"
        );
        return diagnostic.help(Help::replace(help, path, &meant));
    }
    diagnostic.help(nearest_url_help(path, plan.routes.urls()))
}

/// Returns a path with `*` in place of its last part, if that is a placeholder of another program, such as `:slug`.
fn with_star(path: &str) -> Option<String> {
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_placeholder = last.starts_with([':', '$']) && last.len() > 1;
    is_placeholder.then(|| format!("{}*", &path[..path.len() - last.len()]))
}
