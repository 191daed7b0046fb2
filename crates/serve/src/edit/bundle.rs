//! The drawer's script and style sheet, which esbuild makes from `editors/drawer`.

use bytes::Bytes;

/// A file of the bundle.
#[derive(Debug, Clone, Copy)]
pub enum BundleFile {
    /// The script.
    Script,
    /// The style sheet.
    Style,
}

impl BundleFile {
    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Script => "text/javascript; charset=utf-8",
            Self::Style => "text/css; charset=utf-8",
        }
    }

    /// Returns the bytes, or `None` if the bundle had not been made when this program was compiled. While the program is developed, the
    /// files are read when they are needed.
    pub fn bytes(self) -> Option<Bytes> {
        let (name, included): (_, &'static [u8]) = match self {
            Self::Script => (
                "drawer.js",
                include_bytes!(concat!(env!("OUT_DIR"), "/drawer.js")),
            ),
            Self::Style => (
                "drawer.css",
                include_bytes!(concat!(env!("OUT_DIR"), "/drawer.css")),
            ),
        };
        if cfg!(debug_assertions) {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/drawer/dist/");
            if let Ok(bytes) = std::fs::read(format!("{folder}{name}")) {
                return Some(bytes.into());
            }
        }
        (!included.is_empty()).then(|| Bytes::from_static(included))
    }
}
