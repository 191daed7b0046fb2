//! Asks for confirmation and prints the outcome of `site publish` on the terminal.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use diagnostic::Diagnostic;
use publish::{Error, Outcome, Plan};

use crate::arguments::publish::PublishOptions;
use crate::failure::Failure;
use crate::{codes, report};

/// Prints the summary of the plan and asks whether to publish, unless `--yes` or `--dry-run` is given. With `--yes` and
/// `quiet`, prints nothing. Returns whether to publish.
pub fn confirm(options: &PublishOptions, quiet: bool, summary: &str) -> bool {
    if !quiet || options.dry_run || !options.yes {
        report::note(summary.trim_end());
    }
    if options.dry_run {
        return false;
    }
    if options.yes {
        return true;
    }
    if !std::io::stdin().is_terminal() {
        report::note("Cannot ask without a terminal; --yes publishes without asking.");
        return false;
    }
    let answer = report::ask("Publish this? [y/N] ").map(|answer| answer.to_ascii_lowercase());
    answer.is_ok_and(|answer| answer == "y" || answer == "yes")
}

/// Prints the outcome of a run, unless `quiet`. If the run failed, returns the failure instead.
pub fn report_outcome(
    options: &PublishOptions,
    quiet: bool,
    outcome: Result<Outcome, Error>,
) -> Result<ExitCode, Failure> {
    let line = match outcome {
        Ok(Outcome::Nothing) => {
            "Nothing has changed since the last run, so there is nothing to publish.".to_owned()
        }
        Ok(Outcome::Live {
            release,
            verified,
            plan,
        }) => success(&release, verified, &plan),
        Err(Error::Declined) if options.dry_run => {
            "Nothing was published, because of --dry-run.".to_owned()
        }
        Err(error) => return Err(to_diagnostic(&error).into()),
    };
    if !quiet {
        report::note(&line);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the line that says that a release is live.
fn success(release: &str, verified: usize, plan: &Plan) -> String {
    let checked = if verified > 0 {
        format!(
            ", {} checked on the live site",
            report::pluralize(verified, "page")
        )
    } else {
        String::new()
    };
    let deleted = if plan.deleted.is_empty() {
        String::new()
    } else {
        format!(
            ", {} deleted",
            report::pluralize(plan.deleted.len(), "file")
        )
    };
    format!(
        "Release {release} is live{checked}{deleted}. `site publish rollback` goes back to the previous one."
    )
}

/// Converts an error to a diagnostic with help that says what to do.
fn to_diagnostic(error: &Error) -> Diagnostic {
    let diagnostic = Diagnostic::new(&codes::CANNOT_PUBLISH, error.to_string());
    match error {
        Error::Policy { live, needed, .. } => diagnostic
            .help(format!("live:   {live}"))
            .help(format!("needed: {needed}"))
            .help("run `site build --host-files cloudfront`, and update the stack with the policies in dist-host/headers.json"),
        Error::Forms(_) => diagnostic
            .help("deploy the form function of this commit first (`deploy/README.md`), or wait for it with --wait-for-forms SECONDS"),
        Error::NoForms { .. } => diagnostic
            .help("deploy the form function first, or set SITE_API_URL if it is elsewhere; --no-verify skips this check"),
        Error::NotSeen(_) => diagnostic
            .help("the bucket contains the new site; the CDN may need more time, or --url may name another site")
            .help("`site publish rollback` goes back to the previous release"),
        Error::Outside(failure) => diagnostic
            .maybe_help(failure.help.clone())
            .help("the live site is complete; run the command again to continue"),
        Error::Vanished(_) => diagnostic
            .help("add a [[redirect]] from each of them to content/structure.toml")
            .help("or, if nothing replaces it, add a [[gone]] table with `url` and `reason` to content/urls.toml"),
        Error::Unrecorded(release) => diagnostic
            .help(format!("restore an earlier version of .site/releases/{release}.json, which the bucket keeps for 30 days"))
            .help("if there is none, upload a file with the content {} as .site/state.json: the next run lists what it will delete"),
        Error::Foreign { .. } => diagnostic
            .help("publish to an empty bucket, such as the output SiteBucketName of the stack")
            .help("to use this bucket anyway, upload a file with the content {} as .site/state.json: the next run lists what it will delete"),
        Error::Locked { .. } => diagnostic
            .help("if that time is more than five minutes away, that computer's clock is wrong: once it no longer publishes, remove .site/lock.json from the bucket"),
        Error::Incomplete { .. } => {
            diagnostic.help("go back to another release: `site publish releases` lists them")
        }
        Error::NoRelease(_) => diagnostic.help("`site publish releases` lists them"),
        _ => diagnostic,
    }
}
