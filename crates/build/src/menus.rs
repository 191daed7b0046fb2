//! Reports menus that a template uses but `menus.toml` does not have, and menus that no template uses.

use std::collections::BTreeSet;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, did_you_mean};
use render::Templates;
use serde_json::Map;

use crate::codes;

const FILE: &str = "content/menus.toml";

/// Replaces template errors caused by a missing menu with one finding in `menus.toml` for each missing menu.
pub fn at_menus(diagnostics: Vec<Diagnostic>, content: &Content, tree: &Tree) -> Vec<Diagnostic> {
    let mut reported: BTreeSet<String> = BTreeSet::new();
    let mut result = Vec::new();
    for one in diagnostics {
        match missing_menu(&one, content) {
            None => result.push(one),
            Some((name, used)) => {
                if reported.insert(name.clone()) {
                    result.push(no_such_menu(&name, used, tree));
                }
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

/// Reports menus that no template uses, although a template uses one with a similar name.
pub fn unused(content: &Content, templates: &Templates, tree: &Tree) -> Vec<Diagnostic> {
    let Some(source) = tree.texts.get(FILE) else {
        return Vec::new();
    };
    let toml = TomlText::whole(source);
    let texts = || templates.values().map(|template| template.text.as_str());
    let used: BTreeSet<&str> = texts().flat_map(menu_names).collect();
    let keys = content.menus.as_object().into_iter().flat_map(Map::keys);
    let unused = keys.filter(|key| {
        // A template may also look up a menu by its name in quotes.
        let quoted = format!("\"{key}\"");
        !used.contains(key.as_str()) && !texts().any(|text| text.contains(&quoted))
    });
    unused
        .filter_map(|key| {
            let help = did_you_mean(key, used.iter().copied())?;
            let message = format!("no template uses the menu `{key}`");
            let place = toml.locate(&format!("/{key}"), Part::Key);
            let diagnostic = Diagnostic::new(&codes::MISSING_MENU, message);
            Some(diagnostic.at(place, "").help(help))
        })
        .collect()
}

/// Returns the names of the menus that a template uses as `menus.name`.
fn menu_names(text: &str) -> impl Iterator<Item = &str> {
    text.split("menus.").skip(1).filter_map(menu_name)
}

/// Returns the name at the beginning of a text, or `None` if it does not begin with one.
fn menu_name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then_some(name)
}
