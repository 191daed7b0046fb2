//! Turns widgets, styles, fonts, and images into files with fingerprinted names, islands into HTML, and share cards into PNGs.
//!
//! - In: the widgets' folder, a theme's `styles/`, and a cache folder.
//! - Out: a map from output path to bytes, a manifest with the URL of each file, the HTML of islands, and findings.
//! - Never: writes files outside the cache folder, except for `node_modules`; knows pages or templates.
//!
//! Only this crate runs Node (`build.mjs`, `build/render.mjs` and `build/cards.mjs` of the widgets' folder), and only if the
//! cache has no result for the same inputs.
//!
//! The URL of a share card is derived from its drawing and a digest of the scripts and fonts that turn it into a PNG, so a page can be
//! rendered before its card is drawn. `cards.mjs` shapes the text with `HarfBuzz` and turns it into outlines before resvg draws the card,
//! because the text shaping in resvg's npm package misplaces the vowel signs of Indian scripts.

mod bundle;
mod cache;
mod cards;
pub mod codes;
pub mod css;
pub mod css_animations;
mod css_declarations;
mod css_foreign;
mod css_names;
mod css_preludes;
pub mod css_selectors;
pub mod css_statements;
mod css_units;
mod css_values;
mod encoded_pictures;
mod fingerprint;
mod inputs;
mod install;
mod islands;
mod manifest;
mod message;
mod node;
mod picture_fault;
mod picture_size;
mod public_fault;
mod region;
mod shortened;
mod static_files;
mod styles;
mod svg_active;
mod svg_document;
mod svg_minified;
mod text_files;
mod wrap;

pub use bundle::{TypeCheck, bundle};
pub use cards::{CardDrawing, DrawnCards, card_renderer, draw_cards};
pub use encoded_pictures::{
    EncodedPictures, Encoding, PictureSource, WantedPicture, encode_pictures,
    remove_unused_pictures,
};
pub use fingerprint::fingerprint;
pub use inputs::BundleInputs;
pub use install::{Packages, packages};
pub use islands::{WantedIsland, render_islands};
pub use manifest::{Bundle, Island, Manifest};
pub use node::{NPM, run_module};
pub use picture_fault::picture_fault;
pub use picture_size::{is_drawing, picture_size};
pub use pictures::{Cut, SUPPORTS_AVIF};
pub use region::Region;
pub use static_files::{PublicFiles, StaticFile, names_below, public_files, static_files};
pub use wrap::wrap;
