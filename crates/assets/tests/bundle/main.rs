//! The crate with a theme and widgets of a few lines; the build scripts and packages are the project's own.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod cache;
mod cards;
mod islands;
mod mistakes;
mod project;
mod styles;
