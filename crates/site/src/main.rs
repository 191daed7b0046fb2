//! `site`: the command. It wires the stages together and does the reading of the clock, the writing and the serving.
//!
//! load -> plan -> render -> fill islands -> inspect -> write, or serve. Each stage takes the value before it and gives
//! the next; what a stage finds wrong travels beside the value, and everything found in a run is reported together.

mod answer;
mod arguments;
mod blame;
mod build;
mod check;
mod codes;
mod collisions;
mod columns;
mod completions;
mod doctor;
mod explain;
mod external;
mod form_definitions;
mod form_routes;
mod gather;
mod headers;
mod host_files;
mod inbox;
#[cfg(test)]
mod incremental;
mod init;
mod inspect;
mod islands;
mod list;
mod local_forms;
mod markup;
mod menus;
mod mistakes;
mod moved_files;
mod named_files;
mod new;
mod page;
mod page_cache;
mod page_reader;
mod progress;
mod project;
mod prose;
#[cfg(feature = "aws")]
mod publish;
mod report;
mod schedule;
mod serve;
mod theme;
mod write;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use progress::Progress;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let status = run(&arguments);
    project::remove_passing_cache();
    status
}

fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Build(options) => run_build(arguments, options),
        Command::Check(options) => check::run(arguments, options),
        Command::Completions { shell } => completions::completions(*shell),
        Command::Doctor(options) => doctor::run(arguments, options),
        Command::Init(options) => init::run(arguments, options),
        Command::Inbox(options) => inbox::run(arguments, options),
        Command::List(options) => list::run(arguments, options),
        Command::Man { folder } => completions::man(folder.as_deref(), arguments.format),
        Command::New(options) => new::run(arguments, options),
        #[cfg(feature = "aws")]
        Command::Publish(options) => publish::run(arguments, options),
        #[cfg(not(feature = "aws"))]
        Command::Publish { .. } => {
            let missing = diagnostic::Diagnostic::new(
                &codes::site::CANNOT_PUBLISH,
                "this program was built without publishing",
            )
            .help("cargo install --path crates/site --features aws");
            report::finish(&[missing], arguments.format)
        }
        Command::Schedule(options) => schedule::run(arguments, options),
        Command::Serve(options) => serve::run(arguments, options),
    }
}

fn run_build(arguments: &Arguments, options: &arguments::BuildOptions) -> ExitCode {
    let started = std::time::Instant::now();
    let project = match project::Project::find(arguments.root.as_deref()) {
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
    let mut progress = Progress::new(arguments.quiet);
    let inputs = project::inputs(&options.selection);
    let (site, mut found, _) = build::once(&project, &inputs, &mut progress);
    diagnostic::sort(&mut found);
    let Some(site) = site else {
        return report::finish_unwritten(&found, arguments.format);
    };
    progress.stage("writing files");
    let mut beside = None;
    let written = host_files::host_files(&site, &options.host_files).and_then(|host| {
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
