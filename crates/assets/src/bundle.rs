use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, process};

use serde::{Deserialize, Serialize};

use crate::cache;
use crate::fingerprint::digest;
use crate::inputs::{Inputs, bundle_key, files_below, widgets_key};
use crate::install::install;
use crate::manifest::{Bundle, Manifest};
use crate::problem::Problem;
use crate::{node, styles};

/// What `build.mjs` prints.
#[derive(Deserialize)]
struct Printed {
    #[serde(flatten)]
    manifest: Manifest,
    problems: Vec<Problem>,
    warnings: Vec<Problem>,
    whole: bool,
}

/// How many earlier bundles stay in the cache, for switching between branches.
pub(crate) const KEPT: usize = 8;

/// How many fonts stay in the cache as they were cut; a theme has about a dozen.
const KEPT_FONTS: usize = 64;

/// Unfingerprinted second name of the main style sheet, for pages that are made outside the build.
const STYLES_ALIAS: &str = "assets/site.css";

/// Bundles scripts, styles and fonts. Starts Node only when something changed since a run in the cache.
/// Without `widgets` the styles are copied under fingerprinted names, without Node. What is wrong with one of them is a
/// problem of the bundle, which has all that could be made.
pub fn bundle(inputs: &Inputs) -> Bundle {
    let bundle = match inputs.widgets {
        Some(widgets) => bundle_widgets(inputs, widgets),
        None => styles::copy(inputs.styles),
    };
    let mut bundle = bundle.unwrap_or_else(|problems| Bundle {
        problems,
        ..Bundle::default()
    });
    let main = bundle
        .manifest
        .urls
        .get("styles/main.css")
        .and_then(|url| bundle.files.get(&url[1..]))
        .cloned();
    if let Some(main) = main {
        bundle.files.insert(STYLES_ALIAS.into(), main);
    }
    bundle
}

fn bundle_widgets(inputs: &Inputs, widgets: &Path) -> Result<Bundle, Vec<Problem>> {
    // What was missing may be installed by now.
    let is_good = |kept: &Kept| kept.problems.is_empty();
    let Built { kept, files, .. } = built(inputs, widgets, is_good, is_published)?;
    let given = |problems: Vec<Problem>| {
        let problems = problems.into_iter();
        problems.map(|one| as_given(one, inputs, widgets)).collect()
    };
    Ok(Bundle {
        files,
        manifest: kept.manifest,
        warnings: given(kept.warnings),
        problems: given(kept.problems),
        whole: kept.whole,
    })
}

fn is_published(name: &str) -> bool {
    name.starts_with("assets/")
}

/// What the cache says of a run of `build.mjs`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    manifest: Manifest,
    /// Their files stand below [`WIDGETS`] or [`STYLES`], wherever these folders are next time.
    warnings: Vec<Problem>,
    problems: Vec<Problem>,
    whole: bool,
    /// Digest of each file that was written, by its path in the folder.
    pub digests: BTreeMap<String, String>,
}

/// Stands for the widgets' folder in what is kept.
const WIDGETS: &str = "widgets:";

/// Stands for the folder of the styles in what is kept.
const STYLES: &str = "styles:";

/// The name of [`Kept`] in the folder of a bundle.
const KEPT_FILE: &str = "bundle.json";

/// A folder of the cache with the output of `build.mjs`.
pub(crate) struct Built {
    pub folder: PathBuf,
    pub kept: Kept,
    /// Those of its files that were asked for.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Built {
    /// A folder of the cache, if it is what was written there.
    fn read(folder: PathBuf, wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let kept = cache::kept(&folder.join(KEPT_FILE))?;
        let kept: Kept = serde_json::from_slice(&kept).ok()?;
        let mut files = BTreeMap::new();
        for (name, wanted_digest) in kept.digests.iter().filter(|(name, _)| wanted(name)) {
            let bytes = fs::read(folder.join(name)).ok()?;
            if digest(&[&bytes]) != *wanted_digest {
                return None;
            }
            files.insert(name.clone(), bytes);
        }
        Some(Self {
            folder,
            kept,
            files,
        })
    }
}

/// The bundle of these inputs with the files that are `wanted`, from the cache if it `is_enough`, or from a run of Node. What
/// lies in the cache and is not as it was written is made again.
pub(crate) fn built(
    inputs: &Inputs,
    widgets: &Path,
    is_enough: impl Fn(&Kept) -> bool,
    wanted: impl Fn(&str) -> bool,
) -> Result<Built, Vec<Problem>> {
    let widgets_key = widgets_key(widgets)?;
    let bundles = inputs.cache.join("bundles");
    let folder = bundles.join(bundle_key(&widgets_key, inputs.styles)?);
    let enough = |built: &Built| is_enough(&built.kept);
    if let Some(built) = Built::read(folder.clone(), &wanted).filter(enough) {
        return Ok(built);
    }
    install(widgets)?;
    forget_oldest(&bundles, KEPT);
    let new = bundles.join(format!(".new-{}", process::id()));
    let _ = fs::remove_dir_all(&new);
    fs::create_dir_all(&new).map_err(Problem::io(&new))?;
    let result = run(inputs, widgets, &widgets_key, &new);
    if result.is_ok() && !Built::read(folder.clone(), |_| true).is_some_and(|one| enough(&one)) {
        // Where another process was faster, its equal result stays.
        let _ = fs::remove_dir_all(&folder);
        fs::rename(&new, &folder).map_err(Problem::io(&folder))?;
    }
    let _ = fs::remove_dir_all(&new);
    result?;
    Built::read(folder.clone(), wanted).ok_or_else(|| {
        let message = "what was written here this moment cannot be read";
        vec![Problem::of("", format!("{}: {message}", folder.display())).help("run it again")]
    })
}

/// Runs `build.mjs` into `out`, and notes there what came of it.
fn run(inputs: &Inputs, widgets: &Path, widgets_key: &str, out: &Path) -> Result<(), Vec<Problem>> {
    let styles = absolute(inputs.styles)?;
    let cache = absolute(inputs.cache)?;
    let (types, fonts) = (cache.join("types"), cache.join("fonts"));
    for folder in [&types, &fonts] {
        fs::create_dir_all(folder).map_err(Problem::io(folder))?;
    }
    let request = serde_json::json!({
        "styles": styles,
        "out": absolute(out)?,
        "types": types.join(format!("{widgets_key}.json")),
        "fonts": fonts,
    });
    forget_oldest(&types, KEPT);
    forget_oldest(&fonts, KEPT_FONTS);
    let printed = node::run(widgets, "build.mjs", &request.to_string(), Vec::new())?;
    let printed: Printed = serde_json::from_slice(&printed).map_err(|error| {
        vec![Problem::of(
            widgets.join("build.mjs"),
            format!("prints no valid result: {error}"),
        )]
    })?;
    let folders = [(WIDGETS, absolute(widgets)?), (STYLES, styles)];
    let movable = |mut problem: Problem| {
        for (name, folder) in &folders {
            if let Ok(rest) = problem.file.strip_prefix(folder) {
                problem.file = Path::new(name).join(rest);
                break;
            }
        }
        problem
    };
    let mut paths = Vec::new();
    files_below(out, out, &mut paths)?;
    let mut digests = BTreeMap::new();
    for path in paths {
        let name = path.strip_prefix(out).unwrap_or(&path);
        let name = name.to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&path).map_err(Problem::io(&path))?;
        digests.insert(name, digest(&[&bytes]));
    }
    let kept = Kept {
        manifest: printed.manifest,
        warnings: printed.warnings.into_iter().map(&movable).collect(),
        problems: printed.problems.into_iter().map(movable).collect(),
        whole: printed.whole,
        digests,
    };
    let file = out.join(KEPT_FILE);
    let json =
        serde_json::to_vec(&kept).map_err(|error| vec![Problem::of(&file, error.to_string())])?;
    cache::keep(&file, &json).map_err(Problem::io(&file))
}

pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Vec<Problem>> {
    path.canonicalize().map_err(Problem::io(path))
}

/// A kept problem with its file as the caller names the folder it lies in.
fn as_given(mut problem: Problem, inputs: &Inputs, widgets: &Path) -> Problem {
    for (name, folder) in [(WIDGETS, widgets), (STYLES, inputs.styles)] {
        if let Ok(rest) = problem.file.strip_prefix(name) {
            problem.file = folder.join(rest);
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
