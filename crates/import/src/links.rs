//! Rewrites links and pictures to the files and URLs of the new site.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::folder_of;
use pulldown_cmark::{Event, Options, Parser, Tag};
use render::joined;

use crate::copies::{Copies, relative};
use crate::edits::{Edit, apply};
use crate::html::{in_other_tab, is_handler, is_script, loads, style_as_class, tags, use_host};
use crate::model::Page;
use crate::targets::{Targets, absolute_path, elsewhere, local, split_rest};

/// The part of a text in which an address is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Link,
    Picture,
    Definition,
}

/// Rewrites the addresses of links and pictures.
pub fn with_links(
    text: &str,
    page: &Page,
    target: &str,
    targets: &Targets,
    pictures: &mut Copies<'_>,
) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST;
    let parser = Parser::new_ext(text, options);
    let definitions: Vec<(Range<usize>, String)> = parser
        .reference_definitions()
        .iter()
        .map(|(_, one)| (one.span.clone(), one.dest.to_string()))
        .collect();
    let mut change = |range: Range<usize>, address: &str, what: Written| {
        let is_picture = what == Written::Picture;
        let new = address_of(address, page, target, targets, pictures, is_picture);
        let Some(new) = new.filter(|new| new != address) else {
            return;
        };
        let is_definition = what == Written::Definition;
        if let Some(at) = written_address(&text[range.clone()], is_definition) {
            let (start, end) = (range.start + at.start, range.start + at.end);
            edits.push((start..end, spaced(&new)));
        }
    };
    for (range, address) in &definitions {
        change(range.clone(), address, Written::Definition);
    }
    let mut html: Vec<Range<usize>> = Vec::new();
    let mut links_to_scripts: Vec<Range<usize>> = Vec::new();
    let mut outside: Vec<(Range<usize>, String)> = Vec::new();
    let mut pictures_in_text: Vec<(Range<usize>, String)> = Vec::new();
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) if is_script(&dest_url) => {
                links_to_scripts.push(range);
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                change(range, &dest_url, Written::Link);
            }
            Event::Start(Tag::Image { dest_url, .. }) if local(&dest_url, targets).is_none() => {
                outside.push((range, dest_url.to_string()));
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                change(range.clone(), &dest_url, Written::Picture);
                pictures_in_text.push((range, dest_url.to_string()));
            }
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => html.push(range),
            _ => {}
        }
    }
    for range in links_to_scripts {
        // Only the label is left.
        if let Some(at) = last_address(&text[range.clone()]) {
            let address = range.start + at..range.end;
            let script = text[address.start + 2..address.end - 1].to_owned();
            let losses = &mut pictures.losses.handlers;
            losses.push((Arc::clone(&page.source), script));
            edits.push((range.start..range.start + 1, String::new()));
            edits.push((address, String::new()));
        }
    }
    for (range, address) in pictures_in_text {
        if !is_there(&address, page, targets, pictures) {
            // Browsers show the description of a picture that does not exist.
            edits.push((range.clone(), description(&text[range]).to_owned()));
            pictures
                .losses
                .missing
                .push((Arc::clone(&page.source), address));
        }
    }
    let url = targets.url(page);
    // New addresses of pictures by those in their definitions.
    let mut defined: BTreeMap<String, String> = BTreeMap::new();
    for (range, address) in outside {
        let new = use_host(&mut pictures.hosts, &address, "image", &url);
        let Some(new) = new.filter(|new| *new != address) else {
            continue;
        };
        match written_address(&text[range.clone()], false) {
            Some(at) => edits.push((range.start + at.start..range.start + at.end, new)),
            None => defined.extend([(address, new)]),
        }
    }
    for (range, address) in definitions {
        let at = written_address(&text[range.clone()], true);
        if let (Some(new), Some(at)) = (defined.get(&address), at) {
            edits.push((range.start + at.start..range.start + at.end, new.clone()));
        }
    }
    for range in html {
        for tag in tags(text, range) {
            edits.extend(style_as_class(text, &tag, &mut pictures.styles));
            for (name, value, whole) in &tag.attributes {
                let lower = name.to_ascii_lowercase();
                let name = if tag.is_component() {
                    name
                } else {
                    lower.as_str()
                };
                let is_link = ["href", "src", "action"].contains(&name);
                let address = &text[value.clone()];
                let is_script = is_handler(name) || is_link && is_script(address);
                // The value of an attribute of MDX may be a program in braces.
                if is_script && !address.starts_with('{') && !tag.is_component() {
                    let written = (Arc::clone(&page.source), text[whole.clone()].to_owned());
                    pictures.losses.handlers.push(written);
                    edits.push((whole.clone(), String::new()));
                    continue;
                }
                // The new site makes the sizes of its own pictures.
                if name == "srcset" && tag.name == "img" && address.contains("//") {
                    edits.push((whole.clone(), String::new()));
                    continue;
                }
                let is_action = name == "action" && tag.name == "form";
                let is_address = is_action || ["href", "src", "poster"].contains(&name);
                let is_web = address.starts_with("http") || address.starts_with("//");
                if name == "href" && is_web && local(address, targets).is_none() {
                    edits.extend(in_other_tab(text, &tag));
                }
                let new = match loads(tag.name, name) {
                    Some(kind) if local(address, targets).is_none() => {
                        use_host(&mut pictures.hosts, address, kind, &url)
                    }
                    _ if is_address => html_address(address, page, targets, pictures),
                    _ => None,
                };
                edits.extend(
                    new.filter(|new| new != address)
                        .map(|new| (value.clone(), new)),
                );
            }
        }
    }
    apply(text, edits)
}

/// Returns the byte range of the address in a link, a picture, or a definition, with the angle brackets around it. It may contain
/// entities and escapes. Returns `None` for a link whose address is in a definition.
fn written_address(link: &str, is_definition: bool) -> Option<Range<usize>> {
    if !is_definition && !link.ends_with(')') {
        return None;
    }
    // Labels come first, and may contain links and pictures.
    let mark = if is_definition { "]:" } else { "](" };
    let found = if is_definition {
        link.find(mark)
    } else {
        last_address(link)
    };
    let rest = &link[found? + mark.len()..];
    let inner = rest.trim_start();
    let start = link.len() - inner.len();
    let length = if let Some(inner) = inner.strip_prefix('<') {
        inner.find('>')? + 2
    } else {
        // Other white space, such as U+00A0, is part of an address.
        let end = inner.find(|one: char| one.is_ascii_whitespace());
        end.unwrap_or(inner.len() - usize::from(!is_definition))
    };
    Some(start..start + length)
}

/// Returns the offset of the `](` that closes the label of a link.
fn last_address(link: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, one) in link.bytes().enumerate() {
        match one {
            _ if is_escaped => {}
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = one == b'\\' && !is_escaped;
        if depth == 0 && one == b']' && link[at..].starts_with("](") {
            return Some(at);
        }
    }
    link.rfind("](")
}

/// Returns an address that Markdown accepts, also if it has spaces.
pub fn spaced(address: &str) -> String {
    if address.contains(char::is_whitespace) {
        format!("<{address}>")
    } else {
        address.to_owned()
    }
}

/// Returns whether the picture at an address may exist in the old site.
fn is_there(address: &str, page: &Page, targets: &Targets, pictures: &Copies<'_>) -> bool {
    let Some(local) = local(address, targets) else {
        return true;
    };
    let path = split_rest(&local).0.replace("%20", " ");
    let folder = folder_of(&page.source.path);
    // These signs may stand for something else.
    path.is_empty()
        || path.contains(['%', '{', '~', '@', '\\'])
        || pictures.has(page, folder, &path)
}

/// Returns the description in the Markdown of a picture.
fn description(picture: &str) -> &str {
    let inner = picture.strip_prefix("![").unwrap_or_default();
    let end = inner.rfind("](").or_else(|| inner.rfind("]["));
    &inner[..end.or_else(|| inner.rfind(']')).unwrap_or(0)]
}

/// Returns the new address of a link or picture in Markdown; `None` if it stays.
fn address_of(
    address: &str,
    page: &Page,
    target: &str,
    targets: &Targets,
    pictures: &mut Copies<'_>,
    is_picture: bool,
) -> Option<String> {
    let local = local(address, targets)?;
    let (path, rest) = split_rest(&local);
    if path.is_empty() {
        return (local != address).then_some(local);
    }
    let folder = folder_of(&page.source.path);
    let decoded = path.replace("%20", " ");
    if is_picture {
        return pictures.picture(page, folder, &decoded, target);
    }
    // A link to a Markdown file.
    let file = match path.strip_prefix("@/") {
        Some(path) => Some(format!("content/{path}")),
        None if path.ends_with(".md") || path.ends_with(".markdown") || path.ends_with(".mdx") => {
            Some(match path.strip_prefix('/') {
                Some(path) => format!("content/{path}"),
                None => joined(folder, path),
            })
        }
        None => None,
    };
    if let Some(file) = file {
        let new = targets
            .by_source
            .get(&file)
            .map(|new| relative(target, new));
        let new = new.or_else(|| targets.by_file.get(&file).cloned());
        return new.map(|new| format!("{new}{rest}"));
    }
    if !path.starts_with('/')
        && let Some(public) = pictures.public(page, folder, &decoded)
    {
        return Some(format!("{public}{rest}"));
    }
    let absolute = absolute_path(path, page, targets);
    let known = targets.page_at(&absolute);
    let file = || Some(format!("{}{rest}", published(&absolute, pictures)?));
    let new = known
        .map(|url| format!("{url}{rest}"))
        .or_else(file)
        .or_else(|| elsewhere(address, &local, targets));
    new.filter(|new| new != address)
}

/// Returns the address of the file that is published unchanged at a URL; `None` if there is none.
fn published(url: &str, pictures: &Copies<'_>) -> Option<String> {
    let index = format!("{}/index.html", url.trim_end_matches('/'));
    let mut names = [url.to_owned(), index].into_iter();
    names.find(|name| pictures.public.contains_key(name.trim_start_matches('/')))
}

/// Returns the new address in an argument of a component, from the root of the site, because the component may be shown elsewhere;
/// `None` if it stays.
pub fn of_argument(
    address: &str,
    page: &Page,
    targets: &Targets,
    pictures: &mut Copies<'_>,
) -> Option<String> {
    let local = local(address, targets)?;
    let (path, rest) = split_rest(&local);
    let known = targets.page_at(&absolute_path(path, page, targets));
    if let Some(url) = known.filter(|_| !path.is_empty()) {
        return Some(format!("{url}{rest}"));
    }
    let (folder, _) = page.source.path.rsplit_once('/').unwrap_or_default();
    let picture = pictures.shared_picture(page, folder, path);
    picture.or_else(|| (local != address).then(|| local.clone()))
}

/// Returns the new address in an attribute of HTML; `None` if it stays.
fn html_address(
    address: &str,
    page: &Page,
    targets: &Targets,
    pictures: &mut Copies<'_>,
) -> Option<String> {
    let local = local(address, targets)?;
    let (path, rest) = split_rest(&local);
    let folder = folder_of(&page.source.path);
    if !path.is_empty()
        && !path.starts_with('/')
        && let Some(public) = pictures.public(page, folder, &path.replace("%20", " "))
    {
        return Some(format!("{public}{rest}"));
    }
    let absolute = absolute_path(path, page, targets);
    let known = targets.page_at(&absolute).filter(|_| !path.is_empty());
    // Lists show the text at other URLs, too.
    let file = || Some(format!("{}{rest}", published(&absolute, pictures)?));
    let file = || file().filter(|_| !path.is_empty());
    let new = known
        .map(|url| format!("{url}{rest}"))
        .or_else(file)
        .or_else(|| elsewhere(address, &local, targets));
    new.filter(|new| new != address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_written() {
        for (link, expected) in [
            ("[a]: /b (c)", "/b"),
            ("[a](/b\u{a0}c \"d\")", "/b\u{a0}c"),
            ("[a](/b?c=1&amp;d)", "/b?c=1&amp;d"),
            ("[a](</b c> \"d\")", "</b c>"),
            ("[a]( /b (c) \"d\")", "/b"),
            ("[![a](b.png)](/c)", "/c"),
            ("[a](/b](c)", "/b](c"),
            ("![a \\] b](c\\_d.png)", "c\\_d.png"),
            ("[`]`](/a)", "/a"),
            ("[a]:   @/b.md#c", "@/b.md#c"),
            ("[a]:\n  <b c> 'd'", "<b c>"),
            ("[a][b]", ""),
            ("[a]", ""),
        ] {
            let is_definition = link.starts_with("[a]:");
            let at = written_address(link, is_definition).unwrap_or_default();
            assert_eq!(&link[at], expected, "{link}");
        }
    }
}
