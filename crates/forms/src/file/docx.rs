//! Inspects Word documents since 2007: packages of XML parts (ECMA-376, part 2) in a ZIP archive.

mod xml;

use quick_xml::events::{BytesStart, Event};

use super::archive::{self, Entry, entries};
use super::budget::{Budget, NotInspected};
use super::contents::{Contents, Item};
use super::doc;
use super::fault::FileFault;
use super::word_field::{self, MOST_KEPT};
use crate::definition::FileKind;

/// A part of a package.
struct Part<'a> {
    /// Path, in lower case.
    name: String,
    entry: Entry<'a>,
}

/// Inspects a document. One whose directory cannot be read is accepted, but reported as not inspected.
///
/// # Errors
/// Returns a fault if `bytes` are not an archive, if it contains something else than a Word document, or if it has macros or is
/// encrypted.
pub fn inspect(bytes: &[u8], budget: &Budget) -> Result<Contents, FileFault> {
    if !bytes.starts_with(archive::SIGNATURE) {
        // An encrypted document is a compound file.
        return Err(match doc::inspect(bytes, budget) {
            Err(fault @ FileFault::Encrypted(FileKind::Docx)) => fault,
            _ => FileFault::Misnamed(None),
        });
    }
    let mut contents = Contents::default();
    let Ok(entries) = entries(bytes, budget) else {
        contents.set_partial();
        return Ok(contents);
    };
    let parts = entries.into_iter().map(|entry| Part {
        name: entry.name(),
        entry,
    });
    let parts: Vec<Part> = parts.collect();
    let is_any = |test: fn(&Part) -> bool| parts.iter().any(test);
    if !is_any(|part| part.name.starts_with("word/")) {
        return Err(FileFault::Misnamed(None));
    }
    if is_any(|part| part.entry.is_encrypted) {
        return Err(FileFault::Encrypted(FileKind::Docx));
    }
    if is_any(|part| part.name.contains("vbaproject") || part.name.ends_with("vbadata.xml")) {
        return Err(FileFault::Macros);
    }
    match has_macro_type(&parts, budget) {
        Ok(true) => return Err(FileFault::Macros),
        Ok(false) => {}
        Err(NotInspected) => contents.set_partial(),
    }
    add_parts(&parts, budget, &mut contents);
    Ok(contents)
}

/// Returns whether the list of content types gives a part a type for macros, whatever the part's name.
fn has_macro_type(parts: &[Part], budget: &Budget) -> Result<bool, NotInspected> {
    let mut types = parts.iter();
    let Some(types) = types.find(|part| part.name == "[content_types].xml") else {
        return Ok(false);
    };
    let mut has_macros = false;
    xml::read(types.entry.read(budget)?, budget, |event| {
        let (Event::Start(element) | Event::Empty(element)) = event else {
            return Ok(());
        };
        let kind = xml::attribute(element, "ContentType", budget)?.to_lowercase();
        if !kind.contains("macroenabled") && !kind.contains("vbaproject") {
            return Ok(());
        }
        // Some programs list types of which they have no part.
        budget.spend(parts.len())?;
        let name = xml::attribute(element, "PartName", budget)?.to_lowercase();
        let extension = xml::attribute(element, "Extension", budget)?.to_lowercase();
        has_macros |= parts.iter().any(|part| {
            let dot = part.name.rsplit_once('.');
            part.name == name.trim_start_matches('/')
                || dot.is_some_and(|(_, own)| !extension.is_empty() && own == extension)
        });
        Ok(())
    })?;
    Ok(has_macros)
}

/// Adds what the parts contain. The lists of relationships, which are short, are read before the texts.
fn add_parts(parts: &[Part], budget: &Budget, contents: &mut Contents) {
    for Part { name, .. } in parts {
        if name.starts_with("word/embeddings/") && !name.ends_with('/') {
            contents.add(Item::File);
        }
        let is_xml = name.ends_with(".xml");
        if is_xml && (name.starts_with("word/activex/") || name.contains("/webextension")) {
            contents.add(Item::Program);
        }
    }
    for part in parts.iter().filter(|part| part.name.ends_with(".rels")) {
        if add_relationships(&part.entry, budget, contents).is_err() {
            contents.set_partial();
        }
    }
    let is_text = |part: &&Part| part.name.starts_with("word/") && part.name.ends_with(".xml");
    for part in parts.iter().filter(is_text) {
        if add_fields(&part.entry, budget, contents).is_err() {
            contents.set_partial();
        }
    }
}

/// Adds the targets of a list of relationships that are outside of the document.
fn add_relationships(
    list: &Entry,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    xml::read(list.read(budget)?, budget, |event| {
        let (Event::Start(element) | Event::Empty(element)) = event else {
            return Ok(());
        };
        let kind = xml::attribute(element, "Type", budget)?.to_lowercase();
        if xml::attribute(element, "TargetMode", budget)? == "External" {
            let target = xml::attribute(element, "Target", budget)?;
            if kind.ends_with("/hyperlink") {
                contents.add_link(&target);
            } else {
                contents.add_loaded(&target);
            }
        } else if kind.ends_with("/afchunk") {
            contents.add(Item::File);
        }
        Ok(())
    })
}

/// Adds what the fields in a part do.
fn add_fields(part: &Entry, budget: &Budget, contents: &mut Contents) -> Result<(), NotInspected> {
    // The instruction of the field that has begun, until its result begins.
    let mut instruction: Option<String> = None;
    xml::read(part.read(budget)?, budget, |event| {
        match event {
            Event::Start(element) | Event::Empty(element) => {
                let is_change = element.local_name().as_ref() == "fldChar";
                if is_change && let Some(ended) = instruction.take() {
                    add_field(&ended, budget, contents)?;
                }
                match element.local_name().as_ref() {
                    "fldChar" => {
                        let kind = xml::attribute(element, "fldCharType", budget)?;
                        instruction = (kind == "begin").then(String::new);
                    }
                    "fldSimple" => add_simple_field(element, budget, contents)?,
                    "p" | "br" | "cr" | "tab" => keep(&mut instruction, " "),
                    _ => {}
                }
            }
            Event::Text(text) => keep(&mut instruction, text),
            Event::CData(text) => keep(&mut instruction, text),
            Event::GeneralRef(name) if &**name == "quot" => keep(&mut instruction, "\""),
            _ => {}
        }
        Ok(())
    })
}

/// Adds text to the instruction of a field that has begun, unless it is already long.
fn keep(instruction: &mut Option<String>, text: &str) {
    if let Some(instruction) = instruction {
        let left = MOST_KEPT.saturating_sub(instruction.len());
        instruction.extend(text.chars().take(left));
    }
}

/// Adds a field that is a single element with its whole instruction.
fn add_simple_field(
    element: &BytesStart,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    let instruction = xml::attribute(element, "instr", budget)?;
    add_field(&instruction, budget, contents)
}

fn add_field(
    instruction: &str,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    budget.spend(4 * instruction.len())?;
    word_field::add(instruction, contents);
    Ok(())
}
