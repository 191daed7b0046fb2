//! Menus that templates ask for and that are not there: a mistake of `menus.toml`, which templates fail for.

use content::{Content, Diagnostic, Part, Place, TomlText, Tree, nearest};

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
                kept.push(no_such_menu(&name, one.place, content, tree));
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
    let name = asked.strip_prefix("menus.")?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = &name[..end.unwrap_or(name.len())];
    let is_missing = one.code == "template-error" && content.menus.get(name).is_none();
    is_missing.then(|| name.to_owned())
}

fn no_such_menu(
    name: &str,
    asked: Option<(Place, String)>,
    content: &Content,
    tree: &Tree,
) -> Diagnostic {
    let menus = content.menus.as_object();
    let keys = menus.into_iter().flat_map(|menus| menus.keys());
    let near = nearest(name, keys.map(String::as_str));
    let diagnostic = Diagnostic::error("missing-menu", format!("there is no menu `{name}`"));
    let add = format!("[[{name}]] tables, each with `label` and `url`");
    let asked = asked.map(|(place, _)| place);
    let asked_here = "a template asks for it here";
    let (diagnostic, related) = match (tree.texts.get(FILE), near) {
        (Some(source), Some(near)) => {
            let place = TomlText::whole(source).locate(&format!("/{near}"), Part::Key);
            let help = format!("is this the one? rename `{near}` to `{name}`");
            (diagnostic.at(place, "").help(help), asked)
        }
        (Some(source), None) => {
            let diagnostic = diagnostic.at(Place::start_of(source), "");
            (diagnostic.help(format!("add it: {add}")), asked)
        }
        (None, _) => {
            let diagnostic = diagnostic.help(format!("there is no {FILE}: write it, with {add}"));
            match asked {
                Some(place) => (diagnostic.at(place, asked_here), None),
                None => (diagnostic, None),
            }
        }
    };
    match related {
        Some(place) => diagnostic.related(place, asked_here),
        None => diagnostic,
    }
}
