//! `site import`: converts a site of another generator.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use diagnostic::Diagnostic;
use import::{File, Project};
use walk::slashed;

use super::init::{cannot_write, check_is_empty};
use crate::arguments::{Arguments, Format, ImportOptions};
use crate::codes;
use crate::failure::Failure;
use crate::report;

/// Runs `site import`.
pub fn run(arguments: &Arguments, options: &ImportOptions) -> Result<ExitCode, Failure> {
    let (from, to) = (&options.from, &options.to);
    check_is_empty(to)?;
    let files = files_of(from, to)?;
    let read = |path: &str| std::fs::read(from.join(path)).ok();
    let project = Project {
        files: &files,
        read: &read,
    };
    let imported = import::import(options.generator.into(), &project);
    if imported.files.is_empty() {
        return Err(imported.diagnostics.into());
    }
    write(from, to, &imported.files)?;
    report::print_diagnostics(&imported.diagnostics, arguments.format);
    if arguments.format == Format::Text && !arguments.quiet {
        report::note(&format!(
            "Imported {} documents into {}: {} files. Next steps:\n\n  cd {}\n  site check        check the site for problems\n  site check --baseline   accept those that the old site already had\n  site serve        preview it at http://localhost:4000",
            imported.documents,
            to.display(),
            imported.files.len(),
            to.display(),
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns whether a file or folder with this name is no part of a site.
fn is_skipped(name: &str) -> bool {
    [".git", "node_modules"].contains(&name) || walk::is_left_behind(name)
}

/// Returns the paths of all files of the old site.
fn files_of(from: &Path, to: &Path) -> Result<Vec<String>, Diagnostic> {
    if !from.is_dir() {
        let message = format!("{} is not a folder", from.display());
        return Err(Diagnostic::new(&import::codes::NOT_A_SITE, message)
            .help("name the folder of the old site"));
    }
    let is_inside = walk::absolute(to).starts_with(walk::absolute(from));
    if is_inside {
        let message = format!("{} is in the folder of the old site", to.display());
        return Err(Diagnostic::new(&codes::NOT_EMPTY, message).help("name a new folder beside it"));
    }
    let mut files = Vec::new();
    for entry in walk::walk(from, from, is_skipped).flatten() {
        if !entry.is_folder
            && let Ok(path) = entry.path.strip_prefix(from)
        {
            files.extend(Some(slashed(path)));
        }
    }
    files.sort();
    Ok(files)
}

/// Writes the new site.
fn write(from: &Path, to: &Path, files: &BTreeMap<String, File>) -> Result<(), Diagnostic> {
    for (path, file) in files {
        let target = to.join(path);
        let parent = target.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = parent.and_then(|()| match file {
            File::Text(text) => std::fs::write(&target, text),
            File::Copy(source) => std::fs::copy(from.join(source), &target).map(drop),
        });
        written.map_err(|error| cannot_write(&target, &error))?;
    }
    Ok(())
}
