//! How much of a body is read: every valid text of a form arrives, and a longer one is never accepted as if it were whole.

use std::convert::Infallible;

use axum::body::Body;
use bytes::Bytes;
use forms::Form;
use forms::check::check;
use forms::decode::{DecodeError, Decoded, Limits, decode, multipart};
use futures_util::stream;
use jiff::civil::date;
use serde_json::{Value, json};

/// Returns the definition of a form with an email field and further fields.
fn written(fields: &[Value]) -> Value {
    let notice = json!({ "title": "T", "message": "M" });
    let mut field =
        vec![json!({ "name": "email", "label": "Email", "type": "email", "required": true })];
    field.extend_from_slice(fields);
    json!({
        "path": "/x", "page": "/x", "thanks": "/x", "title": "X", "submit": "S", "loading": "L",
        "success": notice, "failure": notice,
        "privacy": { "version": "2026-11-21", "purpose": "P", "links": [{ "label": "L", "url": "/p" }] },
        "field": field,
    })
}

fn text(name: &str, most: usize) -> Value {
    json!({ "name": name, "label": name, "type": "textarea", "max_length": most })
}

fn file(most: u64) -> Value {
    json!({ "name": "cv", "label": "CV", "type": "file", "max_bytes": most, "accept": ["pdf"] })
}

#[test]
fn limits_follow_from_the_fields() {
    for (fields, body, file, text) in [
        (vec![], 65_536, 0, 800),
        (vec![text("a", 5_000)], 16_384 + 5_200 * 12, 0, 20_000),
        (
            vec![text("a", 5_000), text("b", 20_000)],
            16_384 + 25_200 * 12,
            0,
            80_000,
        ),
        // Multipart escapes nothing.
        (
            vec![text("a", 20_000), file(1000)],
            1000 + 16_384 + 20_200 * 4,
            1000,
            80_000,
        ),
        (vec![file(1000)], 1000 + 65_536, 1000, 800),
    ] {
        let form = Form::resolve("x", &written(&fields)).unwrap();
        assert_eq!(form.limits(), Limits { body, file, text });
    }
}

#[test]
fn a_form_that_could_not_arrive_is_refused() {
    let texts: Vec<Value> = (0..20).map(|n| text(&format!("t{n}"), 20_000)).collect();
    for (fields, said) in [
        (
            vec![text("a", 20_001)],
            "field.a.max_length: use 1 to 20000 characters",
        ),
        (
            vec![text("a", 0)],
            "field.a.max_length: use 1 to 20000 characters",
        ),
        (
            texts,
            "field: the form can take up to 4818 KB, but only 4500 KB can reach the form function; remove fields or \
             reduce their `max_length` or `max_bytes`",
        ),
    ] {
        let errors = Form::resolve("x", &written(&fields)).unwrap_err();
        assert_eq!(errors[0].to_string(), said);
    }
}

#[tokio::test]
async fn the_longest_texts_arrive_however_they_are_written() {
    let form = Form::resolve("x", &written(&[text("a", 5_000), text("b", 5_000)])).unwrap();
    // Characters of four bytes, three bytes and one byte.
    for letter in ["𝒜", "अ", "\""] {
        let long = letter.repeat(5_000);
        let percent: String = long.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let units: String = long.encode_utf16().map(|u| format!("\\u{u:04x}")).collect();
        for (kind, body) in [
            (
                "application/x-www-form-urlencoded",
                format!("email=a%40b.example&a={percent}&b={percent}"),
            ),
            (
                "application/json",
                format!(r#"{{"email":"a@b.example","a":"{units}","b":"{units}"}}"#),
            ),
        ] {
            let decoded = decode(kind, Body::from(body), form.limits()).await;
            let checked = check(&form, &decoded.unwrap(), date(2026, 11, 21));
            assert_eq!(checked.faults, []);
            assert_eq!(checked.fields.get("b"), Some(long.as_str()));
        }
    }
}

#[tokio::test]
async fn a_text_that_was_cut_is_too_long() {
    let form = Form::resolve("x", &written(&[text("a", 10), file(1000)])).unwrap();
    let limits = form.limits();
    for (sent, faults) in [
        ("x".to_owned(), vec![]),
        // Cut off after its spaces, it would be a short text that is not the one that was sent.
        (
            format!("{}wanted", " ".repeat(limits.text - 1)),
            vec!["a: use at most 10 characters."],
        ),
        (
            "é".repeat(limits.text),
            vec!["a: use at most 10 characters."],
        ),
    ] {
        let body = format!(
            "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n{sent}\r\n\
             --X\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\na@b.example\r\n--X--\r\n"
        );
        let pieces = stream::iter([Ok::<_, Infallible>(Bytes::from(body))]);
        let decoded = multipart("multipart/form-data; boundary=X", pieces, limits).await;
        let checked = check(&form, &decoded.unwrap(), date(2026, 11, 21));
        let said: Vec<&str> = checked.faults.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(said, faults);
    }
}

#[tokio::test]
async fn what_no_field_may_hold_is_refused() {
    let form = Form::resolve("x", &written(&[])).unwrap();
    let limits = form.limits();
    let body = Body::from("a".repeat(65_537));
    let decoded = decode("application/json", body, limits).await;
    assert_eq!(decoded, Err(DecodeError::TooLarge));
}

/// A form that is shown again contains what was typed, even where it was wrong.
#[test]
fn what_was_typed_is_kept_beside_its_fault() {
    let form = Form::resolve("x", &written(&[text("a", 5)])).unwrap();
    for (texts, cut, expected) in [
        (&[("a", "toolong")][..], &[][..], ["", "toolong"]),
        (
            &[("email", "no address"), ("a", "b")],
            &[],
            ["no address", "b"],
        ),
        (
            &[("email", "a@b.in"), ("a", "b"), ("a", "c")],
            &[],
            ["a@b.in", "b"],
        ),
        (
            &[("email", "a@b.in"), ("a", "begin")],
            &["a"],
            ["a@b.in", "begin"],
        ),
    ] {
        let decoded = Decoded {
            texts: texts
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
                .collect(),
            cut: cut.iter().map(|name| (*name).to_owned()).collect(),
            ..Decoded::default()
        };
        let checked = check(&form, &decoded, date(2026, 11, 22));
        assert!(!checked.faults.is_empty(), "{texts:?}");
        let typed = ["email", "a"].map(|name| checked.fields.get(name).unwrap_or("nothing"));
        assert_eq!(typed, expected, "{texts:?}");
    }
}
