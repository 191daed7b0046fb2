//! `site publish`: publishes the built site to a bucket and its CDN, lists releases, and goes back to one. The order, the lock
//! and the releases are the `publish` crate's, S3 and CloudFront the `aws` crate's.

mod conversation;
mod live;
mod ready;

use std::process::ExitCode;
use std::time::Duration;

use aws::{Edge, PageBucket, SdkConfig};
use diagnostic::Diagnostic;
use jiff::{SignedDuration, Timestamp};
use publish::{Live, Options};

use crate::arguments::{Arguments, Format, PublishCommand, PublishOptions};
use crate::cache;
use crate::codes;
use crate::commands::check;
use crate::progress::Progress;
use crate::project;
use crate::report;
use build::Project;
use build::Site;
use conversation::{ask, conclude};
use inspect::{Scope, url_ledger};
use live::Web;
use ready::ready;

/// Number of requests under way at the same time.
const PARALLEL: usize = 16;
/// Seconds between two checks of the live site.
const BETWEEN_CHECKS: u16 = 5;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &PublishOptions) -> ExitCode {
    if options.bucket.is_empty() {
        let unnamed = cannot("no bucket is named").help(
            "--bucket NAME, or SITE_BUCKET: the output SiteBucketName of the stack (deploy/README.md)",
        );
        report::print_findings(&[unnamed], arguments.format);
        return ExitCode::from(2);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return fail(arguments, &cannot(format!("cannot start: {error}"))),
    };
    let result = runtime.block_on(async {
        match &options.command {
            Some(PublishCommand::Releases) => list(options).await.map(|()| ExitCode::SUCCESS),
            Some(PublishCommand::Rollback { release }) => {
                roll_back(arguments, options, release.as_deref()).await
            }
            None => build_and_publish(arguments, options).await,
        }
    });
    result.unwrap_or_else(|diagnostic| fail(arguments, &diagnostic))
}

fn fail(arguments: &Arguments, diagnostic: &Diagnostic) -> ExitCode {
    report::print_findings(std::slice::from_ref(diagnostic), arguments.format);
    ExitCode::FAILURE
}

fn cannot(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&codes::CANNOT_PUBLISH, message)
}

async fn list(options: &PublishOptions) -> Result<(), Diagnostic> {
    let config = aws::load(options.region.as_deref()).await;
    let (names, live) = publish::releases(&PageBucket::new(&config, &options.bucket))
        .await
        .map_err(|failure| cannot(failure.message).maybe_help(failure.help))?;
    let lines = names.iter().map(|name| {
        let is_live = live.as_ref() == Some(name);
        format!("{name}{}\n", if is_live { "  live" } else { "" })
    });
    report::answer(&lines.collect::<String>());
    Ok(())
}

async fn roll_back(
    arguments: &Arguments,
    options: &PublishOptions,
    to: Option<&str>,
) -> Result<ExitCode, Diagnostic> {
    let config = aws::load(options.region.as_deref()).await;
    let (bucket, cdn) = (
        PageBucket::new(&config, &options.bucket),
        edge(&config, options),
    );
    let live = match &options.url {
        Some(url) if !options.no_verify => Some(Web::new(url)),
        _ => None,
    };
    let outcome = publish::rollback(
        &bucket,
        &cdn,
        live.as_ref(),
        to,
        &settings(options),
        |_, summary| ask(options, summary),
    )
    .await;
    Ok(conclude(arguments, options, outcome))
}

async fn build_and_publish(
    arguments: &Arguments,
    options: &PublishOptions,
) -> Result<ExitCode, Diagnostic> {
    let project = project::find(arguments.root.as_deref())?;
    let mut inputs = project::inputs(&options.selection);
    inputs.scope = Scope {
        check: !options.preview,
        publish: !options.preview,
        external: false,
    };
    let (project, _temporary) = cache::writable(project);
    let mut progress = Progress::new(arguments.quiet);
    let (site, mut found, _) = build::once(&project, &inputs, &mut |stage| progress.stage(stage));
    drop(progress);
    diagnostic::sort(&mut found);
    report::print_findings(&found, arguments.format);
    let Some(site) = site else {
        if arguments.format == Format::Text {
            report::note(&refused(&found, options.preview));
        }
        return Ok(ExitCode::FAILURE);
    };
    let ready = ready(&project, &site)?;
    let config = aws::load(options.region.as_deref()).await;
    let (bucket, cdn) = (
        PageBucket::new(&config, &options.bucket),
        edge(&config, options),
    );
    let url = options.url.as_deref().unwrap_or(&site.base_url);
    let live = (!options.no_verify).then(|| Web::new(url));
    if let Some(live) = &live {
        warn_if_unreachable(live, url).await;
    }
    let outcome = publish::publish(
        &bucket,
        &cdn,
        live.as_ref(),
        &ready,
        &settings(options),
        |_, summary| ask(options, summary),
    )
    .await;
    let is_live = outcome.is_ok() && !options.preview;
    let code = conclude(arguments, options, outcome);
    if is_live {
        record(&project, &site, arguments)?;
    }
    Ok(code)
}

/// Returns why nothing was published.
fn refused(found: &[Diagnostic], is_preview: bool) -> String {
    let (errors, _) = report::count(found);
    let errors = report::counted(errors, "error");
    if is_preview {
        format!("{errors}; nothing was published")
    } else {
        format!(
            "{errors}; nothing was published. These are the rules of `site check --publish`; on a stack for drafts, --preview \
             skips them."
        )
    }
}

/// Records the addresses that are live now, so that no later build loses one.
fn record(project: &Project, site: &Site, arguments: &Arguments) -> Result<(), Diagnostic> {
    if check::record(project, &site.plan)? && !arguments.quiet {
        report::note(&format!(
            "New addresses were recorded in {}: commit it, so that no later site loses them.",
            url_ledger::FILE
        ));
    }
    Ok(())
}

/// Warns if the live site does not answer.
async fn warn_if_unreachable(live: &Web, url: &str) {
    if live.fetch("/").await.is_err() {
        eprintln!(
            "{url} does not answer, so the live site cannot be checked. --url names another address, --no-verify skips the check."
        );
    }
}

/// Makes the CDN that the options name.
fn edge(config: &SdkConfig, options: &PublishOptions) -> Edge {
    let (distribution, routes) = (options.distribution.as_deref(), options.routes.as_deref());
    Edge::new(config, distribution, routes)
}

/// Returns how this run publishes.
fn settings(options: &PublishOptions) -> Options {
    let who = ["GITHUB_ACTOR", "USER", "USERNAME"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok());
    let run = std::env::var("GITHUB_RUN_ID").map_or_else(
        |_| format!("process {}", std::process::id()),
        |run| format!("workflow run {run}"),
    );
    Options {
        owner: format!("{} ({run})", who.as_deref().unwrap_or("somebody")),
        grace: SignedDuration::from_hours(i64::from(options.grace_hours)),
        keep: options.keep,
        parallel: PARALLEL,
        checks: 1 + usize::from(options.wait / BETWEEN_CHECKS),
        between_checks: Duration::from_secs(BETWEEN_CHECKS.into()),
        may_vanish: options.preview,
        clock: Timestamp::now,
        sleep: |time| Box::pin(tokio::time::sleep(time)),
    }
}
