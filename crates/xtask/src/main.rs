//! `cargo xtask`: what a developer runs. A name, a function, a line that says what it does.

mod bench;
mod circles;
mod deploy;
mod forms;
mod lighthouse;
mod profile;
mod run;
mod test;
mod tools;

use std::process::ExitCode;

use run::Outcome;

/// A command: name, what it does, function of the remaining arguments.
type Command = (&'static str, &'static str, fn(&[String]) -> Outcome);

const COMMANDS: [Command; 9] = [
    (
        "test",
        "set up what is missing, then run every test: what CI runs",
        test::run,
    ),
    (
        "circles",
        "find files that import each other in a circle: circles [crate]...",
        circles::run,
    ),
    (
        "bench",
        "build N posts with this engine and with Hugo, and compare: bench [posts] [runs]; bench bytes: bytes of each route",
        bench::run,
    ),
    (
        "serve-bench",
        "measure from a saved file to the changed page served: serve-bench [posts] [edits]",
        bench::latency::run,
    ),
    (
        "lighthouse",
        "run Lighthouse on every route of the built site, and print its figures: lighthouse [/route]...",
        lighthouse::measure,
    ),
    (
        "profile",
        "print the company profile, public/docs/company-profile.pdf, from the content",
        profile::run,
    ),
    (
        "forms-package",
        "build the form function's archive for AWS Lambda",
        forms::package,
    ),
    (
        "forms-bench",
        "measure the form function: start, replies, memory, size",
        forms::bench,
    ),
    (
        "forms-load",
        "try to make the form function lose a submission: forms-load [submissions] [at once]",
        forms::load,
    ),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        return usage("a command is missing");
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
