//! `site build`: writes the whole site to a folder.

use std::process::ExitCode;
use std::time::Instant;

use build::{host_files, write};

use crate::arguments::{Arguments, BuildOptions};
use crate::progress::Progress;
use crate::{cache, project, report};

/// Runs the command.
pub fn run(arguments: &Arguments, options: &BuildOptions) -> ExitCode {
    let started = Instant::now();
    let project = match project::find(arguments.root.as_deref()) {
        Ok(project) => project,
        Err(diagnostic) => return report::finish_unwritten(&[diagnostic], arguments.format),
    };
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| project.root.join("dist"));
    if let Err(diagnostic) = write::allowed(&project.root, &out) {
        return report::finish_unwritten(&[diagnostic], arguments.format);
    }
    let (project, _temporary) = cache::writable(project);
    let mut progress = Progress::new(arguments.quiet);
    let inputs = project::inputs(&options.selection);
    let (site, mut found, _) = build::once(&project, &inputs, &mut |stage| progress.stage(stage));
    diagnostic::sort(&mut found);
    let Some(site) = site else {
        return report::finish_unwritten(&found, arguments.format);
    };
    progress.stage("writing files");
    let mut beside = None;
    let written = {
        let hosts: Vec<host_files::Host> = options
            .host_files
            .iter()
            .map(|host| (*host).into())
            .collect();
        host_files::host_files(&site, &hosts)
    }
    .and_then(|host| {
        let mut files = site.files();
        files.extend(
            host.among_pages
                .into_iter()
                .map(|(path, bytes)| (path, bytes.into())),
        );
        write::write(&out, &files)?;
        if host.beside.is_empty() {
            Ok(())
        } else {
            beside = Some(host_files::folder_beside(&out));
            host_files::write_beside(&out, &host.beside)
        }
    });
    if let Err(diagnostic) = written {
        found.push(diagnostic);
        return report::finish_unwritten(&found, arguments.format);
    }
    let stages = progress.finish();
    let status = report::finish(&found, arguments.format);
    if options.timings {
        report::timings(&stages);
    }
    if !arguments.quiet {
        report::summary(&site, started.elapsed(), Some(&out));
        if let Some(folder) = beside {
            report::note(&format!("For the host: {}", folder.display()));
        }
    }
    status
}
