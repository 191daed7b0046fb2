//! Converts Markdown to HTML: parses it into events, resolves heading ids, links, pictures, and components, and renders the events.

mod address;
mod bare_links;
mod code_block;
mod code_writer;
mod components;
mod context;
mod detour;
mod elements;
mod facts;
mod footnotes;
mod formulas;
mod heading_id;
mod highlight;
mod html;
mod images;
mod line_break;
mod links;
mod located;
mod malformed_tags;
mod marks;
mod origin;
mod outline;
mod parse;
mod pasted_html;
mod raw_html;
mod shortcodes;
mod slips;
// The HTML of Markdown depends on no system, and Wine has no cargo.
#[cfg(test)]
#[cfg(not(windows))]
#[expect(
    clippy::disallowed_types,
    reason = "the test asks cargo where the examples are"
)]
mod standards;
mod telephone;
mod typography;
mod unclosed_comment;
mod writer;

pub use address::{
    bad_address, file_of_link, is_outside, is_shown_as_local, relative, without_host,
};
pub use components::FAILS_HERE;
pub use context::{Components, MarkdownContext};
pub use elements::{is_element, placeholder};
pub use formulas::reads_formula;
pub use heading_id::derived_id;
pub use highlight::Highlighter;
pub use html::Html;
pub use images::{image_tag, missing_image_help};
pub use origin::{LinkAddresses, Origin, link_addresses, origin};
pub use outline::{TextHeading, headings};
pub use parse::{Dialect, events};
pub use writer::{render, render_value};
