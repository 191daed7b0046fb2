//! Menus that templates ask for and that are not there, or that no template asks for: mistakes of `menus.toml`.

use crate::codes;
use std::collections::BTreeSet;

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Place, did_you_mean};
use render::Templates;
use serde_json::Map;

const FILE: &str = "content/menus.toml";

/// Findings of templates, with those that follow from a menu that is missing told at `menus.toml`, once for each.
pub fn at_menus(found: Vec<Diagnostic>, content: &Content, tree: &Tree) -> Vec<Diagnostic> {
    let mut told: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for one in found {
        match missing_menu(&one, content) {
            None => kept.push(one),
            Some(name) if told.contains(&name) => {}
            Some(name) => {
                kept.push(no_such_menu(&name, one.place, tree));
                told.push(name);
            }
        }
    }
    kept
}

/// The menu that a template fails for want of.
fn missing_menu(one: &Diagnostic, content: &Content) -> Option<String> {
    let (place, _) = one.place.as_ref()?;
    let asked = place.source.text.get(place.span.start..)?;
    let name = names(asked)
        .next()
        .filter(|_| asked.starts_with("menus."))?;
    let is_missing =
        one.code == &render::codes::TEMPLATE_ERROR && content.menus.get(name).is_none();
    is_missing.then(|| name.to_owned())
}

fn no_such_menu(name: &str, asked: Option<(Place, String)>, tree: &Tree) -> Diagnostic {
    let diagnostic = Diagnostic::new(&codes::MISSING_MENU, format!("there is no menu `{name}`"));
    let add = format!("[[{name}]] tables, each with `label` and `url`");
    let asked = asked.map(|(place, _)| place);
    let asked_here = "a template asks for it here";
    match (tree.texts.get(FILE), asked) {
        (Some(source), asked) => {
            let diagnostic = diagnostic
                .at(Place::start_of(source), "")
                .help(format!("add it: {add}"));
            match asked {
                Some(place) => diagnostic.related(place, asked_here),
                None => diagnostic,
            }
        }
        (None, asked) => {
            let diagnostic = diagnostic.help(format!("there is no {FILE}: write it, with {add}"));
            match asked {
                Some(place) => diagnostic.at(place, asked_here),
                None => diagnostic,
            }
        }
    }
}

/// Menus that no template names, where one names a menu like it.
pub fn unshown(content: &Content, templates: &Templates, tree: &Tree) -> Vec<Diagnostic> {
    let Some(source) = tree.texts.get(FILE) else {
        return Vec::new();
    };
    let toml = TomlText::whole(source);
    let texts = || templates.values().map(|template| template.text.as_str());
    let named: BTreeSet<&str> = texts().flat_map(names).collect();
    let keys = content.menus.as_object().into_iter().flat_map(Map::keys);
    let unshown = keys.filter(|key| {
        // One may be asked for by a name in quotes.
        let quoted = format!("\"{key}\"");
        !named.contains(key.as_str()) && !texts().any(|text| text.contains(&quoted))
    });
    unshown
        .filter_map(|key| {
            let meant = did_you_mean(key, named.iter().copied())?;
            let place = toml.locate(&format!("/{key}"), Part::Key);
            let message = format!("no template shows the menu `{key}`");
            let diagnostic = Diagnostic::new(&codes::MISSING_MENU, message);
            Some(diagnostic.at(place, "").help(meant))
        })
        .collect()
}

/// The menus that a template names.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split("menus.").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        (!name.is_empty()).then_some(name)
    })
}
