//! A bundle: its files, and where each named thing went.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// Output of an esbuild run.
#[derive(Debug, Default)]
pub struct Bundle {
    /// Path in the output (`assets/main-AB12CD34.css`) to content.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Where each named thing went.
    pub manifest: Manifest,
    /// Warnings, the same for a fresh run and a cached one.
    pub warnings: Vec<Problem>,
    /// Errors.
    pub problems: Vec<Problem>,
    /// Whether everything was made. Types that do not fit and a stray brace are problems that leave a bundle whole.
    pub whole: bool,
}

/// Where each named thing went.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Logical name (`styles/main.css`, `enhance.js`, `@fontsource-variable/…/x.woff2`) to URL path.
    pub urls: BTreeMap<String, String>,
    /// Island name to what a template may say to it.
    pub islands: BTreeMap<String, Island>,
}

/// An island as templates see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// URL path of its client module.
    pub module: String,
    /// JSON Schema of its `Props` type.
    pub props_schema: serde_json::Value,
}
