//! A request's body as names with texts, and files.

mod json;
mod multipart;
mod urlencoded;

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http_body_util::LengthLimitError;

use crate::definition::Kind;
use crate::form::Field;

pub use json::json;
pub use multipart::multipart;
pub use urlencoded::urlencoded;

/// Most names in one body.
const MOST_ENTRIES: usize = 40;

/// What a body holds, in its order, not yet compared with any form.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// Names with their texts; a name may come twice.
    pub texts: Vec<(String, String)>,
    /// Names whose value was no text: a JSON list or object.
    pub not_text: Vec<String>,
    /// Names whose text was longer than any of the form may be, and was not kept whole.
    pub cut: Vec<String>,
    /// Uploaded files; each field has one at most.
    pub uploads: Vec<Upload>,
}

/// One uploaded file.
#[derive(Debug, PartialEq, Eq)]
pub struct Upload {
    /// Name of its field.
    pub field: String,
    /// Its name on the visitor's machine, unchecked.
    pub name: String,
    /// Its content, up to one byte more than the limit: enough to see that it is too large.
    pub bytes: Bytes,
}

/// Why a body cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The content type is none of the three.
    #[error(
        "Send the form as JSON, as application/x-www-form-urlencoded or as multipart/form-data."
    )]
    Unsupported,
    /// The form takes a file, which only multipart carries.
    #[error("Send this form as multipart/form-data.")]
    NeedsMultipart,
    /// The body is not what its content type says. The text says what is wrong.
    #[error("{0}")]
    Malformed(&'static str),
    /// More bytes than the form can have.
    #[error("The form is too large.")]
    TooLarge,
}

/// Most bytes a body can have, and most bytes of a file and of a text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Of the body, with all framing.
    pub body: u64,
    /// Of one file; 0 where the form takes none.
    pub file: u64,
    /// Of one text.
    pub text: usize,
}

/// Most bytes of a character in UTF-8.
const CHARACTER: usize = 4;
/// How many times longer a text gets: `%41` for every byte, and in JSON `\u0041` for a character of one byte or two.
const ESCAPED: usize = 3;
/// Room in a body for names, for headers of parts and for a few fields that the form does not have.
const FRAMING: usize = 16 * 1024;
/// Room in a body beside its file, however short the form's texts are.
const LEAST: usize = 64 * 1024;

impl Limits {
    /// What a form with these fields can have at most, so that whatever its fields may hold arrives, however it is written.
    pub fn of(fields: &[Field]) -> Self {
        let file = fields.iter().map(|field| field.max_bytes).max();
        let file = file.unwrap_or(0);
        let lengths = fields.iter().filter(|field| field.kind != Kind::File);
        let lengths = lengths.map(|field| field.max_length.saturating_mul(CHARACTER));
        // A form with a file is multipart, which escapes nothing.
        let escaped = if file > 0 { 1 } else { ESCAPED };
        let texts = lengths.clone().fold(0, usize::saturating_add);
        let beside = texts.saturating_mul(escaped).saturating_add(FRAMING);
        let beside = u64::try_from(beside.max(LEAST)).unwrap_or(u64::MAX);
        Self {
            body: file.saturating_add(beside),
            file,
            text: lengths.max().unwrap_or(0),
        }
    }
}

/// Reads `body` as its `content_type` says, never more of it than `limits` allow.
///
/// # Errors
/// See [`DecodeError`].
pub async fn decode(
    content_type: &str,
    body: Body,
    limits: Limits,
) -> Result<Decoded, DecodeError> {
    let essence = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    match essence.as_str() {
        "multipart/form-data" => multipart(content_type, body.into_data_stream(), limits).await,
        "application/json" | "application/x-www-form-urlencoded" if limits.file > 0 => {
            Err(DecodeError::NeedsMultipart)
        }
        "application/json" => json(&whole(body, limits.body).await?),
        "application/x-www-form-urlencoded" => urlencoded(&whole(body, limits.body).await?),
        _ => Err(DecodeError::Unsupported),
    }
}

async fn whole(body: Body, limit: u64) -> Result<Bytes, DecodeError> {
    to_bytes(body, usize::try_from(limit).unwrap_or(usize::MAX))
        .await
        .map_err(|error| {
            let too_large = std::error::Error::source(&error)
                .is_some_and(<dyn std::error::Error>::is::<LengthLimitError>);
            if too_large {
                DecodeError::TooLarge
            } else {
                DecodeError::Malformed("The request ended too early.")
            }
        })
}
