//! Pictures as HTML, and help for those that do not exist.

use diagnostic::did_you_mean;
use pulldown_cmark_escape::{escape_href, escape_html};

use crate::asset_index::AssetIndex;

/// Returns an `<img>` with its URL, size and alternative text. Empty attributes are left out.
pub fn image_tag(
    assets: &AssetIndex,
    name: &str,
    alt: &str,
    attributes: &[(&str, &str)],
) -> String {
    let mut tag = String::from("<img src=\"");
    // Writing to a String cannot fail.
    let _ = escape_href(&mut tag, assets.urls.get(name).map_or("", String::as_str));
    tag.push_str("\" alt=\"");
    let _ = escape_html(&mut tag, alt);
    tag.push('"');
    if let Some((width, height)) = assets.sizes.get(name) {
        tag.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
    }
    for (key, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
        tag.push_str(&format!(" {key}=\""));
        let _ = escape_html(&mut tag, value);
        tag.push('"');
    }
    tag.push_str(" decoding=\"async\">");
    tag
}

/// Returns what to do about a picture that does not exist: the name that was meant, or where to save it.
pub fn missing_image_help(assets: &AssetIndex, path: &str) -> String {
    let known = || assets.urls.keys().map(String::as_str);
    let file = |name: &str| name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let elsewhere = || {
        let found = known().find(|name| file(name) == file(path) && name.contains("images/"));
        found.map(|name| format!("did you mean `{name}`?"))
    };
    if path.starts_with("icons/") {
        let icons = known().filter(|name| name.starts_with("icons/"));
        return did_you_mean(path, icons)
            .unwrap_or_else(|| "icons are the SVG files in the theme's icons/".to_owned());
    }
    did_you_mean(path, known())
        .or_else(elsewhere)
        .unwrap_or_else(|| {
            "save the picture below content/images/ and refer to it there: images/name.jpg"
                .to_owned()
        })
}
