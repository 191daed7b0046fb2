//! Fields of a Word document: instructions that Word replaces with a result, such as `PAGE` (ECMA-376, part 1, section 17.16).

use super::contents::{Contents, Item};

/// Maximum number of bytes that are read of an instruction.
pub const MOST_KEPT: usize = 2 * 1024;

/// Adds the effects of a field's instruction to `contents`.
pub fn add(instruction: &str, contents: &mut Contents) {
    // In a quoted argument, a backslash is written twice.
    let instruction = instruction.replace("\\\\", "\\");
    let mut words = instruction
        .split(|c: char| c.is_whitespace() || c.is_control() || "\"“”".contains(c))
        .filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default().to_uppercase();
    match name.as_str() {
        // A switch such as `\l` comes before the name of a bookmark in the document itself.
        "HYPERLINK" => {
            if let Some(target) = words.next().filter(|word| !is_switch(word)) {
                contents.add_link(target);
            }
        }
        "INCLUDEPICTURE" | "INCLUDETEXT" | "INCLUDE" | "IMPORT" | "LINK" | "RD" => {
            words.for_each(|word| contents.add_loaded(word));
        }
        "DATABASE" => contents.add(Item::Loaded),
        "DDE" | "DDEAUTO" => contents.add(Item::Program),
        _ => {}
    }
}

fn is_switch(word: &str) -> bool {
    word.starts_with('\\') && word.len() == 2
}
