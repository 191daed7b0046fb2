//! `site build`: writes the site to a folder.

use std::process::ExitCode;
use std::time::Instant;

use build::{host_files, write};

use crate::arguments::{Arguments, BuildOptions};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{cache, project, report};

/// Runs the command.
pub fn run(arguments: &Arguments, options: &BuildOptions) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let project = project::find(arguments.root.as_deref())?;
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| project.root.join("dist"));
    write::allowed(&project.root, &out)?;
    let (project, _temporary) = cache::writable(project);
    let inputs = project::inputs(&options.selection);

    let mut progress = Progress::new(arguments.quiet);
    let (site, mut diagnostics, _) =
        build::once(&project, &inputs, &mut |stage| progress.stage(stage));
    let Some(site) = site else {
        return Err(diagnostics.into());
    };

    progress.stage("writing files");
    let hosts: Vec<host_files::Host> = options
        .host_files
        .iter()
        .map(|host| (*host).into())
        .collect();
    let written = host_files::host_files(&site, &hosts).and_then(|host| {
        let mut files = site.files();
        let among_pages = host.among_pages.into_iter();
        files.extend(among_pages.map(|(path, bytes)| (path, bytes.into())));
        write::write(&project, &out, &files)?;
        if host.beside.is_empty() {
            return Ok(None);
        }
        host_files::write_beside(&out, &host.beside)?;
        Ok(Some(host_files::folder_beside(&out)))
    });
    let beside = match written {
        Ok(beside) => beside,
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            return Err(diagnostics.into());
        }
    };

    let stages = progress.finish();
    diagnostic::sort(&mut diagnostics);
    let code = report::finish(&diagnostics, arguments.format);
    if options.timings {
        report::timings(&stages);
    }
    if !arguments.quiet {
        report::summary(&site, started.elapsed(), Some(&out));
        if let Some(folder) = beside {
            report::note(&format!("For the host: {}", folder.display()));
        }
    }
    // The process ends now, and freeing every page takes longer than ending it.
    std::mem::forget(site);
    Ok(code)
}
