//! The output of rendering.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use diagnostic::{Fingerprint, Fingerprinter};
use memchr::memmem;
use serde::{Deserialize, Serialize};

use crate::asset_marks::{Mark, marks_in};
use crate::card::Card;
use crate::island::{self, IslandCall};
use crate::marks::Marks;
use crate::picture::{PictureSize, load_first};
use crate::route::Route;
use crate::search::PageText;

/// All rendered pages and files of a site.
#[derive(Debug, Default)]
pub struct Rendered {
    /// Pages sorted by URL. Islands are still placeholders.
    pub pages: Vec<Arc<RenderedPage>>,
    /// Feeds, calendars, search indexes, the sitemap, robots.txt, and llms.txt, by output path.
    pub files: BTreeMap<String, String>,
}

/// A rendered page. Islands are still placeholders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RenderedPage {
    /// URL of the page.
    pub url: String,
    /// Output path.
    pub output: String,
    /// The HTML, in memory or in a file.
    #[serde(skip)]
    html: Html,
    /// Set when the HTML could not be read from its file.
    #[serde(skip)]
    lost: OnceLock<()>,
    /// Length of the HTML in bytes.
    pub length: usize,
    /// Fingerprint of the URL and the HTML.
    pub fingerprint: Fingerprint,
    /// Islands of the page, each with the span of its placeholder.
    pub islands: Vec<(IslandCall, Range<usize>)>,
    /// Marks of the published files that the HTML refers to, placeholders of islands included.
    pub asset_marks: Vec<Mark>,
    /// Text for the search index, if the index contains the page.
    pub search: Option<Arc<PageText>>,
    /// Sizes of pictures that the page offers.
    pub pictures: Vec<PictureSize>,
    /// Share card of the page, if the page refers to it.
    pub card: Option<Card>,
    content: Content,
    /// Marks that trace the HTML of the document's Markdown back to the Markdown.
    pub(crate) marks: Marks,
}

/// A file with the HTML of several pages.
pub trait HtmlFile: Debug + Send + Sync {
    /// Returns a part of the file, or `None` if it cannot be read.
    fn read(&self, part: Range<usize>) -> Option<Vec<u8>>;
}

/// The HTML of a page, in memory or in a file.
#[derive(Debug, Clone)]
enum Html {
    Memory(String),
    /// File that contains the HTML, and the offset at which it starts there.
    File(Arc<dyn HtmlFile>, usize),
}

impl Default for Html {
    fn default() -> Self {
        Self::Memory(String::new())
    }
}

/// HTML of a document's Markdown.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Content {
    /// Range of the page's HTML, if the page contains it unchanged, which is the usual case.
    Part(Range<usize>),
    /// The HTML itself, if the page does not contain it.
    Own(String),
}

/// Returns the offset of `text` in `html`. Searches for its first 32 bytes and then compares the rest, because preparing a
/// search for all of a long text would take longer than the search itself.
fn start_of(text: &str, html: &str) -> Option<usize> {
    let (text, html) = (text.as_bytes(), html.as_bytes());
    let beginning = &text[..text.len().min(32)];
    memmem::find_iter(html, beginning).find(|start| html[*start..].starts_with(text))
}

/// Returns the fingerprint of a page with this URL and HTML.
fn fingerprint(url: &str, html: &str) -> Fingerprint {
    Fingerprinter::default().text(url).text(html).finish()
}

impl RenderedPage {
    /// Creates the page of a route. `html` is the HTML of the whole page, `content` the HTML of its document's Markdown, and
    /// `marks` are the marks of `content`.
    pub fn new(
        route: &Route,
        mut html: String,
        mut content: String,
        mut marks: Vec<(u32, u32)>,
        pictures: Vec<PictureSize>,
    ) -> Self {
        if let Some((replaced, length)) = load_first(&mut html, &mut content) {
            for (at, _) in marks
                .iter_mut()
                .filter(|(at, _)| *at as usize >= replaced.end)
            {
                let shifted = *at as usize - replaced.len() + length;
                *at = u32::try_from(shifted).unwrap_or(u32::MAX);
            }
        }
        // A copy takes less memory: the template engine allocates more than it needs, and the allocator does not shrink an
        // allocation by less than half.
        let html = html.as_str().to_owned();
        let content = match start_of(&content, &html) {
            Some(start) => Content::Part(start..start + content.len()),
            None => Content::Own(content),
        };
        Self {
            url: route.url.clone(),
            output: route.output.clone(),
            islands: island::calls(&html),
            asset_marks: marks_in(html.as_bytes()),
            fingerprint: fingerprint(&route.url, &html),
            length: html.len(),
            html: Html::Memory(html),
            lost: OnceLock::new(),
            search: None,
            pictures,
            card: None,
            content,
            marks: marks.into_iter().collect(),
        }
    }

    /// Returns the HTML from memory or from its file. Returns an empty string if the file no longer contains it
    /// ([`RenderedPage::is_lost`]).
    pub fn html(&self) -> Cow<'_, str> {
        let (file, start) = match &self.html {
            Html::Memory(html) => return Cow::Borrowed(html),
            Html::File(file, start) => (file, *start),
        };
        let html = start.checked_add(self.length);
        let html = html.and_then(|end| file.read(start..end));
        let html = html.and_then(|html| String::from_utf8(html).ok());
        let html = html.filter(|html| fingerprint(&self.url, html) == self.fingerprint);
        Cow::Owned(html.unwrap_or_else(|| {
            let _ = self.lost.set(());
            String::new()
        }))
    }

    /// Returns the HTML if it is in memory.
    pub fn html_in_memory(&self) -> Option<&str> {
        match &self.html {
            Html::Memory(html) => Some(html),
            Html::File(..) => None,
        }
    }

    /// Returns whether the HTML was needed but could not be read from its file.
    pub fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    /// Reads the HTML into memory. Returns whether that succeeded.
    pub(crate) fn keep_in_memory(&mut self) -> bool {
        if let Cow::Owned(html) = self.html() {
            self.html = Html::Memory(html);
        }
        !self.is_lost()
    }

    /// Frees the HTML, which is read from `file` from now on. It begins there at the offset `start`.
    pub(crate) fn keep_in_file(&mut self, file: Arc<dyn HtmlFile>, start: usize) {
        self.html = Html::File(file, start);
    }

    /// Returns the HTML of the document's Markdown.
    pub fn content(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Part(span) => match self.html() {
                Cow::Borrowed(html) => html.get(span.clone()).unwrap_or_default().into(),
                Cow::Owned(html) => html.get(span.clone()).unwrap_or_default().to_owned().into(),
            },
            Content::Own(html) => html.into(),
        }
    }
}
