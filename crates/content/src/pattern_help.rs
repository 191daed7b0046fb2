//! Help for a value that does not match the pattern or the format of its schema.

use std::borrow::Cow;

use diagnostic::{nearest, one_of};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::file_language::language_tag;
use crate::slug::similar_slug;

/// Returns a value that matches the pattern and that the author may have meant: without its last slash, with hyphens for underscores,
/// the path of a URL, a path with its slash, a URL with its scheme, the last part of a path, its digits, an offset from UTC with all its
/// digits, the code of a language, or the word as a slug. Returns `None` if none of them matches.
pub fn similar_value(pattern: &str, word: &str) -> Option<String> {
    let last = word.rsplit(['/', '\\']).next().unwrap_or_default();
    let path = word
        .split_once("://")
        .and_then(|(_, rest)| Some(rest[rest.find('/')?..].to_owned()));
    let schemes = ["://", "mailto:", "tel:"];
    let is_address = schemes.iter().any(|sign| word.contains(sign));
    let is_path = !word.contains(|sign: char| sign.is_uppercase() || "@<>\"".contains(sign));
    let slashed = (!is_address && is_path).then(|| format!("/{}", page_path(word)));
    let is_host = word.contains('.') && !word.contains(':') && !word.starts_with(['/', '.']);
    let secure = is_host.then(|| format!("https://{word}"));
    let (web, other) = match &secure {
        Some(_) if word.starts_with("www.") => (secure, None),
        _ => (None, secure),
    };
    let decoded = percent_decode_str(word).decode_utf8().ok();
    let is_words = word
        .chars()
        .all(|sign| sign.is_alphanumeric() || " _-".contains(sign));
    // A pattern without letters is one for digits.
    let digits = !pattern.contains(['a', 'A', 'w', '/']);
    let digits = digits.then(|| word.chars().filter_map(ascii_digit).collect());
    let is_language = ["^[a-z]{2", "^[A-Za-z]{2"]
        .iter()
        .any(|start| pattern.starts_with(start));
    let first_language = || language_tag(word.split([',', ';', '/', '|', '&']).next()?.trim());
    let candidates = [
        Some(word.trim().to_owned()),
        Some(word.trim_end_matches('/').to_owned()),
        Some(word.replace('_', "-")),
        web_address(word),
        path,
        web,
        slashed,
        other,
        word.starts_with("//").then(|| format!("https:{word}")),
        word.split(['?', '#'])
            .next()
            .map(|one| one.trim_end_matches('/').to_owned()),
        word.split_once("://").map(|(scheme, rest)| {
            let scheme = scheme.to_lowercase();
            let is_known = matches!(&*scheme, "https" | "http");
            let near = nearest(&scheme, ["https"]).filter(|_| !is_known);
            let meant = near.unwrap_or(&scheme);
            format!("{meant}://{rest}")
        }),
        decoded.map(Cow::into_owned),
        Some(last.to_owned()),
        PAGE_ENDINGS
            .iter()
            .find_map(|ending| last.strip_suffix(ending))
            .and_then(similar_slug),
        digits,
        padded_offset(word),
        time_of_day(word),
        is_language
            .then(|| language_tag(word).or_else(first_language))
            .flatten(),
        similar_slug(word),
        word.strip_suffix("/index.html").map(str::to_owned),
        similar_slug(word)
            .filter(|_| is_words)
            .map(|slug| format!("/{slug}")),
    ];
    let schema = serde_json::json!({ "pattern": pattern });
    let mut candidates = candidates.into_iter().flatten();
    candidates.find(|one| {
        let is_other = !one.is_empty() && one != word && one != "/";
        // Other words would be a language that no browser knows.
        let is_other = is_other && (!is_language || language_tag(one).is_some());
        let is_word = !one.contains(char::is_whitespace) || word.trim() == one;
        is_other && is_word && jsonschema::is_valid(&schema, &Value::from(one.as_str()))
    })
}

/// Returns the address that begins with `https://` in place of a scheme without encryption, a misspelled or repeated one, or one that has
/// lost a sign: `http://`, `htps://`, `https//`, `https:/`. Returns `None` for anything else.
pub fn web_address(word: &str) -> Option<String> {
    let signs = [':', ';', '/', '\\', ' '];
    let mut rest = word.trim();
    while let Some((scheme, after)) = rest.find(signs).map(|at| rest.split_at(at)) {
        let lower = scheme.to_ascii_lowercase();
        let is_scheme =
            matches!(&*lower, "http" | "https") || nearest(&lower, ["https", "http"]).is_some();
        let host = after.trim_start_matches(signs);
        let sign = &after[..after.len() - host.len()];
        if !is_scheme || !sign.contains([':', ';', '/', '\\']) {
            break;
        }
        rest = host;
    }
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let is_address = rest.len() < word.trim().len()
        && host.contains('.')
        && !host.starts_with('.')
        && !rest.contains(char::is_whitespace);
    let address = format!("https://{rest}");
    (is_address && address != word).then_some(address)
}

/// Endings of pages in the addresses of other programs.
const PAGE_ENDINGS: [&str; 5] = [".html", ".htm", ".md", ".php", ".aspx"];

/// Returns the digits of a word in the notation of an example that matches the pattern, such as a telephone number or a postal code
/// with other spaces. The code of the example's country is added if only that is missing; digits of other scripts become those of ASCII.
/// Returns `None` if the word has other digits than the example needs, or if the result does not match.
pub fn like_example(pattern: &str, word: &str, example: &str) -> Option<String> {
    // A spreadsheet has shortened the number: 9.19877E+11.
    if word.contains("E+") {
        return None;
    }
    let digits: Vec<char> = word.chars().filter_map(ascii_digit).collect();
    // A zero before the number of a region is dialed within the country only.
    let digits = digits.strip_prefix(&['0']).unwrap_or(&digits);
    let needed = example.chars().filter(char::is_ascii_digit).count();
    let missing = needed.checked_sub(digits.len())?;
    let code = example.strip_prefix('+').map_or(0, country_code);
    if digits.is_empty() || missing != 0 && missing != code {
        return None;
    }
    let mut own = digits.iter();
    let mut kept = missing;
    let written: String = example
        .chars()
        .filter_map(|sign| {
            if !sign.is_ascii_digit() {
                return Some(sign);
            }
            if kept > 0 {
                kept -= 1;
                return Some(sign);
            }
            own.next().copied()
        })
        .collect();
    let schema = serde_json::json!({ "pattern": pattern });
    let is_match = jsonschema::is_valid(&schema, &Value::from(written.as_str()));
    (is_match && written != word).then_some(written)
}

/// Returns the number of digits of the country code with which an international telephone number begins (ITU-T E.164, list of assigned
/// country codes).
fn country_code(number: &str) -> usize {
    const TWO_DIGITS: &str = "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 \
                              86 90 91 92 93 94 95 98";
    if number.starts_with(['1', '7']) {
        1
    } else if TWO_DIGITS.split(' ').any(|code| number.starts_with(code)) {
        2
    } else {
        3
    }
}

/// Returns the mail address that the author may have meant: the one in a link, in angle brackets after a name, with words in place of
/// the signs, or with spaces in it. Returns `None` if there is none.
pub fn similar_email(word: &str) -> Option<String> {
    let address = word.split_once('<').map_or(word, |(_, rest)| rest);
    let address = address.split('>').next().unwrap_or_default();
    let mut address = address.trim().to_lowercase();
    for (written, sign) in [
        ("mailto:", ""),
        ("(at)", "@"),
        ("[at]", "@"),
        (" at ", "@"),
        ("(dot)", "."),
        ("[dot]", "."),
        (" dot ", "."),
        ("@@", "@"),
    ] {
        address = address.replace(written, sign);
    }
    address.retain(|sign| !sign.is_whitespace());
    if address.matches('@').count() == 1
        && let Some(at) = address.find('@')
    {
        address = format!("{}{}", &address[..at], address[at..].replace(',', "."));
    }
    let (name, host) = address.split_once('@')?;
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "._+-".contains(sign);
    let is_plain = |part: &str| {
        !part.is_empty()
            && part.chars().all(is_sign)
            && !part.starts_with('.')
            && !part.ends_with('.')
            && !part.contains("..")
    };
    (is_plain(name) && is_plain(host) && host.contains('.') && address != word).then_some(address)
}

/// Blocks of Unicode with the ten digits of a script of India, by their zeros, and of Arabic.
const ZEROS: [char; 12] = [
    '0', '\u{660}', '\u{6F0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}', '\u{BE6}',
    '\u{C66}', '\u{CE6}', '\u{FF10}',
];

/// Returns a decimal digit as that of ASCII, or `None` for any other character.
pub fn ascii_digit(sign: char) -> Option<char> {
    let value = |zero: &char| u32::from(sign).checked_sub(u32::from(*zero));
    let digit = ZEROS
        .iter()
        .find_map(|zero| value(zero).filter(|value| *value < 10))?;
    char::from_digit(digit, 10)
}

/// Returns the path that the URL of a page probably has, given that of its file: without `.md`, and without the folder of all pages.
pub(crate) fn page_path(file: &str) -> &str {
    let Some(path) = file.strip_suffix(".md") else {
        return file;
    };
    let path = path.strip_prefix("content/").unwrap_or(path);
    path.strip_prefix("pages/").unwrap_or(path)
}

/// Returns an offset such as `+5:30`, `+530`, `5:30`, or `GMT+5` in the form `+05:30`, or `None` for any other text.
fn padded_offset(word: &str) -> Option<String> {
    let text = word
        .trim_start_matches(|c: char| c.is_ascii_alphabetic())
        .replace('−', "-");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', text.strip_prefix('+').unwrap_or(&text)),
    };
    let digits = digits.trim();
    let (hours, minutes) = match digits.split_once([':', '.']) {
        Some(parts) => parts,
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "00"),
    };
    // Half an hour may be written as a fraction.
    let minutes = if minutes == "5" && digits.contains('.') {
        "30"
    } else {
        minutes
    };
    let has_both_digits = minutes.len() == 2;
    let (hours, minutes): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
    (has_both_digits && hours <= 14 && minutes < 60)
        .then(|| format!("{sign}{hours:02}:{minutes:02}"))
}

/// Returns a time such as `7:00 PM`, `7.00 pm`, `7 pm`, or `7:00` as `19:00` or `07:00`, or `None` for any other text.
fn time_of_day(word: &str) -> Option<String> {
    let text: String = word.to_lowercase().split_whitespace().collect();
    let text = text.replace("a.m.", "am").replace("p.m.", "pm");
    let time = text
        .strip_suffix(['m'])
        .map_or(text.as_str(), |time| time.trim_end_matches(['a', 'p']));
    let (hours, minutes) = time.split_once([':', '.']).unwrap_or((time, "00"));
    let is_clock = time.len() < text.len() || hours.len() < time.len();
    let (hour, minute): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
    let hour = match text.strip_prefix(time)? {
        "" => hour,
        "am" if hour <= 12 => hour % 12,
        "pm" if hour <= 12 => hour % 12 + 12,
        _ => return None,
    };
    (is_clock && minutes.len() == 2 && hour < 24 && minute < 60)
        .then(|| format!("{hour:02}:{minute:02}"))
}

/// Returns the time of day twelve hours after `time`, which is 24-hour notation for `word`, if `word` does not say which half of the day
/// it means.
pub fn in_the_evening(word: &str, time: &str) -> Option<String> {
    let (hours, minutes) = time.split_once(':')?;
    let hour: u8 = hours.parse().ok()?;
    let is_open = !word.contains(|c: char| c.is_ascii_alphabetic());
    let is_time = hours.len() == 2 && minutes.len() == 2 && minutes.parse::<u8>().is_ok();
    (is_open && is_time && (1..12).contains(&hour)).then(|| format!("{}:{minutes}", hour + 12))
}

/// Returns help that explains how the value must start or end to match the pattern, or `None` if the pattern is not that simple.
pub fn pattern_in_words(pattern: &str, word: &str) -> Option<String> {
    let is_literal =
        |text: &&str| !text.contains(['[', '(', '*', '+', '?', '{', '|', '$', '^', '.']);
    if let Some(end) = pattern
        .strip_suffix('$')
        .and_then(|start| start.rsplit_once("\\."))
        && is_literal(&end.1)
        && !word.ends_with(&format!(".{}", end.1))
    {
        let end = end.1;
        return Some(if word.contains('.') {
            format!("it must end with `.{end}`")
        } else {
            format!("it must end with `.{end}`: did you mean `{word}.{end}`?")
        });
    }
    let start = pattern.strip_prefix('^')?;
    let starts: Vec<&str> = match start
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(alternatives) => alternatives.split('|').collect(),
        None => vec![start],
    };
    let are_literal = starts.iter().all(is_literal);
    are_literal.then(|| format!("it must start with {}", one_of(starts)))
}

#[cfg(test)]
mod tests {
    use super::{like_example, similar_email, similar_value};

    #[test]
    fn values_that_fit_a_pattern() {
        for (pattern, word, expected) in [
            ("^[a-z0-9]+(-[a-z0-9]+)*$", "My Page", "my-page"),
            ("^[a-z0-9]+(-[a-z0-9]+)*$", "a/b", "b"),
            ("^/", "old", "/old"),
            ("^/", "old page", "/old-page"),
            ("^https://", "e.org/a", "https://e.org/a"),
            ("^https://", "e.org/a b", ""),
            ("^https://", "htps://e.org/a", "https://e.org/a"),
            ("^https://", " https://e.org/a", "https://e.org/a"),
            ("^(/|https://)", "http://e.org/a", "https://e.org/a"),
            ("^(/|https://)", "https//e.org", "https://e.org"),
            ("^(/|https://)", "https:/e.org/a", "https://e.org/a"),
            ("^(/|https://)", "http:\\\\e.org", "https://e.org"),
            ("^(/|https://)", "https://https://e.org", "https://e.org"),
            ("^(/|https://)", "https://", ""),
            ("^[1-9][0-9]{5}$", "Mumbai 400 001", "400001"),
            ("^/", "about.md", "/about"),
            ("^/", "content/pages/a/b.md", "/a/b"),
            ("^/", "https://e.org/old", "/old"),
            (
                "^[a-z0-9-]+\\.html$",
                "themes/t/templates/page.html",
                "page.html",
            ),
            ("^https?://[^/]+$", "https://e.org/", "https://e.org"),
            ("^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "en_US", "en-US"),
            ("^[A-Z]{2}$", "r1", ""),
            ("^[+-][0-9]{2}:[0-9]{2}$", "+5:30", "+05:30"),
            ("^[+-][0-9]{2}:[0-9]{2}$", "UTC+5.30", "+05:30"),
            ("^[+-][0-9]{2}:[0-9]{2}$", "-800", "-08:00"),
            ("^[+-][0-9]{2}:[0-9]{2}$", "+1", "+01:00"),
            ("^[+-][0-9]{2}:[0-9]{2}$", "5.5", "+05:30"),
            ("^[+-][0-9]{2}:[0-9]{2}$", "5:5", ""),
            ("^[+-][0-9]{2}:[0-9]{2}$", "GMT", ""),
            ("^[+-][0-9]{2}:[0-9]{2}$", "+99:00", ""),
            ("^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "Hindi", "hi"),
            ("^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "english", "en"),
            ("^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "en-IE, ga", "en-IE"),
            ("^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "my words", ""),
            ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "7.00 pm", "19:00"),
            ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "7:00 PM", "19:00"),
            ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "12 a.m.", "00:00"),
            ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "7:00", "07:00"),
            ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "24:00", ""),
            ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "7", ""),
            ("^/", "", ""),
            ("^(/|https://)", "@cacs", ""),
            ("^(/|https://)", "<iframe src=\"a\">", ""),
        ] {
            let found = similar_value(pattern, word);
            assert_eq!(found.unwrap_or_default(), expected, "{pattern} {word}");
        }
    }

    #[test]
    fn digits_in_the_notation_of_an_example() {
        let phone = "^\\+91(?=( ?[0-9]){10}$)( [0-9]+)+$";
        let dialed = "^\\+(91[0-9]{10}|(?!91)[1-9][0-9]{7,14})$";
        for (pattern, example, word, expected) in [
            (phone, "+91 98765 43210", "9123456789", "+91 91234 56789"),
            (phone, "+91 98765 43210", "09123456789", "+91 91234 56789"),
            (
                phone,
                "+91 98765 43210",
                "+91-91234-56789",
                "+91 91234 56789",
            ),
            (
                phone,
                "+91 98765 43210",
                "Tel: 091234 56789",
                "+91 91234 56789",
            ),
            (
                phone,
                "+91 98765 43210",
                "\u{96F}\u{967}\u{968}\u{969}\u{96A}\u{96B}\u{96C}\u{96D}\u{96E}\u{96F}",
                "+91 91234 56789",
            ),
            (phone, "+91 98765 43210", "9123456", ""),
            (phone, "+91 98765 43210", "91234 5678", ""),
            (phone, "+91 98765 43210", "91234 567", ""),
            (phone, "+91 98765 43210", "91234 56789 / 99999", ""),
            (dialed, "+919876543210", "91234 56789", "+919123456789"),
            ("^[1-9][0-9]{5}$", "380009", "Mumbai - 400 001", "400001"),
            ("^[1-9][0-9]{5}$", "380009", "4000", ""),
            ("^[1-9][0-9]{5}$", "380009", "", ""),
        ] {
            let found = like_example(pattern, word, example);
            assert_eq!(found.unwrap_or_default(), expected, "{word}");
        }
    }

    #[test]
    fn mail_addresses() {
        for (word, expected) in [
            ("mailto:a@b.example", "a@b.example"),
            ("a at b.example", "a@b.example"),
            ("Asha Mehta <asha.mehta@b.example>", "asha.mehta@b.example"),
            ("a (at) b (dot) example", "a@b.example"),
            ("a @b.example", "a@b.example"),
            ("a@b", ""),
            ("a", ""),
            ("a@b@c.example", ""),
            ("a, b@c.example", ""),
            ("a@b,example", "a@b.example"),
            ("a@b.example, c@d.example", ""),
            ("@b.example", ""),
        ] {
            assert_eq!(similar_email(word).unwrap_or_default(), expected, "{word}");
        }
    }
}
