//! Share cards: pictures that social networks and messengers show beside a link to a page. A template of the theme draws a card
//! as SVG; its PNG is made after rendering.

use diagnostic::Fingerprinter;
use serde::{Deserialize, Serialize};
use tera::Value;

use crate::route::Route;
use crate::table::table;

/// Name of the template that draws the cards. Pages of a theme without this template have no cards.
pub const TEMPLATE: &str = "card.svg";

/// Width and height of a card in pixels, in the aspect ratio that social networks do not crop.
const SIZE: (u32, u32) = (1200, 630);

/// The share card of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Output path of the PNG. It changes with the drawing, because social networks cache a picture by its URL.
    pub output: String,
    /// Name of the PNG in the cache.
    pub key: String,
    /// SVG from which the PNG is made.
    pub svg: String,
}

impl Card {
    /// Creates the card of a route, or returns `None` if `svg` is empty: the template decides which pages have a card.
    /// `renderer` is the digest of the code that makes the PNG.
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

    /// Returns whether the HTML of a page refers to the card.
    pub fn is_in(&self, html: &str) -> bool {
        let end = self.output.len() - ".png".len();
        let mark = &self.output.as_bytes()[end - MARK_LENGTH..end];
        memchr::memmem::find(html.as_bytes(), mark).is_some()
    }

    /// Returns `page.card`, the card of the page with this title, as templates see it.
    pub fn value(&self, title: &str) -> Value {
        let (width, height) = SIZE;
        table([
            ("url", Value::from(format!("/{}", self.output))),
            ("width", Value::from(width)),
            ("height", Value::from(height)),
            ("alt", self.alt(title)),
        ])
    }

    /// Returns the alternative text of the card: the `<title>` of its SVG, or else the page's title.
    fn alt(&self, page: &str) -> Value {
        let title = self.svg.split_once("<title>");
        let title = title.and_then(|(_, rest)| Some(rest.split_once("</title>")?.0));
        match title {
            // The title is already escaped for SVG, which is enough for HTML except for quotes in attributes.
            Some(title) => {
                let words: Vec<&str> = title.split_whitespace().collect();
                Value::safe_string(&words.join(" ").replace('"', "&quot;"))
            }
            None => Value::from(page),
        }
    }
}

/// Length of the fingerprint in the name of a published file.
const MARK_LENGTH: usize = 8;
