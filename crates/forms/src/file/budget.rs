//! The limit on the work of inspecting a file.

use std::cell::Cell;

/// Work that may be spent on any file, however small. A short document deflates to a tenth of its size and less, so the budget
/// of a small file cannot depend on its size alone.
const BASE: usize = 8 * 1024 * 1024;
/// Work that may be spent for each byte of the file.
const PER_BYTE: usize = 4;

/// Work that may still be spent on a file.
///
/// Whatever reads a visitor's file charges its work here before it does it, so the time of an inspection is proportional to the
/// size of the file, whatever the file contains. A unit is the time to read one byte; whatever takes longer charges more
/// units. The benchmark `worst_case` searches for the files that take longest.
pub struct Budget {
    left: Cell<usize>,
}

/// Error for a file, or a part of it, that was not inspected: it is damaged, has an unknown structure, or exceeds the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not inspected")]
pub struct NotInspected;

impl Budget {
    /// Creates the budget for a file of `size` bytes.
    pub fn new(size: usize) -> Self {
        Self {
            left: Cell::new(size.saturating_mul(PER_BYTE).saturating_add(BASE)),
        }
    }

    /// Charges work of `units`. Fails if less than that is left. From then on, nothing is left.
    pub fn spend(&self, units: usize) -> Result<(), NotInspected> {
        let left = self.left.get().checked_sub(units);
        self.left.set(left.unwrap_or(0));
        left.map(drop).ok_or(NotInspected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_an_exhausted_budget() {
        let budget = Budget::new(1);
        assert_eq!(budget.spend(BASE), Ok(()));
        assert_eq!(budget.spend(PER_BYTE + 1), Err(NotInspected));
        assert_eq!(budget.spend(1), Err(NotInspected));
        assert_eq!(budget.spend(0), Ok(()));
    }
}
