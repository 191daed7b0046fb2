//! `site inbox`: what visitors sent, from the folder of `site serve` or from the form function's bucket.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use content::Diagnostic;
use forms::inbox::{Entry, Filter, Receipt, Status, csv, entries, erase};
use forms::{Folder, Store, StoreError};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;

use crate::arguments::{
    Arguments, ExportFormat, InboxAction, InboxFilter, InboxOptions, InboxStatus,
};
use crate::local_forms::FOLDER;
use crate::project::Project;
use crate::report;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &InboxOptions) -> ExitCode {
    let done = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Diagnostic::error("inbox", format!("cannot start: {error}")))
        .and_then(|runtime| runtime.block_on(open_and_act(arguments, options)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(diagnostic) => report::finish(&[diagnostic], arguments.format),
    }
}

async fn open_and_act(arguments: &Arguments, options: &InboxOptions) -> Result<(), Diagnostic> {
    if let Some(bucket) = &options.bucket {
        return in_bucket(bucket, &options.action).await;
    }
    let root = Project::find(arguments.root.as_deref())?.root.join(FOLDER);
    if !root.is_dir() {
        return Err(Diagnostic::error("inbox-empty", format!("there is no {}", root.display()))
            .help("`site serve` makes it when the first form arrives; --bucket NAME looks into a bucket"));
    }
    let folder = Folder::open(&root)
        .map_err(|error| Diagnostic::error("inbox", format!("{}: {error}", root.display())))?;
    act(&folder, &options.action).await
}

#[cfg(feature = "aws")]
async fn in_bucket(name: &str, action: &InboxAction) -> Result<(), Diagnostic> {
    let config = aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;
    act(&forms_lambda::Bucket::new(&config, name.to_owned()), action).await
}

#[cfg(not(feature = "aws"))]
fn in_bucket(_: &str, _: &InboxAction) -> impl Future<Output = Result<(), Diagnostic>> {
    std::future::ready(Err(Diagnostic::error(
        "inbox-bucket",
        "this build cannot reach a bucket",
    )
    .help(
        "cargo run --release --package site --features aws -- inbox --bucket NAME list",
    )))
}

async fn act<S: Store>(store: &S, action: &InboxAction) -> Result<(), Diagnostic> {
    match action {
        InboxAction::List(filter) => {
            print(&list(&found(store, filter).await?));
            Ok(())
        }
        InboxAction::Show { id } => {
            let all = entries(store, &Filter::default()).await.map_err(failed)?;
            let entry = all
                .iter()
                .find(|entry| entry.record.id.as_str() == id)
                .ok_or_else(|| {
                    Diagnostic::error("inbox-unknown", format!("there is no submission {id}"))
                        .help("`site inbox list` shows the references")
                })?;
            let scan = match &entry.record.document {
                Some(document) => store.scanned(&document.key).await,
                None => Ok(None),
            };
            print(&show(entry, scan));
            Ok(())
        }
        InboxAction::Export { filter, to, out } => {
            let found = found(store, filter).await?;
            let text = match to {
                ExportFormat::Csv => csv(&found),
                ExportFormat::Json => json(&found)?,
            };
            match out {
                None => {
                    print(&text);
                    Ok(())
                }
                Some(path) => std::fs::write(path, text).map_err(|error| {
                    Diagnostic::error("inbox-export", format!("{}: {error}", path.display()))
                }),
            }
        }
        InboxAction::Erase { email, .. } if !forms::value::is_address(email.trim()) => Err(
            Diagnostic::error("inbox-erase", format!("`{email}` is no email address"))
                .help("give one like name@example.com"),
        ),
        InboxAction::Erase { email, yes } => {
            if !yes && !confirmed(email) {
                return Err(Diagnostic::error("inbox-erase", "nothing was erased")
                    .help("answer `yes`, or give --yes where nobody can answer"));
            }
            let receipt = erase(store, email, Timestamp::now())
                .await
                .map_err(failed)?;
            warn(&receipt);
            print(&json(&receipt)?);
            Ok(())
        }
    }
}

async fn found<S: Store>(store: &S, filter: &InboxFilter) -> Result<Vec<Entry>, Diagnostic> {
    let filter = Filter {
        form: filter.form.clone(),
        since: filter.since.map(midnight).transpose()?,
        until: filter.until.map(midnight).transpose()?,
        status: filter.status.map(|status| match status {
            InboxStatus::Notified => Status::Notified,
            InboxStatus::Pending => Status::Pending,
            InboxStatus::GivenUp => Status::GivenUp,
            InboxStatus::Quarantined => Status::Quarantined,
        }),
    };
    entries(store, &filter).await.map_err(failed)
}

/// When a day begins in India, which has one offset all year.
fn midnight(day: Date) -> Result<Timestamp, Diagnostic> {
    Offset::from_seconds(19_800)
        .and_then(|india| india.to_timestamp(day.at(0, 0, 0, 0)))
        .map_err(|error| Diagnostic::error("inbox-date", format!("{day}: {error}")))
}

fn list(entries: &[Entry]) -> String {
    let mut text: String = entries
        .iter()
        .map(|Entry { status, record, .. }| {
            let sender = visible(record.fields.get("email").unwrap_or("-"));
            let received = record.received.strftime("%Y-%m-%d %H:%MZ");
            format!(
                "{}  {received}  {:<11}  {:<10}  {sender}\n",
                record.id,
                word(*status),
                record.form
            )
        })
        .collect();
    text.push_str(&format_count(entries.len()));
    text
}

fn format_count(count: usize) -> String {
    format!(
        "{count} {}\n",
        if count == 1 {
            "submission"
        } else {
            "submissions"
        }
    )
}

fn show(
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
        record.received,
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
        .map_err(|error| Diagnostic::error("inbox", format!("cannot write JSON: {error}")))
}

/// Writes to standard output; a reader that went away is no fault.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

#[expect(clippy::needless_pass_by_value, reason = "the shape `map_err` wants")]
fn failed(error: StoreError) -> Diagnostic {
    Diagnostic::error("inbox-store", error.to_string())
}
