//! The daily limit of mails, and the record of those that were sent.
//!
//! All forms share the limit, because they share the mailbox and the SES quota that it protects. Mails beyond it are held for
//! the digest.

use bytes::Bytes;
use jiff::ToSpan as _;
use jiff::civil::Date;

use crate::mail::Mailer;
use crate::record::Record;
use crate::service::Service;
use crate::store::{Object, Store, StoreError};

/// Folder that counts mails: a subfolder for each day, with an object for each mail. It also contains the digest's state.
pub const MAILED: &str = "mailed/";

/// Counts the mail for `record` as one of today's mails, or returns `false` if today's limit is reached.
///
/// Mails are counted before they are sent, so the limit is exceeded at most by the number of concurrent senders. A mail that
/// is retried on the same day counts once.
///
/// # Errors
/// Returns an error if the store fails. The mail may have been counted anyway.
pub(crate) async fn is_within_limit<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
) -> Result<bool, StoreError> {
    let key = count_key(service.today(), record);
    let mailed = service.store.list(&folder_of(service.today())).await?;
    if mailed.iter().any(|mail| mail.key == key) {
        return Ok(true);
    }
    if mailed.len() >= service.settings.mails_per_day {
        return Ok(false);
    }
    // If the store carries out this write late, it must not replace the record that the mail was sent.
    service.store.create(object(key, Bytes::new())).await?;
    Ok(true)
}

/// Content of the object that counts a mail, once the mail was sent.
const SENT: &[u8] = b"sent";

/// Records that the mail for `record` was sent. The record outlives the marker by at least a day, so a marker that the store writes
/// late, after it was removed, causes no second mail.
///
/// # Errors
/// Returns an error if the store fails.
pub(crate) async fn record_sent<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
) -> Result<(), StoreError> {
    let sent = object(count_key(service.today(), record), Bytes::from_static(SENT));
    service.store.replace(sent).await.map(drop)
}

/// Returns whether the mail for `record` was sent within the last day.
///
/// # Errors
/// Returns an error if the store fails.
pub(crate) async fn was_sent<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
) -> Result<bool, StoreError> {
    let today = service.today();
    // Another machine's clock may be on the other side of midnight.
    let days = [-1, 0, 1].map(|days| today.saturating_add(days.days()));
    let keys = days.map(|day| count_key(day, record));
    for count in service.store.read_all(keys.into()).await {
        if count?.is_some_and(|content| content == SENT) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the key of the object that counts the mail for `record` as one of a day's.
fn count_key(day: Date, record: &Record) -> String {
    format!("{}{}", folder_of(day), record.attempt_name())
}

fn folder_of(day: Date) -> String {
    format!("{MAILED}{day}/")
}

fn object(key: String, bytes: Bytes) -> Object {
    Object {
        key,
        bytes,
        media_type: "text/plain".to_owned(),
        attachment: false,
    }
}
