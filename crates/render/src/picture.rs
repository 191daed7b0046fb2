//! Responsive pictures: the sizes of a photograph that a page offers to browsers.

use std::collections::BTreeSet;
use std::ops::Range;

use memchr::memmem;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::{Deserialize, Serialize};

/// A photograph or other raster picture, from which smaller ones can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Fingerprint of the picture's content, for the names of its published files.
    pub mark: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// File extension of the format for browsers without WebP; `webp` if the picture is not offered in another format.
    pub extension: String,
    /// Dominant color, or `None` if the picture has transparent parts.
    pub color: Option<String>,
    /// Widths in pixels that pages offer, unless a template specifies others.
    pub widths: Vec<u32>,
    /// Whether pages offer AVIF files.
    pub avif: bool,
    /// File names of the sizes that are already encoded; `None` if this build encodes all sizes that pages offer. A page shows
    /// the original until all sizes that it offers are encoded.
    pub encoded: Option<BTreeSet<String>>,
}

/// A picture in one size, as a page offers it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PictureSize {
    /// Name of the picture: `images/team/a.jpg`.
    pub name: String,
    /// Output path, whose extension is that of the format.
    pub output: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The point that a crop keeps in the middle, in percent from the left and the top.
    pub focus: (u8, u8),
}

/// Aspect ratio, crop, and widths in which a template requests a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Width divided by height; `None` for the ratio of the picture itself.
    pub ratio: Option<f64>,
    /// The point that a crop keeps in the middle, in percent from the left and the top.
    pub focus: (u8, u8),
    /// Widths in pixels; [`Picture::widths`] are used if empty.
    pub widths: Vec<u32>,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            ratio: None,
            focus: (50, 50),
            widths: Vec::new(),
        }
    }
}

/// All sizes of a picture that a page offers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Sizes in AVIF, the smallest first; empty unless the site requests AVIF or the original is an AVIF file. Sizes with more
    /// than [`MAX_AVIF_PIXELS`] pixels are left out.
    pub avif: Vec<PictureSize>,
    /// Sizes in WebP, the smallest first.
    pub webp: Vec<PictureSize>,
    /// Sizes in JPEG or PNG, the smallest first; empty if the original is a WebP or AVIF file.
    pub fallback: Vec<PictureSize>,
}

/// Widths in pixels for old browsers without WebP, and for downloads.
const FALLBACK_WIDTHS: [u32; 2] = [750, 1600];

/// Maximum width and height in pixels. WebP allows at most 16,383.
const MAX_SIDE: f64 = 16_000.0;

/// Number of pixels above which a picture is offered in at most half its width and height. All its pixels would take too much
/// memory, so its sizes are made from a halved copy (`pictures/src/level.rs`).
const HALVED_ABOVE: f64 = 16_000_000.0;

/// Maximum number of pixels of an AVIF file. The encoder takes about 50 bytes of memory per pixel.
const MAX_AVIF_PIXELS: u32 = 5_000_000;

impl Picture {
    /// Returns the sizes that a page offers. None is larger than the picture.
    pub fn offer(&self, name: &str, shape: &Shape) -> Offer {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let ratio = shape.ratio.unwrap_or(width / height);
        let largest = width.min(height * ratio);
        let largest = if width * height > HALVED_ABOVE {
            (largest / 2.0).floor()
        } else {
            largest
        };
        let largest = largest.min(MAX_SIDE).min(MAX_SIDE * ratio);
        let wanted = if shape.widths.is_empty() {
            &self.widths
        } else {
            &shape.widths
        };
        let largest = largest.min(f64::from(wanted.iter().copied().max().unwrap_or(1)));
        let size = |width: u32, extension: &str| {
            let height = rounded(f64::from(width) / ratio);
            let (stem, _) = name.rsplit_once('.').unwrap_or((name, ""));
            // These characters have a special meaning in a URL.
            let stem = stem.replace(['#', '?', '%'], "-");
            let focus = match shape.focus {
                (50, 50) => String::new(),
                (x, y) => format!("-{x}-{y}"),
            };
            let mark = &self.mark;
            PictureSize {
                name: name.to_owned(),
                output: format!("assets/{stem}-{width}x{height}{focus}-{mark}.{extension}"),
                width,
                height,
                focus: shape.focus,
            }
        };
        let sizes = |wanted: &[u32], extension: &str| {
            let most = wanted.iter().copied().max().unwrap_or(1);
            let largest = rounded(largest).min(most);
            // A size that is almost the largest is not worth a file.
            let smaller = wanted.iter().filter(|width| **width * 10 < largest * 9);
            let widths: BTreeSet<u32> = smaller.copied().chain([largest]).collect();
            widths
                .into_iter()
                .map(|width| size(width, extension))
                .collect()
        };
        let webp: Vec<PictureSize> = sizes(wanted, "webp");
        Offer {
            avif: if self.avif {
                let mut avif: Vec<PictureSize> = sizes(wanted, "avif");
                avif.retain(|size| size.width * size.height <= MAX_AVIF_PIXELS);
                avif
            } else {
                Vec::new()
            },
            webp,
            fallback: if self.extension == "webp" {
                Vec::new()
            } else {
                sizes(&FALLBACK_WIDTHS, &self.extension)
            },
        }
    }
}

/// Rounds a length to whole pixels, at least one.
fn rounded(pixels: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and at most the size of a picture"
    )]
    let rounded = pixels.round().max(1.0) as u32;
    rounded
}

impl Offer {
    /// Returns the sizes in all formats.
    pub fn all(&self) -> impl Iterator<Item = &PictureSize> {
        self.avif.iter().chain(&self.webp).chain(&self.fallback)
    }

    /// Returns the size for uses that cannot choose one: browsers without `srcset`, link previews, downloads. Returns `None` for an
    /// empty offer.
    pub fn single(&self) -> Option<&PictureSize> {
        self.fallback.last().or_else(|| {
            let most = FALLBACK_WIDTHS[1];
            let fits = self.webp.iter().rev().find(|size| size.width <= most);
            fits.or(self.webp.first())
        })
    }

    /// Returns whether all sizes of this offer are encoded ([`Picture::encoded`]), or will be in this build.
    pub fn is_encoded(&self, picture: &Picture) -> bool {
        let mut files = self.all().filter_map(|size| size.output.rsplit('/').next());
        let encoded = picture.encoded.as_ref();
        encoded.is_none_or(|encoded| files.all(|file| encoded.contains(file)))
    }
}

/// Parses the argument `ratio`, such as `16/9` or `1.5`. Returns `None` if it is not a number from 0.05 to 20.
pub fn ratio(text: &str) -> Option<f64> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let ratio = match text.split_once('/') {
        Some((width, height)) => number(width)? / number(height)?,
        None => number(text)?,
    };
    (0.05..=20.0).contains(&ratio).then_some(ratio)
}

/// Returns sizes as the value of a `srcset` attribute.
pub fn srcset(sizes: &[PictureSize]) -> String {
    let sizes = sizes.iter();
    let sizes = sizes.map(|size| {
        let path = utf8_percent_encode(&size.output, NOT_IN_SRCSET);
        format!("/{path} {}w", size.width)
    });
    sizes.collect::<Vec<_>>().join(", ")
}

/// Characters that are percent-encoded in a `srcset`: those that a URL cannot contain, and the comma, which separates entries.
const NOT_IN_SRCSET: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b',');

/// End of the `<img>` tag of a picture that is loaded lazily. [`load_first`] replaces it for the first picture of a page.
pub const LAZY: &str = " decoding=\"async\" loading=\"lazy\">";

/// End of the `<img>` tag of the first picture of a page, which is probably the largest element that a visitor sees first.
const FIRST: &str = " fetchpriority=\"high\">";

/// Maximum number of characters of text above a picture that is probably visible without scrolling.
const TEXT_ABOVE: usize = 1000;

/// Makes browsers load the first picture of a page at once, if it is probably visible without scrolling. Makes the same change
/// in `content`, which is a part of the page, and returns the byte range replaced there and the length of its replacement.
/// Returns `None` if `content` is unchanged.
pub fn load_first(html: &mut String, content: &mut String) -> Option<(Range<usize>, usize)> {
    let at = memmem::find(html.as_bytes(), LAZY.as_bytes())?;
    let main = html
        .find("<main")
        .or_else(|| html.find("<body"))
        .unwrap_or(0);
    let above = html.get(main..at)?;
    let mut in_tag = false;
    let text = above.chars().filter(|c| {
        in_tag = (in_tag || *c == '<') && *c != '>';
        !in_tag && !c.is_whitespace()
    });
    // An island above the picture may show pictures itself.
    let has_other = above.contains(crate::island::OPEN) || above.contains("loading=\"eager\"");
    if has_other || text.count() > TEXT_ABOVE {
        return None;
    }
    let inside = content.find(LAZY).filter(|inside| {
        let start = at.checked_sub(*inside);
        start.is_some_and(|start| html[start..].starts_with(content.as_str()))
    });
    // The sizes of a picture precede the end of its tag, those of its `<source>` elements the tag itself.
    let from = inside.map_or(0, |inside| at - inside);
    let last = |sign: &str, end: usize| html[from..end].rfind(sign).map(|found| from + found);
    let tag = last("<img", at).unwrap_or(at);
    let element = last("<picture>", tag).unwrap_or(tag);
    let start = if html[element..tag].contains("</picture>") {
        tag
    } else {
        element
    };
    let start = html[start..at].find(AUTO).map_or(at, |found| start + found);
    let first = html[start..at].replace(AUTO, "sizes=\"") + FIRST;
    let changed = start..at + LAZY.len();
    html.replace_range(changed.clone(), &first);
    let inside = inside.map(|end| end + changed.start - at..end + LAZY.len())?;
    content.replace_range(inside.clone(), &first);
    Some((inside, first.len()))
}

/// Beginning of the attribute `sizes` of a picture that may be measured, which is not allowed if the picture is loaded at once.
const AUTO: &str = "sizes=\"auto, ";

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, extension: &str) -> Picture {
        Picture {
            mark: "AB12CD34".to_owned(),
            width,
            height,
            extension: extension.to_owned(),
            color: None,
            widths: content::Pictures::default().widths,
            avif: false,
            encoded: None,
        }
    }

    #[test]
    #[rustfmt::skip]
    fn offered_sizes() {
        let plain = Shape::default();
        let square = Shape {
            ratio: Some(1.0),
            focus: (30, 0),
            ..Shape::default()
        };
        let own = Shape {
            widths: vec![400, 200, 9000],
            ..Shape::default()
        };
        for (picture, shape, webp, fallback) in [
            (picture(4000, 3000, "jpg"), &plain, "375x281 750x563 1125x844 1600x1200 2400x1800", "750x563 1600x1200"),
            (picture(800, 600, "png"), &plain, "375x281 800x600", "800x600"),
            (picture(200, 100, "jpg"), &plain, "200x100", "200x100"),
            (picture(1, 1, "jpg"), &plain, "1x1", "1x1"),
            (picture(900, 600, "webp"), &plain, "375x250 750x500 900x600", ""),
            (picture(900, 600, "jpg"), &square, "375x375 600x600", "600x600"),
            (picture(900, 600, "jpg"), &own, "200x133 400x267 900x600", "750x500 900x600"),
            (picture(1000, 64_000, "png"), &plain, "250x16000", "250x16000"),
        ] {
            let offer = picture.offer("images/a b.jpg", shape);
            let names = |sizes: &[PictureSize]| {
                let sizes = sizes.iter();
                let sizes = sizes.map(|size| format!("{}x{}", size.width, size.height));
                sizes.collect::<Vec<_>>().join(" ")
            };
            assert_eq!(names(&offer.webp), webp, "{picture:?}");
            assert_eq!(names(&offer.fallback), fallback, "{picture:?}");
        }
        let wide = Shape {
            widths: vec![20_000],
            ..Shape::default()
        };
        let offer = picture(40_000, 200, "webp").offer("images/50% #1?.webp", &wide);
        let names: Vec<_> = offer.webp.iter().map(|size| &*size.output).collect();
        assert_eq!(names, ["assets/images/50- -1--16000x80-AB12CD34.webp"]);
        let upright = Picture {
            avif: true,
            ..picture(3400, 4533, "webp")
        };
        let offer = upright.offer("images/a.webp", &plain);
        let last = |sizes: &[PictureSize]| sizes.last().map(|size| (size.width, size.height));
        assert_eq!(last(&offer.webp), Some((2400, 3200)));
        assert_eq!(last(&offer.avif), Some((1600, 2133)));
        let large = picture(4501, 6000, "webp").offer("images/a.webp", &plain);
        assert_eq!(last(&large.webp), Some((2250, 2999)));
        let with_avif = Picture {
            avif: true,
            ..picture(900, 600, "webp")
        };
        let offer = with_avif.offer("images/a.webp", &plain);
        assert_eq!(offer.avif.len(), offer.webp.len());
        assert_eq!(offer.all().count(), 6);
        let offer = picture(900, 600, "jpg").offer("images/a b.jpg", &square);
        let escaped = picture(200, 100, "webp").offer("images/R&D's.webp", &plain);
        assert_eq!(
            srcset(&escaped.webp),
            "/assets/images/R&D's-200x100-AB12CD34.webp 200w"
        );
        assert_eq!(
            srcset(&offer.webp),
            "/assets/images/a%20b-375x375-30-0-AB12CD34.webp 375w, \
             /assets/images/a%20b-600x600-30-0-AB12CD34.webp 600w"
        );
        assert_eq!(
            offer.single().map(|size| size.output.as_str()),
            Some("assets/images/a b-600x600-30-0-AB12CD34.jpg")
        );
    }

    #[test]
    fn arguments() {
        for (text, expected) in [
            ("16/9", Some(16.0 / 9.0)),
            ("1.5", Some(1.5)),
            ("1 / 1", Some(1.0)),
            ("1/0", None),
            ("0", None),
            ("wide", None),
            ("NaN", None),
            ("-1", None),
        ] {
            assert_eq!(ratio(text), expected, "{text}");
        }
    }

    #[test]
    fn the_original_is_shown_until_all_sizes_exist() {
        let mut picture = picture(800, 600, "jpg");
        let offer = picture.offer("images/a.jpg", &Shape::default());
        let names = [
            "a-375x281-AB12CD34.webp",
            "a-800x600-AB12CD34.webp",
            "a-800x600-AB12CD34.jpg",
        ];
        assert!(offer.is_encoded(&picture));
        for count in 0..=names.len() {
            let encoded = names[..count].iter().map(|name| (*name).to_owned());
            picture.encoded = Some(encoded.collect());
            assert_eq!(offer.is_encoded(&picture), count == names.len());
        }
    }

    #[test]
    #[rustfmt::skip]
    fn the_first_picture_is_loaded_at_once() {
        let lazy = |name: &str| format!("<img src={name}{LAZY}");
        let first = |name: &str| format!("<img src={name}{FIRST}");
        let text = "word ".repeat(300);
        for (html, is_changed) in [
            (&*format!("<main>{}{}", lazy("a"), lazy("b")), true),
            (&format!("<main><p>{text}</p>{}", lazy("a")), false),
            (&format!("<body><nav>{text}</nav><main><p title=\"{text}\">x</p>{}", lazy("a")), true),
            (&format!("<main><!--island A load {{}}-->{}", lazy("a")), false),
            ("<main><img src=a loading=\"lazy\" decoding=\"async\">", false),
        ] {
            let mut changed = html.to_owned();
            let expected = if is_changed { html.replace(&lazy("a"), &first("a")) } else { html.to_owned() };
            assert_eq!(load_first(&mut changed, &mut String::new()), None);
            assert_eq!(changed, expected);
        }
        let mut content = format!("<p>é{}</p>{}", lazy("a"), lazy("b"));
        let mut html = format!("<main>{content}</main>");
        let replaced = load_first(&mut html, &mut content);
        assert_eq!(content, format!("<p>é{}</p>{}", first("a"), lazy("b")));
        assert_eq!(html, format!("<main>{content}</main>"));
        assert_eq!(replaced, Some((15..15 + LAZY.len(), FIRST.len())));
        // `auto` is allowed only for pictures that are loaded lazily.
        let sized = |sizes: &str, end: &str| {
            format!("<picture><source srcset=a {sizes}><img src=b {sizes}{end}</picture>")
        };
        let auto = sized("sizes=\"auto, 100vw\"", LAZY);
        let mut content = format!("<p>é</p>{auto}{auto}");
        let mut html = format!("<main>{content}</main>");
        let replaced = load_first(&mut html, &mut content).unwrap();
        let expected = format!("<p>é</p>{}{auto}", sized("sizes=\"100vw\"", FIRST));
        assert_eq!(content, expected);
        assert_eq!(html, format!("<main>{content}</main>"));
        assert!(content[..replaced.0.start + replaced.1].ends_with(FIRST));
        let mut content = format!("<p>é{}</p>{}", first("a"), lazy("b"));
        // A picture of the template comes before that of the text.
        let mut html = format!("<main>{}{content}</main>", lazy("c"));
        assert_eq!(load_first(&mut html, &mut content), None);
        assert_eq!(html, format!("<main>{}{content}</main>", first("c")));
        // A picture above the text stays as it is, even if the tag in the text is in capitals.
        let above = "<img src=a sizes=\"auto, 100vw\"><main>";
        let mut content = format!("<IMG src=b{LAZY}");
        let mut html = format!("{above}{content}</main>");
        assert!(load_first(&mut html, &mut content).is_some());
        assert_eq!(html, format!("{above}<IMG src=b{FIRST}</main>"));
    }
}
