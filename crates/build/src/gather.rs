//! Everything of a site that is not text of its own: the bundle, pictures, icons, `public/`. Read again only when it may have
//! changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assets::{Bundle, Problem, StaticFile};
use bytes::Bytes;
use content::Content;
use diagnostic::{Code, Diagnostic, Place, Severity, Source};
use rayon::prelude::*;
use render::{AssetIndex, NOT_MADE};

use crate::project::Project;
use inspect::Files;

/// What was gathered.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Name of the theme it was gathered for.
    theme: String,
    /// Names of the content's pictures.
    pictures: Arc<Vec<String>>,
    /// Client modules of islands by name.
    pub modules: BTreeMap<String, String>,
    /// Bundle, pictures and icons as pages know them.
    pub index: Arc<AssetIndex>,
    /// Names of assets by their addresses.
    pub names: HashMap<String, String>,
    /// Files of the bundle.
    pub bundled: Files,
    /// Pictures of the content and the theme: of the output where something names them.
    pub named: Files,
    /// Files of `public/`.
    pub public: Files,
    /// The theme's style sheets as they were written.
    pub styles: BTreeMap<String, Arc<Source>>,
    /// What is odd but no error.
    pub warnings: Vec<Diagnostic>,
    /// What is wrong with styles, scripts and pictures.
    pub errors: Vec<Diagnostic>,
    /// Whether something is wrong with styles and scripts.
    pub bundle_failed: bool,
}

impl Gathered {
    /// Whether it is still right after a change of these files.
    pub fn holds(&self, project: &Project, content: &Content, changed: &BTreeSet<PathBuf>) -> bool {
        // What was missing may be installed by now.
        self.errors.is_empty()
            && self.theme == content.config.theme
            && self.pictures == content.files
            && !changed.iter().any(|path| is_asset(&project.root, path))
    }

    /// Where the inputs of the bundle are.
    pub fn inputs<T>(
        project: &Project,
        theme: &str,
        work: impl FnOnce(&assets::Inputs<'_>) -> T,
    ) -> T {
        let widgets = project.widgets();
        let styles = project.root.join("themes").join(theme).join("styles");
        work(&assets::Inputs {
            widgets: widgets.as_deref(),
            styles: &styles,
            cache: &project.cache,
        })
    }

    /// Gathers everything.
    ///
    /// # Errors
    /// Files that cannot be read, beside all that is wrong with styles and scripts.
    pub fn gather(project: &Project, content: &Content) -> Result<Self, Vec<Diagnostic>> {
        let theme = &content.config.theme;
        let folder = project.root.join("themes").join(theme);
        let (bundle, (pictures, public)) = rayon::join(
            || Self::inputs(project, theme, assets::bundle),
            || {
                (
                    pictures(project, &folder, content),
                    assets::copied(&project.root.join("public")),
                )
            },
        );
        let mut found = Vec::new();
        let mut failed = |problems: &[Problem], code| {
            found.extend(problems.iter().map(|one| diagnose(project, one, code)));
        };
        failed(&bundle.problems, &assets::codes::WIDGETS_ERROR);
        let pictures =
            pictures.map_err(|problems| failed(&problems, &diagnostic::codes::UNREADABLE_FILE));
        let bundle_failed = !bundle.problems.is_empty();
        let public =
            public.map_err(|problems| failed(&problems, &diagnostic::codes::UNREADABLE_FILE));
        let (Ok(pictures), Ok(public)) = (pictures, public) else {
            return Err(found);
        };
        let of_bundle = bundle
            .warnings
            .iter()
            .map(|one| (one, &assets::codes::WIDGETS_WARNING));
        let of_public = public
            .hidden
            .iter()
            .map(|one| (one, &assets::codes::HIDDEN_FILE));
        let warnings = of_bundle
            .chain(of_public)
            .map(|(problem, code)| Diagnostic {
                severity: Severity::Warning,
                ..diagnose(project, problem, code)
            })
            .collect();
        let (pictures, faults) = pictures;
        found.extend(
            faults
                .iter()
                .map(|one| diagnose(project, &one.1, &assets::codes::BAD_PICTURE)),
        );
        let mut index = index(&bundle, &pictures, &folder);
        for (name, _) in faults {
            // Nothing is to follow from it where it is used.
            index.sizes.insert(name.clone(), (1, 1));
            index.drawings.insert(name, "<svg></svg>".to_owned());
        }
        let islands = bundle.manifest.islands.iter();
        let stand_in = (!bundle.whole).then(|| (NOT_MADE[1..].to_owned(), Vec::new()));
        let bundled = bundle.files.into_iter().chain(stand_in);
        let pictures = pictures.into_iter().map(|file| (file.output, file.bytes));
        let bytes = |(path, bytes)| (path, Bytes::from(bytes));
        Ok(Self {
            theme: theme.clone(),
            pictures: Arc::clone(&content.files),
            modules: islands
                .map(|(name, island)| (name.clone(), island.module.clone()))
                .collect(),
            names: index
                .urls
                .iter()
                .map(|(name, url)| (url.clone(), name.clone()))
                .collect(),
            index: Arc::new(index),
            bundled: bundled.map(bytes).collect(),
            named: pictures.map(bytes).collect(),
            public: public.files.into_iter().map(bytes).collect(),
            styles: style_sources(&project.root, theme),
            warnings,
            errors: found,
            bundle_failed,
        })
    }
}

/// The theme's style sheets by path relative to the project's root.
fn style_sources(root: &Path, theme: &str) -> BTreeMap<String, Arc<Source>> {
    let folder = format!("themes/{theme}/styles");
    let names = assets::names_below(&root.join(&folder)).unwrap_or_default();
    let names = names.into_iter().filter(|name| name.ends_with(".css"));
    let read = |name: String| {
        let path = format!("{folder}/{name}");
        let text = std::fs::read_to_string(root.join(&path)).ok()?;
        Some((path.clone(), Source::new(path, text)))
    };
    names.filter_map(read).collect()
}

/// Whether a file is none of the texts that content and templates are.
fn is_asset(root: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(root) else {
        return false;
    };
    let mut parts = inside
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    match parts.next().as_deref() {
        // A picture that is added or removed shows in the names of the content's files.
        Some("content") => !content::is_text(&inside.to_string_lossy()) && path.is_file(),
        Some("themes") => parts.nth(1).is_none_or(|part| part != "templates"),
        _ => true,
    }
}

/// Names of pictures that have a fault, with the fault.
type PictureFaults = Vec<(String, Problem)>;

/// Pictures of the content and the theme.
fn pictures(
    project: &Project,
    theme: &Path,
    content: &Content,
) -> Result<(Vec<StaticFile>, PictureFaults), Vec<Problem>> {
    let mut names = assets::names_below(theme)?;
    names.retain(|name| name.starts_with("images/"));
    let mut files = assets::static_files(theme, &names)?;
    let mut faults = faults(theme, &files);
    let folder = project.root.join("content");
    let of_content = assets::static_files(&folder, &content.files)?;
    faults.extend(self::faults(&folder, &of_content));
    files.extend(of_content);
    Ok((files, faults))
}

fn faults(folder: &Path, files: &[StaticFile]) -> PictureFaults {
    let fault = |file: &StaticFile| {
        let problem = assets::picture_problem(folder, &file.name, &file.bytes)?;
        Some((file.name.clone(), problem))
    };
    files.par_iter().filter_map(fault).collect()
}

fn index(bundle: &Bundle, files: &[StaticFile], theme: &Path) -> AssetIndex {
    let mut index = AssetIndex {
        urls: bundle.manifest.urls.clone(),
        islands: bundle
            .manifest
            .islands
            .iter()
            .map(|(name, island)| (name.clone(), island.props_schema.clone()))
            .collect(),
        incomplete: !bundle.whole,
        ..AssetIndex::default()
    };
    for file in files {
        index
            .urls
            .insert(file.name.clone(), format!("/{}", file.output));
        index
            .sizes
            .extend(file.size.map(|size| (file.name.clone(), size)));
        if file.name.ends_with(".svg") {
            index.drawings.insert(
                file.name.clone(),
                String::from_utf8_lossy(&file.bytes).into_owned(),
            );
        }
    }
    // Icons are only ever put into pages, so they have no address of their own.
    for name in assets::names_below(&theme.join("icons")).unwrap_or_default() {
        if let Ok(drawing) = std::fs::read_to_string(theme.join("icons").join(&name)) {
            index.urls.insert(format!("icons/{name}"), String::new());
            index.drawings.insert(format!("icons/{name}"), drawing);
        }
    }
    index
}

/// A problem of a script, a style or a picture as a diagnostic with its line.
pub fn diagnose(project: &Project, problem: &Problem, code: &'static Code) -> Diagnostic {
    let is_style = problem
        .file
        .extension()
        .is_some_and(|ending| ending == "css");
    let code = if is_style {
        &assets::codes::STYLE_ERROR
    } else {
        code
    };
    let mut diagnostic =
        Diagnostic::new(code, problem.message.clone()).maybe_help(problem.help.clone());
    if problem.file.as_os_str().is_empty() {
        return diagnostic;
    }
    let text = std::fs::read_to_string(&problem.file).unwrap_or_default();
    let shown = problem
        .file
        .strip_prefix(&project.root)
        .unwrap_or(&problem.file)
        .to_string_lossy()
        .replace('\\', "/");
    let source: Arc<Source> = Source::new(shown, text);
    let line_start = source.offset(problem.line, 1);
    let start = (line_start + problem.column.saturating_sub(1)).min(source.text.len());
    diagnostic = diagnostic.at(Place::new(&source, start..start + problem.length), "");
    diagnostic
}
