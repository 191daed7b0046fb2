//! Reads the XML of a part, event by event, within a budget.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use super::super::budget::{Budget, NotInspected};

/// Cost of an event, such as a tag, beside its length.
const PER_EVENT: usize = 32;
/// Maximum length of an event in bytes. Events are kept in memory as a whole.
const LONGEST_EVENT: usize = 128 * 1024;
/// Maximum nesting depth of elements, and maximum length of a name in bytes. The names of all open elements are kept in memory.
const DEEPEST: usize = 1_000;
const LONGEST_NAME: usize = 200;

/// Passes each event of the XML in `content` to `handle`, which may charge more work to `budget`.
///
/// # Errors
/// Returns an error if the XML is not well-formed, nested too deeply, or in another encoding than UTF-8, and if the budget is
/// exhausted.
pub fn read(
    content: impl Read,
    budget: &Budget,
    mut handle: impl FnMut(&Event) -> Result<(), NotInspected>,
) -> Result<(), NotInspected> {
    let mut content = Limited {
        content: BufReader::new(content),
        event: 0,
    };
    let start = content.fill_buf().map_err(|_| NotInspected)?;
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Err(NotInspected);
    }
    let mut reader = Reader::from_reader(content);
    reader.config_mut().check_end_names = false;
    let (mut buffer, mut depth) = (Vec::new(), 0_usize);
    loop {
        let event = reader.read_event_into(&mut buffer);
        let event = event.map_err(|_| NotInspected)?;
        budget.spend(PER_EVENT)?;
        match &event {
            Event::Start(element)
                if depth == DEEPEST || element.name().as_ref().len() > LONGEST_NAME =>
            {
                return Err(NotInspected);
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof => return Ok(()),
            _ => {}
        }
        handle(&event)?;
        buffer.clear();
        reader.get_mut().event = 0;
    }
}

/// Returns the value of the attribute whose name without its namespace prefix is `name`, or an empty text if there is none.
///
/// # Errors
/// Returns an error if the budget is exhausted.
pub fn attribute(
    element: &BytesStart,
    name: &str,
    budget: &Budget,
) -> Result<String, NotInspected> {
    budget.spend(4 * element.len())?;
    let mut attributes = element.attributes();
    // Without this, each name is compared with all names before it.
    attributes.with_checks(false);
    let value = attributes
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name);
    let value = value.map(|attribute| attribute.value).unwrap_or_default();
    let unescaped = unescape(&value).map(Cow::into_owned);
    Ok(unescaped.unwrap_or_else(|_| value.into_owned()))
}

/// Reader that fails when an event is too long.
struct Limited<R> {
    content: BufReader<R>,
    /// Number of bytes that were read for the current event.
    event: usize,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        self.content.read(piece)
    }
}

impl<R: Read> BufRead for Limited<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.event > LONGEST_EVENT {
            return Err(io::Error::other(NotInspected));
        }
        self.content.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.event += length;
        self.content.consume(length);
    }
}
