//! Tests of the requirements F: files.

use serde_json::json;

use crate::support::documents::{Entry, compound, docx, pdf, relationships};
use crate::support::request::{Request, career, valid};
use crate::support::target::both;

const WRONG: &str = "Please upload your resume as a PDF, DOC or DOCX file.";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

#[tokio::test]
async fn f1_f2_f3_only_documents_that_are_what_their_name_says() {
    let refused: Vec<(&str, Vec<u8>)> = vec![
        ("cv.exe", pdf(500)),
        ("cv.pdf", Vec::new()),
        ("cv.pdf", docx(&[])),
        ("cv.docx", pdf(500)),
        ("cv.docx", docx(&[Entry::new("../../etc/passwd", "x")])),
        ("cv.doc", compound(&["/Workbook"])),
    ];
    let doc = compound(&["/WordDocument", "/1Table"]);
    let accepted: Vec<(&str, Vec<u8>, &str)> = vec![
        ("cv.pdf", pdf(500), "application/pdf"),
        ("CV.PDF", pdf(500), "application/pdf"),
        ("cv.docx", docx(&[]), DOCX),
        ("cv.doc", doc, "application/msword"),
    ];
    for target in both().await {
        for (name, bytes) in &refused {
            let reply = target.send(career(name, bytes)).await;
            assert_eq!(reply.status, 415, "{}: {name}: {reply:?}", target.name());
            assert_eq!(reply.json()["errors"], json!({ "resume": WRONG }));
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
async fn f2_what_a_resume_never_needs_is_refused_and_the_visitor_is_told_why() {
    let (target, mode) = ("https://evil.example/t.dotm", r#"TargetMode="External""#);
    let template = relationships(&[("attachedTemplate", target, mode)]);
    let template = Entry::new("word/_rels/settings.xml.rels", template);
    let object = Entry::new("word/embeddings/oleObject1.bin", "x");
    let program = "%PDF-1.4\n1 0 obj << /OpenAction << /S /Launch /F (x) >> >> endobj\n%%EOF";
    let encrypted = "%PDF-1.4\ntrailer << /Encrypt 1 0 R >>\n%%EOF";
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        (
            "cv.doc",
            compound(&["/WordDocument", "/Macros/x"]),
            "This one contains macros: save it without them and upload it again.",
        ),
        (
            "cv.docx",
            docx(&[object]),
            "This one has another file inside: remove it, or print the document to a new PDF and upload that.",
        ),
        (
            "cv.docx",
            docx(&[template]),
            "This one loads something from elsewhere or opens a web page by itself: print it to a new PDF and upload that.",
        ),
        (
            "cv.pdf",
            program.into(),
            "This one contains a script or starts a program: print it to a new PDF and upload that.",
        ),
        (
            "cv.pdf",
            encrypted.into(),
            "This one is protected by a password or restrictions: save it without them and upload it again.",
        ),
    ];
    for target in both().await {
        for (name, bytes, advice) in &cases {
            let reply = target.send(career(name, bytes)).await;
            assert_eq!(reply.status, 415, "{}: {name}: {reply:?}", target.name());
            let said = format!("{WRONG} {advice}");
            assert_eq!(reply.json()["errors"], json!({ "resume": said }));
        }
        target.assert_untouched().await;
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
