//! Reads the theme's templates, and reports a theme that does not exist.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use content::{Content, Tree};
use diagnostic::Diagnostic;
use render::Templates;

use crate::codes;
use crate::project::{Inputs, Project};

/// Returns the templates, and findings about files that cannot be read. `known` has the folder and the files of the last
/// build, and is updated. `changed` has the files that may have changed since then, and `tree` the files of the content. Fails with a
/// finding if the theme does not exist or has no templates.
pub fn templates(
    project: &Project,
    inputs: &Inputs,
    content: &Content,
    tree: &Tree,
    known: &mut Option<(String, Tree)>,
    changed: &BTreeSet<PathBuf>,
) -> Result<(Templates, Vec<Diagnostic>), Diagnostic> {
    let name = &content.config.theme;
    let theme = project.root.join("themes").join(name);
    if !theme.is_dir() {
        return Err(no_such_theme(project, content, tree));
    }
    if !theme.join("templates").is_dir() {
        let message = format!("the theme `{name}` has no templates/");
        let diagnostic = Diagnostic::new(&codes::MISSING_THEME, message)
            .help(format!("put its .html files into themes/{name}/templates/"));
        return Err(at_theme(tree, diagnostic, "this theme"));
    }
    let folder = format!("themes/{name}/templates");
    let files = match known {
        Some((known, tree)) if *known == folder => {
            tree.refresh(&project.root, &folder, changed);
            tree
        }
        other => {
            let tree = Tree::read(&project.root, &folder);
            &mut other.insert((folder.clone(), tree)).1
        }
    };
    files.overlay(&folder, &inputs.unsaved);
    let problems = files.problems.values().cloned().collect();
    Ok((templates_of(files, &folder), problems))
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
    let help = diagnostic::did_you_mean(theme, names()).unwrap_or_else(|| match known.len() {
        0 => format!("create the folder themes/{theme}/ with templates/ in it").into(),
        _ => format!("themes are {}", diagnostic::all_of(names())).into(),
    });
    let diagnostic = Diagnostic::new(
        &codes::MISSING_THEME,
        format!("there is no theme `{theme}`"),
    );
    at_theme(tree, diagnostic.help(help), "no such folder below themes/")
}

/// Places a finding at the name of the theme in `site.toml`.
fn at_theme(tree: &Tree, diagnostic: Diagnostic, label: &str) -> Diagnostic {
    let Some(source) = tree.texts.get("content/site.toml") else {
        return diagnostic;
    };
    let place = content::TomlText::whole(source).locate("/theme", content::Part::Value);
    diagnostic.at(place, label)
}

/// Returns the templates by path below `templates/`.
fn templates_of(tree: &Tree, folder: &str) -> Templates {
    tree.texts
        .iter()
        .filter_map(|(path, source)| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some((name.to_owned(), Arc::clone(source)))
        })
        .collect()
}
