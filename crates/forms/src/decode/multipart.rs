//! Decodes `multipart/form-data` (RFC 7578) as it arrives.

use std::iter;

use axum::http::header::CONTENT_DISPOSITION;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt as _, stream};
use multer::{Constraints, Field, Multipart, SizeLimit};
use percent_encoding::percent_decode_str;
use tokio::task::yield_now;

use super::decoded::{DecodeError, Decoded, Upload};
use super::limits::Limits;
use super::text::{text, utf8_or_latin1};

/// Maximum total size of a part's headers, in bytes.
const MOST_HEADER_BYTES: usize = 8 * 1024;

/// Size of the pieces that a body is split into, in bytes. The buffer of a part that outgrows it is immediately enlarged to the
/// maximum size of a part.
const SMALL: usize = 64 * 1024;

/// Maximum number of times that the parser asks for more while it reads a part in one piece: its start, its content, and its end.
const PARSER_STEPS: usize = 3;

/// Header with the encoding of a part's content.
const CONTENT_TRANSFER_ENCODING: &str = "content-transfer-encoding";

/// Decodes the parts of `body`. A part with a file name is a file, any other part is a text. A file without a name and a content is
/// left out: browsers send one if no file was chosen. Fails with [`DecodeError::Malformed`] if the body is invalid or contains two files,
/// or a text and a file, for one field, and [`DecodeError::TooLarge`] if the body exceeds `limits`.
pub async fn multipart<S, E>(
    content_type: &str,
    body: S,
    limits: Limits,
) -> Result<Decoded, DecodeError>
where
    S: Stream<Item = Result<Bytes, E>> + Send + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync>> + Send + 'static,
{
    let boundary = boundary(content_type)
        .ok_or_else(|| DecodeError::malformed("The multipart boundary is missing."))?;
    let constraints = Constraints::new().size_limit(SizeLimit::new().whole_stream(limits.body));
    let mut parts = Multipart::with_constraints(paced(body, limits.entries), boundary, constraints);
    let mut decoded = Decoded::default();
    match read_parts(&mut parts, limits, &mut decoded).await {
        Ok(()) => Ok(decoded),
        Err(DecodeError::Malformed(why, _)) => Err(DecodeError::Malformed(why, decoded)),
        Err(error) => Err(error),
    }
}

/// Returns the boundary between the parts. Old clients write one with signs such as `=` without the quotation marks that these need
/// (RFC 2045, section 5.1).
fn boundary(content_type: &str) -> Option<String> {
    if let Ok(boundary) = multer::parse_boundary(content_type) {
        return Some(boundary);
    }
    let mut parameters = content_type.split(';').skip(1);
    let value = parameters.find_map(|parameter| {
        let (name, value) = parameter.trim().split_once('=')?;
        name.eq_ignore_ascii_case("boundary")
            .then_some(value.trim_matches(['"', ' ']))
    });
    value.filter(|value| !value.is_empty()).map(str::to_owned)
}

/// Adds the parts to `decoded`, up to the first one with an error.
async fn read_parts(
    parts: &mut Multipart<'_>,
    limits: Limits,
    decoded: &mut Decoded,
) -> Result<(), DecodeError> {
    let mut count = 0;
    while let Some(part) = parts.next_field().await.map_err(|error| broken(&error))? {
        count += 1;
        if count > limits.entries {
            return Err(DecodeError::malformed("The form has too many parts."));
        }
        if part
            .headers()
            .iter()
            .map(|(name, value)| name.as_str().len() + value.len() + 4)
            .sum::<usize>()
            > MOST_HEADER_BYTES
        {
            return Err(DecodeError::malformed(
                "A part of the form has too many headers.",
            ));
        }
        let field = part
            .name()
            .ok_or_else(|| DecodeError::malformed("A part of the form has no name."))?
            .to_owned();
        if let Some(name) = file_name(&part) {
            let most = usize::try_from(limits.file).unwrap_or(usize::MAX);
            let (bytes, end) = read(part, most).await;
            end?;
            if name.is_empty() && bytes.is_empty() {
                continue;
            }
            if decoded.uploads.iter().any(|upload| upload.field == field) {
                return Err(DecodeError::malformed(
                    "The form contains two files for one field.",
                ));
            }
            decoded.uploads.push(Upload { field, name, bytes });
        } else {
            let (bytes, end) = read(part, limits.text).await;
            let cut = bytes.len() > limits.text;
            let text = part_text(&bytes, cut || end.is_err())?;
            decoded.texts.push((field.clone(), text));
            if cut {
                decoded.cut.push(field);
            }
            end?;
        }
    }
    let is_text = |upload: &Upload| decoded.texts.iter().any(|(name, _)| *name == upload.field);
    if decoded.uploads.iter().any(is_text) {
        return Err(DecodeError::malformed(
            "The form contains both a text and a file for one field.",
        ));
    }
    Ok(())
}

/// Returns the file name of a part, or `None` if the part is a text.
///
/// Browsers write a quotation mark as `%22` and remove line breaks (HTML, section 4.10.21.8). Other clients use `filename*`, although
/// RFC 7578, section 4.2, tells them not to; it is the better name if both are given (RFC 6266, section 4.3). A name in another
/// encoding is still that of a file, so that the file is not taken for a text.
fn file_name(part: &Field) -> Option<String> {
    let header = part.headers().get(CONTENT_DISPOSITION)?;
    let header = utf8_or_latin1(header.as_bytes());
    let extended = parameter(&header, "filename*");
    let utf8 = extended.and_then(utf8_file_name);
    let plain = || Some(part.file_name()?.replace("%22", "\""));
    let latin1 = || Some(parameter(&header, "filename")?.replace("%22", "\""));
    let other = || {
        let name = extended?.splitn(3, '\'').last()?;
        Some(utf8_or_latin1(
            &percent_decode_str(name).collect::<Vec<u8>>(),
        ))
    };
    utf8.or_else(plain).or_else(latin1).or_else(other)
}

/// Returns a parameter of a header without quotation marks around it.
fn parameter<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    let mut parameters = header.split(';').filter_map(|text| text.split_once('='));
    let (_, value) = parameters.find(|(other, _)| other.trim().eq_ignore_ascii_case(name))?;
    Some(value.trim().trim_matches('"'))
}

/// Returns the file name in a value of `filename*` if its encoding is UTF-8 (RFC 8187, section 3.2).
fn utf8_file_name(value: &str) -> Option<String> {
    let (charset, rest) = value.split_once('\'')?;
    let (_language, name) = rest.split_once('\'')?;
    let name = percent_decode_str(name).decode_utf8().ok()?;
    charset
        .eq_ignore_ascii_case("utf-8")
        .then(|| name.into_owned())
}

/// Splits `body` into small pieces and yields to the runtime after each. Otherwise the parser would first copy everything
/// that has arrived into its own buffer.
///
/// Before the end, yields often enough for the parser to read everything that has arrived, up to one part more than `most`: once the
/// end is known, multer 3.1 drops what is left of a part without an end.
fn paced<S, E>(body: S, most: usize) -> impl Stream<Item = Result<Bytes, E>> + Send + 'static
where
    S: Stream<Item = Result<Bytes, E>> + Send + 'static,
    E: Send + 'static,
{
    let pieces = |chunk: Result<Bytes, E>| {
        let (mut bytes, mut error) = match chunk {
            Ok(bytes) => (bytes, None),
            Err(error) => (Bytes::new(), Some(error)),
        };
        stream::iter(iter::from_fn(move || {
            if bytes.is_empty() {
                return error.take().map(Err);
            }
            Some(Ok(bytes.split_to(bytes.len().min(SMALL))))
        }))
    };
    let pieces = Box::pin(body.flat_map(pieces));
    stream::unfold((pieces, false), move |(mut pieces, begun)| async move {
        if begun {
            yield_now().await;
        }
        let Some(piece) = pieces.next().await else {
            for _ in 0..PARSER_STEPS * (most + 1) {
                yield_now().await;
            }
            return None;
        };
        Some((piece, (pieces, true)))
    })
}

/// Returns the text of a part. If it was `cut` off inside a character, the incomplete character is dropped.
fn part_text(bytes: &[u8], cut: bool) -> Result<String, DecodeError> {
    let whole = match str::from_utf8(bytes) {
        Err(error) if cut && error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    text(&bytes[..whole])
}

/// Reads a part to its end and keeps its first `most` bytes, plus one if there are more. Decodes base64, which mail programs and old
/// clients use although RFC 7578, section 4.7, tells them not to. If the part has no end, returns what came before the error.
async fn read(part: Field<'_>, most: usize) -> (Bytes, Result<(), DecodeError>) {
    let encoding = part.headers().get(CONTENT_TRANSFER_ENCODING);
    let is_base64 =
        encoding.is_some_and(|name| name.as_bytes().trim_ascii().eq_ignore_ascii_case(b"base64"));
    if !is_base64 {
        return read_raw(part, most.saturating_add(1)).await;
    }
    // Three bytes are four characters, with a line break after 76 of them or fewer.
    let most_encoded = most.saturating_mul(2);
    let (encoded, end) = read_raw(part, most_encoded).await;
    let mut encoded = Vec::from(encoded);
    let is_cut = encoded.len() == most_encoded || end.is_err();
    encoded.retain(|byte| !byte.is_ascii_whitespace() && *byte != b'=');
    if is_cut {
        encoded.truncate(encoded.len() / 4 * 4);
    }
    let Ok(mut bytes) = STANDARD_NO_PAD.decode(&encoded) else {
        let error = DecodeError::malformed("A part of the form is not valid base64.");
        return (Bytes::new(), Err(error));
    };
    bytes.truncate(most.saturating_add(1));
    (bytes.into(), end)
}

/// Reads a part to its end and keeps its first `most` bytes, also those before an error.
async fn read_raw(mut part: Field<'_>, most: usize) -> (Bytes, Result<(), DecodeError>) {
    let mut kept = BytesMut::new();
    let end = loop {
        let chunk = match part.chunk().await {
            Ok(Some(chunk)) => chunk,
            Ok(None) => break Ok(()),
            Err(error) => break Err(broken(&error)),
        };
        let piece = &chunk[..chunk.len().min(most - kept.len())];
        if kept.len() + piece.len() > SMALL && kept.capacity() < most {
            // Growing by doubling would briefly take three times the memory of a large file.
            kept.reserve(most - kept.len());
        }
        kept.extend_from_slice(piece);
    };
    (kept.freeze(), end)
}

fn broken(error: &multer::Error) -> DecodeError {
    match error {
        multer::Error::StreamSizeExceeded { .. } | multer::Error::FieldSizeExceeded { .. } => {
            DecodeError::TooLarge
        }
        multer::Error::IncompleteStream | multer::Error::IncompleteFieldData { .. } => {
            DecodeError::malformed("The request ended too early.")
        }
        _ => DecodeError::malformed("The request is not valid multipart/form-data."),
    }
}
