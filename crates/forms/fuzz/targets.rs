//! What is fuzzed: everything that reads bytes of a visitor. Nothing here may panic, whatever the bytes are.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use forms::decode::{
    Limits, json as decode_json, multipart as decode_multipart, urlencoded as decode_urlencoded,
};
use forms::mail::Message;
use forms::{Form, file};
use jiff::Timestamp;

static CAREER: LazyLock<Option<Form>> = LazyLock::new(|| {
    Form::from_toml("career", include_str!("../../../content/forms/career.toml")).ok()
});

/// The JSON decoder.
pub fn json(data: &[u8]) {
    drop(decode_json(data));
}

/// The urlencoded decoder.
pub fn urlencoded(data: &[u8]) {
    drop(decode_urlencoded(data));
}

/// The multipart decoder; the body comes in pieces as a network would cut it.
pub fn multipart(data: &[u8]) {
    let pieces: Vec<Result<Bytes, Infallible>> = data
        .chunks(37)
        .map(|piece| Ok(Bytes::copy_from_slice(piece)))
        .collect();
    let limits = Limits {
        body: 4096,
        file: 1024,
        text: 1024,
    };
    let decoding = decode_multipart(
        "multipart/form-data; boundary=XyZ",
        futures_util::stream::iter(pieces),
        limits,
    );
    // Every piece is there: the decoder pauses between them, and waits for none.
    let mut decoding = pin!(decoding);
    let decoded = loop {
        if let Poll::Ready(decoded) = decoding
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            break decoded;
        }
    };
    if let Ok(decoded) = decoded {
        assert!(
            decoded
                .uploads
                .iter()
                .all(|upload| upload.bytes.len() <= 1025)
        );
    }
}

/// The checks of documents, and of their names.
pub fn document(data: &[u8]) {
    let Some(field) = CAREER.as_ref().and_then(|form| form.field("resume")) else {
        return;
    };
    for name in ["cv.pdf", "cv.doc", "cv.docx"] {
        // The verdict is another test's; here it only has to come.
        let _ = file::check(field, name, data);
    }
    let name = file::sanitised(&String::from_utf8_lossy(data));
    assert!(
        name.chars().count() <= 100 && !name.contains(['/', '\\', '\r', '\n', '\0']),
        "{name:?}"
    );
}

/// The mail builder: whatever the values hold, the headers are the same and every line is short ASCII.
pub fn mail(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let message = Message {
        from: "forms@example.com",
        to: &["staff@example.com".to_owned()],
        reply_to: Some(&text),
        subject: &text,
        date: Timestamp::UNIX_EPOCH,
        reference: "00000000000000000000000000",
        text: &text,
        html: &text,
    };
    let raw = String::from_utf8(message.to_bytes());
    let raw = raw.as_deref().unwrap_or_else(|error| panic!("{error}"));
    let head = raw.split("\r\n\r\n").next().unwrap_or_default();
    let names: Vec<&str> = head
        .split("\r\n")
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split(": ").next().unwrap_or_default())
        .filter(|name| *name != "Reply-To")
        .collect();
    assert_eq!(
        names.join(" "),
        "From To Subject Date Message-ID X-Submission-Id Auto-Submitted MIME-Version Content-Type"
    );
    for line in raw.split("\r\n") {
        assert!(
            line.is_ascii() && !line.contains(['\r', '\n', '\0']),
            "{line:?}"
        );
        assert!(line.len() <= 998, "RFC 5322, section 2.1.1: {}", line.len());
    }
}
