//! Tests of decoding request bodies: texts by name, files, and bodies that are refused.

use std::convert::Infallible;

use axum::body::Body;
use bytes::Bytes;
use forms::Id;
use forms::decode::{DecodeError, Decoded, Limits, decode, json, multipart, urlencoded};
use forms::value;
use forms::{Folder, Store as _};
use futures_util::stream;
use jiff::civil::date;

use crate::requests::{END, MULTIPART, part};
use crate::site_forms::site_form;
use crate::temporary::Temporary;

const LIMITS: Limits = Limits {
    body: 100_000,
    file: 1_000,
    text: 100,
    entries: 40,
};

type Outcome = Result<Vec<(String, String)>, &'static str>;

fn texts(decoded: Result<Decoded, DecodeError>) -> Outcome {
    match decoded {
        Ok(decoded) => Ok(decoded.texts),
        Err(DecodeError::Malformed(problem, _)) => Err(problem),
        Err(_) => Err("other"),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "compared with an outcome")]
fn pairs(all: &[(&str, &str)]) -> Outcome {
    let all = all.iter();
    Ok(all
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect())
}

#[test]
fn bodies_of_json() {
    let names = |count: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("\"a{n}\":\"\"")).collect();
        format!("{{{}}}", names.join(","))
    };
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    let invalid = Err("The request is not a valid JSON object.");
    for (body, expected) in [
        (
            r#"{"a":"x","b":1.5,"c":true,"d":null,"a":"y"}"#.to_owned(),
            pairs(&[
                ("a", "x"),
                ("b", "1.5"),
                ("c", "true"),
                ("d", ""),
                ("a", "y"),
            ]),
        ),
        (nested(7), pairs(&[])),
        (nested(8), Err("The JSON is nested too deeply.")),
        (
            r#"{"a":"[[[[[[[[[[\"[[[["}"#.to_owned(),
            pairs(&[("a", "[[[[[[[[[[\"[[[[")]),
        ),
        (names(41), Err("The JSON object has too many names.")),
        ("[]".to_owned(), invalid.clone()),
        ("{} {}".to_owned(), invalid.clone()),
        ("{".to_owned(), invalid),
        (
            "\u{feff}{\"a\":\"\u{feff}\"}".to_owned(),
            pairs(&[("a", "\u{feff}")]),
        ),
    ] {
        assert_eq!(texts(json(body.as_bytes(), 40)), expected, "{body}");
    }
    assert_eq!(texts(json(names(40).as_bytes(), 40)).unwrap().len(), 40);
    let lists = json(br#"{"a":["GST", "Audit"],"b":{}}"#, 40).unwrap();
    let expected = [("a", r#"["GST","Audit"]"#), ("b", "{}")];
    assert_eq!(
        lists.not_text,
        expected.map(|(name, json)| (name.into(), json.into()))
    );
    let latin1 = pairs(&[("a", "Jos\u{e9} \u{20ac}5 \u{fffd}")]);
    assert_eq!(texts(json(b"{\"a\":\"Jos\xe9 \x805 \x81\"}", 40)), latin1);
    assert_eq!(texts(urlencoded(b"a=Jos%e9+%805+\x81", 40)), latin1);
    let utf8 = Err("The request is not valid UTF-8.");
    assert_eq!(texts(json(b"{\"a\":\"\xff\xfe\"}", 40)), utf8);
    assert_eq!(texts(urlencoded(b"a=%ff%fe", 40)), utf8);
}

#[test]
fn urlencoded_bodies() {
    for (body, expected) in [
        (
            "a=1+2&b=%2B&&c&=d&a==",
            pairs(&[("a", "1 2"), ("b", "+"), ("c", ""), ("", "d"), ("a", "=")]),
        ),
        ("a=100%", pairs(&[("a", "100%")])),
        ("\u{feff}a=1", pairs(&[("a", "1")])),
    ] {
        assert_eq!(texts(urlencoded(body.as_bytes(), 40)), expected, "{body}");
    }
    let fields = |count| texts(urlencoded("a=&".repeat(count).as_bytes(), 40));
    assert_eq!(fields(40).unwrap().len(), 40);
    assert_eq!(fields(41), Err("The form has too many fields."));
}

async fn multipart_body(body: impl AsRef<[u8]>) -> Result<Decoded, DecodeError> {
    let body = Bytes::copy_from_slice(body.as_ref());
    let pieces = stream::iter([Ok::<_, Infallible>(body)]);
    multipart(MULTIPART, pieces, LIMITS).await
}

#[tokio::test]
async fn multipart_bodies() {
    let file = "; filename=\"a\"";
    let other = "; filename=\"\"";
    let base64 = "\r\nContent-Transfer-Encoding: BASE64";
    let headers = format!("\r\nX-A: {}", "x".repeat(9_000));
    let two = |one, more, content| part("f", one, "x") + &part("f", more, content);
    let many = Err("The form has too many parts.");
    let two_files = Err("The form contains two files for one field.");
    let mixed = Err("The form contains both a text and a file for one field.");
    let long = Err("A part of the form has too many headers.");
    for (body, expected) in [
        (two("", "", "y"), pairs(&[("f", "x"), ("f", "y")])),
        (part("a", "", "").repeat(40), pairs(&[("a", ""); 40])),
        (part("a", "", "").repeat(41), many),
        (two(file, other, ""), pairs(&[])),
        (part("f", other, "") + &part("f", file, "x"), pairs(&[])),
        (two(file, other, "y"), two_files),
        (two(file, "", "x"), mixed.clone()),
        (two("", other, ""), pairs(&[("f", "x")])),
        (two("", other, "y"), mixed),
        (
            two("", base64, "4KSG 4KS2\r\n4KS+"),
            pairs(&[("f", "x"), ("f", "\u{906}\u{936}\u{93e}")]),
        ),
        (two("", base64, "eA=="), pairs(&[("f", "x"), ("f", "x")])),
        (
            two("", base64, "a!b="),
            Err("A part of the form is not valid base64."),
        ),
        (part("a", &headers, "x"), long),
    ] {
        let body = body + END;
        assert_eq!(texts(multipart_body(&body).await), expected, "{body}");
    }
    let early = Err("The request ended too early.");
    for body in [
        part("f", file, "x") + &part("a", "", "x"),
        "--XyZ\r\nContent-Disp".into(),
        "x".into(),
    ] {
        assert_eq!(texts(multipart_body(&body).await), early, "{body}");
    }
    let body =
        b"--XyZ\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\xe9\x80\r\n--XyZ--\r\n";
    assert_eq!(
        texts(multipart_body(body).await),
        pairs(&[("a", "\u{e9}\u{20ac}")])
    );
    let utf8 = Err("The request is not valid UTF-8.");
    let body =
        b"--XyZ\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\xff\xfe\r\n--XyZ--\r\n";
    assert_eq!(texts(multipart_body(body).await), utf8);
    let body = part(
        "f",
        &format!("{file}{base64}"),
        &format!("{}\r\n", "eHl6".repeat(19)).repeat(22),
    ) + END;
    let decoded = multipart_body(body).await.unwrap();
    assert_eq!(decoded.uploads[0].bytes, "xyz".repeat(400)[..1001]);
}

#[tokio::test]
async fn names_of_files() {
    for (header, name) in [
        ("filename=\"cv.pdf\"", "cv.pdf"),
        ("filename=\"my %22cv%22.pdf\"", "my \"cv\".pdf"),
        ("filename=\"100%.pdf\"", "100%.pdf"),
        ("filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", "résumé.pdf"),
        ("filename=\"a.pdf\"; FileName*=utf-8'en'b.pdf", "b.pdf"),
        ("filename=\"a.pdf\"; filename*=latin-1''b.pdf", "a.pdf"),
        ("filename=\"a.pdf\"; filename*=UTF-8''%FF.pdf", "a.pdf"),
        ("filename=\"a.pdf\"; filename*=b.pdf", "a.pdf"),
        ("filename*=ISO-8859-1''r%E9sum%E9.pdf", "résumé.pdf"),
        ("filename*=\"iso-8859-1'fr'r%e9sum%e9.pdf\"", "résumé.pdf"),
        ("filename*=UTF-8''r%E9sum%E9.pdf", "résumé.pdf"),
        ("filename*=b.pdf", "b.pdf"),
        ("filename*=", ""),
        ("filename*=latin-1''b.pdf; filename=\"a.pdf\"", "a.pdf"),
        (
            "filename=\"Asha's r\u{e9}sum\u{e9}.pdf\"",
            "Asha's résumé.pdf",
        ),
    ] {
        let body = part("f", &format!("; {header}"), "x") + END;
        let latin1: Option<Vec<u8>> = body.chars().map(|c| u8::try_from(c).ok()).collect();
        for body in [body.as_bytes()].into_iter().chain(latin1.as_deref()) {
            let decoded = multipart_body(body).await.unwrap();
            assert_eq!(decoded.uploads[0].name, name, "{header}");
        }
    }
}

#[tokio::test]
async fn content_types() {
    let json = "application/json; charset=utf-8";
    let no_file = Limits { file: 0, ..LIMITS };
    let malformed = |problem| Err(DecodeError::Malformed(problem, Decoded::default()));
    let urlencoded = "application/x-www-form-urlencoded";
    let missing = "The multipart boundary is missing.";
    let early = "The request ended too early.";
    for (kind, limits, expected) in [
        (json, no_file, Ok(())),
        (" APPLICATION/JSON", no_file, Ok(())),
        (json, LIMITS, Err(DecodeError::NeedsMultipart)),
        (urlencoded, LIMITS, Err(DecodeError::NeedsMultipart)),
        ("text/plain", no_file, Err(DecodeError::Unsupported)),
        ("multipart/form-data", LIMITS, malformed(missing)),
        ("multipart/form-data; boundary=", LIMITS, malformed(early)),
        (
            "multipart/form-data; Boundary===a:b/c==",
            LIMITS,
            malformed(early),
        ),
        ("", no_file, Err(DecodeError::Unsupported)),
    ] {
        let decoded = decode(kind, Body::from("{}"), limits).await;
        assert_eq!(decoded.map(drop), expected, "{kind}");
    }
}

#[test]
fn a_date_has_at_most_ten_characters() {
    let form = site_form("career");
    let field = form.field("dateOfBirth").unwrap();
    for (text, is_date) in [
        ("01/01/2000", true),
        ("01/01/02000", false),
        ("1/1/2000", true),
    ] {
        let checked = value::check(field, text, date(2026, 11, 22));
        assert_eq!(checked.is_ok(), is_date, "{text}");
    }
}

#[test]
fn ids_tell_parts_apart() {
    assert_ne!(
        Id::from_parts(&[b"ab", b"c"]),
        Id::from_parts(&[b"a", b"bc"])
    );
}

#[tokio::test]
async fn no_key_leads_out_of_the_folder() {
    let Temporary { root, .. } = &Temporary::new();
    let folder = Folder::open(root.join("inside")).unwrap();
    std::fs::write(root.join("secret"), "secret").unwrap();
    for key in [
        "../secret",
        "a/../../secret",
        "",
        "a//b",
        "/etc/hostname",
        ".lock",
        "a\\b",
        "a/.",
    ] {
        assert!(folder.read(key).await.is_err(), "{key}");
        assert!(folder.write(key, b"").is_err(), "{key}");
    }
}
