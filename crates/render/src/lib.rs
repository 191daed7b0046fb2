//! Turns checked content and a theme's templates into finished pages.
//!
//! - In: [`content::Content`], from which [`plan()`] decides every route before anything is rendered; then an [`Input`] with
//!   the plan, the [`Theme`], an [`AssetIndex`] with the URLs of files, and a [`Build`] with today's date.
//! - Out: a [`SiteRenderer`], which renders each page by itself, at any time and as often as its HTML is needed; feeds, calendars,
//!   search indexes, and the sitemap as values, made from the [`PageRecord`]s of all pages; and diagnostics. Islands are
//!   placeholders, which [`island::fill`] replaces later.
//! - Never: the disk, the clock, the environment (`clippy.toml` forbids the functions), or Node.
//!
//! *Components in Markdown* are capitalized tags. pulldown-cmark reports them as HTML with their place in the text, so there is no
//! second syntax to parse, and code blocks need no special treatment. The text of a page is never run as a template.
//!
//! *Tracing a finding to its source.* While Markdown is rendered, the offset of each event in the HTML is recorded with its offset in
//! the Markdown, so an offset in a page maps to an exact line and column.

mod aliases;
mod asset_index;
mod asset_marks;
mod calendar;
mod card;
mod choice;
pub mod codes;
mod component_tag;
mod dates;
mod document_routes;
mod drawing_ids;
mod entry_content;
mod entry_index;
mod feed;
mod feed_routes;
mod foreign_arguments;
mod function_data;
mod functions;
pub mod html_addresses;
mod html_text;
pub mod island;
mod island_props;
mod list_filters;
mod listing;
mod llms;
mod local_formats;
pub mod manual;
mod markdown;
mod merged_diagnostics;
mod outcome;
mod outputs;
mod page;
mod pagination_routes;
mod picture;
mod plan;
mod plan_builder;
mod recorder;
mod redirects;
mod related;
mod relatives;
mod rendered;
mod route;
mod route_texts;
mod route_values;
mod scripts;
mod search;
mod site_renderer;
mod sitemap;
mod slug;
pub mod srcset;
mod summary;
mod table;
mod taxonomy_routes;
mod template;
mod template_parts;
mod theme;
mod untranslated_texts;
mod url_prefixes;
mod values;
mod word;
mod xml;

pub use asset_index::{AssetIndex, UNAVAILABLE_ASSET_URL, joined};
pub use asset_marks::{Mark, mark_of, marks_in};
pub use card::{Card, TEMPLATE as CARD_TEMPLATE};
pub use island::IslandCall;
pub use markdown::{
    Dialect, FAILS_HERE, Highlighter, LinkAddresses, Origin, TextHeading, bad_address, derived_id,
    file_of_link, headings, is_element, is_outside, is_shown_as_local, link_addresses, origin,
    placeholder, reads_formula, relative, without_host,
};
pub use outcome::Outcome;
pub use outputs::{Output, outputs};
pub use page::PageRenderer;
pub use picture::{Picture, PictureSize};
pub use plan::plan;
pub use recorder::Query;
pub use related::{Features, Related, features, related, with_related};
pub use rendered::{PageRecord, RenderedPage};
pub use route::{
    Plan, PlannedFeed, PlannedRedirect, Relatives, Route, RouteKind, Routes, bare_url, localized,
    nearest_url_help, output_path, permalink, term_page_pattern,
};
pub use scripts::scripts as program_scripts;
pub use search::{PageText, SearchWords, SearchedPages};
pub use site_renderer::{Build, Input, SiteRenderer};
pub use sitemap::is_sitemap;
pub use slug::slugify;
pub use template::graph::{Graph as TemplateGraph, Templates};
pub use template::tags::component_definitions;
pub use template::values_in_signs::values_in_signs;
pub use template_parts::{OnPartEvent, PartEvent, TemplatePart};
pub use theme::Theme;
pub use values::EntryValue;
pub use word::keys as word_keys;
