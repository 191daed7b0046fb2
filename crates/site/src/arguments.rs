//! The command line's arguments and help texts.

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
    disable_help_subcommand = true,
    after_help = "Examples:
  site build                     write the finished site to dist/
  site serve                     preview it at http://localhost:4000, rebuilt on every change
  site check                     run every rule, write nothing
  site help first-day            read a chapter of the manual
  site build --format json       print findings as JSON"
)]
pub struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
    /// The project's folder, which contains content/ and themes/ [default: the current folder or the nearest one above it]
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// How to print findings
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print nothing but findings
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, to standard error
    Text,
    /// One JSON object per line, to standard output
    Json,
    /// GitHub Actions annotations, to standard output
    Github,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the site into dist/
    Build(BuildOptions),
    /// Check the site with every rule, without writing it
    Check(CheckOptions),
    /// Print the script that makes a shell complete commands, options, and names of the project
    #[command(after_help = "Examples:
  site completions bash > ~/.local/share/bash-completion/completions/site
  site completions zsh > ~/.zfunc/_site        with fpath+=~/.zfunc before compinit in .zshrc
  site completions fish > ~/.config/fish/completions/site.fish
  site completions powershell >> $PROFILE")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Check this computer and this project for whatever would make a build fail
    Doctor(DoctorOptions),
    /// Print a chapter of the manual, or the help of a command, a finding, a key, or a template function
    Help(HelpOptions),
    /// List, show, export, or erase what visitors sent through the forms
    Inbox(InboxOptions),
    /// Create a small working site
    Init(InitOptions),
    /// Complete front matter in an editor, which starts this command (Language Server Protocol on standard input and output)
    LanguageServer,
    /// List every page with its source, template, dates and number of words
    List(ListOptions),
    /// Print the manual page, or write the pages of all commands to a folder
    #[command(after_help = "Examples:
  site man | man -l -
  site man ~/.local/share/man/man1")]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Create an entry of a collection: a page, an article, or whatever content/structure.toml declares
    New(NewOptions),
    /// Check the site and publish it to S3 and CloudFront
    #[cfg(feature = "aws")]
    Publish(PublishOptions),
    /// Publish the site to S3 and CloudFront (not available: this program was built without the feature `aws`)
    #[cfg(not(feature = "aws"))]
    #[command(disable_help_flag = true)]
    Publish {
        /// Arguments that are accepted so that the error is about the missing feature
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        rest: Vec<String>,
    },
    /// Say when the site will next change by itself, and why
    Schedule(ScheduleOptions),
    /// Build and serve the site on this computer, and rebuild it on every change
    Serve(ServeOptions),
}

/// Which documents are part of the site, and on which day.
#[derive(Debug, Args)]
pub struct Selection {
    /// Include drafts
    #[arg(long)]
    pub drafts: bool,
    /// Include documents that are to be published on a later day
    #[arg(long)]
    pub future: bool,
    /// Use this date instead of today (year-month-day)
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub date: Option<Date>,
}

/// Options of `site build`.
#[derive(Debug, Args)]
pub struct BuildOptions {
    /// Which documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// Write to this folder instead of dist/
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write redirects, rewrites and headers in the format of this host: for Netlify into the output folder, for the
    /// others into dist-host/
    #[arg(long, value_name = "HOST", value_enum, value_delimiter = ',')]
    pub host_files: Vec<Host>,
    /// Print the time and CPU time of each stage
    #[arg(long)]
    pub timings: bool,
}

/// A host that reads redirects, rewrites and headers from files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Host {
    /// _headers and _redirects
    Netlify,
    /// nginx.conf
    Nginx,
    /// Caddyfile
    Caddy,
    /// routes.json and headers.json, for a stack of CloudFront
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
  site check                         run every rule that needs no network
  site check --publish --external    also run the rules for a live site, and check outside links
  site check --explain heading-order explain a finding and how to fix it
  site check --format github         annotate the lines of a pull request

The exit code is 0 if there are no errors, 1 if there are, and 2 for a wrong command line. Warnings do not count as \
errors.")]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct CheckOptions {
    /// Which documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// Also run the rules for a site that goes live: no placeholder data, no wording that is not approved
    #[arg(long)]
    pub publish: bool,
    /// Also check links to other sites
    #[arg(long)]
    pub external: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// If there are no errors, add the site's URLs to content/urls.toml, the list of all URLs ever published
    #[arg(long)]
    pub record: bool,
    /// List the code of every finding
    #[arg(long, conflicts_with_all = ["explain", "record", "publish", "external"])]
    pub list: bool,
    /// Explain a finding by its code
    #[arg(long, value_name = "CODE", conflicts_with_all = ["record", "publish", "external"])]
    pub explain: Option<String>,
}

/// Options of `site serve`.
#[derive(Debug, Args)]
pub struct ServeOptions {
    /// Which documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// The port to use; if it is taken, the next free one is used
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 makes the site available to other computers
    #[arg(long, default_value = "127.0.0.1", value_parser = address)]
    pub host: std::net::IpAddr,
    /// Open the site in a browser, at this page if it is named (for example /about)
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "/")]
    pub open: Option<String>,
    /// Serve pages without the script that reloads them after a change
    #[arg(long)]
    pub no_reload: bool,
    /// Print the time and CPU time of each stage of each build
    #[arg(long)]
    pub timings: bool,
}

/// Options of `site doctor`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site doctor                  check this computer and this project
  site doctor --aws            also check credentials, buckets, distribution and mail

--aws needs a program built with the feature `aws`. It checks what the environment variables SITE_BUCKET, SITE_DISTRIBUTION, \
FORMS_BUCKET and FORMS_FROM name. Nothing is changed. The exit code is 1 if there is a problem; notes do not count.")]
pub struct DoctorOptions {
    /// The port that `site serve` will use
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// Also check the AWS account
    #[arg(long)]
    pub aws: bool,
    /// The bucket that pages are published to, instead of `SITE_BUCKET`
    #[arg(long, value_name = "NAME", requires = "aws")]
    pub bucket: Option<String>,
}

/// Options of `site help`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site help                   list commands and chapters
  site help first-day         read a chapter of the manual
  site help inbox list        print the help of a command
  site help broken-link       explain a finding
  site help image             describe a function of templates
  site help structure.toml    describe a file of settings")]
pub struct HelpOptions {
    /// What to explain: a chapter, a command, the code of a finding, or a name of the reference
    #[arg(value_name = "TOPIC")]
    pub topic: Vec<String>,
}

/// Options of `site init`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site init my-shop
  git init my-shop && site init my-shop

The new site is that of a bicycle repair shop, with its own theme, schemas and checks. It needs no Node. The folder must \
be new or empty.")]
pub struct InitOptions {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Options of `site list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site list                            list every page
  site list --collection articles      list the pages or entries of one collection
  site list --hidden                   list what is not part of the site today, and why
  site list --format json              print one JSON object per line")]
pub struct ListOptions {
    /// Which documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// List only this collection: `articles`, `article`, …
    #[arg(long, value_name = "NAME")]
    pub collection: Option<String>,
    /// List what is left out: drafts, documents that are not published yet, and expired documents
    #[arg(long)]
    pub hidden: bool,
}

/// Options of `site schedule`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site schedule                        list all coming changes by day
  site schedule --next                 print only the time of the next change, if there is one
  site schedule --content --format json

A site changes without a change of its files because of the `publish` and `expire` dates of documents, because a \
page of a collection with the newest first (sort = \"-date\") is published on its date, and because of templates that show the day (build.date) or the year (build.year) of the build. Days begin at midnight in the site's \
utc_offset.")]
pub struct ScheduleOptions {
    /// Which documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// Print only the time of the next change
    #[arg(long)]
    pub next: bool,
    /// Ignore templates that show the day or the year
    #[arg(long)]
    pub content: bool,
}

/// Options of `site new`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site new                                        ask for the collection and for the values of its entry
  site new article --title 'Opening hours' --draft
  site new page --title Imprint --slug legal/imprint --body imprint.md
  --set 'stats.clients=30+'                       a key in a table
  --set 'faq.0.question=How long?' --set 'faq.0.answer=Two days.'
  --set tags=fast --set tags=cheap                a list; also --set 'tags=[\"fast\", \"cheap\"]'

COLLECTION is a name in content/structure.toml, with or without its final s, or the name of its schema (article for \
schemas/article.json). At a terminal, the command asks for required values that have no default; otherwise it lists them \
and stops. A draft needs only a title; what else it lacks is listed once it is no draft any more. The entry is checked \
before it is written.")]
pub struct NewOptions {
    /// The collection: `articles`, `article`, …
    #[arg(value_name = "COLLECTION")]
    pub collection: Option<String>,
    /// Its title: the value of `title`, of `name`, or of the first required text
    #[arg(long, short)]
    pub title: Option<String>,
    /// Set the value of a key, which can be in a table or list: `stats.clients`, `faq.0.question`. Can be repeated
    #[arg(long, short, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// Mark it as a draft, which is not published
    #[arg(long)]
    pub draft: bool,
    /// The name of its file without extension, which is also the end of its URL [default: derived from the title]
    #[arg(long, value_name = "NAME")]
    pub slug: Option<String>,
    /// Its language, which must be declared in content/site.toml
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// The file with its Markdown text; - for standard input
    #[arg(long, value_name = "FILE")]
    pub body: Option<PathBuf>,
}

fn date(text: &str) -> Result<Date, String> {
    text.parse()
        .map_err(|_| "write a date as year-month-day, for example 2026-11-21".to_owned())
}

fn address(text: &str) -> Result<std::net::IpAddr, String> {
    if text == "localhost" {
        return Ok(std::net::Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        "write an address like 127.0.0.1, or 0.0.0.0 for all addresses of this computer".to_owned()
    })
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write it as KEY=VALUE, for example category=News".to_owned()),
    }
}

/// Options of `site inbox`.
#[derive(Debug, Args)]
pub struct InboxOptions {
    /// What to do with submissions.
    #[command(subcommand)]
    pub action: InboxAction,
    /// Read the form function's bucket instead of the folder of `site serve` (needs a program built with the feature `aws`)
    #[arg(long, global = true, value_name = "NAME")]
    pub bucket: Option<String>,
}

/// What to do with submissions.
#[derive(Debug, Subcommand)]
pub enum InboxAction {
    /// List submissions, one per line
    List(InboxFilter),
    /// Show everything stored for a submission
    Show {
        /// Its reference
        id: String,
    },
    /// Export submissions for a spreadsheet or as JSON
    Export {
        /// Which submissions to export.
        #[command(flatten)]
        filter: InboxFilter,
        /// The format to write
        #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
        to: ExportFormat,
        /// Write to this file instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Erase the submissions that contain a person's email address, and print a receipt
    Erase {
        /// The person's email address
        #[arg(long)]
        email: String,
        /// Erase only this submission of those that contain the address. Can be repeated
        #[arg(long, value_name = "REFERENCE")]
        only: Vec<String>,
        /// Erase without asking
        #[arg(long)]
        yes: bool,
    },
}

/// Which submissions to include.
#[derive(Debug, Args)]
pub struct InboxFilter {
    /// Only submissions of this form
    #[arg(long, value_name = "NAME")]
    pub form: Option<String>,
    /// Only those received on this day or later (year-month-day, in the time zone of site.toml)
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub since: Option<Date>,
    /// Only those received on this day or earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub until: Option<Date>,
    /// Only those with this status
    #[arg(long, value_enum)]
    pub status: Option<InboxStatus>,
}

/// How far a submission has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InboxStatus {
    /// The notification was sent
    Notified,
    /// The notification is still to be sent
    Pending,
    /// The next digest reports it, because the day's notifications were used up
    Held,
    /// The notification could not be sent for a day
    GivenUp,
    /// The field that people do not see was filled in, so it is probably spam
    Quarantined,
}

/// Format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A table for a spreadsheet
    Csv,
    /// JSON for a program
    Json,
}

/// Options of `site publish`.
#[cfg(feature = "aws")]
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = false,
    after_help = "Credentials and region come from the same places as for the AWS command line. Examples:
  site publish --dry-run             show what would change
  site publish --yes                 publish without asking, for example in a workflow
  site publish --preview --future    publish an unfinished site to a stack for previews
  site publish rollback              go back to the previous release"
)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct PublishOptions {
    /// What to do instead of publishing the site.
    #[command(subcommand)]
    pub command: Option<PublishCommand>,
    /// Which documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// The bucket for the pages
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
    /// The ARN of the key value store with the route table
    #[arg(long, env = "SITE_ROUTES", value_name = "ARN", global = true)]
    pub routes: Option<String>,
    /// The bucket's region
    #[arg(long, global = true)]
    pub region: Option<String>,
    /// The URL of the live site, which is checked afterwards [default: `base_url` of content/site.toml]
    #[arg(long, env = "SITE_URL", global = true)]
    pub url: Option<String>,
    /// Do not check the live site, neither before nor after publishing
    #[arg(long, global = true)]
    pub no_verify: bool,
    /// Seconds to wait until the live site shows the new release
    #[arg(long, default_value_t = 120, value_name = "SECONDS", global = true)]
    pub wait: u16,
    /// Publish an unfinished site to a bucket for previews: placeholders are allowed, and URLs can disappear and are not
    /// recorded in content/urls.toml
    #[arg(long)]
    pub preview: bool,
    /// Show what would be done, and do nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Publish without asking
    #[arg(long, short, global = true)]
    pub yes: bool,
    /// Hours for which a file is kept after the last page that uses it is gone
    #[arg(long, default_value_t = 24, value_name = "HOURS", global = true)]
    pub grace_hours: u32,
    /// Number of releases to keep for a rollback
    #[arg(long, default_value_t = 10, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(2..).map(usize::from))]
    pub keep: usize,
}

/// What `site publish` can do instead of publishing.
#[cfg(feature = "aws")]
#[derive(Debug, Subcommand)]
pub enum PublishCommand {
    /// Go back to an earlier release
    Rollback {
        /// The release to go back to [default: the one before the live release]
        release: Option<String>,
    },
    /// List the releases that a rollback can restore
    Releases,
}
