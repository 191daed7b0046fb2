//! Measures the memory that a request can take: almost none for a body that is refused because of its size, and room for one
//! copy of a file.
#![allow(clippy::unwrap_used)]

use std::convert::Infallible;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{Request, StatusCode};
use bytes::Bytes;
use forms::mail::EmlFolder;
use forms::page::Pages;
use forms::{Folder, Service, router};
use futures_util::{StreamExt as _, stream};
use peak_alloc::PeakAlloc;
use tower::ServiceExt as _;

#[path = "../../forms-lambda/tests/bar/support/documents.rs"]
#[allow(dead_code, reason = "each test uses a part")]
mod documents;
#[path = "testsuite/sample_service.rs"]
mod sample_service;
#[path = "testsuite/site_forms.rs"]
mod site_forms;

use documents::{Entry, docx, types, zip};
use sample_service::service;
use site_forms::site_form;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;
const FILE: usize = 2 * MIB;
const FRAMING: usize = 64 * 1024;
/// Largest body of the contact form: five lines and a message, with up to twelve bytes per character, and the framing.
const CONTACT: usize = (5 * 200 + 5_000) * 12 + 16 * 1024;
/// A piece of a body, as the network delivers it.
const CHUNK: &[u8] = &[b' '; 16 * 1024];

const MULTIPART: &str = "multipart/form-data; boundary=XyZ";
const FILE_PART: &[u8] = b"--XyZ\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"cv.pdf\"\r\n\r\n%PDF-1.4\n";
const TEXT_PART: &[u8] = b"--XyZ\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\n";
const END: &[u8] = b"\n%%EOF\n\r\n--XyZ--\r\n";

/// A request whose body is generated while it is read.
struct Case {
    what: &'static str,
    path: &'static str,
    content_type: &'static str,
    accept: &'static str,
    start: &'static [u8],
    /// Number of bytes between `start` and [`END`].
    filling: usize,
    declared: Option<u64>,
    status: u16,
    /// Maximum number of bytes of the body that are read, apart from one chunk.
    read: usize,
    /// Maximum number of bytes of memory at any moment.
    memory: usize,
}

const ENDLESS: Case = Case {
    what: "endless file",
    path: "/career",
    content_type: MULTIPART,
    accept: "application/json",
    start: FILE_PART,
    filling: 1024 * MIB,
    declared: None,
    status: 413,
    read: FILE + FRAMING,
    memory: FILE + MIB,
};

const ELSEWHERE: Case = Case {
    what: "endless text elsewhere",
    path: "/contact",
    start: TEXT_PART,
    read: CONTACT,
    memory: MIB,
    ..ENDLESS
};

const CASES: [Case; 9] = [
    Case {
        what: "declared gigabyte",
        declared: Some(1 << 30),
        read: 0,
        memory: MIB,
        ..ENDLESS
    },
    Case {
        what: "declared gigabyte, to be shown",
        declared: Some(1 << 30),
        accept: "text/html",
        read: 0,
        memory: MIB,
        ..ENDLESS
    },
    ENDLESS,
    Case {
        what: "endless text",
        start: TEXT_PART,
        memory: MIB,
        ..ENDLESS
    },
    ELSEWHERE,
    Case {
        what: "endless JSON",
        content_type: "application/json",
        start: b"{",
        ..ELSEWHERE
    },
    Case {
        what: "endless urlencoded",
        content_type: "application/x-www-form-urlencoded",
        start: b"name=",
        ..ELSEWHERE
    },
    Case {
        what: "large file, to be shown",
        accept: "text/html",
        filling: 15 * MIB,
        declared: Some(15 * MIB as u64 + (FILE_PART.len() + END.len()) as u64),
        read: 16 * MIB,
        ..ENDLESS
    },
    // This request is refused because all other fields are missing.
    Case {
        what: "file of the largest size",
        filling: FILE - 20,
        status: 422,
        ..ENDLESS
    },
];

#[test]
fn s2_a_request_takes_less_than_a_mebibyte_beside_its_file() {
    let root = env::temp_dir().join(format!("forms-memory-{}", process::id()));
    let service = Arc::new(website(&root));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    // Memory that is allocated once, with the first request, is not counted.
    runtime.block_on(measure(&service, &CASES[2]));
    for case in &CASES {
        let (status, read, memory) = runtime.block_on(measure(&service, case));
        println!(
            "{}: {status}, {read} bytes read, {memory} bytes of memory",
            case.what
        );
        assert_eq!(status, case.status, "{}", case.what);
        assert!(
            read <= case.read + CHUNK.len(),
            "{}: {read} bytes read",
            case.what
        );
        assert!(
            memory < case.memory,
            "{}: {memory} bytes of memory",
            case.what
        );
    }
    fs::remove_dir_all(root).unwrap();
    measure_documents();
}

/// Checks documents that are crafted to need a lot of memory.
fn measure_documents() {
    let form = site_form("career");
    let field = form.field("resume").unwrap();
    let attributes: String = (0..3_400).map(|n| format!(" a{n}=''")).collect();
    let list = Entry::new("word/_rels/a.rels", format!("<a{attributes}/>"));
    let elements = Entry::new(
        "word/_rels/b.rels",
        format!("<a>{}</a>", "<a/>".repeat(3_900)),
    );
    let table = vec![
        Entry::new("[Content_Types].xml", types("")),
        Entry::new("xl/workbook.xml", "a".repeat(240_000)),
    ];
    let table = Entry::new("word/embeddings/a.xlsx", zip(&table));
    let begin = r#"<w:fldChar w:fldCharType="begin"/>"#;
    let instruction = format!("{begin}<w:instrText>{}</w:instrText>", "a".repeat(8_000));
    let fields = Entry::new("word/footer1.xml", instruction.repeat(40));
    let numbers = "1 ".repeat(250_000);
    let stream = miniz_oxide::deflate::compress_to_vec_zlib(numbers.as_bytes(), 6);
    let mut packed =
        b"%PDF-1.7\n1 0 obj <</Type/ObjStm/N 124000/First 499000/Filter/FlateDecode>> stream\n"
            .to_vec();
    packed.extend(stream);
    packed.extend(b"\n%%EOF");
    for (what, name, bytes) in [
        ("attributes", "cv.docx", docx(&[list])),
        ("elements", "cv.docx", docx(&[elements])),
        ("workbook", "cv.docx", docx(&[table])),
        ("fields", "cv.docx", docx(&[fields])),
        ("object stream", "cv.pdf", packed),
    ] {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        // Other tests check the verdict.
        let verdict = forms::file::check(field, name, &bytes);
        let memory = MEMORY.peak_usage() - before;
        println!("{what}: {verdict:?}, {memory} bytes of memory");
        assert!(memory < MIB, "{what}: {memory} bytes of memory");
    }
}

/// Sends the request of a case. Returns the status, the number of bytes of the body that were read, and the peak memory in
/// bytes.
async fn measure(service: &Arc<Service<Folder, EmlFolder>>, case: &Case) -> (u16, usize, usize) {
    let read = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&read);
    let chunks = stream::repeat(Bytes::from_static(CHUNK)).take(case.filling / CHUNK.len());
    let rest = Bytes::from_static(&CHUNK[..case.filling % CHUNK.len()]);
    let pieces = stream::iter([Bytes::from_static(case.start)])
        .chain(chunks)
        .chain(stream::iter([rest, Bytes::from_static(END)]))
        .map(move |piece| {
            counted.fetch_add(piece.len(), Ordering::Relaxed);
            Ok::<_, Infallible>(piece)
        });
    let mut request = Request::post(case.path)
        .header(CONTENT_TYPE, case.content_type)
        .header(ACCEPT, case.accept);
    if let Some(declared) = case.declared {
        request = request.header(CONTENT_LENGTH, declared);
    }
    let request = request.body(Body::from_stream(pieces)).unwrap();
    let router = router(service);
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let response = router.oneshot(request).await.unwrap();
    let memory = MEMORY.peak_usage() - before;
    let status: StatusCode = response.status();
    (status.as_u16(), read.load(Ordering::Relaxed), memory)
}

/// Returns a form function with two forms and the templates of the website.
fn website(root: &PathBuf) -> Service<Folder, EmlFolder> {
    let folder = Folder::open(root).unwrap();
    let forms = ["career", "contact"].map(site_form).into();
    let mut service = service(forms, folder.clone(), EmlFolder(folder));
    service.pages = Pages::new(
        include_str!("../../../themes/firm/templates/forms/form.html"),
        include_str!("../../../themes/firm/templates/forms/reply.html"),
    )
    .unwrap();
    service
}
