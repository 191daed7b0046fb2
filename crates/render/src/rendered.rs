//! Output of rendering.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use diagnostic::{Fingerprint, Fingerprinter};
use memchr::memmem;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::island::{self, IslandCall};
use crate::marks::Marks;
use crate::picture::{PictureSize, load_first};
use crate::route::Route;
use crate::search::PageText;

/// Everything rendered.
#[derive(Debug, Default)]
pub struct Rendered {
    /// Pages sorted by URL. Islands are still placeholders.
    pub pages: Vec<Arc<RenderedPage>>,
    /// Feeds, calendars, search indexes, sitemap and robots.txt, by path in the output.
    pub files: BTreeMap<String, String>,
}

/// A rendered page. Islands are still placeholders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RenderedPage {
    /// URL of the page.
    pub url: String,
    /// Path in the output.
    pub output: String,
    /// Where the HTML is.
    #[serde(skip)]
    html: Html,
    /// Set once the HTML could not be read.
    #[serde(skip)]
    lost: OnceLock<()>,
    /// Length of the HTML.
    pub length: usize,
    /// Fingerprint of the URL and the HTML.
    pub fingerprint: Fingerprint,
    /// Islands of the page, each with the span of its placeholder.
    pub islands: Vec<(IslandCall, Range<usize>)>,
    /// Text for search, if search finds the page.
    pub search: Option<Arc<PageText>>,
    /// Sizes of pictures that the page offers.
    pub pictures: Vec<PictureSize>,
    /// Its share card, if the page refers to it.
    pub card: Option<Card>,
    content: Content,
    /// Where the parts of the document's HTML come from.
    pub(crate) marks: Marks,
}

/// A file with the HTML of several pages.
pub trait HtmlFile: Debug + Send + Sync {
    /// Returns a part of the file, or `None` if it cannot be read.
    fn read(&self, part: Range<usize>) -> Option<Vec<u8>>;
}

/// Where the HTML of a page is.
#[derive(Debug, Clone)]
enum Html {
    Memory(String),
    /// File with the HTML, and the offset where the HTML starts.
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
    /// Range of the page's HTML that contains it, the usual case.
    Part(Range<usize>),
    /// The HTML itself.
    Own(String),
}

/// Returns where `text` starts in `html`. Only its beginning is searched for: preparing a search for all of it would take
/// longer than the search itself.
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
    /// Creates the page of a route. `html` is all of its HTML, `content` that of its document's Markdown, with `marks`.
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
        // The template engine allocates more than it needs, and the allocator shrinks nothing by less than half.
        let html = html.as_str().to_owned();
        let content = match start_of(&content, &html) {
            Some(start) => Content::Part(start..start + content.len()),
            None => Content::Own(content),
        };
        Self {
            url: route.url.clone(),
            output: route.output.clone(),
            islands: island::calls(&html),
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

    /// Returns the HTML: that in memory, or else that which its file has now. It is empty if the file has lost it
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

    /// Reads the HTML into memory. Returns whether it is there now.
    pub(crate) fn keep_in_memory(&mut self) -> bool {
        if let Cow::Owned(html) = self.html() {
            self.html = Html::Memory(html);
        }
        !self.is_lost()
    }

    /// Frees the HTML, which is in `file` from the offset `start` on.
    pub(crate) fn keep_in_file(&mut self, file: Arc<dyn HtmlFile>, start: usize) {
        self.html = Html::File(file, start);
    }

    /// Returns the HTML of the document's Markdown, for feeds.
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
