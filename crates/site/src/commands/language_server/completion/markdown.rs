//! Completes Markdown: facts, links and their anchors, pictures, components and their arguments.

use std::ops::Range;

use diagnostic::{first_line, folder_of, line_start};

use super::facts::facts;
use super::item::{Item, ItemKind};
use crate::commands::language_server::components::components;
use crate::commands::language_server::links::destination;
use crate::commands::language_server::outline::outline;
use crate::commands::language_server::project::Project;

/// Returns the items that can be inserted at byte `offset` of a file, and the range of bytes that they replace.
pub fn completion(
    project: &Project,
    path: &str,
    offset: usize,
) -> Option<(Range<usize>, Vec<Item>)> {
    let text = project.text(path)?.text.as_str();
    let line = line_start(&text[..offset]);
    let line = &text[line..offset];
    if let Some(typed) = open(line, "{{", "}}") {
        let typed = typed.trim_start();
        return Some((
            offset - typed.len()..offset,
            fact_items(project, &text[offset..]),
        ));
    }
    if let Some(typed) = open(line, "](", ")").filter(|typed| !typed.contains(char::is_whitespace))
    {
        let label = &line[..line.len() - typed.len()];
        let is_picture = label
            .rfind('[')
            .is_some_and(|at| label[..at].ends_with('!'));
        if is_picture {
            return Some((offset - typed.len()..offset, pictures(project, path)));
        }
        if let Some((page, anchor)) = typed.split_once('#') {
            return Some((offset - anchor.len()..offset, anchors(project, path, page)));
        }
        return Some((offset - typed.len()..offset, pages(project)));
    }
    let tag = open(line, "<", ">")?;
    in_tag(project, tag, offset)
}

/// Returns the text after the last `begin` in a line, unless `end` follows it.
pub fn open<'a>(line: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = line.rsplit_once(begin)?;
    (!rest.contains(end)).then_some(rest)
}

/// Returns the facts; in text that is not closed with braces yet, they close it.
fn fact_items(project: &Project, rest: &str) -> Vec<Item> {
    let mut items = facts(&project.site);
    let line = first_line(rest);
    if !line.contains("}}") {
        for item in &mut items {
            item.text.push_str(" }}");
        }
    }
    items
}

/// Returns the URLs of all pages with their titles.
pub fn pages(project: &Project) -> Vec<Item> {
    let routes = project.plan.routes.iter();
    let pages = routes.map(|route| {
        let item = Item::named(ItemKind::Page, route.url.as_str());
        item.with_detail(&route.title(&project.loaded))
            .with_description(&route.description(&project.loaded))
    });
    pages.collect()
}

/// Returns the anchors of the page with this address, which may be empty for the document itself.
fn anchors(project: &Project, path: &str, address: &str) -> Vec<Item> {
    let file = if address.is_empty() {
        Some(path.to_owned())
    } else {
        destination(project, path, address).map(|destination| destination.path)
    };
    let headings = file.map_or_else(Vec::new, |file| outline(project, &file));
    let items = headings
        .into_iter()
        .map(|heading| Item::named(ItemKind::Page, heading.id).with_detail(&heading.title));
    items.collect()
}

/// Returns the pictures: those beside the document by their names, all others by their paths in `content/`.
fn pictures(project: &Project, path: &str) -> Vec<Item> {
    let folder = folder_of(path.strip_prefix("content/").unwrap_or_default());
    let mut items: Vec<Item> = project
        .pictures()
        .iter()
        .map(|picture| {
            let beside = picture
                .strip_prefix(folder)
                .and_then(|rest| rest.strip_prefix('/'));
            let address = match beside {
                Some(name) if !name.contains('/') => name.to_owned(),
                _ => format!("/{picture}"),
            };
            Item::named(ItemKind::File, address)
        })
        .collect();
    items.sort_by_key(|item| item.text.starts_with('/'));
    items
}

/// Completes the name of a component, or the names of its arguments.
pub fn in_tag(project: &Project, tag: &str, offset: usize) -> Option<(Range<usize>, Vec<Item>)> {
    let components = components(project).into_iter();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if tag.chars().all(is_word) {
        let items = components.map(|one| {
            let arguments = one.arguments.join(", ");
            Item::new(ItemKind::Function, one.name.as_str(), one.call()).with_detail(&arguments)
        });
        return Some((offset - tag.len()..offset, items.collect()));
    }
    let (name, arguments) = tag.split_at(tag.find(|c| !is_word(c))?);
    let component = components.into_iter().find(|one| one.name == name)?;
    let typed = arguments
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let is_name = typed.chars().all(|c| is_word(c) || c == '-');
    let is_between = arguments.matches('"').count() % 2 == 0;
    if !is_name || !is_between || arguments.is_empty() {
        return None;
    }
    let items = component.names().filter_map(|(name, declared)| {
        let is_present = arguments.contains(&format!(" {name}="));
        let text = format!("{name}=\"$0\"");
        (!is_present).then(|| Item::new(ItemKind::Argument, name, text).with_detail(declared))
    });
    Some((offset - typed.len()..offset, items.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings() {
        for (line, begin, end, expected) in [
            ("[a](/b", "](", ")", Some("/b")),
            ("[a](/b) c", "](", ")", None),
            ("[a](/b) [c](", "](", ")", Some("")),
            ("a {{ si", "{{", "}}", Some(" si")),
            ("a", "{{", "}}", None),
        ] {
            assert_eq!(open(line, begin, end), expected, "{line}");
        }
    }
}
