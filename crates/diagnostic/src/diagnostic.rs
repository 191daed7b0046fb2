//! The finding that every stage reports: what is wrong, where, and what to do about it.

use crate::code::Code;
use crate::fix::{Fix, Replacement};
use crate::help::Help;
use crate::severity::Severity;
use crate::source::Place;

/// A finding: a problem with the site, its place, and help on how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning, or note.
    pub severity: Severity,
    /// Kind of finding.
    pub code: &'static Code,
    /// Description of the problem: one sentence without a final period.
    pub message: String,
    /// Parts of the message by name, such as the key that is missing, for programs that describe the problem in other words.
    pub parts: Vec<(&'static str, String)>,
    /// Place of the problem and a short label for its marker; `None` if the problem is not in a file.
    pub place: Option<(Place, String)>,
    /// Other places that explain the finding, such as the first of two equal keys or a chain of includes.
    pub related: Vec<(Place, String)>,
    /// Lines of help, most of which explain how to fix the problem.
    pub help: Vec<String>,
    /// Changes that remove the finding; see [`Diagnostic::fixes`] for all of them.
    pub own_fixes: Vec<Fix>,
    /// Words at the place that may be replaced by others.
    pub replacements: Vec<Replacement>,
    /// URLs of the pages that were being rendered when the problem was found; empty if it was found in another stage.
    pub pages: Vec<String>,
}

impl Diagnostic {
    /// Creates a finding with the severity of its code and without a place.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self {
            severity: code.severity,
            code,
            message: shortened(message.into()),
            parts: Vec::new(),
            place: None,
            related: Vec::new(),
            help: Vec::new(),
            own_fixes: Vec::new(),
            replacements: Vec::new(),
            pages: Vec::new(),
        }
    }

    /// Makes the finding a warning, whatever the severity of its code.
    #[must_use]
    pub fn warning(self) -> Self {
        Self {
            severity: Severity::Warning,
            ..self
        }
    }

    /// Replaces the message.
    #[must_use]
    pub fn reworded(self, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..self
        }
    }

    /// Names a part of the message.
    #[must_use]
    pub fn part(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.parts.push((name, value.into()));
        self
    }

    /// Returns the part of the message with this name.
    pub fn named_part(&self, name: &str) -> Option<&str> {
        self.named_parts(name).next()
    }

    /// Returns all parts of the message with this name.
    pub fn named_parts(&self, name: &str) -> impl Iterator<Item = &str> {
        let parts = self.parts.iter().filter(move |(part, _)| *part == name);
        parts.map(|(_, value)| value.as_str())
    }

    /// Sets the place; `label` is printed beside its marker and may be empty.
    #[must_use]
    pub fn at(mut self, place: Place, label: impl Into<String>) -> Self {
        self.place = Some((place, label.into()));
        self
    }

    /// Sets the place, unless it is `None`.
    #[must_use]
    pub fn maybe_at(self, place: Option<Place>, label: impl Into<String>) -> Self {
        match place {
            Some(place) => self.at(place, label),
            None => self,
        }
    }

    /// Sets the place to the second of two conflicting places, and adds the first as a related place.
    #[must_use]
    pub fn at_duplicate(self, second: Place, first: Place) -> Self {
        self.at(second, "the second")
            .related(first, "the first is here")
    }

    /// Adds a place that explains the finding.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Self {
        self.related.push((place, label.into()));
        self
    }

    /// Adds a place that explains the finding, unless it is `None`.
    #[must_use]
    pub fn maybe_related(self, place: Option<Place>, label: impl Into<String>) -> Self {
        match place {
            Some(place) => self.related(place, label),
            None => self,
        }
    }

    /// Adds a line of help. If it proposes a replacement, the finding gets a fix once its place is known.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let Help { text, replacement } = help.into();
        self.help.push(shortened(text));
        self.replacements.extend(replacement);
        self
    }

    /// Adds a line of help, unless it is `None`.
    #[must_use]
    pub fn maybe_help(self, help: Option<impl Into<Help>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Replaces all help by one line.
    #[must_use]
    pub fn only_help(mut self, help: impl Into<Help>) -> Self {
        self.help.clear();
        self.own_fixes.clear();
        self.replacements.clear();
        self.help(help)
    }

    /// Adds a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.own_fixes.push(fix);
        self
    }

    /// Adds a fix, unless it is `None`.
    #[must_use]
    pub fn maybe_fix(mut self, fix: Option<Fix>) -> Self {
        self.own_fixes.extend(fix);
        self
    }

    /// Adds a safe fix that does what the last line of help says: it writes `text` at a place.
    #[must_use]
    pub fn fixed_by(self, place: Place, text: impl Into<String>) -> Self {
        let label = self.help.last().unwrap_or(&self.message).clone();
        self.fix(Fix::replace(label, place, text))
    }

    /// Returns all fixes of the finding, the best first. A replacement is among them if its word is at the place of the finding.
    pub fn fixes(&self) -> Vec<Fix> {
        let replacements = self.place.iter().flat_map(|(place, _)| {
            let replacements = self.replacements.iter();
            replacements.filter_map(move |one| one.fix(place))
        });
        self.own_fixes.iter().cloned().chain(replacements).collect()
    }

    /// Returns the sort key: file, position, code, message.
    fn sort_key(&self) -> (&str, usize, &str, &str) {
        let (path, at) = self.place.as_ref().map_or(("", 0), |(place, _)| {
            (place.source.path.as_str(), place.span.start)
        });
        (path, at, self.code.name, &self.message)
    }
}

/// Maximum number of characters of a word in a message. An address that contains a picture has many thousands.
const MOST_OF_WORD: usize = 300;

/// Returns a text in which each longer word is cut in its middle.
fn shortened(text: String) -> String {
    let half = MOST_OF_WORD / 2;
    let is_long = |word: &str| word.chars().nth(MOST_OF_WORD).is_some();
    if text.len() <= MOST_OF_WORD || !text.split_whitespace().any(is_long) {
        return text;
    }
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let start = word.char_indices().nth(half);
        let end = word.char_indices().rev().nth(half);
        match (start, end) {
            (Some((start, _)), Some((end, _))) if is_long(word) => {
                format!("{}…{}", &word[..start], &word[end..])
            }
            _ => word.to_owned(),
        }
    });
    words.collect()
}

/// Sorts findings by place and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    diagnostics.dedup();
}

/// Returns whether any of the findings is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|one| one.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_cut() {
        let word = "é".repeat(MOST_OF_WORD);
        let sentence = "word ".repeat(MOST_OF_WORD);
        for text in ["", "short", &word, &sentence] {
            assert_eq!(shortened(text.to_owned()), text);
        }
        let long = format!("no image `{}ü` here", "é".repeat(9_000));
        let cut = shortened(long);
        assert!(
            cut.starts_with("no image `éé") && cut.ends_with("éü` here"),
            "{cut}"
        );
        assert_eq!(
            cut.chars().count(),
            "no image here".len() + MOST_OF_WORD + 2
        );
    }
}
