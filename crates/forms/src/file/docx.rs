//! Checks Word documents since 2007: packages of parts (ECMA-376, part 2) in a ZIP archive.
//!
//! A resume consists of text and pictures. Anything that Word would run, unpack, or load from elsewhere is refused: macros,
//! embedded files, fields that start a program or fetch something, and relationships to external targets. Allowed external
//! targets are web pages, mail addresses, telephone numbers, and files on the computer where the document is opened.

mod xml_fields;

use roxmltree::{Document, ParsingOptions};

use super::fault::FileFault;
use super::target::{is_link, is_on_this_computer};
use super::zip::{Entry, entries};
use xml_fields::{XmlFields, attributes};

/// Maximum size of a list of content types or relationships, in bytes.
const MOST_LISTED: usize = 32 * 1024;
/// Maximum number of XML nodes in a list of content types or relationships. Real lists have a few hundred.
const MOST_NODES: u32 = 4_000;
/// Maximum size of the workbook behind a chart, in bytes.
const MOST_WORKBOOK: usize = 256 * 1024;
/// Number of bytes kept from the start of any other part: enough for the headers of a program.
const HEADER_BYTES: usize = 1024;

/// Extensions of parts that are XML.
const XML_EXTENSIONS: [&str; 4] = ["xml", "rels", "psmdcp", "svg"];
/// Extensions of pictures and fonts.
const MEDIA_EXTENSIONS: [&str; 20] = [
    "png", "jpg", "jpeg", "jpe", "jfif", "gif", "bmp", "dib", "tif", "tiff", "emf", "wmf", "emz",
    "wmz", "wdp", "webp", "heic", "odttf", "ttf", "fntdata",
];
/// First bytes of picture formats, to recognize pictures with an unknown extension: Word keeps the extension that a pasted
/// picture had on the web.
const PICTURE_SIGNATURES: [&[u8]; 6] = [
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF8",
    b"BM",
    b"II*\0",
    b"MM\0*",
];

/// Checks that `bytes` are a text document without anything that a resume does not need.
///
/// # Errors
/// Returns the first fault that was found.
pub fn check(bytes: &[u8]) -> Result<(), FileFault> {
    // Only the start of the main part's name is given, because Word for the web calls the part `document2.xml`.
    package(bytes, "word/document", Nesting::Document)
}

/// Level of a package: the document itself, or the workbook behind a chart, which must not contain another workbook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Document,
    Workbook,
}

fn package(bytes: &[u8], main: &str, nesting: Nesting) -> Result<(), FileFault> {
    let parts = entries(bytes).ok_or(FileFault::WrongKind)?;
    let has_types = parts.iter().any(|part| part.name == "[Content_Types].xml");
    let is_main = |part: &Entry| part.name.starts_with(main) && part.name.ends_with(".xml");
    if !has_types || !parts.iter().any(is_main) {
        return Err(FileFault::WrongKind);
    }
    for part in parts.iter().filter(|part| !part.is_folder()) {
        check_part(part, nesting)?;
    }
    Ok(())
}

fn check_part(part: &Entry, nesting: Nesting) -> Result<(), FileFault> {
    let name = part.name.to_lowercase();
    let file = name.rsplit('/').next().unwrap_or_default();
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_types = part.name == "[Content_Types].xml";
    let (kept, most) = match extension {
        "rels" => (MOST_LISTED, MOST_LISTED),
        "xlsx" => (MOST_WORKBOOK, MOST_WORKBOOK),
        _ if is_types => (MOST_LISTED, MOST_LISTED),
        _ => (HEADER_BYTES, usize::MAX),
    };
    if part.size() > most {
        return Err(FileFault::WrongKind);
    }
    let is_text = XML_EXTENSIONS.contains(&extension);
    let (mut content, mut fields) = (Vec::new(), XmlFields::default());
    let read = part.read(|piece| {
        let wanted = kept.saturating_sub(content.len());
        content.extend_from_slice(&piece[..piece.len().min(wanted)]);
        if is_text {
            fields.read(piece);
        }
    });
    read.ok_or(FileFault::WrongKind)?;
    if name.contains("vbaproject") || name.contains("vbadata") {
        return Err(FileFault::Macros);
    }
    if is_program(&content) {
        return Err(FileFault::EmbeddedFile);
    }
    if is_text {
        if !is_utf8_xml(&content) {
            return Err(FileFault::WrongKind);
        }
        fields.verdict()?;
    }
    match extension {
        _ if is_types => check_types(&content),
        "rels" => check_relationships(&content),
        // A chart contains a workbook with its data.
        "xlsx" if nesting == Nesting::Document => {
            package(&content, "xl/workbook", Nesting::Workbook)
        }
        "bin" if file.starts_with("printersettings") => Ok(()),
        _ if is_text || MEDIA_EXTENSIONS.contains(&extension) => Ok(()),
        _ if PICTURE_SIGNATURES
            .iter()
            .any(|start| content.starts_with(start)) =>
        {
            Ok(())
        }
        _ => Err(FileFault::EmbeddedFile),
    }
}

/// Returns whether a part is a program, a script, or a compound file, in which Word keeps macros and embedded objects.
fn is_program(content: &[u8]) -> bool {
    const STARTS: [&[u8]; 8] = [
        &super::doc::SIGNATURE,
        b"\x7fELF",
        b"#!",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"\xce\xfa\xed\xfe",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
    ];
    STARTS.iter().any(|start| content.starts_with(start)) || is_windows_program(content)
}

/// Returns whether a part is a Windows program: its header `MZ` points to a header `PE`. The letters `MZ` alone are not enough,
/// because an obfuscated font may begin with them, too.
fn is_windows_program(content: &[u8]) -> bool {
    let offset = content
        .get(0x3c..0x40)
        .and_then(|bytes| bytes.try_into().ok())
        .and_then(|bytes| usize::try_from(u32::from_le_bytes(bytes)).ok());
    content.starts_with(b"MZ")
        && offset.is_some_and(|at| content.get(at..at + 4) == Some(b"PE\0\0"))
}

/// Returns whether a part begins like XML in UTF-8, which every word processor writes. Word might read a part in another
/// encoding differently than the checks here do.
fn is_utf8_xml(start: &[u8]) -> bool {
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let text = text.trim_ascii_start();
    if text.contains(&0) || !text.starts_with(b"<") {
        return false;
    }
    let declaration = text.split(|byte| *byte == b'>').next();
    let declaration = String::from_utf8_lossy(declaration.unwrap_or_default()).to_lowercase();
    let is_encoding = |(name, _): &(&str, &str)| *name == "encoding";
    match declaration.strip_prefix("<?xml") {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_whitespace()) => attributes(rest)
            .into_iter()
            .filter(is_encoding)
            .all(|(_, value)| value == "utf-8"),
        _ => true,
    }
}

/// Refuses a package with a part whose content type is for macros, whatever the part's name. Also refuses a part with an XML
/// type but another extension, because the extension decides whether the part is searched for fields.
fn check_types(content: &[u8]) -> Result<(), FileFault> {
    for element in xml(content)?.descendants() {
        let kind = element.attribute("ContentType").unwrap_or_default();
        let kind = kind.trim().to_lowercase();
        if kind.contains("macro") || kind.contains("vba") {
            return Err(FileFault::Macros);
        }
        let named = element
            .attribute("PartName")
            .or(element.attribute("Extension"))
            .unwrap_or_default();
        let extension = named.rsplit('.').next().unwrap_or_default().to_lowercase();
        let is_xml = kind
            .split(';')
            .next()
            .is_some_and(|kind| kind.trim().ends_with("xml"));
        if is_xml && !XML_EXTENSIONS.contains(&extension.as_str()) {
            return Err(FileFault::EmbeddedFile);
        }
    }
    Ok(())
}

/// Refuses a part with a relationship that makes Word run, unpack, or load something.
fn check_relationships(content: &[u8]) -> Result<(), FileFault> {
    for element in xml(content)?.descendants() {
        let Some(target) = element.attribute("Target") else {
            continue;
        };
        let target = target.trim();
        // The type is a URI in one of two standard namespaces or in Microsoft's own; its last segment is the same in all.
        let kind = element.attribute("Type").unwrap_or_default();
        let kind = kind.rsplit('/').next().unwrap_or_default().to_lowercase();
        if kind.contains("vba") || kind.contains("macro") {
            return Err(FileFault::Macros);
        }
        let workbook = kind == "package" && target.to_lowercase().ends_with(".xlsx");
        let foreign = ["oleobject", "package", "control", "afchunk"].contains(&kind.as_str());
        if foreign && !workbook {
            return Err(FileFault::EmbeddedFile);
        }
        let mode = element.attribute("TargetMode").unwrap_or("Internal");
        let inside =
            mode == "Internal" && !target.contains([':', '\\']) && !target.starts_with("//");
        let harmless = match kind.as_str() {
            "externallink" => false,
            "hyperlink" => is_link(target),
            "attachedtemplate" | "image" => inside || is_on_this_computer(target),
            _ => inside,
        };
        if !harmless {
            return Err(FileFault::RemoteContent);
        }
    }
    Ok(())
}

/// Parses a part that must be plain, well-formed XML in UTF-8. Word might read anything else differently.
fn xml(content: &[u8]) -> Result<Document<'_>, FileFault> {
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let text = std::str::from_utf8(content).map_err(|_| FileFault::WrongKind)?;
    Document::parse_with_options(text, options).map_err(|_| FileFault::WrongKind)
}
