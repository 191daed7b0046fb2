//! Finds the source of an element that a person has clicked.

use std::ops::Range;

use diagnostic::Place;

use crate::blame::Blame;
use crate::markup::Markup;

/// An element that a person has clicked, or one around it, as a browser describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clicked {
    /// Name of the element in lower case.
    pub tag: String,
    /// Text of the element.
    pub text: String,
    /// Number of elements before it with the same name and text.
    pub nth: usize,
    /// URL of the picture that it shows.
    pub source: Option<String>,
}

impl Blame<'_> {
    /// Returns the place in the Markdown of the page's document that produced one of some elements, the innermost first. Returns `None`
    /// if templates or values did.
    pub fn clicked_text(&self, url: &str, elements: &[Clicked]) -> Option<Place> {
        let (_, origins) = self.origins(url)?;
        let mut spans = elements
            .iter()
            .filter_map(|clicked| span(origins.markup(), clicked));
        spans.find_map(|span| {
            let text = self.place_in_document(url, &span);
            text.or_else(|| self.component(url, &span))
        })
    }

    /// Returns the place that wrote the address of the first picture among some elements.
    pub fn clicked_picture(&self, url: &str, elements: &[Clicked]) -> Option<Place> {
        let source = elements.iter().find_map(|one| one.source.as_deref())?;
        self.links(url, source, 0).into_iter().next()
    }
}

/// Returns the byte range of an element in the page.
fn span(markup: &Markup, clicked: &Clicked) -> Option<Range<usize>> {
    let wanted = words(&clicked.text);
    let is_it =
        |element: &usize| markup.name(*element) == clicked.tag && markup.text(*element) == wanted;
    let mut same = markup.elements().filter(is_it);
    same.nth(clicked.nth).map(|element| markup.span(element))
}

/// Returns a text with single spaces between its words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
