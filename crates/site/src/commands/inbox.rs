//! `site inbox`: lists, shows, exports, releases, and erases submissions, and records what was done about them, in the folder of
//! `site serve` or in the form function's bucket.
//!
//! Only the result goes to standard output. Objects that could not be read or removed are reported on standard error; the exit
//! code is then 1.

mod erasure;
mod events;
mod find;
mod text;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use content::FormSources;
use diagnostic::Diagnostic;
use forms::inbox::{
    Filter, Listing, Skipped, State, Status, by_reason, csv, entries, events, others, release,
    subscribers, with_reference,
};
use forms::subscription::{Step, link};
use forms::{Folder, Form, Store};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde_json::json;
use serve::FOLDER;

use crate::arguments::inbox::{ExportFormat, InboxAction, InboxFilter, InboxOptions};
use crate::arguments::{Arguments, Format};
use crate::codes;
use crate::failure::Failure;
use crate::project;
use crate::report;

use self::erasure::erase;
use self::events::add;
use self::find::find;
use self::text::{InboxSite, described, json, lines, print};

/// Site whose inbox is opened, with the options that affect the output.
struct Inbox {
    site: InboxSite,
    format: Format,
    quiet: bool,
    is_bucket: bool,
}

/// Runs `site inbox`.
pub fn run(arguments: &Arguments, options: &InboxOptions) -> Result<ExitCode, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Diagnostic::new(&codes::INBOX, format!("cannot start: {error}")))?;
    let skipped = runtime.block_on(open_and_act(arguments, options))?;
    let diagnostics: Vec<Diagnostic> = by_reason(&skipped).into_iter().map(diagnostic_of).collect();
    Ok(report::finish(&diagnostics, Format::Text))
}

async fn open_and_act(
    arguments: &Arguments,
    options: &InboxOptions,
) -> Result<Vec<Skipped>, Failure> {
    let project = project::find(arguments.root.as_deref())?;
    let sources = FormSources::read(&project.root)?;
    let inbox = Inbox {
        site: InboxSite {
            // Errors in a form's definition do not hide the form's submissions.
            forms: Form::of_site(&sources.forms).0,
            offset: sources.config.offset(),
            base_url: sources.config.base_url,
        },
        format: arguments.format,
        quiet: arguments.quiet,
        is_bucket: options.bucket.is_some(),
    };
    let skipped = match &options.bucket {
        Some(bucket) => in_bucket(&inbox, bucket, &options.action).await?,
        None => in_folder(&inbox, &project.root.join(FOLDER), &options.action).await?,
    };
    Ok(skipped)
}

async fn in_folder(
    inbox: &Inbox,
    root: &Path,
    action: &InboxAction,
) -> Result<Vec<Skipped>, Diagnostic> {
    if !root.is_dir() {
        return Err(Diagnostic::new(
            &codes::INBOX_EMPTY,
            format!("there is no {}", root.display()),
        )
        .help("`site serve` creates it with the first submission; --bucket NAME reads a bucket"));
    }
    let folder = Folder::open(root).map_err(|error| {
        Diagnostic::new(
            &codes::INBOX,
            format!("cannot open {}: {error}", root.display()),
        )
    })?;
    inbox.act(&folder, action).await
}

#[cfg(feature = "aws")]
async fn in_bucket(
    inbox: &Inbox,
    name: &str,
    action: &InboxAction,
) -> Result<Vec<Skipped>, Diagnostic> {
    let config = aws::load(None).await;
    aws::account::reach_bucket(&config, name)
        .await
        .map_err(|failure| {
            Diagnostic::new(&codes::INBOX_STORE, failure.message).maybe_help(failure.help)
        })?;
    let bucket = aws::SubmissionBucket::new(&config, name);
    inbox.act(&bucket, action).await
}

#[cfg(not(feature = "aws"))]
fn in_bucket(
    _: &Inbox,
    _: &str,
    _: &InboxAction,
) -> impl Future<Output = Result<Vec<Skipped>, Diagnostic>> {
    std::future::ready(Err(Diagnostic::new(
        &codes::INBOX_BUCKET,
        "this program was built without access to buckets",
    )
    .help("use a program that was built with the feature `aws`")))
}

impl Inbox {
    /// Runs the action on a store. Returns the objects that had to be skipped.
    async fn act<S: Store>(
        &self,
        store: &S,
        action: &InboxAction,
    ) -> Result<Vec<Skipped>, Diagnostic> {
        match action {
            InboxAction::List(filter) => {
                let Listing { entries, skipped } = self.listing(store, filter).await?;
                print(&if self.format == Format::Json {
                    json(&entries)?
                } else {
                    lines(&self.site, &entries, Timestamp::now())
                })?;
                Ok(skipped)
            }
            InboxAction::Show { id } => self.show(store, id).await,
            InboxAction::Export { filter, to, out } => {
                let Listing {
                    mut entries,
                    skipped,
                } = self.listing(store, filter).await?;
                // Whoever has subscribed more than once gets each mail once.
                if filter.state == Some(State::Confirmed) {
                    entries = subscribers(entries);
                }
                let text = match to {
                    ExportFormat::Csv => csv(&entries, self.site.offset, |record| {
                        let form = self.site.form(&record.form)?;
                        link(&self.site.base_url, form, record, Step::Leave)
                    }),
                    ExportFormat::Json => json(&entries)?,
                };
                match out {
                    None => print(&text)?,
                    Some(path) => write_for_owner(path, &text).map_err(|error| {
                        let message = format!("cannot write {}: {error}", path.display());
                        Diagnostic::new(&codes::INBOX_EXPORT, message)
                    })?,
                }
                Ok(skipped)
            }
            InboxAction::Take(options) => add(&self.site, store, options, State::Taken).await,
            InboxAction::Answer(options) => add(&self.site, store, options, State::Answered).await,
            InboxAction::Close(options) => add(&self.site, store, options, State::Closed).await,
            InboxAction::Release { id } => self.release(store, id).await,
            InboxAction::Erase(options) => {
                erase(&self.site, store, options, self.is_bucket, self.quiet).await
            }
        }
    }

    async fn listing<S: Store>(
        &self,
        store: &S,
        filter: &InboxFilter,
    ) -> Result<Listing, Diagnostic> {
        let wanted = Filter {
            form: filter.form.clone(),
            since: filter.since.map(|day| self.midnight(day)).transpose()?,
            until: filter.until.map(|day| self.end_of(day)).transpose()?,
            status: filter.status,
            state: filter.state,
        };
        let listing = entries(store, &wanted).await;
        if let Some(form) = &wanted.form
            && listing.entries.is_empty()
            && self.site.form(form).is_none()
        {
            self.check_form(store, form).await?;
        }
        Ok(listing)
    }

    /// Returns an error if the site has no form with this name and no stored submission names it.
    async fn check_form<S: Store>(&self, store: &S, form: &str) -> Result<(), Diagnostic> {
        let all = entries(store, &Filter::default()).await.entries;
        let sent = all.iter().map(|entry| entry.record.form.as_str());
        let names: BTreeSet<&str> = self
            .site
            .forms
            .iter()
            .map(|form| form.name.as_str())
            .chain(sent)
            .collect();
        if names.contains(form) {
            return Ok(());
        }
        let help = diagnostic::did_you_mean(form, names.iter().copied())
            .unwrap_or_else(|| format!("the forms are {}", diagnostic::all_of(names)).into());
        let message = format!("there is no form `{form}`");
        Err(Diagnostic::new(&codes::INBOX_FORM, message).help(help))
    }

    /// Returns the start of a day in the site's time zone. Fails if the date is out of range.
    fn midnight(&self, day: Date) -> Result<Timestamp, Diagnostic> {
        self.site
            .offset
            .to_timestamp(day.at(0, 0, 0, 0))
            .map_err(|error| {
                Diagnostic::new(
                    &codes::INBOX_DATE,
                    format!("the date {day} is out of range: {error}"),
                )
            })
    }

    /// Returns the end of a day in the site's time zone.
    fn end_of(&self, day: Date) -> Result<Timestamp, Diagnostic> {
        self.midnight(day.saturating_add(1.day()))
    }

    async fn show<S: Store>(&self, store: &S, id: &str) -> Result<Vec<Skipped>, Diagnostic> {
        let all = entries(store, &Filter::default()).await;
        let entry = find(all, id, |_| true)?;
        let (history, skipped) = events(store, &entry.record).await;
        let scan = match &entry.record.document {
            Some(document) => store.scan_result(&document.key).await,
            None => Ok(None),
        };
        print(&if self.format == Format::Json {
            let mut shown = json!(entry);
            if !history.is_empty() {
                shown["events"] = json!(history);
            }
            if let Some(scan) = scan.unwrap_or_else(|error| Some(format!("unknown, {error}"))) {
                shown["scan"] = scan.into();
            }
            json(&shown)?
        } else {
            described(&self.site, &entry, &history, scan)
        })?;
        Ok(skipped)
    }

    async fn release<S: Store>(&self, store: &S, id: &str) -> Result<Vec<Skipped>, Diagnostic> {
        let all = with_reference(store, id).await;
        let is_accepted = !all.entries.is_empty();
        let found = find(all, id, |entry| entry.status == Status::Quarantined);
        let entry = found.map_err(|unknown| {
            if !is_accepted {
                return unknown;
            }
            let message = format!("submission {id} is not in quarantine");
            Diagnostic::new(&codes::INBOX_RELEASE, message)
                .help("its mail was sent, or will be sent, like that of any other")
        })?;
        let id = release(store, &entry, Timestamp::now)
            .await
            .map_err(|error| {
                Diagnostic::new(
                    &codes::INBOX_RELEASE,
                    format!("not released completely: {error}"),
                )
                .help("run the command again: it continues, and sends nothing twice")
            })?;
        report::note(&format!(
            "released submission {id}: its mail is sent within five minutes{}",
            if self.is_bucket {
                ""
            } else {
                " while `site serve` runs"
            }
        ));
        Ok(Vec::new())
    }
}

/// Returns the finding about a skipped object and `more` that were skipped for the same reason.
fn diagnostic_of((Skipped { key, reason }, more): (&Skipped, usize)) -> Diagnostic {
    let others = others(more);
    Diagnostic::new(
        &codes::INBOX_SKIPPED,
        format!("skipped `{key}`{others}: {reason}"),
    )
    .help(
        "run the command again if the connection failed; otherwise repair or remove what was skipped first. Everything else was done",
    )
}

/// Writes personal data to a file. A new file is readable only by its owner.
fn write_for_owner(path: &Path, text: &str) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}
