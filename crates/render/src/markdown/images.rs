//! Pictures of Markdown and of templates.

use std::ops::Range;

use diagnostic::{Diagnostic, did_you_mean};
use pulldown_cmark_escape::{escape_href, escape_html};

use super::Writer;
use super::links::is_outside;
use crate::asset_index::AssetIndex;
use crate::codes;

impl Writer<'_> {
    pub(super) fn image(&mut self, path: &str, alt: &str, title: &str, span: Range<usize>) {
        if alt.trim().is_empty() {
            self.found.push(
                Diagnostic::new(
                    &codes::IMAGE_WITHOUT_ALT,
                    format!("the image `{path}` has no alternative text"),
                )
                .at(self.place(span.clone()), "")
                .help("say between the square brackets what the image shows: ![A ledger page](…)"),
            );
        }
        if is_outside(path) {
            self.found.push(
                Diagnostic::new(&codes::OUTSIDE_RESOURCE, "pictures of other hosts are not taken")
                    .at(self.place(span), "comes from another host")
                    .help("save the picture below content/images/ and name it from there: ![…](/images/name.png)"),
            );
            return;
        }
        let Some(name) = self.around.assets.resolve(self.folder, path) else {
            self.found.push(
                Diagnostic::new(
                    &content::codes::MISSING_IMAGE,
                    format!("there is no image `{path}`"),
                )
                .at(
                    self.place(span),
                    "no such file below content/ or in the theme",
                )
                .help(missing_image_help(self.around.assets, path)),
            );
            return;
        };
        self.push_html(image_tag(
            self.around.assets,
            name,
            alt,
            &[("title", title), ("loading", "lazy")],
        ));
    }
}

/// An `<img>` with its address, size and alternative text; empty attributes are left out.
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

/// What to do about a picture that is not there: the name that was meant, or where it belongs.
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
            .unwrap_or_else(|| "icons are the drawings in the theme's icons/".to_owned());
    }
    did_you_mean(path, known())
        .or_else(elsewhere)
        .unwrap_or_else(|| {
            "save the picture below content/images/ and name it from there: images/name.jpg"
                .to_owned()
        })
}
