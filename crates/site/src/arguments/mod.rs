//! The command line's arguments and help texts.

pub mod inbox;
pub mod other_generators;
#[cfg(feature = "aws")]
pub mod publish;
pub mod renamed;
pub mod selection;
mod values;

use std::path::PathBuf;

use build::host_files::Host;
use clap::{Args, Parser, Subcommand, ValueEnum};

use self::inbox::InboxOptions;
#[cfg(feature = "aws")]
use self::publish::PublishOptions;
use self::selection::Selection;
use self::values::{Choices, address, key_and_value, one_of};

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

/// Output format of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, to standard error
    Text,
    /// One JSON object per line, to standard output
    Json,
    /// GitHub Actions annotations, to standard output
    Github,
}

/// A command of the program.
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
    /// Check this computer and this project for problems that would make a build fail
    Doctor(DoctorOptions),
    /// Preview the site, and edit its texts, facts, and pictures in a drawer beside the page
    Edit(EditOptions),
    /// Print a chapter of the manual, or the help of a command, a finding, a key, or a template function
    Help(HelpOptions),
    /// Convert a site of another generator
    Import(ImportOptions),
    /// List, show, export, or erase submissions of the site's forms
    Inbox(InboxOptions),
    /// Create a small working site
    Init(InitOptions),
    /// Check and complete a site while an editor changes it; the editor starts this command (Language Server Protocol on standard input and output)
    LanguageServer,
    /// List every page with its source, template, dates and number of words
    List(ListOptions),
    /// Print the manual page, or write the pages of all commands to a folder
    #[command(after_help = "Examples:
  site man | man -l -
  site man ~/.local/share/man/man1")]
    Man {
        /// The folder for the pages of all commands
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
    /// Show when and why the site will change without an edit
    Schedule(ScheduleOptions),
    /// Build and serve the site on this computer, and rebuild it on every change
    Serve(ServeOptions),
}

/// Options of `site build`.
#[derive(Debug, Args)]
pub struct BuildOptions {
    /// Selection of the documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// Write to this folder instead of dist/
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Also write redirects, rewrites and headers in the format of this host: for Netlify and GitHub Pages
    /// into the output folder, for the others into dist-host/
    #[arg(long, value_name = "HOST", value_parser = one_of(HOSTS), value_delimiter = ',')]
    pub host_files: Vec<Host>,
    /// Print the time and CPU time of each stage, or with =templates the time of each template, block, and component
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "stages")]
    pub timings: Option<Timings>,
}

/// What `--timings` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Timings {
    /// Time and CPU time of each stage
    Stages,
    /// Time of each template, block, and component, the slowest first
    Templates,
}

const HOSTS: Choices<Host> = &[
    ("netlify", "_headers and _redirects", Host::Netlify),
    (
        "github-pages",
        ".nojekyll, CNAME, and a page for each redirect",
        Host::GithubPages,
    ),
    ("nginx", "nginx.conf", Host::Nginx),
    ("caddy", "Caddyfile", Host::Caddy),
    (
        "cloudfront",
        "routes.json and headers.json, for a CloudFront stack",
        Host::Cloudfront,
    ),
];

/// Options of `site check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site check                         run every rule that needs no network
  site check --publish --external    also run the rules for a live site, and check links to other sites
  site check --explain heading-order explain a finding and how to fix it
  site check --fix                   correct what has a safe fix
  site check --diff                  show what --fix would change
  site check --format github         annotate the lines of a pull request

The exit code is 0 if there are no errors, 1 if there are, and 2 for a wrong command line. Warnings do not count as \
errors. With --fix, errors count that are left; with --diff, a fix counts as well.")]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct CheckOptions {
    /// Selection of the documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// Also run the rules for a site that goes live: no placeholder data, no unapproved wording
    #[arg(long)]
    pub publish: bool,
    /// Also check links to other sites
    #[arg(long)]
    pub external: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Correct what has a safe fix, and report what is left
    #[arg(long, conflicts_with = "diff")]
    pub fix: bool,
    /// Print what --fix would change as a unified diff, and change nothing
    #[arg(long, conflicts_with = "record")]
    pub diff: bool,
    /// If there are no errors, add the site's URLs to content/urls.toml, the list of all URLs ever published
    #[arg(long)]
    pub record: bool,
    /// Write the findings about finished pages to content/baseline.toml, so that only new ones are reported from now on
    #[arg(long)]
    pub baseline: bool,
    /// List the code of every finding
    #[arg(long, conflicts_with_all = ["explain", "record", "baseline", "publish", "external", "fix", "diff"])]
    pub list: bool,
    /// Explain a finding by its code
    #[arg(long, value_name = "CODE", conflicts_with_all = ["record", "baseline", "publish", "external", "fix", "diff"])]
    pub explain: Option<String>,
}

/// Options of `site serve`.
#[derive(Debug, Args)]
pub struct ServeOptions {
    /// Selection of the documents to include.
    #[command(flatten)]
    pub selection: Selection,
    /// The port to use; if it is taken, the next free one is used
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 makes the site available to other computers
    #[arg(long, default_value = "127.0.0.1", value_parser = address)]
    pub host: std::net::IpAddr,
    /// Open the site in a browser, at this URL if one is given (for example /about)
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "/")]
    pub open: Option<String>,
    /// Serve pages without the script that reloads them after a change
    #[arg(long)]
    pub no_reload: bool,
    /// Print the time and CPU time of each stage of each build
    #[arg(long)]
    pub timings: bool,
}

/// Options of `site edit`.
#[derive(Debug, Args)]
pub struct EditOptions {
    /// The port of the preview; the drawer uses the next one. If a port is taken, the next free one is used
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// The address to listen on; with 0.0.0.0, other computers can edit the site if they know the PIN that is printed
    #[arg(long, default_value = "127.0.0.1", value_parser = address)]
    pub host: std::net::IpAddr,
    /// Open the drawer in a browser, at this page if one is given (for example /about)
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "/")]
    pub open: Option<String>,
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
  site help image             describe a template function
  site help structure.toml    describe a settings file")]
pub struct HelpOptions {
    /// What to explain: a chapter, a command, the code of a finding, or a name of the reference
    #[arg(value_name = "TOPIC")]
    pub topic: Vec<String>,
}

/// Options of `site import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site import zola my-blog new-blog
  site import hugo ../docs docs

The new site keeps the URLs, the ids of headings, and the ids in feeds. It has the documents, pictures and other files of the old \
one, a schema for each kind of document, and a plain theme, because templates are not converted. Findings name what could not be \
converted, and what to do. The old site is not changed. The new folder must be new or empty.")]
pub struct ImportOptions {
    /// The generator of the old site
    #[arg(value_name = "GENERATOR", value_enum)]
    pub generator: Generator,
    /// The folder of the old site
    #[arg(value_name = "FOLDER")]
    pub from: PathBuf,
    /// The folder for the new site
    #[arg(value_name = "NEW_FOLDER")]
    pub to: PathBuf,
}

/// A generator whose sites can be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Generator {
    /// The folder with config.toml or zola.toml
    Zola,
    /// The folder with hugo.toml, hugo.yaml, config.toml or config/
    Hugo,
    /// The folder with astro.config.mjs or astro.config.ts
    Astro,
    /// The folder with _config.yml
    Jekyll,
}

impl From<Generator> for import::Generator {
    fn from(generator: Generator) -> Self {
        match generator {
            Generator::Zola => Self::Zola,
            Generator::Hugo => Self::Hugo,
            Generator::Astro => Self::Astro,
            Generator::Jekyll => Self::Jekyll,
        }
    }
}

/// Options of `site init`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  site init my-shop
  git init my-shop && site init my-shop

The new site is the website of a bicycle repair shop, with its own theme, schemas and checks. It needs no Node. The folder \
must be new or empty.")]
pub struct InitOptions {
    /// The folder for the new site
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
    /// Selection of the documents to include.
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
    /// Selection of the documents to include.
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
#[derive(Debug, Default, Args)]
#[command(after_help = "Examples:
  site new                                        ask for the collection and for the values of its entry
  site new article --title 'Opening hours' --draft
  site new page --title Imprint --slug legal/imprint --body imprint.md
  --set 'stats.clients=30+'                       a key in a table
  --set 'faq.0.question=How long?' --set 'faq.0.answer=Two days.'
  --set tags=fast --set tags=cheap                a list; also --set 'tags=[\"fast\", \"cheap\"]'

COLLECTION is a name in content/structure.toml, with or without its final s, or the name of its schema (article for \
schemas/article.json). At a terminal, the command asks for required values that have no default; otherwise it lists them \
and stops. A draft needs only a title; its other missing values are reported once it is no longer a draft. The entry is \
checked before it is written.")]
pub struct NewOptions {
    /// The collection: `articles`, `article`, …
    #[arg(value_name = "COLLECTION")]
    pub collection: Option<String>,
    /// The entry's title: the value of `title`, of `name`, or of the first required text
    #[arg(long, short)]
    pub title: Option<String>,
    /// Set the value of a key, which can be in a table or list: `stats.clients`, `faq.0.question`. Can be repeated
    #[arg(long, short, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub set: Vec<(String, String)>,
    /// Mark the entry as a draft, which is not published
    #[arg(long)]
    pub draft: bool,
    /// The name of the entry's file without extension, which is also the end of its URL [default: derived from the title]
    #[arg(long, value_name = "NAME")]
    pub slug: Option<String>,
    /// The entry's language, which must be declared in content/site.toml
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// The file with the entry's Markdown text; - for standard input
    #[arg(long, value_name = "FILE")]
    pub body: Option<PathBuf>,
}
