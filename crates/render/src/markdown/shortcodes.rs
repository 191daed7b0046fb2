//! Marks of the shortcodes of Hugo.

/// How shortcodes begin and end.
pub const SHORTCODES: [(&str, &str); 2] = [("{{<", ">}}"), ("{{%", "%}}")];

/// Returns a text without the braces of shortcodes, which were reported.
pub fn without_shortcodes(text: &str) -> Option<String> {
    let has = SHORTCODES.iter().any(|(open, _)| text.contains(open));
    has.then(|| {
        let marks = SHORTCODES.iter().flat_map(|(open, close)| [*open, *close]);
        marks.fold(text.to_owned(), |text, mark| text.replace(mark, ""))
    })
}
