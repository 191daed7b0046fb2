//! The fuzz targets: all code that reads bytes from a visitor. It must never panic, whatever the bytes are.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use forms::check::{Checked, check};
use forms::decode::{
    DecodeError, Decoded, Limits, json as decode_json, multipart as decode_multipart,
    urlencoded as decode_urlencoded,
};
use forms::mail::{Mail, Message, notification};
use forms::page::Pages;
use forms::record::{RESUMES, Record, digest};
use forms::{Form, Id, Settings, file, value};
use jiff::Timestamp;
use jiff::civil::date;

/// The site's forms.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let definitions = [
        ("career", include_str!("../../../content/forms/career.toml")),
        (
            "contact",
            include_str!("../../../content/forms/contact.toml"),
        ),
        ("query", include_str!("../../../content/forms/query.toml")),
        (
            "newsletter",
            include_str!("../../../content/forms/newsletter.toml"),
        ),
    ];
    let forms = definitions.into_iter().filter_map(|(name, text)| {
        let written = toml::from_str(text).ok()?;
        Form::resolve(name, &written).ok()
    });
    forms.collect()
});

/// Returns a form of the site, or `None` if there is no such form.
pub fn site_form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.name == name)
}

static PAGES: LazyLock<Option<Pages>> = LazyLock::new(|| Pages::new("", "").ok());

/// Maximum number of entries in a body that is fuzzed without a form.
const ENTRIES: usize = 40;

/// Fuzzes the JSON decoder.
pub fn json(data: &[u8]) {
    drop(decode_json(data, ENTRIES));
}

/// Fuzzes the urlencoded decoder.
pub fn urlencoded(data: &[u8]) {
    drop(decode_urlencoded(data, ENTRIES));
}

/// Fuzzes the multipart decoder.
pub fn multipart(data: &[u8]) {
    let limits = Limits {
        body: 4096,
        file: 1024,
        text: 1024,
        entries: ENTRIES,
    };
    if let Ok(decoded) = decode_parts(data, PIECE, limits) {
        assert!(
            decoded
                .uploads
                .iter()
                .all(|upload| upload.bytes.len() <= 1025)
        );
    }
}

/// Size of the pieces in which a body arrives, as over a network. It is small, so that tokens are cut in two.
const PIECE: usize = 37;

/// Decodes a multipart body with the boundary `XyZ` that arrives in pieces of the given size.
///
/// # Errors
/// Returns the error of the decoder.
pub fn decode_parts(data: &[u8], piece: usize, limits: Limits) -> Result<Decoded, DecodeError> {
    let pieces: Vec<Result<Bytes, Infallible>> = data
        .chunks(piece)
        .map(|piece| Ok(Bytes::copy_from_slice(piece)))
        .collect();
    let decoding = decode_multipart(
        "multipart/form-data; boundary=XyZ",
        futures_util::stream::iter(pieces),
        limits,
    );
    // All pieces have arrived, so the decoder yields between them but never waits.
    let mut decoding = pin!(decoding);
    loop {
        if let Poll::Ready(decoded) = decoding
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return decoded;
        }
    }
}

/// Fuzzes a whole submission, from its body to its mail. The first byte selects the form and the encoding of the body.
pub fn form(data: &[u8]) {
    let Some((kind, body)) = data.split_first() else {
        return;
    };
    let Some(form) = FORMS.get(usize::from(kind % 4)) else {
        return;
    };
    let decoded = if form.has_file() {
        decode_parts(body, PIECE, form.limits())
    } else if kind & 4 == 0 {
        decode_json(body, form.limits().entries)
    } else {
        decode_urlencoded(body, form.limits().entries)
    };
    let Ok(decoded) = decoded else {
        return;
    };
    let today = date(2026, 11, 21);
    let checked = check(form, &decoded, today);
    if !checked.faults.is_empty() {
        return;
    }
    for field in &form.fields {
        let text = checked.fields.get(&field.name).unwrap_or_default();
        if !text.is_empty() {
            assert_eq!(value::check(field, text, today).as_deref(), Ok(text));
        }
    }
    reported(form, &checked);
}

/// Returns the record of a submission and the mail about it, whether or not the submission has faults.
pub fn report(form: &Form, checked: &Checked) -> Option<(Record, Mail)> {
    let (pages, id) = (PAGES.as_ref()?, Id::random().ok()?);
    let (digest, now) = (digest(form, checked), Timestamp::UNIX_EPOCH);
    let record = Record::new(form, checked, RESUMES, id.clone(), id, digest, now);
    let settings = Settings {
        from: "forms@example.com".to_owned(),
        to: vec!["staff@example.com".to_owned()],
        ..Settings::default()
    };
    let mail = notification(pages, form, &record, &settings, now).ok()?;
    Some((record, mail))
}

/// Checks the mail about a submission: nothing that the visitor typed may begin a line of the mail's text.
fn reported(form: &Form, checked: &Checked) {
    let report = report(form, checked);
    let (record, mail) = report.unwrap_or_else(|| panic!("no mail"));
    let raw = String::from_utf8(mail.raw).unwrap_or_else(|error| panic!("{error}"));
    check_message(&raw);
    let text = raw.splitn(3, "\r\n\r\n").nth(2).unwrap_or_default();
    let text = text.split("\r\n--=_").next().unwrap_or_default();
    let text = text.replace("=\r\n", "");
    let lines = text
        .trim_end()
        .lines()
        .filter(|line| !line.starts_with('>'));
    let starts: Vec<&str> = lines
        .map(|line| line.split(':').next().unwrap_or_default())
        .map(|label| label.split(", ").next().unwrap_or_default())
        .collect();
    let labels = form.fields.iter().filter(|field| field.mail);
    let mut expected = vec!["New", "Reference", "Received", ""];
    expected.extend(labels.map(|field| field.label.as_str()));
    expected.extend(record.undeclared.iter().map(|_| "Not a field of this form"));
    expected.extend(["", "Answer this mail to write to the sender."]);
    assert_eq!(starts, expected, "{text}");
}

/// Fuzzes the checks of documents, and the sanitizing of their names.
pub fn document(data: &[u8]) {
    let Some(field) = FORMS.iter().find_map(|form| form.field("resume")) else {
        return;
    };
    for name in ["cv.pdf", "cv.doc", "cv.docx"] {
        // Other tests check the verdict. Here, the check only has to return.
        let _ = file::check(field, name, data);
    }
    let name = file::sanitized(&String::from_utf8_lossy(data));
    assert!(
        name.chars().count() <= 100 && !name.contains(['/', '\\', '\r', '\n', '\0']),
        "{name:?}"
    );
}

/// Fuzzes the mail builder: whatever the values contain, the headers are the same, and every line is short and ASCII only.
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
    check_message(raw.as_deref().unwrap_or_else(|error| panic!("{error}")));
}

fn check_message(raw: &str) {
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
