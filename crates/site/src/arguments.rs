//! The command line.

use std::path::PathBuf;

#[cfg(feature = "aws")]
use clap::builder::TypedValueParser as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use jiff::civil::Date;

/// Builds and serves a static site from content in Markdown and TOML.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    propagate_version = true,
    after_help = "Examples:
  site build                     write the finished site to dist/
  site serve                     look at it at http://localhost:4000, built anew on every change
  site check                     every rule over the site, nothing written
  site build --format json       findings for a program to read"
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The project's folder, with content/ and themes/ in it. By default the nearest one from here upwards
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// How findings are written
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Say nothing when all is well
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, to standard error
    Text,
    /// One JSON object a line, to standard output
    Json,
    /// Workflow commands of GitHub Actions, to standard output
    Github,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the site into dist/
    Build(BuildOptions),
    /// Check the site with every rule; nothing is written
    Check(CheckOptions),
    /// Print a script by which a shell completes this command
    #[command(after_help = "Examples:
  site completions bash > ~/.local/share/bash-completion/completions/site
  site completions zsh > ~/.zfunc/_site        with fpath+=~/.zfunc before compinit in .zshrc
  site completions fish > ~/.config/fish/completions/site.fish
  site completions powershell >> $PROFILE")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Say what this computer lacks for building, serving and publishing, and what to do about it
    Doctor(DoctorOptions),
    /// Look at what visitors sent with the forms
    Inbox(InboxOptions),
    /// Make a small working site to begin with
    Init(InitOptions),
    /// List every address with its source, template, dates and words
    List(ListOptions),
    /// Print the manual page, or write it and those of all commands to a folder
    #[command(after_help = "Examples:
  site man | man -l -
  site man ~/.local/share/man/man1")]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Write a new entry of a collection: a page, an article, whatever content/structure.toml declares
    New(NewOptions),
    /// Check the site and put it on S3 and CloudFront (where this program was built with it: --features aws)
    #[cfg(feature = "aws")]
    Publish(PublishOptions),
    /// Check the site and put it on S3 and CloudFront (not in this program: it was built without --features aws)
    #[cfg(not(feature = "aws"))]
    #[command(disable_help_flag = true)]
    Publish {
        /// Taken, so that the answer is not about them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        rest: Vec<String>,
    },
    /// Say when a build would next give another site, and why
    Schedule(ScheduleOptions),
    /// Build the site, serve it on this computer and build it again on every change
    Serve(ServeOptions),
}

/// Which documents are taken in, and for which day.
#[derive(Debug, Args)]
pub struct Selection {
    /// Take in drafts
    #[arg(long)]
    pub drafts: bool,
    /// Take in documents whose `publish` date is still to come
    #[arg(long)]
    pub future: bool,
    /// Build as of this day (year-month-day) instead of today
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub date: Option<Date>,
}

/// Options of `site build`.
#[derive(Debug, Args)]
pub struct BuildOptions {
    /// What to build.
    #[command(flatten)]
    pub selection: Selection,
    /// Where to write, instead of dist/
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write redirects, rewrites and headers as this host reads them: for Netlify among the pages, for the others to
    /// dist-host/
    #[arg(long, value_name = "HOST", value_enum, value_delimiter = ',')]
    pub host_files: Vec<Host>,
    /// Say how long each stage took
    #[arg(long)]
    pub timings: bool,
}

/// A host that is told of redirects, rewrites and headers by files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Host {
    /// _headers and _redirects
    Netlify,
    /// nginx.conf
    Nginx,
    /// Caddyfile
    Caddy,
    /// routes.json and headers.json, for deploy/
    Cloudfront,
}

impl From<Host> for build::host_files::Host {
    fn from(host: Host) -> Self {
        match host {
            Host::Netlify => Self::Netlify,
            Host::Nginx => Self::Nginx,
            Host::Caddy => Self::Caddy,
            Host::Cloudfront => Self::Cloudfront,
        }
    }
}

/// Options of `site check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site check                         everything that needs no network
  site check --publish --external    what has to be right before visitors see it
  site check --explain heading-order what a finding means and how to mend it
  site check --format github         notes at the lines of a pull request

The exit code is 0 where there is no error (warnings are none), 1 where there is one, 2 for a wrong command line.")]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct CheckOptions {
    /// What to build.
    #[command(flatten)]
    pub selection: Selection,
    /// Refuse what must not be public: placeholder data, wording rules nobody has signed off
    #[arg(long)]
    pub publish: bool,
    /// Ask other sites whether the pages this one links to are there
    #[arg(long)]
    pub external: bool,
    /// Take warnings for errors
    #[arg(long)]
    pub strict: bool,
    /// Add the addresses of a site without errors to content/urls.toml, the list of all that were ever published
    #[arg(long)]
    pub record: bool,
    /// List every rule
    #[arg(long, conflicts_with_all = ["explain", "record", "publish", "external"])]
    pub list: bool,
    /// Explain a finding by its code
    #[arg(long, value_name = "CODE", conflicts_with_all = ["record", "publish", "external"])]
    pub explain: Option<String>,
}

/// Options of `site serve`.
#[derive(Debug, Args)]
pub struct ServeOptions {
    /// What to build.
    #[command(flatten)]
    pub selection: Selection,
    /// The port; if it is taken, the next free one
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 lets other computers in
    #[arg(long, default_value = "127.0.0.1", value_parser = address)]
    pub host: std::net::IpAddr,
    /// Open the site in the browser
    #[arg(long)]
    pub open: bool,
    /// Serve pages exactly as they are published: open pages are not kept up to date
    #[arg(long)]
    pub no_reload: bool,
    /// Say how long each stage of each build took
    #[arg(long)]
    pub timings: bool,
}

/// Options of `site doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site doctor                  this computer and this project
  site doctor --aws            also credentials, buckets, distribution and mail

--aws needs a program built with --features aws, and asks for what these name: SITE_BUCKET, SITE_DISTRIBUTION, FORMS_BUCKET, \
FORMS_FROM. Nothing is changed, here or there. The exit code is 1 where there is a problem; notes are none.")]
pub struct DoctorOptions {
    /// The port that `site serve` is to have
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// Also look at the AWS account
    #[arg(long)]
    pub aws: bool,
    /// The bucket that pages are published to, instead of `SITE_BUCKET`
    #[arg(long, value_name = "NAME", requires = "aws")]
    pub bucket: Option<String>,
}

/// Options of `site init`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site init my-shop
  git init my-shop && site init my-shop

The site is that of a bicycle repair shop, with its own theme, schemas and checks. It needs neither Node nor anything \
else. The folder has to be new or empty.")]
pub struct InitOptions {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Options of `site list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site list                            every page
  site list --collection articles      those of one collection; of one without pages, its entries
  site list --hidden                   what is not part of the site today, and why
  site list --format json              one JSON object a line")]
pub struct ListOptions {
    /// What to take in.
    #[command(flatten)]
    pub selection: Selection,
    /// Of this collection only
    #[arg(long, value_name = "NAME")]
    pub collection: Option<String>,
    /// What is left out: drafts, and documents whose day has not come or is past
    #[arg(long)]
    pub hidden: bool,
}

/// Options of `site schedule`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site schedule                        every coming change with its day
  site schedule --next                 the next moment alone; nothing where there is none
  site schedule --content --format json

What changes a site without anybody changing its files: `publish` and `expire` dates of documents, and templates that \
show the day (build.date) or the year (build.year) of the build. Days begin at midnight in the site's utc_offset.")]
pub struct ScheduleOptions {
    /// What to take in.
    #[command(flatten)]
    pub selection: Selection,
    /// Only the next moment
    #[arg(long)]
    pub next: bool,
    /// Only what documents ask for, not templates that show the day or the year
    #[arg(long)]
    pub content: bool,
}

/// Options of `site new`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site new                                        asks which collection, and for what its entry needs
  site new article --title 'Opening hours' --draft
  site new page --title Imprint --slug legal/imprint --body imprint.md
  --set 'stats.clients=30+'                       a key in a table
  --set 'faq.0.question=How long?' --set 'faq.0.answer=Two days.'
  --set tags=fast --set tags=cheap                a list; or --set 'tags=[\"fast\", \"cheap\"]'

A collection is named as in content/structure.toml, without its last s, or by its schema (article for \
schemas/article.json). What the schema requires and neither the command line nor the schema's defaults give is asked for \
at a terminal, and listed elsewhere. The file is checked before it is written.")]
pub struct NewOptions {
    /// The collection: `articles`, `article`, …
    #[arg(value_name = "COLLECTION")]
    pub collection: Option<String>,
    /// What it is called: its `title`, its `name`, or the first text it has to have
    #[arg(long, short)]
    pub title: Option<String>,
    /// A value, by its key; `stats.clients` and `faq.0.question` lead into tables and lists. May be repeated
    #[arg(long, short, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// Keep it out of the published site
    #[arg(long)]
    pub draft: bool,
    /// The file's name without ending, and so the end of its address. By default it is made from the title
    #[arg(long, value_name = "NAME")]
    pub slug: Option<String>,
    /// Its language, one that content/site.toml declares
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// A file with its text in Markdown; - for standard input
    #[arg(long, value_name = "FILE")]
    pub body: Option<PathBuf>,
}

fn date(text: &str) -> Result<Date, String> {
    text.parse()
        .map_err(|_| "a date is written year-month-day, for example 2026-11-21".to_owned())
}

fn address(text: &str) -> Result<std::net::IpAddr, String> {
    if text == "localhost" {
        return Ok(std::net::Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        "an address is written 127.0.0.1, or 0.0.0.0 for every one of this computer".to_owned()
    })
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err("it is written KEY=VALUE, for example category=News".to_owned()),
    }
}

/// Options of `site inbox`.
#[derive(Debug, Args)]
pub struct InboxOptions {
    /// What to do.
    #[command(subcommand)]
    pub action: InboxAction,
    /// The form function's bucket, instead of the folder of `site serve` (needs a build with the feature `aws`)
    #[arg(long, global = true, value_name = "NAME")]
    pub bucket: Option<String>,
}

/// What to do with submissions.
#[derive(Debug, Subcommand)]
pub enum InboxAction {
    /// One line for each submission
    List(InboxFilter),
    /// Everything of one submission
    Show {
        /// Its reference
        id: String,
    },
    /// A table for a spreadsheet, or JSON
    Export {
        /// Which ones.
        #[command(flatten)]
        filter: InboxFilter,
        /// What to write
        #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
        to: ExportFormat,
        /// Where to write, instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Show the submissions that contain a person's address, erase them, and print a receipt
    Erase {
        /// The person's email address
        #[arg(long)]
        email: String,
        /// Erase only this one of the submissions that contain the address (can be repeated)
        #[arg(long, value_name = "REFERENCE")]
        only: Vec<String>,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// Which submissions are meant.
#[derive(Debug, Args)]
pub struct InboxFilter {
    /// Of this form
    #[arg(long, value_name = "NAME")]
    pub form: Option<String>,
    /// Received on this day or later (year-month-day, where site.toml says the site is)
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub since: Option<Date>,
    /// Received before this day
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub until: Option<Date>,
    /// That got this far
    #[arg(long, value_enum)]
    pub status: Option<InboxStatus>,
}

/// How far a submission got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InboxStatus {
    /// The firm was told
    Notified,
    /// The firm is still to be told
    Pending,
    /// The next digest tells the firm, because the day's mails were used up
    Held,
    /// The firm could not be told for a day
    GivenUp,
    /// The hidden field was filled in
    Quarantined,
}

/// What an export is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// For a spreadsheet
    Csv,
    /// For a program
    Json,
}

/// Options of `site publish`.
#[cfg(feature = "aws")]
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = false,
    after_help = "Credentials and region are found as by the AWS command line. Examples:
  site publish --dry-run             say what would change
  site publish --yes                 publish without asking, as a workflow does
  site publish --preview --future    show a draft on a stack of its own
  site publish rollback              back to the release before"
)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct PublishOptions {
    /// What to do instead of publishing what is here.
    #[command(subcommand)]
    pub command: Option<PublishCommand>,
    /// What to build.
    #[command(flatten)]
    pub selection: Selection,
    /// The bucket that pages are in
    #[arg(
        long,
        env = "SITE_BUCKET",
        global = true,
        default_value = "",
        hide_default_value = true
    )]
    pub bucket: String,
    /// The CloudFront distribution in front of it
    #[arg(long, env = "SITE_DISTRIBUTION", global = true)]
    pub distribution: Option<String>,
    /// ARN of the key value store with the table of routes
    #[arg(long, env = "SITE_ROUTES", value_name = "ARN", global = true)]
    pub routes: Option<String>,
    /// The bucket's region
    #[arg(long, global = true)]
    pub region: Option<String>,
    /// Where visitors see it, to compare afterwards; `base_url` of content/site.toml by default
    #[arg(long, env = "SITE_URL", global = true)]
    pub url: Option<String>,
    /// Do not look at the live site, before or after
    #[arg(long, global = true)]
    pub no_verify: bool,
    /// Seconds that visitors may take to see it, before it is said that they do not
    #[arg(long, default_value_t = 120, value_name = "SECONDS", global = true)]
    pub wait: u16,
    /// Publish what is not finished, to a bucket that is there for looking at drafts: placeholders are no errors, addresses
    /// may vanish and are not recorded in content/urls.toml
    #[arg(long)]
    pub preview: bool,
    /// Say what would be done, and do nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long, short, global = true)]
    pub yes: bool,
    /// Hours that files stay after the last page that used them
    #[arg(long, default_value_t = 24, value_name = "HOURS", global = true)]
    pub grace_hours: u32,
    /// Releases that can be gone back to
    #[arg(long, default_value_t = 10, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(2..).map(usize::from))]
    pub keep: usize,
}

/// What else `site publish` does.
#[cfg(feature = "aws")]
#[derive(Debug, Subcommand)]
pub enum PublishCommand {
    /// Go back to an earlier release
    Rollback {
        /// Its name; without one, the release before the live one
        release: Option<String>,
    },
    /// List the releases that can be gone back to
    Releases,
}
