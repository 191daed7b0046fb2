use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bundle::{Built, KEPT, absolute, built, forget_oldest};
use crate::cache;
use crate::fingerprint::digest;
use crate::inputs::Inputs;
use crate::node;
use crate::problem::Problem;

/// An island with its props, as a template asked for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct IslandCall {
    /// Name of the island: `HeroSlider`.
    pub name: String,
    /// Its props, valid by the island's schema.
    pub props: Value,
}

/// What `build/render.mjs` prints for one call.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rendered {
    Html(String),
    Error(Thrown),
    /// No island could be rendered: a module fails as it is loaded.
    Unloaded(Thrown),
}

/// What an island threw, and where, as far as its source map says.
#[derive(Deserialize)]
struct Thrown {
    /// Nothing where it did not come to an end and was broken off.
    message: Option<String>,
    place: Option<Spot>,
}

#[derive(Deserialize)]
struct Spot {
    file: PathBuf,
    line: usize,
    column: usize,
}

/// The bundle that renders islands, in its folder.
const SERVER: &str = "server.cjs";

/// HTML of each call, and what is wrong.
pub type RenderedIslands = (Vec<Option<String>>, Vec<Problem>);

/// HTML of each call, in the order of `batch`, and what is wrong. Equal calls are rendered once, in one Node process for all
/// that the cache does not have. An island that throws is a problem of its source file, and has no HTML.
pub fn render_islands(inputs: &Inputs, batch: &[IslandCall]) -> RenderedIslands {
    let rendered = match (inputs.widgets, batch.is_empty()) {
        (_, true) => return (Vec::new(), Vec::new()),
        (Some(widgets), _) => render_batch(inputs, widgets, batch),
        (None, _) => Err(no_widgets(inputs, batch)),
    };
    rendered.unwrap_or_else(|problems| (vec![None; batch.len()], problems))
}

fn render_batch(
    inputs: &Inputs,
    widgets: &Path,
    batch: &[IslandCall],
) -> Result<RenderedIslands, Vec<Problem>> {
    // The map is read where an island throws.
    let built = built(inputs, widgets, |_| true, |name| name.starts_with(SERVER))?;
    if !built.files.contains_key(SERVER) {
        // What keeps it from being made is a problem of the bundle.
        return Err(Vec::new());
    }
    let cache = cache_of(inputs, &built);
    let keys: Vec<String> = batch.iter().map(key).collect();
    let mut html: HashMap<&str, String> = HashMap::new();
    let mut missing: Vec<(&str, &IslandCall)> = Vec::new();
    for (key, call) in keys.iter().zip(batch) {
        if html.contains_key(key.as_str()) || missing.iter().any(|(other, _)| other == key) {
            continue;
        }
        let kept = cache::kept(&cache.join(key)).map(String::from_utf8);
        match kept {
            Some(Ok(kept)) => drop(html.insert(key, kept)),
            _ => missing.push((key, call)),
        }
    }
    let (rendered, problems) = render(widgets, &built.folder.join(SERVER), &missing)?;
    for (key, rendered) in rendered {
        // What cannot be kept is rendered again next time.
        let _ = cache::keep(&cache.join(key), rendered.as_bytes());
        html.insert(key, rendered);
    }
    let html = keys.iter().map(|key| html.get(key.as_str()).cloned());
    Ok((html.collect(), problems))
}

fn no_widgets(inputs: &Inputs, batch: &[IslandCall]) -> Vec<Problem> {
    let message = |call: &IslandCall| {
        let name = &call.name;
        format!("island `{name}` is used, but there is no folder `widgets`")
    };
    let first = batch.first().into_iter();
    first
        .map(|call| Problem::of(inputs.styles, message(call)))
        .collect()
}

/// Results of another server bundle lie in another folder.
fn cache_of(inputs: &Inputs, built: &Built) -> PathBuf {
    let islands = inputs.cache.join("islands");
    let server = built.kept.digests.get(SERVER);
    let folder = islands.join(server.map_or("", String::as_str));
    if !folder.exists() {
        forget_oldest(&islands, KEPT);
        let _ = fs::create_dir_all(&folder);
    }
    folder
}

fn key(call: &IslandCall) -> String {
    digest(&[call.name.as_bytes(), call.props.to_string().as_bytes()])
}

/// HTML by key, and what is wrong.
type Results<'a> = (Vec<(&'a str, String)>, Vec<Problem>);

fn render<'a>(
    widgets: &Path,
    server: &Path,
    calls: &[(&'a str, &IslandCall)],
) -> Result<Results<'a>, Vec<Problem>> {
    if calls.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let script = widgets.join("build/render.mjs");
    let broken =
        |error: serde_json::Error| vec![Problem::of(&script, format!("no valid result: {error}"))];
    let batch: Vec<&IslandCall> = calls.iter().map(|(_, call)| *call).collect();
    let stdin = serde_json::to_vec(&batch).map_err(broken)?;
    let printed = node::run(
        widgets,
        "build/render.mjs",
        &server.to_string_lossy(),
        stdin,
    )?;
    let results: Vec<Rendered> = serde_json::from_slice(&printed).map_err(broken)?;
    if results.len() != calls.len() {
        let message = format!(
            "no valid result: {} islands were asked for, and {} came back",
            calls.len(),
            results.len()
        );
        return Err(vec![Problem::of(&script, message)]);
    }

    let mut html = Vec::new();
    let mut problems = Vec::new();
    for ((key, call), result) in calls.iter().zip(results) {
        match result {
            Rendered::Html(rendered) => html.push((*key, rendered)),
            Rendered::Error(error) => problems.push(thrown(widgets, call, &error)),
            Rendered::Unloaded(error) => problems.push(unloaded(widgets, &error)),
        }
    }
    // An island that hangs does so whatever its props, and a module is loaded once for all.
    problems.dedup_by(|next, one| {
        (&next.file, next.line, next.column, &next.message)
            == (&one.file, one.line, one.column, &one.message)
    });
    Ok((html, problems))
}

fn thrown(widgets: &Path, call: &IslandCall, error: &Thrown) -> Problem {
    let name = &call.name;
    let file = widgets.join(format!("src/islands/{name}/{name}.tsx"));
    let props = format!("its props are {}", shortened(&call.props.to_string()));
    let (message, help) = match &error.message {
        Some(message) => (
            format!("island `{name}` throws while it is rendered: {message}"),
            props,
        ),
        None => (
            format!("island `{name}` has not finished rendering after 10 seconds"),
            format!("look for a loop or a recursion without an end; {props}"),
        ),
    };
    at_spot(widgets, file, error, message).help(help)
}

fn unloaded(widgets: &Path, error: &Thrown) -> Problem {
    let file = widgets.join("src/islands");
    let message = match &error.message {
        Some(message) => format!("a module of the islands throws while it is loaded: {message}"),
        None => "a module of the islands has not finished loading after 10 seconds".to_owned(),
    };
    at_spot(widgets, file, error, message)
        .help("outside of functions leave what needs a browser, and what takes long: it runs when the site is built, too")
}

/// A problem where an error was thrown, or else of a whole file.
fn at_spot(widgets: &Path, whole: PathBuf, error: &Thrown, message: String) -> Problem {
    let root = absolute(widgets).unwrap_or_default();
    let spot = error.place.as_ref();
    let spot = spot.and_then(|spot| Some((widgets.join(spot.file.strip_prefix(root).ok()?), spot)));
    match spot {
        Some((file, spot)) => Problem {
            line: spot.line,
            column: spot.column,
            ..Problem::of(file, message)
        },
        None => Problem::of(whole, message),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
