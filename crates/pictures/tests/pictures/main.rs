//! Pictures of all formats, and hostile ones. The files are made here.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]

mod avif;
mod conversion;
mod files;
mod hostile;
mod metadata;
