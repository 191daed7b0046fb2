//! Cleans values that were pasted, before they are checked: people copy them from pages, mails and contact lists, together with
//! characters that they cannot see. `widgets/src/forms/pasted.ts` does the same in the browser.

use std::borrow::Cow;

use super::{date, email};
use crate::definition::Kind;
use crate::misleading_characters::is_direction_control;

/// Code points of the digit zero in the scripts that people in India type or paste; the other nine digits follow each of them. Arabic,
/// Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, and five styles of mathematical digits,
/// with which people decorate their profiles.
const ZEROS: [u32; 16] = [
    0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0x1D7CE, 0x1D7D8,
    0x1D7E2, 0x1D7EC, 0x1D7F6,
];
/// Characters that follow a value in a list or a sentence, and quotation marks around it.
const ENDS: &[char] = &[' ', ',', ';', '.', '"', '\'', '‘', '’', '“', '”'];
/// Brackets and marks of emphasis around a value.
const PAIRS: [(char, char); 6] = [
    ('(', ')'),
    ('[', ']'),
    ('{', '}'),
    ('`', '`'),
    ('*', '*'),
    ('_', '_'),
];
/// Spaces and quotation marks before a value.
const STARTS: &[char] = &[' ', '"', '\'', '‘', '’', '“', '”'];

/// Returns a value without invisible characters. In an address, a number, or a date, also replaces digits and punctuation of other
/// scripts, and removes what surrounds the value. Texts keep their line breaks and tabs.
pub fn cleaned(kind: Kind, raw: &str) -> String {
    // The path of a web address may have digits, dashes, and joiners of any script (RFC 3987).
    let data = match kind {
        Kind::Email | Kind::Tel | Kind::Date => raw.len(),
        Kind::Url => host_end(raw),
        Kind::Text | Kind::Textarea | Kind::Select | Kind::Radio | Kind::File => 0,
    };
    let text = raw
        .char_indices()
        .filter(|(at, c)| !(is_invisible(*c) || *at < data && is_joiner(*c)))
        .map(|(at, c)| if at < data { plain(c) } else { c })
        .map(|c| if is_space(c) { ' ' } else { c });
    let decorated: String = text.collect();
    let decorated = match kind {
        Kind::Email | Kind::Tel => decoded(&decorated),
        _ => decorated.into(),
    };
    let text = decorated.replace(|c| is_decoration(kind, c), " ");
    match kind {
        Kind::Email => address(&text),
        Kind::Tel => {
            let number = telephone(unwrapped(&text));
            let is_whole = is_complete(number) || !may_hide_digits(&decorated);
            if is_landline(number) {
                number.replace('/', "-")
            } else {
                if is_whole { number } else { decorated.trim() }.to_owned()
            }
        }
        Kind::Url => web_address(unwrapped(&text)),
        Kind::Date => {
            let text: String = unwrapped(&text).split(' ').collect();
            date::written(trimmed(&text)).unwrap_or(text)
        }
        Kind::Text | Kind::Textarea | Kind::Select | Kind::Radio | Kind::File => text,
    }
}

/// Returns the byte offset of the end of the host in a text with a web address, whose signs may be full-width.
fn host_end(text: &str) -> usize {
    const SLASHES: [char; 2] = ['/', '\u{ff0f}'];
    let colons = text.match_indices([':', '\u{ff1a}']);
    let mut starts = colons.filter_map(|(at, colon)| {
        let rest = text[at + colon.len()..]
            .strip_prefix(SLASHES)?
            .strip_prefix(SLASHES)?;
        Some(text.len() - rest.len())
    });
    let start = starts.next().unwrap_or(0);
    let end = text[start..].find(['/', '\u{ff0f}', '?', '\u{ff1f}', '#', '\u{ff03}']);
    end.map_or(text.len(), |end| start + end)
}

/// Returns a text with `\n` at the end of its lines and without control characters, which people copy from PDFs together with a text.
pub fn lines(raw: &str) -> String {
    let text = raw.replace("\r\n", "\n");
    let text = text.replace(['\r', '\u{b}', '\u{c}', '\u{85}'], "\n");
    text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "")
}

/// Returns whether a character is never visible, and not needed in any script: direction controls, soft hyphens, zero-width
/// spaces, and byte order marks.
fn is_invisible(c: char) -> bool {
    is_direction_control(c)
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// Returns whether nothing in a text is visible, so that it counts as empty.
pub fn is_blank(text: &str) -> bool {
    let is_empty = |c: char| {
        c.is_whitespace()
            || is_invisible(c)
            || is_joiner(c)
            // An empty pattern of Braille, and tags (Unicode's Default_Ignorable_Code_Point).
            || matches!(c, '\u{2800}' | '\u{e0000}'..='\u{e01ef}')
    };
    text.chars().all(is_empty)
}

/// Returns whether a text says that there is no value: `N/A`, `nil`, `-`.
pub fn is_nothing(text: &str) -> bool {
    let is_mark = |c: char| " ./\\-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}_".contains(c);
    let letters = text.replace(is_mark, "").to_ascii_lowercase();
    ["", "na", "nil", "none", "notapplicable"].contains(&letters.as_str())
}

/// Returns whether a character joins or varies others, draws a key around a digit, or fills a syllable of Hangul. Scripts and emoji need
/// these in texts; in a domain, a browser ignores some of them that the crate `idna` refuses.
fn is_joiner(c: char) -> bool {
    matches!(
        c,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200c}'
            | '\u{200d}'
            | '\u{20e3}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
    )
}

/// Replaces the escapes of ASCII characters after the scheme of a URL (RFC 3986, section 2.1): `tel:%2B91`, `mailto:asha%40example.com`.
fn decoded(text: &str) -> Cow<'_, str> {
    let lower = text.to_ascii_lowercase();
    let starts = ["mailto:", "tel:"].map(|scheme| lower.find(scheme));
    let Some(start) = starts.into_iter().flatten().min() else {
        return text.into();
    };
    let mut parts = text[start..].split('%');
    let mut decoded = text[..start].to_owned() + parts.next().unwrap_or_default();
    for part in parts {
        let digits = part.get(..2).filter(|digits| !digits.starts_with('+'));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte @ b' '..=0x7F) = byte {
            decoded.push(char::from(byte));
            decoded.push_str(&part[2..]);
        } else {
            decoded.push('%');
            decoded.push_str(part);
        }
    }
    decoded.into()
}

/// Returns whether a character is a space other than the ordinary one (general category Zs).
fn is_space(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Returns whether a character is a mark or a picture (a bullet, an arrow, a symbol, or an emoji) that contact cards have around addresses and
/// numbers. A URL may contain both.
fn is_decoration(kind: Kind, c: char) -> bool {
    let is_mark = kind == Kind::Tel && "*_`|~".contains(c);
    let is_picture = matches!(c, '·' | '•' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    is_mark || is_picture && matches!(kind, Kind::Email | Kind::Tel | Kind::Date)
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

/// Removes the brackets around a value, labels and schemes before it, and a remark after it: `Asha <mailto:a@example.com>`,
/// `Email: a@example.com (Work)`, `[Asha](mailto:a@example.com)`.
fn unwrapped(text: &str) -> &str {
    let text = trimmed(text);
    let remark = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" ("));
    let is_remark = |text: &str| !text.contains(|c: char| c.is_ascii_digit() || "()@".contains(c));
    let remark = remark.filter(|(_, remark)| is_remark(remark));
    let text = remark.map_or(text, |(value, _)| trimmed(value));
    let mut text = trimmed(bracketed(text).unwrap_or(text));
    while let Some((label, rest)) = label(text) {
        // In a contact card, parameters follow a semicolon, and a group precedes the name (RFC 6350): `item1.TEL;type=CELL:`.
        let name = label.split(';').next().unwrap_or_default();
        let name = name.strip_prefix("item").map_or(name, |rest| {
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
        });
        let is_value = |c: char| c.is_ascii_digit() || "@/+()?#=".contains(c);
        if name.contains(is_value) || rest.starts_with("//") {
            break;
        }
        // `Email:- a@example.com`
        text = trimmed(rest.trim_start_matches([' ', '-']));
    }
    text
}

/// Splits a text at the colon, or the hyphen between spaces, that comes first. Reads no further, because a text may have many labels.
fn label(text: &str) -> Option<(&str, &str)> {
    let mut marks = text.match_indices([':', '-']);
    marks.find_map(|(at, mark)| match mark {
        ":" => Some((&text[..at], &text[at + 1..])),
        _ => Some((
            text[..at].strip_suffix(' ')?,
            text[at + 1..].strip_prefix(' ')?,
        )),
    })
}

/// Returns what is in brackets at the end of a text: after a name, after the text of a Markdown link, or around all of it. A name that
/// is an address must be that in the brackets: otherwise, one of two addresses would be dropped.
fn bracketed(text: &str) -> Option<&str> {
    let within = |start, end| text.strip_prefix(start)?.strip_suffix(end);
    let markdown = within('[', ')').and_then(|text| text.split_once("]("));
    let is_plain = |text: &&str| !text.contains(['(', ')', '[', ']']);
    let mut around = PAIRS.iter().filter_map(|(start, end)| within(*start, *end));
    let named = text
        .strip_suffix('>')
        .and_then(|text| text.rsplit_once('<'));
    // Outlook and Gmail write an address in other brackets as well.
    let in_brackets = [('[', ']'), ('(', ')')]
        .into_iter()
        .find_map(|(start, end)| {
            let (name, inner) = text.strip_suffix(end)?.rsplit_once(start)?;
            (inner.contains('@') && !name.is_empty()).then_some((name, inner))
        });
    let named = markdown.or(named).or(in_brackets).filter(|(name, inner)| {
        let end = inner.len().checked_sub(trimmed(name).len());
        let end = end.and_then(|end| inner.get(end..));
        !name.contains('@') || end.is_some_and(|end| end.eq_ignore_ascii_case(trimmed(name)))
    });
    let (_, inner) = named.unzip();
    inner.or_else(|| around.find(is_plain))
}

/// Returns the number in a text. Contact cards have words and pictures before it or after it: `Mob. +91 98765 43210`,
/// `(M) 98765 43210`, `98765 43210 - WhatsApp`.
fn telephone(text: &str) -> &str {
    // A parameter follows a semicolon (RFC 3966). Another number may follow one, too, and is kept, as is an extension, so that they are
    // refused.
    let parameter = text.split_once(';').filter(|(_, rest)| {
        let has_extension = format!(";{rest}").to_ascii_lowercase().contains(";ext=");
        rest.starts_with(|c: char| c.is_ascii_lowercase()) && !has_extension
    });
    let text = parameter.map_or(text, |(number, _)| number);
    let text = without_count(text);
    let digit = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let words = text[..digit].trim_end_matches(['+', '(', ' ']);
    let number = if words.contains('@') {
        text
    } else {
        &text[words.len()..]
    };
    let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
    let words = number[digits.len()..].trim_start_matches(')');
    // Letters at the end of the digits may hide others: `98765 432xx`.
    let is_remark = !words.starts_with(char::is_alphanumeric) && !words.contains('@');
    let number = if is_remark && !digits.is_empty() {
        trimmed(&number[..number.len() - words.len()])
    } else {
        trimmed(number)
    };
    // A spreadsheet takes a number for an amount: `9876543210.0`.
    let whole = number.strip_suffix(".0").filter(|whole| {
        let digits = whole.strip_prefix('+').unwrap_or(whole);
        digits.len() >= 10 && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    whole.unwrap_or(number)
}

/// Signs of opening hours in a remark with several numbers: `24x7`, `10 am to 7 pm`, `Mon-Sat, 10:00-18:00`.
const HOURS: [&str; 9] = ["am", "pm", "a.m", "p.m", " to ", "x7", "/7", ":00", ":30"];

/// Returns a text without a label or a remark that has digits of its own: `Mobile 2 - 98765 43210`, `079 2658 1234 (10 lines)`,
/// `98765 43210 (10 am to 7 pm)`. The rest must be a whole number. An extension is kept, so that it is refused.
fn without_count(text: &str) -> &str {
    let is_count = |part: &str| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        let numbers = part.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<usize> = numbers.map(str::len).filter(|length| *length > 0).collect();
        let part = part.to_ascii_lowercase();
        let are_hours = (2..=4).contains(&numbers.len())
            && numbers.iter().all(|length| *length <= 2)
            && HOURS.iter().any(|sign| part.contains(sign));
        ((1..=2).contains(&digits) || are_hours) && !part.contains("ext")
    };
    let has_letter = |part: &str| part.contains(char::is_alphabetic);
    let signs = [" (", " - "].map(|sign| text.split_once(sign));
    let hours = text.rsplit_once(' ');
    let hours = hours.filter(|(_, hours)| ["24x7", "24X7", "24/7"].contains(hours));
    let ends = signs.into_iter().chain([hours]).flatten();
    let after = ends.min_by_key(|(number, _)| number.len());
    let after = after.filter(|(number, remark)| {
        let is_remark = is_count(remark) && (has_letter(remark) || remark.contains([')', '/']));
        is_remark && is_complete(number) && !has_letter(number)
    });
    let after = after.map(|(number, _)| number);
    let mut starts = [" - ", ": ", ") ", ". "].iter();
    let before = starts.find_map(|sign| {
        let (label, number) = text.split_once(sign)?;
        let is_label = is_count(label) && (has_letter(label) || label.len() == 1);
        (is_label && is_complete(number) && !has_letter(number)).then_some(number)
    });
    after.or(before).map_or(text, trimmed)
}

/// Returns whether a text may have digits that are not written as such: two masking characters in a row, or words after the digits
/// (`98765 4****`, `XX765 43210`, `98765 43 two one zero`).
fn may_hide_digits(text: &str) -> bool {
    let is_mask = |c| "xX#?".contains(c) || is_decoration(Kind::Tel, c);
    let mut pairs = text.chars().zip(text.chars().skip(1));
    let after = text.rsplit(|c: char| c.is_ascii_digit()).next();
    let after = after.unwrap_or_default();
    pairs.any(|(first, second)| is_mask(first) && is_mask(second))
        || after.contains('…')
        || after.chars().filter(|c| !" ()".contains(*c)).count() > 1
}

/// Returns whether a number has the ten digits of an Indian number, in addition to the country code and zeros before it.
fn is_complete(number: &str) -> bool {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let is_international = number.contains('+') || digits.starts_with("00");
    let digits = digits.trim_start_matches('0');
    let national = digits.strip_prefix("91").filter(|_| is_international);
    national.unwrap_or(digits).trim_start_matches('0').len() >= 10
}

/// Returns whether a slash follows the area code of an Indian landline number, which has eleven digits: `079/26581234`. Any other
/// slash may separate two numbers.
fn is_landline(number: &str) -> bool {
    let Some((code, rest)) = number.split_once('/') else {
        return false;
    };
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    code.starts_with('0')
        && (2..=5).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_digit())
        && code.len() + digits == 11
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b" -".contains(&byte))
}

fn trimmed(text: &str) -> &str {
    let text = text.trim().trim_start_matches(STARTS);
    text.trim_end_matches(ENDS)
}

/// Returns the mail address in a text, with its domain in ASCII.
fn address(text: &str) -> String {
    let text = unwrapped(without_remark_after(text));
    match text.split_once('@') {
        Some((local, domain)) => {
            // A subject follows a question mark (RFC 6068).
            let domain = domain.split('?').next().unwrap_or_default();
            // Keyboards add a space after a full stop.
            let labels: Vec<&str> = domain.split('.').map(str::trim).collect();
            format!("{}@{}", local.trim_end(), ascii_domain(&labels.join(".")))
        }
        None => text.to_owned(),
    }
}

/// Returns a text without the remark after its only mail address: `asha@example.com - personal`, `asha@example.com (since 2019)`.
fn without_remark_after(text: &str) -> &str {
    let Some(at) = text.find('@').filter(|at| !text[at + 1..].contains('@')) else {
        return text;
    };
    let signs = [" (", " - ", " | "].map(|sign| text[at..].find(sign));
    let end = signs.into_iter().flatten().min();
    end.map_or(text, |end| &text[..at + end])
}

/// Returns a web address with its host in ASCII. One without a scheme gets `https://`, if it begins with a domain.
fn web_address(text: &str) -> String {
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, text),
    };
    let rest = rest.trim_start();
    let (host, rest) = rest.split_at(rest.find(['/', '?', '#', ':', ' ']).unwrap_or(rest.len()));
    let host = ascii_domain(host);
    // Spaces before a second address are not part of the first.
    let is_address = |word: &str| {
        let host = word.split('/').next().unwrap_or_default();
        email::is_domain(host) && (host.len() < word.len() || host.starts_with("www."))
    };
    let is_one = !rest.contains("://") && !rest.split(' ').skip(1).any(is_address);
    let rest = if !is_one {
        rest.to_owned()
    } else if rest.starts_with('/') && ends_with_extension(rest) {
        rest.replace(' ', "%20")
    } else {
        without_remark(rest).to_owned()
    };
    match scheme {
        Some(scheme) => format!("{scheme}://{host}{rest}"),
        // What follows the host is a port or, after another scheme, not a host at all.
        None if rest.starts_with(':') => text.to_owned(),
        None if email::is_domain(&host) => format!("https://{host}{rest}"),
        None => text.to_owned(),
    }
}

/// Returns whether a path ends with the name of a file, such as `My CV.pdf`, whose spaces are a part of it.
fn ends_with_extension(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    (2..=4).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns a path without the title of its page, which a phone or a list of links adds: `/in/asha | LinkedIn`.
fn without_remark(path: &str) -> &str {
    let mut signs = [" | ", " - ", " – ", " — "].iter();
    let before = signs.find_map(|sign| path.split_once(sign));
    before.map_or(path, |(before, _)| before)
}

/// Encodes a domain in ASCII as browsers do (Unicode Technical Standard 46). Returns an invalid domain unchanged.
fn ascii_domain(domain: &str) -> Cow<'_, str> {
    if domain.is_ascii() {
        return domain.into();
    }
    idna::domain_to_ascii(domain).map_or(domain.into(), Cow::Owned)
}
