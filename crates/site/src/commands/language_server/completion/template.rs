//! Completes templates: functions and their arguments, filters, tests, values, facts, components, and names of templates and
//! collections.

use std::ops::Range;

use render::manual::values::OBJECTS;
use render::manual::{Manual, filters, functions, tags, tests};

use super::facts::facts;
use super::item::{Item, ItemKind};
use super::markdown::{in_tag, open};
use crate::commands::language_server::hover::manual_text;
use crate::commands::language_server::project::Project;

/// Returns the items that can be inserted at byte `offset` of a template, and the range of bytes that they replace.
pub fn completion(
    project: &Project,
    path: &str,
    offset: usize,
) -> Option<(Range<usize>, Vec<Item>)> {
    let text = project.text(path)?.text.as_str();
    let start = text[..offset].rfind("{{").max(text[..offset].rfind("{%"))?;
    let inside = &text[start + 2..offset];
    if inside.contains("}}") || inside.contains("%}") {
        return None;
    }
    if let Some(name) = open(inside, "\"", "\"").filter(|_| inside.matches('"').count() % 2 == 1) {
        let before = &inside[..inside.len() - name.len() - 1];
        return Some((offset - name.len()..offset, in_quotes(project, before)));
    }
    if let Some(tag) =
        open(inside, "<", ">").filter(|tag| tag.starts_with(char::is_uppercase) || tag.is_empty())
    {
        return in_tag(project, tag, offset);
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?');
    let before = inside.trim_end_matches(is_part);
    let typed = &inside[before.len()..];
    let range = offset - typed.len()..offset;
    let (object, field) = typed.rsplit_once('.').unwrap_or(("", typed));
    if object.starts_with("site") {
        return Some((range, facts(&project.site)));
    }
    if !object.is_empty() {
        return Some((offset - field.len()..offset, fields(object)));
    }
    let before = before.trim_end();
    if before.ends_with('|') {
        return Some((
            range,
            filters::ALL.iter().map(|manual| called(manual)).collect(),
        ));
    }
    if before.ends_with(" is") || before.ends_with(" is not") {
        return Some((
            range,
            tests::ALL.iter().map(|manual| called(manual)).collect(),
        ));
    }
    if before.ends_with(['(', ','])
        && let Some(manual) = open_call(before)
    {
        let arguments = manual.arguments.iter();
        let missing = arguments.filter(|one| !before.contains(&format!("{}=", one.name)));
        let items = missing.map(|one| {
            let text = if one.is_text {
                format!("{}=\"$0\"", one.name)
            } else {
                format!("{}=$0", one.name)
            };
            let detail = if one.is_required { "required" } else { "" };
            Item::new(ItemKind::Argument, one.name, text)
                .with_detail(detail)
                .with_description(one.text)
        });
        return Some((range, items.collect()));
    }
    if text[start..].starts_with("{%") && before.trim_start_matches('-').is_empty() {
        let names = tags::OPENING.into_iter().flat_map(|name| {
            let end = tags::CLOSED.contains(&name).then(|| tags::end_of(name));
            std::iter::once(name.to_owned()).chain(end)
        });
        let items = names.map(|name| Item::named(ItemKind::Function, name));
        return Some((range, items.collect()));
    }
    let objects = ["page", "site", "menus", "build"].into_iter();
    let objects = objects.filter_map(|name| OBJECTS.iter().find(|one| one.name == name));
    let objects =
        objects.map(|one| Item::named(ItemKind::Fact, one.name).with_description(one.text));
    let functions = functions::ALL.iter().map(|manual| called(manual));
    Some((range, objects.chain(functions).collect()))
}

/// Returns what a string in quotes can name, from the text before it.
fn in_quotes(project: &Project, before: &str) -> Vec<Item> {
    let before = before.trim_end();
    let named = |names: Vec<String>| -> Vec<Item> {
        names
            .into_iter()
            .map(|name| Item::named(ItemKind::File, name))
            .collect()
    };
    if before.ends_with("include") || before.ends_with("extends") {
        return named(project.templates().into_keys().map(str::to_owned).collect());
    }
    let function = open_call(before).map_or("", |manual| manual.name);
    let structure = &project.structure;
    let collections = || {
        let names = structure.collections.iter().map(|one| one.name.clone());
        named(names.collect())
    };
    let is_value_of = |argument: &str| {
        let rest = before
            .strip_suffix('=')
            .and_then(|rest| rest.strip_suffix(argument));
        rest.is_some_and(|rest| rest.ends_with(['(', ',', ' ']))
    };
    match function {
        "collection" if is_value_of("name") => collections(),
        "entry" if is_value_of("collection") => collections(),
        "taxonomy" if is_value_of("name") => named(
            structure
                .taxonomies
                .iter()
                .map(|one| one.name.clone())
                .collect(),
        ),
        "image" | "picture" | "svg" | "asset" if is_value_of("path") => named(project.pictures()),
        _ => Vec::new(),
    }
}

/// Returns the manual of the function or filter whose parenthesis is open at the end of a text.
fn open_call(text: &str) -> Option<&'static Manual> {
    let mut depth = 0_usize;
    let open = text.char_indices().rev().find(|(_, character)| {
        match character {
            ')' => depth += 1,
            '(' if depth == 0 => return true,
            '(' => depth -= 1,
            _ => {}
        }
        false
    })?;
    let before = &text[..open.0];
    let name = before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let is_filter = before[..before.len() - name.len()]
        .trim_end()
        .ends_with('|');
    let manuals = if is_filter {
        filters::ALL
    } else {
        functions::ALL
    };
    manuals.iter().copied().find(|manual| manual.name == name)
}

/// Returns the item of a function, filter, or test, with parentheses if it needs arguments.
fn called(manual: &Manual) -> Item {
    let needs_arguments = manual.arguments.iter().any(|one| one.is_required);
    let text = if needs_arguments {
        format!("{}($0)", manual.name)
    } else {
        manual.name.to_owned()
    };
    Item::new(ItemKind::Function, manual.name, text).with_description(&manual_text(manual))
}

/// Returns the fields of a value such as `page` or `page.paginator`.
fn fields(object: &str) -> Vec<Item> {
    let last = object
        .rsplit('.')
        .next()
        .unwrap_or(object)
        .trim_end_matches('?');
    let found = OBJECTS.iter().find(|one| one.name == last);
    let fields = found.map_or(&[][..], |one| one.fields).iter();
    let items =
        fields.map(|field| Item::named(ItemKind::Fact, field.name).with_description(field.text));
    items.collect()
}

#[cfg(test)]
mod tests_of_calls {
    use super::*;

    #[test]
    fn open_calls() {
        for (text, expected) in [
            ("{{ image(", "image"),
            ("{{ image(path=picture(path=\"a\").url, ", "image"),
            ("{{ image(path=picture(", "picture"),
            ("{{ x | date(", "date"),
            ("{{ date(", ""),
            ("{{ image(path=\"a\") ", ""),
            ("", ""),
        ] {
            let name = open_call(text).map_or("", |manual| manual.name);
            assert_eq!(name, expected, "{text}");
        }
    }
}
