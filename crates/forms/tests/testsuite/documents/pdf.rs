//! PDF documents.

use forms::file::FileFault::{EmbeddedFile, Encrypted, RemoteContent, Script, WrongKind};

use super::check;
use super::samples::pdf;

/// Returns a PDF with the given objects.
fn written(objects: &str) -> Vec<u8> {
    format!("%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n{objects}\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n").into()
}

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
fn actions_and_files_in_a_pdf() {
    let launch = "<< /S /Launch /F (cmd.exe) >>";
    let web = "<< /S /URI /URI (https://example.com/) >>";
    let flate = "/Filter /FlateDecode";
    let open = |action: &str| written(&format!("3 0 obj << /OpenAction {action} >> endobj"));
    let link = |action: &str| written(&format!("3 0 obj << /A {action} >> endobj"));
    check(
        "pdf",
        vec![
            ("small", pdf(100), Ok(())),
            (
                "page",
                written(
                    "3 0 obj << /Type /Page /A << /S /URI /URI (https://example.com/) >> >> endobj",
                ),
                Ok(()),
            ),
            ("view", open("[ 3 0 R /XYZ null null 0 ]"), Ok(())),
            (
                "view, beside a link",
                written(&format!(
                    "3 0 obj << /OpenAction 5 0 R >> endobj 5 0 obj << /S /GoTo /D [ 6 0 R /Fit ] >> endobj \
                     6 0 obj << /Tabs /S /Annots [ << /A {web} >> << /A 7 0 R >> ] >> endobj 7 0 obj {web} endobj"
                )),
                Ok(()),
            ),
            (
                "contents, beside a link",
                written(&format!(
                    "3 0 obj << /Next 4 0 R /A {web} >> endobj 4 0 obj << /Title (b) /A 7 0 R >> endobj 7 0 obj {web} endobj"
                )),
                Ok(()),
            ),
            ("web page", open(web), Err(RemoteContent)),
            (
                "web page by reference",
                written(&format!(
                    "7 0 obj {web} endobj 3 0 obj << /OpenAction 7 0 R >> endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page by reference, its number hidden",
                written(&format!(
                    "7 0 %\nobj {web} endobj 3 0 obj << /OpenAction 7 0 R >> endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page, its kind by reference",
                written(
                    "8 0 obj /URI endobj 7 0 obj << /S 8 0 R /URI (https://example.com/) >> endobj \
                     3 0 obj << /OpenAction 7 0 R >> endobj",
                ),
                Err(RemoteContent),
            ),
            (
                "web page after a view",
                open(&format!(
                    "<< /S /GoTo /D [ 6 0 R /Fit ] /Next [ << >> {web} ] >>"
                )),
                Err(RemoteContent),
            ),
            (
                "web page after a view, by reference",
                written(&format!(
                    "3 0 obj << /OpenAction 4 0 R >> endobj 4 0 obj << /Next [ 6 0 R 7 0 R ] >> endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page, packed",
                [packed(web, flate, true), open("7 0 R")].concat(),
                Err(RemoteContent),
            ),
            (
                "on turning to a page",
                written("3 0 obj << /AA << /O 7 0 R >> >> endobj"),
                Err(Script),
            ),
            (
                "on turning to a page, by reference",
                written("3 0 obj << /AA 7 0 R >> endobj"),
                Err(Script),
            ),
            (
                "on nothing",
                written("3 0 obj << /AA << >> /Differences [ 1 /AA /B ] >> endobj"),
                Ok(()),
            ),
            (
                "headings, printed by Chromium",
                written(
                    "3 0 obj << /Subtype /Link /Dest /JavaScript >> endobj \
                     4 0 obj << /JavaScript [ 2 0 R /XYZ 6 691.17 0 ] /AA [ 2 0 R /Fit ] >> endobj",
                ),
                Ok(()),
            ),
            (
                "program beside a heading",
                open("<< /Dest /x /S /Launch [ 2 0 R /Fit ] /F (x) >>"),
                Err(Script),
            ),
            (
                "program in the place of a heading",
                open("<< /Dest << /S /JavaScript >> >>"),
                Err(Script),
            ),
            (
                "a heading without a place",
                written("3 0 obj << /XFA [ (a) 2 0 R ] >> endobj"),
                Err(Script),
            ),
            (
                "a heading without a view",
                written("3 0 obj << /XFA [ 2 0 R 3 0 R ] >> endobj"),
                Err(Script),
            ),
            ("program", open(launch), Err(Script)),
            (
                "program without spaces",
                open("<</S/Launch/F(x)>>"),
                Err(Script),
            ),
            (
                "program by escapes",
                open("<< /S /L#61unc#68 >>"),
                Err(Script),
            ),
            (
                "program behind a comment",
                open("<< /S % (\n/Launch >>"),
                Err(Script),
            ),
            (
                "program by reference",
                written("4 0 obj /Launch endobj"),
                Err(Script),
            ),
            (
                "program behind an open bracket",
                written(&format!("( 3 0 obj {launch} endobj")),
                Err(Script),
            ),
            (
                "program after an update",
                [open(launch), written("")].concat(),
                Err(Script),
            ),
            (
                "script",
                open("<< /S /JavaScript /JS (app.alert(1)) >>"),
                Err(Script),
            ),
            (
                "form that sends itself",
                open("<< /S /SubmitForm /F (https://example.com/) >>"),
                Err(Script),
            ),
            (
                "data of a form",
                open("<< /S /ImportData /F (x) >>"),
                Err(Script),
            ),
            (
                "other document",
                open("<< /S /GoToR /F (x.pdf) >>"),
                Err(RemoteContent),
            ),
            (
                "thread of another document, by reference",
                written(
                    "3 0 obj << /OpenAction 7 0 R >> endobj 7 0 obj << /S /Thread /F (x.pdf) >> endobj",
                ),
                Err(RemoteContent),
            ),
            (
                "link to another document",
                link("<< /S /GoToR /F (x.pdf) /D [ 0 /Fit ] >>"),
                Ok(()),
            ),
            (
                "web page after a view, in an array elsewhere",
                written(&format!(
                    "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj 9 0 obj [ {web} ] endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "the same, by reference",
                written(&format!(
                    "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj \
                     9 0 obj [ null 7 0 R ] endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "the same, in an array like a place",
                written(&format!(
                    "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj \
                     9 0 obj [ 7 0 R /Fit ] endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "the same, behind a place",
                written(&format!(
                    "3 0 obj << /OpenAction << /S /GoTo /Next 9 0 R >> >> endobj \
                     9 0 obj [ 6 0 R /Fit 7 0 R ] endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page by a reference to a reference",
                written(&format!(
                    "3 0 obj << /OpenAction 9 0 R >> endobj 9 0 obj 7 0 R endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page, its number written as a fraction",
                written(&format!(
                    "3 0 obj << /OpenAction 7.0 0 R >> endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page, its number written as a fraction there",
                written(&format!(
                    "3 0 obj << /OpenAction 7 0 R >> endobj 7.0 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "web page by a reference without a space",
                written(&format!(
                    "3 0 obj << /OpenAction 7 0R >> endobj 7 0 obj {web} endobj"
                )),
                Err(RemoteContent),
            ),
            (
                "view elsewhere, beside links in an array",
                written(&format!(
                    "3 0 obj << /OpenAction 9 0 R /Annots 8 0 R >> endobj 9 0 obj [ 6 0 R /XYZ null 792 0 ] endobj \
                     8 0 obj [ << /A {web} >> 5 0 R ] endobj 5 0 obj << /A 7 0 R >> endobj 7 0 obj {web} endobj"
                )),
                Ok(()),
            ),
            (
                "file of another computer, written with slashes",
                written("3 0 obj << /A << /S /GoToR /F << /F (//example/x.pdf) >> >> >> endobj"),
                Err(RemoteContent),
            ),
            (
                "title with slashes, and a file beside the document",
                written("3 0 obj << /Title (// Resume) /A << /S /GoToR /F (x/y.pdf) >> >> endobj"),
                Ok(()),
            ),
            (
                "document on another computer",
                link("<< /S /GoToR /F (\\\\\\\\example\\\\x) >>"),
                Err(RemoteContent),
            ),
            (
                "the same, by escapes",
                link("<< /S /GoToR /F (\\\r\n\\134\\\\example) >>"),
                Err(RemoteContent),
            ),
            (
                "the same, as digits",
                link("<< /S /GoToR /F <FEFF005C 005C 0065> >>"),
                Err(RemoteContent),
            ),
            (
                "script of a form",
                written("3 0 obj << /AcroForm << /XFA 4 0 R >> >> endobj"),
                Err(Script),
            ),
            (
                "file",
                written("3 0 obj << /Names << /EmbeddedFiles 4 0 R >> >> endobj"),
                Err(EmbeddedFile),
            ),
            (
                "file without a name",
                written("3 0 obj << /Type /EmbeddedFile >> stream endstream endobj"),
                Err(EmbeddedFile),
            ),
            (
                "file whose stream says nothing",
                written("3 0 obj << /AF [ << /Type /Filespec /EF << /F 4 0 R >> >> ] >> endobj"),
                Err(EmbeddedFile),
            ),
            (
                "file at a place",
                written("3 0 obj << /Subtype /FileAttachment >> endobj"),
                Err(EmbeddedFile),
            ),
            (
                "password",
                [&pdf(100)[..], b"trailer << /Encrypt 9 0 R >>\n%%EOF\n"].concat(),
                Err(Encrypted),
            ),
            (
                "something before it",
                [b" ", &pdf(100)[..]].concat(),
                Err(WrongKind),
            ),
            ("cut", pdf(100)[..90].to_vec(), Err(WrongKind)),
            (
                "much behind it",
                [pdf(100), vec![b' '; 1_024]].concat(),
                Err(WrongKind),
            ),
            (
                "packed without saying so",
                {
                    let all = packed(launch, "", false);
                    let text = String::from_utf8(all).unwrap();
                    text.replace("/Type /ObjStm", "/Type /Metadata").into()
                },
                Err(Script),
            ),
            (
                "packed with parameters",
                packed("<< >>", "/DecodeParms << /Predictor 12 >>", false),
                Err(WrongKind),
            ),
            (
                "packed, its number elsewhere",
                packed("<< >>", "/N 2 0 R", false),
                Err(WrongKind),
            ),
            ("packed", packed("<< /Type /Pages >>", flate, true), Ok(())),
            (
                "packed, in an array",
                packed("<< /Type /Pages >>", "/Filter [ /FlateDecode ]", true),
                Ok(()),
            ),
            (
                "packed, its encoding abbreviated",
                packed("<< /Type /Pages >>", "/Filter /Fl", true),
                Ok(()),
            ),
            ("packed program", packed(launch, flate, true), Err(Script)),
            (
                "packed program that is not compressed",
                packed(launch, "", false),
                Err(Script),
            ),
            (
                "packed in another way",
                packed("<< >>", "/Filter /ASCIIHexDecode", false),
                Err(WrongKind),
            ),
            (
                "packed twice",
                packed("<< >>", "/Filter [ /FlateDecode /FlateDecode ]", true),
                Err(WrongKind),
            ),
            (
                "packed by reference",
                packed("<< >>", "/Filter 9 0 R", true),
                Err(WrongKind),
            ),
            (
                "packed and damaged",
                packed("<< >>", flate, false),
                Err(WrongKind),
            ),
            (
                "packed with too few numbers",
                packed("<< >>", "/N 3", false),
                Err(WrongKind),
            ),
            (
                "packed and encrypted",
                [
                    packed("<< >>", flate, false),
                    b"trailer << /Encrypt 9 0 R >> %%EOF".to_vec(),
                ]
                .concat(),
                Err(Encrypted),
            ),
            (
                "skills",
                written(
                    "3 0 obj << /Keywords (HTML/JavaScript /Launch \\) /XFA) /Title <2f4c61756e6368> >> endobj",
                ),
                Ok(()),
            ),
            (
                "skills in a page",
                written(
                    "3 0 obj << /Length 60 >> stream\nBT (object-oriented, HTML /JavaScript /Launch) Tj ET\nendstream endobj",
                ),
                Ok(()),
            ),
            (
                "skills, packed",
                packed("<< /Title (C++ /JavaScript) >>", flate, true),
                Ok(()),
            ),
        ],
    );
}

#[test]
fn a_document_that_is_made_to_take_long_is_refused() {
    let nested = "1 0 obj ( ".repeat(200_000);
    let bomb = packed(&" ".repeat(3_000_000), "/Filter /FlateDecode", true);
    check(
        "pdf",
        vec![
            (
                "each action in all before",
                written(&format!("1 0 obj {}", "<< /Next ".repeat(200_000))),
                Err(WrongKind),
            ),
            (
                "each object in all before",
                written(&nested),
                Err(WrongKind),
            ),
            (
                "each dictionary in all before",
                written(&"1 0 obj << /A ( ".repeat(120_000)),
                Err(WrongKind),
            ),
            (
                "each text after a number in all before",
                written(&"1 0 obj 5 ( ".repeat(160_000)),
                Err(WrongKind),
            ),
            ("bomb", bomb, Err(WrongKind)),
            (
                "more actions than are kept",
                written(&format!(
                    "1 0 obj << /Next [ {} ] >>",
                    "5 0 R ".repeat(20_000)
                )),
                Err(WrongKind),
            ),
            (
                "more links than are kept",
                written(&"1 0 obj << /S /URI >> endobj ".repeat(20_000)),
                Err(WrongKind),
            ),
        ],
    );
}
