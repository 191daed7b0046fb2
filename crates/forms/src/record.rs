//! Records of submissions, and the keys under which they are stored.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::check::{Checked, Document};
use crate::definition::FileKind;
use crate::fields::Fields;
use crate::form::Form;
use crate::id::{Id, hex, sha256};
use crate::store::{Store, StoreError};

/// Folder of accepted submissions.
pub const SUBMISSIONS: &str = "submissions/";
/// Folder of uploaded files.
pub const RESUMES: &str = "resumes/";
/// Folder of submissions whose trap field was filled in, and of their files.
pub const QUARANTINE: &str = "quarantine/";

/// A stored submission. A submission is accepted once this object is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Reference of the submission.
    pub id: Id,
    /// Name of the form.
    pub form: String,
    /// Time at which the submission arrived.
    pub received: Timestamp,
    /// Version of the privacy notice that the form showed at that time.
    pub notice: String,
    /// Language of the page and its notice, in which the visitor is answered.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notice_language: String,
    /// Digest of that notice's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notice_digest: String,
    /// Texts by field name.
    pub fields: Fields,
    /// What was sent in fields that the form does not have.
    #[serde(default, skip_serializing_if = "Fields::is_empty")]
    pub undeclared: Fields,
    /// The uploaded file, which is stored as a separate object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<StoredDocument>,
    /// Digest of the form's name, the fields, and the file, by which a repeated submission is recognized.
    pub digest: String,
    /// For a subscription: the secret in its links, which only mails to the subscriber contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Id>,
    /// Id of the attempt that wrote this record. An attempt that did not get the store's response recognizes its own record by it.
    pub attempt: Id,
}

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDocument {
    /// Name of the field.
    pub field: String,
    /// Key of the object.
    pub key: String,
    /// The visitor's file name, sanitized.
    pub name: String,
    /// Media type, determined from the content.
    pub media_type: String,
    /// Size in bytes.
    pub size: usize,
    /// What the staff should know before they open the file, as a predicate: "contains 1 script; open it only after the scan".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl Record {
    /// Creates the record of a checked submission with the given [`digest`]. Its file gets a key in `folder`.
    pub fn new(
        form: &Form,
        checked: &Checked,
        folder: &str,
        id: Id,
        attempt: Id,
        digest: String,
        received: Timestamp,
    ) -> Self {
        Self {
            document: checked.document.as_ref().map(|document| StoredDocument {
                field: document.field.clone(),
                key: format!(
                    "{folder}{}.{}",
                    attempt_name(&id, &attempt),
                    document.extension()
                ),
                name: document.name.clone(),
                media_type: document.media_type().to_owned(),
                size: document.bytes.len(),
                warning: document.warning.clone(),
            }),
            digest,
            form: form.name.clone(),
            notice: form.privacy.version.clone(),
            notice_language: form.lang.clone(),
            notice_digest: form.notice_digest(),
            fields: checked.fields.clone(),
            undeclared: checked.undeclared.clone(),
            secret: None,
            id,
            received,
            attempt,
        }
    }

    /// Returns the name shared by the marker and the file of this record's attempt. No other attempt has this name.
    pub fn attempt_name(&self) -> String {
        attempt_name(&self.id, &self.attempt)
    }

    /// Returns the name of the language in which the visitor used `form`, if it was not the main one.
    pub fn translated_into<'f>(&self, form: &'f Form) -> Option<&'f str> {
        let translation = form.translations.get(&self.notice_language)?;
        Some(&translation.language)
    }

    /// Returns the visitor's address: the value of the form's first required email field.
    pub fn reply_to<'r>(&'r self, form: &Form) -> Option<&'r str> {
        self.fields.get(form.reply_field()?)
    }
}

fn attempt_name(id: &Id, attempt: &Id) -> String {
    if id == attempt {
        id.to_string()
    } else {
        format!("{id}.{attempt}")
    }
}

/// Returns the key of a submission's record. It depends on nothing that two attempts at the same submission could
/// disagree about, such as the time.
pub fn submission_key(form: &str, id: &Id) -> String {
    format!("{SUBMISSIONS}{form}/{id}.json")
}

/// Reads the record `key`, or returns `None` if it does not exist. Fails if the store fails, or if the object is not a record.
pub async fn read_record<S: Store>(store: &S, key: &str) -> Result<Option<Record>, StoreError> {
    let Some((bytes, _)) = store.read(key).await? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|_| StoreError::new("unreadable record"))
}

impl Document {
    /// Returns the media type that the file is stored with.
    pub fn media_type(&self) -> &'static str {
        self.kind
            .map_or("application/octet-stream", FileKind::media_type)
    }

    fn extension(&self) -> &'static str {
        self.kind.map_or("bin", FileKind::extension)
    }
}

/// Returns a hexadecimal digest of everything that a visitor sent.
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
    for (name, text) in checked.undeclared.iter() {
        parts.extend([b"undeclared".as_slice(), name.as_bytes(), text.as_bytes()]);
    }
    hex(&sha256(&parts))
}
