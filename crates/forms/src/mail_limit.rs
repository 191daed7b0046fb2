//! The daily limit of mails.
//!
//! It is shared by all forms, because so are the mailbox and the quota of SES that it protects. What exceeds it is held
//! for the digest.

use crate::mail::Mailer;
use crate::record::Record;
use crate::service::Service;
use crate::store::{Object, Store, StoreError};

/// Folder with an object for each mail, by day, and the state of the digest.
pub const MAILED: &str = "mailed/";

/// Counts the mail for `record` as one of today's, or returns `false` if today's are used up.
///
/// Mails are counted before they are sent, so the limit is exceeded by the number of parallel senders at most. A mail that
/// is tried again on the same day counts once.
///
/// # Errors
/// If the store fails. The mail may have been counted.
pub(crate) async fn is_within_limit<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
) -> Result<bool, StoreError> {
    let today = format!("{MAILED}{}/", service.today());
    let key = format!("{today}{}", record.attempt_name());
    let mailed = service.store.list(&today).await?;
    if mailed.iter().any(|mail| mail.key == key) {
        return Ok(true);
    }
    if mailed.len() >= service.settings.mails_per_day {
        return Ok(false);
    }
    let mail = Object {
        key,
        bytes: bytes::Bytes::new(),
        media_type: "text/plain".to_owned(),
        attachment: false,
    };
    service.store.replace(mail).await?;
    Ok(true)
}
