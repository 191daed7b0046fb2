//! Fields of a Word document: instructions that Word replaces with a result, such as `PAGE` (ECMA-376, part 1, section 17.16).
//!
//! Some instructions start another program or fetch something from elsewhere. The result of a nested field may be part of an
//! instruction.

use super::fault::FileFault;
use super::target::is_near;

/// Maximum number of bytes kept from an instruction. Real instructions that fetch something are shorter.
const MOST_KEPT: usize = 4 * 1024;
/// Maximum nesting depth of fields.
const DEEPEST: usize = 32;
/// Placeholder in an instruction for the result of a nested field.
const RESULT: &str = "\u{fffc}";

/// Checker of field instructions. A reader of the document reports the parts of each field to it, in order.
#[derive(Default)]
pub struct Fields {
    /// Fields that have begun but not ended, the innermost last.
    open: Vec<Field>,
    fault: Option<FileFault>,
}

/// A field that has begun.
#[derive(Default)]
struct Field {
    instruction: String,
    /// Whether the end of the instruction was cut off.
    is_cut: bool,
    /// Whether the result of the field has begun.
    has_result: bool,
}

impl Fields {
    /// Begins a field.
    pub fn begin(&mut self) {
        self.instruct(RESULT, false);
        if self.open.len() < DEEPEST {
            self.open.push(Field::default());
        } else {
            self.refuse_if(true, FileFault::WrongKind);
        }
    }

    /// Ends the instruction of the innermost field; its result follows.
    pub fn separate(&mut self) {
        if let Some(field) = self.open.last_mut() {
            field.has_result = true;
        }
    }

    /// Ends the innermost field.
    pub fn end(&mut self) {
        if let Some(field) = self.open.pop() {
            self.check(&field.instruction, field.is_cut);
        }
    }

    /// Checks a field that is a single element with its whole instruction.
    pub fn simple(&mut self, instruction: &str) {
        self.instruct(RESULT, false);
        self.check(instruction, false);
    }

    /// Adds text to the instruction of the innermost field, unless its result has begun. `is_cut` says whether the end of the
    /// text was cut off.
    pub fn instruct(&mut self, text: &str, is_cut: bool) {
        if let Some(field) = self.open.last_mut().filter(|field| !field.has_result) {
            field.is_cut |= is_cut || field.instruction.len() + text.len() > MOST_KEPT;
            if field.instruction.len() < MOST_KEPT {
                field.instruction.push_str(text);
            }
        }
    }

    /// Returns whether the next text belongs to an instruction.
    pub fn is_in_instruction(&self) -> bool {
        self.open.last().is_some_and(|field| !field.has_result)
    }

    /// Returns the verdict at the end of the text.
    ///
    /// # Errors
    /// Returns the first fault: a field starts a program or fetches something, or cannot be read reliably.
    pub fn verdict(mut self) -> Result<(), FileFault> {
        for field in std::mem::take(&mut self.open) {
            self.check(&field.instruction, field.is_cut);
        }
        self.fault.map_or(Ok(()), Err)
    }

    /// Records a fault if an instruction does something that no resume needs.
    fn check(&mut self, instruction: &str, is_cut: bool) {
        let is_end = |c: char| c.is_whitespace() || c.is_control() || c == '"';
        let instruction = instruction.trim_start_matches(is_end);
        let name = instruction.split(is_end).next().unwrap_or_default();
        let arguments = &instruction[name.len()..];
        let name = name.to_uppercase();
        let is = |names: &[&str]| names.iter().any(|known| name.starts_with(known));
        // If a nested field supplies the name, it could be the name of any instruction.
        self.refuse_if(name.contains(RESULT) || is(&["DDE"]), FileFault::Script);
        self.refuse_if(
            is(&["INCLUDETEXT", "LINK", "DATABASE"]) || name == "INCLUDE" || name == "RD",
            FileFault::RemoteContent,
        );
        if is(&["INCLUDEPICTURE", "IMPORT"]) {
            let mut targets = arguments.split(is_end).filter(|target| !target.is_empty());
            let is_elsewhere = targets.any(|target| target.contains(RESULT) || !is_near(target));
            self.refuse_if(is_elsewhere || is_cut, FileFault::RemoteContent);
        }
    }

    /// Records `fault` if `condition` is true, unless another fault was recorded before.
    pub fn refuse_if(&mut self, condition: bool, fault: FileFault) {
        if condition {
            self.fault = self.fault.or(Some(fault));
        }
    }
}
