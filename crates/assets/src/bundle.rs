use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, process};

use serde::{Deserialize, Serialize};

use crate::inputs::{Inputs, bundle_key, files_below, widgets_key};
use crate::install::install;
use crate::problem::Problem;
use crate::{node, styles};

/// What the esbuild run made.
#[derive(Debug, Default)]
pub struct Bundle {
    /// Path in the output (`assets/main-AB12CD34.css`) to content.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Where each named thing went.
    pub manifest: Manifest,
    /// What is odd but no error. Only of a fresh run: a cached one has been read before.
    pub warnings: Vec<Problem>,
}

/// Where each named thing went.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Logical name (`styles/main.css`, `enhance.js`, `@fontsource-variable/…/x.woff2`) to URL path.
    pub urls: BTreeMap<String, String>,
    /// Island name to what a template may say to it.
    pub islands: BTreeMap<String, Island>,
}

/// An island as templates see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// URL path of its client module.
    pub module: String,
    /// JSON Schema of its `Props` type.
    pub props_schema: serde_json::Value,
}

/// What `build.mjs` prints.
#[derive(Deserialize)]
struct Printed {
    #[serde(flatten)]
    manifest: Manifest,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
}

/// How many earlier bundles stay in the cache, for switching between branches.
pub(crate) const KEPT: usize = 8;

/// Unfingerprinted second name of the main style sheet, for pages that are made outside the build.
const STYLES_ALIAS: &str = "assets/site.css";

/// Bundles scripts, styles and fonts. Starts Node only when something changed since a run in the cache.
/// Without `widgets` the styles are copied under fingerprinted names, without Node.
pub fn bundle(inputs: &Inputs) -> Result<Bundle, Vec<Problem>> {
    let mut bundle = match inputs.widgets {
        Some(widgets) => bundle_widgets(inputs, widgets)?,
        None => styles::copy(inputs.styles)?,
    };
    let main = bundle
        .manifest
        .urls
        .get("styles/main.css")
        .and_then(|url| bundle.files.get(&url[1..]))
        .cloned();
    if let Some(main) = main {
        bundle.files.insert(STYLES_ALIAS.into(), main);
    }
    Ok(bundle)
}

fn bundle_widgets(inputs: &Inputs, widgets: &Path) -> Result<Bundle, Vec<Problem>> {
    let Built { folder, warnings } = built(inputs, widgets)?;
    let file = folder.join("manifest.json");
    let manifest = fs::read(&file).map_err(Problem::io(&file))?;
    let manifest = serde_json::from_slice(&manifest)
        .map_err(|error| vec![Problem::of(&file, error.to_string())])?;
    let mut paths = Vec::new();
    files_below(&folder.join("assets"), &mut paths)?;
    let mut files = BTreeMap::new();
    for path in paths {
        let name = path
            .strip_prefix(&folder)
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        files.insert(name, fs::read(&path).map_err(Problem::io(&path))?);
    }
    Ok(Bundle {
        files,
        manifest,
        warnings,
    })
}

/// A folder of the cache with the output of `build.mjs` and `manifest.json`.
pub(crate) struct Built {
    pub folder: PathBuf,
    pub warnings: Vec<Problem>,
}

/// The bundle of these inputs, from the cache or from a run of Node.
pub(crate) fn built(inputs: &Inputs, widgets: &Path) -> Result<Built, Vec<Problem>> {
    let widgets_key = widgets_key(widgets)?;
    let bundles = inputs.cache.join("bundles");
    let folder = bundles.join(bundle_key(&widgets_key, inputs.styles)?);
    if folder.join("manifest.json").exists() {
        return Ok(Built {
            folder,
            warnings: Vec::new(),
        });
    }
    install(widgets)?;
    forget_oldest(&bundles, KEPT);
    let new = bundles.join(format!(".new-{}", process::id()));
    let _ = fs::remove_dir_all(&new);
    fs::create_dir_all(&new).map_err(Problem::io(&new))?;
    let result = run(inputs, widgets, &widgets_key, &new);
    if result.is_ok() {
        // Where another process was faster, its equal result stays.
        if let Err(error) = fs::rename(&new, &folder)
            && !folder.exists()
        {
            return Err(Problem::io(&folder)(error));
        }
    }
    let _ = fs::remove_dir_all(&new);
    result.map(|warnings| Built { folder, warnings })
}

/// Runs `build.mjs` into `out` and puts `manifest.json` there. Returns warnings.
fn run(
    inputs: &Inputs,
    widgets: &Path,
    widgets_key: &str,
    out: &Path,
) -> Result<Vec<Problem>, Vec<Problem>> {
    let styles = absolute(inputs.styles)?;
    let types = absolute(inputs.cache)?.join("types");
    fs::create_dir_all(&types).map_err(Problem::io(&types))?;
    let request = serde_json::json!({
        "styles": styles,
        "out": absolute(out)?,
        "types": types.join(format!("{widgets_key}.json")),
    });
    forget_oldest(&types, KEPT);
    let printed = node::run(widgets, "build.mjs", &request.to_string(), Vec::new())?;
    let printed: Printed = serde_json::from_slice(&printed).map_err(|error| {
        vec![Problem::of(
            widgets.join("build.mjs"),
            format!("prints no valid result: {error}"),
        )]
    })?;
    let folders = [(widgets, &absolute(widgets)?), (inputs.styles, &styles)];
    let shown = |problem| as_given(problem, &folders);
    if !printed.problems.is_empty() {
        return Err(printed.problems.into_iter().map(shown).collect());
    }
    let file = out.join("manifest.json");
    let manifest = serde_json::to_vec(&printed.manifest)
        .map_err(|error| vec![Problem::of(&file, error.to_string())])?;
    fs::write(&file, manifest).map_err(Problem::io(&file))?;
    Ok(printed.warnings.into_iter().map(shown).collect())
}

fn absolute(path: &Path) -> Result<PathBuf, Vec<Problem>> {
    path.canonicalize().map_err(Problem::io(path))
}

/// A problem's file, as the caller named the folder it lies in.
fn as_given(mut problem: Problem, folders: &[(&Path, &PathBuf)]) -> Problem {
    for (given, absolute) in folders {
        if let Ok(rest) = problem.file.strip_prefix(absolute) {
            problem.file = given.join(rest);
            break;
        }
    }
    problem
}

/// Leaves the newest entries of a cache folder. What cannot be removed stays: it is only a cache.
pub(crate) fn forget_oldest(folder: &Path, kept: usize) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    entries.sort();
    entries.reverse();
    for (_, path) in entries.into_iter().skip(kept) {
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
}
