//! From something in a finished page back to the line that wrote it.

use std::sync::Arc;

use content::{Document, Place, Source, Tree};
use render::{Plan, Templates};

/// Where text of a page may come from.
pub struct Blame<'a> {
    content: &'a Tree,
    templates: &'a Templates,
    plan: &'a Plan,
}

impl<'a> Blame<'a> {
    /// Looks through content and templates.
    pub fn new(content: &'a Tree, templates: &'a Templates, plan: &'a Plan) -> Self {
        Self {
            content,
            templates,
            plan,
        }
    }

    /// Where `text` was written, for the page at `url`: in its document, in the page's template, in another template, in
    /// any other file of the content; or else the start of what the page is made from.
    pub fn place(&self, url: &str, text: &str) -> Option<Place> {
        self.first_place(url, &[text])
    }

    fn written(&self, url: &str, text: &str) -> Option<Place> {
        let route = self.plan.routes.get(url);
        let document: Option<&Arc<Source>> = route
            .and_then(|route| route.document.as_deref())
            .map(Document::source);
        let template = route.and_then(|route| self.templates.get(&route.template));
        document
            .into_iter()
            .chain(template)
            .chain(self.templates.values())
            .chain(
                self.content
                    .texts
                    .values()
                    .filter(|source| !is_about_content(&source.path)),
            )
            .find_map(|source| find(source, text))
    }

    /// The same for the first of several texts that is written anywhere, the likeliest first.
    pub fn first_place(&self, url: &str, texts: &[&str]) -> Option<Place> {
        texts
            .iter()
            .find_map(|text| self.written(url, text))
            .or_else(|| Some(self.plan.routes.get(url)?.place.clone()))
    }

    /// The place of `part` (bytes of `text`) where all of `text` was written.
    pub fn part(&self, url: &str, text: &str, part: std::ops::Range<usize>) -> Option<Place> {
        let whole = self.written(url, text)?;
        let start = whole.span.start + part.start;
        Some(Place::new(&whole.source, start..start + part.len()))
    }

    /// Whether `text` was written anywhere.
    pub fn is_written(&self, url: &str, text: &str) -> bool {
        self.written(url, text).is_some()
    }

    /// The place of the first of several ways to write something that stands in a source, or else the start of what the
    /// page is made from.
    pub fn place_of(&self, url: &str, written: &[String]) -> Option<Place> {
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        self.first_place(url, &written)
    }

    /// The place of a front matter key of the page's document, or else where the page comes from.
    pub fn key(&self, url: &str, key: &str) -> Option<Place> {
        let route = self.plan.routes.get(url)?;
        match route
            .document
            .as_deref()
            .filter(|document| document.fields.contains_key(key))
        {
            Some(document) => Some(document.place(&format!("/{key}"), content::Part::Value)),
            None => Some(route.place.clone()),
        }
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

/// `text` in a file, standing alone: `/about` is not found in `/about-us`.
fn find(source: &Arc<Source>, text: &str) -> Option<Place> {
    let is_word =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'#');
    let (first, last) = (text.as_bytes().first()?, text.as_bytes().last()?);
    let bytes = source.text.as_bytes();
    source
        .text
        .match_indices(text)
        .map(|(at, _)| at)
        .find_map(|at| {
            let before = at.checked_sub(1).and_then(|at| bytes.get(at));
            let after = bytes.get(at + text.len());
            let begins = !is_word(first) || !before.is_some_and(is_word);
            let ends = !is_word(last) || !after.is_some_and(is_word);
            (begins && ends).then(|| Place::new(source, at..at + text.len()))
        })
}
