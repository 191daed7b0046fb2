//! Inspects Word documents since 2007: packages of XML parts (ECMA-376, part 2) in a ZIP archive.

mod xml;

use std::collections::HashSet;

use super::archive::{self, ArchivedFile, entries};
use super::budget::{Budget, NotInspected};
use super::contents::{Contents, Item};
use super::doc;
use super::fault::FileFault;
use super::word_field;
use crate::definition::FileKind;
use xml::{attribute, element, unescaped};

/// Inspects a document. One whose directory cannot be read is accepted, but reported as not inspected. Fails with a fault if `bytes` are
/// not an archive, if it contains something else than a Word document, or if it has macros or is encrypted.
pub fn inspect(bytes: &[u8], budget: &Budget) -> Result<Contents, FileFault> {
    if !bytes.starts_with(archive::SIGNATURE) {
        // An encrypted document is a compound file.
        return Err(match doc::inspect(bytes, budget) {
            Err(fault @ FileFault::Encrypted(FileKind::Docx)) => fault,
            _ => FileFault::Misnamed(None),
        });
    }
    let mut contents = Contents::default();
    let Ok(parts) = entries(bytes, budget) else {
        contents.set_partial();
        return Ok(contents);
    };
    let is_any = |test: fn(&ArchivedFile) -> bool| parts.iter().any(test);
    if !is_any(|part| part.name.starts_with("word/")) {
        return Err(FileFault::Misnamed(None));
    }
    if is_any(|part| part.is_encrypted) {
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
    // The lists of relationships, which are short, are read before the texts.
    for (suffix, add) in [(".rels", add_relationships as AddPart), (".xml", add_text)] {
        for part in parts.iter().filter(|part| part.name.ends_with(suffix)) {
            if add(part, budget, &mut contents).is_err() {
                contents.set_partial();
            }
        }
    }
    let mut controls = HashSet::new();
    for part in parts.iter().filter(|part| !part.name.ends_with('/')) {
        if part.name.starts_with(EMBEDDED) {
            contents.add(Item::File);
        }
        // A control has a part of XML, a part with its data, or both, of the same name.
        let control = part.name.strip_prefix(CONTROLS);
        let control = control.filter(|name| !name.contains('/'));
        let stem = control.and_then(|name| name.split('.').next());
        if stem.is_some_and(|stem| controls.insert(stem)) {
            contents.add(Item::Program);
        }
    }
    Ok(contents)
}

/// Folder of embedded files.
const EMBEDDED: &str = "word/embeddings/";
/// Folder of controls.
const CONTROLS: &str = "word/activex/";

/// Function that adds the contents of a part.
type AddPart = fn(&ArchivedFile, &Budget, &mut Contents) -> Result<(), NotInspected>;

/// Returns whether any part has a content type for macros, whatever its name. Some programs list types that no part has.
fn has_macro_type(parts: &[ArchivedFile], budget: &Budget) -> Result<bool, NotInspected> {
    let mut types = parts.iter();
    let Some(types) = types.find(|part| part.name == "[content_types].xml") else {
        return Ok(false);
    };
    budget.spend(parts.iter().map(|part| part.name.len()).sum())?;
    let names: HashSet<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let extensions = names.iter().filter_map(|name| name.rsplit_once('.'));
    let extensions: HashSet<&str> = extensions.map(|(_, extension)| extension).collect();
    let mut has_macros = false;
    xml::read(types.read(budget)?, budget, |_, tag| {
        let kind = attribute(tag, "ContentType", budget)?.to_lowercase();
        if kind.contains("macroenabled") || kind.contains("vbaproject") {
            let name = attribute(tag, "PartName", budget)?.to_lowercase();
            let extension = attribute(tag, "Extension", budget)?.to_lowercase();
            has_macros |= names.contains(name.trim_start_matches('/'));
            has_macros |= !extension.is_empty() && extensions.contains(&*extension);
        }
        Ok(())
    })?;
    Ok(has_macros)
}

/// Adds the targets of a list of relationships that are outside of the document, and the parts that are more than text and pictures.
fn add_relationships(
    part: &ArchivedFile,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    xml::read(part.read(budget)?, budget, |_, tag| {
        let kind = attribute(tag, "Type", budget)?.to_lowercase();
        if attribute(tag, "TargetMode", budget)? == "External" {
            let target = attribute(tag, "Target", budget)?;
            if kind.ends_with("/hyperlink") {
                contents.add_link(&target);
            } else {
                contents.add_loaded(&target);
            }
            return Ok(());
        }
        let (item, folder) = match kind.rsplit('/').next() {
            Some("afchunk") => (Item::File, ""),
            Some("oleobject" | "package") => (Item::File, EMBEDDED),
            Some("control" | "activexcontrolbinary") => (Item::Program, CONTROLS),
            Some("vbaproject") => (Item::Script, ""),
            _ => return Ok(()),
        };
        // What is in its usual folder is counted there.
        budget.spend(part.name.len())?;
        let target = attribute(tag, "Target", budget)?.to_lowercase();
        if folder.is_empty() || !resolved(&part.name, &target).starts_with(folder) {
            contents.add(item);
        }
        Ok(())
    })
}

/// Returns the path of a relationship's target. A relative one begins in the folder that has the list `part` in its folder `_rels`.
fn resolved(part: &str, target: &str) -> String {
    let folder = part.split("_rels/").next().unwrap_or_default();
    let folder = if target.starts_with('/') { "" } else { folder };
    let mut path = Vec::new();
    for step in folder.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.join("/")
}

/// Returns whether the letters that a document is a template of come from another computer than the one where it is opened.
/// `connection` names the source as `Data Source=C:\\names.mdb;User ID=Admin` (ECMA-376, part 1, section 17.14.8).
fn is_remote_source(connection: &str) -> bool {
    let pairs = connection
        .split(';')
        .filter_map(|pair| pair.split_once('='));
    let mut sources = pairs.filter(|(key, _)| {
        let is_key = |known: &str| key.trim().eq_ignore_ascii_case(known);
        ["data source", "dbq", "server", "address", "url"]
            .into_iter()
            .any(is_key)
    });
    let is_drive = |source: &str| source.trim_matches(['"', ' ']).as_bytes().get(1) == Some(&b':');
    let is_local = sources.clone().next().is_some() && sources.all(|(_, source)| is_drive(source));
    !connection.is_empty() && !is_local
}

/// Adds an add-in, the source of a mail merge, or what the fields in a text do.
fn add_text(
    part: &ArchivedFile,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    if part.name.contains("/webextension") {
        contents.add(Item::Program);
    }
    if !part.name.starts_with("word/") {
        return Ok(());
    }
    // The instruction of the field that has begun, until its result begins.
    let (mut instruction, mut is_instruction) = (String::new(), false);
    xml::read(part.read(budget)?, budget, |text, tag| {
        if is_instruction {
            // No more of a text is unescaped than is kept.
            let left = word_field::kept(text, instruction.len());
            instruction.push_str(&unescaped(left, budget)?);
            let cdata = tag.strip_prefix("![CDATA[").unwrap_or_default();
            instruction.push_str(word_field::kept(cdata, instruction.len()));
        }
        let element = element(tag);
        match element {
            "fldChar" => {
                word_field::add(&instruction, budget, contents)?;
                instruction.clear();
            }
            "fldSimple" => {
                word_field::add(&attribute(tag, "instr", budget)?, budget, contents)?;
            }
            "connectString" if is_remote_source(&attribute(tag, "val", budget)?) => {
                contents.add(Item::Loaded);
            }
            _ => {}
        }
        // A comment does not end an element.
        if !tag.starts_with(['!', '?']) {
            is_instruction = element == "instrText";
        }
        Ok(())
    })
}
