//! Reports menus that a template uses but `menus.toml` does not have, and menus that no template uses.

use std::collections::BTreeSet;
use std::sync::Arc;

use content::{Content, Part, TomlText, Tree, translated_file};
use diagnostic::{Diagnostic, Help, Place, Source, all_of, did_you_mean};
use render::Templates;
use serde_json::{Map, Value};

use crate::codes;

const FILE: &str = "content/menus.toml";

/// Replaces template errors caused by a missing menu with one finding for each missing menu: in `menus.toml`, or at the template if it
/// rather means another menu, which no template uses any more.
pub fn at_menus(
    diagnostics: Vec<Diagnostic>,
    content: &Content,
    templates: &Templates,
    tree: &Tree,
) -> Vec<Diagnostic> {
    let names = || content.menus.as_object().into_iter().flat_map(Map::keys);
    let texts = || templates.values().map(|template| template.text.as_str());
    let used: BTreeSet<&str> = texts().flat_map(menu_names).collect();
    let is_used = |name: &String| used.contains(name.as_str());
    // The theme and the file are about the same menus, but for this one.
    let is_other_unused = names().any(is_used) && !names().all(is_used);
    let mut reported: BTreeSet<String> = BTreeSet::new();
    let mut result = Vec::new();
    for one in diagnostics {
        match missing_menu(&one, content) {
            None => result.push(one),
            Some((name, used)) => {
                if !reported.insert(name.clone()) {
                    continue;
                }
                result.push(if is_other_unused {
                    let message = format!("unknown menu `{name}`");
                    let all = all_of(names().map(String::as_str));
                    Diagnostic::new(&codes::MISSING_MENU, message)
                        .at(used, "")
                        .help(format!(
                            "menus are {all}; or add [[{name}]] tables to {FILE}"
                        ))
                } else {
                    no_such_menu(&name, used, tree)
                });
            }
        }
    }
    result
}

/// Returns the name of the missing menu that causes a template error, and the place where the template uses it. Returns `None`
/// if the error has another cause.
fn missing_menu(one: &Diagnostic, content: &Content) -> Option<(String, Place)> {
    let (place, _) = one.place.as_ref()?;
    let expression = place.source.text.get(place.span.start..)?;
    let name = menu_name(expression.strip_prefix("menus.")?)?;
    let is_missing =
        one.code == &render::codes::TEMPLATE_ERROR && content.menus.get(name).is_none();
    is_missing.then(|| (name.to_owned(), place.clone()))
}

fn no_such_menu(name: &str, used: Place, tree: &Tree) -> Diagnostic {
    let diagnostic = Diagnostic::new(&codes::MISSING_MENU, format!("unknown menu `{name}`"));
    let tables = format!("[[{name}]] tables, each with `label` and `url`");
    let label = "a template uses it here";
    match tree.texts.get(FILE) {
        Some(source) => diagnostic
            .at(Place::start_of(source), "")
            .help(format!("add {tables}"))
            .related(used, label),
        None => diagnostic
            .at(used, label)
            .help(format!("create {FILE} with {tables}")),
    }
}

/// Reports menus that no template uses, in any language. It is a warning unless a template uses one with a similar name.
pub fn unused<'a>(content: &'a Content, templates: &Templates, tree: &Tree) -> Vec<Diagnostic> {
    let keys = |menus: &'a Value| menus.as_object().into_iter().flat_map(Map::keys);
    let main = tree
        .texts
        .get(FILE)
        .map(|source| (source, keys(&content.menus).collect()));
    let others = content
        .translations
        .iter()
        .filter_map(|(lang, translation)| {
            let source = translated_file(tree, "menus", lang, &content.config)?;
            let own = keys(&translation.menus).filter(|key| content.menus.get(key).is_none());
            Some((source, own.collect()))
        });
    let files: Vec<(&Arc<Source>, Vec<&String>)> = main.into_iter().chain(others).collect();
    let found = files
        .into_iter()
        .flat_map(|(source, keys)| unused_of(source, keys, content, templates));
    found.collect()
}

/// Reports those of the menus in a file that no template uses.
fn unused_of(
    source: &Arc<Source>,
    keys: Vec<&String>,
    content: &Content,
    templates: &Templates,
) -> Vec<Diagnostic> {
    let toml = TomlText::whole(source);
    let texts = || templates.values().map(|template| template.text.as_str());
    let used: BTreeSet<&str> = texts().flat_map(menu_names).collect();
    let unused = keys.into_iter().filter(|key| {
        // A template may also look up a menu by its name in quotes.
        let quoted = format!("\"{key}\"");
        let is_quoted = |text: &str| {
            let mut places = text.match_indices(&quoted);
            places.any(|(at, _)| is_in_tag(&text[..at]))
        };
        !used.contains(key.as_str()) && !texts().any(is_quoted)
    });
    // A template may also go through all menus.
    let is_any = texts().any(|text| {
        let mut rest = text.split("menus").skip(1).map(str::trim_start);
        rest.any(|rest| rest.starts_with(['[', '|', '%', '}']))
    });
    // A missing menu is the cause, and a theme without menus has no names.
    let is_missing = used.is_empty() || used.iter().any(|one| content.menus.get(*one).is_none());
    unused
        .filter_map(|key| {
            let is_same = |one: &&&str| one.eq_ignore_ascii_case(key);
            let same = used.iter().find(is_same);
            let near = same.map(|one| Help::replace(format!("write `{one}`"), key, one));
            let near = near.or_else(|| did_you_mean(key, used.iter().copied()));
            let message = format!("no template uses the menu `{key}`");
            let place = toml.locate(&format!("/{key}"), Part::Key);
            let diagnostic = Diagnostic::new(&codes::MISSING_MENU, message).at(place, "");
            if near.is_none() && !is_any && !is_missing {
                let names = all_of(used.iter().copied());
                let help = format!("templates use only {names}");
                return Some(diagnostic.warning().help(help));
            }
            Some(diagnostic.help(near?))
        })
        .collect()
}

/// Returns whether a tag or an output of a template is open at the end of `text`.
fn is_in_tag(text: &str) -> bool {
    let last = |signs: [&str; 2]| signs.iter().filter_map(|sign| text.rfind(sign)).max();
    last(["{{", "{%"]) > last(["}}", "%}"])
}

/// Returns the names of the menus that a template uses as `menus.name`.
fn menu_names(text: &str) -> impl Iterator<Item = &str> {
    let uses = text.split("menus").skip(1);
    let names = uses.filter_map(|rest| rest.trim_start_matches('?').strip_prefix('.'));
    names.filter_map(menu_name)
}

/// Returns the name at the beginning of a text, or `None` if it does not begin with one.
fn menu_name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then_some(name)
}
