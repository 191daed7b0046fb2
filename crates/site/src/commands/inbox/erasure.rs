//! `site inbox erase`: lists the matching submissions, asks for confirmation, erases them, and prints a receipt.

use std::io::IsTerminal as _;

use diagnostic::Diagnostic;
use forms::Store;
use forms::inbox::{Match, Receipt, Skipped, matching, to_erase};
use jiff::Timestamp;
use serde_json::json;

use crate::arguments::inbox::EraseOptions;
use crate::codes;
use crate::report;

use super::text::{InboxSite, json, match_lines, print};

/// Note on the receipt after an erasure in a bucket. It names the copies that the command cannot erase (see
/// `NoncurrentVersionExpiration` in `deploy/forms.yaml`).
const REMAINS: &str = "The mails about these submissions are still in the staff's mailboxes: delete them there, \
     they contain the references above. A bucket made from this project's stack keeps every erased object for another 7 days.";

/// Erases the submissions that contain an email address. With `--yes` and `quiet`, prints only the receipt and warnings. Returns
/// the objects that had to be skipped.
pub async fn erase<S: Store>(
    site: &InboxSite,
    store: &S,
    options: &EraseOptions,
    is_bucket: bool,
    quiet: bool,
) -> Result<Vec<Skipped>, Diagnostic> {
    let Some(email) = &forms::value::address(&options.email) else {
        let message = format!("`{}` is not an email address", options.email.trim());
        return Err(
            Diagnostic::new(&codes::INBOX_ERASE, message).help("give one like name@example.com")
        );
    };
    let (matches, unreadable) = matching(store, email).await;
    for id in &options.only {
        if !matches.iter().any(|one| one.entry.record.id.as_str() == id) {
            let message = format!("submission {id} does not contain {email}");
            return Err(Diagnostic::new(&codes::INBOX_UNKNOWN, message)
                .help("omit --only to see the references of those that do"));
        }
    }
    let (matches, kept) = to_erase(matches, &options.only);
    if !options.yes || !quiet {
        show(site, email, &matches, &kept);
    }
    if !matches.is_empty() && !options.yes && !confirmed() {
        return Err(
            Diagnostic::new(&codes::INBOX_ERASE, "nothing was erased").help(
                "answer `yes`, or give --yes in a script; --only REFERENCE erases only some of them",
            ),
        );
    }
    let entries = matches.into_iter().map(|one| one.entry);
    let mut receipt = forms::inbox::erase(store, entries, Timestamp::now()).await;
    receipt.skipped.extend(unreadable);
    let kept = kept.into_iter().map(|one| one.entry.record.id);
    receipt.kept_as_evidence.extend(kept);
    warn(&receipt);
    let mut printed = json!(receipt);
    if is_bucket {
        printed["remains"] = REMAINS.into();
    }
    let text = json(&printed)?;
    // The receipt cannot be produced again, so if standard output fails, print it to standard error.
    print(&text).inspect_err(|_| report::note(text.trim_end()))?;
    Ok(receipt.skipped)
}

fn show(site: &InboxSite, email: &str, matches: &[Match], kept: &[Match]) {
    let count = report::pluralize(matches.len(), "submission");
    let verb = if matches.len() == 1 {
        "contains"
    } else {
        "contain"
    };
    let lines = match_lines(site, matches);
    if !matches.is_empty() || kept.is_empty() {
        report::note(format!("{count} {verb} {email}\n{lines}").trim_end());
    }
    if !kept.is_empty() {
        let count = report::pluralize(kept.len(), "request");
        let lines = match_lines(site, kept);
        let note = format!(
            "kept as evidence: {count} about the data of {email}; to erase one, name it with --only REFERENCE\n{lines}"
        );
        report::note(note.trim_end());
    }
}

fn confirmed() -> bool {
    let question = "Erase these submissions with all their fields and files? Type yes: ";
    std::io::stdin().is_terminal() && report::ask(question).is_ok_and(|answer| answer == "yes")
}

fn warn(receipt: &Receipt) {
    if !receipt.left.is_empty() {
        report::note(&format!(
            "{} of another attempt to send the same submission left, because it may be running; the next sweeps remove what it does \
             not need within an hour",
            report::pluralize(receipt.left.len(), "object")
        ));
    }
    if receipt.younger_than_a_year > 0 {
        report::note(&format!(
            "warning: {} younger than a year erased; rule 8(3) of the DPDP Rules 2025 requires personal data and logs to be \
             kept for a year from their processing. Keep this receipt.",
            report::pluralize(receipt.younger_than_a_year, "submission")
        ));
    }
}
