//! Tests of the requirements S: size and parsing.

use serde_json::{Value, json};

use crate::support::documents::pdf;
use crate::support::request::{Request, career, changed, contact, post, valid, with};
use crate::support::target::both;

const MAX: usize = 2_097_152;
const TOO_LARGE: &str = "Please upload a resume of 2 MB or less.";

type Change<'c> = &'c dyn Fn(&mut Value);

#[tokio::test]
async fn s1_a_resume_of_exactly_2_mb_is_accepted_and_one_byte_more_is_not() {
    for target in both().await {
        let reply = target.send(career("cv.pdf", &pdf(MAX + 1))).await;
        assert_eq!(reply.status, 413, "{reply:?}");
        assert_eq!(reply.json()["errors"]["resume"], TOO_LARGE);
        target.assert_untouched().await;
        target.accept(career("cv.pdf", &pdf(MAX))).await;
        let key = &target.keys("resumes/").await[0];
        assert_eq!(target.object(key).await, pdf(MAX));
    }
}

#[tokio::test]
async fn s2_a_body_beyond_the_cap_is_refused() {
    for target in both().await {
        let too_long = changed("contact", "message", &"m".repeat(100 * 1024));
        let reply = target.send(too_long).await;
        assert_eq!(reply.outcome(), (413, false), "{reply:?}");
        let reply = target.send(career("cv.pdf", &pdf(MAX + 65 * 1024))).await;
        assert_eq!(reply.status, 413, "{reply:?}");
        assert_eq!(reply.json()["message"], TOO_LARGE);
        let plain = career("cv.pdf", &pdf(MAX + 65 * 1024)).header("accept", "text/html");
        let reply = target.send(plain).await;
        assert_eq!(reply.status, 413);
        for kept in ["asha@example.com", TOO_LARGE, "choose your file again"] {
            assert!(reply.body.contains(kept), "{kept}: {}", reply.body);
        }
        target.assert_untouched().await;
    }
}

#[tokio::test]
async fn s2_a_declared_gigabyte_is_refused_before_it_is_read() {
    let [local, _] = both().await;
    let declared = career("cv.pdf", &[]).header("content-length", "1073741824");
    assert_eq!(local.send(declared).await.status, 413);
    // A chunked body declares no size, so it is refused when it exceeds the limit.
    let mut chunked = Vec::new();
    for _ in 0..100 {
        chunked.extend(b"400\r\n");
        chunked.extend([b'm'; 0x400]);
        chunked.extend(b"\r\n");
    }
    chunked.extend(b"0\r\n\r\n");
    let request = contact()
        .header("transfer-encoding", "chunked")
        .body(chunked);
    assert_eq!(local.send(request).await.status, 413);
    local.assert_untouched().await;
}

#[tokio::test]
async fn s4_a_body_may_arrive_in_any_pieces() {
    let [local, _] = both().await;
    for piece in [1, 2, 3, 7, 64, 997] {
        let size = piece * 200 + 20;
        let reply = local.send_slowly(career("cv.pdf", &pdf(size)), piece).await;
        assert_eq!(reply.status, 200, "{piece}: {reply:?}");
    }
    assert_eq!(local.keys("resumes/").await.len(), 6);
}

#[tokio::test]
async fn s4_a_broken_body_is_400_and_the_next_request_is_answered() {
    const MULTIPART: &str = "multipart/form-data; boundary=XyZ";
    const URLENCODED: &str = "application/x-www-form-urlencoded";
    let cases: [(&str, &str, &[u8]); 6] = [
        ("/career", MULTIPART, b"--XyZ\r\nContent-Disp"),
        ("/career", MULTIPART, b"nothing of the kind"),
        ("/career", "multipart/form-data", b"--XyZ--\r\n"),
        ("/contact", "application/json", b"{\"name\":"),
        ("/contact", "application/json", b"{\"name\": \"\xff\xfe\"}"),
        ("/contact", URLENCODED, b"name=%ff%fe"),
    ];
    for target in both().await {
        for (path, content_type, body) in &cases {
            let request = Request::new("POST", path)
                .header("content-type", content_type)
                .body(*body);
            let reply = target.send(request).await;
            let shown = String::from_utf8_lossy(body);
            let case = format!("{}: {content_type}: {shown:.200}", target.name());
            assert_eq!(reply.status, 400, "{case}: {reply:?}");
            assert!(reply.json()["message"].as_str().unwrap().len() > 10);
        }
        target.assert_untouched().await;
        target.accept(contact()).await;
    }
}

#[tokio::test]
async fn s4_an_event_that_is_not_what_it_claims_is_400_and_the_next_is_answered() {
    let [_, lambda] = both().await;
    let (emulator, _) = lambda.function().unwrap();
    let cases: [(u16, Change); 10] = [
        (400, &|event| event["body"] = json!("*** no base64 ***")),
        // Truncated base64.
        (400, &|event| event["body"] = json!("eyJuYW1lIjo")),
        // A path that is not valid in a URI, and one that looks like a host.
        (404, &|event| event["rawPath"] = json!("/a b\u{7f}<>")),
        (404, &|event| event["rawPath"] = json!(":99999999/contact")),
        (405, &|event| {
            event["requestContext"]["http"]["method"] = json!("a b\n");
        }),
        (200, &|event| {
            event["headers"]["x-odd"] = json!("\u{0}\u{1F600}\n");
        }),
        (200, &|event| {
            event["headers"]["host"] = json!("[:x y");
            event["headers"]["x-forwarded-proto"] = json!("<>");
            event["rawQueryString"] = json!("a=b c<>\u{1F600}");
            event["cookies"] = json!(["\n"]);
        }),
        (200, &|event| {
            event["requestContext"]["http"]["sourceIp"] = json!("<>");
        }),
        (200, &|event| {
            event["requestContext"]["stage"] = json!("live");
            event["rawPath"] = json!("/live/contact");
        }),
        // A body that is not encoded in base64.
        (200, &|event| {
            event["body"] = json!(valid("contact").to_string());
            event["isBase64Encoded"] = json!(false);
        }),
    ];
    for (status, change) in cases {
        let mut event = crate::support::target::event(&contact());
        change(&mut event);
        let answer = emulator.invoke(event.to_string()).await.unwrap();
        assert_eq!(answer["statusCode"], status, "{event}: {answer}");
    }
    let (foreign, wrong) = (r#"{"source":"aws.s3"}"#, r#"{"rawPath":7}"#);
    for odd in ["{}", "[]", "null", foreign, wrong] {
        emulator.invoke(odd.to_owned()).await.unwrap_err();
    }
    lambda.accept(contact()).await;
}

#[tokio::test]
async fn s5_types_methods_and_fields_that_do_not_belong_here() {
    for target in both().await {
        for content_type in ["text/plain", "application/xml", "", "application/jsonx"] {
            let request = Request::new("POST", "/contact")
                .header("content-type", content_type)
                .body("x");
            assert_eq!(target.send(request).await.status, 415, "{content_type}");
        }
        let json = post("career");
        // A form with a file field accepts only multipart.
        assert_eq!(target.send(json).await.status, 415);
        for path in "/contact /query /career /newsletter /api/contact".split(' ') {
            for method in ["GET", "PUT", "DELETE", "PATCH"] {
                let reply = target.send(Request::new(method, path)).await;
                let answer = (reply.status, reply.header("allow"));
                assert_eq!(answer, (405, "POST, OPTIONS"), "{method} {path}");
            }
        }
        let twice = Request::new("POST", "/newsletter")
            .header("content-type", "application/x-www-form-urlencoded")
            .body("email=a%40example.com&email=b%40example.com");
        let reply = target.send(twice).await;
        assert_eq!(reply.status, 422, "{reply:?}");
        assert!(reply.json()["errors"]["email"].is_string(), "{reply:?}");
        target.assert_untouched().await;

        target.accept(changed("contact", "isAdmin", "true")).await;
        // Unknown fields are not stored.
        assert_eq!(target.record().await["fields"], valid("contact"));
    }
}

#[tokio::test]
async fn s6_every_shared_case_gets_its_verdict() {
    let cases: Value =
        serde_json::from_str(include_str!("../../../forms/tests/cases.json")).unwrap();
    let cases = cases["values"].as_array().unwrap();
    for target in both().await {
        for case in cases {
            let [form, field, text] =
                ["form", "field", "value"].map(|key| case[key].as_str().unwrap());
            // The shared cases assume a date other than today.
            if field == "dateOfBirth" || case["error"].is_null() {
                continue;
            }
            let request = if form == "career" {
                let file = Some(("cv.pdf", &pdf(100)[..]));
                Request::multipart("/career", &with(form, field, text), file)
            } else {
                changed(form, field, text)
            };
            let reply = target.send(request).await;
            assert_eq!(reply.status, 422, "{case}: {reply:?}");
            let errors = json!({ field: case["error"] });
            assert_eq!(reply.json()["errors"], errors, "{case}");
            assert_eq!(reply.json()["message"], case["error"]);
        }
        target.assert_untouched().await;
    }
}
