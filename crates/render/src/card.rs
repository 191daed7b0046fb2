//! Share cards: the picture of a page that social networks and messengers show beside a link to it. A theme draws it with a
//! template; its PNG is made after rendering.

use diagnostic::Fingerprinter;
use serde::{Deserialize, Serialize};
use tera::Value;

use crate::route::Route;
use crate::values::table;

/// Name of the template that draws the cards. A theme without it has none.
pub const TEMPLATE: &str = "card.svg";

/// Width and height of a card in pixels: the shape that networks do not crop.
const SIZE: (u32, u32) = (1200, 630);

/// The share card of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Path of its PNG in the output. It changes with the drawing, because networks keep a picture as long as its URL is the
    /// same.
    pub output: String,
    /// Name of its PNG in the cache.
    pub key: String,
    /// The drawing.
    pub svg: String,
}

impl Card {
    /// Creates the card of a route, or returns `None` if the drawing is empty: the template decides which pages have a card.
    /// `renderer` is a digest of what makes the PNG.
    pub fn new(route: &Route, svg: String, renderer: &str) -> Option<Self> {
        if svg.trim().is_empty() {
            return None;
        }
        let fingerprint = Fingerprinter::default().text(&svg).text(renderer).finish();
        let page = route.output.trim_end_matches(".html");
        Some(Self {
            output: format!("assets/cards/{page}-{}.png", fingerprint.mark()),
            key: format!("{:032x}", fingerprint.0),
            svg,
        })
    }

    /// Returns whether a page refers to the card.
    pub fn is_in(&self, html: &str) -> bool {
        let end = self.output.len() - ".png".len();
        let mark = &self.output.as_bytes()[end - MARK..end];
        memchr::memmem::find(html.as_bytes(), mark).is_some()
    }

    /// Returns the card as templates see it.
    pub fn value(&self, route: &Route) -> Value {
        let (width, height) = SIZE;
        table([
            ("url", Value::from(format!("/{}", self.output))),
            ("width", Value::from(width)),
            ("height", Value::from(height)),
            ("alt", self.alt(route)),
        ])
    }

    /// Returns what the drawing shows in words: its `<title>`, or the page's title.
    fn alt(&self, route: &Route) -> Value {
        let title = self.svg.split_once("<title>");
        let title = title.and_then(|(_, rest)| Some(rest.split_once("</title>")?.0));
        match title {
            // It is escaped for SVG, and HTML needs no more except in attributes.
            Some(title) => {
                let words: Vec<&str> = title.split_whitespace().collect();
                Value::safe_string(&words.join(" ").replace('"', "&quot;"))
            }
            None => Value::from(route.title.as_str()),
        }
    }
}

/// Length of the part of a published file name that depends on the content.
const MARK: usize = 8;
