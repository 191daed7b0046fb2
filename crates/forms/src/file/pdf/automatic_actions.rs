//! Actions of a PDF that run without a click (ISO 32000-1, sections 12.6.3 and 12.6.4.7).
//!
//! A link opens a web page or a file when it is clicked. As the document's `OpenAction`, the same action runs when the document
//! is opened, and tells the owner of the web page who reads the resume, and when.

use super::super::fault::FileFault;
use super::lexer::{Lexer, Token, is_regular, is_space};

/// Maximum number of objects of each kind that are kept. A long resume has a few hundred links and headings.
const MOST_KEPT: usize = 16_384;

/// Collector of the numbers of objects that may be actions.
#[derive(Default)]
pub struct AutomaticActions {
    /// Objects that run when the document is opened, or after another action. `None` is an unreadable number, which could refer
    /// to any object, because programs read `7.0` in different ways.
    triggered: Vec<Option<usize>>,
    /// Objects that may be actions that open something outside the document. `None` is an unreadable number, which could be that
    /// of any object.
    external: Vec<Option<usize>>,
}

impl AutomaticActions {
    /// Reads the value of `OpenAction` or `Next`: an action, a reference to one, an array of them, or a destination in the
    /// document.
    ///
    /// # Errors
    /// Returns a fault if the action opens something outside the document, or if there are too many actions.
    pub fn record_start(&mut self, value: &mut Lexer) -> Result<(), FileFault> {
        let mut last = [None, None];
        for token in tokens(value) {
            match &token {
                Token::Name(name) if leads_out(name) => return Err(FileFault::RemoteContent),
                Token::Word(b"R") => keep(&mut self.triggered, [last[0]])?,
                _ => {}
            }
            last = [last[1], token.number()];
        }
        Ok(())
    }

    /// Reads the kind of the action `object`, and keeps the object if the action may open something outside the document. A kind
    /// that is given by reference could be any kind.
    ///
    /// # Errors
    /// Returns a fault if there are too many such actions.
    pub fn record_action(
        &mut self,
        mut kind: Lexer,
        object: Option<usize>,
    ) -> Result<(), FileFault> {
        if matches!(kind.next(), Some(Token::Name(name)) if !leads_out(&name)) {
            return Ok(());
        }
        keep(&mut self.external, [object])
    }

    /// Reads an object that is not a dictionary. If it is used as an action, it could be a reference to an action, or an array of
    /// actions. The reference to a page at the start of a destination could be a reference to an action, too.
    ///
    /// # Errors
    /// Returns a fault if there are too many objects to keep.
    pub fn record_list(
        &mut self,
        value: &mut Lexer,
        object: Option<usize>,
    ) -> Result<(), FileFault> {
        let page = destination_page(value.clone());
        keep(&mut self.triggered, page.map(Some))?;
        let rest = tokens(value).skip(if page.is_some() { 5 } else { 1 });
        let may_be_actions = rest
            .into_iter()
            .any(|token| matches!(token, Token::Open | Token::Word(b"R")));
        keep(&mut self.external, may_be_actions.then_some(object))
    }

    /// Returns the verdict once all objects have been read.
    ///
    /// # Errors
    /// Returns a fault if an action that runs without a click may open something outside the document.
    pub fn verdict(mut self) -> Result<(), FileFault> {
        self.triggered.sort_unstable();
        let any_triggered = self.triggered.first() == Some(&None);
        let is_triggered = |object: &Option<usize>| match object {
            Some(_) => any_triggered || self.triggered.binary_search(object).is_ok(),
            None => !self.triggered.is_empty(),
        };
        if self.external.iter().any(is_triggered) {
            return Err(FileFault::RemoteContent);
        }
        Ok(())
    }
}

/// Returns whether an action of this kind opens a web page or another file, which may be on another computer.
fn leads_out(kind: &[u8]) -> bool {
    matches!(kind, b"URI" | b"GoToR" | b"Thread" | b"Sound" | b"Movie")
}

/// Adds objects to a list. Returns a fault if the list gets too long.
fn keep<T>(list: &mut Vec<T>, objects: impl IntoIterator<Item = T>) -> Result<(), FileFault> {
    list.extend(objects);
    if list.len() > MOST_KEPT {
        return Err(FileFault::WrongKind);
    }
    Ok(())
}

/// Returns the object number of the page if `value` is a destination (section 12.3.2.2): an array with a reference to a page,
/// and with how the page is shown.
pub fn destination_page(mut value: Lexer) -> Option<usize> {
    let start = value.next();
    let (page, generation) = (value.next()?.number()?, value.next()?.number());
    let is_reference = generation.is_some() && value.next() == Some(Token::Word(b"R"));
    let is_view = matches!(value.next(), Some(Token::Name(view)) if view == b"XYZ" || view.starts_with(b"Fit"));
    (start == Some(Token::Open) && is_reference && is_view).then_some(page)
}

/// Reads the value of `AA`: actions that are triggered by turning to a page, by the mouse, by printing, and the like.
///
/// # Errors
/// Returns a fault if the value contains actions.
pub fn refuse_triggers(mut value: Lexer) -> Result<(), FileFault> {
    let (first, second) = (value.next(), value.next());
    let is_reference = matches!(
        (first.as_ref(), second.as_ref(), value.next()),
        (
            Some(Token::Word(_)),
            Some(Token::Word(_)),
            Some(Token::Word(b"R"))
        )
    );
    let is_dictionary = first == Some(Token::Open) && second != Some(Token::Close);
    if is_reference || is_dictionary {
        return Err(FileFault::Script);
    }
    Ok(())
}

/// Returns the object number before the keyword `obj` that ends at `end`; `None` if it cannot be read.
pub fn number_before(bytes: &[u8], end: usize) -> Option<usize> {
    let before = bytes.get(..end)?.strip_suffix(b"obj")?;
    let (before, _generation) = last_word(before)?;
    let (_, number) = last_word(before)?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// Splits a whole number off the end of `bytes`. Returns the bytes before it and its digits, or `None` if the digits are the
/// end of another word.
fn last_word(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().rposition(|byte| !is_space(*byte))? + 1;
    let digits = bytes[..end]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit());
    let start = end - digits.count();
    let (before, digits) = (&bytes[..start], &bytes[start..end]);
    let is_whole = !before.last().is_some_and(|byte| is_regular(*byte));
    is_whole.then_some((before, digits))
}

/// Returns the tokens of the next value: a word, a reference, or a whole dictionary or array.
fn tokens<'a>(value: &mut Lexer<'a>) -> impl Iterator<Item = Token<'a>> {
    let mut depth = 0_usize;
    let mut read = 0;
    value.take_while(move |token| {
        let is_next = depth > 0 || read == 0 || read < 3 && matches!(token, Token::Word(_));
        read += 1;
        match token {
            Token::Open => depth += 1,
            Token::Close => {
                depth = depth.saturating_sub(1);
                // Nothing follows the end of the outermost dictionary.
                read = read.max(3);
            }
            _ => {}
        }
        is_next
    })
}
