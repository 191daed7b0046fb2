//! Runs the rules.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::OnceLock;

use diagnostic::{Code, Diagnostic, Severity};
use rayon::prelude::*;
use render::{Plan, without_host};

use crate::inspection::{Inspection, UNTRACED};
use crate::markup;
use crate::output::Output;
use crate::rule::Rule;
use crate::rules::RULES;
use crate::rules::broken_link::BROKEN_ANCHOR;
use crate::rules::waivers::UNUSED_WAIVER;
use crate::settings::{ALWAYS_ERRORS, CheckSettings};

/// Runs every rule of the scope and returns the findings, sorted.
pub fn inspect<'a>(output: &'a Output<'a>) -> Vec<Diagnostic> {
    let (settings, mut diagnostics) = CheckSettings::read(
        output.tree,
        &known_codes(output.later_codes),
        output.scope.check,
    );
    let markup = if output.scope.check {
        let pages = output.pages.par_iter();
        pages
            .filter(|_| !(output.is_cancelled)())
            .map(|page| (page.url(), markup::build(&output.html(page))))
            .collect()
    } else {
        HashMap::new()
    };
    let inspection = Inspection {
        output,
        settings,
        markup,
        prose: OnceLock::new(),
    };
    // An island that was not built may contain the anchor of a link, or the text that a waiver applies to.
    let needs_islands = |one: &Diagnostic| one.code == &BROKEN_ANCHOR || one.code == &UNUSED_WAIVER;
    let run = |rule: &Rule| {
        let mut diagnostics = Vec::new();
        let is_off = |code: &&Code| inspection.settings.is_off(code);
        if output.scope.includes(rule.when)
            && !rule.codes.iter().all(is_off)
            && (output.is_complete || !rule.needs_whole_pages)
            && !(output.is_cancelled)()
        {
            (rule.check)(&inspection, &mut diagnostics);
            diagnostics.retain_mut(|one| {
                (output.is_complete || !needs_islands(one)) && inspection.settings.apply_level(one)
            });
        }
        merge(diagnostics, output.plan, &output.content.config.base_url)
    };
    let results: Vec<Vec<Diagnostic>> = RULES.par_iter().copied().map(run).collect();
    diagnostics.extend(results.into_iter().flatten());
    diagnostic::sort(&mut diagnostics);
    diagnostics
}

/// Returns the codes of this stage and of those before it, without those that only rules report.
pub fn stage_codes() -> impl Iterator<Item = &'static Code> {
    let stages = [
        diagnostic::codes::ALL,
        content::codes::ALL,
        render::codes::ALL,
        assets::codes::ALL,
        crate::codes::ALL,
    ];
    stages.into_iter().flatten().copied()
}

/// Returns the names of the codes of all rules and stages, each with whether its level can be set. Errors of the stages are not
/// rules: a page that has one is left out of the site.
fn known_codes(later: &[&'static Code]) -> BTreeMap<&'static str, bool> {
    let of_stages = stage_codes().chain(later.iter().copied());
    let of_stages = of_stages.map(|code| (code.name, code.severity == Severity::Warning));
    let of_rules = RULES.iter().flat_map(|rule| rule.codes);
    let of_rules = of_rules.map(|code| (code.name, !ALWAYS_ERRORS.contains(&code.name)));
    of_stages.chain(of_rules).collect()
}

/// Merges findings of different pages at the same place of a template or of `structure.toml` into one that says how many more pages
/// have it. Their messages may differ in the URLs of the pages. Drops a finding without an exact place that another one has: a list
/// that shows the text of a document repeats its mistakes.
pub fn merge(diagnostics: Vec<Diagnostic>, plan: &Plan, base_url: &str) -> Vec<Diagnostic> {
    let is_url = |word: &str| plan.routes.contains(word) || without_host(word, base_url).is_some();
    let without_urls = |one: &Diagnostic| {
        let words = one.message.split_whitespace();
        let words = words.filter(|word| !is_url(word.trim_end_matches([',', ':', ';'])));
        (one.code.name, words.collect::<Vec<_>>().join(" "))
    };
    let is_traced = |one: &Diagnostic| !one.help.iter().any(|help| help.starts_with(UNTRACED));
    let mut traced: HashSet<(&'static str, String)> = HashSet::new();
    if diagnostics.iter().any(|one| !is_traced(one)) {
        traced.extend(
            diagnostics
                .iter()
                .filter(|one| is_traced(one))
                .map(without_urls),
        );
    }
    let mut merged: Vec<(Diagnostic, usize)> = Vec::new();
    let mut first: HashMap<(&'static str, String, usize, String), usize> = HashMap::new();
    for one in diagnostics {
        if !is_traced(&one) && traced.contains(&without_urls(&one)) {
            continue;
        }
        let makes_many =
            |path: &str| path.starts_with("themes/") || path.starts_with("content/structure.");
        let place = one.place.as_ref().map(|(place, _)| place);
        let Some(place) = place.filter(|place| makes_many(&place.source.path)) else {
            merged.push((one, 0));
            continue;
        };
        let (code, words) = without_urls(&one);
        let key = (code, place.source.path.clone(), place.span.start, words);
        if let Some(index) = first.get(&key) {
            let (merged, more) = &mut merged[*index];
            *more += 1;
            let words = one.message.split_whitespace();
            let mut words = words.map(|word| word.trim_end_matches([',', ':', ';']));
            let url = words.find(|word| is_url(word));
            merged.parts.extend(url.map(|url| ("page", url.to_owned())));
        } else {
            first.insert(key, merged.len());
            merged.push((one, 0));
        }
    }
    merged
        .into_iter()
        .map(|(one, more)| match more {
            0 => one,
            1 => one.help("the same on 1 more page"),
            _ => one.help(format!("the same on {more} more pages")),
        })
        .collect()
}
