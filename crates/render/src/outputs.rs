//! The files that are made from all pages, such as feeds and the sitemap, and collisions between them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use content::{Content, Part};
use diagnostic::{Diagnostic, Place};

use crate::calendar;
use crate::route::{Plan, localized, output_path};
use crate::sitemap::is_sitemap;

/// A file that is made from all pages.
#[derive(Debug)]
pub struct Output {
    /// Path in the output.
    pub path: String,
    /// Kind of file, with its article: `a feed`.
    pub name: &'static str,
    /// Where `structure.toml` asks for it; `None` if every site has it.
    pub place: Option<Place>,
}

/// Returns the files that are made from all pages of a site. Two of them may have the same path.
pub fn outputs(content: &Content, plan: &Plan) -> Vec<Output> {
    let structure = &content.structure;
    let locate = |pointer: &str, part| Some(content.structure_toml.locate(pointer, part));
    let output = |path: String, name, place| Output { path, name, place };
    let mut feeds: Vec<_> = plan.feeds.values().flatten().collect();
    feeds.sort_by_key(|feed| feed.rule);
    let paths = feeds.iter().map(|feed| output_path(&feed.url));
    let paths: Vec<String> = paths.collect();
    // A large site has several sitemaps.
    let sitemaps = paths.iter().filter(|path| is_sitemap(path)).cloned();
    let sitemaps = ["sitemap.xml".to_owned()].into_iter().chain(sitemaps);
    let mut all: Vec<Output> = sitemaps
        .map(|path| output(path, "the sitemap", None))
        .collect();
    all.push(output("robots.txt".to_owned(), "the build", None));
    if structure.search.is_some() {
        let place = locate("/search", Part::Key);
        all.extend(content.languages().map(|lang| {
            let path = output_path(&localized(content, lang, "/search.json"));
            output(path, "the search index", place.clone())
        }));
    }
    if structure.llms.is_some() {
        let place = locate("/llms", Part::Key);
        all.push(output("llms.txt".to_owned(), "the list of [llms]", place));
    }
    for (feed, path) in feeds.iter().zip(paths) {
        let place = locate(&format!("/feed/{}/route", feed.rule), Part::Value);
        all.push(output(path, "a feed", place));
    }
    for (index, rule) in structure.calendars.iter().enumerate() {
        let place = locate(&format!("/calendar/{index}/route"), Part::Value);
        let paths = calendar::paths(content, rule).into_iter();
        all.extend(paths.map(|path| output(path, "a calendar", place.clone())));
    }
    all
}

/// Reports two of these files with the same path, once for each pair of tables in `structure.toml`.
pub fn check(content: &Content, plan: &Plan) -> Vec<Diagnostic> {
    let outputs = outputs(content, plan);
    let mut first: HashMap<&str, &Output> = HashMap::new();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for output in &outputs {
        let other = match first.entry(&output.path) {
            Entry::Vacant(free) => {
                free.insert(output);
                continue;
            }
            Entry::Occupied(other) => *other.get(),
        };
        let Some(place) = output
            .place
            .clone()
            .filter(|place| Some(place) != other.place.as_ref())
        else {
            continue;
        };
        let is_reported = diagnostics.last().is_some_and(|one| {
            let related = one.related.first().map(|(place, _)| place);
            one.place.as_ref().map(|(place, _)| place) == Some(&place)
                && related == other.place.as_ref()
        });
        if is_reported {
            continue;
        }
        let Output { path, name, .. } = output;
        let message = match name.strip_prefix("a ") {
            Some(kind) if other.name == *name => format!("two {kind}s produce {path}"),
            _ => format!("two sources produce {path}: {} and {name}", other.name),
        };
        let diagnostic = Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message);
        let diagnostic = match other.place.clone() {
            Some(first) => diagnostic.at_duplicate(place, first),
            None => diagnostic.at(place, ""),
        };
        diagnostics.push(diagnostic.help("change this `route`"));
    }
    diagnostics
}
