//! Reports a fact whose key is misspelled in `site.toml` there, and not at every text and template that uses it.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree, escape};
use diagnostic::{Diagnostic, Help, Source, nearest};
use render::Templates;
use serde_json::Value;

const FILE: &str = "content/site.toml";

/// Path of a table, such as `site.facts`, and a key that it does not have.
type Missing = (String, String);

/// Number of places from which on a key is rather misspelled in `site.toml` than in each of them.
const SEVERAL: usize = 2;

/// Replaces the findings about a missing fact with one in `site.toml` if its key is misspelled there: nothing uses a key with a similar
/// name.
pub fn at_site_file(
    diagnostics: Vec<Diagnostic>,
    content: &Content,
    templates: &Templates,
    tree: &Tree,
) -> Vec<Diagnostic> {
    let Some(site) = tree.texts.get(FILE) else {
        return diagnostics;
    };
    let missing = diagnostics
        .iter()
        .map(|one| missing_fact(one, &content.site));
    let missing: Vec<Option<Missing>> = missing.collect();
    let mut uses: BTreeMap<&Missing, usize> = BTreeMap::new();
    for fact in missing.iter().flatten() {
        *uses.entry(fact).or_default() += 1;
    }
    let several = uses.into_iter().filter(|(_, uses)| *uses >= SEVERAL);
    let causes = several.filter_map(|(fact, uses)| {
        let key = unused_key(fact, content, templates, tree)?;
        Some((fact, finding(fact, key, uses, site)))
    });
    let causes: BTreeMap<&Missing, Diagnostic> = causes.collect();
    let others = diagnostics.into_iter().zip(&missing);
    let others =
        others.filter(|(_, fact)| fact.as_ref().is_none_or(|fact| !causes.contains_key(fact)));
    let mut result: Vec<Diagnostic> = others.map(|(one, _)| one).collect();
    result.extend(causes.into_values());
    result
}

fn finding((table, meant): &Missing, key: &str, uses: usize, site: &Arc<Source>) -> Diagnostic {
    let toml = TomlText::whole(site);
    let place = toml.locate(&format!("{}/{}", pointer(table), escape(key)), Part::Key);
    let message = format!("nothing uses `{table}.{key}`, but {uses} places use `{table}.{meant}`");
    Diagnostic::new(&content::codes::UNKNOWN_FACT, message)
        .at(place, "")
        .help(Help::replace(format!("write `{meant}`"), key, meant))
}

/// Returns the JSON pointer of a table of `site.toml`.
fn pointer(table: &str) -> String {
    table.trim_start_matches("site").replace('.', "/")
}

/// Returns the fact that does not exist, and because of which a finding is reported. Returns `None` if the finding has another cause.
fn missing_fact(one: &Diagnostic, site: &Value) -> Option<Missing> {
    let is_about_fact = [
        &content::codes::UNKNOWN_FACT,
        &render::codes::TEMPLATE_ERROR,
    ];
    if !is_about_fact.contains(&one.code) {
        return None;
    }
    let (place, _) = one.place.as_ref()?;
    let text = &*place.source.text;
    // A finding about a key names only the key, and one about an argument the whole call.
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let before = text.get(..place.span.start)?;
    let start = before.trim_end_matches(is_part).len();
    let after = text.get(place.span.end..)?;
    let end = place.span.end + after.find(|c| !is_part(c)).unwrap_or(after.len());
    let paths = text.get(start..end)?.split(|c| !is_part(c));
    let mut facts = paths.filter(|path| path.starts_with("site."));
    facts.find_map(|path| missing_key(path, site))
}

/// Returns a key with a name similar to that of a missing fact, in the same table, that no text and no template uses.
fn unused_key<'a>(
    (table, missing): &Missing,
    content: &'a Content,
    templates: &Templates,
    tree: &Tree,
) -> Option<&'a str> {
    let keys = content.site.pointer(&pointer(table))?.as_object()?;
    let key = nearest(missing, keys.keys().map(String::as_str))?;
    let path = format!("{table}.{key}");
    let texts = tree.texts.values().map(|source| &*source.text);
    let mut texts = texts.chain(templates.values().map(|template| &*template.text));
    (!texts.any(|text| uses(text, &path))).then_some(key)
}

/// Returns the table and the key of the first part of a path that `site` does not have.
fn missing_key(path: &str, site: &Value) -> Option<(String, String)> {
    let mut value = site;
    let mut table = String::from("site");
    for key in path.split('.').skip(1) {
        let Some(next) = value.get(key) else {
            let is_table = value.is_object() && !key.is_empty();
            return is_table.then(|| (table, key.to_owned()));
        };
        value = next;
        table = format!("{table}.{key}");
    }
    None
}

/// Returns whether a text contains a path that is not the beginning of a longer word.
fn uses(text: &str, path: &str) -> bool {
    let mut places = text.match_indices(path);
    places.any(|(at, _)| {
        let next = text[at + path.len()..].chars().next();
        !next.is_some_and(|next| next.is_ascii_alphanumeric() || next == '_')
    })
}
