//! Delimiters of Hugo's shortcodes.

/// Opening and closing delimiters of shortcodes.
pub const SHORTCODES: [(&str, &str); 2] = [("{{<", ">}}"), ("{{%", "%}}")];

/// Returns text without the delimiters of shortcodes, which are reported elsewhere, or `None` if it has no shortcodes.
pub fn without_shortcodes(text: &str) -> Option<String> {
    let has = SHORTCODES.iter().any(|(open, _)| text.contains(open));
    has.then(|| {
        let marks = SHORTCODES.iter().flat_map(|(open, close)| [*open, *close]);
        marks.fold(text.to_owned(), |text, mark| text.replace(mark, ""))
    })
}
