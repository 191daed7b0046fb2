//! Fixes: changes to files that remove a finding.

use std::ops::Range;

use crate::source::Place;

/// A change to the project that removes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, as a command: "replace `titel` with `title`".
    pub label: String,
    /// Whether the fix does what the author certainly meant, so that it can be applied without asking.
    pub is_safe: bool,
    /// Changes that are made together.
    pub changes: Vec<Change>,
}

/// A change to one file of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Replaces the text at a place, which is empty if the text is inserted.
    Replace(Place, String),
    /// Deletes the file with this path.
    Delete(String),
    /// Moves a file to a path that no file has.
    Move {
        /// Present path.
        from: String,
        /// New path.
        to: String,
    },
}

impl Fix {
    /// Creates a fix that replaces the text at one place.
    pub fn replace(label: impl Into<String>, place: Place, text: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            is_safe: true,
            changes: vec![Change::Replace(place, text.into())],
        }
    }

    /// Marks the fix as one to be confirmed by a person.
    #[must_use]
    pub fn to_confirm(mut self) -> Self {
        self.is_safe = false;
        self
    }
}

impl Change {
    /// Path of the file that the change is about.
    pub fn path(&self) -> &str {
        match self {
            Self::Replace(place, _) => &place.source.path,
            Self::Delete(path) | Self::Move { from: path, .. } => path,
        }
    }
}

/// A word to write in place of another one, as part of a finding that may not have its place yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// Word that the author has written.
    pub word: String,
    /// Word that was probably meant.
    pub with: String,
    /// Whether no other word could have been meant.
    pub is_certain: bool,
}

impl Replacement {
    /// Returns the fix that replaces the word within `place`. Returns `None` if the word is not there exactly once, or if the new
    /// word would need quotes or escapes that the old one does not have.
    pub fn fix(&self, place: &Place) -> Option<Fix> {
        let span = self.only_occurrence(place)?;
        let text = &place.source.text;
        let is_quoted =
            text[..span.start].ends_with(['"', '\'']) && text[span.end..].starts_with(['"', '\'']);
        // The address of a link in Markdown.
        let is_target = text[..span.start].ends_with("](") && text[span.end..].starts_with(')');
        let is_reference = self.word.starts_with("{{");
        let is_address = self.word.contains(['/', '#', ':']);
        let stays_one_word = self.with.chars().all(|c| match c {
            '_' | '-' => true,
            _ if c.is_alphanumeric() || self.word.contains(c) => true,
            '"' | '\'' | '\\' => false,
            _ if c.is_control() => false,
            _ if is_target && matches!(c, '(' | ')') => false,
            _ => is_quoted || is_reference || (is_address || is_target) && !c.is_whitespace(),
        });
        (stays_one_word && !self.with.is_empty()).then(|| Fix {
            label: format!("replace `{}` with `{}`", &text[span.clone()], self.with),
            is_safe: self.is_certain,
            changes: vec![Change::Replace(
                Place::new(&place.source, span),
                self.with.clone(),
            )],
        })
    }

    /// Returns the span of the only occurrence of the word as a whole word in a place. Case is ignored if no occurrence has the
    /// same case.
    fn only_occurrence(&self, place: &Place) -> Option<Range<usize>> {
        let marked = &place.source.text[place.span.clone()];
        let only = |marked: &str, word: &str| {
            let spans = marked.match_indices(word).map(|(at, _)| {
                let start = place.span.start + at;
                start..start + word.len()
            });
            let mut whole = spans.filter(|span| is_whole_word(&place.source.text, span));
            whole.next().filter(|_| whole.next().is_none())
        };
        if self.word.is_empty() {
            return None;
        }
        only(marked, &self.word).or_else(|| {
            let is_other_case = !marked.contains(&self.word);
            is_other_case.then(|| {
                only(
                    &marked.to_ascii_lowercase(),
                    &self.word.to_ascii_lowercase(),
                )
            })?
        })
    }
}

/// Returns whether neither end of a span is inside a longer word.
fn is_whole_word(text: &str, span: &Range<usize>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let word = &text[span.clone()];
    let continues = |inner: Option<char>, outer: Option<char>| {
        inner.is_some_and(is_part) && outer.is_some_and(is_part)
    };
    !continues(word.chars().next(), text[..span.start].chars().next_back())
        && !continues(word.chars().next_back(), text[span.end..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// `«»` marks the place of the finding. The expected text is empty if the word cannot be replaced.
    #[test]
    fn a_word_is_replaced_where_that_is_unambiguous() {
        for (marked, word, with, expected) in [
            ("«titel» = 1", "titel", "title", "title = 1"),
            ("«\"titel\"»", "titel", "title", "\"title\""),
            ("«site.stats.oven»", "oven", "ovens", "site.stats.ovens"),
            ("«[a](/abuot)»", "/abuot", "/about", "[a](/about)"),
            ("«[a](/a)»", "/a", "/a.b", "[a](/a.b)"),
            ("«{{ site.a»", "{{ site.a", "{{ site.a }}", "{{ site.a }}"),
            ("«[!tpi]»", "TPI", "TIP", "[!TIP]"),
            (
                "«\"in review\"»",
                "in review",
                "in preview",
                "\"in preview\"",
            ),
            (
                "\"«Ulm»\" ",
                "Ulm",
                "Neu-Ulm (Bavaria)",
                "\"Neu-Ulm (Bavaria)\" ",
            ),
            // Twice, not at all, only as a part of another word, or in another place.
            ("«site.site»", "site", "sites", ""),
            ("«sites»", "site", "sights", ""),
            ("«my-site»", "site", "sights", ""),
            ("«a» site", "site", "sights", ""),
            // The new word would need quotes or escapes.
            ("«titel» = 1", "titel", "my title", ""),
            ("«Ulm»", "Ulm", "Neu-Ulm (Bavaria)", ""),
            ("«titel» = 1", "titel", "ti.tle", ""),
            ("«\"a\"»", "a", "a\"", ""),
        ] {
            let before = marked.split_once('«').unwrap().0.len();
            let inner = marked.split_once('«').unwrap().1;
            let length = inner.split_once('»').unwrap().0.len();
            let source = Source::new("a.md", marked.replace(['«', '»'], ""));
            let place = Place::new(&source, before..before + length);
            let replacement = Replacement {
                word: word.to_owned(),
                with: with.to_owned(),
                is_certain: true,
            };
            let fixed = replacement.fix(&place).map(|fix| {
                let [Change::Replace(place, new)] = fix.changes.as_slice() else {
                    panic!("{fix:?}");
                };
                let text = &source.text;
                format!(
                    "{}{new}{}",
                    &text[..place.span.start],
                    &text[place.span.end..]
                )
            });
            assert_eq!(fixed.unwrap_or_default(), expected, "{marked}");
        }
    }
}
