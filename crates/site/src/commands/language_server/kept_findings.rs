//! Keeps findings while their file is edited, until the rules that reported them have run again.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

/// Returns a finding with its places in the current texts, or `None` if its own place was edited. `text` returns the current text of
/// a file.
pub fn kept<'a>(
    finding: &Diagnostic,
    text: impl Fn(&str) -> Option<&'a Arc<Source>>,
) -> Option<Diagnostic> {
    let moved = |place: &Place| match text(&place.source.path) {
        Some(new) if *new != place.source => {
            let span = moved_span(&place.source.text, &new.text, &place.span)?;
            Some(Place::new(new, span))
        }
        _ => Some(place.clone()),
    };
    let mut kept = finding.clone();
    if let Some((place, _)) = &mut kept.place {
        let new = moved(place)?;
        if new != *place {
            // The places of its fixes are in the earlier text.
            kept.own_fixes.clear();
        }
        *place = new;
    }
    let related = kept.related.into_iter();
    let related = related.filter_map(|(place, label)| Some((moved(&place)?, label)));
    kept.related = related.collect();
    Some(kept)
}

/// Returns where a span of the old text is in the new one, or `None` if it was edited.
fn moved_span(old: &str, new: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let pairs = old.bytes().zip(new.bytes());
    let start = pairs.take_while(|(old, new)| old == new).count();
    if span.end < start || span.end == start && span.end == old.len() {
        return Some(span.clone());
    }
    let pairs = old[..].bytes().rev().zip(new.bytes().rev());
    let end = pairs.take_while(|(old, new)| old == new).count();
    let is_behind = span.start > old.len() - end;
    is_behind.then(|| new.len() + span.start - old.len()..new.len() + span.end - old.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        for (old, new, word, expected) in [
            ("one two three", "one 2 three", "one", Some("one")),
            ("one two three", "one 2 three", "three", Some("three")),
            ("one two three", "one 2 three", "two", None),
            ("one two", "one two three", "one", Some("one")),
            ("one two", "zero one two", "two", Some("two")),
            ("one two", "", "two", None),
            ("é🎉 two", "é🎊 two", "two", Some("two")),
            ("aa aa", "aa aa aa", "aa", Some("aa")),
        ] {
            let start = old.find(word).unwrap();
            let span = moved_span(old, new, &(start..start + word.len()));
            assert_eq!(span.map(|span| &new[span]), expected, "{old} {new}");
        }
    }
}
