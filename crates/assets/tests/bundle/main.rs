//! Tests the crate with a small theme and small widgets. The build scripts and npm packages are those of this repository.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod cache;
mod cards;
mod islands;
mod mistakes;
mod project;
mod styles;
