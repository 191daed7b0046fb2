//! Signs of the Markdown dialects of other generators and editors, which would appear as typed.

use std::ops::Range;

use memchr::{memchr2, memchr3};

use crate::foreign_links::{self, Kind, STRUCK};
use crate::foreign_pairs::{emoji, pairs};
use crate::structure::Extension;

/// Kinds that have a correction of their own (`foreign_help`).
pub const EMBEDDED: &str = "an embedded file of Obsidian";
pub const TRACKED: &str = "a tracked change of CriticMarkup";
pub const ASCIIDOC_PICTURE: &str = "a picture of AsciiDoc";
pub const RST_PICTURE: &str = "a picture of reStructuredText";
pub const RST_LINK: &str = "a link of reStructuredText";

/// Kinds that a collection can read as Markdown.
const MARK: &str = "highlighted text of Obsidian or Pandoc";
const SUPERSCRIPT: &str = "superscript of Pandoc";
const SUBSCRIPT: &str = "subscript of Pandoc";
const DEFINITION: &str = "a definition list of PHP Markdown Extra or Pandoc";

/// Returns the extension of Markdown that reads signs of this kind, or `None` if there is none.
pub fn extension(kind: &str) -> Option<Extension> {
    match kind {
        MARK => Some(Extension::Mark),
        SUPERSCRIPT => Some(Extension::Superscript),
        SUBSCRIPT | STRUCK => Some(Extension::Subscript),
        DEFINITION => Some(Extension::DefinitionLists),
        _ => None,
    }
}

const BOX: &str = "write `> [!NOTE]` and the text below it, each line after `>`";
const CONTENTS: &str = "remove it: the template lists the headings, with `page.toc`";
const ATTRIBUTES: &str = "remove it; a heading may have {#id .class}, and anything else a class in HTML: <p class=\"lead\">…</p>";
const SIZE: &str = "remove it: the theme sets the size of pictures; a picture in a size of its own is HTML: <img src=\"…\" alt=\"…\" width=\"300\">";
const INCLUDE: &str = "write the text here, or make it a component of the theme: <Hours/>";
const TAG: &str = "text is not a template: write Markdown, and put logic into a template or a component of the theme; code goes between lines of ```";
const ABBREVIATION: &str = "write <abbr title=\"…\">…</abbr> where the abbreviation occurs";
const COMMENT: &str = "write a comment as <!-- … -->";
const HEADING: &str = "write a heading as `## Heading`, and one below it as `### Heading`";
const LATEX: &str =
    "write headings, lists, and tables in Markdown: `## Heading`, `- entry`, `| a | b |`";
const NOTE: &str = "write [^1] here, and [^1]: with its text in a paragraph of its own";
const MACRO: &str = "write code between lines of ```";
const ACCEPT: &str = "write what the text should say";
const TABS: &str = "write a heading for each tab, or use a component of the theme";

/// Signs at the start of a line, each with its kind.
const STARTS: [(&str, Kind); 41] = [
    ("{code}", ("a macro of Confluence or Jira", MACRO)),
    ("{code:", ("a macro of Confluence or Jira", MACRO)),
    ("{noformat}", ("a macro of Confluence or Jira", MACRO)),
    ("{info}", ("a box of Confluence or Jira", BOX)),
    ("{panel", ("a box of Confluence or Jira", BOX)),
    (
        ":::writing",
        (
            "a frame of ChatGPT around a text",
            "delete this line, and the line `:::` below the text",
        ),
    ),
    (":::", ("a box of Docusaurus, VitePress or Pandoc", BOX)),
    ("!!! ", ("a box of MkDocs", BOX)),
    ("??? ", ("a box of MkDocs", BOX)),
    ("???+ ", ("a box of MkDocs", BOX)),
    ("=== \"", ("a tab of MkDocs", TABS)),
    ("== ", ("a heading of AsciiDoc or MediaWiki", HEADING)),
    ("=== ", ("a heading of AsciiDoc or MediaWiki", HEADING)),
    ("--8<--", ("an inclusion of MkDocs", INCLUDE)),
    (
        "```{.",
        (
            "code with attributes of Pandoc",
            "write only the language after the backticks, without a dot: ```python",
        ),
    ),
    ("```{", ("a directive of MyST or R Markdown", BOX)),
    (".. note::", ("a box of reStructuredText", BOX)),
    (".. warning::", ("a box of reStructuredText", BOX)),
    (
        ".. image::",
        (RST_PICTURE, "write it as ![what it shows](photo.jpg)"),
    ),
    (
        ".. code-block::",
        ("code of reStructuredText", "put code between lines of ```"),
    ),
    (
        "image::",
        (ASCIIDOC_PICTURE, "write it as ![what it shows](photo.jpg)"),
    ),
    ("include::", ("an inclusion of AsciiDoc", INCLUDE)),
    ("[NOTE]", ("a box of AsciiDoc", BOX)),
    ("[TIP]", ("a box of AsciiDoc", BOX)),
    ("[WARNING]", ("a box of AsciiDoc", BOX)),
    (
        "[source,",
        ("code of AsciiDoc", "put code between lines of ```"),
    ),
    (
        "*[",
        (
            "an abbreviation of PHP Markdown Extra or kramdown",
            ABBREVIATION,
        ),
    ),
    ("{:", ("an attribute list of kramdown (Jekyll)", ATTRIBUTES)),
    ("%%", ("a comment of Obsidian", COMMENT)),
    ("// ", (PROGRAM_COMMENT, COMMENT)),
    ("{/*", ("a comment of MDX", COMMENT)),
    ("export const ", ("an export of MDX", TAG)),
    ("export default ", ("an export of MDX", TAG)),
    ("<<< @", ("an inclusion of VitePress", INCLUDE)),
    ("\\section{", ("LaTeX", LATEX)),
    ("\\subsection{", ("LaTeX", LATEX)),
    ("\\chapter{", ("LaTeX", LATEX)),
    ("h2. ", ("a heading of Textile", HEADING)),
    ("h3. ", ("a heading of Textile", HEADING)),
    (
        "\\newpage",
        (
            "a page break of Pandoc",
            "remove it, or write `---` for a line",
        ),
    ),
    (
        "\\pagebreak",
        (
            "a page break of Pandoc",
            "remove it, or write `---` for a line",
        ),
    ),
];

/// Lines that stand for a table of contents, in lower case.
const TABLES_OF_CONTENTS: [&str; 7] = [
    "[toc]",
    "[[toc]]",
    "[[_toc_]]",
    "{:toc}",
    "{{toc}}",
    "@[toc]",
    "* toc",
];

/// Tags of Liquid, Jinja, Twig, and Nunjucks.
const TAGS: [&str; 22] = [
    "assign",
    "block",
    "capture",
    "case",
    "comment",
    "embed",
    "extends",
    "figure",
    "for",
    "gist",
    "highlight",
    "if",
    "image",
    "include",
    "include_relative",
    "macro",
    "raw",
    "render",
    "set",
    "tabs",
    "unless",
    "youtube",
];

/// Pairs of marks around text, without spaces inside them: marks, kind, and the longest text between them.
const PAIRS: [(&str, Kind, usize); 4] = [
    (
        "==",
        (
            MARK,
            "write <mark>…</mark>, or set markdown = [\"mark\"] in the [[collection]] of structure.toml",
        ),
        200,
    ),
    (
        "++",
        ("underlined text of other dialects", "write <ins>…</ins>"),
        200,
    ),
    (
        "^",
        (
            SUPERSCRIPT,
            "write <sup>…</sup>, or set markdown = [\"superscript\"] in the [[collection]] of structure.toml",
        ),
        12,
    ),
    (
        "~",
        (
            SUBSCRIPT,
            "write <sub>…</sub>, or set markdown = [\"subscript\"] in the [[collection]] of structure.toml",
        ),
        4,
    ),
];

const WORDPRESS: Kind = (
    "a shortcode of WordPress",
    "write the text or the picture in Markdown: ![what it shows](images/name.jpg)",
);

const TEMPLATE_COMMENT: &str = "a comment of templates";
const PROGRAM_COMMENT: &str = "a comment of programs";

/// Kinds that an author may have written for readers to see, so that they are reported as warnings.
pub const MAY_BE_MEANT: [&str; 3] = [STRUCK, TEMPLATE_COMMENT, PROGRAM_COMMENT];

const LIQUID: Kind = (
    "a value of Liquid or Hugo",
    "write the value itself, without braces: an address as [text](/about)",
);

/// Signs within a line, with the end of what is quoted.
const WITHIN: [(&str, &str, Kind); 26] = [
    ("{++", "++}", (TRACKED, ACCEPT)),
    ("{--", "--}", (TRACKED, ACCEPT)),
    ("{~~", "~~}", (TRACKED, ACCEPT)),
    ("{>>", "<<}", (TRACKED, ACCEPT)),
    ("{==", "==}", (TRACKED, ACCEPT)),
    ("[caption id=", "[/caption]", WORDPRESS),
    ("[embed]", "[/embed]", WORDPRESS),
    ("[vc_row", "]", WORDPRESS),
    (
        "[url",
        "[/url]",
        ("a link of a forum (BBCode)", "write [text](https://…)"),
    ),
    (
        "[img]",
        "[/img]",
        (
            "a picture of a forum (BBCode)",
            "write ![what it shows](images/name.jpg)",
        ),
    ),
    (
        "[b]",
        "[/b]",
        ("bold text of a forum (BBCode)", "write **text**"),
    ),
    (
        "[i]",
        "[/i]",
        ("italic text of a forum (BBCode)", "write *text*"),
    ),
    ("^[", "]", ("a footnote of Pandoc", NOTE)),
    (
        "![[",
        "]]",
        (
            EMBEDDED,
            "write a picture as ![what it shows](photo.jpg), and a link as [text](/about)",
        ),
    ),
    (
        "@[",
        ")",
        (
            "a video or other embedded content of other dialects",
            "write a link to it: [text](https://…)",
        ),
    ),
    ("[@", "]", ("a citation of Pandoc", NOTE)),
    ("\\textbf{", "}", ("LaTeX", "write **text**")),
    ("\\textit{", "}", ("LaTeX", "write *text*")),
    ("\\emph{", "}", ("LaTeX", "write *text*")),
    ("\\footnote{", "}", ("LaTeX", NOTE)),
    ("\\cite{", "}", ("LaTeX", NOTE)),
    ("{{#", "}}", ("an inclusion of mdBook", INCLUDE)),
    ("{!", "!}", ("an inclusion of MkDocs", INCLUDE)),
    ("{/*", "*/}", ("a comment of MDX", COMMENT)),
    ("{# ", "#}", (TEMPLATE_COMMENT, COMMENT)),
    ("{{", "}}", LIQUID),
];

/// Services in the notation `@[youtube](id)`; `@[Mara](/mara)` mentions somebody.
const SERVICES: [&str; 18] = [
    "card",
    "codepen",
    "codesandbox",
    "figma",
    "gist",
    "github",
    "jsfiddle",
    "osf",
    "prezi",
    "slideshare",
    "soundcloud",
    "speakerdeck",
    "spotify",
    "stackblitz",
    "tweet",
    "video",
    "vimeo",
    "youtube",
];

/// Returns whether a sign that begins with `open` has the words that make it one. `inner` is what is between its ends.
fn is_meant(open: &str, inner: &str) -> bool {
    if open == "{{" {
        // A text in quotes, and nothing or a filter after it.
        let mut rest = inner.trim_start().chars();
        let quote = rest.next().filter(|sign| matches!(sign, '"' | '\''));
        let after = quote.and_then(|quote| rest.as_str().split_once(quote));
        return after.is_some_and(|(_, after)| {
            let after = after.trim_start();
            after.is_empty() || after.starts_with('|')
        });
    }
    if open == "[@" {
        // A key of a citation has a year. A name after `@` is somebody who is mentioned.
        let key = inner.split([',', ';', ' ']).next().unwrap_or_default();
        return key.bytes().filter(u8::is_ascii_digit).count() >= 2;
    }
    let Some((service, target)) = inner.split_once("](").filter(|_| open == "@[") else {
        return open != "@[";
    };
    let service = service.trim().to_ascii_lowercase();
    // A link to the profile of a service elsewhere mentions it.
    let host = target.split_once("://").map(|(_, rest)| rest);
    let host = host.and_then(|rest| rest.split('/').next());
    SERVICES.contains(&service.as_str()) && host.is_none_or(|host| host.contains(&service))
}

/// Returns the signs in Markdown without code, each with its range and kind, not sorted.
pub fn signs(text: &str) -> Vec<(Range<usize>, Kind)> {
    let mut found = Vec::new();
    let mut above = "";
    for (start, line) in diagnostic::lines(text) {
        let marked = line.trim_start_matches([' ', '\t', '>']);
        let at = start + line.len() - marked.len();
        let inner = marked.trim_end();
        found.extend(of_line(inner, above).map(|kind| (at..at + inner.len(), kind)));
        if inner.len() <= LONGEST_LINE && may_have_signs(inner) {
            within_line(inner, at, &mut found);
        }
        above = inner;
    }
    found
}

/// Longest line in bytes in which signs are looked for. Signs have an end, which is looked for in the rest of the line, so the time
/// would not be proportional to its length.
const LONGEST_LINE: usize = 4_000;

/// Returns whether a line may have a sign within it. Few lines of prose do, and looking for each sign takes much longer.
fn may_have_signs(line: &str) -> bool {
    let bytes = line.as_bytes();
    if memchr3(b'^', b'~', b'{', bytes).is_some() {
        return true;
    }
    if memchr3(b':', b'|', b'[', bytes).is_none() && memchr2(b'=', b'+', bytes).is_none() {
        return false;
    }
    let before = |at: usize| at.checked_sub(1).map(|before| bytes[before]);
    let mut places = bytes.iter().enumerate();
    let (mut colons, mut has_bracket, mut first) = (0, false, None);
    places.any(|(at, byte)| match byte {
        b':' => {
            colons += 1;
            colons > 1 || before(at) == Some(b'"') || bytes[..at].ends_with(b"link")
        }
        b'|' => *first.get_or_insert(b'|') == b'[',
        b'[' => {
            has_bracket = true;
            first.get_or_insert(b'[');
            matches!(before(at), Some(b'[' | b'@' | b'!'))
                || matches!(bytes.get(at + 1), Some(b'/' | b'@'))
        }
        b'=' if has_bracket && bytes.get(at + 1) == Some(&b'"') => true,
        b'=' | b'+' => before(at).is_some_and(|before| before == *byte || before == b' '),
        _ => false,
    })
}

/// Returns the kind of sign that a line is. `above` is the line before it.
fn of_line(line: &str, above: &str) -> Option<Kind> {
    // The first byte of any sign below.
    let first = line.bytes().next()?;
    if !b":!?=-`.i[*{%eh<\\@/".contains(&first) {
        return None;
    }
    if line.len() < 20 && is_table_of_contents(line) {
        return Some(("a table of contents of other generators", CONTENTS));
    }
    if let Some(definition) = line.strip_prefix(": ") {
        let is_list = !above.is_empty() && !definition.trim().is_empty();
        let kind = (
            DEFINITION,
            "write a list with bold terms, or set markdown = [\"definition-lists\"] in the [[collection]] of structure.toml",
        );
        return is_list.then_some(kind);
    }
    let (start, kind) = STARTS.iter().find(|(start, _)| line.starts_with(start))?;
    let rest = &line[start.len()..];
    let is_sign = match *start {
        // The end of a box has no name.
        ":::" => !rest.trim_matches([':', ' ']).is_empty(),
        "*[" => rest
            .split_once(']')
            .is_some_and(|(_, rest)| rest.starts_with(':')),
        "[NOTE]" | "[TIP]" | "[WARNING]" => rest.is_empty(),
        "image::" | "include::" => rest.ends_with(']'),
        "{:" => rest.ends_with('}'),
        "{/*" => false,
        _ => true,
    };
    is_sign.then_some(*kind)
}

/// Returns the end of a shortcode such as `[gallery ids="1,2"]`, of which `text` is what follows its bracket.
fn shortcode(text: &str) -> Option<usize> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let rest = text.trim_start_matches(is_part);
    let attribute = rest.strip_prefix(' ').filter(|_| rest.len() < text.len())?;
    let value = attribute.trim_start_matches(is_part).strip_prefix("=\"")?;
    let end = text.len() - value.len() + value.find(']')? + 1;
    let is_link = text[end..].starts_with(['(', '[', ':']);
    (!is_link && !attribute.starts_with('=')).then_some(end)
}

fn is_table_of_contents(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    TABLES_OF_CONTENTS.contains(&lower.replace(' ', "").as_str()) && lower != "*toc"
}

/// Adds the signs within a line that begins at byte `start`.
fn within_line(line: &str, start: usize, found: &mut Vec<(Range<usize>, Kind)>) {
    let mut add = |span: Range<usize>, kind: Kind| {
        found.push((start + span.start..start + span.end, kind));
    };
    // A value of a template within code is an example.
    let is_example = |open: &str, at: usize| {
        open.starts_with("{{") && line[..at].rfind("<code") > line[..at].rfind("</code")
    };
    for (open, close, kind) in WITHIN {
        let signs = line.match_indices(open);
        for (at, _) in signs.filter(|(at, _)| !is_example(open, *at)) {
            let inner = &line[at + open.len()..];
            let is_link =
                |end: usize| open == "[@" && inner[end + 1..].starts_with(['(', '[', ':']);
            if let Some(end) = inner
                .find(close)
                .filter(|end| is_meant(open, &inner[..*end]) && !is_link(*end))
            {
                add(at..at + open.len() + end + close.len(), kind);
            }
        }
    }
    for (span, kind) in foreign_links::links(line) {
        add(span, kind);
    }
    let has_attribute = line.contains("=\"");
    for (at, _) in line.match_indices('[').filter(|_| has_attribute) {
        let end = shortcode(&line[at + 1..]);
        if let Some(end) = end.filter(|_| !line.starts_with("[caption id=")) {
            add(at..at + 1 + end, WORDPRESS);
        }
    }
    for (mark, kind, longest) in PAIRS {
        for span in pairs(line, mark, longest) {
            add(span, kind);
        }
    }
    for span in emoji(line) {
        add(
            span,
            (
                "a short code for an emoji",
                "type or paste the emoji itself",
            ),
        );
    }
    for (at, _) in line.match_indices("{%") {
        let rest = line[at + 2..].trim_start_matches(['-', ' ']);
        let name = rest
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .next();
        if let Some(end) = rest
            .find("%}")
            .filter(|_| TAGS.contains(&name.unwrap_or_default()))
            && !rest[name.unwrap_or_default().len()..].starts_with('(')
        {
            let end = line.len() - rest.len() + end + 2;
            add(at..end, ("a tag of Liquid, Jinja or Twig", TAG));
        }
    }
    for (at, _) in line.match_indices('{') {
        let is_after = line[..at].ends_with([')', ']', '`', '*', '_']);
        let inner = line[at + 1..].split_once('}').map(|(inner, _)| inner);
        // A citation that a chat program left is reported as a whole.
        let is_citation = line[..at].ends_with(']') && line[..at].contains("[oaicite:");
        let is_after = is_after && !is_citation;
        let Some(inner) = inner.filter(|inner| is_after && is_attributes(inner)) else {
            continue;
        };
        let is_size = inner.contains("width") || inner.contains("height");
        let kind = (
            "attributes of Pandoc, kramdown or markdown-it",
            if is_size { SIZE } else { ATTRIBUTES },
        );
        add(at..at + inner.len() + 2, kind);
    }
    for (at, _) in line.match_indices("![") {
        let rest = &line[at..];
        let Some((alt, address)) = rest.split_once("](") else {
            continue;
        };
        let size = alt.rsplit_once('|').map(|(_, size)| size);
        if size.is_some_and(is_size) {
            let end = at + alt.len();
            let length = size.map_or(0, str::len) + 1;
            add(end - length..end, ("a size of Obsidian", SIZE));
        }
        let address = address.split(')').next().unwrap_or_default();
        if let Some((before, size)) = address.rsplit_once(" =")
            && is_size(size)
        {
            let from = at + alt.len() + 2 + before.len() + 1;
            add(from..from + size.len() + 1, ("a size of markdown-it", SIZE));
        }
    }
}

/// Returns whether text is a size such as `300`, `300x200`, `300x` or `50%`.
fn is_size(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_digit() || matches!(c, 'x' | '*' | '%');
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(allowed)
}

/// Returns whether text between braces is a list of attributes: `.lead`, `#top`, `width=50%`, `: .lead`.
fn is_attributes(text: &str) -> bool {
    let text = text.strip_prefix(':').unwrap_or(text).trim();
    let is_attribute = |word: &str| {
        let name = word.trim_start_matches(['.', '#']);
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
        is_name && (name.len() < word.len() || word.contains('='))
    };
    !text.is_empty()
        && text
            .split_whitespace()
            .all(|word| is_attribute(word) || word.ends_with('"'))
}
