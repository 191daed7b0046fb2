//! Tests of submissions through the router: repetitions, the trap field, allowed senders, and the content of the mail.

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST};
use axum::http::{Request, request};
use forms::mail::Message;
use forms::page::Pages;
use forms::{
    Folder, IDEMPOTENCY_KEY, Mail, MailError, Mailer, ORIGIN_SECRET, Service, Settings, Store as _,
    router,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::keys::keys;
use crate::requests::{END, MULTIPART, part, send};
use crate::sample_service::service;
use crate::site_forms::site_form;
use crate::temporary::Temporary;

thread_local! {
    static NOW: Cell<Timestamp> = const { Cell::new(Timestamp::UNIX_EPOCH) };
}

#[derive(Clone, Default)]
struct Mailbox(Arc<Mutex<Vec<String>>>);

impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        // The tests of subscriptions look at invitations.
        if !mail.is_invitation {
            let raw = String::from_utf8(mail.raw.clone()).unwrap();
            self.0.lock().unwrap().push(raw);
        }
        Ok(())
    }
}

/// A form function with the site's forms and a temporary folder.
struct Site {
    service: Arc<Service<Folder, Mailbox>>,
    _temporary: Temporary,
}

impl Site {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Settings)) -> Self {
        NOW.set("2026-11-22T04:00:00Z".parse().unwrap());
        let temporary = Temporary::new();
        let forms = ["career", "contact", "query", "newsletter"].map(site_form);
        let store = temporary.folder.clone();
        let mut service = service(forms.into(), store, Mailbox::default());
        service.clock = || NOW.get();
        change(&mut service.settings);
        Self {
            service: Arc::new(service),
            _temporary: temporary,
        }
    }

    async fn send(&self, request: Request<Body>) -> (u16, Value) {
        send(&self.service, request).await
    }

    /// Returns the numbers of records, files, objects in quarantine, and markers.
    async fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        let folders = ["submissions/", "resumes/", "quarantine/", "outbox/"];
        for (count, folder) in counts.iter_mut().zip(folders) {
            *count = keys(&self.service.store, folder).await.len();
        }
        counts
    }

    fn mails(&self) -> Vec<String> {
        self.service.mailer.0.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn a_resume_has_to_be_in_its_field() {
    let elsewhere = part("x", "; filename=\"cv.pdf\"", "%PDF-1.4\n%%EOF\n");
    let errors = json!({ "resume": "Please upload your resume (max 2 MB)." });
    for more in ["", &elsewhere] {
        let site = Site::new();
        let (status, reply) = site.send(application(None, ("", ""), more)).await;
        assert_eq!((status, &reply["errors"]), (422, &errors), "{more}");
        assert_eq!(site.counts().await, [0; 4]);
    }
}

/// Returns the fields of a valid submission of a form, with some changes.
fn fields(form: &str, changes: &[(&str, Value)]) -> Value {
    let cases: Value = serde_json::from_str(include_str!("../cases.json")).unwrap();
    let mut fields = cases["valid"][form].clone();
    for (name, value) in changes {
        fields[*name] = value.clone();
    }
    fields
}

fn post(form: &str) -> request::Builder {
    Request::post(format!("/{form}")).header(HOST, "forms.example.com")
}

fn json_post(form: &str, fields: &Value) -> Request<Body> {
    keyed(post(form), fields)
}

fn keyed(post: request::Builder, fields: &Value) -> Request<Body> {
    post.header(CONTENT_TYPE, "application/json")
        .header(ACCEPT, "application/json")
        .body(Body::from(fields.to_string()))
        .unwrap()
}

/// Returns an application with a file, and with the parts `more`.
fn application(key: Option<&str>, (name, content): (&str, &str), more: &str) -> Request<Body> {
    let mut body = String::new();
    for (name, text) in fields("career", &[]).as_object().unwrap() {
        body += &part(name, "", text.as_str().unwrap());
    }
    body += &part("resume", &format!("; filename=\"{name}\""), content);
    body.extend([more, END]);
    let mut post = post("career")
        .header(CONTENT_TYPE, MULTIPART)
        .header(ACCEPT, "application/json");
    if let Some(key) = key {
        post = post.header(IDEMPOTENCY_KEY, key);
    }
    post.body(Body::from(body)).unwrap()
}

const PDF: &str = "%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n";
const KEY: &str = "0123456789abcdef";

#[tokio::test]
async fn the_same_key_is_the_same_submission() {
    let site = Site::new();
    let contact = |message: &str| {
        let fields = fields("contact", &[("message", json!(message))]);
        keyed(post("contact").header(IDEMPOTENCY_KEY, KEY), &fields)
    };
    let (status, first) = site.send(contact("One")).await;
    assert_eq!(status, 200);
    assert_eq!(site.send(contact("One")).await, (200, first));
    assert_eq!(site.send(contact("Two")).await.0, 422);
    assert_eq!(site.counts().await, [1, 0, 0, 0]);
    assert_eq!(site.mails().len(), 1);

    // The same key in another form means another submission. A repetition leaves no second file, whatever the file's name.
    for name in ["cv.pdf", "cv.pdf", "other.pdf"] {
        let sent = site.send(application(Some(KEY), (name, PDF), "")).await;
        assert_eq!(sent.0, 200);
        assert_eq!(site.counts().await, [2, 1, 0, 0]);
    }
    let other = format!("{PDF}%%EOF\n");
    let sent = site.send(application(Some(KEY), ("cv.pdf", &other), ""));
    assert_eq!(sent.await.0, 422);
    assert_eq!(site.counts().await, [2, 1, 0, 0]);
    let file = &keys(&site.service.store, "resumes/").await[0];
    let (bytes, _) = site.service.store.read(file).await.unwrap().unwrap();
    assert_eq!(bytes, PDF);
}

#[tokio::test]
async fn a_double_click_without_a_key_is_recognized_by_its_content() {
    let site = Site::new();
    let click = || {
        let post = post("newsletter")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(ACCEPT, "text/html");
        post.body(Body::from("email=asha%40example.com")).unwrap()
    };
    for (minutes, records) in [(0, 1), (1, 1), (10, 2), (1, 2), (8, 2), (20, 3), (5, 3)] {
        NOW.set(NOW.get() + SignedDuration::from_mins(minutes));
        assert_eq!(site.send(click()).await.0, 303);
        assert_eq!(site.counts().await[0], records, "after {minutes} minutes");
        assert_eq!(site.mails().len(), records);
    }
    // If a script sends no key, each of its requests is a new submission.
    for _ in 0..2 {
        let script = json_post("newsletter", &json!({ "email": "asha@example.com" }));
        assert_eq!(site.send(script).await.0, 200);
    }
    assert_eq!(site.counts().await[0], 5);
}

#[tokio::test]
async fn what_the_trap_catches_is_kept_apart_and_looks_like_success() {
    let json = |value: Value| json_post("contact", &fields("contact", &[("topic", value)]));
    let trap = |more: &str| part("topic", more, "x");
    let former = json_post("contact", &fields("contact", &[("website", json!("x"))]));
    let file = |trap: &str| application(None, ("cv.pdf", PDF), trap);
    let refused = application(None, ("cv.exe", "MZ"), &trap(""));
    let accepted = Site::new()
        .send(json_post("contact", &fields("contact", &[])))
        .await
        .1;
    for (what, request, counts) in [
        ("empty", json(json!("")), [1, 0, 0, 0]),
        ("null", json(Value::Null), [1, 0, 0, 0]),
        ("blank", json(json!(" \u{a0}\u{200b}\n")), [1, 0, 0, 0]),
        ("its former name", former, [1, 0, 0, 0]),
        ("text", json(json!("https://x.example")), [0, 0, 1, 0]),
        ("list", json(json!([])), [0, 0, 1, 0]),
        ("not filled, with a file", file(""), [1, 1, 0, 0]),
        ("no file", file(&trap("; filename=\"\"")), [1, 1, 0, 0]),
        ("file", file(&trap("; filename=\"a\"")), [0, 0, 2, 0]),
        ("with a refused file", refused, [0, 0, 2, 0]),
    ] {
        let site = Site::new();
        let (status, reply) = site.send(request).await;
        assert_eq!(
            (status, &reply["success"]),
            (200, &json!(true)),
            "{what}: {reply}"
        );
        assert_eq!(site.counts().await, counts, "{what}");
        assert_eq!(site.mails().len(), counts[0], "{what}");
        let names =
            |reply: &Value| -> Vec<String> { reply.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(names(&reply), names(&accepted), "{what}");
        for key in keys(&site.service.store, "quarantine/").await {
            let kept = site.service.store.read(&key).await.unwrap().unwrap().0;
            let kept = String::from_utf8_lossy(&kept).into_owned();
            assert!(
                !kept.contains("resumes/"),
                "{what}: it names a file of an accepted submission"
            );
        }
    }
}

#[tokio::test]
async fn who_may_send() {
    const NULL: (&str, &str) = ("origin", "null");
    let site = Site::with(|settings| {
        settings.allowed_origins = vec!["https://www.example.com".into()];
        settings.origin_secrets = vec!["secret-of-sixteen".into(), "another-of-sixteen".into()];
    });
    let long = "k".repeat(256);
    let secret = (ORIGIN_SECRET, "secret-of-sixteen");
    for (headers, status) in [
        (&[secret][..], 200),
        (&[(ORIGIN_SECRET, "another-of-sixteen")], 200),
        (&[(ORIGIN_SECRET, "secret-of-sixteem")], 403),
        (&[(ORIGIN_SECRET, "secret-of-sixteen-and-more")], 403),
        (&[(ORIGIN_SECRET, "secret")], 403),
        (&[(ORIGIN_SECRET, "")], 403),
        (&[], 403),
        (&[secret, ("origin", "https://www.example.com")], 200),
        (&[secret, ("origin", "https://forms.example.com")], 200),
        (&[secret, ("origin", "http://forms.example.com")], 403),
        (&[secret, ("origin", "https://www.example.com.x")], 403),
        (&[secret, NULL], 403),
        // Extensions that protect privacy hide the origin, also from the site itself.
        (&[secret, NULL, ("sec-fetch-site", "same-origin")], 200),
        (&[secret, NULL, ("sec-fetch-site", "same-site")], 403),
        (&[secret, NULL, ("sec-fetch-site", "cross-site")], 403),
        (&[secret, (IDEMPOTENCY_KEY, &long[..16])], 200),
        (&[secret, (IDEMPOTENCY_KEY, &long[..15])], 400),
        (&[secret, (IDEMPOTENCY_KEY, &long[..255])], 200),
        (&[secret, (IDEMPOTENCY_KEY, &long)], 400),
        (&[secret, (IDEMPOTENCY_KEY, "with a blank inside")], 400),
        (&[secret, (IDEMPOTENCY_KEY, "ключ-ключ-ключ-ключ")], 400),
        (
            &[secret, (IDEMPOTENCY_KEY, KEY), (IDEMPOTENCY_KEY, KEY)],
            400,
        ),
    ] {
        let mut post = post("contact");
        for (name, value) in headers {
            post = post.header(*name, *value);
        }
        let (found, reply) = site.send(keyed(post, &fields("contact", &[]))).await;
        assert_eq!(found, status, "{headers:?}: {reply}");
    }
}

#[tokio::test]
async fn what_is_declared_too_large_is_refused_and_pages_are_for_browsers() {
    let site = Site::new();
    let fields = fields("contact", &[]);
    let declared = post("contact").header(CONTENT_LENGTH, "1000000000");
    assert_eq!(site.send(keyed(declared, &fields)).await.0, 413);
    for (accept, status) in [
        ("text/html", 303),
        ("text/html, application/json", 200),
        ("*/*", 200),
    ] {
        let post = post("contact").header(CONTENT_TYPE, "application/json");
        let request = post
            .header(ACCEPT, accept)
            .body(Body::from(fields.to_string()))
            .unwrap();
        assert_eq!(site.send(request).await.0, status, "{accept}");
    }
    for (name, twice) in [
        ("message", r#"{"message":"a","message":"b""#),
        ("list", r#"{"message":["a"]"#),
    ] {
        let rest = fields.as_object().unwrap().iter();
        let rest = rest.filter(|(name, _)| *name != "message");
        let rest: String = rest
            .map(|(name, text)| format!(",{}:{text}", json!(name)))
            .collect();
        let request = post("contact")
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(format!("{twice}{rest}}}")))
            .unwrap();
        let (status, reply) = site.send(request).await;
        assert_eq!(status, 422, "{name}");
        assert_eq!(
            reply["errors"]["message"], "Message: send exactly one value for this field.",
            "{name}"
        );
    }
}

#[test]
fn a_message_is_plain_ascii_with_the_same_headers_whatever_it_holds() {
    let write = |reply_to, subject: &str, text: &str| {
        let to = [
            "a@example.com".to_owned(),
            "b@example.com\r\nBcc: c@example.com".to_owned(),
        ];
        let message = Message {
            from: "forms@example.com",
            to: &to,
            reply_to,
            subject,
            date: Timestamp::UNIX_EPOCH,
            reference: "0",
            text,
            html: "",
        };
        String::from_utf8(message.to_bytes()).unwrap()
    };
    let base = write(None, "Plain", "");
    assert!(base.contains("\r\nTo: a@example.com\r\nSubject: Plain\r\n"));
    for (address, is_written) in [
        ("asha@example.com", true),
        ("asha,b@example.com", false),
        ("<asha@example.com>", false),
        ("asha@example.com\r\nBcc: b@example.com", false),
        ("=?utf-8?q?x?=@example.com", false),
        ("a=?b@example.com", true),
        ("", false),
    ] {
        let header = format!("\r\nReply-To: {address}\r\n");
        let message = write(Some(address), "Plain", "");
        assert_eq!(message.contains(&header), is_written, "{address}");
        assert!(!message.contains("Bcc"), "{address}");
    }
    let plain = "x".repeat(60);
    let long = "x".repeat(61);
    for (subject, is_plain) in [
        (plain.as_str(), true),
        (&long, false),
        ("a = b", false),
        ("=?utf-8?q?x?=", false),
        ("a\r\nBcc: b", false),
        ("ü", false),
    ] {
        let message = write(None, subject, "");
        let header = format!("\r\nSubject: {subject}\r\n");
        assert_eq!(message.contains(&header), is_plain, "{subject:?}");
    }
    for (text, written) in [
        ("a b", "a b"),
        ("a ", "a=20"),
        ("a\tb", "a=09b"),
        ("1=2", "1=3D2"),
        ("ü", "=C3=BC"),
        ("a\r\nb\nc", "a\r\nb\r\nc"),
    ] {
        let message = write(None, "Plain", text);
        let part = format!("quoted-printable\r\n\r\n{written}\r\n\r\n--");
        assert!(message.contains(&part), "{text:?}: {message}");
    }
    let message = write(None, &"ü ".repeat(100), &"ü= ".repeat(500));
    // RFC 2045 allows 76 characters in a line. RFC 2047 allows 75 in an encoded word, plus the space before it.
    assert!(
        message
            .split("\r\n")
            .all(|line| line.len() <= 76 && line.is_ascii())
    );
}

/// A page may be newer than the function, with a field that the function does not know.
#[tokio::test]
async fn what_is_sent_in_an_unknown_field_is_kept_and_mailed_last() {
    let site = Site::new();
    let more = [
        ("gstin", json!("24AAACC1206D1ZM")),
        ("note\u{202e}", json!("a\nb")),
    ];
    let (status, reply) = site
        .send(json_post("contact", &fields("contact", &more)))
        .await;
    assert_eq!(status, 200);
    assert!(!reply.to_string().contains("gstin"), "{reply}");
    let key = keys(&site.service.store, "submissions/").await.remove(0);
    let (bytes, _) = site.service.store.read(&key).await.unwrap().unwrap();
    let record: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(record["undeclared"]["gstin"], "24AAACC1206D1ZM");
    assert_eq!(record["fields"].get("gstin"), None);
    let mail = site.mails().remove(0);
    let (text, _) = mail.split_once("Content-Type: text/html").unwrap();
    let last = "Not a field of this form, gstin:\r\n> 24AAACC1206D1ZM\r\n\
                Not a field of this form, note=EF=BF=BD:\r\n> a\r\n> b\r\n\r\nAnswer this mail";
    assert!(text.contains(last), "{text}");
}

/// Checks that the page that refuses a submission contains what was typed, whatever the reason.
#[tokio::test]
async fn a_refusal_keeps_what_was_typed() {
    let mut site = Site::new();
    let pages = Pages::new("", "{{ values.email }} {{ values.message }}").unwrap();
    Arc::get_mut(&mut site.service).unwrap().pages = pages;
    let post = |headers: &[(&str, &str)], text: &str| {
        let body = format!("email=asha%40example.com&message={text}");
        let request = Request::post("/contact")
            .header(ACCEPT, "text/html")
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(CONTENT_LENGTH, body.len());
        let with_all = headers.iter().fold(request, |request, (name, value)| {
            request.header(*name, *value)
        });
        with_all.body(Body::from(body)).unwrap()
    };
    for (headers, status) in [
        (&[][..], 422),
        (&[("origin", "https://other.example")], 403),
        (&[("origin", "null")], 403),
    ] {
        let Ok(response) = router(&site.service).oneshot(post(headers, "typed")).await;
        assert_eq!(response.status().as_u16(), status);
        let page = to_bytes(response.into_body(), 1_000_000).await.unwrap();
        assert_eq!(page, "asha@example.com typed", "{headers:?}");
    }
}

/// The staff read their mail in the main language, and answer in that of the visitor.
#[tokio::test]
async fn the_mail_names_the_language_of_the_page() {
    for (query, language) in [
        ("?language=hi", Some("Hindi")),
        ("?language=HI", Some("Hindi")),
        ("?language=xx", None),
        ("", None),
    ] {
        let mut site = Site::new();
        let contact = &mut Arc::get_mut(&mut site.service).unwrap().forms[1];
        let mut translation = contact.clone();
        "hi".clone_into(&mut translation.lang);
        "Hindi".clone_into(&mut translation.language);
        "Sandesh".clone_into(&mut translation.title);
        contact.translations.insert("hi".to_owned(), translation);
        let request = Request::post(format!("/contact{query}"))
            .header(HOST, "forms.example.com")
            .header(CONTENT_TYPE, "application/json");
        let body = Body::from(fields("contact", &[]).to_string());
        assert_eq!(site.send(request.body(body).unwrap()).await.0, 200);
        let mails = site.mails();
        let lines = |start| mails[0].lines().find_map(|line| line.strip_prefix(start));
        assert_eq!(lines("Language: "), language, "{query}");
        assert_eq!(lines("New: "), Some("Contact message"), "{query}");
    }
}
