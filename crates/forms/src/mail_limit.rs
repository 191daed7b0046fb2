//! The daily limit of mails.
//!
//! All forms share the limit, because they share the mailbox and the SES quota that it protects. Mails beyond it are held for
//! the digest.

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
