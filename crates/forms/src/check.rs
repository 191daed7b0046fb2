//! Checks a decoded body against its form.

use bytes::Bytes;
use jiff::civil::Date;

use crate::decode::Decoded;
use crate::definition::{FileKind, Kind};
use crate::fields::Fields;
use crate::file::{self, FileFault};
use crate::form::{Field, Form};
use crate::misleading_characters::is_blank;
use crate::undeclared::undeclared;
use crate::value;
use crate::words::fill;

/// A submission that was checked against its form, and its faults.
#[derive(Debug)]
pub struct Checked {
    /// Text of every text field, in the order of the form: normalized if it is valid, otherwise as typed.
    pub fields: Fields,
    /// Texts that were sent in fields that the form does not have. They have no effect, and no reply repeats them.
    pub undeclared: Fields,
    /// The file to store: an accepted file or, if the trap field was filled in, possibly a refused one.
    pub document: Option<Document>,
    /// Faults, in the order of the form's fields.
    pub faults: Vec<Fault>,
    /// Whether the trap field, which is hidden from people, was filled in with more than blanks.
    pub trapped: bool,
}

/// An uploaded file to store.
#[derive(Debug)]
pub struct Document {
    /// Name of the form field.
    pub field: String,
    /// Sanitized file name.
    pub name: String,
    /// Kind of document that both the name and the content indicate. `None` for a refused file, which only quarantine keeps.
    pub kind: Option<FileKind>,
    /// What the staff should know before they open the file; see [`file::Accepted`].
    pub warning: Option<String>,
    /// Content of the file.
    pub bytes: Bytes,
}

/// A fault of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Name of the field.
    pub field: String,
    /// Error message to show beside the field.
    pub message: String,
    /// Kind of fault.
    pub kind: FaultKind,
}

/// Kind of fault, which decides the status of the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// An invalid or missing value: 422.
    Value,
    /// A file that is too large: 413.
    TooLarge,
    /// A file that is not accepted: 415.
    WrongKind,
}

/// Checks a decoded body against a form. Fields that the form does not have are kept apart, and are never faults.
pub fn check(form: &Form, decoded: &Decoded, today: Date) -> Checked {
    let mut checked = Checked {
        fields: Fields::default(),
        undeclared: undeclared(form, decoded),
        document: None,
        faults: Vec::new(),
        trapped: decoded
            .texts
            .iter()
            .any(|(name, text)| *name == form.trap && !is_blank(text))
            || decoded.is_not_text(&form.trap)
            || decoded
                .uploads
                .iter()
                .any(|upload| upload.field == form.trap && !upload.name.is_empty()),
    };
    for field in &form.fields {
        let result = match field.kind {
            Kind::File => file_field(form, field, decoded, &mut checked),
            _ => text_field(form, field, decoded, today, &mut checked.fields),
        };
        if let Err((kind, message)) = result {
            checked.faults.push(Fault {
                field: field.name.clone(),
                message,
                kind,
            });
        }
    }
    checked
}

type Verdict = Result<(), (FaultKind, String)>;

fn text_field(
    form: &Form,
    field: &Field,
    decoded: &Decoded,
    today: Date,
    fields: &mut Fields,
) -> Verdict {
    let mut texts = decoded
        .texts
        .iter()
        .filter(|(name, _)| *name == field.name)
        .map(|(_, text)| text.as_str());
    let text = texts.next().unwrap_or_default();
    let verdict = if texts.next().is_some() || decoded.is_not_text(&field.name) {
        Err(fill(&form.words.twice, &[("label", &field.label)]))
    } else if decoded.cut.contains(&field.name) {
        Err(field.errors.too_long.clone())
    } else {
        value::check(field, text, today).map_err(str::to_owned)
    };
    fields.push(&field.name, verdict.as_deref().unwrap_or(text));
    verdict
        .map(drop)
        .map_err(|message| (FaultKind::Value, message))
}

fn file_field(form: &Form, field: &Field, decoded: &Decoded, checked: &mut Checked) -> Verdict {
    let mut uploads = decoded.uploads.iter();
    let upload = uploads.find(|upload| upload.field == field.name);
    let Some(upload) = upload else {
        return if field.required {
            Err((FaultKind::Value, field.errors.required.clone()))
        } else {
            Ok(())
        };
    };
    let verdict = file::check(field, &upload.name, &upload.bytes);
    if verdict.is_ok() || checked.trapped {
        let accepted = verdict.clone().ok();
        checked.document = Some(Document {
            field: field.name.clone(),
            name: file::sanitized(&upload.name),
            kind: accepted.as_ref().map(|accepted| accepted.kind),
            warning: accepted.and_then(|accepted| accepted.warning),
            bytes: upload.bytes.clone(),
        });
    }
    match verdict {
        Ok(_) => Ok(()),
        Err(FileFault::TooLarge) => Err((FaultKind::TooLarge, field.errors.too_large.clone())),
        Err(fault) => {
            let message = fault.advice(&form.words);
            let message = message.unwrap_or_else(|| field.errors.invalid.clone());
            Err((FaultKind::WrongKind, message))
        }
    }
}
