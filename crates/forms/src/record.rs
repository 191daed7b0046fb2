//! What is stored of a submission, and under which names.

use jiff::Timestamp;
use jiff::tz::Offset;
use serde::{Deserialize, Serialize};

use crate::check::{Checked, Document};
use crate::definition::FileKind;
use crate::fields::Fields;
use crate::form::Form;
use crate::id::{Id, hex, sha256};

/// Folder of accepted submissions.
pub const SUBMISSIONS: &str = "submissions/";
/// Folder of accepted files.
pub const RESUMES: &str = "resumes/";
/// Folder of what a filled trap field keeps apart.
pub const QUARANTINE: &str = "quarantine/";
/// Folder of markers: one for each submission that was not yet notified.
pub const OUTBOX: &str = "outbox/";
/// Folder of markers that were given up.
pub const OUTBOX_DEAD: &str = "outbox-dead/";

/// A submission as it is stored. Writing this one object is what "accepted" means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its reference.
    pub id: Id,
    /// Name of the form.
    pub form: String,
    /// When it arrived.
    pub received: Timestamp,
    /// Version of the privacy notice beside the form at that time.
    pub notice: String,
    /// What was typed.
    pub fields: Fields,
    /// The file, stored beside this record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<StoredDocument>,
    /// Digest of form, fields and file: tells a repeated submission from another one.
    pub digest: String,
    /// Which attempt wrote this record, for an attempt that lost the store's answer.
    pub attempt: Id,
}

/// A file that was stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDocument {
    /// Name of its field.
    pub field: String,
    /// Name of the object that holds it.
    pub key: String,
    /// What the visitor called it, made harmless.
    pub name: String,
    /// Media type that its content shows.
    pub media_type: String,
    /// Bytes.
    pub size: usize,
}

/// A note that a submission is still to be notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Key of the submission's record.
    pub record: String,
    /// When it arrived.
    pub created: Timestamp,
    /// Until then whoever wrote this may be sending: nobody else does.
    pub busy_until: Timestamp,
    /// Whether it was sent, where the marker could not be removed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sent: bool,
}

impl Record {
    /// The record of what was `checked`, under `folder`.
    pub fn new(
        form: &Form,
        checked: &Checked,
        folder: &str,
        id: Id,
        attempt: Id,
        received: Timestamp,
    ) -> Self {
        Self {
            document: checked.document.as_ref().map(|document| StoredDocument {
                field: document.field.clone(),
                key: document_key(folder, &id, document),
                name: document.name.clone(),
                media_type: document.media_type().to_owned(),
                size: document.bytes.len(),
            }),
            digest: digest(form, checked),
            form: form.name.clone(),
            notice: form.privacy.version.clone(),
            fields: checked.fields.clone(),
            id,
            received,
            attempt,
        }
    }

    /// Key of this record.
    pub fn key(&self) -> String {
        submission_key(&self.form, self.received, &self.id)
    }

    /// Key of the marker of the attempt that wrote this record. Each attempt has one of its own: an attempt that finds the
    /// record written removes only its own, and where it could not, a sweep tells the two apart.
    pub fn marker_key(&self) -> String {
        if self.id == self.attempt {
            format!("{OUTBOX}{}", self.id)
        } else {
            format!("{OUTBOX}{}.{}", self.id, self.attempt)
        }
    }

    /// The visitor's address: the value of the form's first required email field.
    pub fn reply_to<'r>(&'r self, form: &Form) -> Option<&'r str> {
        self.fields.get(form.reply_field()?)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape serde wants")]
fn is_false(truth: &bool) -> bool {
    !truth
}

impl Document {
    /// The media type it is stored with.
    pub fn media_type(&self) -> &'static str {
        self.kind
            .map_or("application/octet-stream", FileKind::media_type)
    }
}

/// Digest of everything a visitor sent, in hexadecimal.
pub fn digest(form: &Form, checked: &Checked) -> String {
    let file = checked
        .document
        .as_ref()
        .map(|document| sha256(&[&document.bytes]));
    let mut parts: Vec<&[u8]> = vec![form.name.as_bytes()];
    for (name, text) in checked.fields.iter() {
        parts.extend([name.as_bytes(), text.as_bytes()]);
    }
    if let Some(file) = &file {
        parts.push(file);
    }
    hex(&sha256(&parts))
}

/// Key of a submission's record: by form and month (UTC), so that a month can be listed alone.
pub fn submission_key(form: &str, received: Timestamp, id: &Id) -> String {
    format!("{SUBMISSIONS}{form}/{}/{id}.json", month(received))
}

/// `2026/11`.
pub fn month(time: Timestamp) -> String {
    let date = Offset::UTC.to_datetime(time).date();
    format!("{:04}/{:02}", date.year(), date.month())
}

/// Key of a file. It carries a part of the content's digest: another file sent under the same
/// idempotency key can never replace one that was accepted.
fn document_key(folder: &str, id: &Id, document: &Document) -> String {
    let digest = hex(&sha256(&[&document.bytes])[..8]);
    format!(
        "{folder}{id}-{digest}.{}",
        document.kind.map_or("bin", FileKind::extension)
    )
}
