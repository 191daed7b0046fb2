//! The daily limits of mails, and the record of those that were sent.
//!
//! All forms share the limit of notifications, because they share the mailbox and the SES quota that it protects. Mails beyond it are
//! held for the digest. The limit of invitations protects those whose address somebody else enters again and again.

use bytes::Bytes;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};

use crate::id::Id;
use crate::mail::Mailer;
use crate::record::Record;
use crate::service::Service;
use crate::store::{Object, Store, StoreError};

/// Folder that counts mails: a subfolder for each day, with an object for each notification, and a subfolder for each address that was
/// invited, with an object for each invitation. It also contains the digest's state.
pub const MAILED: &str = "mailed/";
/// Maximum number of invitations to one address on a day.
const INVITATIONS_PER_DAY: usize = 3;

/// Counts the mail for `record` as one of today's mails, or returns `false` if today's limit is reached.
///
/// Mails are counted before they are sent, so the limit is exceeded at most by the number of concurrent senders. A mail that
/// is retried on the same day counts once.
///
/// Fails if the store fails. The mail may have been counted anyway.
pub(crate) async fn is_within_limit<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
) -> Result<bool, StoreError> {
    let (folder, most) = (folder_of(service.today()), service.settings.mails_per_day);
    is_counted(&service.store, &folder, record, most).await
}

/// Counts the invitation for `record` as one of today's invitations to its address, or returns `false` if today's limit is reached. It
/// is counted like a notification. Fails if the store fails. The invitation may have been counted anyway.
pub(crate) async fn may_invite<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
) -> Result<bool, StoreError> {
    let Some(folder) = invitations_of(service, record, service.today()) else {
        return Ok(false);
    };
    is_counted(&service.store, &folder, record, INVITATIONS_PER_DAY).await
}

/// Adds an object for `record` to those in `folder`, unless there are `most` others.
async fn is_counted<S: Store>(
    store: &S,
    folder: &str,
    record: &Record,
    most: usize,
) -> Result<bool, StoreError> {
    let key = format!("{folder}{}", record.attempt_name());
    let mut mailed = store.list(folder).await?;
    mailed.retain(|mail| !mail.key[folder.len()..].contains('/'));
    if mailed.iter().any(|mail| mail.key == key) {
        return Ok(true);
    }
    if mailed.len() >= most {
        return Ok(false);
    }
    // If the store carries out this write late, it must not replace the record that the mail was sent.
    store.create(object(key, Bytes::new())).await?;
    Ok(true)
}

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
/// late, after it was removed, causes no second mail. Fails if the store fails.
pub(crate) async fn record_sent<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    is_invitation: bool,
) -> Result<(), StoreError> {
    let today = service.today();
    let folder = if is_invitation {
        invitations_of(service, record, today)
    } else {
        Some(folder_of(today))
    };
    let Some(folder) = folder else {
        return Ok(());
    };
    let key = format!("{folder}{}", record.attempt_name());
    let sent = object(key, Bytes::from_static(SENT));
    service.store.replace(sent).await.map(drop)
}

/// Returns which of the mails for `record` were sent since its marker was `created`. Fails if the store fails.
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
    let mut keys = Vec::new();
    for day in days.take_while(|day| *day <= last) {
        let invitations = invitations_of(service, record, day);
        for (folder, is_invitation) in [(Some(folder_of(day)), false), (invitations, true)] {
            keys.extend(folder.map(|folder| (folder + &record.attempt_name(), is_invitation)));
        }
    }
    let mut sent = Sent::default();
    let counts = keys.iter().map(|(key, _)| key.clone()).collect();
    for ((_, is_invitation), count) in keys.iter().zip(service.store.read_all(counts).await) {
        if count?.is_some_and(|content| content == SENT) {
            sent.invitation |= is_invitation;
            sent.notification |= !is_invitation;
        }
    }
    Ok(sent)
}

/// Returns the folder that counts a day's invitations to the address of `record`, or `None` if the submission is not a subscription. An
/// address is the same in lower case and without what follows a plus sign, by which one mailbox has many addresses.
fn invitations_of<S: Store, M: Mailer>(
    service: &Service<S, M>,
    record: &Record,
    day: Date,
) -> Option<String> {
    record.secret.as_ref()?;
    let address = record.reply_to(service.form(&record.form)?)?.to_lowercase();
    let (local, domain) = address.split_once('@')?;
    let local = local.split('+').next().unwrap_or_default();
    let mailbox = Id::from_parts(&[local.as_bytes(), domain.as_bytes()]);
    Some(format!("{}{mailbox}/", folder_of(day)))
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
