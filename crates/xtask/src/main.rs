//! `cargo xtask`: the commands that a developer runs.

mod bench;
mod deploy;
mod files;
mod forms;
mod generator;
mod import_cycles;
mod instructions;
mod lighthouse;
mod profile;
mod release;
mod run;
mod server;
mod sources;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod stages;
mod test;
mod test_programs;
mod tools;
mod unchanged;
mod windows;

use std::process::ExitCode;

use run::Outcome;

/// A command: its name, its help text, and the function that runs it with the remaining arguments.
type Command = (&'static str, &'static str, fn(&[String]) -> Outcome);

#[rustfmt::skip]
const COMMANDS: [Command; 16] = [
    ("test", "install missing tools and run all tests, or only these steps: test [--long] [step]...", test::run),
    ("cycles", "find import cycles: cycles [crate]...", import_cycles::run),
    ("bench", "build posts with this engine, Hugo and Zola, and compare: bench [--ssg-benchmark CLONE] [--runs N] [--in FOLDER] [--write] [--profile] [posts]...", bench::run),
    ("picture-bench", "build posts with photographs with this engine, Hugo and Astro: picture-bench [--astro FOLDER]", bench::pictures::run),
    ("serve-bench", "measure the time from a saved file to the served page, with Hugo's server beside it: serve-bench [posts] [edits]", bench::latency::run),
    ("editor-bench", "measure the time from a typed character to the findings in the editor: editor-bench [posts] [edits]", bench::editor::run),
    ("edit-bench", "measure the time from a typed character to the changed page in the drawer: edit-bench [posts] [edits]", bench::edit::run),
    ("serve-memory", "print the server's memory while a site is edited many times: serve-memory [posts] [edits]", bench::latency::memory),
    ("lighthouse", "measure pages of the built site with Lighthouse: lighthouse [path]...", lighthouse::measure),
    ("bytes", "print the compressed size of every page of the website", bench::bytes),
    ("profile", "print the company profile, public/docs/company-profile.pdf, from the content", profile::print),
    ("release", "build the program as it is released, or twice in different folders, to compare: release [--twice] [TARGET]", release::build),
    ("forms-package", "build the form function's archive for AWS Lambda", forms::package),
    ("forms-bench", "measure the form function: start, replies, memory, size", forms::bench),
    ("forms-honest", "test the form function with honest documents of all programs that can be installed", forms::honest),
    ("forms-load", "try to make the form function lose a submission: forms-load [submissions] [parallel]", forms::load),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        return usage("no command given");
    };
    let Some((_, _, command)) = COMMANDS.iter().find(|(known, _, _)| known == name) else {
        return usage(&format!("there is no command `{name}`"));
    };
    match command(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn usage(problem: &str) -> ExitCode {
    eprintln!("error: {problem}\n\nUsage: cargo xtask COMMAND\n");
    for (name, what, _) in COMMANDS {
        eprintln!("  {name:<14} {what}");
    }
    ExitCode::from(2)
}
