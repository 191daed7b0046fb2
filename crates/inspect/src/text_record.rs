//! What the rules about text have reported so far, so that nothing is reported twice.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Record of the findings about text in one run. Rules run in parallel, so it is locked.
#[derive(Debug, Default)]
pub struct TextRecord(Mutex<Record>);

#[derive(Debug, Default)]
struct Record {
    /// Rule and words of each finding in a source file, which finished pages show again.
    in_files: BTreeSet<(String, String)>,
    /// File and rule of each waiver that suppressed a finding.
    waived: BTreeSet<(String, String)>,
}

impl TextRecord {
    /// Records that `words` break `rule`. Returns whether that is new.
    pub fn is_new(&self, rule: &str, words: &str) -> bool {
        let finding = (rule.to_owned(), words.to_lowercase());
        self.lock().in_files.insert(finding)
    }

    /// Records that the waiver of `rule` in the file at `path` suppressed a finding.
    pub fn use_waiver(&self, path: String, rule: &str) {
        self.lock().waived.insert((path, rule.to_owned()));
    }

    /// File and rule of every waiver that suppressed a finding.
    pub fn used_waivers(&self) -> BTreeSet<(String, String)> {
        self.lock().waived.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
