//! The bar for the form function, statement by statement. Every test runs against the local server and against the
//! Lambda function: S size and parsing, F files, D durability, M mail, A abuse, P privacy, H HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod abuse;
mod durability;
mod files;
mod http;
mod mail;
mod privacy;
mod setup;
mod size;
mod support;
