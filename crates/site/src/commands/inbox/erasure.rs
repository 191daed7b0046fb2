//! `site inbox erase`: lists the matching submissions, asks for confirmation, erases them, and prints a receipt.

use std::io::IsTerminal as _;

use diagnostic::Diagnostic;
use forms::Store;
use forms::inbox::{Match, Receipt, Skipped, matching};
use jiff::Timestamp;

use crate::codes;
use crate::report;

use super::text::{Site, json, match_lines, print};

/// Note on the receipt of an erasure in a bucket, about the copies that the command cannot erase (see
/// `NoncurrentVersionExpiration` in `deploy/template.yaml`).
const REMAINS: &str = "The mails about these submissions are still in the staff's mailboxes: delete them there, \
     they contain the references above. A bucket made from this project's stack keeps every erased object for another 7 days.";

/// Arguments of `site inbox erase`.
pub struct Erasure<'a> {
    /// The person's email address.
    pub email: &'a str,
    /// References of the submissions to erase. If empty, all submissions that contain the address are erased.
    pub only: &'a [String],
    /// Whether to erase without asking.
    pub is_confirmed: bool,
    /// Whether the submissions are in a bucket.
    pub is_bucket: bool,
}

/// A receipt as JSON.
#[derive(serde::Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    receipt: &'a Receipt,
    /// Note about copies that the command cannot erase.
    #[serde(skip_serializing_if = "Option::is_none")]
    remains: Option<&'static str>,
}

/// Erases the submissions that contain an email address. Returns the objects that had to be skipped.
pub async fn erase<S: Store>(
    site: &Site,
    store: &S,
    erasure: &Erasure<'_>,
) -> Result<Vec<Skipped>, Diagnostic> {
    let email = erasure.email.trim();
    if !forms::value::is_address(email) {
        let message = format!("`{email}` is not an email address");
        return Err(
            Diagnostic::new(&codes::INBOX_ERASE, message).help("give one like name@example.com")
        );
    }
    let (mut matches, unreadable) = matching(store, email).await;
    for id in erasure.only {
        if !matches.iter().any(|one| one.entry.record.id.as_str() == id) {
            let message = format!("submission {id} does not contain {email}");
            return Err(Diagnostic::new(&codes::INBOX_UNKNOWN, message)
                .help("omit --only to see the references of those that do"));
        }
    }
    matches.retain(|one| {
        let id = one.entry.record.id.as_str();
        erasure.only.is_empty() || erasure.only.iter().any(|only| only == id)
    });
    show(site, email, &matches);
    if !matches.is_empty() && !erasure.is_confirmed && !confirmed() {
        return Err(
            Diagnostic::new(&codes::INBOX_ERASE, "nothing was erased").help(
                "answer `yes`, or give --yes in a script; --only REFERENCE erases only some of them",
            ),
        );
    }
    let entries = matches.into_iter().map(|one| one.entry);
    let mut receipt = forms::inbox::erase(store, entries, Timestamp::now()).await;
    receipt.skipped.extend(unreadable);
    warn(&receipt);
    let text = json(&Printed {
        receipt: &receipt,
        remains: erasure.is_bucket.then_some(REMAINS),
    })?;
    // The receipt cannot be printed again later, so if standard output fails, it goes to standard error.
    print(&text).inspect_err(|_| report::note(text.trim_end()))?;
    Ok(receipt.skipped)
}

fn show(site: &Site, email: &str, matches: &[Match]) {
    let count = report::counted(matches.len(), "submission");
    let verb = if matches.len() == 1 {
        "contains"
    } else {
        "contain"
    };
    let lines = match_lines(site, matches);
    report::note(format!("{count} {verb} {email}\n{lines}").trim_end());
}

fn confirmed() -> bool {
    if !std::io::stdin().is_terminal() {
        return false;
    }
    eprint!("Erase these submissions with all their fields and files? Type yes: ");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).is_ok() && answer.trim() == "yes"
}

fn warn(receipt: &Receipt) {
    if receipt.younger_than_a_year > 0 {
        report::note(&format!(
            "warning: {} younger than a year erased; rule 8(3) of the DPDP Rules 2025 requires personal data and logs to be \
             kept for a year from their processing. Keep this receipt.",
            report::counted(receipt.younger_than_a_year, "submission")
        ));
    }
}
