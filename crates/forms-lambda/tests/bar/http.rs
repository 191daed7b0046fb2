//! Tests of the requirements H: HTTP.

use serde_json::{Value, json};

use crate::support::documents::{docx, pdf};
use crate::support::http::Reply;
use crate::support::request::{Request, career, changed, contact, plain, post, valid, with};
use crate::support::target::{SITE, both};

#[tokio::test]
async fn h1_every_reply_carries_the_protective_headers() {
    let transport = "max-age=31536000; includeSubDomains";
    for target in both().await {
        for request in [
            contact(),
            Request::json("/contact", &json!({})),
            Request::plain("/contact", &json!({})),
            plain("contact"),
            Request::new("GET", "/nowhere"),
            Request::new("GET", "/health"),
            Request::new("OPTIONS", "/contact"),
        ] {
            let reply = target.send(request).await;
            let expected = [
                ("cache-control", "no-store"),
                ("referrer-policy", "strict-origin-when-cross-origin"),
                ("strict-transport-security", transport),
                ("x-content-type-options", "nosniff"),
            ];
            let headers = expected.map(|(name, _)| (name, reply.header(name)));
            assert_eq!(headers, expected);
            let policy = reply.header("content-security-policy");
            for part in [
                "object-src 'none'",
                "base-uri 'none'",
                "frame-ancestors 'none'",
                "default-src 'none'",
            ] {
                assert!(policy.contains(part), "{policy}");
            }
            let empty = [204, 303].contains(&reply.status);
            let has_charset = reply.header("content-type").contains("charset=utf-8");
            assert_eq!(has_charset, !empty, "{reply:?}");
        }
    }
}

#[tokio::test]
async fn h2_a_plain_post_gets_a_page_and_a_script_gets_json() {
    for target in both().await {
        let query = Request::plain("/api/query", &valid("query"));
        let reply = target.send(query).await;
        let answer = (reply.status, reply.header("location"), &*reply.body);
        assert_eq!(answer, (303, "/thanks/query", ""));
        let elsewhere = |field, text| {
            Request::plain("/query", &with("query", field, text)).header("origin", SITE)
        };
        let reply = target.send(elsewhere("name", "B")).await;
        assert_eq!(reply.header("location"), format!("{SITE}/thanks/query"));

        let mut fields = with("query", "email", "wrong");
        fields["query"] = json!("</textarea><script>alert(1)</script> & \"typed\"\nsecond line");
        fields["subject"] = json!("Audit");
        let reply = target.send(Request::plain("/api/query", &fields)).await;
        assert_eq!(reply.status, 422);
        let page = &reply.body;
        for part in [
            "<form class=\"form\" id=\"form-query\" action=\"/api/query\" method=\"post\"",
            "<link rel=\"stylesheet\" href=\"/assets/site.css\">",
            "<a href=\"#query-email\">Email: enter an address like name@example.com.</a>",
            "value=\"wrong\"",
            "aria-invalid=\"true\"",
            "&lt;/textarea&gt;&lt;script&gt;",
            "second line",
            "<option value=\"Audit\" selected>",
            "value=\"no\" required checked",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("<script"), "{page}");
        // Links lead to the site, even if the function is on another host.
        assert!(page.contains("<a href=\"/privacy\">"), "{page}");
        let page = target.send(elsewhere("email", "wrong")).await.body;
        for link in ["/privacy", "/assets/site.css", "/query", "/"] {
            let link = format!("href=\"{SITE}{link}\"");
            assert!(page.contains(&link), "{link} in {page}");
        }
        assert!(!page.contains("href=\"/"), "{page}");

        let fields = with("career", "email", "wrong");
        let request = Request::multipart("/career", &fields, Some(("cv.pdf", &pdf(200))))
            .header("accept", "text/html");
        let reply = target.send(request).await;
        assert_eq!(reply.status, 422);
        let again = "Please choose your file again";
        assert!(reply.body.contains(again), "{reply:?}");
        let request = career("cv.exe", &pdf(200)).header("accept", "text/html");
        let reply = target.send(request).await;
        assert_eq!(reply.status, 415);
        let kinds = "Please upload your resume as a PDF, DOC or DOCX file.";
        assert!(reply.body.contains(kinds), "{reply:?}");
        for request in [
            Request::new("GET", "/contact"),
            Request::new("POST", "/nowhere"),
        ] {
            let reply = target.send(request.header("accept", "text/html")).await;
            let is_html = reply.header("content-type").starts_with("text/html");
            assert!(is_html && reply.body.contains("<h1>"), "{reply:?}");
        }
    }
}

#[tokio::test]
async fn h2_success_says_the_sentence_of_its_form() {
    let contact = "Thank you for contacting us. We'll get back to you within 24 hours.";
    let query = "Thank you! Our team will reach out to you shortly.";
    let newsletter = "We have sent you an email. Open its link to confirm your subscription.";
    for target in both().await {
        for (form, sentence) in [
            ("contact", contact),
            ("query", query),
            ("newsletter", newsletter),
        ] {
            let reply = target.send(post(form)).await;
            let expected = json!({ "success": true, "message": sentence, "id": reply.id() });
            assert_eq!(reply.json(), expected);
        }
        let reply = target.send(career("cv.docx", &docx(&[]))).await;
        let sentence = "Thank you! Our team will review your profile and get back to you.";
        assert_eq!(reply.json()["message"], sentence);
    }
}

#[tokio::test]
async fn h3_routes_and_health() {
    for target in both().await {
        for path in ["/health", "/api/health"] {
            let health = target.accept(Request::new("GET", path)).await;
            assert_eq!(health.json()["release"], "tested", "{path}");
            assert_eq!(target.send(Request::new("POST", path)).await.status, 405);
        }
        for path in [
            "/",
            "/Contact",
            "/contact//",
            "/contact/x",
            "/api",
            "/apicontact",
            "/api/api/contact",
            "/contact%2f",
        ] {
            let reply = target.send(Request::new("POST", path)).await;
            assert_eq!(reply.outcome(), (404, false), "{path}");
        }
    }
}

/// Returns a reply without the parts that differ from request to request.
fn comparable(reply: Reply) -> (u16, Vec<(String, String)>, String) {
    let transport = ["content-length", "connection", "date", "transfer-encoding"];
    let headers = reply
        .headers
        .into_iter()
        .filter(|(name, _)| !transport.contains(&name.as_str()))
        .collect();
    let mut body = reply.body;
    if let Ok(Value::Object(mut json)) = serde_json::from_str(&body) {
        if let Some(id) = json.get_mut("id") {
            *id = json!(id.as_str().unwrap().len());
        }
        body = Value::Object(json).to_string();
    }
    (reply.status, headers, body)
}

#[tokio::test]
async fn h4_both_targets_reply_alike() {
    let key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let mut requests = vec![
        contact(),
        contact().header("origin", SITE),
        contact().header("origin", "https://evil.example"),
        contact().key("short"),
        contact().key(key),
        contact().key(key),
        changed("contact", "name", "B").key(key),
        Request::json("/api/contact", &json!({})),
        changed("contact", "topic", "x"),
        changed("contact", "message", &"m".repeat(70_000)),
        contact().body("{"),
        Request::new("POST", "/contact")
            .header("content-type", "text/plain")
            .body("x"),
        career("cv.pdf", &pdf(1000)),
        career("cv.pdf", b"MZ"),
        Request::multipart("/career", &json!({}), None),
    ];
    for method in ["GET", "PUT", "OPTIONS", "HEAD", "BREW"] {
        requests.extend(["/contact", "/health", "/nowhere"].map(|path| Request::new(method, path)));
    }
    for form in ["contact", "query", "newsletter"] {
        let wrong = Request::plain(&format!("/{form}"), &json!({ "email": "<wrong>" }));
        requests.extend([post(form), plain(form), wrong]);
    }
    let [local, lambda] = both().await;
    for request in requests {
        let shown = format!("{} {} {:?}", request.method, request.path, request.headers);
        let is_head = request.method == "HEAD";
        let one = comparable(local.send(request.clone()).await);
        let mut other = comparable(lambda.send(request).await);
        if is_head {
            // A server sends no body in reply to HEAD. For the function, API Gateway drops the body.
            other.2.clear();
        }
        assert_eq!(one, other, "{shown}");
    }
}
