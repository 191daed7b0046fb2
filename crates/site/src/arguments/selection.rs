//! Options that select the documents of the site.

use clap::Args;
use jiff::civil::Date;

use super::values::date;

/// Options that select which documents are part of the site, and for which day.
#[derive(Debug, Args)]
pub struct Selection {
    /// Include drafts
    #[arg(long)]
    pub drafts: bool,
    /// Include documents with a future publication date
    #[arg(long)]
    pub future: bool,
    /// Use this date instead of today (year-month-day)
    #[arg(long, value_name = "DATE", value_parser = date)]
    pub date: Option<Date>,
}
