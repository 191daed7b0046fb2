//! Shortcodes of Hugo that are defined where they are used, such as `{{< time.inline >}}{{ now }}{{< /time.inline >}}`.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::Source;

use crate::edits::apply;
use crate::model::Site;
use crate::shortcodes::{Form, of_hugo};

/// Returns the byte ranges of all such shortcodes in a text, each with that of its template.
fn inline(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    if !text.contains(".inline") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut open: Option<(String, Range<usize>)> = None;
    for call in of_hugo(text) {
        match (call.form, &open) {
            (Form::Open, None) if call.name.ends_with(".inline") => {
                open = Some((call.name, call.span));
            }
            (Form::Close, Some((name, start))) if *name == call.name => {
                found.push((start.start..call.span.end, start.end..call.span.start));
                open = None;
            }
            _ => {}
        }
    }
    found
}

/// Returns a text in which these shortcodes are the HTML that they show, or nothing if their template is a program.
pub fn without_inline(text: &str) -> Option<String> {
    let edits = inline(text).into_iter().map(|(whole, template)| {
        let template = &text[template];
        let html = if template.contains("{{") {
            ""
        } else {
            template
        };
        (whole, html.to_owned())
    });
    let edits: Vec<_> = edits.collect();
    (!edits.is_empty()).then(|| apply(text, edits))
}

/// Reports the first shortcode of a text whose template is a program.
pub fn report_inline(source: &Arc<Source>, body: &Range<usize>, site: &mut Site) {
    let text = &source.text[body.clone()];
    let mut all = inline(text).into_iter();
    if let Some((whole, _)) = all.find(|(_, template)| text[template.clone()].contains("{{")) {
        let start = body.start + whole.start;
        let message = "this shortcode is a program in the text, and was left out".to_owned();
        let help = "write what it showed, or a component of the theme";
        site.report(source, start..start, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_in_texts() {
        for (text, expected) in [
            (
                "a {{< b.inline >}}<p>c</p>{{</ b.inline >}} d",
                Some("a <p>c</p> d"),
            ),
            ("{{< b.inline >}}{{ now }}{{< /b.inline >}}", Some("")),
            ("{{< b.inline >}}", None),
            ("{{< b >}}c{{< /b >}} .inline", None),
        ] {
            assert_eq!(without_inline(text).as_deref(), expected, "{text}");
        }
    }
}
