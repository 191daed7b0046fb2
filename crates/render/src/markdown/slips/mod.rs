//! Slips: text that Markdown does not read as its author meant it. There is one file for each kind of slip.

mod accidental_emphasis;
mod alert;
mod attribute_line;
mod block_id;
mod bold_heading;
mod brackets;
mod broken_word;
mod character_reference;
mod checkbox;
mod computer_path;
mod definitions;
mod diagram;
mod email;
mod encoded_tag;
mod escaped_marks;
mod fenced_text;
mod final_backslash;
mod foreign_link;
mod fullwidth;
mod heading_attribute;
mod indented_text;
mod late_front_matter;
mod list_indent;
mod list_number;
mod listed_year;
mod markdown_in_html;
mod open_bold;
mod open_code;
mod other_address;
mod placeholder_tag;
mod shortcode;
mod spoiler;
mod table_cells;
mod typed_fence;
mod typed_link;
mod typed_list;
mod typed_note;
mod typed_table;
mod unclosed_fence;
mod underlined_text;
mod unequal_marks;
mod unspaced_heading;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Change, Code, Diagnostic, Fix, Help, Place, Source, first_line};
use pulldown_cmark::{CodeBlockKind, Event, LinkType, Tag, TagEnd};

use super::located::Located;

/// Maximum number of bytes that are examined for one slip. A long line may contain many slips, so examining all of it for each
/// would be slow.
pub const MAX_LOOKAHEAD: usize = 1_000;

/// Returns the name of a space that Markdown does not read as one, or `None` for any other character.
fn unread_space(sign: char) -> Option<&'static str> {
    match sign {
        '\u{a0}' | '\u{202f}' => Some("a no-break space"),
        '\u{2000}'..='\u{200a}' | '\u{3000}' => Some("a typographic space"),
        _ => None,
    }
}

/// Returns a diagnostic for each slip in a text that begins at byte `offset` of the source, and whose events are `events`.
pub fn slips(
    events: &[Located<'_>],
    source: &Arc<Source>,
    text: &str,
    offset: usize,
) -> Vec<Diagnostic> {
    let mut slips = Slips {
        source,
        diagnostics: Vec::new(),
        brackets: Vec::new(),
        has_open_bold: false,
        open_bold_block: usize::MAX - 1,
        blocks: 0,
        has_open_code: false,
        has_lost_fence: false,
        has_office_tag: false,
        has_late_front_matter: false,
        lists: 0,
        item: 0,
        table_end: None,
        typed_fence_end: 0,
        emphasis_end: 0,
        typed_marks_end: 0,
        closed_elements: OnceCell::new(),
        notes_without_colon: OnceCell::new(),
        note_marks: OnceCell::new(),
        unread_definitions: HashSet::new(),
    };
    slips.unread_definitions = slips.definitions(text, events, offset);
    let mut fence: Option<Range<usize>> = None;
    let mut in_code = false;
    // Whether the next text event is at the start of a line, or of a block quote.
    let (mut is_line, mut is_quote) = (false, false);
    // Contiguous text without markup, which the parser splits into several events.
    let mut text_run = 0..0;
    let (mut depth, mut paragraph, mut columns) = (0_usize, 0, 0);
    for (index, (event, range)) in events.iter().enumerate() {
        let span = offset + range.start..offset + range.end;
        match event {
            Event::Text(_) if !in_code && span.start == text_run.end => text_run.end = span.end,
            _ => {
                slips.text(&text_run);
                let is_text = matches!(event, Event::Text(_)) && !in_code;
                text_run = if is_text { span.clone() } else { 0..0 };
            }
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if matches!(event, Event::End(TagEnd::Paragraph | TagEnd::Heading(_)))
            && let Some((Event::Text(_), last)) = index.checked_sub(1).and_then(|at| events.get(at))
        {
            slips.final_backslash(offset + last.end);
            slips.block_id(offset + last.end);
        }
        let (starts_line, starts_quote) = (is_line, is_quote);
        (is_line, is_quote) = match event {
            Event::Start(Tag::BlockQuote(None)) => (false, true),
            Event::Start(Tag::Paragraph) => (true, is_quote),
            Event::SoftBreak | Event::HardBreak => (true, false),
            _ => (false, false),
        };
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                in_code = true;
                if let CodeBlockKind::Fenced(language) = kind {
                    fence = Some(span.start..span.start);
                    slips.diagram(language, &span);
                    slips.fenced_text(language, &span, offset, text.len());
                } else {
                    let before = index.checked_sub(1).and_then(|at| events.get(at));
                    let begins_entry = matches!(before, Some((Event::Start(Tag::Item), _)));
                    slips.indented_text(&span, begins_entry);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                in_code = false;
                if let Some(code) = fence.take() {
                    slips.unclosed_fence(&code, span.end);
                }
            }
            Event::Text(_) if in_code => {
                if let Some(code) = &mut fence {
                    code.end = span.end;
                }
            }
            Event::Text(text) => {
                if starts_line {
                    let block = &events[paragraph].1;
                    // Most lines begin with a letter, and none of these slips do.
                    if !source.text.as_bytes()[span.start].is_ascii_alphabetic() {
                        slips.typed_fence(&span);
                        slips.unspaced_heading(&span, &(offset + block.start..offset + block.end));
                        slips.fullwidth_heading(&span);
                        slips.unspaced_entry(&span);
                        slips.attribute_line(&span);
                    }
                    // In a paragraph, `typed_list` has checked the line.
                    let is_paragraph = matches!(events[paragraph].0, Event::Start(Tag::Paragraph));
                    if !is_paragraph || block.end < range.start {
                        slips.swallowed_entry(&span);
                    }
                    slips.late_front_matter(text, &span, offset);
                }
                if starts_quote {
                    slips.alert(&span);
                }
                slips.bracket(text, &span);
                slips.character_reference(text, &span);
                slips.computer_path(&span);
                slips.escaped_marks(&span);
                slips.encoded_tag(text, &span);
            }
            Event::Start(Tag::Emphasis) => {
                slips.accidental_emphasis(&span, 1);
                slips.unequal_marks(&span);
            }
            Event::Start(Tag::Strong) => {
                slips.accidental_emphasis(&span, 2);
                slips.unequal_marks(&span);
            }
            Event::Start(Tag::Link {
                dest_url,
                link_type,
                ..
            }) => {
                let before = index.checked_sub(2).and_then(|at| events.get(at));
                let is_text = matches!(before, Some((Event::Text(text), _)) if &**text == "]");
                if *link_type == LinkType::Shortcut && is_text {
                    slips.spaced_reference(&span);
                }
                slips.spaced_picture(dest_url, &span);
                slips.turned_picture(dest_url, &span);
                slips.office_tag(&span);
                if let [
                    _,
                    (Event::Text(label), _),
                    (Event::End(TagEnd::Link), _),
                    ..,
                ] = &events[index..]
                {
                    slips.second_target(span.end);
                    slips.second_bracket(&span);
                    slips.other_address(label, dest_url, &span);
                }
            }
            Event::Start(Tag::BlockQuote(None)) => slips.compared_number(&span),
            Event::Start(Tag::Paragraph) => {
                paragraph = index;
                slips.begin_block();
                slips.unquoted_alert(&span);
                slips.typed_note(&span);
                if !slips.typed_list(&span) {
                    slips.typed_table(&span);
                }
            }
            Event::End(TagEnd::Paragraph) if depth == 0 => {
                slips.bold_heading(&span, &events[paragraph + 1..index], events.get(index + 1));
            }
            Event::Start(Tag::Heading { .. }) => {
                slips.underlined_text(&span);
                slips.heading_attribute(&span);
                slips.begin_block();
            }
            Event::Start(Tag::HtmlBlock) => slips.markdown_in_html(&span),
            Event::Start(Tag::Item) => {
                slips.item = span.start;
                slips.begin_block();
                slips.checkbox(&span);
            }
            Event::Start(Tag::TableCell) => slips.begin_block(),
            Event::Start(Tag::List(first)) => {
                slips.lists += 1;
                slips.listed_year(*first, &span);
            }
            Event::End(TagEnd::List(_)) => slips.lists -= 1,
            Event::Start(Tag::Table(alignments)) => {
                columns = alignments.len();
                slips.table_end = Some(span.end);
            }
            Event::Start(Tag::TableRow) => slips.table_cells(&span, columns),
            Event::SoftBreak => slips.broken_word(&span),
            Event::Rule => slips.ruled_table(&span),
            Event::Html(html) => {
                slips.late_front_matter(html.trim_end(), &span, offset);
                slips.placeholder_tag(&span);
            }
            Event::InlineHtml(_) => slips.placeholder_tag(&span),
            _ => {}
        }
    }
    slips.text(&text_run);
    slips.list_indents(events, offset);
    slips.list_numbers(events, offset);
    slips.diagnostics
}

/// Slips found so far, and the state needed to find more.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is about another kind of slip"
)]
struct Slips<'a> {
    source: &'a Arc<Source>,
    diagnostics: Vec<Diagnostic>,
    /// Offsets of the open brackets, the innermost last.
    brackets: Vec<usize>,
    /// Whether `**` was already reported in this block.
    has_open_bold: bool,
    /// Number of the block in which bold text begins that has no end there.
    open_bold_block: usize,
    /// Number of paragraphs, headings, list entries, and table cells so far.
    blocks: usize,
    /// Whether a code block was reported that ends with its list or quotation, so that its closing fence opens another one.
    has_lost_fence: bool,
    /// Whether a tag of Word was already reported.
    has_office_tag: bool,
    /// Whether a backtick was already reported in this block.
    has_open_code: bool,
    /// Whether a line `+++` was already reported.
    has_late_front_matter: bool,
    /// Number of open lists.
    lists: usize,
    /// Start of the last list entry.
    item: usize,
    /// End of the last table.
    table_end: Option<usize>,
    /// End of the last code between lines of accents or quotes.
    typed_fence_end: usize,
    /// End of the last outermost emphasis.
    emphasis_end: usize,
    /// End of the last text between escaped marks or encoded tags.
    typed_marks_end: usize,
    /// Names of all closing tags in the source, in lower case, collected on first use.
    closed_elements: OnceCell<HashSet<String>>,
    /// Labels of the lines that begin like a footnote without its colon, collected on first use.
    notes_without_colon: OnceCell<HashSet<String>>,
    /// Number of times that each `[^label]` is written, counted on first use.
    note_marks: OnceCell<HashMap<String, usize>>,
    /// Names of references in lower case whose addresses Markdown reads as text.
    unread_definitions: HashSet<String>,
}

impl Slips<'_> {
    fn report(
        &mut self,
        code: &'static Code,
        message: impl Into<String>,
        span: Range<usize>,
        help: impl Into<Help>,
    ) {
        let place = Place::new(self.source, span);
        let diagnostic = Diagnostic::new(code, message).at(place, "");
        self.diagnostics.push(diagnostic.help(help));
    }

    /// Adds a safe fix to the slip that was reported last, which writes these texts at these spans.
    fn fix_last<const N: usize>(&mut self, label: &str, edits: [(Range<usize>, String); N]) {
        let changes = edits
            .into_iter()
            .map(|(span, text)| Change::Replace(Place::new(self.source, span), text));
        let fix = Fix {
            label: label.to_owned(),
            is_safe: true,
            changes: changes.collect(),
        };
        if let Some(last) = self.diagnostics.last_mut() {
            last.own_fixes.push(fix);
        }
    }

    /// Marks the fix that was added last as one to be confirmed by a person.
    fn confirm_last(&mut self) {
        let last = self.diagnostics.last_mut();
        if let Some(fix) = last.and_then(|one| one.own_fixes.last_mut()) {
            fix.is_safe = false;
        }
    }

    /// Returns the offset of the start of the line that an offset is in, if that line has nothing but spaces before the offset.
    fn line_start(&self, at: usize) -> Option<usize> {
        let before = &self.source.text[..at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        before[start..]
            .trim_matches([' ', '\t'])
            .is_empty()
            .then_some(start)
    }

    /// Resets the state at the start of a paragraph, heading, list item, or table cell.
    fn begin_block(&mut self) {
        self.blocks += 1;
        self.brackets.clear();
        self.has_open_bold = false;
        self.has_open_code = false;
    }

    /// Checks contiguous text without markup.
    fn text(&mut self, span: &Range<usize>) {
        let source = self.source;
        let text = &source.text[span.clone()];
        let signs = text
            .bytes()
            .fold(0, |all, byte| all | SIGNS[usize::from(byte)]);
        let has = |sign| signs & sign != 0;
        if has(OPENING) || has(LINK) && (text.contains(":/") || text.contains("](")) {
            self.typed_link(span);
            self.office_tag(span);
        }
        if has(FULL_WIDTH) {
            self.fullwidth_link(span);
        }
        if has(BRACE) {
            self.shortcode(span);
        }
        if has(MARK) && ["**", "__", "~~"].iter().any(|mark| text.contains(mark)) {
            self.open_bold(span);
        }
        if has(AT) {
            self.email(span);
        }
        if has(BAR) {
            self.spoiler(span);
        }
        if has(BACKTICK) {
            self.open_code(span);
        }
    }

    /// Returns the rest of the line that an offset is in, at most [`MAX_LOOKAHEAD`] bytes.
    fn line(&self, start: usize) -> &str {
        first_line(self.near(start)).trim_end()
    }

    /// Returns the text after an offset, at most [`MAX_LOOKAHEAD`] bytes.
    fn near(&self, start: usize) -> &str {
        let rest = &self.source.text[start..];
        &rest[..rest.floor_char_boundary(MAX_LOOKAHEAD)]
    }
}

const OPENING: u8 = 1;
const LINK: u8 = 1 << 1;
const BRACE: u8 = 1 << 2;
const MARK: u8 = 1 << 3;
const AT: u8 = 1 << 4;
const BACKTICK: u8 = 1 << 5;
const FULL_WIDTH: u8 = 1 << 6;
const BAR: u8 = 1 << 7;

/// The kinds of slips that each byte may be part of. Most text has none of these bytes, so one pass rules out all of them.
const SIGNS: [u8; 256] = {
    let mut signs = [0; 256];
    signs[b'[' as usize] = OPENING;
    signs[b'<' as usize] = OPENING;
    signs[b'{' as usize] = OPENING | BRACE;
    signs[b':' as usize] = LINK;
    signs[b']' as usize] = LINK;
    signs[b'*' as usize] = MARK;
    signs[b'_' as usize] = MARK;
    signs[b'~' as usize] = MARK;
    signs[b'@' as usize] = AT;
    signs[b'`' as usize] = BACKTICK;
    signs[b'|' as usize] = BAR;
    // The first byte of every full-width sign in UTF-8.
    signs[0xef] = FULL_WIDTH;
    signs
};

/// Returns whether text between parentheses looks like the address of a link.
fn looks_like_an_address(target: &str) -> bool {
    let starts = [
        "/", "#", "./", "../", "<", "http:", "https:", "www.", "mailto", "tel:", "images/",
    ];
    let ends = [
        ".md", ".html", ".pdf", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif",
    ];
    let lower = target.to_ascii_lowercase();
    let is_telephone = target
        .strip_prefix('+')
        .is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()));
    is_telephone
        || starts.iter().any(|start| target.starts_with(start))
        || ends.iter().any(|end| lower.ends_with(end))
}
