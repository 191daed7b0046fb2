//! `site publish` for another command: prints nothing, and asks a function whether to publish.

use std::ffi::OsStr;
use std::path::Path;

use build::{Destination, Project};
use clap::Parser as _;
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Severity, has_errors};
use inspect::Scope;
use publish::{Error, Outcome, Plan, Summary};

use super::{cannot, live_url, publishable, published, rolled_back, runtime};
use crate::arguments::publish::PublishOptions;
use crate::arguments::{Arguments, Command};
use crate::commands::check;
use crate::failure::Failure;
use crate::{cache, project};

/// A release that would become live.
pub struct Proposal<'a> {
    /// The steps.
    pub plan: &'a Plan,
    /// Description of the changes.
    pub summary: &'a Summary,
    /// Fingerprint of the files that would become live, and of those that they replace.
    pub fingerprint: String,
}

/// Result of a run.
pub enum Run {
    /// The site has these errors.
    Faulty(Vec<Diagnostic>),
    /// What the run has done, and whether `content/urls.toml` has new URLs.
    Ended(Result<Outcome, Error>, bool),
}

/// Publishes the project in a folder with the settings of the environment, or goes back to the release before the live one, if `ask`
/// agrees. Fails if the run could not begin.
pub fn run(
    root: &Path,
    back: bool,
    ask: impl FnOnce(&Proposal<'_>) -> bool,
) -> Result<Run, Failure> {
    let words = ["site", "publish", "rollback"].map(OsStr::new);
    let words = words.into_iter().take(if back { 3 } else { 2 });
    let words = words.chain([OsStr::new("--root"), root.as_os_str()]);
    let arguments = Arguments::try_parse_from(words).map_err(|error| cannot(error.to_string()))?;
    let Command::Publish(options) = &arguments.command else {
        return Err(cannot("there are no settings").into());
    };
    let runtime = runtime()?;
    if !back {
        let (project, _temporary) = cache::writable(project::find(Some(root))?);
        return runtime.block_on(Box::pin(publish_project(&project, options, ask)));
    }
    let outcome = runtime.block_on(async {
        let (names, live) = super::releases(options).await?;
        let releases = names.iter().chain(&live);
        let releases = releases.fold(Fingerprinter::default(), |all, name| all.text(name));
        let releases = releases.finish();
        let ask = |plan: &Plan, summary: &Summary| ask(&proposal(plan, summary, releases));
        Ok::<_, Failure>(rolled_back(options, None, ask).await)
    });
    Ok(Run::Ended(outcome?, false))
}

async fn publish_project(
    project: &Project,
    options: &PublishOptions,
    ask: impl FnOnce(&Proposal<'_>) -> bool,
) -> Result<Run, Failure> {
    let mut inputs = project::inputs(&options.selection);
    inputs.scope = Scope {
        check: true,
        publish: true,
        external: false,
    };
    let (site, mut findings, _) = build::once(project, &inputs, Destination::Memory, &mut |_| {});
    let Some(site) = site.filter(|_| !has_errors(&findings)) else {
        findings.retain(|finding| finding.severity == Severity::Error);
        return Ok(Run::Faulty(findings));
    };
    let files = publishable(project, &inputs, &site)?;
    let contents = files.files.iter();
    let contents = contents.fold(Fingerprinter::default(), |all, (path, file)| {
        all.text(path).bytes(&file.bytes)
    });
    let contents = contents.finish();
    let ask = |plan: &Plan, summary: &Summary| ask(&proposal(plan, summary, contents));
    let outcome = published(options, &files, live_url(options, &site), ask).await;
    let has_new_urls = outcome.is_ok() && check::record(project, &site.plan)?;
    Ok(Run::Ended(outcome, has_new_urls))
}

fn proposal<'a>(plan: &'a Plan, summary: &'a Summary, contents: Fingerprint) -> Proposal<'a> {
    // Times, such as those from which on files are out of use, differ in each run.
    let lists = [
        &plan.new,
        &plan.changed,
        &plan.deleted,
        &plan.routes_removed,
    ];
    let all = lists.into_iter().flatten().chain(plan.routes.keys());
    let all = all.chain(plan.routes.values());
    let all = all.fold(Fingerprinter::default().part(contents), |all, one| {
        all.text(one)
    });
    Proposal {
        plan,
        summary,
        fingerprint: format!("{:032x}", all.finish().0),
    }
}
