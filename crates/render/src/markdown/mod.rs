//! Markdown to HTML: text, events, events with ids, links, pictures and components resolved, HTML.

mod address;
mod components;
mod facts;
mod heading_id;
mod html;
mod images;
mod parse;
mod slips;
mod surroundings;
mod writer;
mod written;

pub use address::is_outside;
pub use html::Html;
pub use images::{image_tag, missing_image_help};
pub use surroundings::{Components, Surroundings};
pub use writer::{render, render_value};
pub use written::{Written, WrittenHeading, WrittenLink, written};
