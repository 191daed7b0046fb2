//! Fields of Word documents: instructions that Word carries out when it opens the document.

use forms::file::FileFault::{self, EmbeddedFile, RemoteContent, Script, WrongKind};

use super::check;
use super::docx::with;
use super::samples::{parts, types, zip};

/// Returns a document with a footer whose paragraph has the given content.
fn footer(content: &str) -> Vec<u8> {
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

#[test]
fn fields_that_start_or_fetch_something() {
    let simple = |instruction: &str| {
        footer(&format!(
            r#"<w:fldSimple w:instr="{instruction}"><w:r><w:t>1</w:t></w:r></w:fldSimple>"#
        ))
    };
    let picture = |target: &str| {
        footer(&field(&[&format!(
            r#" INCLUDEPICTURE "{target}" \* MERGEFORMATINET "#
        )]))
    };
    let citation = format!(" ADDIN CSL_CITATION {}", "{&quot;a&quot;:1}".repeat(1_000));
    let far = format!(
        " INCLUDEPICTURE {}&quot;https://x.example/p.png&quot;",
        " ".repeat(5_000)
    );
    let far_in_pieces = [
        " INCLUDEPICTURE ",
        &" ".repeat(4_000),
        &" ".repeat(4_000),
        "https://x.example/",
    ];
    let nested = |outer: &str, inner: &str, rest: &str| {
        let inner = field(&[inner]);
        field(&[outer, "INNER", rest]).replace(
            r#"<w:r><w:instrText xml:space="preserve">INNER</w:instrText></w:r>"#,
            &inner,
        )
    };
    let mark = r#"<w:fldChar w:fldCharType="begin"/>"#;
    let near = "INCLUDEPICTURE cid:a";
    let near_of_size = |size: usize| {
        let spaces = " ".repeat((size - near.len()) / 2);
        footer(&field(&[near, &spaces, &spaces]))
    };
    let cases: Vec<(&'static str, Vec<u8>, Result<(), FileFault>)> = vec![
        ("page number", footer(&field(&[" PAGE "])), Ok(())),
        (
            "end of a tag in quotes",
            footer(&field(&["DDE x y"]).replace(r#"xml:space="preserve""#, "w:x='>'")),
            Err(Script),
        ),
        (
            "space between two parts of an instruction",
            footer(&field(&["D", "DE x y"]).replace("</w:r><w:r>", "</w:r>\n<w:r>")),
            Err(Script),
        ),
        (
            "mark that is too long",
            footer(&format!(
                "<w:fldChar w:x=\"{}\" w:fldCharType=\"begin\"/>",
                "x".repeat(5_000)
            )),
            Err(WrongKind),
        ),
        (
            "field that is too long",
            simple(&format!("PAGE {}", "x".repeat(5_000))),
            Err(WrongKind),
        ),
        ("page numbers", simple(" NUMPAGES "), Ok(())),
        (
            "link",
            footer(&field(&[r#" HYPERLINK "https://x.example/" "#])),
            Ok(()),
        ),
        (
            "placeholder",
            footer(&field(&[" MACROBUTTON NoMacro Name "])),
            Ok(()),
        ),
        ("citation", footer(&field(&[&citation])), Ok(())),
        (
            "condition",
            footer(&nested(" IF ", " PAGE ", r#" = 1 "a" "b" "#)),
            Ok(()),
        ),
        (
            "text about fields",
            footer("<w:r><w:t>DDEAUTO, INCLUDEPICTURE</w:t></w:r>"),
            Ok(()),
        ),
        (
            "picture of a mail",
            picture("cid:image001.png@01DA"),
            Ok(()),
        ),
        (
            "picture of a mail beside an address",
            footer(&field(&[near]).replace("result", "https://x.example/p.png")),
            Ok(()),
        ),
        ("all of an instruction is kept", near_of_size(4_096), Ok(())),
        (
            "more than is kept of an instruction",
            near_of_size(4_098),
            Err(RemoteContent),
        ),
        (
            "picture of macOS",
            picture("/var/folders/zz/T/page1image1.png"),
            Ok(()),
        ),
        (
            "picture of Windows",
            picture(r"C:\\Users\\Asha\\me.png"),
            Ok(()),
        ),
        (
            "picture of the web",
            picture("https://x.example/p.png"),
            Err(RemoteContent),
        ),
        (
            "picture of a share",
            picture(r"\\\\x.example\\p.png"),
            Err(RemoteContent),
        ),
        (
            "picture of a server",
            picture("file://x.example/p.png"),
            Err(RemoteContent),
        ),
        (
            "switch first",
            simple(r"INCLUDEPICTURE \d https://x.example/"),
            Err(RemoteContent),
        ),
        ("far behind", footer(&field(&[&far])), Err(RemoteContent)),
        (
            "far behind in pieces",
            footer(&field(&far_in_pieces)),
            Err(RemoteContent),
        ),
        (
            "of another field",
            footer(&nested(" INCLUDEPICTURE ", " AUTHOR ", "")),
            Err(RemoteContent),
        ),
        (
            "of a simple field",
            footer(&format!(
                "{mark}<w:instrText>INCLUDEPICTURE </w:instrText><w:fldSimple w:instr='AUTHOR'/>"
            )),
            Err(RemoteContent),
        ),
        (
            "text of the web",
            simple("includetext &quot;https://x.example/&quot;"),
            Err(RemoteContent),
        ),
        (
            "linked sheet",
            footer(&field(&[r" LINK Excel.Sheet.8 C:\\a.xls "])),
            Err(RemoteContent),
        ),
        ("database", simple("DATABASE"), Err(RemoteContent)),
        (
            "program",
            footer(&field(&[r" DDEAUTO c:\\windows\\system32\\cmd.exe "])),
            Err(Script),
        ),
        ("program, simple", simple("dde excel a"), Err(Script)),
        (
            "program in pieces",
            footer(&field(&[" D", "D", "EAUTO x"])),
            Err(Script),
        ),
        (
            "program in references",
            simple("&#68;D&#x45; x"),
            Err(Script),
        ),
        (
            "program as text",
            footer(&format!("{mark}<w:r><w:t>DDE x</w:t></w:r>")),
            Err(Script),
        ),
        (
            "program beside a comment",
            footer(&format!("{mark}<w:instrText>D<!--'>-->DE x</w:instrText>")),
            Err(Script),
        ),
        (
            "program behind a comment that seems to end at once",
            footer(r#"<!--><x a="--><w:fldSimple w:instr='DDE x'/><!-- "> -->"#),
            Err(Script),
        ),
        (
            "picture behind a tab",
            footer(&field(&[
                "INCLUDEPICTURE</w:instrText><w:tab/><w:instrText>https://x.example/p.png",
            ])),
            Err(RemoteContent),
        ),
        (
            "program in a condition",
            footer(&nested(" IF 1 = 1 ", " DDE x ", "")),
            Err(Script),
        ),
        (
            "name of another field",
            footer(&nested(" D", " QUOTE 68 69 ", " x")),
            Err(Script),
        ),
        (
            "other prefix",
            footer("<x:fldSimple x:instr='DDE x'/>"),
            Err(Script),
        ),
        (
            "no end",
            footer(&format!("{mark}<w:instrText>DDE x</w:instrText>")),
            Err(Script),
        ),
        (
            "characters",
            footer(&field(&["<![CDATA[DDE]]>"])),
            Err(WrongKind),
        ),
        ("entity", footer(&field(&["&dde;"])), Err(WrongKind)),
        (
            "decoy",
            footer(r#"<w:fldSimple x:instr="PAGE" w:instr="DDE x"/>"#),
            Err(WrongKind),
        ),
        ("too deep", footer(&mark.repeat(33)), Err(WrongKind)),
        (
            "UTF-16",
            with("word/footer1.xml", "<\0a\0/\0>\0"),
            Err(WrongKind),
        ),
        (
            "UTF-7",
            with(
                "word/footer1.xml",
                r#"<?xml version="1.0" encoding="utf-7"?><a/>"#,
            ),
            Err(WrongKind),
        ),
        (
            "UTF-7, with decoys",
            with(
                "word/footer1.xml",
                "<?xml\tversion='1.0' encoding='utf-7' standalone='utf-8'?><a/>",
            ),
            Err(WrongKind),
        ),
        (
            "byte order mark",
            with(
                "word/footer1.xml",
                "\u{feff}<?xml version='1.0' encoding='UTF-8'?><a/>",
            ),
            Ok(()),
        ),
        (
            "XML called a picture",
            {
                let mut parts = parts();
                let kind =
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml";
                let more =
                    format!(r#"<Override PartName="/word/footer1.png" ContentType="{kind}"/>"#);
                parts[0].content = types(&more).into();
                zip(&parts)
            },
            Err(EmbeddedFile),
        ),
    ];
    check("docx", cases);
}
