//! What pages may refer to besides each other: files with fingerprinted addresses, drawings to inline, islands.

use std::collections::BTreeMap;

use serde_json::Value;

/// Every asset by the name templates and Markdown know it by.
#[derive(Debug, Default, Clone)]
pub struct AssetIndex {
    /// Name (`images/covers/gst.svg`, `styles/main.css`) to address (`/assets/…`).
    pub urls: BTreeMap<String, String>,
    /// Width and height of pictures, in CSS pixels.
    pub sizes: BTreeMap<String, (u32, u32)>,
    /// SVG texts that templates may put into the page.
    pub drawings: BTreeMap<String, String>,
    /// Islands by name, with the JSON Schema of their props.
    pub islands: BTreeMap<String, Value>,
}

impl AssetIndex {
    /// The name under which `path` is known when it is written in a document of `folder` (relative to `content/`):
    /// relative to that folder first, then from the root of the content or the theme.
    pub fn resolve(&self, folder: &str, path: &str) -> Option<&str> {
        let path = path.trim_start_matches('/').trim_start_matches("./");
        let beside = if folder.is_empty() {
            path.to_owned()
        } else {
            format!("{folder}/{path}")
        };
        self.urls
            .get_key_value(beside.as_str())
            .or_else(|| self.urls.get_key_value(path))
            .map(|(name, _)| name.as_str())
    }
}
