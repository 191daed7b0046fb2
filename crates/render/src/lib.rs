//! From checked content and a theme's templates to finished pages.
//!
//! Comes in: [`content::Content`], from which [`plan()`] settles every route before anything is rendered; then an [`Input`]
//! with the plan, the templates as text, an [`AssetIndex`] that says where files ended up, and a [`Build`] with today's date.
//!
//! Goes out: [`Rendered`] pages, feeds, calendars and sitemap as values, and diagnostics. An island is left as a placeholder
//! ([`island::fill`] puts the HTML in later).
//!
//! Never: a disk, a clock, an environment variable (`clippy.toml` forbids the functions), or Node.

mod asset_index;
mod calendar;
pub mod codes;
mod component_tag;
mod dates;
mod feed;
mod functions;
mod input;
pub mod island;
mod island_props;
mod kept;
mod listing;
mod markdown;
mod moved;
mod page;
mod plan;
mod plan_memo;
mod recorder;
mod rendered;
mod renderer;
mod route;
mod routing;
mod sitemap;
mod slug;
mod template;
mod values;

pub use asset_index::{AssetIndex, NOT_MADE};
pub use input::{Build, Input};
pub use island::IslandCall;
pub use markdown::{Written, WrittenHeading, WrittenLink, is_outside, written};
pub use plan::{plan, plan_again};
pub use plan_memo::PlanMemo;
pub use rendered::{Rendered, RenderedPage};
pub use renderer::Renderer;
pub use route::{Kind, Plan, Route, Routes, output_path};
pub use slug::slugify;
pub use template::graph::{Graph as TemplateGraph, Templates};
pub use values::permalink;
