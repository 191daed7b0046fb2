//! A rendered page.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use memchr::memmem;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::drawing_ids;
use crate::island::{self, IslandCall};
use crate::picture::{PictureSize, load_first};
use crate::route::Route;
use crate::search::PageText;

/// A rendered page. Islands are still placeholders.
#[derive(Debug, Default)]
pub struct RenderedPage {
    /// The HTML of the page.
    pub html: String,
    /// Islands of the page, each with the span of its placeholder.
    pub islands: Vec<(IslandCall, Range<usize>)>,
    /// The parts of the page that the other files of the site need.
    pub record: PageRecord,
    content: PageContent,
    /// Marks that trace the HTML of the document's Markdown back to the Markdown, sorted: pairs of an offset in that HTML, and the
    /// offset of the Markdown that produced the HTML from there on.
    marks: Vec<(u32, u32)>,
}

/// The parts of a page that the other files of the site need.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PageRecord {
    /// URL of the page.
    pub url: String,
    /// Output path.
    pub output: String,
    /// XML of the page's entry in the sitemap.
    pub sitemap_entry: String,
    /// Text for the search index, if the index contains the page.
    pub search: Option<Arc<PageText>>,
    /// Whether the page can open the search of its language.
    pub can_search: bool,
    /// HTML of the document's Markdown, if a feed contains the document.
    pub feed_html: Option<String>,
    /// Sizes of pictures that the page offers.
    pub pictures: Vec<PictureSize>,
    /// Share card of the page, if the page refers to it.
    pub card: Option<Box<Card>>,
}

impl Default for PageContent {
    fn default() -> Self {
        Self::Own(String::new())
    }
}

/// HTML of a document's Markdown.
#[derive(Debug)]
enum PageContent {
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

impl RenderedPage {
    /// Creates the page of a route. `html` is the HTML of the whole page, `content` the HTML of its document's Markdown, and
    /// `marks` are the marks of `content`.
    pub fn new(
        route: &Route,
        mut html: String,
        mut content: String,
        mut marks: Vec<(u32, u32)>,
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
        let content = match start_of(&content, &html) {
            Some(start) => PageContent::Part(start..start + content.len()),
            None => PageContent::Own(content),
        };
        drawing_ids::number(&mut html);
        Self {
            islands: island::calls(&html),
            html,
            record: PageRecord {
                url: route.url.clone(),
                output: route.output.clone(),
                ..PageRecord::default()
            },
            content,
            marks,
        }
    }

    /// Returns the HTML of the document's Markdown.
    pub fn content(&self) -> &str {
        match &self.content {
            PageContent::Part(span) => self.html.get(span.clone()).unwrap_or_default(),
            PageContent::Own(html) => html,
        }
    }

    /// Returns the HTML with the islands filled in. `html_of` returns the HTML of an island.
    pub fn filled<'a>(&self, html_of: impl Fn(&IslandCall) -> &'a str) -> Cow<'_, str> {
        if self.islands.is_empty() {
            return Cow::Borrowed(&self.html);
        }
        let islands = self.islands.iter().map(|(call, _)| html_of(call));
        Cow::Owned(island::fill(&self.html, &self.islands, islands))
    }

    /// Returns the last mark at or before an offset in the HTML of the document's Markdown, and the offsets of the Markdown in the
    /// marks after it. Returns `None` if all marks are after the offset.
    pub(crate) fn mark_at(
        &self,
        offset: usize,
    ) -> Option<((usize, usize), impl Iterator<Item = usize>)> {
        let after = self.marks.partition_point(|(at, _)| *at as usize <= offset);
        let (before, after) = self.marks.split_at(after);
        let (at, start) = *before.last()?;
        let after = after.iter().map(|(_, start)| *start as usize);
        Some(((at as usize, start as usize), after))
    }
}
