//! Links in the notation of Jira, Textile, and `AsciiDoc`, struck text of chat programs, and the marks of comments of Google Docs.

use std::ops::Range;

/// A kind of sign: what it is, and what to write instead.
pub type Kind = (&'static str, &'static str);

/// Kinds of links, and of marks.
pub const TEXTILE_LINK: &str = "a link of Textile";
pub const ASCIIDOC_LINK: &str = "a link of AsciiDoc";
pub const COMMENT_MARK: &str = "the mark of a comment of Google Docs";
pub const STRUCK: &str = "struck text of WhatsApp, Slack, or Teams";
pub const ORG_LINK: &str = "a link of Org";
pub const PIPED_LINK: &str = "a link of Jira or Confluence";

/// Returns these signs within a line.
pub fn links(line: &str) -> Vec<(Range<usize>, Kind)> {
    let mut found = Vec::new();
    let mut add = |span: Range<usize>, kind: Kind| found.push((span, kind));
    for (at, _) in line.match_indices('[') {
        let end = piped_link(&line[at + 1..]).filter(|_| !line[..at].ends_with(['[', '!']));
        if let Some(end) = end {
            add(at..at + 1 + end, (PIPED_LINK, "write [text](/about)"));
        }
    }
    for (at, _) in line.match_indices('~') {
        let rest = &line[at + 1..];
        let length = rest.find(|c: char| !c.is_alphabetic() && !c.is_whitespace() && c != '-');
        let inner = &rest[..length.unwrap_or(0)];
        let after = rest[inner.len()..].strip_prefix('~');
        let is_pair = after
            .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '~'));
        let is_word =
            inner.starts_with(char::is_alphabetic) && inner.ends_with(char::is_alphabetic);
        let begins = line[..at]
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || "(*_".contains(c));
        if is_pair && is_word && begins && inner.len() > 4 {
            add(
                at..at + inner.len() + 2,
                (
                    STRUCK,
                    "write ~~text~~ to strike it out, or \\~ for the sign itself",
                ),
            );
        }
    }
    for (at, _) in line.match_indices("[[") {
        let inner = line[at..]
            .split_once("]]")
            .map_or("", |(inner, _)| &inner[2..]);
        let parts = inner.split_once("][");
        if parts.is_some_and(|(target, text)| {
            let is_address = target.starts_with(['#', '*', '.']) || target.contains(['/', ':']);
            is_address && !format!("{target}{text}").contains(['[', ']']) && !text.is_empty()
        }) {
            add(
                at..at + inner.len() + "[[]]".len(),
                (ORG_LINK, "write [text](/about)"),
            );
        }
    }
    for (at, _) in line.match_indices("\":") {
        if let Some(span) = textile_link(line, at) {
            add(span, (TEXTILE_LINK, "write [text](/about)"));
        }
    }
    for (at, _) in line.match_indices("link:") {
        let rest = &line[at + "link:".len()..];
        let open = rest
            .find('[')
            .filter(|open| *open > 0 && !rest[..*open].contains(' '));
        let end = open.and_then(|open| Some(open + rest[open..].find(']')? + 1));
        if let Some(end) = end.filter(|_| !line[..at].ends_with(char::is_alphanumeric)) {
            add(
                at..at + "link:".len() + end,
                (ASCIIDOC_LINK, "write [text](/about)"),
            );
        }
    }
    for (at, _) in line.match_indices("](#cmnt") {
        let start = line[..at].rfind("[[").filter(|start| at - start < 8);
        let end = line[at..].find(')').map(|end| at + end + 1);
        if let Some((start, end)) = start.zip(end) {
            add(start..end, (COMMENT_MARK, "delete it"));
        }
    }
    found
}

/// Returns the span of a link such as `"our prices":/prices`, whose second quote is at `at`.
fn textile_link(line: &str, at: usize) -> Option<Range<usize>> {
    let start = line[..at].rfind('"')?;
    let target = &line[at + 2..];
    let end = target.find(|c: char| c.is_whitespace() || ")\"]<".contains(c));
    let target =
        target[..end.unwrap_or(target.len())].trim_end_matches(['.', ',', ';', ':', '!', '?']);
    let is_address = target.starts_with("http") || target.starts_with('/') && target.len() > 1;
    let is_alone = !line[..start].ends_with(|c: char| c.is_alphanumeric() || "={[:,".contains(c));
    let text = &line[start + 1..at];
    let is_text = !text.is_empty() && text.trim() == text;
    (is_address && is_alone && is_text).then(|| start..at + 2 + target.len())
}

/// Returns the end of a link such as `[prices|/prices]`, of which `text` is what follows its bracket.
fn piped_link(text: &str) -> Option<usize> {
    let end = text.find(']')?;
    let (label, target) = text[..end].split_once('|')?;
    let starts = ["/", "#", "http://", "https://", "mailto:", "tel:"];
    let is_address = starts.iter().any(|start| target.starts_with(start)) && target.len() > 1;
    let is_link = text[end + 1..].starts_with(['(', '[', ':', ']']);
    let is_one = !label.trim().is_empty() && !target.contains(char::is_whitespace);
    (is_address && is_one && !is_link).then_some(end + 1)
}
