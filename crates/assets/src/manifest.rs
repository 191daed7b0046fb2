//! Types that describe a bundle: its files, their URLs, and its islands.

use std::collections::BTreeMap;

use diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};

/// The bundled scripts, styles, and fonts of a site.
#[derive(Debug, Default)]
pub struct Bundle {
    /// Content of each file by path in the output (`assets/main-AB12CD34.css`).
    pub files: BTreeMap<String, Vec<u8>>,
    /// The URL of each file, and the islands.
    pub manifest: Manifest,
    /// Warnings. A bundle from the cache has the warnings of the run that made it.
    pub warnings: Vec<Diagnostic>,
    /// Errors in scripts and styles.
    pub errors: Vec<Diagnostic>,
    /// Key of the bundle if TypeScript has not checked its scripts, so that it has the types of an earlier version.
    pub unchecked: Option<String>,
    /// Digest of the script that renders islands; `None` if there is no such script.
    pub island_renderer: Option<String>,
    /// Whether every file was built, which a type error or an unbalanced brace does not prevent.
    pub is_complete: bool,
}

/// The URLs of the files of a bundle, and its islands.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// URL path by logical name (`styles/main.css`, `enhance.js`, `@fontsource-variable/…/x.woff2`).
    pub urls: BTreeMap<String, String>,
    /// Islands by name.
    pub islands: BTreeMap<String, Island>,
}

/// An island as templates see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// URL path of its client module.
    pub module: String,
    /// URL paths of all modules that it imports, directly or indirectly.
    #[serde(default)]
    pub imports: Vec<String>,
    /// JSON Schema of its `Props` type.
    pub props_schema: serde_json::Value,
}
