//! Tests of the limits on bodies: every valid text of a form is read in full, and a truncated text is never accepted.

use std::convert::Infallible;

use axum::body::Body;
use bytes::Bytes;
use forms::check::check;
use forms::decode::{DecodeError, Decoded, Limits, decode, multipart};
use forms::{Form, TRAP};
use futures_util::stream;
use jiff::civil::date;

use crate::requests::{END, MULTIPART, part};
use crate::sample_form::{definition, file_field, form};

/// Returns the TOML of a text field that allows `most` characters.
fn text(name: &str, most: usize) -> String {
    format!(
        "\n[[field]]\nname = \"{name}\"\nlabel = \"{name}\"\ntype = \"textarea\"\nmax_length = {most}\n"
    )
}

#[test]
fn limits_follow_from_the_fields() {
    let two = |one, other| text("a", one) + &text("b", other);
    let mixed = text("a", 20_000) + &file_field("cv", 1000);
    for (fields, body, file, text) in [
        (String::new(), 65_536, 0, 800),
        (text("a", 5_000), 16_384 + 5_200 * 12, 0, 20_000),
        (two(5_000, 20_000), 16_384 + 25_200 * 12, 0, 80_000),
        // In multipart, nothing is escaped.
        (mixed, 1000 + 16_384 + 20_200 * 4, 1000, 80_000),
        (file_field("cv", 1000), 1000 + 65_536, 1000, 800),
        // The form has the field `email`, too.
        (many(99), 100 * 400 + (200 + 99 * 100) * 12, 0, 800),
    ] {
        let fields = form("x", &fields);
        let entries = if fields.fields.len() == 100 { 126 } else { 40 };
        let expected = Limits {
            body,
            file,
            text,
            entries,
        };
        assert_eq!(fields.limits(), expected, "{:?}", fields.fields);
    }
}

/// Returns the TOML of `count` text fields.
fn many(count: usize) -> String {
    (0..count).map(|n| text(&format!("t{n}"), 100)).collect()
}

#[tokio::test]
async fn a_form_with_many_fields_is_accepted() {
    for count in [14, 38, 39, 45, 300] {
        for is_multipart in [false, true] {
            let file = if is_multipart {
                file_field("cv", 1000)
            } else {
                String::new()
            };
            let form = form("x", &(many(count) + &file));
            let names: Vec<String> = (0..count).map(|n| format!("t{n}")).collect();
            let longest = "𝒜".repeat(100);
            let [pairs, json, parts] = [
                |name: &str, text: &str| format!("{name}={}&", text.replace('𝒜', "%F0%9D%92%9C")),
                |name: &str, text: &str| format!("\"{name}\":\"{text}\","),
                |name: &str, text: &str| part(name, "", text),
            ]
            .map(|entry| {
                let entries = names.iter().map(|name| entry(name, &longest));
                // The trap, and a field that the form does not have.
                let more = [("email", "a@b.example"), (TRAP, ""), ("other", "x")];
                let more = more.into_iter().map(|(name, text)| entry(name, text));
                entries.chain(more).collect::<String>()
            });
            let all = [
                ("application/x-www-form-urlencoded", pairs),
                (
                    "application/json",
                    format!("{{{}}}", json.trim_end_matches(',')),
                ),
                (MULTIPART, parts + END),
            ];
            for (kind, body) in all.into_iter().skip(if is_multipart { 2 } else { 0 }) {
                let decoded = decode(kind, Body::from(body), form.limits()).await;
                let checked = check(&form, &decoded.unwrap(), date(2026, 11, 21));
                assert_eq!(checked.faults, [], "{count} {kind}");
                assert_eq!(checked.fields.0.len(), count + 1);
                let last = format!("t{}", count - 1);
                assert_eq!(checked.fields.get(&last), Some(longest.as_str()));
                assert_eq!(checked.undeclared.get("other"), Some("x"));
            }
        }
    }
}

#[test]
fn a_form_that_could_not_arrive_is_refused() {
    let texts: String = (0..20).map(|n| text(&format!("t{n}"), 20_000)).collect();
    let length = "field.a.max_length: use 1 to 20000 characters";
    let total = "field: the form can take up to 4818 KB, but only 4500 KB can reach the form function; remove fields or \
                 reduce their `max_length` or `max_bytes`";
    for (fields, said) in [
        (text("a", 20_001), length),
        (text("a", 0), length),
        (texts, total),
    ] {
        let errors = Form::resolve("x", &definition("x", &fields)).unwrap_err();
        assert_eq!(errors[0].to_string(), said, "{fields}");
    }
}

#[tokio::test]
async fn the_longest_texts_arrive_however_they_are_written() {
    let form = form("x", &(text("a", 5_000) + &text("b", 5_000)));
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
    let form = form("x", &(text("a", 10) + &file_field("cv", 1000)));
    let limits = form.limits();
    // If it were cut off and trimmed, this text would be short enough, but it would not be the text that was sent.
    let spaced = format!("{}wanted", " ".repeat(limits.text - 1));
    let too_long = "a: use at most 10 characters.";
    for (sent, faults) in [
        ("x", &[][..]),
        (&spaced, &[too_long]),
        (&"é".repeat(limits.text), &[too_long]),
    ] {
        let body = part("a", "", sent) + &part("email", "", "a@b.example") + END;
        let pieces = stream::iter([Ok::<_, Infallible>(Bytes::from(body))]);
        let decoded = multipart(MULTIPART, pieces, limits).await;
        let checked = check(&form, &decoded.unwrap(), date(2026, 11, 21));
        let said: Vec<&str> = checked.faults.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(said, faults, "{sent:.20}");
    }
}

#[tokio::test]
async fn what_no_field_may_hold_is_refused() {
    let body = Body::from("a".repeat(65_537));
    let decoded = decode("application/json", body, form("x", "").limits()).await;
    assert_eq!(decoded, Err(DecodeError::TooLarge));
}

/// Checks that a form that is shown again contains everything that was typed, including invalid values.
#[test]
fn what_was_typed_is_kept_beside_its_fault() {
    const EMAIL: (&str, &str) = ("email", "a@b.in");
    let form = form("x", &text("a", 5));
    for (texts, cut, expected) in [
        (&[("a", "toolong")][..], &[][..], ["", "toolong"]),
        (&[("email", "no one"), ("a", "b")], &[], ["no one", "b"]),
        (&[EMAIL, ("a", "b"), ("a", "c")], &[], ["a@b.in", "b"]),
        (&[EMAIL, ("a", "begin")], &["a"], ["a@b.in", "begin"]),
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
