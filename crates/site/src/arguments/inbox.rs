//! Arguments of `site inbox`.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use forms::inbox::{State, Status};
use jiff::civil::Date;

use super::values::{Choices, date, one_of};

/// Options of `site inbox`.
#[derive(Debug, Args)]
pub struct InboxOptions {
    /// The action to run.
    #[command(subcommand)]
    pub action: InboxAction,
    /// Read the form function's bucket instead of the folder of `site serve` (needs a program built with the feature `aws`)
    #[arg(long, global = true, value_name = "NAME")]
    pub bucket: Option<String>,
}

/// An action of `site inbox`.
#[derive(Debug, Subcommand)]
pub enum InboxAction {
    /// List submissions, one per line
    List(InboxFilter),
    /// Show everything stored for a submission
    Show {
        /// The submission's reference
        #[arg(value_parser = reference)]
        id: String,
    },
    /// Export submissions for a spreadsheet or as JSON
    Export {
        /// Selection of the submissions to export.
        #[command(flatten)]
        filter: InboxFilter,
        /// The format to write
        #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
        to: ExportFormat,
        /// Write to this file instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Record that you are working on a submission
    Take(EventOptions),
    /// Record that a submission was answered
    Answer(EventOptions),
    /// Record that nothing is left to do about a submission
    Close(EventOptions),
    /// Send on a submission that the hidden field caught, like any other
    Release {
        /// The submission's reference
        #[arg(value_parser = reference)]
        id: String,
    },
    /// Erase the submissions that contain a person's email address, and print a receipt
    Erase(EraseOptions),
}

/// Options of `site inbox take`, `answer`, and `close`.
#[derive(Debug, Args)]
pub struct EventOptions {
    /// The submission's reference
    #[arg(value_parser = reference)]
    pub id: String,
    /// A note for your colleagues
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Your name, if it is not the name of your account on this computer
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
}

/// Options of `site inbox erase`.
#[derive(Debug, Args)]
pub struct EraseOptions {
    /// The person's email address
    #[arg(long)]
    pub email: String,
    /// Erase only this submission of those that contain the address. Can be repeated
    #[arg(long, value_name = "REFERENCE", value_parser = reference)]
    pub only: Vec<String>,
    /// Erase without asking
    #[arg(long)]
    pub yes: bool,
}

/// Options that select submissions.
#[derive(Debug, Args)]
pub struct InboxFilter {
    /// Only submissions of this form
    #[arg(long, value_name = "NAME")]
    pub form: Option<String>,
    /// Only submissions received on this day or later (year-month-day, in the time zone of site.toml)
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub since: Option<Date>,
    /// Only submissions received on this day or earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub until: Option<Date>,
    /// Only submissions with this status
    #[arg(long, value_parser = one_of(STATUSES))]
    pub status: Option<Status>,
    /// Only submissions in this state of the work on them
    #[arg(long, value_parser = one_of(STATES))]
    pub state: Option<State>,
}

const STATES: Choices<State> = &[
    ("new", "Nobody has taken the submission", State::New),
    ("taken", "Somebody is working on it", State::Taken),
    ("answered", "The sender has an answer", State::Answered),
    ("closed", "Nothing is left to do", State::Closed),
    (
        "confirmed",
        "The holder of the address has confirmed the subscription",
        State::Confirmed,
    ),
    (
        "unsubscribed",
        "The subscriber has unsubscribed",
        State::Unsubscribed,
    ),
];

const STATUSES: Choices<Status> = &[
    ("notified", "The notification was sent", Status::Notified),
    (
        "pending",
        "The notification has not been sent yet",
        Status::Pending,
    ),
    (
        "held",
        "The day's limit of notifications was reached, so the next digest reports the submission",
        Status::Held,
    ),
    (
        "given-up",
        "The notification could not be sent for a day",
        Status::GivenUp,
    ),
    (
        "quarantined",
        "The hidden field was filled in, so the submission is probably spam",
        Status::Quarantined,
    ),
];

/// Format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A table for a spreadsheet
    Csv,
    /// JSON for a program
    Json,
}

/// Returns a reference in lower case, as records have it.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the signature that `value_parser` expects"
)]
fn reference(text: &str) -> Result<String, Infallible> {
    Ok(text.trim().to_ascii_lowercase())
}
