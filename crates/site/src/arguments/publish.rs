//! Arguments of `site publish`.

use clap::builder::TypedValueParser as _;
use clap::{Args, Subcommand};

use super::selection::Selection;

/// Options of `site publish`.
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
    /// The command to run instead of publishing the site.
    #[command(subcommand)]
    pub command: Option<PublishCommand>,
    /// Selection of the documents to include.
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
    /// The CloudFront distribution in front of the bucket
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
    /// Do not check the live site before or after publishing
    #[arg(long, global = true)]
    pub no_verify: bool,
    /// Seconds to wait until the live site shows the new release
    #[arg(long, default_value_t = 120, value_name = "SECONDS", global = true)]
    pub wait: u16,
    /// Seconds to wait until the live form function has the same forms as the pages, instead of refusing at once
    #[arg(long, default_value_t = 0, value_name = "SECONDS", global = true)]
    pub wait_for_forms: u16,
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
    /// Hours to keep a file after the last page that uses it is gone
    #[arg(long, default_value_t = 24, value_name = "HOURS", global = true)]
    pub grace_hours: u32,
    /// Number of releases to keep for a rollback
    #[arg(long, default_value_t = 10, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(2..).map(usize::from))]
    pub keep: usize,
}

/// A command of `site publish` that does not publish the site.
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
