//! `site inbox`: what visitors sent, from the folder of `site serve` or from the form function's bucket.

use std::collections::BTreeSet;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;

use content::FormSources;
use diagnostic::Diagnostic;
use forms::inbox::{Entry, Filter, Receipt, Status, csv, entries, erase};
use forms::{Folder, Form, Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;

use crate::arguments::{
    Arguments, ExportFormat, Format, InboxAction, InboxFilter, InboxOptions, InboxStatus,
};
use crate::codes;
use crate::project;
use crate::report;
use serve::FOLDER;

/// Where submissions are, and what the site knows of its forms.
struct Inbox {
    forms: Vec<Form>,
    offset: Offset,
    format: Format,
    is_bucket: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, options: &InboxOptions) -> ExitCode {
    let done = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            let message = format!("cannot start: {error}");
            vec![Diagnostic::new(&codes::INBOX, message)]
        })
        .and_then(|runtime| runtime.block_on(open_and_act(arguments, options)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(found) => report::finish(&found, arguments.format),
    }
}

async fn open_and_act(
    arguments: &Arguments,
    options: &InboxOptions,
) -> Result<(), Vec<Diagnostic>> {
    let project = project::find(arguments.root.as_deref()).map_err(|error| vec![error])?;
    let sources = FormSources::read(&project.root)?;
    let inbox = Inbox {
        // What is wrong with a definition is no reason not to show what came in.
        forms: Form::of_site(&sources.forms).0,
        offset: sources.config.offset(),
        format: arguments.format,
        is_bucket: options.bucket.is_some(),
    };
    let done = match &options.bucket {
        Some(bucket) => in_bucket(&inbox, bucket, &options.action).await,
        None => in_folder(&inbox, &project.root.join(FOLDER), &options.action).await,
    };
    done.map_err(|error| vec![error])
}

async fn in_folder(inbox: &Inbox, root: &Path, action: &InboxAction) -> Result<(), Diagnostic> {
    if !root.is_dir() {
        return Err(Diagnostic::new(
            &codes::INBOX_EMPTY,
            format!("there is no {}", root.display()),
        )
        .help(
            "`site serve` makes it when the first form arrives; --bucket NAME looks into a bucket",
        ));
    }
    let folder = Folder::open(root)
        .map_err(|error| Diagnostic::new(&codes::INBOX, format!("{}: {error}", root.display())))?;
    inbox.act(&folder, action).await
}

#[cfg(feature = "aws")]
async fn in_bucket(inbox: &Inbox, name: &str, action: &InboxAction) -> Result<(), Diagnostic> {
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
fn in_bucket(_: &Inbox, _: &str, _: &InboxAction) -> impl Future<Output = Result<(), Diagnostic>> {
    std::future::ready(Err(Diagnostic::new(
        &codes::INBOX_BUCKET,
        "this build cannot reach a bucket",
    )
    .help(
        "cargo run --release --package site --features aws -- inbox --bucket NAME list",
    )))
}

impl Inbox {
    async fn act<S: Store>(&self, store: &S, action: &InboxAction) -> Result<(), Diagnostic> {
        match action {
            InboxAction::List(filter) => {
                let found = self.found(store, filter).await?;
                report::answer(&if self.format == Format::Json {
                    json(&found)?
                } else {
                    self.list(&found)
                });
                Ok(())
            }
            InboxAction::Show { id } => self.show(store, id).await,
            InboxAction::Export { filter, to, out } => {
                let found = self.found(store, filter).await?;
                let text = match to {
                    ExportFormat::Csv => csv(&found),
                    ExportFormat::Json => json(&found)?,
                };
                match out {
                    None => {
                        report::answer(&text);
                        Ok(())
                    }
                    Some(path) => std::fs::write(path, text).map_err(|error| {
                        Diagnostic::new(
                            &codes::INBOX_EXPORT,
                            format!("{}: {error}", path.display()),
                        )
                    }),
                }
            }
            InboxAction::Erase { email, .. } if !forms::value::is_address(email.trim()) => {
                Err(Diagnostic::new(
                    &codes::INBOX_ERASE,
                    format!("`{email}` is no email address"),
                )
                .help("give one like name@example.com"))
            }
            InboxAction::Erase { email, yes } => {
                if !yes && !confirmed(email) {
                    return Err(Diagnostic::new(&codes::INBOX_ERASE, "nothing was erased")
                        .help("answer `yes`, or give --yes where nobody can answer"));
                }
                let receipt = erase(store, email, Timestamp::now())
                    .await
                    .map_err(failed)?;
                warn(&receipt);
                report::answer(&json(&Printed {
                    receipt: &receipt,
                    remains: self.is_bucket.then_some(REMAINS),
                })?);
                Ok(())
            }
        }
    }

    async fn found<S: Store>(
        &self,
        store: &S,
        filter: &InboxFilter,
    ) -> Result<Vec<Entry>, Diagnostic> {
        let wanted = Filter {
            form: filter.form.clone(),
            since: filter.since.map(|day| self.midnight(day)).transpose()?,
            until: filter.until.map(|day| self.midnight(day)).transpose()?,
            status: filter.status.map(|status| match status {
                InboxStatus::Notified => Status::Notified,
                InboxStatus::Pending => Status::Pending,
                InboxStatus::GivenUp => Status::GivenUp,
                InboxStatus::Quarantined => Status::Quarantined,
            }),
        };
        let found = entries(store, &wanted).await.map_err(failed)?;
        if let Some(form) = &wanted.form
            && found.is_empty()
            && self.form(form).is_none()
        {
            self.is_known(store, form).await?;
        }
        Ok(found)
    }

    /// Whether anything was sent by a form that the site no longer has.
    async fn is_known<S: Store>(&self, store: &S, form: &str) -> Result<(), Diagnostic> {
        let all = entries(store, &Filter::default()).await.map_err(failed)?;
        let sent = all.iter().map(|entry| entry.record.form.as_str());
        let names: BTreeSet<&str> = self
            .forms
            .iter()
            .map(|form| form.name.as_str())
            .chain(sent)
            .collect();
        if names.contains(form) {
            return Ok(());
        }
        let help = diagnostic::did_you_mean(form, names.iter().copied()).unwrap_or_else(|| {
            format!(
                "the forms are {}",
                diagnostic::all_of(names.iter().copied())
            )
        });
        let message = format!("there is no form `{form}`");
        Err(Diagnostic::new(&codes::INBOX_FORM, message).help(help))
    }

    fn form(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.name == name)
    }

    /// When a day begins where the site is.
    fn midnight(&self, day: Date) -> Result<Timestamp, Diagnostic> {
        self.offset
            .to_timestamp(day.at(0, 0, 0, 0))
            .map_err(|error| Diagnostic::new(&codes::INBOX_DATE, format!("{day}: {error}")))
    }

    /// A time where the site is.
    fn local(&self, time: Timestamp, format: &str) -> String {
        time.to_zoned(self.offset.to_time_zone())
            .strftime(format)
            .to_string()
    }

    fn list(&self, entries: &[Entry]) -> String {
        let lines = entries.iter().map(|Entry { status, record, .. }| {
            let form = self.form(&record.form);
            // Of a form that is gone nobody knows which field was the sender's.
            let sender =
                form.map_or_else(|| record.fields.get("email"), |form| record.reply_to(form));
            format!(
                "{}  {}  {:<11}  {:<10}  {}\n",
                record.id,
                self.local(record.received, "%Y-%m-%d %H:%M%:z"),
                word(*status),
                record.form,
                visible(sender.unwrap_or("-"))
            )
        });
        lines.collect::<String>() + &report::counted(entries.len(), "submission") + "\n"
    }

    async fn show<S: Store>(&self, store: &S, id: &str) -> Result<(), Diagnostic> {
        let all = entries(store, &Filter::default()).await.map_err(failed)?;
        let entry = all
            .iter()
            .find(|entry| entry.record.id.as_str() == id)
            .ok_or_else(|| {
                Diagnostic::new(
                    &codes::INBOX_UNKNOWN,
                    format!("there is no submission {id}"),
                )
                .help("`site inbox list` shows the references")
            })?;
        let scan = match &entry.record.document {
            Some(document) => store.scanned(&document.key).await,
            None => Ok(None),
        };
        report::answer(&if self.format == Format::Json {
            let scan = match scan {
                Ok(found) => found,
                Err(error) => Some(format!("unknown, {error}")),
            };
            json(&Shown { entry, scan })?
        } else {
            self.described(entry, scan)
        });
        Ok(())
    }

    fn described(
        &self,
        Entry {
            status,
            record,
            key,
        }: &Entry,
        scan: Result<Option<String>, StoreError>,
    ) -> String {
        let mut text = format!(
            "Reference: {}\nForm:      {}\nReceived:  {}\nStatus:    {}\nNotice:    {}\nRecord:    {key}\n\n",
            record.id,
            record.form,
            self.local(record.received, "%Y-%m-%d %H:%M:%S%:z"),
            word(*status),
            record.notice
        );
        for (name, value) in record.fields.iter() {
            text.extend([name, ": ", &visible(value), "\n"]);
        }
        if let Some(document) = &record.document {
            text.extend([
                &document.field,
                ": ",
                &document.name,
                " (",
                &document.key,
                ")\n",
            ]);
            match scan {
                Ok(None) => {}
                Ok(Some(found)) => text.extend(["scan: ", &visible(&found), "\n"]),
                Err(error) => text.extend(["scan: unknown, ", &error.to_string(), "\n"]),
            }
        }
        text
    }
}

/// A submission as JSON.
#[derive(serde::Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    /// What a malware scan found in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    scan: Option<String>,
}

/// A receipt as JSON.
#[derive(serde::Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    receipt: &'a Receipt,
    /// What an erasure leaves for a while.
    #[serde(skip_serializing_if = "Option::is_none")]
    remains: Option<&'static str>,
}

/// Of a bucket (`deploy/template.yaml`, `NoncurrentVersionExpiration`).
const REMAINS: &str = "The bucket of deploy/template.yaml keeps an old version of every erased object for 7 days; \
     then these are gone too.";

/// `text` without what a terminal obeys: quarantine keeps everything that was sent.
fn visible(text: &str) -> String {
    let obeyed = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(obeyed, "\u{fffd}")
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Notified => "notified",
        Status::Pending => "pending",
        Status::GivenUp => "given up",
        Status::Quarantined => "quarantined",
    }
}

fn confirmed(email: &str) -> bool {
    if !std::io::stdin().is_terminal() {
        return false;
    }
    eprint!("Erase everything that was sent with the address {email}? Type yes: ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).is_ok() && answer.trim() == "yes"
}

fn warn(receipt: &Receipt) {
    if receipt.younger_than_a_year > 0 {
        eprintln!(
            "warning: {} of them younger than a year; rule 8(3) of the DPDP Rules 2025 asks to keep personal data and \
             logs for a year from their processing. Keep this receipt.",
            receipt.younger_than_a_year
        );
    }
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, Diagnostic> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Diagnostic::new(&codes::INBOX, format!("cannot write JSON: {error}")))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape `map_err` wants")]
fn failed(error: StoreError) -> Diagnostic {
    Diagnostic::new(&codes::INBOX_STORE, error.to_string())
}
