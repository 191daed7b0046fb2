//! From something in a finished page back to the line that wrote it.

use std::collections::HashMap;
use std::sync::Arc;

use content::{Part, Place, Source, TomlText, Tree};
use render::{Plan, Templates};

/// Where text of a page may come from.
pub struct Blame<'a> {
    content: &'a Tree,
    templates: &'a Templates,
    plan: &'a Plan,
    /// Names of assets by their addresses, which nobody writes.
    assets: &'a HashMap<String, String>,
}

impl<'a> Blame<'a> {
    /// Looks through content and templates. `assets` are names by addresses.
    pub fn new(
        content: &'a Tree,
        templates: &'a Templates,
        plan: &'a Plan,
        assets: &'a HashMap<String, String>,
    ) -> Self {
        Self {
            content,
            templates,
            plan,
            assets,
        }
    }

    /// Where `text` was written, for the page at `url`, the time counted by `time` from 0: in its document, in the page's
    /// template, in another template, in data, in another document; or where a template puts it together.
    pub fn written(&self, url: &str, text: &str, time: usize) -> Option<Place> {
        let asset = self.assets.get(text);
        let text = asset.map_or(text, String::as_str);
        let route = self.plan.routes.get(url);
        let document = route.and_then(|route| route.document.as_deref());
        // What Markdown says of its pictures is checked where it is read.
        if let Some(document) = document.filter(|_| asset.is_none()) {
            let own = all(document.source(), text);
            let file = || self.link_to_file(document.source(), text);
            if let Some(place) = own.get(time).or(own.last()).cloned().or_else(file) {
                return Some(place);
            }
        }
        let template = route.and_then(|route| self.templates.get(&route.template));
        let templates = || template.into_iter().chain(self.templates.values());
        let is_document = |path: &str| self.plan.by_source.contains_key(path);
        let (documents, data): (Vec<_>, Vec<_>) = self
            .content
            .texts
            .values()
            .filter(|source| !is_about_content(&source.path))
            .partition(|source| is_document(&source.path));
        templates()
            .chain(data)
            .find_map(|source| all(source, text).into_iter().next())
            .or_else(|| {
                templates()
                    .filter_map(|source| put_together(source, text))
                    .max_by_key(|place| place.span.len())
            })
            .or_else(|| {
                documents
                    .into_iter()
                    .find_map(|source| all(source, text).into_iter().next())
            })
    }

    /// The same for the first of several texts that is written anywhere, the likeliest first.
    pub fn first_place(&self, url: &str, texts: &[&str]) -> Option<Place> {
        texts
            .iter()
            .find_map(|text| self.written(url, text, 0))
            .or_else(|| Some(self.plan.routes.get(url)?.place.clone()))
    }

    /// The place of `part` (bytes of `text`) where all of `text` was written.
    pub fn part(&self, url: &str, text: &str, part: std::ops::Range<usize>) -> Option<Place> {
        let whole = self.written(url, text, 0)?;
        let start = whole.span.start + part.start;
        Some(Place::new(&whole.source, start..start + part.len()))
    }

    /// Whether `text` was written anywhere.
    pub fn is_written(&self, url: &str, text: &str) -> bool {
        self.written(url, text, 0).is_some()
    }

    /// The place of the first of several ways to write something that stands in a source, or else the start of what the
    /// page is made from.
    pub fn place_of(&self, url: &str, written: &[String]) -> Option<Place> {
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        self.first_place(url, &written)
    }

    /// Where a document leads to `address` by the name of another document's file.
    fn link_to_file(&self, source: &Arc<Source>, address: &str) -> Option<Place> {
        let (path, anchor) = address.split_once('#')?;
        let (file, _) = self.plan.by_source.iter().find(|(_, url)| *url == path)?;
        let name = file.rsplit('/').next()?;
        let link = format!("{name}#{anchor}");
        let at = source.text.find(&link)?;
        Some(Place::new(source, at..at + link.len()))
    }

    /// The place of a front matter key of the page's document, of the rule that makes the page, or else where the page
    /// comes from.
    pub fn key(&self, url: &str, key: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        if let Some(rule) = &route.rule {
            return Some(
                self.rule(&format!("{rule}/{key}"))
                    .unwrap_or_else(|| route.place.clone()),
            );
        }
        let document = route.document.as_deref();
        Some(
            match document.filter(|document| document.fields.contains_key(key)) {
                Some(document) => document.place(&format!("/{key}"), Part::Value),
                None => route.place.clone(),
            },
        )
    }

    /// The start of the page's template.
    pub fn template(&self, url: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        Some(Place::start_of(self.templates.get(&route.template)?))
    }

    /// The place of a value of `structure.toml`.
    pub fn rule(&self, pointer: &str) -> Option<Place> {
        let source = self.content.texts.get("content/structure.toml")?;
        Some(TomlText::whole(source).locate(pointer, Part::Value))
    }
}

/// Files that speak of content and hold none: nothing of a page was written there.
fn is_about_content(path: &str) -> bool {
    [
        "content/schemas/",
        "content/wording/",
        "content/checks.toml",
        "content/urls.toml",
    ]
    .iter()
    .any(|one| path.starts_with(one))
}

/// Where a template writes the beginning of `text` and an expression after it: `href="/order-{{ page.slug }}"`.
fn put_together(source: &Arc<Source>, text: &str) -> Option<Place> {
    let places = source.text.match_indices("{{").filter_map(|(end, _)| {
        let start = source.text[..end].rfind(['"', '\'', '}', '>'])? + 1;
        let written = &source.text[start..end];
        (written.len() > 1 && text.starts_with(written)).then(|| Place::new(source, start..end))
    });
    places.max_by_key(|place| place.span.len())
}

/// `text` in a file wherever it stands alone: `/about` is not found in `/about-us`.
fn all(source: &Arc<Source>, text: &str) -> Vec<Place> {
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'#');
    let (Some(first), Some(last)) = (text.as_bytes().first(), text.as_bytes().last()) else {
        return Vec::new();
    };
    let bytes = source.text.as_bytes();
    let places = source
        .text
        .match_indices(text)
        .map(|(at, _)| at..at + text.len());
    places
        .filter(|span| {
            let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
            let begins = !is_word(first) || !before.is_some_and(is_word);
            let ends = !is_word(last) || !bytes.get(span.end).is_some_and(is_word);
            begins && ends
        })
        .map(|span| Place::new(source, span))
        .collect()
}
