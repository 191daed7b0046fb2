//! Normalizes and validates the value of a field.

mod date;
mod email;
mod pasted;
mod tel;
mod url;

use jiff::civil::Date;

use crate::definition::Kind;
use crate::form::Field;

use email::is_address;

/// Normalizes `raw` and checks it against the rules of `field`. A date must be before `today`.
///
/// Returns the value to store: cleaned of what was pasted along with it, trimmed, with line breaks as `\n`. If `raw` is blank, returns
/// the field's default or, for an optional field without one, an empty text. Files are checked by [`crate::file`].
///
/// Fails with the error message to show beside the field.
pub fn check<'f>(field: &'f Field, raw: &str, today: Date) -> Result<String, &'f str> {
    // A cell copied from a table, and a line from a presentation, end with a sign that nobody sees.
    let line = raw.trim_end_matches(is_control);
    let text = if field.kind == Kind::Textarea {
        pasted::lines(raw)
    } else if line.contains(is_control) {
        // A single line may end up in a mail header (OWASP ASVS 5.0, 1.3.11).
        return Err(&field.errors.control);
    } else {
        line.replace('\t', " ")
    };
    let is_optional_data =
        !field.required && matches!(field.kind, Kind::Tel | Kind::Url | Kind::Date);
    let is_nothing = is_optional_data && pasted::is_nothing(&text);
    let text = pasted::cleaned(field.kind, &text);
    let text = match text.trim() {
        text if is_nothing || pasted::is_blank(text) => field.default.as_str(),
        text => text,
    };
    if text.is_empty() {
        return if field.required {
            Err(&field.errors.required)
        } else {
            Ok(String::new())
        };
    }
    if text.chars().count() > field.max_length {
        return Err(&field.errors.too_long);
    }
    let valid = match field.kind {
        Kind::Text | Kind::Textarea => true,
        Kind::Email => is_address(text),
        Kind::Tel => tel::is_number(text),
        Kind::Url => url::is_web_address(text),
        Kind::Select | Kind::Radio => field.options.iter().any(|option| option.value == text),
        Kind::Date => match date::parse(text) {
            Some(date) if date >= today => return Err(&field.errors.future),
            Some(_) => true,
            None => false,
        },
        // A file arrives as a file part, never as text.
        Kind::File => false,
    };
    if valid {
        Ok(text.to_owned())
    } else {
        Err(&field.errors.invalid)
    }
}

/// Returns the email address that a text is, cleaned as the value of an email field is, or `None` if the text is anything else.
pub fn address(raw: &str) -> Option<String> {
    let text = pasted::cleaned(Kind::Email, raw);
    let text = text.trim();
    is_address(text).then(|| text.to_owned())
}

/// Returns whether `c` ends a line, or is a control character other than a tab.
fn is_control(c: char) -> bool {
    c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}')
}
