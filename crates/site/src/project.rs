//! Where a project is and what a build of it starts from: for builds, the only place that asks the clock and the environment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use content::{Content, Selection, Tree};
use diagnostic::{Diagnostic, Source};

use crate::arguments;
use crate::codes::site as codes;
use crate::inspect::Scope;
use crate::report;

/// A project's folder.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder with `content/` and `themes/`.
    pub root: PathBuf,
}

impl Project {
    /// The folder given, or the nearest from the current one upwards that has `content/site.toml`.
    ///
    /// # Errors
    /// No such folder.
    pub fn find(given: Option<&Path>) -> Result<Self, Diagnostic> {
        if let Some(root) = given {
            if root.join("content").is_dir() {
                return Ok(Self {
                    root: root.to_owned(),
                });
            }
            return Err(Diagnostic::new(
                &codes::NO_PROJECT,
                format!("there is no content/ in {}", root.display()),
            )
            .help("--root names the folder that has content/ and themes/ in it"));
        }
        let here = std::env::current_dir().map_err(|error| {
            Diagnostic::new(
                &codes::NO_PROJECT,
                format!("cannot tell the current folder: {error}"),
            )
        })?;
        here.ancestors()
            .find(|folder| folder.join("content/site.toml").is_file())
            .map(|root| Self {
                root: root.to_owned(),
            })
            .ok_or_else(|| {
                Diagnostic::new(
                    &codes::NO_PROJECT,
                    "there is no content/site.toml here or in any folder above",
                )
                .help("run the command in the project's folder, or name it with --root DIR")
            })
    }

    /// The files of `content/`, which documents count as part of the site, the checked content, and what is wrong with it.
    pub fn content(&self, inputs: &Inputs) -> (Tree, Selection, Option<Content>, Vec<Diagnostic>) {
        let tree = Tree::read(&self.root, "content");
        let selection = inputs.selection_of(&tree);
        let (content, found) = content::assemble(&tree, &selection);
        (tree, selection, content, found)
    }

    /// Where results are kept between builds. May be deleted at any time. Where it cannot be written, this says so once and
    /// gives a folder for this process alone.
    pub fn cache(&self) -> PathBuf {
        let cache = self.root.join(".cache");
        match can_be_written(&cache) {
            Ok(()) => cache,
            Err(error) => PASSING_CACHE
                .get_or_init(|| passing_cache(&cache, &error))
                .clone()
                .unwrap_or(cache),
        }
    }

    /// The theme's style sheets by path, for the rules that read them; none where no such rule runs.
    pub fn style_texts(&self, theme: &str, scope: Scope) -> BTreeMap<String, Arc<Source>> {
        let folder = format!("themes/{theme}/styles");
        let names = if scope.check {
            assets::names_below(&self.root.join(&folder)).unwrap_or_default()
        } else {
            Vec::new()
        };
        names
            .into_iter()
            .filter(|name| name.ends_with(".css"))
            .filter_map(|name| {
                let path = format!("{folder}/{name}");
                let text = std::fs::read_to_string(self.root.join(&path)).ok()?;
                Some((path.clone(), Source::new(path, text)))
            })
            .collect()
    }

    /// The widgets, if the project has any.
    pub fn widgets(&self) -> Option<PathBuf> {
        let folder = self.root.join("widgets");
        folder.join("package.json").is_file().then_some(folder)
    }
}

/// In the place of a cache that cannot be written.
static PASSING_CACHE: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Whether files can be made in the cache and in its folders, as far as they are there.
fn can_be_written(cache: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(cache)?;
    for folder in ["", "bundles", "islands", "types"] {
        let folder = cache.join(folder);
        if folder.symlink_metadata().is_ok() {
            let file = folder.join(format!(".new-{}-probe", std::process::id()));
            std::fs::write(&file, "")?;
            std::fs::remove_file(&file)?;
        }
    }
    Ok(())
}

fn passing_cache(cache: &Path, error: &std::io::Error) -> Option<PathBuf> {
    let folder = std::env::temp_dir().join(format!("site-cache-{}", std::process::id()));
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    // Never one that is there: others can write to the folder it lies in.
    builder.create(&folder).ok()?;
    report::note(&format!(
        "note: {} cannot be written ({error}): nothing is kept for the next build",
        cache.display()
    ));
    Some(folder)
}

/// Removes what stood in the place of a cache; to be called when the process ends.
pub fn remove_passing_cache() {
    if let Some(Some(folder)) = PASSING_CACHE.get() {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// What a build starts from beside the project's files.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// Drafts and documents of the future.
    pub drafts: bool,
    /// Documents of the future.
    pub future: bool,
    /// The day given, if any; otherwise the site's time zone decides which day it is.
    pub date: Option<jiff::civil::Date>,
    /// Base address of the form function.
    pub api_url: String,
    /// Which rules look at the result.
    pub scope: Scope,
}

/// Inputs from the command line and the environment (`SITE_API_URL`).
pub fn inputs(selection: &arguments::Selection) -> Inputs {
    Inputs {
        drafts: selection.drafts,
        future: selection.future,
        date: selection.date,
        ..Inputs::of_today()
    }
}

impl Inputs {
    /// What is public today, with the environment's settings (`SITE_API_URL`).
    pub fn of_today() -> Self {
        let api_url = std::env::var("SITE_API_URL")
            .ok()
            .filter(|url| !url.is_empty());
        Self {
            drafts: false,
            future: false,
            date: None,
            api_url: api_url.map_or_else(
                || "/api".to_owned(),
                |url| url.trim_end_matches('/').to_owned(),
            ),
            scope: Scope::default(),
        }
    }

    /// The documents to take in, on the day it is where `site.toml` says the site is.
    pub fn selection_of(&self, tree: &Tree) -> Selection {
        let site_toml = tree.texts.get("content/site.toml");
        self.selection(&utc_offset(site_toml.map_or("", |source| &source.text)))
    }

    /// The day of a build made now.
    pub fn day(&self, project: &Project) -> jiff::civil::Date {
        let text = std::fs::read_to_string(project.root.join("content/site.toml"));
        self.selection(&utc_offset(&text.unwrap_or_default())).date
    }

    /// The documents to take in, on the day it is at `utc_offset` (`+05:30`).
    pub fn selection(&self, utc_offset: &str) -> Selection {
        Selection {
            date: self.date.unwrap_or_else(|| today(utc_offset)),
            drafts: self.drafts,
            future: self.future,
        }
    }
}

/// The time zone that `site.toml` gives, read before anything else: which day it is depends on it.
fn utc_offset(site_toml: &str) -> String {
    site_toml
        .parse::<toml::Table>()
        .ok()
        .and_then(|site| site.get("utc_offset")?.as_str().map(str::to_owned))
        .unwrap_or_else(|| "+00:00".to_owned())
}

/// Which day it is at `utc_offset` (`+05:30`).
pub fn today(utc_offset: &str) -> jiff::civil::Date {
    content::offset(utc_offset)
        .to_datetime(jiff::Timestamp::now())
        .date()
}
