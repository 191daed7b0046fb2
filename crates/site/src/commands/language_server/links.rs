//! Links and pictures in texts, and what they lead to.

use std::ops::Range;
use std::sync::Arc;

use content::TomlText;
use diagnostic::{Source, folder_of};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use render::{Route, file_of_link, joined};

use super::parts::{parts, toml_part};
use super::project::Project;

/// A link or a picture in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Address as it is written.
    pub address: String,
    /// Byte range of the address in the file.
    pub span: Range<usize>,
    /// Byte range of the whole link, with its text.
    pub whole: Range<usize>,
}

/// What a link leads to.
#[derive(Debug, Clone)]
pub struct Destination {
    /// File relative to the project's folder.
    pub path: String,
    /// Id of the heading, if the link leads to one.
    pub anchor: Option<String>,
    /// The page, if it is one.
    pub route: Option<Arc<Route>>,
}

/// Files that list URLs as they once were.
const UNLINKED: [&str; 2] = ["content/urls.toml", "content/baseline.toml"];

/// Returns the links and pictures of a file: those in Markdown, also if it is a value in TOML, addresses that are values, and
/// addresses in quotes in HTML and templates.
pub fn links(path: &str, source: &Arc<Source>) -> Vec<Link> {
    let text = source.text.as_str();
    let mut links = Vec::new();
    if UNLINKED.contains(&path) {
        return links;
    }
    for string in TomlText::new(source, toml_part(path, text)).texts() {
        // The URLs that are redirected do not lead anywhere themselves.
        let pointer = string.pointer.as_str();
        if pointer.ends_with("/from") || pointer.starts_with("/aliases/") {
            continue;
        }
        let mut span = string.place.span.clone();
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let quote = quotes
            .iter()
            .find(|one| text[span.clone()].starts_with(**one));
        let quote = quote.map_or(0, |quote| quote.len());
        if span.len() >= 2 * quote {
            span = span.start + quote..span.end - quote;
        }
        // A string that is not closed does not end with a quote.
        let Some(value) = text.get(span.clone()) else {
            continue;
        };
        if is_address(value) {
            links.push(Link {
                address: value.to_owned(),
                whole: span.clone(),
                span,
            });
        } else if value.contains("](") {
            in_markdown(value, span.start, &mut links);
        }
    }
    if path.ends_with(".md") {
        let body = parts(text).1;
        in_markdown(&text[body.clone()], body.start, &mut links);
    } else if path.ends_with(".html") {
        in_quotes(text, 0, &mut links);
    }
    links
}

/// Returns whether a value is the address of a page or the path of a file.
fn is_address(value: &str) -> bool {
    let is_file =
        value.ends_with(".md") || inspect::addresses::media_type(value).starts_with("image/");
    let has_words = value.contains(char::is_whitespace);
    !has_words && (value.starts_with('/') || is_file)
}

fn in_markdown(text: &str, offset: usize, links: &mut Vec<Link>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM;
    let parser = Parser::new_ext(text, options);
    let mut add = |address: &str, whole: Range<usize>| {
        if let Some(at) = text[whole.clone()]
            .rfind(address)
            .filter(|_| !address.is_empty())
        {
            let start = offset + whole.start + at;
            links.push(Link {
                address: address.to_owned(),
                span: start..start + address.len(),
                whole: offset + whole.start..offset + whole.end,
            });
        }
    };
    for (_, definition) in parser.reference_definitions().iter() {
        add(&definition.dest, definition.span.clone());
    }
    let mut html = Vec::new();
    for (event, span) in parser.into_offset_iter() {
        match event {
            Event::Start(
                Tag::Link {
                    link_type: LinkType::Inline,
                    dest_url,
                    ..
                }
                | Tag::Image {
                    link_type: LinkType::Inline,
                    dest_url,
                    ..
                },
            ) => add(&dest_url, span),
            Event::Html(_) | Event::InlineHtml(_) => html.push(span),
            _ => {}
        }
    }
    for span in html {
        in_quotes(&text[span.clone()], offset + span.start, links);
    }
}

/// Finds addresses in quotes that begin with a slash.
fn in_quotes(text: &str, offset: usize, links: &mut Vec<Link>) {
    for quote in ['"', '\''] {
        for (at, _) in text.match_indices(quote) {
            let rest = &text[at + 1..];
            let end = rest.find([quote, '\n', '{', '<', '>', ' ']);
            let Some(end) = end.filter(|end| rest[*end..].starts_with(quote)) else {
                continue;
            };
            let span = offset + at + 1..offset + at + 1 + end;
            if rest.starts_with('/') && end > 0 {
                links.push(Link {
                    address: rest[..end].to_owned(),
                    whole: span.clone(),
                    span,
                });
            }
        }
    }
}

/// Returns the destination of a link in the file `from`, or `None` if it is not part of the project.
pub fn destination(project: &Project, from: &str, address: &str) -> Option<Destination> {
    let plan = &project.plan;
    let page = |url: &str, anchor: Option<&str>| {
        let redirect = plan.redirects.get(url).map(|redirect| redirect.to.as_str());
        let route = plan.routes.any_form(url);
        let route = route.or_else(|| plan.routes.any_form(redirect?))?;
        Some(Destination {
            path: route.document_in(&project.loaded)?.source().path.clone(),
            anchor: anchor.map(str::to_owned),
            route: Some(Arc::clone(route)),
        })
    };
    if let Some(anchor) = address.strip_prefix('#') {
        return Some(Destination {
            path: from.to_owned(),
            anchor: Some(anchor.to_owned()),
            route: None,
        });
    }
    if let Some((path, anchor)) = file_of_link(from, address) {
        let url = plan.by_source.get(&path);
        return url.and_then(|url| page(url, anchor)).or_else(|| {
            project.text(&path)?;
            Some(Destination {
                path,
                anchor: anchor.map(str::to_owned),
                route: None,
            })
        });
    }
    let base_url = project.site.get("base_url");
    let base_url = base_url.and_then(serde_json::Value::as_str);
    let address = base_url
        .and_then(|base| address.strip_prefix(base.trim_end_matches('/')))
        .unwrap_or(address);
    if address.contains(':') {
        return None;
    }
    let (rest, anchor) = address
        .split_once('#')
        .map_or((address, None), |(url, anchor)| (url, Some(anchor)));
    let url = rest.split('?').next().unwrap_or(rest);
    let found = url.starts_with('/').then(|| page(url, anchor)).flatten();
    found.or_else(|| {
        Some(Destination {
            path: picture(project, from, url)?,
            anchor: None,
            route: None,
        })
    })
}

/// Returns the file of a picture to which the file `from` refers: the path is looked up in the folder of that file, and then in
/// `content/` and in the theme.
pub fn picture(project: &Project, from: &str, path: &str) -> Option<String> {
    let files = &project.files.content.other_files;
    let from = from.strip_prefix("content/")?;
    let folder = if path.starts_with('/') {
        ""
    } else {
        folder_of(from)
    };
    let names = [folder, ""].map(|folder| joined("content", &joined(folder, path)));
    let found = names
        .into_iter()
        .find(|name| files.binary_search(name).is_ok());
    found.or_else(|| {
        let (templates, _) = project.files.templates.as_ref()?;
        let theme = templates.strip_suffix("/templates")?;
        let name = joined(theme, path);
        project.root.join(&name).is_file().then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_texts() {
        for (path, text, expected) in [
            (
                "a.md",
                "[a](/b) ![c](d.png) <https://e.org>\n\n```\n[no](/no)\n```\n",
                "/b d.png",
            ),
            ("a.md", "[a][b] and `[no](/no)`\n\n[b]: /c \"t\"\n", "/c"),
            (
                "a.md",
                "+++\nurl = \"/a\"\ntext = '''[b](/c)'''\nwords = \"no / yes\"\ncover = \"d.jpg\"\n+++\n[e](../f.md#g)",
                "/a /c d.jpg ../f.md#g",
            ),
            (
                "a.md",
                "<a href=\"/b\">x</a>\n\n<Note link='/c' />\n",
                "/b /c",
            ),
            ("a.md", "| a |\n|---|\n| [b](/c) |\n", "/c"),
            (
                "a.toml",
                "[[main]]\nlabel = \"A\"\nurl = \"/a#b\"\n",
                "/a#b",
            ),
            (
                "a.html",
                "<a href=\"/a\">{{ x }}</a> {% if page.url == '/b' %}<a href=\"/{{ c }}\">",
                "/a /b",
            ),
            ("a.json", "\"/no\"", ""),
            ("content/urls.toml", "url = \"/a\"", ""),
            ("a.md", "+++\naliases = [\"/a\"]\n+++\n", ""),
            ("a.toml", "[[redirect]]\nfrom = \"/a\"\nto = \"/b\"", "/b"),
            ("a.toml", "a = \"/ü\nb = \"प्रश्", ""),
            ("a.md", "", ""),
        ] {
            let source = Source::new(path, text);
            let links = links(path, &source);
            for link in &links {
                assert_eq!(text[link.span.clone()], link.address, "{text}");
            }
            let shown: Vec<&str> = links.iter().map(|link| link.address.as_str()).collect();
            assert_eq!(shown.join(" "), expected, "{text}");
        }
    }
}
