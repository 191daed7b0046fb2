use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bundle::{KEPT, built, forget_oldest};
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
    Error(String),
}

/// HTML of each call, in the order of `batch`. Equal calls are rendered once, in one Node process for all that the
/// cache does not have. An island that throws is a problem of its source file.
pub fn render_islands(inputs: &Inputs, batch: &[IslandCall]) -> Result<Vec<String>, Vec<Problem>> {
    let (Some(widgets), false) = (inputs.widgets, batch.is_empty()) else {
        return no_widgets(inputs, batch);
    };
    let server = built(inputs, widgets)?.folder.join("server.cjs");
    let cache = cache_of(inputs, &server)?;
    let keys: Vec<String> = batch.iter().map(key).collect();
    let mut html: HashMap<&str, String> = HashMap::new();
    let mut missing: Vec<(&str, &IslandCall)> = Vec::new();
    for (key, call) in keys.iter().zip(batch) {
        if html.contains_key(key.as_str()) || missing.iter().any(|(other, _)| other == key) {
            continue;
        }
        match fs::read_to_string(cache.join(key)) {
            Ok(cached) => drop(html.insert(key, cached)),
            Err(_) => missing.push((key, call)),
        }
    }
    for (key, rendered) in render(widgets, &server, &missing)? {
        let file = cache.join(key);
        fs::write(&file, &rendered).map_err(Problem::io(&file))?;
        html.insert(key, rendered);
    }
    Ok(keys
        .iter()
        .map(|key| html.get(key.as_str()).cloned().unwrap_or_default())
        .collect())
}

fn no_widgets(inputs: &Inputs, batch: &[IslandCall]) -> Result<Vec<String>, Vec<Problem>> {
    match batch.first() {
        None => Ok(Vec::new()),
        Some(call) => Err(vec![Problem::of(
            inputs.styles,
            format!(
                "island `{}` is used, but there is no folder `widgets`",
                call.name
            ),
        )]),
    }
}

/// Results of another server bundle lie in another folder.
fn cache_of(inputs: &Inputs, server: &Path) -> Result<PathBuf, Vec<Problem>> {
    let code = fs::read(server).map_err(Problem::io(server))?;
    let islands = inputs.cache.join("islands");
    let folder = islands.join(digest(&[&code]));
    if !folder.exists() {
        forget_oldest(&islands, KEPT);
        fs::create_dir_all(&folder).map_err(Problem::io(&folder))?;
    }
    Ok(folder)
}

fn key(call: &IslandCall) -> String {
    digest(&[call.name.as_bytes(), call.props.to_string().as_bytes()])
}

fn render<'a>(
    widgets: &Path,
    server: &Path,
    calls: &[(&'a str, &IslandCall)],
) -> Result<Vec<(&'a str, String)>, Vec<Problem>> {
    if calls.is_empty() {
        return Ok(Vec::new());
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

    let mut html = Vec::new();
    let mut problems = Vec::new();
    for ((key, call), result) in calls.iter().zip(results) {
        match result {
            Rendered::Html(rendered) => html.push((*key, rendered)),
            Rendered::Error(error) => problems.push(thrown(widgets, call, &error)),
        }
    }
    if problems.is_empty() {
        Ok(html)
    } else {
        Err(problems)
    }
}

fn thrown(widgets: &Path, call: &IslandCall, error: &str) -> Problem {
    let name = &call.name;
    let file = widgets.join(format!("src/islands/{name}/{name}.tsx"));
    Problem::of(
        file,
        format!("island `{name}` throws while it is rendered: {error}"),
    )
    .help(format!(
        "its props are {}",
        shortened(&call.props.to_string())
    ))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
