//! Cleans values that were pasted, before they are checked: people copy them from pages, mails and contact lists, together with
//! characters that they cannot see. `widgets/src/forms/pasted.ts` does the same in the browser.

use std::borrow::Cow;

use idna::punycode;

use super::{date, email};
use crate::definition::Kind;
use crate::misleading_characters::is_direction_control;

/// Zeros of the decimal digits that people in India type or paste, each followed by the other nine digits: Arabic, Persian,
/// Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, and Malayalam.
const ZEROS: [u32; 11] = [
    0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66,
];
/// Characters that follow a value in a list or a sentence, and quotation marks around it.
const ENDS: &[char] = &[' ', ',', ';', '.', '"', '\'', '‘', '’', '“', '”'];
const STARTS: &[char] = &[' ', '"', '\'', '‘', '’', '“', '”'];

/// Returns a value without invisible characters. In an address, a number, or a date, also replaces digits and punctuation of other
/// scripts, and removes what surrounds the value. Texts keep their line breaks and tabs.
pub fn cleaned(kind: Kind, raw: &str) -> String {
    let is_data = matches!(kind, Kind::Email | Kind::Tel | Kind::Url | Kind::Date);
    let text = raw
        .chars()
        .filter(|c| !(is_invisible(*c) || is_data && is_joiner(*c)))
        .map(|c| if is_space(c) { ' ' } else { c })
        .map(|c| if is_data { plain(c) } else { c });
    let text: String = text.collect();
    match kind {
        Kind::Email => address(&text),
        Kind::Tel => {
            let number = unwrapped(&text);
            // Contact cards have words before a number: Mob. +91 98765 43210.
            let word = number.trim_start_matches(|c: char| c.is_alphabetic() || " .-".contains(c));
            let number = if word.starts_with(is_start) {
                word
            } else {
                number
            };
            // A parameter follows a semicolon (RFC 3966).
            trimmed(number.split(';').next().unwrap_or_default()).to_owned()
        }
        Kind::Url => web_address(unwrapped(&text)),
        Kind::Date => {
            let text: String = unwrapped(&text).split(' ').collect();
            date::written(trimmed(&text)).unwrap_or(text)
        }
        Kind::Text | Kind::Textarea | Kind::Select | Kind::Radio | Kind::File => text,
    }
}

/// Returns whether a character is never visible, and not needed in any script: direction controls, soft hyphens, zero-width
/// spaces, and byte order marks.
fn is_invisible(c: char) -> bool {
    is_direction_control(c)
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// Returns whether a character joins or varies others. Indian scripts and emoji need these in texts.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns whether a character is a space other than the ordinary one (general category Zs).
fn is_space(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Returns the ASCII character that a digit, hyphen, full stop, or full-width character stands for.
fn plain(c: char) -> char {
    let code = u32::from(c);
    let digit = ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code));
    let ascii = match (digit, c) {
        (Some(zero), _) => code - zero + u32::from('0'),
        (_, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}') => u32::from('-'),
        (_, '\u{3002}' | '\u{ff61}') => u32::from('.'),
        // Full-width forms.
        (_, '\u{ff01}'..='\u{ff5e}') => code - 0xfee0,
        _ => code,
    };
    char::from_u32(ascii).unwrap_or(c)
}

/// Returns whether a telephone number can begin with `c`.
fn is_start(c: char) -> bool {
    c.is_ascii_digit() || "+(".contains(c)
}

/// Removes the brackets around a value, labels and schemes before it, and a remark after it: `Asha <mailto:a@example.com>`,
/// `Email: a@example.com (Work)`.
fn unwrapped(text: &str) -> &str {
    let text = trimmed(text);
    let remark = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" ("));
    let is_remark = |text: &str| !text.contains(|c: char| c.is_ascii_digit() || "()".contains(c));
    let remark = remark.filter(|(_, remark)| is_remark(remark));
    let text = remark.map_or(text, |(value, _)| trimmed(value));
    let inner = text
        .strip_suffix('>')
        .and_then(|text| text.rsplit_once('<'));
    let mut text = inner.map_or(text, |(_, inner)| trimmed(inner));
    while let Some((label, rest)) = text.split_once(':') {
        let is_value = |c: char| c.is_ascii_digit() || "@/+()?#=".contains(c);
        if label.contains(is_value) || rest.starts_with("//") {
            break;
        }
        text = trimmed(rest);
    }
    text
}

fn trimmed(text: &str) -> &str {
    let text = text.trim().trim_start_matches(STARTS);
    text.trim_end_matches(ENDS)
}

/// Returns the address in a text, with its domain in ASCII.
fn address(text: &str) -> String {
    let text = unwrapped(text);
    match text.split_once('@') {
        Some((local, domain)) => {
            // A subject follows a question mark (RFC 6068).
            let domain = domain.split('?').next().unwrap_or_default();
            format!("{local}@{}", ascii_domain(domain))
        }
        None => text.to_owned(),
    }
}

/// Returns a web address with its host in ASCII. One without a scheme gets `https://`, if it begins with a domain.
fn web_address(text: &str) -> String {
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, text),
    };
    let (host, rest) = rest.split_at(rest.find(['/', '?', '#', ':']).unwrap_or(rest.len()));
    let host = ascii_domain(host);
    match scheme {
        Some(scheme) => format!("{scheme}://{host}{rest}"),
        // What follows the host is a port or, after another scheme, not a host at all.
        None if rest.starts_with(':') => text.to_owned(),
        None if email::is_domain(&host) => format!("https://{host}{rest}"),
        None => text.to_owned(),
    }
}

/// Returns a domain in ASCII: its other labels are encoded (RFC 3492).
fn ascii_domain(domain: &str) -> Cow<'_, str> {
    if domain.is_ascii() {
        return domain.into();
    }
    let lower = domain.to_lowercase();
    let labels = lower.split('.').map(|label| {
        let encoded = punycode::encode_str(label).filter(|_| !label.is_ascii());
        encoded.map_or(label.to_owned(), |encoded| format!("xn--{encoded}"))
    });
    labels.collect::<Vec<String>>().join(".").into()
}
