//! Tests with PDF documents.

use forms::file::FileFault::{EmbeddedFile, Encrypted, RemoteContent, Script, WrongKind};

use super::samples::pdf;
use super::{accepted, refused};

/// An action that opens a web page.
const WEB: &str = "<< /S /URI /URI (https://example.com/) >>";
/// An action that starts a program.
const LAUNCH: &str = "<< /S /Launch /F (cmd.exe) >>";

/// Returns a PDF with the given objects, in which `WEB` and `LAUNCH` are replaced by the actions.
fn written(objects: &str) -> Vec<u8> {
    let objects = objects.replace("WEB", WEB).replace("LAUNCH", LAUNCH);
    format!("%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n{objects}\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n").into()
}

/// Returns a PDF for each of the texts, which are PDF objects.
fn each<const N: usize>(objects: [&str; N]) -> [(&str, Vec<u8>); N] {
    objects.map(|text| (text, written(text)))
}

const FLATE: &str = "/Filter /FlateDecode";

/// Returns a PDF with an object stream that contains `content`, and whose dictionary ends with `more`.
fn packed(content: &str, more: &str, deflated: bool) -> Vec<u8> {
    let head = format!("7 0 8 {} ", content.len());
    let all = format!("{head}{content} null");
    let data = if deflated {
        miniz_oxide::deflate::compress_to_vec_zlib(all.as_bytes(), 6)
    } else {
        all.into_bytes()
    };
    let first = head.len();
    let mut pdf =
        format!("%PDF-1.7\n5 0 obj << /Type /ObjStm /N 2 /First {first} {more} >>\nstream\r\n")
            .into_bytes();
    pdf.extend(data);
    pdf.extend(b"\nendstream endobj\nstartxref\n0\n%%EOF\n");
    pdf
}

#[test]
fn pages_links_and_views_are_accepted() {
    accepted("pdf", [("small", pdf(100))]);
    let objects = [
        "3 0 obj << /Type /Page /A WEB >> endobj",
        "3 0 obj << /A << /S /GoToR /F (x.pdf) /D [ 0 /Fit ] >> >> endobj",
        "3 0 obj << /OpenAction [ 3 0 R /XYZ null null 0 ] >> endobj",
        // A view as the action on opening, and links elsewhere.
        "3 0 obj << /OpenAction 5 0 R >> endobj 5 0 obj << /S /GoTo /D [ 6 0 R /Fit ] >> endobj \
         6 0 obj << /Tabs /S /Annots [ << /A WEB >> << /A 7 0 R >> ] >> endobj 7 0 obj WEB endobj",
        "3 0 obj << /OpenAction 9 0 R /Annots 8 0 R >> endobj 9 0 obj [ 6 0 R /XYZ null 792 0 ] endobj \
         8 0 obj [ << /A WEB >> 5 0 R ] endobj 5 0 obj << /A 7 0 R >> endobj 7 0 obj WEB endobj",
        // A table of contents, and a link.
        "3 0 obj << /Next 4 0 R /A WEB >> endobj 4 0 obj << /Title (b) /A 7 0 R >> endobj 7 0 obj WEB endobj",
        "3 0 obj << /AA << >> /Differences [ 1 /AA /B ] >> endobj",
        // Headings, as Chromium prints them.
        "3 0 obj << /Subtype /Link /Dest /JavaScript >> endobj \
         4 0 obj << /JavaScript [ 2 0 R /XYZ 6 691.17 0 ] /AA [ 2 0 R /Fit ] >> endobj",
        "3 0 obj << /Title (// Resume) /A << /S /GoToR /F (x/y.pdf) >> >> endobj",
        // Skills that look like names of actions, in the document's properties and on a page.
        "3 0 obj << /Keywords (HTML/JavaScript /Launch \\) /XFA) /Title <2f4c61756e6368> >> endobj",
        "3 0 obj << /Length 60 >> stream\nBT (object-oriented, HTML /JavaScript /Launch) Tj ET\nendstream endobj",
    ];
    accepted("pdf", each(objects));
}

#[test]
fn what_opens_by_itself_is_refused() {
    let objects = [
        "3 0 obj << /OpenAction WEB >> endobj",
        "3 0 obj << /OpenAction << /S /GoToR /F (x.pdf) >> >> endobj",
        // The action is given by reference.
        "7 0 obj WEB endobj 3 0 obj << /OpenAction 7 0 R >> endobj",
        "3 0 obj << /OpenAction 7 0 R >> endobj 7 0 obj << /S /Thread /F (x.pdf) >> endobj",
        "3 0 obj << /OpenAction 9 0 R >> endobj 9 0 obj 7 0 R endobj 7 0 obj WEB endobj",
        // The reference is hidden, or programs read it in different ways.
        "7 0 %\nobj WEB endobj 3 0 obj << /OpenAction 7 0 R >> endobj",
        "3 0 obj << /OpenAction 7.0 0 R >> endobj 7 0 obj WEB endobj",
        "3 0 obj << /OpenAction 7 0 R >> endobj 7.0 0 obj WEB endobj",
        "3 0 obj << /OpenAction 7 0R >> endobj 7 0 obj WEB endobj",
        // The kind of the action is given by reference.
        "8 0 obj /URI endobj 7 0 obj << /S 8 0 R /URI (https://example.com/) >> endobj \
         3 0 obj << /OpenAction 7 0 R >> endobj",
        // The action follows a view.
        "3 0 obj << /OpenAction << /S /GoTo /D [ 6 0 R /Fit ] /Next [ << >> WEB ] >> >> endobj",
        "3 0 obj << /OpenAction 4 0 R >> endobj 4 0 obj << /Next [ 6 0 R 7 0 R ] >> endobj 7 0 obj WEB endobj",
        // The action follows a view, in an array elsewhere, which may look like a destination.
        "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj 9 0 obj [ WEB ] endobj",
        "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj \
         9 0 obj [ null 7 0 R ] endobj 7 0 obj WEB endobj",
        "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj \
         9 0 obj [ 7 0 R /Fit ] endobj 7 0 obj WEB endobj",
        "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj \
         9 0 obj [ 6 0 R /Fit 7 0 R ] endobj 7 0 obj WEB endobj",
        // A file on another computer, whether or not it is clicked.
        "3 0 obj << /A << /S /GoToR /F << /F (//example/x.pdf) >> >> >> endobj",
        "3 0 obj << /A << /S /GoToR /F (\\\\\\\\example\\\\x) >> >> endobj",
        "3 0 obj << /A << /S /GoToR /F (\\\r\n\\134\\\\example) >> >> endobj",
        "3 0 obj << /A << /S /GoToR /F <FEFF005C 005C 0065> >> >> endobj",
    ];
    refused("pdf", RemoteContent, each(objects));
    let open = written("3 0 obj << /OpenAction 7 0 R >> endobj");
    let packed = [packed(WEB, FLATE, true), open].concat();
    refused("pdf", RemoteContent, [("packed", packed)]);
}

#[test]
fn programs_scripts_and_forms_are_refused() {
    let objects = [
        "3 0 obj << /OpenAction LAUNCH >> endobj",
        "3 0 obj << /OpenAction <</S/Launch/F(x)>> >> endobj",
        "3 0 obj << /OpenAction << /S /L#61unc#68 >> >> endobj",
        "3 0 obj << /OpenAction << /S % (\n/Launch >> >> endobj",
        "4 0 obj /Launch endobj",
        "( 3 0 obj LAUNCH endobj",
        "3 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj",
        "3 0 obj << /OpenAction << /S /SubmitForm /F (https://example.com/) >> >> endobj",
        "3 0 obj << /OpenAction << /S /ImportData /F (x) >> >> endobj",
        "3 0 obj << /AcroForm << /XFA 4 0 R >> >> endobj",
        // The action runs when a page is shown.
        "3 0 obj << /AA << /O 7 0 R >> >> endobj",
        "3 0 obj << /AA 7 0 R >> endobj",
        // An action beside the name of a destination, and one in its place.
        "3 0 obj << /OpenAction << /Dest /x /S /Launch [ 2 0 R /Fit ] /F (x) >> >> endobj",
        "3 0 obj << /OpenAction << /Dest << /S /JavaScript >> >> >> endobj",
        // A name with an array that does not begin with a page, and one with an array that has no view.
        "3 0 obj << /XFA [ (a) 2 0 R ] >> endobj",
        "3 0 obj << /XFA [ 2 0 R 3 0 R ] >> endobj",
    ];
    refused("pdf", Script, each(objects));
    let launch = written("3 0 obj << /OpenAction LAUNCH >> endobj");
    let updated = [launch, written("")].concat();
    refused("pdf", Script, [("before an update", updated)]);
}

#[test]
fn files_are_refused() {
    let objects = [
        "3 0 obj << /Names << /EmbeddedFiles 4 0 R >> >> endobj",
        "3 0 obj << /Type /EmbeddedFile >> stream endstream endobj",
        "3 0 obj << /AF [ << /Type /Filespec /EF << /F 4 0 R >> >> ] >> endobj",
        "3 0 obj << /Subtype /FileAttachment >> endobj",
    ];
    refused("pdf", EmbeddedFile, each(objects));
}

#[test]
fn what_is_not_a_whole_pdf_is_refused() {
    let document = pdf(100);
    let damaged = [
        ("empty", Vec::new()),
        ("something before it", [b" ", &document[..]].concat()),
        ("cut", document[..90].to_vec()),
        ("much behind it", [&document[..], &[b' '; 1_024]].concat()),
    ];
    refused("pdf", WrongKind, damaged);
    let encrypted = [&document[..], b"trailer << /Encrypt 9 0 R >>\n%%EOF\n"];
    refused("pdf", Encrypted, [("encrypted", encrypted.concat())]);
}

#[test]
fn object_streams_are_read() {
    let sound = [
        ("Flate", FLATE),
        ("in an array", "/Filter [ /FlateDecode ]"),
        ("abbreviated", "/Filter /Fl"),
    ];
    let pages = |(what, filter)| (what, packed("<< /Type /Pages >>", filter, true));
    accepted("pdf", sound.map(pages));
    let skills = packed("<< /Title (C++ /JavaScript) >>", FLATE, true);
    accepted("pdf", [("skills", skills)]);

    let plain = String::from_utf8(packed(LAUNCH, "", false)).unwrap();
    let unsaid = plain.replace("/Type /ObjStm", "/Type /Metadata");
    let programs = [
        ("compressed", packed(LAUNCH, FLATE, true)),
        ("not compressed", plain.into()),
        ("packed without saying so", unsaid.into()),
    ];
    refused("pdf", Script, programs);

    let twice = "/Filter [ /FlateDecode /FlateDecode ]";
    let unreadable = [
        ("/DecodeParms << /Predictor 12 >>", false),
        ("/N 2 0 R", false),
        ("/Filter /ASCIIHexDecode", false),
        (twice, true),
        ("/Filter 9 0 R", true),
        // A stream that claims to be compressed but is not.
        (FLATE, false),
        // Too few pairs of numbers.
        ("/N 3", false),
    ];
    let unreadable = unreadable.map(|(more, deflated)| (more, packed("<< >>", more, deflated)));
    refused("pdf", WrongKind, unreadable);
    let trailer = b"trailer << /Encrypt 9 0 R >> %%EOF";
    let encrypted = [&packed("<< >>", FLATE, false)[..], trailer].concat();
    refused("pdf", Encrypted, [("damaged and encrypted", encrypted)]);
}

#[test]
fn a_document_that_is_made_to_take_long_is_refused() {
    let nested = [
        ("each action in all before", "<< /Next ".repeat(200_000)),
        (
            "more actions than are kept",
            format!("<< /Next [ {} ] >>", "5 0 R ".repeat(20_000)),
        ),
    ];
    let nested = nested.map(|(what, action)| (what, written(&format!("1 0 obj {action}"))));
    refused("pdf", WrongKind, nested);
    let repeated = [
        ("1 0 obj ( ", 200_000),
        ("1 0 obj << /A ( ", 120_000),
        ("1 0 obj 5 ( ", 160_000),
        // More links than are kept.
        ("1 0 obj << /S /URI >> endobj ", 20_000),
    ];
    let repeated = repeated.map(|(objects, count)| (objects, written(&objects.repeat(count))));
    refused("pdf", WrongKind, repeated);
    let bomb = packed(&" ".repeat(3_000_000), FLATE, true);
    refused("pdf", WrongKind, [("bomb", bomb)]);
}
