//! Hugo shortcodes. The tags of other site generators appear as typed, and the rule `left-over` reports them.

use std::ops::Range;

use super::super::shortcodes::SHORTCODES;
use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports the first shortcode that begins within `span`, such as `{{< figure src="a.jpg" >}}`.
    pub(super) fn shortcode(&mut self, span: &Range<usize>) {
        let text = self.near(span.start);
        let length = span.len().min(text.len());
        let found = SHORTCODES.iter().find_map(|(open, close)| {
            // The shortcode may end beyond `span`: the parser may read the text after the braces as HTML.
            let at = text.find(open).filter(|at| *at < length)?;
            let end = text[at..].find(close)?;
            (!text[at..at + end].contains('\n')).then(|| (at, end + close.len()))
        });
        let Some((at, length)) = found else {
            return;
        };
        let start = span.start + at;
        let span = start..start + length;
        let written = &self.source.text[span.clone()];
        let help = link_help(written).unwrap_or_else(|| {
            "write a picture as ![What it shows](images/name.jpg), and a box as a component of the theme".to_owned()
        });
        let message = format!("`{written}` is a Hugo shortcode");
        self.report(&codes::FOREIGN_SHORTCODE, message, span, help);
    }
}

/// Returns help for a shortcode that links to a page, such as `{{< ref "prices.md" >}}`.
fn link_help(shortcode: &str) -> Option<String> {
    let inner = shortcode.trim_matches(|c: char| "{}<>%".contains(c)).trim();
    let (name, file) = inner.split_once(' ')?;
    let file = file.trim().trim_matches('"').trim_end_matches(".md");
    let file = file.trim_end_matches("/_index").trim_start_matches('/');
    let is_link = matches!(name, "ref" | "relref") && !file.contains([' ', '=']);
    is_link
        .then(|| format!("write the URL of the page, such as /{file}, in place of the shortcode"))
}
