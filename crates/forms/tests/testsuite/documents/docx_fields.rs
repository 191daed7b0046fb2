//! Tests with fields of Word documents: instructions that Word executes when it opens the document.

use forms::file::FileFault::{EmbeddedFile, RemoteContent, Script, WrongKind};

use super::docx::{each_with, with};
use super::samples::{parts, types, zip};
use super::{accepted, refused};

/// Mark at the beginning of a field.
const BEGIN: &str = r#"<w:fldChar w:fldCharType="begin"/>"#;

/// Returns a document with a footer whose paragraph has the given content, in which `BEGIN` is replaced by the mark.
fn footer(content: &str) -> Vec<u8> {
    let content = content.replace("BEGIN", BEGIN);
    with(
        "word/footer1.xml",
        format!(r#"<w:ftr xmlns:w="w"><w:p>{content}</w:p></w:ftr>"#),
    )
}

/// Returns a field whose instruction is split into several elements.
fn field(instruction: &[&str]) -> String {
    let parts: String = instruction
        .iter()
        .map(|part| format!(r#"<w:r><w:instrText xml:space="preserve">{part}</w:instrText></w:r>"#))
        .collect();
    let mark = |kind: &str| format!(r#"<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>"#);
    let (begin, separate, end) = (mark("begin"), mark("separate"), mark("end"));
    format!("{begin}{parts}{separate}<w:r><w:t>result</w:t></w:r>{end}")
}

/// Returns a document with a field in another field, between the two parts of its instruction.
fn nested(outer: &str, inner: &str, rest: &str) -> Vec<u8> {
    let inner = field(&[inner]);
    footer(&field(&[outer, "INNER", rest]).replace(
        r#"<w:r><w:instrText xml:space="preserve">INNER</w:instrText></w:r>"#,
        &inner,
    ))
}

/// Returns a document with a field that is a single element.
fn simple(instruction: &str) -> Vec<u8> {
    footer(&format!(
        r#"<w:fldSimple w:instr="{instruction}"><w:r><w:t>1</w:t></w:r></w:fldSimple>"#
    ))
}

/// Returns a document with a field whose instruction is a single element.
fn one(instruction: &str) -> Vec<u8> {
    footer(&field(&[instruction]))
}

/// Returns a document with a picture field.
fn picture(target: &str) -> Vec<u8> {
    one(&format!(
        r#" INCLUDEPICTURE "{target}" \* MERGEFORMATINET "#
    ))
}

/// Returns a document for each text.
fn each<const N: usize>(
    document: impl Fn(&str) -> Vec<u8>,
    texts: [&'static str; N],
) -> [(&'static str, Vec<u8>); N] {
    texts.map(|text| (text, document(text)))
}

/// Returns a document with a picture field that refers to a part of a mail and whose instruction has `size` bytes.
fn picture_of_size(size: usize) -> Vec<u8> {
    let near = "INCLUDEPICTURE cid:a";
    let spaces = " ".repeat((size - near.len()) / 2);
    footer(&field(&[near, &spaces, &spaces]))
}

#[test]
fn fields_that_a_resume_may_have() {
    let instructions = [
        " PAGE ",
        r#" HYPERLINK "https://x.example/" "#,
        " MACROBUTTON NoMacro Name ",
    ];
    accepted("docx", each(one, instructions));
    let pictures = [
        "cid:image001.png@01DA",
        "/var/folders/zz/T/page1image1.png",
        r"C:\\Users\\Asha\\me.png",
    ];
    accepted("docx", each(picture, pictures));
    let citation = format!(" ADDIN CSL_CITATION {}", "{&quot;a&quot;:1}".repeat(1_000));
    let beside = field(&["INCLUDEPICTURE cid:a"]).replace("result", "https://x.example/p.png");
    let others = [
        ("simple", simple(" NUMPAGES ")),
        ("citation", one(&citation)),
        ("condition", nested(" IF ", " PAGE ", r#" = 1 "a" "b" "#)),
        ("picture beside an address", footer(&beside)),
        ("as much as is kept", picture_of_size(4_096)),
    ];
    accepted("docx", others);
    let text = ["<w:r><w:t>DDEAUTO, INCLUDEPICTURE</w:t></w:r>"];
    accepted("docx", each(footer, text));
}

#[test]
fn fields_that_fetch_something() {
    let pictures = [
        "https://x.example/p.png",
        r"\\\\x.example\\p.png",
        "file://x.example/p.png",
    ];
    refused("docx", RemoteContent, each(picture, pictures));
    let instructions = [
        r"INCLUDEPICTURE \d https://x.example/",
        "includetext &quot;https://x.example/&quot;",
        "DATABASE",
    ];
    refused("docx", RemoteContent, each(simple, instructions));
    let named = ["BEGIN<w:instrText>INCLUDEPICTURE </w:instrText><w:fldSimple w:instr='AUTHOR'/>"];
    refused("docx", RemoteContent, each(footer, named));
    let spaces = " ".repeat(4_000);
    let far = format!(" INCLUDEPICTURE {spaces}{spaces}&quot;https://x.example/p.png&quot;");
    let far_in_pieces = [" INCLUDEPICTURE ", &spaces, &spaces, "https://x.example/"];
    let behind_a_tab = "INCLUDEPICTURE</w:instrText><w:tab/><w:instrText>https://x.example/p.png";
    let of_another = nested(" INCLUDEPICTURE ", " AUTHOR ", "");
    let others = [
        ("sheet", one(r" LINK Excel.Sheet.8 C:\\a.xls ")),
        ("far behind", one(&far)),
        ("far behind in pieces", footer(&field(&far_in_pieces))),
        ("behind a tab", one(behind_a_tab)),
        ("of another field", of_another),
        ("more than is kept", picture_of_size(4_098)),
    ];
    refused("docx", RemoteContent, others);
}

#[test]
fn fields_that_start_a_program() {
    let instructions = ["dde excel a", "&#68;D&#x45; x"];
    refused("docx", Script, each(simple, instructions));
    let contents = [
        "BEGIN<w:r><w:t>DDE x</w:t></w:r>",
        "BEGIN<w:instrText>DDE x</w:instrText>",
        "BEGIN<w:instrText>D<!--'>-->DE x</w:instrText>",
        // A comment that seems to end immediately.
        r#"<!--><x a="--><w:fldSimple w:instr='DDE x'/><!-- "> -->"#,
        "<x:fldSimple x:instr='DDE x'/>",
    ];
    refused("docx", Script, each(footer, contents));
    let command = r" DDEAUTO c:\\windows\\system32\\cmd.exe ";
    let in_quotes = field(&["DDE x y"]).replace(r#"xml:space="preserve""#, "w:x='>'");
    let spaced = field(&["D", "DE x y"]).replace("</w:r><w:r>", "</w:r>\n<w:r>");
    let others = [
        ("program", one(command)),
        ("in pieces", footer(&field(&[" D", "D", "EAUTO x"]))),
        ("with spaces between the pieces", footer(&spaced)),
        ("with the end of a tag in quotes", footer(&in_quotes)),
        ("in a condition", nested(" IF 1 = 1 ", " DDE x ", "")),
        ("named by a field", nested(" D", " QUOTE 68 69 ", " x")),
    ];
    refused("docx", Script, others);
}

#[test]
fn fields_that_cannot_be_read_reliably() {
    let long = "x".repeat(5_000);
    let mark = format!("<w:fldChar w:x=\"{long}\" w:fldCharType=\"begin\"/>");
    let others = [
        ("long mark", footer(&mark)),
        ("long field", simple(&format!("PAGE {long}"))),
        ("characters", one("<![CDATA[DDE]]>")),
        ("entity", one("&dde;")),
        ("too deep", footer(&BEGIN.repeat(33))),
    ];
    refused("docx", WrongKind, others);
    let decoy = [r#"<w:fldSimple x:instr="PAGE" w:instr="DDE x"/>"#];
    refused("docx", WrongKind, each(footer, decoy));
}

#[test]
fn parts_in_another_encoding_or_with_a_false_type() {
    let footer = |content| ("word/footer1.xml", content);
    let others = [
        "<\0a\0/\0>\0",
        r#"<?xml version="1.0" encoding="utf-7"?><a/>"#,
        "<?xml\tversion='1.0' encoding='utf-7' standalone='utf-8'?><a/>",
    ];
    refused("docx", WrongKind, each_with(others.map(footer)));
    let marked = "\u{feff}<?xml version='1.0' encoding='UTF-8'?><a/>";
    accepted("docx", each_with([footer(marked)]));

    let mut parts = parts();
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml";
    let more = format!(r#"<Override PartName="/word/footer1.png" ContentType="{kind}"/>"#);
    parts[0].content = types(&more).into();
    let disguised = [("XML called a picture", zip(&parts))];
    refused("docx", EmbeddedFile, disguised);
}
