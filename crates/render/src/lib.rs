//! Turns checked content and a theme's templates into finished pages.
//!
//! - In: [`content::Content`], from which [`plan()`] decides every route before anything is rendered; then an [`Input`] with
//!   the plan, the text of the templates, an [`AssetIndex`] with the URLs of files, and a [`Build`] with today's date.
//! - Out: [`Rendered`] pages, feeds, calendars, search indexes, and the sitemap as values, and diagnostics. Islands are
//!   placeholders, which [`island::fill`] replaces later.
//! - Never: the disk, the clock, the environment (`clippy.toml` forbids the functions), or Node.

mod aliases;
mod ancestors;
mod asset_index;
mod asset_marks;
mod cached_pages;
mod calendar;
mod card;
pub mod codes;
mod component_tag;
mod dates;
mod document_routes;
mod feed;
mod functions;
mod input;
pub mod island;
mod island_props;
mod listing;
mod llms;
pub mod manual;
mod markdown;
mod marks;
mod merged_diagnostics;
mod page;
mod pagination_routes;
mod picture;
mod plan;
mod plan_builder;
mod plan_memo;
mod recorder;
mod redirects;
mod related;
mod rendered;
mod renderer;
mod route;
mod route_values;
mod search;
mod sitemap;
mod slug;
mod taxonomy_routes;
mod template;
mod values;
mod xml;

pub use asset_index::{AssetIndex, UNAVAILABLE_ASSET_URL};
pub use asset_marks::{Mark, mark_of, marks_in};
pub use cached_pages::{Chunk, ChunkStore};
pub use card::{Card, TEMPLATE as CARD_TEMPLATE};
pub use input::{Build, First, Input};
pub use island::IslandCall;
pub use markdown::{LinkAddresses, Origin, is_outside, link_addresses, origin, placeholder};
pub use picture::{Picture, PictureSize};
pub use plan::plan;
pub use plan_memo::{PlanMemo, plan_again};
pub use rendered::{HtmlFile, Rendered, RenderedPage};
pub use renderer::Renderer;
pub use route::{
    Kind, Plan, PlannedRedirect, Route, Routes, nearest_url_help, output_path, permalink,
};
pub use search::SCRIPTS as SEARCH_SCRIPTS;
pub use slug::slugify;
pub use template::graph::{Graph as TemplateGraph, Templates};
