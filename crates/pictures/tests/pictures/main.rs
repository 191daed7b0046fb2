//! Tests with pictures of all formats, and with hostile files. The tests make the files themselves.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]

mod avif;
mod conversion;
mod files;
mod hostile;
mod metadata;
