//! `site publish`: the built site to a bucket and its CDN, and back again. The order, the lock and the releases are the
//! `publish` crate's; here are the command, S3 and CloudFront.

mod cloudfront;
mod live;
mod s3;

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use content::Diagnostic;
use jiff::{SignedDuration, Timestamp};
use publish::{Error, Failure, File, Live, Options, Outcome, Plan};

use crate::answer::media_type;
use crate::arguments::{Arguments, PublishCommand, PublishOptions};
use crate::build::{self, Site};
use crate::host_files;
use crate::project::{self, Project};
use crate::report;

/// How many requests are under way at the same time.
const PARALLEL: usize = 16;
/// How often the live site is looked at before it is said to be wrong: for two minutes, see `live::PAUSE`.
const LOOKS: usize = 25;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &PublishOptions) -> ExitCode {
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
    report::finish(std::slice::from_ref(diagnostic), arguments.format)
}

fn cannot(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("cannot-publish", message)
}

async fn list(options: &PublishOptions) -> Result<(), Diagnostic> {
    let config = config(options).await;
    let (names, live) = publish::releases(&s3::Pages::new(&config, &options.bucket))
        .await
        .map_err(|error| cannot(error.0))?;
    for name in names {
        println!(
            "{name}{}",
            if live.as_ref() == Some(&name) {
                "  live"
            } else {
                ""
            }
        );
    }
    Ok(())
}

async fn roll_back(
    arguments: &Arguments,
    options: &PublishOptions,
    to: Option<&str>,
) -> Result<ExitCode, Diagnostic> {
    let config = config(options).await;
    let (bucket, cdn) = (
        s3::Pages::new(&config, &options.bucket),
        cloudfront::Edge::new(&config, options),
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
    let project = Project::find(arguments.root.as_deref())?;
    let (site, mut found) = build::build(&project, &project::inputs(&options.selection));
    content::sort(&mut found);
    let Some(site) = site else {
        return Ok(report::finish(&found, arguments.format));
    };
    report::print(&found, arguments.format);
    let ready = ready(&site)?;
    let config = config(options).await;
    let (bucket, cdn) = (
        s3::Pages::new(&config, &options.bucket),
        cloudfront::Edge::new(&config, options),
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
    Ok(conclude(arguments, options, done))
}

async fn say_whether_reachable(live: &live::Web, url: &str) {
    if live.fetch("/").await.is_err() {
        eprintln!(
            "{url} does not answer: what is live cannot be compared. --url names another address, --no-verify none."
        );
    }
}

/// The site with the headers of each file.
fn ready(site: &Site) -> Result<publish::Site, Diagnostic> {
    let files = site.files.iter().map(|(path, bytes)| {
        let cache_control = host_files::cache_control(path);
        let file = File {
            bytes: bytes.clone(),
            media_type: media_type(path).to_owned(),
            cache_control: cache_control.to_owned(),
            is_fingerprinted: cache_control.contains("immutable"),
        };
        (path.clone(), file)
    });
    Ok(publish::Site {
        files: files.collect(),
        addresses: site
            .plan
            .routes
            .values()
            .map(|route| (route.output.clone(), route.url.clone()))
            .collect(),
        routes: host_files::route_table(site)?,
        policy: site
            .headers
            .of_file("index.html")
            .find(|(name, _)| *name == crate::headers::POLICY)
            .map(|(_, policy)| policy.to_owned())
            .unwrap_or_default(),
    })
}

async fn config(options: &PublishOptions) -> aws_config::SdkConfig {
    let mut loader = aws_config::defaults(aws_config::BehaviorVersion::latest());
    if let Some(region) = &options.region {
        loader = loader.region(aws_config::Region::new(region.clone()));
    }
    loader.load().await
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
        looks: LOOKS,
        clock: Timestamp::now,
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
        Error::Policy { live, needed } => diagnostic
            .help(format!("live:   {live}"))
            .help(format!("needed: {needed}"))
            .help("run `site build --host-files cloudfront` and update the stack with the policies of dist-host/headers.json"),
        Error::NotSeen(_) => diagnostic
            .help("the bucket holds the new site; the CDN may take longer, or --url may name another site")
            .help("`site publish rollback` goes back"),
        Error::Outside(Failure(_)) => diagnostic.help("what is live is whole; run the command again to go on"),
        Error::NoRelease(_) => diagnostic.help("`site publish releases` lists them"),
        _ => diagnostic,
    }
}
