//! What `site publish` asks and reports on the terminal.

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use diagnostic::Diagnostic;
use publish::{Error, Outcome, Plan};

use crate::arguments::{Arguments, PublishOptions};
use crate::{codes, report};

/// Shows the plan's summary, and asks whether to publish unless an option gives the answer.
pub fn ask(options: &PublishOptions, summary: &str) -> bool {
    eprint!("{summary}");
    if options.dry_run {
        return false;
    }
    if options.yes {
        return true;
    }
    if !std::io::stdin().is_terminal() {
        eprintln!("There is no terminal to ask on; --yes publishes without asking.");
        return false;
    }
    eprint!("Publish this? [y/N] ");
    let _ = std::io::stderr().flush();
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// Reports how a run ended, and returns the exit code.
pub fn conclude(
    arguments: &Arguments,
    options: &PublishOptions,
    outcome: Result<Outcome, Error>,
) -> ExitCode {
    match outcome {
        Ok(Outcome::Nothing) => {
            eprintln!("Nothing has changed since the last run: there is nothing to publish.");
            ExitCode::SUCCESS
        }
        Ok(Outcome::Live {
            release,
            verified,
            plan,
        }) => {
            eprintln!("{}", success(&release, verified, &plan));
            ExitCode::SUCCESS
        }
        Err(Error::Declined) if options.dry_run => {
            eprintln!("Only shown: --dry-run publishes nothing.");
            ExitCode::SUCCESS
        }
        Err(error) => {
            report::print_findings(&[explained(&error)], arguments.format);
            ExitCode::FAILURE
        }
    }
}

/// Returns the sentence that reports a success.
fn success(release: &str, verified: usize, plan: &Plan) -> String {
    let checked = if verified > 0 {
        format!(
            ", {} fetched and found to be right",
            report::counted(verified, "page")
        )
    } else {
        String::new()
    };
    let deleted = if plan.deleted.is_empty() {
        String::new()
    } else {
        format!(", {} deleted", report::counted(plan.deleted.len(), "file"))
    };
    format!(
        "Live: release {release}{checked}{deleted}. `site publish rollback` goes back to the one before."
    )
}

/// Returns an error as a diagnostic, with what to do.
fn explained(error: &Error) -> Diagnostic {
    let diagnostic = Diagnostic::new(&codes::CANNOT_PUBLISH, error.to_string());
    match error {
        Error::Policy { live, needed, .. } => diagnostic
            .help(format!("live:   {live}"))
            .help(format!("needed: {needed}"))
            .help("run `site build --host-files cloudfront`, and update the stack with the policies in dist-host/headers.json"),
        Error::NotSeen(_) => diagnostic
            .help("the bucket holds the new site; the CDN may take longer, or --url may name another site")
            .help("`site publish rollback` goes back"),
        Error::Outside(failure) => diagnostic
            .maybe_help(failure.help.clone())
            .help("the live site is whole; the same command continues where this one ended"),
        Error::Vanished(_) => diagnostic
            .help("add a [[redirect]] from each of them to content/structure.toml")
            .help("or, where nothing takes its place, a [[gone]] table with `url` and `reason` to content/urls.toml"),
        Error::Foreign { .. } => diagnostic
            .help("publish to an empty bucket, such as the output SiteBucketName of the stack")
            .help("to take this one over, put a file with the content {} at .site/state.json: the next plan names what it will delete"),
        Error::NoRelease(_) => diagnostic.help("`site publish releases` lists them"),
        _ => diagnostic,
    }
}
