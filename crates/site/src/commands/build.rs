//! `site build`: writes the site to a folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use build::{Destination, OutputFolder, Site, host_files, output_folder};
use diagnostic::Diagnostic;

use crate::arguments::{Arguments, BuildOptions, Timings};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::template_times::template_times;
use crate::{cache, project, report, threads};

/// Runs `site build`.
pub fn run(arguments: &Arguments, options: &BuildOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let project = project::find(arguments.root.as_deref())?;
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| project.root.join("dist"));
    output_folder::allowed(&project.root, &out)?;
    let (project, _temporary) = cache::writable(project);
    let inputs = project::inputs(&options.selection);

    let mut progress = Progress::new(arguments.quiet);
    threads::build_in_current();
    let folder = OutputFolder::open(&project, &out)?;
    let (site, mut diagnostics, _) = build::once(
        &project,
        &inputs,
        Destination::Folder(&folder),
        &mut |stage| progress.stage(stage),
    );
    let site = site.filter(|_| !diagnostic::has_errors(&diagnostics));
    let Some(site) = site else {
        return Err(diagnostics.into());
    };
    let beside = match write_site(&folder, &site, &options.host_files, &out) {
        Ok((beside, more)) => {
            diagnostics.extend(more);
            beside
        }
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            return Err(diagnostics.into());
        }
    };

    let stages = progress.finish();
    diagnostic::sort(&mut diagnostics);
    let code = report::finish(&diagnostics, arguments.format);
    match options.timings {
        Some(Timings::Stages) => report::timings(&stages),
        Some(Timings::Templates) => report::template_times(&template_times(&site)),
        None => {}
    }
    if !arguments.quiet {
        report::summary(&site, started.elapsed(), Some(&out));
        if let Some(folder) = beside {
            report::note(&format!("For the host: {}", folder.display()));
        }
    }
    // The process ends now, which frees the memory faster than dropping every page.
    std::mem::forget(site);
    Ok(code)
}

/// Writes the site and the configuration files for `hosts`. Returns the folder of the configuration files that are written
/// beside the output, or `None` if there are none, and a finding for each rule that a host cannot follow.
fn write_site(
    folder: &OutputFolder<'_>,
    site: &Site,
    hosts: &[host_files::Host],
    out: &Path,
) -> Result<(Option<PathBuf>, Vec<Diagnostic>), Diagnostic> {
    let host = host_files::host_files(site, hosts)?;
    let mut others = site.others.clone();
    let among_pages = host.among_pages.into_iter();
    others.extend(among_pages.map(|(path, bytes)| (path, bytes.into())));
    folder.finish(&site.pages, &others, &site.base_path())?;
    if host.beside.is_empty() {
        return Ok((None, host.diagnostics));
    }
    host_files::write_beside(out, &host.beside)?;
    Ok((Some(host_files::folder_beside(out)), host.diagnostics))
}
