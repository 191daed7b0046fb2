//! Answers where something is used: a document, a fact, a component, a template.

use std::ops::Range;

use content::TomlText;
use diagnostic::line_start;

use super::components::calls;
use super::definition::{FACTS, STRUCTURE, definition};
use super::links::{destination, links};
use super::project::Project;
use super::target::Target;

/// Returns the files, and the byte ranges in them, that refer to something. `from` is the file that contains the place; for a key of
/// a document's front matter, and for a place that refers to nothing, this is the document that is referred to.
pub fn references(
    project: &Project,
    from: &str,
    target: Option<&Target>,
) -> Vec<(String, Range<usize>)> {
    match target {
        Some(Target::Fact(keys)) => to_fact(project, &keys.join(".")),
        Some(Target::Key(pointer)) if from == FACTS => {
            to_fact(project, &pointer[1..].replace('/', "."))
        }
        Some(Target::Component(name)) => everywhere(project, |_, text| calls(text, name).collect()),
        Some(Target::Template(path)) => to_template(project, path),
        Some(Target::Schema(path)) => to_value(
            project,
            "schema",
            path.strip_prefix("content/").unwrap_or(path),
        ),
        Some(Target::Collection(name)) => to_collection(project, name),
        Some(Target::Address(address)) => {
            let destination = destination(project, from, address);
            destination.map_or_else(Vec::new, |destination| to_file(project, &destination.path))
        }
        Some(Target::Function(_) | Target::Value(_)) => Vec::new(),
        Some(Target::Key(_)) | None if from.starts_with("themes/") => to_template(project, from),
        Some(Target::Key(_)) | None => to_file(project, from),
    }
}

/// Returns the file and the byte range in which a target is declared, or `None` if it has no declaration of its own.
pub fn declaration(
    project: &Project,
    from: &str,
    target: Option<&Target>,
) -> Option<(String, Range<usize>)> {
    match target? {
        Target::Key(pointer) if from == FACTS => {
            let keys: Vec<String> = pointer[1..].split('/').map(str::to_owned).collect();
            definition(project, from, &Target::Fact(keys))
        }
        target => definition(project, from, target),
    }
}

/// Finds byte ranges in every text of the project. `find` gets the path and the text.
fn everywhere(
    project: &Project,
    find: impl Fn(&str, &str) -> Vec<Range<usize>>,
) -> Vec<(String, Range<usize>)> {
    let texts = project.texts().into_iter();
    let found = texts.flat_map(|(path, source)| {
        let spans = find(path, &source.text).into_iter();
        spans.map(|span| (path.to_owned(), span))
    });
    found.collect()
}

/// Returns the byte ranges of the whole paths that begin with a fact's path.
fn to_fact(project: &Project, path: &str) -> Vec<(String, Range<usize>)> {
    let needle = format!("site.{path}");
    everywhere(project, |file, text| {
        let found = text.match_indices(&needle).filter(|(at, _)| {
            let before = &text[..*at];
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let goes_on = |c: char| c.is_alphanumeric() || c == '_';
            let line = line_start(before);
            let is_in_braces = || {
                let open = before[line..].rfind("{{");
                open.is_some_and(|open| !before[line + open..].contains("}}"))
            };
            !before.ends_with(is_part)
                && !text[at + needle.len()..].starts_with(goes_on)
                && (file.starts_with("themes/") || is_in_braces())
        });
        found.map(|(at, found)| at..at + found.len()).collect()
    })
}

/// Returns the byte ranges of the value of a key in `structure.toml`.
fn to_value(project: &Project, key: &str, value: &str) -> Vec<(String, Range<usize>)> {
    let Some(source) = project.text(STRUCTURE) else {
        return Vec::new();
    };
    let toml = TomlText::whole(source);
    let texts = toml.texts().iter();
    let values =
        texts.filter(|one| one.pointer.rsplit('/').next() == Some(key) && one.text == value);
    let places = values.map(|one| (STRUCTURE.to_owned(), one.place.span.clone()));
    places.collect()
}

/// Returns the byte ranges of a collection's name in `structure.toml` and in the calls of templates.
fn to_collection(project: &Project, name: &str) -> Vec<(String, Range<usize>)> {
    let mut found = to_value(project, "collection", name);
    let calls = ["collection(name=", "collection="];
    found.extend(everywhere(project, |path, text| {
        if !path.starts_with("themes/") {
            return Vec::new();
        }
        let quoted = text.match_indices(name).filter(|(at, _)| {
            let before = text[..*at].strip_suffix('"').unwrap_or_default();
            calls.iter().any(|call| before.ends_with(call))
                && text[at + name.len()..].starts_with('"')
        });
        quoted.map(|(at, found)| at..at + found.len()).collect()
    }));
    found
}

/// Returns the byte ranges of a template's name in quotes.
pub fn to_template(project: &Project, path: &str) -> Vec<(String, Range<usize>)> {
    let templates = project.templates();
    let Some(name) = templates
        .iter()
        .find_map(|(name, one)| (*one == path).then_some(*name))
    else {
        return Vec::new();
    };
    everywhere(project, |_, text| {
        let found = text.match_indices(name).filter(|(at, _)| {
            let quotes = ['"', '\'', '`'];
            text[..*at].ends_with(quotes) && text[at + name.len()..].starts_with(quotes)
        });
        found.map(|(at, found)| at..at + found.len()).collect()
    })
}

/// Returns the byte ranges of the addresses that lead to a file.
fn to_file(project: &Project, path: &str) -> Vec<(String, Range<usize>)> {
    let texts = project.texts().into_iter();
    let found = texts.flat_map(|(from, source)| {
        let links = links(from, source).into_iter();
        links.filter_map(move |link| {
            let destination = destination(project, from, &link.address)?;
            let is_own_heading = link.address.starts_with('#');
            (destination.path == path && !is_own_heading).then(|| (from.to_owned(), link.span))
        })
    });
    found.collect()
}
