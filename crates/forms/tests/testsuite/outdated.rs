//! Pages and a form function that have different forms: a page that somebody opened before the last deployment, or a function that is
//! older than the pages. Whatever was typed is kept, or shown again with a sentence about what to do.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use forms::mail::EmlFolder;
use forms::page::Pages;
use forms::{Form, router};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::keys::keys;
use crate::requests::{END, MULTIPART, part};
use crate::sample_form::{file_field, form};
use crate::sample_service::service;
use crate::temporary::Temporary;

const URLENCODED: &str = "application/x-www-form-urlencoded";
const PAGE: &str = "{{ lead }}|{{ problem }}|{% if form %}{% for field in form.fields %}{{ field.name }}=\
    {{ values[field.name] | default(value=\"\") }}!{{ errors[field.name] | default(value=\"\") }}|{% endfor %}{% endif %}";

/// Posts a form as a browser without JavaScript does. Returns the status, the page, and the record if there is one.
async fn post(forms: Vec<Form>, path: &str, content_type: &str, body: String) -> (u16, String) {
    let temporary = Temporary::new();
    let folder = temporary.folder.clone();
    let mailer = EmlFolder(folder.clone());
    let mut service = service(forms, folder.clone(), mailer);
    service.pages = Pages::new("", PAGE).unwrap();
    let request = Request::post(path)
        .header(ACCEPT, "text/html")
        .header(CONTENT_TYPE, content_type)
        .header("content-length", body.len())
        .body(Body::from(body))
        .unwrap();
    let response = router(&Arc::new(service)).oneshot(request).await.unwrap();
    let status = response.status().as_u16();
    let page = response.into_body().collect().await.unwrap().to_bytes();
    let mut page = String::from_utf8(page.to_vec()).unwrap();
    for key in keys(&folder, "submissions/").await {
        let (bytes, _) = forms::Store::read(&folder, &key).await.unwrap().unwrap();
        page += std::str::from_utf8(&bytes).unwrap();
    }
    (status, page)
}

fn field(name: &str, rules: &str) -> String {
    format!("[[field]]\nname = \"{name}\"\nlabel = \"{name}\"\n{rules}\n")
}

#[tokio::test(start_paused = true)]
async fn nothing_that_was_typed_is_dropped_or_refused_without_help() {
    let required = |name| field(name, "required = true");
    let email = "email=asha@example.com";
    let file = part("email", "", "asha@example.com")
        + &part("resume", "; filename=\"cv.pdf\"", "%PDF-1.4\n");
    for (what, fields, content_type, body, status, shown) in [
        // The page is newer than the function.
        (
            "added",
            String::new(),
            URLENCODED,
            format!("{email}&gstin=24AAA"),
            303,
            "\"gstin\": \"24AAA\"",
        ),
        (
            "renamed",
            field("phone", ""),
            URLENCODED,
            format!("{email}&mobile=98765+43210"),
            303,
            "\"mobile\": \"98765 43210\"",
        ),
        (
            "file added",
            String::new(),
            MULTIPART,
            file + END,
            303,
            "\"resume\": \"[a file, not kept] cv.pdf\"",
        ),
        // The page is older than the function.
        (
            "added",
            required("city"),
            URLENCODED,
            email.to_owned(),
            422,
            "|email=asha@example.com!|city=!city: please fill in",
        ),
        (
            "removed",
            String::new(),
            URLENCODED,
            format!("{email}&city=Surat"),
            303,
            "\"city\": \"Surat\"",
        ),
        (
            "renamed",
            required("phone"),
            URLENCODED,
            format!("{email}&mobile=1"),
            422,
            "email=asha@example.com!|phone=!phone: please",
        ),
        (
            "choice removed",
            field("updates", "type = \"radio\"\noptions = [\"yes\", \"no\"]"),
            URLENCODED,
            format!("{email}&updates=weekly"),
            422,
            "email=asha@example.com!|updates=weekly!updates: choose one of the options.",
        ),
        (
            "file added",
            file_field("resume", 10_000) + "required = true\n",
            URLENCODED,
            email.to_owned(),
            415,
            "email=asha@example.com!|resume=!File: choose a file.",
        ),
        (
            "text is too long",
            String::new(),
            URLENCODED,
            format!("{email}&note={}", "x".repeat(70_000)),
            413,
            "Please shorten it",
        ),
        // A body of which only the start can be read.
        (
            "cut off",
            required("city"),
            MULTIPART,
            part("city", "", "Surat") + &part("email", "", "asha"),
            400,
            "if this happens once more, send it by email.|We could not read this form.",
        ),
        (
            "cut off",
            required("city"),
            MULTIPART,
            part("city", "", "Surat") + &part("email", "", "asha"),
            400,
            "|email=asha!|city=Surat!|",
        ),
        (
            "cut off in a text",
            required("city"),
            MULTIPART,
            part("email", "", "asha@example.com") + part("city", "", "Sur").trim_end(),
            400,
            "|email=asha@example.com!|city=Sur!|",
        ),
        (
            "cut off in a text",
            required("city"),
            "application/json",
            r#"{"email":"asha@example.com","city":"Sur"#.to_owned(),
            400,
            "|email=asha@example.com!|city=!|",
        ),
        (
            "of another type",
            String::new(),
            "text/plain",
            email.to_owned(),
            415,
            "Send this form with one of these content types: application/json,",
        ),
        (
            "two files",
            file_field("resume", 10_000),
            MULTIPART,
            part("email", "", "asha@example.com")
                + &part("resume", "; filename=\"cv.pdf\"", "%PDF-1.4\n").repeat(2)
                + END,
            400,
            "|email=asha@example.com!|",
        ),
        (
            "Windows-1252",
            required("city"),
            URLENCODED,
            format!("{email}&city=%93Kr%FCn%94"),
            303,
            "\"city\": \"\u{201c}Kr\u{fc}n\u{201d}\"",
        ),
    ] {
        let (found, page) = post(
            vec![form("contact", &fields)],
            "/contact",
            content_type,
            body,
        )
        .await;
        assert!(
            found == status && page.contains(shown),
            "{what}: {found} {page}"
        );
    }
    // The function does not have the language, the form, or any form.
    for (forms, path, status, shown) in [
        (
            vec![form("contact", "")],
            "/contact?language=gu",
            303,
            "asha@example.com",
        ),
        (
            vec![form("contact", "")],
            "/api/contact/",
            303,
            "asha@example.com",
        ),
        (
            vec![form("query", "")],
            "/contact",
            404,
            "Copy what you typed",
        ),
        (
            Vec::new(),
            "/api/contact?language=hi",
            404,
            "Copy what you typed",
        ),
    ] {
        let (found, page) = post(forms, path, URLENCODED, email.to_owned()).await;
        assert!(
            found == status && page.contains(shown),
            "{path}: {found} {page}"
        );
    }
}
