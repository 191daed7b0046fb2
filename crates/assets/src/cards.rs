//! Draws share cards: turns their SVG into PNGs with the widgets' `build/cards.mjs`, and keeps the PNGs in the cache.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use diagnostic::{Diagnostic, Place, Source, lines};
use rayon::prelude::*;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::bundle::remove_oldest;
use crate::codes::CARD_ERROR;
use crate::encoded_pictures::Encoding;
use crate::fingerprint::digest;
use crate::inputs::{BundleInputs, files_below};
use crate::install::install;
use crate::shortened::shortened;
use crate::{cache, node, text_files};

/// A share card: the picture that social networks show for a link to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CardDrawing<'a> {
    /// Path of its PNG in the output.
    #[serde(skip)]
    pub output: &'a str,
    /// Name of its PNG in the cache.
    #[serde(skip)]
    pub key: &'a str,
    /// The drawing, rendered from the theme's `card.svg`.
    pub svg: &'a str,
}

/// Share cards as PNG.
#[derive(Debug, Default)]
pub struct DrawnCards {
    /// PNGs by path in the output. With [`Encoding::Later`], the PNG of a card that is not in the cache is empty.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Findings about cards that cannot be drawn.
    pub errors: Vec<Diagnostic>,
}

/// Result that `cards.mjs` prints for a card: a PNG in Base64, or a mistake in the drawing.
#[derive(Deserialize)]
#[serde(untagged)]
enum Drawn {
    Png {
        #[serde(deserialize_with = "from_base64")]
        png: Vec<u8>,
    },
    Mistake {
        message: String,
        /// Line in the SVG, from 1.
        line: usize,
        help: Option<String>,
    },
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    STANDARD.decode(text).map_err(D::Error::custom)
}

/// Number of unused cards that stay in the cache, so that switching between branches does not draw them again.
const KEPT: usize = 512;

/// Maximum number of cards that one Node process draws, because it has all of them in memory.
const CARDS_PER_RUN: usize = 256;

/// The script that draws cards, relative to the widgets' folder.
const SCRIPT: &str = "build/cards.mjs";

/// Returns a digest of everything that draws cards: the scripts, the packages with their fonts, and the theme's own fonts. It is
/// empty if the widgets' folder has no script for cards.
pub fn card_renderer(inputs: &BundleInputs) -> String {
    let Some(widgets) = inputs.widgets.filter(|one| one.join(SCRIPT).is_file()) else {
        return String::new();
    };
    let parts = [SCRIPT, "build/card-text.mjs", "package-lock.json"];
    let mut files: Vec<_> = parts.iter().map(|part| widgets.join(part)).collect();
    let mut styles = Vec::new();
    // A file that cannot be reached is reported by the bundle.
    let _ = files_below(inputs.styles, inputs.styles, &mut styles);
    let is_font = |file: &Path| {
        let extension = file.extension().unwrap_or_default();
        ["otf", "ttf", "woff", "woff2"]
            .iter()
            .any(|one| extension == *one)
    };
    files.extend(styles.into_iter().filter(|file| is_font(file)));
    let digests: Vec<String> = files
        .iter()
        .map(|file| digest(&[&text_files::read(file).unwrap_or_default()]))
        .collect();
    digest(&digests.iter().map(String::as_bytes).collect::<Vec<_>>())
}

/// Returns the PNGs of cards. Draws those that are not in the cache, unless `encoding` is [`Encoding::Later`]. Mistakes in a
/// drawing are reported in `template`, from which the drawings were rendered.
pub fn draw_cards(
    inputs: &BundleInputs,
    template: &Arc<Source>,
    cards: &[CardDrawing<'_>],
    encoding: Encoding,
) -> DrawnCards {
    let mut drawn = DrawnCards::default();
    if cards.is_empty() {
        return drawn;
    }
    let Some(widgets) = inputs.widgets.filter(|one| one.join(SCRIPT).is_file()) else {
        drawn.errors.push(no_script(template));
        return drawn;
    };
    let folder = inputs.cache.join("cards");
    let kept: Vec<_> = cards
        .par_iter()
        .map(|card| cache::read(&folder.join(card.key)))
        .collect();
    let mut missing = Vec::new();
    for (card, png) in cards.iter().zip(kept) {
        if png.is_none() {
            missing.push(card);
        }
        if png.is_some() || encoding == Encoding::Later {
            drawn
                .files
                .insert(card.output.to_owned(), png.unwrap_or_default());
        }
    }
    if missing.is_empty() || encoding == Encoding::Later {
        return drawn;
    }
    remove_oldest(&folder, KEPT + cards.len());
    let _ = fs::create_dir_all(&folder);
    for batch in missing.chunks(CARDS_PER_RUN) {
        let results = match draw(inputs, widgets, batch) {
            Ok(results) => results,
            Err(error) => {
                drawn.errors.push(error);
                break;
            }
        };
        for (card, result) in batch.iter().zip(results) {
            match result {
                Drawn::Png { png } => {
                    // If the PNG cannot be written, the card is drawn again next time.
                    let _ = cache::write(&folder.join(card.key), &png);
                    drawn.files.insert(card.output.to_owned(), png);
                }
                Drawn::Mistake {
                    message,
                    line,
                    help,
                } => {
                    let error = Diagnostic::new(&CARD_ERROR, message).maybe_help(help);
                    drawn.errors.push(at_line(error, template, card, line));
                }
            }
        }
    }
    // A mistake in the template occurs in every card, but is reported once.
    drawn
        .errors
        .dedup_by(|next, one| next.place == one.place && next.message == one.message);
    drawn
}

/// Draws cards in one Node process. Returns a result for each card, or a finding if the process fails.
fn draw(
    inputs: &BundleInputs,
    widgets: &Path,
    cards: &[&CardDrawing<'_>],
) -> Result<Vec<Drawn>, Diagnostic> {
    install(inputs, widgets)?;
    let script = widgets.join(SCRIPT);
    let request = serde_json::json!({ "styles": walk::absolute(inputs.styles) }).to_string();
    node::results(inputs, &script, &request, &[], cards, "cards")
}

fn no_script(template: &Arc<Source>) -> Diagnostic {
    let message = "share cards need the folder `widgets` with build/cards.mjs";
    Diagnostic::new(&CARD_ERROR, message)
        .at(Place::start_of(template), "this template draws them")
        .help("copy the folder from the generator's repository, or remove the template")
}

/// Places the finding about a line of a drawing at the template's line that shares the longest prefix with it.
fn at_line(
    error: Diagnostic,
    template: &Arc<Source>,
    card: &CardDrawing<'_>,
    line: usize,
) -> Diagnostic {
    let drawn = card.svg.lines().nth(line.saturating_sub(1));
    let drawn = drawn.unwrap_or_default().trim();
    let mut best = (0, 0..1);
    for (start, line) in lines(&template.text) {
        let written = line.trim();
        let both = written.bytes().zip(drawn.bytes());
        let alike = both.take_while(|(a, b)| a == b).count();
        if alike > best.0 {
            let indent = line.len() - line.trim_start().len();
            best = (alike, start + indent..start + indent + written.len());
        }
    }
    let label = format!("in the drawing: {}", shortened(drawn, 100));
    error.at(Place::new(template, best.1), label)
}
