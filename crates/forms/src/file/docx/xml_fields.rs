//! Finds the fields in the XML of a part.
//!
//! The instruction of a field may be spread over any number of elements. The XML is read piece by piece, because a part may be
//! too large to be parsed as a whole.

use roxmltree::Document;

use super::super::fault::FileFault;
use super::super::fields::Fields;

/// Maximum number of bytes kept from a tag or text. Real instructions that fetch something are shorter.
const MOST_KEPT: usize = 4 * 1024;

/// Streaming reader for a part's XML, which checks the instructions of fields.
#[derive(Default)]
pub struct XmlFields {
    fields: Fields,
    state: State,
    /// Start of the tag or text that is being read, at most [`MOST_KEPT`] bytes.
    kept: Vec<u8>,
    /// Whether the text that is being read is part of an instruction.
    is_instruction: bool,
}

/// Position of the reader in the XML.
#[derive(Default)]
enum State {
    #[default]
    Text,
    /// In a tag. `Some` holds the quote of the attribute value that is being read.
    Tag(Option<u8>),
    /// In a comment, CDATA section or processing instruction that ends with these bytes.
    Until(&'static [u8]),
}

impl XmlFields {
    /// Reads the next bytes of the part.
    pub fn read(&mut self, piece: &[u8]) {
        for byte in piece {
            self.step(*byte);
        }
    }

    /// Returns the verdict at the end of the part.
    ///
    /// # Errors
    /// Returns the first fault: a field starts a program or fetches something, or cannot be read reliably.
    pub fn verdict(self) -> Result<(), FileFault> {
        self.fields.verdict()
    }

    fn step(&mut self, byte: u8) {
        match self.state {
            State::Text if byte == b'<' => {
                self.end_text();
                self.state = State::Tag(None);
            }
            State::Text if self.is_instruction => self.keep(byte),
            State::Text => {}
            State::Tag(None) if byte == b'>' => {
                self.state = State::Text;
                let tag = std::mem::take(&mut self.kept);
                self.end_tag(&String::from_utf8_lossy(&tag), tag.len() == MOST_KEPT);
            }
            State::Tag(quote) => {
                self.keep(byte);
                self.state = match (quote, self.kept.as_slice()) {
                    (None, b"!--") => State::Until(b"-->"),
                    (None, b"![CDATA[") => {
                        // No word processor writes an instruction like this.
                        self.fields
                            .refuse_if(self.is_instruction, FileFault::WrongKind);
                        State::Until(b"]]>")
                    }
                    (None, b"?") => State::Until(b"?>"),
                    (None, _) if byte == b'"' || byte == b'\'' => State::Tag(Some(byte)),
                    (Some(quote), _) if byte == quote => State::Tag(None),
                    _ => State::Tag(quote),
                };
                // Without this, `<!-->` would be taken for a whole comment.
                if matches!(self.state, State::Until(_)) {
                    self.kept.clear();
                }
            }
            State::Until(end) => {
                if self.kept.len() >= end.len() {
                    self.kept.remove(0);
                }
                self.kept.push(byte);
                if self.kept.ends_with(end) {
                    self.kept.clear();
                    self.state = State::Text;
                }
            }
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(byte);
        }
    }

    /// Adds the text that was just read to the instruction of the current field, if it belongs to one.
    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.kept);
        if !self.is_instruction || text.is_empty() {
            return;
        }
        let is_cut = text.len() == MOST_KEPT;
        // A character reference at the end may be cut off.
        let reference = text.iter().rposition(|byte| is_cut && *byte == b'&');
        match plain(&text[..reference.unwrap_or(text.len())]) {
            Some(text) => self.fields.instruct(&text, is_cut),
            None => self.fields.refuse_if(true, FileFault::WrongKind),
        }
    }

    fn end_tag(&mut self, tag: &str, is_cut: bool) {
        let (is_end, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let name = tag
            .split(|c: char| c.is_ascii_whitespace() || c == '/')
            .next()
            .unwrap_or_default();
        match (local(name), is_end) {
            // Before the result of a field, any text is part of its instruction.
            ("instrText" | "delInstrText" | "t" | "delText", _) => {
                let is_before_result = self.fields.is_in_instruction();
                self.is_instruction = is_before_result && !is_end && !tag.ends_with('/');
            }
            ("p" | "br" | "cr" | "tab" | "ptab", _) => self.fields.instruct(" ", false),
            ("fldChar", false) => {
                self.fields.refuse_if(is_cut, FileFault::WrongKind);
                match self.attribute(tag, "fldCharType").as_str() {
                    "begin" => self.fields.begin(),
                    "separate" => self.fields.separate(),
                    "end" => self.fields.end(),
                    _ => {}
                }
            }
            ("fldSimple", false) => {
                self.fields.refuse_if(is_cut, FileFault::WrongKind);
                let instruction = self.attribute(tag, "instr");
                self.fields.simple(&instruction);
            }
            _ => {}
        }
    }

    /// Returns the value of the attribute whose name without its namespace prefix is `name`, or an empty text if there is none.
    fn attribute(&mut self, tag: &str, name: &str) -> String {
        let mut values = attributes(tag)
            .into_iter()
            .filter(|(key, _)| local(key) == name);
        let value = values.next().map(|(_, value)| value);
        // If two attributes have this name, one may be a decoy.
        let is_only = values.next().is_none();
        let text = value.map_or(Some(String::new()), |value| plain(value.as_bytes()));
        self.fields
            .refuse_if(!is_only || text.is_none(), FileFault::WrongKind);
        text.unwrap_or_default()
    }
}

/// Returns a name without its namespace prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

/// Returns the names and values of the attributes in a tag. References in the values are not resolved.
pub fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let mut attributes = Vec::new();
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once('=') {
        let mut name = before.trim_end().rsplit(|c: char| c.is_ascii_whitespace());
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| ['"', '\''].contains(c));
        let value = quote.and_then(|quote| after[1..].split_once(quote));
        let Some((value, next)) = value else {
            break;
        };
        attributes.push((name.next().unwrap_or_default(), value));
        rest = next;
    }
    attributes
}

/// Resolves the references in XML text, such as `&amp;`. Returns `None` if the text is not well-formed.
fn plain(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let document = format!("<a>{}</a>", text.replace('<', "&lt;"));
    let document = Document::parse(&document).ok()?;
    Some(
        document
            .root_element()
            .text()
            .unwrap_or_default()
            .to_owned(),
    )
}
