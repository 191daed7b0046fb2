//! Tests of each requirement of the form function: S size and parsing, F files, D durability, M mail, A abuse, P privacy, H HTTP. The
//! name of a test begins with its requirement. Most tests run against both the local server and the Lambda function.
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
