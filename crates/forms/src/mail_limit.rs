//! The daily limit of mails, and the record of those that were sent.
//!
//! All forms share the limit, because they share the mailbox and the SES quota that it protects. Mails beyond it are held for
//! the digest.

use bytes::Bytes;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};

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

/// End of the key of the object that counts an invitation.
const INVITATION: &str = ".invitation";
/// Number of days for which the objects that count mails are looked up. The bucket keeps them for fewer.
const LONGEST: i32 = 7;
/// Content of the object that counts a mail, once the mail was sent.
const SENT: &[u8] = b"sent";

/// Which of the mails for a submission were sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    /// The notification of the firm.
    pub notification: bool,
    /// The invitation of the subscriber.
    pub invitation: bool,
}

/// Records that the mail for `record` was sent. The record outlives the marker by at least a day, so a marker that the store writes
/// late, after it was removed, causes no second mail.
///
/// # Errors
/// Returns an error if the store fails.
pub(crate) async fn record_sent<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    is_invitation: bool,
) -> Result<(), StoreError> {
    let key = count_key(service.today(), record);
    let key = if is_invitation { key + INVITATION } else { key };
    let sent = object(key, Bytes::from_static(SENT));
    service.store.replace(sent).await.map(drop)
}

/// Returns which of the mails for `record` were sent since its marker was `created`.
///
/// # Errors
/// Returns an error if the store fails.
pub(crate) async fn sent_mails<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    created: Timestamp,
) -> Result<Sent, StoreError> {
    // Another machine's clock may be on the other side of midnight.
    let offset = service.settings.utc_offset;
    let created = offset.to_datetime(created).date();
    let first = created
        .saturating_sub(1.day())
        .max(service.today().saturating_sub(LONGEST.days()));
    let days = first.series(1.day());
    let last = service.today().saturating_add(1.day());
    let keys: Vec<String> = days
        .take_while(|day| *day <= last)
        .flat_map(|day| {
            let key = count_key(day, record);
            [format!("{key}{INVITATION}"), key]
        })
        .collect();
    let mut sent = Sent::default();
    for (key, count) in keys.iter().zip(service.store.read_all(keys.clone()).await) {
        if count?.is_some_and(|content| content == SENT) {
            let is_invitation = key.ends_with(INVITATION);
            sent.invitation |= is_invitation;
            sent.notification |= !is_invitation;
        }
    }
    Ok(sent)
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
