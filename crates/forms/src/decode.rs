//! Decodes the body of a request into texts and files by name.

mod decoded;
mod json;
mod limits;
mod multipart;
mod text;
mod urlencoded;

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http_body_util::LengthLimitError;

pub use decoded::{DecodeError, Decoded, Upload};
pub use json::json;
pub use limits::Limits;
pub use multipart::multipart;
pub use urlencoded::urlencoded;

/// Decodes `body` according to its `content_type`. Never reads more of it than `limits` allow. Fails if the content type is unsupported, or
/// if the body is malformed or too large.
pub async fn decode(
    content_type: &str,
    body: Body,
    limits: Limits,
) -> Result<Decoded, DecodeError> {
    match essence(content_type).as_str() {
        "multipart/form-data" => multipart(content_type, body.into_data_stream(), limits).await,
        _ if needs_multipart(content_type, limits) => Err(DecodeError::NeedsMultipart),
        "application/json" => json(&whole(body, limits.body).await?, limits.entries),
        "application/x-www-form-urlencoded" => {
            urlencoded(&whole(body, limits.body).await?, limits.entries)
        }
        _ => Err(DecodeError::Unsupported),
    }
}

/// Returns whether a body can contain only texts, although the form accepts a file.
pub fn needs_multipart(content_type: &str, limits: Limits) -> bool {
    let texts = ["application/json", "application/x-www-form-urlencoded"];
    limits.file > 0 && texts.contains(&essence(content_type).as_str())
}

/// Returns a content type without its parameters.
fn essence(content_type: &str) -> String {
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
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
                DecodeError::malformed("The request ended too early.")
            }
        })
}
