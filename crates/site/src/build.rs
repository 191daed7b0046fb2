//! A whole site as a value: content and theme in, a map from path to bytes out.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use assets::{Bundle, Problem};
use content::{Content, Diagnostic, Place, Redirect, Rewrite, Source, Tree};
use rayon::prelude::*;
use render::{AssetIndex, IslandCall, Plan, RenderedPage, Templates};

use crate::blame::Blame;
use crate::collisions::{self, Claims};
use crate::external;
use crate::headers::{self, Headers};
use crate::inspect;
use crate::moved_files;
use crate::project::{Inputs, Project};

/// A finished site.
#[derive(Debug, Default)]
pub struct Site {
    /// Every file by its path in the output.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The routes.
    pub plan: Plan,
    /// Addresses that have moved.
    pub redirects: Vec<Redirect>,
    /// Addresses answered by another page.
    pub rewrites: Vec<Rewrite>,
    /// Security headers.
    pub headers: Headers,
    /// Scheme and host of the live site, as `site.toml` names it.
    #[cfg_attr(
        not(feature = "aws"),
        expect(dead_code, reason = "only publishing asks for it")
    )]
    pub base_url: String,
}

/// Builds the site. It comes back when there is no error among the findings.
pub fn build(project: &Project, inputs: &Inputs) -> (Option<Site>, Vec<Diagnostic>) {
    let (tree, mut found) = Tree::read(&project.root, "content");
    let selection = inputs.selection(&utc_offset(&tree));
    let (content, more) = content::assemble(&tree, &selection);
    found.extend(more);
    let Some(content) = content else {
        return (None, found);
    };

    let theme = project.root.join("themes").join(&content.config.theme);
    if !theme.is_dir() {
        found.push(no_such_theme(project, &content, &tree));
        return (None, found);
    }
    if !theme.join("templates").is_dir() {
        let message = format!("the theme `{}` has no templates/", content.config.theme);
        let diagnostic = Diagnostic::error("missing-theme", message)
            .help("its templates stand in themes/NAME/templates/, one .html file each");
        found.push(at_theme(&tree, diagnostic, "this theme"));
        return (None, found);
    }
    let widgets = project.widgets();
    let styles = theme.join("styles");
    let cache = project.cache();
    let bundling = assets::Inputs {
        widgets: widgets.as_deref(),
        styles: &styles,
        cache: &cache,
    };
    let (bundle, (templates, static_files)) = rayon::join(
        || assets::bundle(&bundling),
        || {
            (
                read_templates(project, &content.config.theme),
                read_static(project, &theme, &content),
            )
        },
    );
    let (templates, more) = templates;
    let templates_ok = more.is_empty();
    found.extend(more);
    let (static_files, more) = static_files;
    found.extend(more);
    let bundle = bundle.unwrap_or_else(|problems| {
        found.extend(
            problems
                .iter()
                .map(|problem| diagnose(project, problem, "widgets-error")),
        );
        Bundle::default()
    });
    found.extend(bundle.warnings.iter().map(|problem| Diagnostic {
        severity: content::Severity::Warning,
        ..diagnose(project, problem, "widgets-warning")
    }));
    if content::has_errors(&found) && bundle.files.is_empty() {
        // Without the bundle every template would fail for want of it.
        return (None, found);
    }

    let (plan, more) = render::plan(&content);
    found.extend(more);
    if !templates_ok {
        // Pages would be reported for want of the templates that cannot be read.
        return (None, found);
    }
    let index = asset_index(&bundle, &static_files, project, &content.config.theme);
    let asset_names: HashMap<String, String> = index
        .urls
        .iter()
        .map(|(name, url)| (url.clone(), name.clone()))
        .collect();
    let forms = forms(&content, &mut found);
    let facts = render::Build {
        date: selection.date,
        api_url: inputs.api_url.clone(),
    };
    let (rendered, more) = render::render(&content, &plan, &templates, index, &forms, &facts);
    found.extend(more);

    let islands = match fill_islands(&bundling, &bundle, &rendered.pages) {
        Ok(islands) => islands,
        Err(problems) => {
            found.extend(
                problems
                    .iter()
                    .map(|problem| diagnose(project, problem, "island-error")),
            );
            HashMap::new()
        }
    };
    let pages: Vec<(String, String, Cow<'_, str>)> = rendered
        .pages
        .par_iter()
        .map(|page| {
            (
                page.url.clone(),
                page.output.clone(),
                filled(page, &islands),
            )
        })
        .collect();

    let public = public_files(project, &mut found);
    let mut files: BTreeMap<String, Vec<u8>> = bundle.files;
    files.extend(
        static_files
            .into_iter()
            .map(|file| (file.output, file.bytes)),
    );
    files.extend(
        rendered
            .files
            .into_iter()
            .map(|(path, text)| (path, text.into_bytes())),
    );
    found.extend(collisions::check(&Claims {
        pages: pages
            .iter()
            .map(|(url, output, _)| (output.as_str(), url.as_str()))
            .collect(),
        made: &files,
        public: &public,
        plan: &plan,
    }));
    files.extend(public);

    let blame = Blame::new(&tree, &templates, &plan, &asset_names);
    found.extend(moved_files::check(
        &content.structure.redirects,
        &content.structure.rewrites,
        &files,
        &plan,
        &blame,
    ));
    found.extend(inspect::inspect(&inspect::Output {
        pages: &pages,
        files: &files,
        plan: &plan,
        content: &content,
        tree: &tree,
        templates: &templates,
        styles: &project.style_texts(&content.config.theme, inputs.scope),
        date: selection.date,
        scope: inputs.scope,
        ask: inputs
            .scope
            .external
            .then_some(&|urls, settings| external::ask(urls, settings, &cache)),
        blame: &blame,
    }));
    let frames: Vec<headers::Frame> = content
        .structure
        .frames
        .iter()
        .map(|frame| headers::Frame {
            page: frame.page.clone(),
            hosts: frame.hosts.clone(),
        })
        .collect();
    let (headers, more) = headers::derive(&headers::Output {
        pages: &pages,
        page: |(url, _, html)| (url, html),
        files: &files,
        api_url: &inputs.api_url,
        frames: &frames,
        structure: tree.texts.get("content/structure.toml"),
        blame: &blame,
    });
    found.extend(more);
    if content::has_errors(&found) {
        return (None, found);
    }
    files.extend(
        pages
            .into_iter()
            .map(|(_, output, html)| (output, html.into_owned().into_bytes())),
    );
    let site = Site {
        files,
        plan,
        redirects: content.structure.redirects.clone(),
        rewrites: content.structure.rewrites.clone(),
        headers,
        base_url: content.config.base_url.clone(),
    };
    (Some(site), found)
}

/// The site's time zone, read before anything else: which day it is depends on it.
pub fn utc_offset(tree: &Tree) -> String {
    tree.texts
        .get("content/site.toml")
        .and_then(|source| source.text.parse::<toml::Table>().ok())
        .and_then(|site| site.get("utc_offset")?.as_str().map(str::to_owned))
        .unwrap_or_else(|| "+00:00".to_owned())
}

fn no_such_theme(project: &Project, content: &Content, tree: &Tree) -> Diagnostic {
    let mut known: Vec<String> = std::fs::read_dir(project.root.join("themes"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    known.sort();
    let theme = &content.config.theme;
    let names = || known.iter().map(String::as_str);
    let help = content::did_you_mean(theme, names()).unwrap_or_else(|| match known.len() {
        0 => {
            format!("a theme is a folder below themes/: make themes/{theme}/ with templates/ in it")
        }
        _ => format!("the themes are {}", content::all_of(names())),
    });
    let diagnostic = Diagnostic::error("missing-theme", format!("there is no theme `{theme}`"));
    at_theme(tree, diagnostic.help(help), "no such folder below themes/")
}

/// A finding at the name of the theme in `site.toml`.
fn at_theme(tree: &Tree, diagnostic: Diagnostic, label: &str) -> Diagnostic {
    let Some(source) = tree.texts.get("content/site.toml") else {
        return diagnostic;
    };
    let place = content::TomlText::whole(source).locate("/theme", content::Part::Value);
    diagnostic.at(place, label)
}

/// Templates by their path below `templates/`.
fn read_templates(project: &Project, theme: &str) -> (Templates, Vec<Diagnostic>) {
    let folder = format!("themes/{theme}/templates");
    let (tree, found) = Tree::read(&project.root, &folder);
    let prefix = format!("{folder}/");
    let templates = tree
        .texts
        .into_iter()
        .filter_map(|(path, source)| Some((path.strip_prefix(&prefix)?.to_owned(), source)))
        .collect();
    (templates, found)
}

/// Pictures of the content and the theme.
fn read_static(
    project: &Project,
    theme: &Path,
    content: &Content,
) -> (Vec<assets::StaticFile>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut files = Vec::new();
    let mut read = |folder: &Path, names: Result<Vec<String>, Vec<Problem>>| match names
        .and_then(|names| assets::static_files(folder, &names))
    {
        Ok(some) => files.extend(some),
        Err(problems) => found.extend(
            problems
                .iter()
                .map(|problem| diagnose(project, problem, "unreadable-file")),
        ),
    };
    let pictures = |names: Vec<String>| -> Vec<String> {
        names
            .into_iter()
            .filter(|name| name.starts_with("images/"))
            .collect()
    };
    read(theme, assets::names_below(theme).map(pictures));
    read(&project.root.join("content"), Ok(content.files.to_vec()));
    (files, found)
}

fn asset_index(
    bundle: &Bundle,
    files: &[assets::StaticFile],
    project: &Project,
    theme: &str,
) -> AssetIndex {
    let mut index = AssetIndex {
        urls: bundle.manifest.urls.clone(),
        islands: bundle
            .manifest
            .islands
            .iter()
            .map(|(name, island)| (name.clone(), island.props_schema.clone()))
            .collect(),
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
    let theme = project.root.join("themes").join(theme);
    for name in assets::names_below(&theme.join("icons")).unwrap_or_default() {
        if let Ok(drawing) = std::fs::read_to_string(theme.join("icons").join(&name)) {
            index.urls.insert(format!("icons/{name}"), String::new());
            index.drawings.insert(format!("icons/{name}"), drawing);
        }
    }
    index
}

/// Form definitions with everything filled in that they leave to defaults.
fn forms(content: &Content, found: &mut Vec<Diagnostic>) -> BTreeMap<String, serde_json::Value> {
    let mut forms = BTreeMap::new();
    for (name, written) in &content.forms {
        let resolved = serde_json::from_value(written.clone())
            .map_err(|error| error.to_string())
            .and_then(|definition| {
                forms::Form::resolve(name, definition).map_err(|error| error.to_string())
            })
            .and_then(|form| serde_json::to_value(form).map_err(|error| error.to_string()));
        match resolved {
            Ok(form) => drop(forms.insert(name.clone(), form)),
            Err(message) => {
                // The schema has said most of it already, at the right line.
                let path = format!("content/forms/{name}.toml");
                if !found.iter().any(|one| {
                    one.place
                        .as_ref()
                        .is_some_and(|(place, _)| place.source.path == path)
                }) {
                    found.push(Diagnostic::error("bad-form", format!("{path}: {message}")));
                }
            }
        }
    }
    forms
}

type Islands = HashMap<IslandCall, String>;

/// HTML of every island that any page asks for, each (island, props) once.
fn fill_islands(
    inputs: &assets::Inputs<'_>,
    bundle: &Bundle,
    pages: &[RenderedPage],
) -> Result<Islands, Vec<Problem>> {
    let calls: BTreeSet<IslandCall> = pages
        .iter()
        .flat_map(|page| render::island::calls(&page.html))
        .map(|(call, _)| call)
        .collect();
    let batch: Vec<assets::IslandCall> = calls
        .iter()
        .map(|call| assets::IslandCall {
            name: call.name.clone(),
            props: serde_json::from_str(&call.props).unwrap_or_default(),
        })
        .collect();
    let html = assets::render_islands(inputs, &batch)?;
    Ok(calls
        .into_iter()
        .zip(html)
        .map(|(call, html)| {
            let module = bundle
                .manifest
                .islands
                .get(&call.name)
                .map_or("", |island| island.module.as_str());
            let wrapped = assets::wrap(&call.name, &call.props, &call.when, &html, module);
            (call, wrapped)
        })
        .collect())
}

fn filled<'a>(page: &'a RenderedPage, islands: &Islands) -> Cow<'a, str> {
    if islands.is_empty() {
        return Cow::Borrowed(&page.html);
    }
    Cow::Owned(render::island::fill(&page.html, |call| {
        islands.get(call).cloned().unwrap_or_default()
    }))
}

fn public_files(project: &Project, found: &mut Vec<Diagnostic>) -> BTreeMap<String, Vec<u8>> {
    assets::copied(&project.root.join("public")).unwrap_or_else(|problems| {
        found.extend(
            problems
                .iter()
                .map(|problem| diagnose(project, problem, "unreadable-file")),
        );
        BTreeMap::new()
    })
}

/// A problem of a script, a style or a picture as a diagnostic with its line.
fn diagnose(project: &Project, problem: &Problem, code: &'static str) -> Diagnostic {
    let is_style = problem
        .file
        .extension()
        .is_some_and(|ending| ending == "css");
    let code = if is_style { "style-error" } else { code };
    let mut diagnostic =
        Diagnostic::error(code, problem.message.clone()).maybe_help(problem.help.clone());
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
