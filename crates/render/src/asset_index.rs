//! What pages may refer to besides each other: files with fingerprinted addresses, drawings to inline, islands.

use std::collections::BTreeMap;

use diagnostic::{Fingerprint, Fingerprinter};
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
    /// Whether styles and scripts are missing, for a mistake in one of them. What asks for one gets [`NOT_MADE`].
    pub incomplete: bool,
}

/// The address of styles and scripts that could not be made.
pub const NOT_MADE: &str = "/assets/not-made";

impl AssetIndex {
    /// Of all that pages can see of it.
    pub fn fingerprint(&self) -> Fingerprint {
        let urls = self.urls.iter();
        let all = urls.fold(Fingerprinter::default(), |all, (name, url)| {
            all.text(name).text(url)
        });
        let sizes = self.sizes.iter();
        let all = sizes.fold(all, |all, (name, (width, height))| {
            all.text(name)
                .number(*width as usize)
                .number(*height as usize)
        });
        let drawings = self.drawings.iter();
        let all = drawings.fold(all, |all, (name, drawing)| all.text(name).text(drawing));
        let islands = self.islands.iter();
        islands
            .fold(all, |all, (name, schema)| {
                all.text(name).part(Fingerprint::of_value(schema))
            })
            .number(usize::from(self.incomplete))
            .finish()
    }

    /// The name under which `path` is known when it is written in a document of `folder` (relative to `content/`):
    /// relative to that folder first, then from the root of the content or the theme.
    pub fn resolve(&self, folder: &str, path: &str) -> Option<&str> {
        let beside = if path.starts_with('/') {
            joined("", path)
        } else {
            joined(folder, path)
        };
        let path = joined("", path);
        self.urls
            .get_key_value(beside.as_str())
            .or_else(|| self.urls.get_key_value(&path))
            .map(|(name, _)| name.as_str())
    }
}

/// A path as seen from a folder, with `.` and `..` followed.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let index = AssetIndex {
            urls: ["images/a.png", "posts/b.png"]
                .map(|name| (name.to_owned(), String::new()))
                .into(),
            ..AssetIndex::default()
        };
        for (folder, path, name) in [
            ("posts", "../images/a.png", Some("images/a.png")),
            ("posts/deep", "../../images/a.png", Some("images/a.png")),
            ("posts", "./b.png", Some("posts/b.png")),
            ("posts", "images/a.png", Some("images/a.png")),
            ("posts", "/images/a.png", Some("images/a.png")),
            ("pages", "b.png", None),
        ] {
            assert_eq!(index.resolve(folder, path), name, "{path} in {folder}");
        }
    }
}
