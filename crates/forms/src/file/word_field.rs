//! Fields of a Word document: instructions that Word replaces with a result, such as `PAGE` (ECMA-376, part 1, section 17.16).

use super::budget::{Budget, NotInspected};
use super::contents::{Contents, Item};

/// Maximum number of bytes that are read of an instruction.
pub const MOST_KEPT: usize = 2 * 1024;
/// Cost of reading an instruction, for each of its bytes.
const PER_BYTE: usize = 4;

/// Returns the start of a piece of an instruction of which `before` bytes were read: as much as is read of the whole.
pub fn kept(piece: &str, before: usize) -> &str {
    &piece[..piece.floor_char_boundary(MOST_KEPT.saturating_sub(before))]
}

/// Adds the effects of a field's instruction to `contents`. Fails if the budget is exhausted.
pub fn add(
    instruction: &str,
    budget: &Budget,
    contents: &mut Contents,
) -> Result<(), NotInspected> {
    let instruction = kept(instruction, 0);
    budget.spend(PER_BYTE * instruction.len())?;
    // In a quoted argument, a backslash is written twice.
    let instruction = instruction.replace("\\\\", "\\");
    let mut words = instruction
        .split(|c: char| c.is_whitespace() || c.is_control() || "\"“”".contains(c))
        .filter(|word| !word.is_empty());
    let name = words.next().unwrap_or_default().to_ascii_uppercase();
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
    Ok(())
}

fn is_switch(word: &str) -> bool {
    word.starts_with('\\') && word.len() == 2
}
