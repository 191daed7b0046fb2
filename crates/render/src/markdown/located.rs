//! Events of the Markdown parser with their places.

use std::ops::Range;

use pulldown_cmark::Event;

/// An event, and the byte range of the text from which it was parsed.
pub type Located<'a> = (Event<'a>, Range<usize>);
