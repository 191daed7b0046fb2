//! `site publish`: publishes the site to a bucket and its CDN, lists the releases, and rolls back to one of them.
//!
//! The order of the uploads, the lock, and the releases are in the `publish` crate; S3 and CloudFront are in the `aws` crate.

pub mod asked;
mod conversation;
mod publishable_site;

use std::process::ExitCode;
use std::time::Duration;

use aws::{Edge, LiveSite, PageBucket};
use build::{Destination, Inputs, Project, Site};
use diagnostic::Diagnostic;
use inspect::{Scope, url_ledger};
use jiff::{SignedDuration, Timestamp};
use publish::{Error, Live, Options, Outcome, Plan, Summary};

use crate::arguments::publish::{PublishCommand, PublishOptions};
use crate::arguments::{Arguments, Format};
use crate::cache;
use crate::codes;
use crate::commands::check;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::project;
use crate::report;
use conversation::{confirm, report_outcome};
use publishable_site::publishable_site;

/// Number of parallel requests to the bucket.
const PARALLEL: usize = 16;
/// Seconds between two checks of the live site.
const BETWEEN_CHECKS: u16 = 5;

/// Runs `site publish`.
pub fn run(arguments: &Arguments, options: &PublishOptions) -> Result<ExitCode, Failure> {
    if options.bucket.is_empty() {
        return Err(Failure::usage(cannot("no bucket is named").help(
            "name it with --bucket or SITE_BUCKET: the output SiteBucketName of the stack",
        )));
    }
    runtime()?.block_on(async {
        match &options.command {
            Some(PublishCommand::Releases) => list(options).await,
            Some(PublishCommand::Rollback { release }) => {
                roll_back(arguments, options, release.as_deref()).await
            }
            None => Box::pin(build_and_publish(arguments, options)).await,
        }
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, Diagnostic> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.map_err(|error| cannot(format!("cannot start: {error}")))
}

fn cannot(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&codes::CANNOT_PUBLISH, message)
}

async fn list(options: &PublishOptions) -> Result<ExitCode, Failure> {
    let (names, live) = releases(options).await?;
    let lines = names.iter().map(|name| {
        let is_live = live.as_ref() == Some(name);
        format!("{name}{}\n", if is_live { "  live" } else { "" })
    });
    report::print_result(&lines.collect::<String>());
    Ok(ExitCode::SUCCESS)
}

/// Returns the names of the releases, and that of the live one.
async fn releases(options: &PublishOptions) -> Result<(Vec<String>, Option<String>), Diagnostic> {
    let config = aws::load(options.region.as_deref()).await;
    publish::releases(&PageBucket::new(&config, &options.bucket))
        .await
        .map_err(|failure| cannot(failure.message).maybe_help(failure.help))
}

async fn roll_back(
    arguments: &Arguments,
    options: &PublishOptions,
    to: Option<&str>,
) -> Result<ExitCode, Failure> {
    let quiet = arguments.quiet;
    let ask = |_: &Plan, summary: &Summary| confirm(options, quiet, &summary.to_string());
    let outcome = rolled_back(options, to, ask).await;
    report_outcome(options, quiet, outcome)
}

/// Goes back to an earlier release, if `ask` agrees to the plan.
async fn rolled_back(
    options: &PublishOptions,
    to: Option<&str>,
    ask: impl FnOnce(&Plan, &Summary) -> bool,
) -> Result<Outcome, Error> {
    let (bucket, cdn) = services(options).await;
    let live = match &options.url {
        Some(url) if !options.no_verify => Some(LiveSite::new(url)),
        _ => None,
    };
    let settings = settings(options);
    publish::rollback(&bucket, &cdn, live.as_ref(), to, &settings, ask).await
}

async fn build_and_publish(
    arguments: &Arguments,
    options: &PublishOptions,
) -> Result<ExitCode, Failure> {
    let project = project::find(arguments.root.as_deref())?;
    let mut inputs = project::inputs(&options.selection);
    inputs.scope = Scope {
        check: !options.preview,
        publish: !options.preview,
        external: false,
    };
    let (project, _temporary) = cache::writable(project);
    let mut progress = Progress::new(arguments.quiet);
    let (site, mut diagnostics, _) =
        build::once(&project, &inputs, Destination::Memory, &mut |stage| {
            progress.stage(stage);
        });
    drop(progress);
    diagnostic::sort(&mut diagnostics);
    report::print_diagnostics(&diagnostics, arguments.format);
    let site = site.filter(|_| !diagnostic::has_errors(&diagnostics));
    let Some(site) = site else {
        if arguments.format == Format::Text {
            report::note(&refused(&diagnostics, options.preview));
        }
        return Ok(ExitCode::FAILURE);
    };
    let publishable = publishable(&project, &inputs, &site)?;
    let url = live_url(options, &site);
    if !options.no_verify {
        warn_if_unreachable(&LiveSite::new(url), url).await;
    }
    let quiet = arguments.quiet;
    let ask = |_: &Plan, summary: &Summary| confirm(options, quiet, &summary.to_string());
    let outcome = published(options, &publishable, url, ask).await;
    let is_live = outcome.is_ok() && !options.preview;
    let code = report_outcome(options, arguments.quiet, outcome)?;
    if is_live {
        record(&project, &site, arguments)?;
    }
    Ok(code)
}

/// Returns the files and headers of a site. Fails if the site cannot be published to a bucket.
fn publishable(
    project: &Project,
    inputs: &Inputs,
    site: &Site,
) -> Result<publish::Site, Diagnostic> {
    if !site.base_path().is_top() {
        return Err(build::host_files::needs_top(&site.base_path()));
    }
    publishable_site(project, inputs, site)
}

/// Returns the URL of the live site.
fn live_url<'a>(options: &'a PublishOptions, site: &'a Site) -> &'a str {
    let url = options.url.as_deref();
    url.unwrap_or(&site.content.config.base_url)
}

/// Publishes a site, if `ask` agrees to the plan.
async fn published(
    options: &PublishOptions,
    site: &publish::Site,
    url: &str,
    ask: impl FnOnce(&Plan, &Summary) -> bool,
) -> Result<Outcome, Error> {
    let (bucket, cdn) = services(options).await;
    let live = (!options.no_verify).then(|| LiveSite::new(url));
    let settings = settings(options);
    publish::publish(&bucket, &cdn, live.as_ref(), site, &settings, ask).await
}

/// Returns the note that says that the site was not published because it has errors.
fn refused(diagnostics: &[Diagnostic], is_preview: bool) -> String {
    let errors = report::errors(diagnostics);
    let errors = report::pluralize(errors, "error");
    if is_preview {
        format!("{errors}; nothing was published")
    } else {
        format!(
            "{errors}; nothing was published. `site check --publish` runs the same rules; --preview skips those for a live site."
        )
    }
}

/// Adds the published URLs to `content/urls.toml`, so that a later release without one of them is refused.
fn record(project: &Project, site: &Site, arguments: &Arguments) -> Result<(), Diagnostic> {
    if check::record(project, &site.plan)? && !arguments.quiet {
        report::note(&format!(
            "New URLs were added to {}: commit it, so that no later release loses them.",
            url_ledger::FILE
        ));
    }
    Ok(())
}

/// Prints a warning if the live site does not answer.
async fn warn_if_unreachable(live: &LiveSite, url: &str) {
    if live.fetch("/").await.is_err() {
        report::note(&format!(
            "{url} does not answer, so the live site cannot be checked. --url names another site, --no-verify skips the check."
        ));
    }
}

/// Returns clients of the bucket and of the CDN (distribution and route table) that the options name.
async fn services(options: &PublishOptions) -> (PageBucket, Edge) {
    let config = aws::load(options.region.as_deref()).await;
    let (distribution, routes) = (options.distribution.as_deref(), options.routes.as_deref());
    let edge = Edge::new(&config, distribution, routes);
    (PageBucket::new(&config, &options.bucket), edge)
}

/// Returns the settings of this run for the `publish` crate.
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
        checks: 1 + usize::from(options.wait.div_ceil(BETWEEN_CHECKS)),
        form_checks: 1 + usize::from(options.wait_for_forms.div_ceil(BETWEEN_CHECKS)),
        between_checks: Duration::from_secs(BETWEEN_CHECKS.into()),
        may_vanish: options.preview,
        clock: Timestamp::now,
        sleep: |time| Box::pin(tokio::time::sleep(time)),
    }
}
