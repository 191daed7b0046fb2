//! Pictures of Markdown and of templates.

use std::ops::Range;

use content::{Diagnostic, did_you_mean};
use pulldown_cmark_escape::{escape_href, escape_html};

use super::Writer;
use super::links::is_outside;
use crate::asset_index::AssetIndex;

impl Writer<'_> {
    pub(super) fn image(&mut self, path: &str, alt: &str, title: &str, span: Range<usize>) {
        if alt.trim().is_empty() {
            self.found.push(
                Diagnostic::error(
                    "image-without-alt",
                    format!("the image `{path}` has no alternative text"),
                )
                .at(self.place(span.clone()), "")
                .help("say between the square brackets what the image shows: ![A ledger page](…)"),
            );
        }
        if is_outside(path) {
            self.found.push(
                Diagnostic::error("outside-resource", "pictures of other hosts are not taken")
                    .at(self.place(span), "comes from another host")
                    .help("save the picture below content/images/ and name it from there: ![…](/images/name.png)"),
            );
            return;
        }
        let Some(name) = self.around.assets.resolve(self.folder, path) else {
            self.found.push(
                Diagnostic::error("missing-image", format!("there is no image `{path}`"))
                    .at(
                        self.place(span),
                        "no such file below content/ or in the theme",
                    )
                    .maybe_help(did_you_mean(
                        path,
                        self.around.assets.urls.keys().map(String::as_str),
                    )),
            );
            return;
        };
        if !self.around.assets.sizes.contains_key(name)
            && let Some(kind) = picture_kind(name)
        {
            self.found.push(
                Diagnostic::error("bad-picture", format!("{name} is no {kind} picture"))
                    .at(self.place(span.clone()), "browsers cannot show it")
                    .help("open the file in a picture program and save it again in the format that its name says"),
            );
        }
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

/// Raster pictures by the endings of their names.
fn picture_kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending.to_lowercase().as_str() {
        "png" => Some("PNG"),
        "jpg" | "jpeg" => Some("JPEG"),
        "gif" => Some("GIF"),
        "webp" => Some("WebP"),
        _ => None,
    }
}
