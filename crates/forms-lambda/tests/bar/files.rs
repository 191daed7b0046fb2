//! Tests of the requirements F: files.

use serde_json::json;

use crate::support::documents::{Entry, compound, docx, pdf, relationships};
use crate::support::request::{Request, career, valid};
use crate::support::target::both;

const WRONG: &str = "Please upload your resume as a PDF, DOC or DOCX file.";
const OTHER: &str = "The content of this file is not what its name says. Please open it, save it as a PDF, and upload that.";
const EMPTY: &str = "This file is empty. Please save your document again, and choose it once more.";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

#[tokio::test]
async fn f1_f2_f3_only_documents_that_are_what_their_name_says() {
    let renamed = |kind: &str, extension: &str| {
        format!(
            "This file is a {kind} whatever its name says. Please change the end of its name to .{extension}, and choose it again."
        )
    };
    let refused: Vec<(&str, Vec<u8>, String)> = vec![
        ("cv.exe", pdf(500), WRONG.to_owned()),
        ("cv.pdf", Vec::new(), EMPTY.to_owned()),
        ("cv.pdf", docx(&[]), renamed("DOCX", "docx")),
        ("cv.docx", pdf(500), renamed("PDF", "pdf")),
        ("cv.pdf", b"<html>".to_vec(), OTHER.to_owned()),
        ("cv.doc", compound(&["/Workbook"]), OTHER.to_owned()),
    ];
    let doc = compound(&["/WordDocument", "/1Table"]);
    let accepted: Vec<(&str, Vec<u8>, &str)> = vec![
        ("cv.pdf", pdf(500), "application/pdf"),
        ("CV.PDF", pdf(500), "application/pdf"),
        ("cv.docx", docx(&[]), DOCX),
        ("cv.doc", doc, "application/msword"),
    ];
    for target in both().await {
        for (name, bytes, message) in &refused {
            let reply = target.send(career(name, bytes)).await;
            assert_eq!(reply.status, 415, "{}: {name}: {reply:?}", target.name());
            assert_eq!(reply.json()["errors"], json!({ "resume": message }));
        }
        target.assert_untouched().await;
        for (name, bytes, media_type) in &accepted {
            let reply = target.send(career(name, bytes)).await;
            assert_eq!(reply.status, 200, "{}: {name}: {reply:?}", target.name());
            let document = &target.record_of(&reply).await["document"];
            assert_eq!(document["media_type"], *media_type);
            let key = document["key"].as_str().unwrap();
            assert_eq!(target.object(key).await, *bytes);
        }
    }
}

#[tokio::test]
async fn f2_macros_and_passwords_are_refused_with_advice() {
    let encrypted = include_bytes!("../../../forms/tests/fixtures/encrypted/closed-6.pdf");
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        (
            "cv.doc",
            compound(&["/WordDocument", "/Macros/x"]),
            "This document contains macros, which are small programs. Please save it as a PDF, and upload that.",
        ),
        (
            "cv.docx",
            compound(&["/EncryptedPackage"]),
            "Word saved this with a password. Please remove it (File, Info, Protect Document), save, and upload it again.",
        ),
        (
            "cv.pdf",
            encrypted.to_vec(),
            "This PDF opens only with a password. Please open it, print it to a new PDF without one, and upload that.",
        ),
    ];
    for target in both().await {
        for (name, bytes, advice) in &cases {
            let reply = target.send(career(name, bytes)).await;
            assert_eq!(reply.status, 415, "{}: {name}: {reply:?}", target.name());
            assert_eq!(reply.json()["errors"], json!({ "resume": advice }));
        }
        target.assert_untouched().await;
    }
}

#[tokio::test]
async fn f2_what_a_document_contains_is_said_to_the_staff() {
    let (template, mode) = ("https://example.com/t.dotm", r#"TargetMode="External""#);
    let template = relationships(&[("attachedTemplate", template, mode)]);
    let template = Entry::new("word/_rels/settings.xml.rels", template);
    let script = "%PDF-1.4\n1 0 obj << /OpenAction << /S /JavaScript /JS (x) >> >> endobj\n%%EOF";
    let cases: Vec<(&str, Vec<u8>, Option<&str>)> = vec![
        ("cv.pdf", pdf(500), None),
        (
            "cv.docx",
            docx(&[template]),
            Some(
                "contains 1 part that is loaded from another computer; open it only after the scan",
            ),
        ),
        (
            "cv.pdf",
            script.into(),
            Some("contains 1 script; open it only after the scan"),
        ),
    ];
    for target in both().await {
        for (name, bytes, warning) in &cases {
            let reply = target.send(career(name, bytes)).await;
            assert_eq!(reply.status, 200, "{}: {name}: {reply:?}", target.name());
            let document = &target.record_of(&reply).await["document"];
            assert_eq!(document["warning"], json!(warning), "{name}");
        }
    }
}

#[tokio::test]
async fn f4_nothing_of_a_file_name_reaches_the_key_and_only_harmless_parts_are_kept() {
    let long = format!("{}.pdf", "n".repeat(300));
    let cases = [
        ("../../etc/cron.d/canary.pdf", "canary.pdf"),
        ("C:\\Users\\canary\\cv.pdf", "cv.pdf"),
        ("canary\u{202e}fdp.pdf", "canaryfdp.pdf"),
        ("can:ary*?<>|.pdf", "canary.pdf"),
        (long.as_str(), "…nnnnnn.pdf"),
    ];
    for target in both().await {
        for (name, kept) in cases {
            let reply = target.send(career(name, &pdf(200))).await;
            assert_eq!(reply.status, 200, "{name}: {reply:?}");
            for key in target.keys("").await {
                assert!(!key.contains("canary") && !key.contains("nnn"), "{key}");
            }
            let record = target.record_of(&reply).await;
            let stored = record["document"]["name"].as_str().unwrap();
            assert!(stored.ends_with(kept), "{stored:?}");
            assert!(stored.chars().count() <= 100, "{stored:?}");
        }
    }
}

#[tokio::test]
async fn f5_a_resume_is_stored_as_an_encrypted_attachment_of_its_own_type() {
    let [_, lambda] = both().await;
    let (_, bucket) = lambda.function().unwrap();
    lambda.accept(career("cv.pdf", &pdf(200))).await;
    let key = &lambda.keys("resumes/").await[0];
    let object = crate::support::moto::request("s3", "GET", &format!("/{bucket}/{key}"), "").await;
    assert_eq!(object.header("content-type"), "application/pdf");
    assert_eq!(object.header("content-disposition"), "attachment");
    assert_eq!(object.header("x-amz-server-side-encryption"), "AES256");
}

#[tokio::test]
async fn f6_a_scan_holds_up_no_visitor() {
    // deploy/tests/test_inbox.py tests how the staff see the result of a scan.
    // The EICAR test file in a file that looks like a document. It is split in two so that no scanner reports this source file.
    let eicar = [
        "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD",
        "-ANTIVIRUS-TEST-FILE!$H+H*",
    ]
    .concat();
    let document = ["%PDF-1.4\n", &eicar, "\n%%EOF\n"].concat();
    for target in both().await {
        target.accept(career("cv.pdf", document.as_bytes())).await;
        let key = &target.keys("resumes/").await[0];
        assert_eq!(target.scan_result(key).await, None);
    }
}

#[tokio::test]
async fn f6_no_resume_and_an_empty_file_field_say_so() {
    let fields = valid("career");
    for target in both().await {
        for file in [None, Some(("", &b""[..]))] {
            let request = Request::multipart("/career", &fields, file);
            let reply = target.send(request).await;
            assert_eq!(reply.status, 422, "{reply:?}");
            let errors = json!({ "resume": "Please upload your resume (max 2 MB)." });
            assert_eq!(reply.json()["errors"], errors);
        }
        target.assert_untouched().await;
    }
}
