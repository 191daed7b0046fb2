//! Widgets, styles, fonts and pictures -> files with fingerprinted names; islands -> HTML.
//!
//! In: the widgets' folder, a theme's `styles/` and a cache folder. Out: a map from output path to bytes, a
//! manifest that says where each named thing went, and the HTML of islands. The two calls to Node (`build.mjs`
//! and `build/render.mjs` in the widgets' folder) are made here and only here; both are answered from the cache
//! when nothing that goes into them has changed. This crate writes nothing outside the cache, except for
//! `node_modules`, and knows nothing of pages and templates.

mod bundle;
mod cache;
pub mod codes;
mod css;
mod fingerprint;
mod inputs;
mod install;
mod islands;
mod manifest;
mod node;
mod picture_fault;
mod picture_size;
mod problem;
mod static_files;
mod styles;
mod wrap;

pub use bundle::bundle;
pub use fingerprint::{Mark, fingerprint, mark_of, marks_in};
pub use inputs::Inputs;
pub use install::{Packages, packages};
pub use islands::{IslandCall, render_islands};
pub use manifest::{Bundle, Island, Manifest};
pub use node::run_module;
pub use picture_fault::picture_problem;
pub use problem::Problem;
pub use static_files::{PublicFiles, StaticFile, copied, names_below, static_files};
pub use wrap::wrap;
