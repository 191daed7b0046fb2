//! Pictures as HTML, and help for pictures that do not exist.

use diagnostic::{Help, did_you_mean};
use pulldown_cmark_escape::{escape_href, escape_html};

use crate::asset_index::AssetIndex;
use crate::picture::{LAZY, Shape, srcset};
use crate::recorder::Recorder;

/// Minimum width in pixels of a picture that may be the largest element that a visitor sees first.
const MIN_PROMINENT_WIDTH: u32 = 300;

/// Attribute `sizes` of a picture if the template specifies none: browsers that support `auto` measure the picture's width, and
/// others assume that it is as wide as the window.
const UNKNOWN_SIZES: &str = "auto, 100vw";

/// The same for a picture that is loaded at once, for which `auto` is not allowed (HTML standard, 4.8.4.2.1).
const UNKNOWN_SIZES_AT_ONCE: &str = "100vw";

/// Returns a picture as HTML, with its URL, width and height, and alternative text. A photograph is offered in several sizes. Empty
/// attributes are left out. Without `loading`, the picture is loaded when it scrolls into view, or at once if it is the first one
/// of its page.
pub fn image_tag(
    assets: &AssetIndex,
    name: &str,
    alt: &str,
    attributes: &[(&str, &str)],
    shape: &Shape,
    recorder: &Recorder,
) -> String {
    let offer = assets.offer(name, shape, recorder);
    let value = |name: &str| {
        let mut attributes = attributes.iter();
        let found = attributes.find(|(key, value)| *key == name && !value.is_empty());
        found.map(|(_, value)| *value)
    };
    let mut tag = String::new();
    // Writing to a String cannot fail.
    let add = |tag: &mut String, key: &str, value: &str| {
        tag.push_str(&format!(" {key}=\""));
        let _ = escape_html(&mut *tag, value);
        tag.push('"');
    };
    let unknown = match value("loading") {
        None | Some("lazy") => UNKNOWN_SIZES,
        Some(_) => UNKNOWN_SIZES_AT_ONCE,
    };
    let sizes = value("sizes").unwrap_or(unknown);
    // The `<img>` offers the format that all browsers support, and WebP if there is no other.
    let (webp, own) = match offer.fallback.as_slice() {
        [] => (&[][..], &offer.webp),
        _ => (&offer.webp[..], &offer.fallback),
    };
    let has_sources = !(offer.avif.is_empty() && webp.is_empty());
    if has_sources {
        tag.push_str("<picture>");
    }
    for (format, files) in [("avif", &offer.avif[..]), ("webp", webp)] {
        if !files.is_empty() {
            tag.push_str(&format!("<source type=\"image/{format}\""));
            add(&mut tag, "srcset", &srcset(files));
            add(&mut tag, "sizes", sizes);
            tag.push('>');
        }
    }
    tag.push_str("<img src=\"");
    let single = offer.single().map(|size| format!("/{}", size.output));
    let url = single
        .as_ref()
        .or(assets.urls.get(name))
        .map(String::as_str);
    let _ = escape_href(&mut tag, url.unwrap_or_default());
    tag.push_str("\" alt=\"");
    let _ = escape_html(&mut tag, alt);
    tag.push('"');
    let size = offer.webp.last().map(|size| (size.width, size.height));
    let size = size.or_else(|| assets.sizes.get(name).copied());
    if let Some((width, height)) = size {
        tag.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
    }
    if own.len() > 1 {
        add(&mut tag, "srcset", &srcset(own));
        add(&mut tag, "sizes", sizes);
    }
    let picture = assets.pictures.get(name).filter(|_| !own.is_empty());
    if let Some(color) = picture.and_then(|picture| picture.color.as_ref()) {
        add(&mut tag, "data-color", color);
    }
    for (key, value) in attributes {
        if !value.is_empty() && *key != "sizes" {
            add(&mut tag, key, value);
        }
    }
    let is_prominent = size.is_none_or(|(width, _)| width >= MIN_PROMINENT_WIDTH);
    match value("loading") {
        None if is_prominent && value("fetchpriority").is_none() => tag.push_str(LAZY),
        None => tag.push_str(" loading=\"lazy\" decoding=\"async\">"),
        Some(_) => tag.push_str(" decoding=\"async\">"),
    }
    if has_sources {
        tag.push_str("</picture>");
    }
    tag
}

/// Returns an image of another host as HTML. Its size is not known.
pub fn outside_image_tag(url: &str, alt: &str, title: &str) -> String {
    let mut tag = String::from("<img src=\"");
    // Writing to a String cannot fail.
    let _ = escape_href(&mut tag, url);
    tag.push_str("\" alt=\"");
    let _ = escape_html(&mut tag, alt);
    if !title.is_empty() {
        tag.push_str("\" title=\"");
        let _ = escape_html(&mut tag, title);
    }
    tag.push_str("\" loading=\"lazy\" decoding=\"async\">");
    tag
}

/// Returns help for a picture that does not exist: the name that was probably meant, or the folder to save the picture in.
pub fn missing_image_help(assets: &AssetIndex, path: &str) -> Help {
    let known = || assets.urls.keys().map(String::as_str);
    let file = |name: &str| name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let elsewhere = || {
        let wanted = file(path);
        // Windows hides the last ending, so that a picture becomes `photo.jpg.jpg`.
        let is_twice = |name: &str| {
            let rest = name.strip_prefix(wanted.as_str());
            rest.is_some_and(|rest| rest.starts_with('.') && content::is_picture(&wanted))
        };
        let is_meant = |name: &str| file(name) == wanted || is_twice(&file(name));
        let found = known().find(|name| is_meant(name) && name.contains("images/"));
        found.map(|name| Help::replace(format!("did you mean `{name}`?"), path, name))
    };
    if path.starts_with("icons/") {
        let icons = known().filter(|name| name.starts_with("icons/"));
        return did_you_mean(path, icons)
            .or_else(elsewhere)
            .unwrap_or_else(|| "icons are the SVG files in the theme's icons/".into());
    }
    if content::is_video(path) {
        return content::picture_of(path).into();
    }
    did_you_mean(path, known())
        .or_else(elsewhere)
        .unwrap_or_else(|| {
            "save the picture below content/images/ and refer to it there: images/name.jpg".into()
        })
}
