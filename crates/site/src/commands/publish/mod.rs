//! `site publish`: the built site to a bucket and its CDN, and back again. The order, the lock and the releases are the
//! `publish` crate's, S3 and CloudFront the `aws` crate's.

mod live;

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use aws::{Edge, PageBucket, SdkConfig};
use content::Tree;
use diagnostic::Diagnostic;
use jiff::{SignedDuration, Timestamp};
use publish::{Error, File, Live, Options, Outcome, Plan};

use crate::arguments::{Arguments, Format, PublishCommand, PublishOptions};
use crate::cache;
use crate::codes;
use crate::commands::check;
use crate::progress::Progress;
use crate::project;
use crate::report;
use build::Project;
use build::Site;
use build::host_files;
use inspect::addresses::media_type;
use inspect::headers;
use inspect::{Scope, url_ledger};

/// How many requests are under way at the same time.
const PARALLEL: usize = 16;
/// Seconds between two looks at the live site.
const LOOK: u16 = 5;

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
        Some(url) if !options.no_verify => Some(live::Web::new(url)),
        _ => None,
    };
    let done = publish::rollback(
        &bucket,
        &cdn,
        live.as_ref(),
        to,
        &settings(options),
        |_, text| ask(options, text),
    )
    .await;
    Ok(conclude(arguments, options, done))
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
    let live = (!options.no_verify).then(|| live::Web::new(url));
    if let Some(live) = &live {
        say_whether_reachable(live, url).await;
    }
    let done = publish::publish(
        &bucket,
        &cdn,
        live.as_ref(),
        &ready,
        &settings(options),
        |_, text| ask(options, text),
    )
    .await;
    let is_live = done.is_ok() && !options.preview;
    let code = conclude(arguments, options, done);
    if is_live {
        record(&project, &site, arguments)?;
    }
    Ok(code)
}

/// Why nothing was published.
fn refused(found: &[Diagnostic], is_preview: bool) -> String {
    let (errors, _) = report::count(found);
    let errors = report::counted(errors, "error");
    if is_preview {
        format!("{errors}; nothing was published")
    } else {
        format!(
            "{errors}; nothing was published. These are the rules of `site check --publish`; a stack for drafts takes the site \
             as it is, with --preview."
        )
    }
}

/// Writes down what is live now, so that no later build loses an address.
fn record(project: &Project, site: &Site, arguments: &Arguments) -> Result<(), Diagnostic> {
    if check::record(project, &site.plan)? && !arguments.quiet {
        report::note(&format!(
            "New addresses stand in {} now: commit it, and no later site loses them.",
            url_ledger::FILE
        ));
    }
    Ok(())
}

async fn say_whether_reachable(live: &live::Web, url: &str) {
    if live.fetch("/").await.is_err() {
        eprintln!(
            "{url} does not answer: what is live cannot be compared. --url names another address, --no-verify none."
        );
    }
}

/// The site with the headers of each file.
fn ready(project: &Project, site: &Site) -> Result<publish::Site, Diagnostic> {
    let tree = Tree::read(&project.root, "content");
    let files = site.files().into_iter().map(|(path, bytes)| {
        let cache_control = host_files::cache_control(&path);
        let file = File {
            bytes: bytes.to_vec(),
            media_type: media_type(&path).to_owned(),
            cache_control: cache_control.to_owned(),
            is_fingerprinted: cache_control.contains("immutable"),
        };
        (path, file)
    });
    Ok(publish::Site {
        files: files.collect(),
        addresses: site
            .plan
            .routes
            .iter()
            .map(|route| (route.output.clone(), route.url.clone()))
            .collect(),
        routes: host_files::route_table(site)?,
        policies: policies(site),
        gone: url_ledger::given_up(&tree),
    })
}

/// The policy of the start page, and of each page that has one of its own.
fn policies(site: &Site) -> BTreeMap<String, String> {
    let of = |address: &str| {
        let file = render::output_path(address);
        let mut headers = site.headers.of_file(&file);
        let policy = headers.find(|(name, _)| *name == headers::POLICY);
        policy.map(|(_, policy)| (address.to_owned(), policy.to_owned()))
    };
    let own = site.headers.exceptions.keys().map(String::as_str);
    std::iter::once("/").chain(own).filter_map(of).collect()
}

fn edge(config: &SdkConfig, options: &PublishOptions) -> Edge {
    let (distribution, routes) = (options.distribution.as_deref(), options.routes.as_deref());
    Edge::new(config, distribution, routes)
}

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
        looks: 1 + usize::from(options.wait / LOOK),
        between_looks: Duration::from_secs(LOOK.into()),
        may_vanish: options.preview,
        clock: Timestamp::now,
        sleep: |time| Box::pin(tokio::time::sleep(time)),
    }
}

/// Shows the plan and asks, unless the answer is known.
fn ask(options: &PublishOptions, text: &str) -> bool {
    eprint!("{text}");
    if options.dry_run {
        return false;
    }
    if options.yes {
        return true;
    }
    if !std::io::stdin().is_terminal() {
        eprintln!("Nobody is there to be asked; --yes publishes without asking.");
        return false;
    }
    eprint!("Publish this? [y/N] ");
    let _ = std::io::stderr().flush();
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

fn conclude(
    arguments: &Arguments,
    options: &PublishOptions,
    done: Result<Outcome, Error>,
) -> ExitCode {
    match done {
        Ok(Outcome::Nothing) => {
            eprintln!("Nothing has changed since the last time: there is nothing to publish.");
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
        Err(error) => fail(arguments, &explained(&error)),
    }
}

fn success(release: &str, verified: usize, plan: &Plan) -> String {
    let checked = if verified > 0 {
        format!(
            ", {} fetched and found right",
            report::counted(verified, "page")
        )
    } else {
        String::new()
    };
    let gone = if plan.deleted.is_empty() {
        String::new()
    } else {
        format!(", {} deleted", report::counted(plan.deleted.len(), "file"))
    };
    format!(
        "Live: release {release}{checked}{gone}. `site publish rollback` goes back to the one before."
    )
}

fn explained(error: &Error) -> Diagnostic {
    let diagnostic = cannot(error.to_string());
    match error {
        Error::Policy { live, needed, .. } => diagnostic
            .help(format!("live:   {live}"))
            .help(format!("needed: {needed}"))
            .help("run `site build --host-files cloudfront` and update the stack with the policies of dist-host/headers.json"),
        Error::NotSeen(_) => diagnostic
            .help("the bucket holds the new site; the CDN may take longer, or --url may name another site")
            .help("`site publish rollback` goes back"),
        Error::Outside(failure) => diagnostic
            .maybe_help(failure.help.clone())
            .help("what is live is whole; the same command goes on where this one ended"),
        Error::Vanished(_) => diagnostic
            .help("add a [[redirect]] from each of them to content/structure.toml")
            .help("or, where nothing takes its place, a [[gone]] table with `url` and `reason` to content/urls.toml"),
        Error::NoRelease(_) => diagnostic.help("`site publish releases` lists them"),
        _ => diagnostic,
    }
}
