//! Bundles scripts, styles, and fonts with esbuild, and keeps the bundles in the cache.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, process};

use diagnostic::{Code, Diagnostic};
use serde::{Deserialize, Serialize};

use crate::codes::{STYLE_ERROR, WIDGETS_ERROR, WIDGETS_WARNING};
use crate::fingerprint::digest;
use crate::inputs::{BundleInputs, bundle_key, files_below, widgets_key};
use crate::install::install;
use crate::manifest::{Bundle, Manifest};
use crate::message::{Message, missing_file, without_consequences};
use crate::{cache, node, styles};

/// Choice of when TypeScript checks the widgets and reads the types of their props, which takes longer than bundling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeCheck {
    /// Before the bundle is used.
    Now,
    /// By a later call. Until then, the bundle has the types of an earlier version, if the cache has one.
    Later,
}

/// Number of earlier bundles that stay in the cache, so that switching between branches does not build them again.
pub(crate) const KEPT: usize = 8;

/// Number of reduced fonts that stay in the cache; a theme has about a dozen.
const KEPT_FONTS: usize = 64;

/// Name of the script that renders islands, in the bundle's cache folder.
pub(crate) const SERVER: &str = "server.cjs";

/// Second path of the main style sheet, without a fingerprint, for pages that are not part of the build.
const STYLES_ALIAS: &str = "assets/site.css";

/// Bundles scripts, styles, and fonts. Starts Node only if the cache has no bundle for the same inputs. For a site without
/// widgets, copies the styles under fingerprinted names. If there are errors, the bundle contains them and every file that could
/// still be built.
pub fn bundle(inputs: &BundleInputs, types: TypeCheck) -> Bundle {
    let bundle = match inputs.widgets {
        Some(widgets) => bundle_widgets(inputs, widgets, types).map_err(|error| vec![error]),
        None => styles::copy(inputs),
    };
    let mut bundle = bundle.unwrap_or_else(|errors| Bundle {
        errors,
        ..Bundle::default()
    });
    let url = bundle.manifest.urls.get("styles/main.css");
    if let Some(main) = url.and_then(|url| bundle.files.get(&url[1..])).cloned() {
        bundle.files.insert(STYLES_ALIAS.into(), main);
    }
    bundle
}

fn bundle_widgets(
    inputs: &BundleInputs,
    widgets: &Path,
    types: TypeCheck,
) -> Result<Bundle, Diagnostic> {
    // A run with errors is repeated, because a missing package may be installed by now. `Later` accepts a run whose only errors
    // are those of the type check.
    let is_enough = |run: &Run| match types {
        TypeCheck::Now => run.is_checked && run.problems.is_empty(),
        TypeCheck::Later => run.is_checked && run.whole || run.problems.is_empty(),
    };
    let is_published = |name: &str| name.starts_with("assets/");
    let built = built(inputs, widgets, types, is_enough, is_published)?;
    let island_renderer = built.island_renderer().map(str::to_owned);
    let Built { run, files, folder } = built;
    let key = || Some(folder.file_name()?.to_string_lossy().into_owned());
    let is_unchecked = !run.is_checked && run.problems.is_empty();
    let unchecked = if is_unchecked { key() } else { None };
    let is_style = |message: &Message| message.file.ends_with(".css");
    let errors = without_consequences(run.problems).into_iter();
    let errors = errors.map(|message| {
        let code = if is_style(&message) {
            &STYLE_ERROR
        } else {
            &WIDGETS_ERROR
        };
        diagnostic(inputs, widgets, code, message)
    });
    let errors: Vec<Diagnostic> = errors.collect();
    let warnings = run.warnings.into_iter();
    let warnings = warnings.map(|one| diagnostic(inputs, widgets, &WIDGETS_WARNING, one));
    Ok(Bundle {
        files,
        manifest: run.manifest,
        warnings: warnings
            .filter(|one| !has_same_place(one, &errors))
            .collect(),
        errors,
        unchecked,
        island_renderer,
        is_complete: run.whole,
    })
}

/// Returns whether one of the errors is at the place of a warning, which then only explains it.
fn has_same_place(warning: &Diagnostic, errors: &[Diagnostic]) -> bool {
    let mut errors = errors.iter();
    warning.place.is_some() && errors.any(|error| error.place == warning.place)
}

fn diagnostic(
    inputs: &BundleInputs,
    widgets: &Path,
    code: &'static Code,
    message: Message,
) -> Diagnostic {
    if message.file.is_empty() {
        return Diagnostic::new(code, message.text).maybe_help(message.help);
    }
    let in_folder = |(name, folder): (&str, &Path)| {
        let inside = message.file.strip_prefix(name)?;
        Some(folder.join(inside))
    };
    let mut folders = [(WIDGETS, widgets), (STYLES, inputs.styles)].into_iter();
    let file = folders.find_map(in_folder);
    let file = file.unwrap_or_else(|| message.file.clone().into());
    let diagnostic = match missing_file(&message, &file) {
        Some((text, help)) => Diagnostic::new(code, text).maybe_help(help),
        None => Diagnostic::new(code, message.text).maybe_help(message.help),
    };
    let place = inputs.place(&file, message.line, message.column, message.length);
    diagnostic.at(place, "")
}

/// Result of a run of `build.mjs`, which the cache keeps.
#[derive(Serialize, Deserialize)]
pub(crate) struct Run {
    #[serde(flatten)]
    manifest: Manifest,
    warnings: Vec<Message>,
    /// Errors.
    problems: Vec<Message>,
    whole: bool,
    /// Whether TypeScript checked these scripts. If not, the types are those of an earlier version.
    is_checked: bool,
    /// Digest of each file that the run wrote, by path relative to its folder. `build.mjs` does not print it.
    #[serde(default)]
    digests: BTreeMap<String, String>,
}

/// Placeholder for the widgets' folder at the beginning of paths that `build.mjs` prints.
const WIDGETS: &str = "widgets:";

/// Placeholder for the styles' folder at the beginning of paths that `build.mjs` prints.
const STYLES: &str = "styles:";

/// Name of the cache file that contains a [`Run`].
const RUN_FILE: &str = "bundle.json";

/// A cache folder with the output of `build.mjs`.
pub(crate) struct Built {
    pub folder: PathBuf,
    pub run: Run,
    /// Content of the files that the caller wants, by path relative to the folder.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Built {
    /// Reads a cache folder. Returns `None` if it does not exist or its files have been changed.
    fn read(folder: PathBuf, wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let run = cache::read(&folder.join(RUN_FILE))?;
        let run: Run = serde_json::from_slice(&run).ok()?;
        let mut files = BTreeMap::new();
        for (name, wanted_digest) in run.digests.iter().filter(|(name, _)| wanted(name)) {
            let bytes = fs::read(folder.join(name)).ok()?;
            if digest(&[&bytes]) != *wanted_digest {
                return None;
            }
            files.insert(name.clone(), bytes);
        }
        Some(Self { folder, run, files })
    }

    /// Returns the digest of the script that renders islands, or `None` if it could not be built.
    pub(crate) fn island_renderer(&self) -> Option<&str> {
        self.run.digests.get(SERVER).map(String::as_str)
    }
}

/// Returns the bundle of these inputs: from the cache if it has one that `is_enough`, or else from a new run of Node. Reads
/// only the files that are `wanted`.
pub(crate) fn built(
    inputs: &BundleInputs,
    widgets: &Path,
    types: TypeCheck,
    is_enough: impl Fn(&Run) -> bool,
    wanted: impl Fn(&str) -> bool,
) -> Result<Built, Diagnostic> {
    let widgets_key = widgets_key(inputs, widgets)?;
    let bundles = inputs.cache.join("bundles");
    let folder = bundles.join(bundle_key(inputs, &widgets_key)?);
    let enough = |built: &Built| is_enough(&built.run);
    if let Some(built) = Built::read(folder.clone(), &wanted).filter(enough) {
        return Ok(built);
    }
    install(inputs, widgets)?;
    remove_oldest(&bundles, KEPT);
    // Two bundles may be made at the same time, one of them with a check of its types.
    let new = bundles.join(format!(".new-{}-{types:?}", process::id()));
    let _ = fs::remove_dir_all(&new);
    fs::create_dir_all(&new).map_err(inputs.unwritable(&new))?;
    let result = run(inputs, widgets, &widgets_key, types, &new);
    if result.is_ok() && !Built::read(folder.clone(), |_| true).is_some_and(|one| enough(&one)) {
        // If another process was faster, its result is the same and stays.
        let _ = fs::remove_dir_all(&folder);
        walk::rename(&new, &folder).map_err(inputs.unwritable(&folder))?;
    }
    let _ = fs::remove_dir_all(&new);
    result?;
    Built::read(folder.clone(), wanted).ok_or_else(|| {
        let message = format!(
            "{} cannot be read right after it was written",
            folder.display()
        );
        Diagnostic::new(&WIDGETS_ERROR, message).help("run the command again")
    })
}

/// Runs `build.mjs`, which writes its files to the folder `out`, and writes the [`Run`] there.
fn run(
    inputs: &BundleInputs,
    widgets: &Path,
    widgets_key: &str,
    check: TypeCheck,
    out: &Path,
) -> Result<(), Diagnostic> {
    let cache = walk::absolute(inputs.cache);
    let (types, fonts) = (cache.join("types"), cache.join("fonts"));
    for folder in [&types, &fonts] {
        fs::create_dir_all(folder).map_err(inputs.unwritable(folder))?;
    }
    let is_later = check == TypeCheck::Later;
    let earlier = newest(&types).into_iter().next().filter(|_| is_later);
    let request = serde_json::json!({
        "styles": walk::absolute(inputs.styles),
        "out": walk::absolute(out),
        "types": types.join(format!("{widgets_key}.json")),
        "earlier": earlier,
        "fonts": fonts,
    });
    remove_oldest(&types, KEPT);
    remove_oldest(&fonts, KEPT_FONTS);
    let script = widgets.join("build.mjs");
    let mut run: Run = node::run(inputs, &script, &request.to_string(), &[], Vec::new())?;
    let mut paths = Vec::new();
    files_below(out, out, &mut paths)?;
    for path in paths {
        let name = path.strip_prefix(out).unwrap_or(&path);
        let name = walk::slashed(name);
        let bytes = fs::read(&path).map_err(inputs.unreadable(&path))?;
        run.digests.insert(name, digest(&[&bytes]));
    }
    let file = out.join(RUN_FILE);
    let json = serde_json::to_vec(&run).map_err(|error| inputs.error(&file, error.to_string()))?;
    cache::write(&file, &json).map_err(inputs.unwritable(&file))
}

/// Removes all but the newest entries of a cache folder. An entry that cannot be removed stays.
pub(crate) fn remove_oldest(folder: &Path, kept: usize) {
    for path in newest(folder).into_iter().skip(kept) {
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
}

/// Returns the entries of a folder, the newest first.
pub(crate) fn newest(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<_> = entries
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    entries.sort();
    entries.into_iter().rev().map(|(_, path)| path).collect()
}
