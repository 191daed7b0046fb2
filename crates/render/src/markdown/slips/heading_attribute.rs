//! A heading's id without its `#`.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports `## Fees {fees}`, `## Fees {# fees}`, and `## Fees {#fees}.`, which give the heading no id.
    pub(super) fn heading_attribute(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let inner = line.split_once("{#");
        let inner = inner.and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
        if let Some((before, (id, after))) = inner
            && before.ends_with(' ')
            && !before.ends_with("\\ ")
            && (id.is_empty()
                || id.starts_with(' ')
                || matches!(
                    after,
                    "." | "," | ":" | ";" | "!" | "?" | "#" | "##" | "###"
                ))
            && !id.contains(['{', '`'])
            && !before.contains('`')
        {
            let start = span.start + before.len();
            let whole = start..start + id.len() + "{#}".len();
            let message = format!("`{{#{id}}}` gives this heading no id");
            let help = match id.trim() {
                "" => "delete it, or write an id after the #: {#fees}".to_owned(),
                name if after.is_empty() => format!("write {{#{name}}}"),
                name => format!("write {{#{name}}} at the end of the line"),
            };
            self.report(&codes::UNREAD_MARKDOWN, message, whole, help);
            return;
        }
        let Some((before, id)) = line
            .strip_suffix('}')
            .and_then(|line| line.rsplit_once('{'))
        else {
            return;
        };
        let is_id = id
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
        let below = self
            .near(span.start)
            .lines()
            .nth(1)
            .unwrap_or_default()
            .trim();
        let is_underlined = !below.is_empty()
            && (below.trim_matches('=').is_empty() || below.trim_matches('-').is_empty());
        let is_read = line.starts_with('#') || is_underlined;
        if id.is_empty() || !is_read || matches!(id, "hidden" | "inert") || id.starts_with("data-")
        {
            return;
        }
        let start = span.start + before.len();
        let whole = start..start + id.len() + "{}".len();
        if !is_id {
            // What is within double braces is a value, and `{:` begins attributes as Kramdown has them.
            let is_other =
                id.contains(['}', '`']) || id.starts_with(':') || before.ends_with(['{', '\\']);
            if !is_other && !are_attributes(id) {
                let message = format!("`{{{id}}}` does not show, and is no attribute");
                let shown = format!("\\{{{id}\\}}");
                let help =
                    format!("write {shown} for the braces themselves, or {{#fees}} for an id");
                self.report(&codes::UNREAD_MARKDOWN, message, whole.clone(), help);
                self.fix_last("show the braces", [(whole, shown)]);
                self.confirm_last();
            }
            return;
        }
        let message = format!("`{{{id}}}` gives this heading no id, and does not show");
        let name = id.trim().replace(' ', "-");
        let help = format!(
            "write {{#{name}}} for an id, {{.{name}}} for a class, or \\{{{id}\\}} for the braces themselves"
        );
        self.report(&codes::UNREAD_MARKDOWN, message, whole.clone(), help);
        self.fix_last("write it as an id", [(whole, format!("{{#{name}}}"))]);
        self.confirm_last();
    }
}

/// Attributes of HTML that authors give to headings. Those of scripts have a hyphen or a colon.
const ATTRIBUTES: [&str; 8] = [
    "class", "dir", "id", "lang", "role", "style", "tabindex", "title",
];

/// Returns whether what is between the braces of a heading are ids, classes, and attributes. The words behind an id belong to it.
fn are_attributes(inner: &str) -> bool {
    let mut is_quoted = false;
    let is_id = inner.trim_start().starts_with('#');
    inner.split_whitespace().all(|word| {
        let was_quoted = is_quoted;
        is_quoted ^= word.matches('"').count() % 2 == 1;
        let is_named = word.split_once('=').is_some_and(|(name, value)| {
            !value.is_empty() && (ATTRIBUTES.contains(&name) || name.contains(['-', ':']))
        });
        let is_mark = word.len() > 1 && word.starts_with(['#', '.']);
        let is_part = is_id
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        was_quoted || is_named || is_mark || is_part || matches!(word, "hidden" | "inert")
    })
}
