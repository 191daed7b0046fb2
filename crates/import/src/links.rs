//! Rewrites links and pictures to the files and URLs of the new site.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use render::bare_url;

use crate::copies::{Copies, joined, relative};
use crate::edits::{Edit, apply};
use crate::model::Page;
use crate::targets::{Targets, absolute_path, local, split_rest};

/// Rewrites the addresses of links and pictures.
pub fn with_links(
    text: &str,
    page: &Page,
    target: &str,
    targets: &Targets,
    pictures: &mut Copies<'_>,
) -> String {
    let mut edits: Vec<Edit> = Vec::new();
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_HEADING_ATTRIBUTES;
    let parser = Parser::new_ext(text, options);
    let definitions: Vec<(Range<usize>, String)> = parser
        .reference_definitions()
        .iter()
        .map(|(_, one)| (one.span.clone(), one.dest.to_string()))
        .collect();
    let mut change = |range: Range<usize>, address: &str, is_picture: bool| {
        let new = address_of(address, page, target, targets, pictures, is_picture);
        let Some(new) = new.filter(|new| new != address) else {
            return;
        };
        // The address is the last one in the range, because labels come first.
        let written = &text[range.clone()];
        let forms = [
            format!("]({address}"),
            format!("](<{address}>"),
            format!(": {address}"),
            format!(": <{address}>"),
        ];
        let found = forms.iter().find_map(|form| {
            let at = written.rfind(form.as_str())?;
            let skipped = form.len() - address.len() - usize::from(form.ends_with('>'));
            let open = usize::from(form.ends_with('>'));
            Some((at + skipped - open, address.len() + 2 * open))
        });
        if let Some((at, length)) = found {
            let start = range.start + at;
            edits.push((start..start + length, spaced(&new)));
        }
    };
    for (range, address) in definitions {
        change(range, &address, false);
    }
    let mut html = Vec::new();
    let mut in_html = false;
    let mut links = 0_usize;
    let mut outside: Vec<(Range<usize>, String, bool)> = Vec::new();
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                links += 1;
                change(range, &dest_url, false);
            }
            Event::End(TagEnd::Link) => links = links.saturating_sub(1),
            Event::Start(Tag::Image { dest_url, .. }) if local(&dest_url, targets).is_none() => {
                outside.push((range, dest_url.to_string(), links > 0));
            }
            Event::Start(Tag::Image { dest_url, .. }) => change(range, &dest_url, true),
            Event::Start(Tag::HtmlBlock) => in_html = true,
            Event::End(TagEnd::HtmlBlock) => in_html = false,
            Event::Html(_) | Event::InlineHtml(_) => html.push(range),
            _ if in_html => html.push(range),
            _ => {}
        }
    }
    for (range, address, is_in_link) in outside {
        edits.extend(instead_of_picture(text, range.clone(), is_in_link));
        pictures.outside.push((Arc::clone(&page.source), address));
    }
    for range in html {
        for name in ["href=\"", "src=\"", "poster=\""] {
            for (at, _) in text[range.clone()].match_indices(name) {
                let start = range.start + at + name.len();
                let Some(length) = text[start..range.end].find('"') else {
                    continue;
                };
                let address = &text[start..start + length];
                if let Some(new) = html_address(address, page, targets, pictures) {
                    edits.push((start..start + length, new));
                }
            }
        }
    }
    apply(text, edits)
}

/// Returns an address that Markdown accepts, also if it has spaces.
pub fn spaced(address: &str) -> String {
    if address.contains(char::is_whitespace) {
        format!("<{address}>")
    } else {
        address.to_owned()
    }
}

/// Returns the change that makes a picture of another host a link to it or, within a link, its alternative text.
fn instead_of_picture(text: &str, range: Range<usize>, is_in_link: bool) -> Vec<Edit> {
    let written = &text[range.clone()];
    let words = written
        .find("](")
        .map_or("", |end| written[..end].trim_start_matches("!["));
    let start = range.start;
    if is_in_link {
        let words = if words.is_empty() { "Picture" } else { words };
        return vec![(range, words.to_owned())];
    }
    let label = if written.starts_with("![](") {
        "Picture"
    } else {
        ""
    };
    if written.starts_with("![") {
        vec![(start..start + 2, format!("[{label}"))]
    } else {
        Vec::new()
    }
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
    let folder = page
        .source
        .path
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
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
        let file = targets.by_source.get(&file)?;
        return Some(format!("{}{rest}", relative(target, file)));
    }
    if !path.starts_with('/')
        && let Some(public) = pictures.public(page, folder, &decoded)
    {
        return Some(format!("{public}{rest}"));
    }
    let absolute = absolute_path(path, page, targets);
    let known = targets.by_url.get(bare_url(&absolute));
    known
        .map(|url| format!("{url}{rest}"))
        .or_else(|| (local != address).then_some(local.clone()))
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
    let folder = page
        .source
        .path
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    if !path.is_empty()
        && !path.starts_with('/')
        && let Some(public) = pictures.public(page, folder, &path.replace("%20", " "))
    {
        return Some(format!("{public}{rest}"));
    }
    let absolute = absolute_path(path, page, targets);
    let known = targets
        .by_url
        .get(bare_url(&absolute))
        .filter(|_| !path.is_empty());
    let new = known
        .map(|url| format!("{url}{rest}"))
        .or_else(|| (local != address).then_some(local.clone()));
    new.filter(|new| new != address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_other_hosts() {
        for (text, is_in_link, expected) in [
            (
                "![A](https://a.example/b.png)",
                false,
                "[A](https://a.example/b.png)",
            ),
            (
                "![](https://a.example/b.png)",
                false,
                "[Picture](https://a.example/b.png)",
            ),
            ("![A](https://a.example/b.png)", true, "A"),
            ("![A][b]", false, "[A][b]"),
        ] {
            let edits = instead_of_picture(text, 0..text.len(), is_in_link);
            assert_eq!(apply(text, edits), expected);
        }
    }
}
