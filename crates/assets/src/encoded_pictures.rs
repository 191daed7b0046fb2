//! Decodes raster pictures once for their dominant colors, and encodes them in the sizes that pages use. The cache keeps the
//! results: a folder for each picture, named after a digest of its bytes and of the quality, with a file for the color and one
//! for each size.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use diagnostic::{Diagnostic, Place, Source};
use pictures::{Cut, EncodedFormat, Fault, Format, Picture};
use rayon::prelude::*;

use crate::bundle::newest;
use crate::cache;
use crate::codes::BAD_PICTURE;
use crate::fingerprint::digest;

/// Choice of when pictures are decoded and encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// During the call.
    Now,
    /// By a later call, for example from a background thread. This call only reads the cache.
    Later,
}

/// A picture from which smaller pictures can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureSource {
    /// Digest of the file and of the quality, under which the cache keeps the picture.
    pub key: String,
    /// Width in pixels, after the orientation in its metadata is applied.
    pub width: u32,
    /// Height in pixels, after the orientation in its metadata is applied.
    pub height: u32,
    /// File name extension of the fallback format for browsers that do not support WebP.
    pub extension: &'static str,
    /// Whether the file is an AVIF file.
    pub is_avif: bool,
    /// Dominant color (`#8a6f4e`), or `None` if the picture has transparent parts or has not been decoded yet.
    pub color: Option<String>,
    /// Names of the encoded files in the cache. `None` with [`Encoding::Now`], which encodes the missing ones.
    pub encoded_files: Option<BTreeSet<String>>,
}

/// A picture, and the sizes of it that pages use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedPicture {
    /// Path of the file, relative to the project.
    pub file: String,
    /// Name of the picture in the cache ([`PictureSource::key`]).
    pub key: String,
    /// Number of pixels of the original.
    pub pixels: u64,
    /// Quality of the encoded files, from 1 to 100.
    pub quality: u8,
    /// The sizes to encode, by path in the output. The path's extension determines the format.
    pub cuts: BTreeMap<String, Cut>,
}

/// Pictures, encoded in the sizes that pages use.
#[derive(Debug, Default)]
pub struct EncodedPictures {
    /// Content by path in the output.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The pictures and sizes that are not in the cache. Empty with [`Encoding::Now`].
    pub missing: Vec<WantedPicture>,
    /// Findings about pictures that cannot be decoded.
    pub errors: Vec<Diagnostic>,
}

/// Maximum number of pixels that are decoded at the same time, unless a single picture has more. A pixel takes up to ten bytes
/// while a progressive JPEG file is decoded, and at most seven in other formats.
const PIXELS_AT_A_TIME: u64 = 32_000_000;

/// Maximum number of pixels of a picture whose sizes are encoded in parallel. Those of a larger picture are encoded one after
/// the other, to save memory.
const PIXELS_IN_PARALLEL: u64 = 24_000_000;

/// Number of unused pictures that stay in the cache, so that switching between branches does not encode them again.
const KEPT: usize = 256;

/// Name of the file in a picture's cache folder that contains its [`DecodeResult`].
const DECODE_RESULT: &str = "about";

/// Cached facts about a decoded picture.
enum DecodeResult {
    /// The picture's dominant color, if it has one.
    Color(Option<String>),
    /// Reason why the picture cannot be decoded, and help.
    Fault(String, String),
}

/// Reads the header of a picture. Returns `None` if smaller pictures cannot be made from it, because it is animated or not in a
/// format that can be decoded.
pub(crate) fn picture_source(
    cache: &Path,
    bytes: &[u8],
    quality: u8,
    encoding: Encoding,
) -> Option<PictureSource> {
    let header = pictures::header(bytes).filter(|header| !header.is_animated)?;
    let key = digest(&[pictures::VERSION.as_bytes(), &[quality], bytes]);
    let encoded_files = (encoding == Encoding::Later).then(|| {
        let names = fs::read_dir(folder_of(cache, &key)).into_iter().flatten();
        let names = names.flatten().map(|entry| entry.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    });
    Some(PictureSource {
        key,
        width: header.width,
        height: header.height,
        extension: match header.format {
            Format::Jpeg => "jpg",
            Format::Png | Format::Gif => "png",
            Format::Webp | Format::Avif => "webp",
        },
        is_avif: header.format == Format::Avif,
        color: None,
        encoded_files,
    })
}

/// Sets the colors of pictures, each of which is passed with the path of its file relative to the project. Decodes the pictures
/// whose color is not in the cache, unless `encoding` is [`Encoding::Later`]. Returns a finding for each picture that cannot be
/// decoded, and `None` for the others.
pub(crate) fn load_colors(
    root: &Path,
    cache: &Path,
    sources: &mut [(String, &mut PictureSource)],
    encoding: Encoding,
) -> Vec<Option<Diagnostic>> {
    let pixels = |(_, source): &(String, &mut PictureSource)| pixels_of(source);
    let results = in_batches(sources, pixels, |(file, source)| {
        let cached = cached_decode_result(&folder_of(cache, &source.key));
        cached.or_else(|| {
            if encoding == Encoding::Later {
                return None;
            }
            let bytes = fs::read(root.join(file)).ok()?;
            Some(store_decode_result(
                &folder_of(cache, &source.key),
                &pictures::decode(&bytes, &[]),
            ))
        })
    });
    let errors = sources.iter_mut().zip(results);
    let errors = errors.map(|((file, source), result)| match result? {
        DecodeResult::Fault(message, help) => Some(error(file, message, help)),
        DecodeResult::Color(color) => {
            source.color = color;
            None
        }
    });
    errors.collect()
}

fn pixels_of(source: &PictureSource) -> u64 {
    u64::from(source.width) * u64::from(source.height)
}

/// Returns pictures in the sizes that pages use. Encodes the sizes that are not in the cache, unless `encoding` is
/// [`Encoding::Later`].
pub fn encode_pictures(
    root: &Path,
    cache: &Path,
    wanted: &[WantedPicture],
    encoding: Encoding,
) -> EncodedPictures {
    let kept: Vec<_> = wanted
        .par_iter()
        .map(|one| kept_sizes(cache, one))
        .collect();
    let mut encoded = EncodedPictures::default();
    for (files, missing) in kept {
        encoded.files.extend(files);
        encoded.missing.extend(missing);
    }
    if encoding == Encoding::Later || encoded.missing.is_empty() {
        return encoded;
    }
    let missing = std::mem::take(&mut encoded.missing);
    let made = in_batches(
        &missing,
        |one| one.pixels,
        |one| encode_missing(root, cache, one),
    );
    for result in made {
        match result {
            Ok(files) => encoded.files.extend(files),
            Err(error) => encoded.errors.push(error),
        }
    }
    encoded
}

/// Removes the oldest pictures from the cache, except for those in use, whose [`PictureSource::key`] is in `keys`. Ignores
/// errors.
pub fn remove_unused_pictures(cache: &Path, keys: &BTreeSet<&str>) {
    let is_unused = |folder: &PathBuf| {
        let name = folder.file_name().and_then(OsStr::to_str);
        name.is_none_or(|name| !keys.contains(name))
    };
    let unused = newest(&cache.join("pictures")).into_iter();
    for folder in unused.filter(is_unused).skip(KEPT) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Returns the sizes of a picture that are in the cache, and the picture with the other sizes if any are missing.
fn kept_sizes(
    cache: &Path,
    wanted: &WantedPicture,
) -> (Vec<(String, Vec<u8>)>, Option<WantedPicture>) {
    let folder = folder_of(cache, &wanted.key);
    let mut files = Vec::new();
    let mut missing = BTreeMap::new();
    for (output, cut) in &wanted.cuts {
        match cache::read(&folder.join(name_of(output))) {
            Some(bytes) => files.push((output.clone(), bytes)),
            None => drop(missing.insert(output.clone(), *cut)),
        }
    }
    let missing = (!missing.is_empty()).then(|| WantedPicture {
        cuts: missing,
        ..wanted.clone()
    });
    (files, missing)
}

/// Decodes a picture, encodes it in all sizes, and stores the files in the cache.
fn encode_missing(
    root: &Path,
    cache: &Path,
    wanted: &WantedPicture,
) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
    let file = &wanted.file;
    let refused = |fault: Fault| error(file, fault.message, fault.help.to_owned());
    let bytes = fs::read(root.join(file)).map_err(|problem| {
        let message = format!("cannot read {file}: {problem}");
        error(file, message, String::new())
    })?;
    let folder = folder_of(cache, &wanted.key);
    let mut cuts: BTreeMap<Cut, Vec<&String>> = BTreeMap::new();
    for (output, cut) in &wanted.cuts {
        cuts.entry(*cut).or_default().push(output);
    }
    let sizes: Vec<Cut> = cuts.keys().copied().collect();
    let picture = pictures::decode(&bytes, &sizes);
    drop(bytes);
    store_decode_result(&folder, &picture);
    let picture = picture.map_err(refused)?;
    let encode = |(cut, outputs): (Cut, Vec<&String>)| {
        let pixels = picture.cut(cut).map_err(refused)?;
        let encode = |output: &String| {
            let bytes = pictures::encode(&picture, &pixels, target(output), wanted.quality);
            let bytes = bytes.map_err(refused)?;
            // If the file cannot be written, the size is encoded again next time.
            let _ = cache::write(&folder.join(name_of(output)), &bytes);
            Ok((output.clone(), bytes))
        };
        outputs.into_iter().map(encode).collect()
    };
    let encoded: Result<Vec<Vec<_>>, Diagnostic> = if wanted.pixels > PIXELS_IN_PARALLEL {
        cuts.into_iter().map(encode).collect()
    } else {
        cuts.into_par_iter().map(encode).collect()
    };
    Ok(encoded?.concat())
}

/// Stores the color of a decoded picture, or the fault, in the picture's cache folder, and returns it.
fn store_decode_result(folder: &Path, picture: &Result<Picture, Fault>) -> DecodeResult {
    let result = match picture {
        Ok(picture) => {
            let color = picture.color();
            DecodeResult::Color(color.map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")))
        }
        Err(Fault { message, help }) => DecodeResult::Fault(message.clone(), (*help).to_owned()),
    };
    let text = match &result {
        DecodeResult::Color(color) => color.clone().unwrap_or_default(),
        DecodeResult::Fault(message, help) => format!("{message}\n{help}"),
    };
    // If the file cannot be written, the picture is decoded again next time.
    let _ = fs::create_dir_all(folder);
    let _ = cache::write(&folder.join(DECODE_RESULT), text.as_bytes());
    result
}

fn cached_decode_result(folder: &Path) -> Option<DecodeResult> {
    let text = String::from_utf8(cache::read(&folder.join(DECODE_RESULT))?).ok()?;
    Some(match text.split_once('\n') {
        Some((message, help)) => DecodeResult::Fault(message.to_owned(), help.to_owned()),
        None => DecodeResult::Color(Some(text).filter(|color| !color.is_empty())),
    })
}

fn error(file: &str, message: String, help: String) -> Diagnostic {
    let place = Place::new(&Source::new(file, ""), 0..1);
    let help = Some(help).filter(|help| !help.is_empty());
    Diagnostic::new(&BAD_PICTURE, message)
        .at(place, "")
        .maybe_help(help)
}

fn folder_of(cache: &Path, key: &str) -> PathBuf {
    cache.join("pictures").join(key)
}

/// Returns the name of an output file in the cache: the last part of its path.
fn name_of(output: &str) -> &str {
    output.rsplit('/').next().unwrap_or(output)
}

fn target(output: &str) -> EncodedFormat {
    match output.rsplit('.').next() {
        Some("jpg") => EncodedFormat::Jpeg,
        Some("png") => EncodedFormat::Png,
        Some("avif") => EncodedFormat::Avif,
        _ => EncodedFormat::Webp,
    }
}

/// Calls a function for all items in parallel, in batches of at most [`PIXELS_AT_A_TIME`] pixels.
fn in_batches<T: Sync, R: Send>(
    items: &[T],
    pixels: impl Fn(&T) -> u64,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    let mut rest = items;
    while !rest.is_empty() {
        let mut sum = 0;
        let fits = rest.iter().take_while(|item| {
            sum += pixels(item);
            sum <= PIXELS_AT_A_TIME
        });
        let (batch, others) = rest.split_at(fits.count().max(1));
        results.par_extend(batch.par_iter().with_max_len(1).map(&work));
        rest = others;
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_in_use_stay_in_the_cache() {
        let cache = tempfile::tempdir().unwrap();
        let folder = |name: &str| cache.path().join("pictures").join(name);
        let names: Vec<String> = (0..KEPT + 10).map(|number| number.to_string()).collect();
        for name in &names {
            fs::create_dir_all(folder(name)).unwrap();
        }
        let count = || fs::read_dir(cache.path().join("pictures")).unwrap().count();
        let all = names.iter().map(String::as_str).collect();
        remove_unused_pictures(cache.path(), &all);
        assert_eq!(count(), KEPT + 10);
        remove_unused_pictures(cache.path(), &BTreeSet::from(["0", "1"]));
        assert_eq!(count(), KEPT + 2);
        assert!(folder("0").exists() && folder("1").exists());
    }
}
