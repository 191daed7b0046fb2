//! Renders islands to HTML in one Node process, and keeps the HTML in the cache.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bundle::{KEPT, SERVER, TypeCheck, built, remove_oldest};
use crate::codes::ISLAND_ERROR;
use crate::fingerprint::digest;
use crate::inputs::BundleInputs;
use crate::region::Region;
use crate::shortened::shortened;
use crate::{cache, node};

/// A use of an island in a template, with its props.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WantedIsland {
    /// Name of the island: `HeroSlider`.
    pub name: String,
    /// Props of the island, which match its schema.
    pub props: Value,
}

/// Result that `build/render.mjs` prints for one call.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rendered {
    Html(String),
    Error(Thrown),
    /// No island could be rendered, because a module threw an error while it was loaded.
    Unloaded(Thrown),
}

/// An error that an island threw, and its place if the source map has it.
#[derive(Deserialize)]
struct Thrown {
    /// The error's message; `None` if rendering took too long and was stopped.
    message: Option<String>,
    place: Option<Spot>,
}

#[derive(Deserialize)]
struct Spot {
    /// Path relative to the widgets' folder, with `/` as separator.
    file: String,
    line: usize,
    column: usize,
}

/// HTML of each call, in the order of the calls, and errors. The HTML of an island that throws is `None`.
type RenderedIslands = (Vec<Option<String>>, Vec<Diagnostic>);

/// Renders islands to HTML, in the order of `batch`. Equal calls are rendered once. All calls that are not in the cache are
/// rendered in one Node process, in the language and time zone of `region`. For an island that throws, returns `None` and an error at
/// its source file. `renderer` is the [`Bundle::island_renderer`](crate::Bundle::island_renderer) of the site's bundle.
pub fn render_islands(
    inputs: &BundleInputs,
    renderer: Option<&str>,
    region: &Region,
    batch: &[WantedIsland],
) -> RenderedIslands {
    let rendered = match (inputs.widgets, batch.first()) {
        (_, None) => return (Vec::new(), Vec::new()),
        (Some(widgets), _) => render_batch(inputs, widgets, renderer, region, batch),
        (None, Some(call)) => {
            let name = &call.name;
            let message = format!("island `{name}` is used, but there is no folder `widgets`");
            let help = "add the folder with the island, or remove the island from the template";
            Err(inputs.error(inputs.styles, message).help(help))
        }
    };
    rendered.unwrap_or_else(|error| (vec![None; batch.len()], vec![error]))
}

fn render_batch(
    inputs: &BundleInputs,
    widgets: &Path,
    renderer: Option<&str>,
    region: &Region,
    batch: &[WantedIsland],
) -> Result<RenderedIslands, Diagnostic> {
    let keys: Vec<String> = batch.iter().map(|call| key(call, region)).collect();
    let in_order = |html: &HashMap<&str, String>| -> Vec<Option<String>> {
        let html = keys.iter().map(|key| html.get(key.as_str()).cloned());
        html.collect()
    };
    let cached = renderer.map(|renderer| read_cached(&cache_folder(inputs, renderer), &keys));
    if let Some(html) = cached
        && keys.iter().all(|key| html.contains_key(key.as_str()))
    {
        return Ok((in_order(&html), Vec::new()));
    }
    // Node reads the source map beside the script when an island throws.
    let is_script = |name: &str| name.starts_with(SERVER);
    let built = built(inputs, widgets, TypeCheck::Later, |_| true, is_script)?;
    let Some(renderer) = built.island_renderer() else {
        // The bundle could not be made, and its own errors say why.
        return Ok((vec![None; batch.len()], Vec::new()));
    };
    let cache = cache_folder(inputs, renderer);
    if !cache.exists() {
        remove_oldest(&inputs.cache.join(ISLANDS), KEPT);
        let _ = fs::create_dir_all(&cache);
    }
    let mut html = read_cached(&cache, &keys);
    let mut missing: Vec<(&str, &WantedIsland)> = Vec::new();
    for (key, call) in keys.iter().zip(batch) {
        if !html.contains_key(key.as_str()) && missing.iter().all(|(other, _)| other != key) {
            missing.push((key, call));
        }
    }
    let (rendered, errors) = render(
        inputs,
        widgets,
        &built.folder.join(SERVER),
        region,
        &missing,
    )?;
    for (key, rendered) in rendered {
        // If the file cannot be written, the island is rendered again next time.
        let _ = cache::write(&cache.join(key), rendered.as_bytes());
        html.insert(key, rendered);
    }
    Ok((in_order(&html), errors))
}

/// Name of the cache folder with the HTML of islands.
const ISLANDS: &str = "islands";

/// Returns the cache folder for the HTML of islands that a script rendered. It is named after the script's digest, so a changed
/// script starts with an empty one.
fn cache_folder(inputs: &BundleInputs, renderer: &str) -> PathBuf {
    inputs.cache.join(ISLANDS).join(renderer)
}

/// Returns the HTML of the islands with these keys that a cache folder contains.
fn read_cached<'a>(folder: &Path, keys: &'a [String]) -> HashMap<&'a str, String> {
    let read = |key: &'a String| {
        let html = String::from_utf8(cache::read(&folder.join(key))?).ok()?;
        Some((key.as_str(), html))
    };
    keys.iter().filter_map(read).collect()
}

fn key(call: &WantedIsland, region: &Region) -> String {
    digest(&[
        call.name.as_bytes(),
        call.props.to_string().as_bytes(),
        region.language.as_bytes(),
        region.utc_offset.as_bytes(),
    ])
}

/// HTML by cache key, and errors.
type HtmlByKey<'a> = (Vec<(&'a str, String)>, Vec<Diagnostic>);

fn render<'a>(
    inputs: &BundleInputs,
    widgets: &Path,
    server: &Path,
    region: &Region,
    calls: &[(&'a str, &WantedIsland)],
) -> Result<HtmlByKey<'a>, Diagnostic> {
    if calls.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let script = widgets.join("build/render.mjs");
    let batch: Vec<&WantedIsland> = calls.iter().map(|(_, call)| *call).collect();
    let server = walk::absolute(server);
    let server = server.to_string_lossy();
    let results: Vec<Rendered> = node::results(
        inputs,
        &script,
        &server,
        &region.environment(),
        &batch,
        "islands",
    )?;
    let mut html = Vec::new();
    let mut errors = Vec::new();
    for ((key, call), result) in calls.iter().zip(results) {
        match result {
            Rendered::Html(rendered) => html.push((*key, rendered)),
            Rendered::Error(error) => errors.push(thrown(inputs, widgets, call, &error)),
            Rendered::Unloaded(error) => errors.push(unloaded(inputs, widgets, &error)),
        }
    }
    // An island that hangs usually hangs with all props, and a module is loaded once for all islands. So equal errors are reported
    // once.
    errors.dedup_by(|next, one| next.place == one.place && next.message == one.message);
    Ok((html, errors))
}

fn thrown(
    inputs: &BundleInputs,
    widgets: &Path,
    call: &WantedIsland,
    error: &Thrown,
) -> Diagnostic {
    let name = &call.name;
    let file = widgets.join(format!("src/islands/{name}/{name}.tsx"));
    let props = format!("its props are {}", shortened(&call.props.to_string(), 200));
    let (message, help) = match &error.message {
        // React's own message is about applications that load data in the browser.
        Some(message) if message.starts_with("A component suspended") => (
            format!("island `{name}` waits for a promise while it is rendered"),
            format!(
                "a build renders at once: pass data as props, load a part in an effect, and use no async component; {props}"
            ),
        ),
        Some(message) => (
            format!("island `{name}` throws while it is rendered: {message}"),
            props,
        ),
        None => (
            format!("island `{name}` has not finished rendering after 10 seconds"),
            format!("look for an endless loop or recursion; {props}"),
        ),
    };
    at_spot(inputs, widgets, &file, error, message).help(help)
}

fn unloaded(inputs: &BundleInputs, widgets: &Path, error: &Thrown) -> Diagnostic {
    let folder = widgets.join("src/islands");
    let message = match &error.message {
        Some(message) => format!("a module of the islands throws while it is loaded: {message}"),
        None => "a module of the islands has not finished loading after 10 seconds".to_owned(),
    };
    at_spot(inputs, widgets, &folder, error, message)
        .help("move code that needs a browser or takes long into a function: the top level of a module also runs at build time")
}

/// Returns an error at the place where it was thrown or, if that is unknown, at the file or folder `fallback` as a whole.
fn at_spot(
    inputs: &BundleInputs,
    widgets: &Path,
    fallback: &Path,
    error: &Thrown,
    message: String,
) -> Diagnostic {
    let spot = error.place.as_ref();
    let spot = spot.map(|spot| {
        let file = widgets.join(&spot.file);
        inputs.place(&file, spot.line, spot.column, 1)
    });
    let place = spot.unwrap_or_else(|| inputs.place(fallback, 1, 1, 1));
    Diagnostic::new(&ISLAND_ERROR, message).at(place, "")
}
