//! Addresses of telephone numbers, `tel:+911122334455` (RFC 3966).

use diagnostic::{Diagnostic, Help};
use percent_encoding::percent_decode_str;

use crate::codes;

/// Codes of countries in whose numbers the 0 is dialled from abroad, too (ITU-T, national numbering plans): Italy, San Marino, the Vatican,
/// Ivory Coast, Gabon, and the Congo.
const WITH_ZERO: [&str; 6] = ["39", "378", "379", "225", "241", "242"];

/// Returns whether the 0 in brackets of a number such as `+353(0)20…` is not dialled.
pub fn has_unused_zero(number: &str) -> bool {
    let code = number.split("(0)").next().unwrap_or_default();
    let code: String = code.chars().filter(char::is_ascii_digit).collect();
    let code = code.trim_start_matches('0');
    number.contains("(0)") && !WITH_ZERO.contains(&code)
}

/// Returns what is wrong with the address of a number, such as `tel:…` or `sms:…`.
pub fn bad_number(scheme: &str, rest: &str) -> Option<Diagnostic> {
    let before_query = rest.split('?').next().unwrap_or_default();
    let number = before_query.split(';').next().unwrap_or_default();
    let number = number.replace("%20", "");
    if number.starts_with(['+', '0']) && has_unused_zero(&number) && !number.starts_with("0(") {
        let typed = format!("{scheme}:{before_query}");
        let meant = typed.replace("(0)", "").replace("%20", "");
        let meant: String = meant.split_whitespace().collect();
        let help = Help::replace(format!("write {meant}"), &typed, &meant).certainly();
        let message = format!("`{typed}` also dials the 0 of calls within the country");
        return Some(finding(message, help).warning());
    }
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let is_number = number
        .chars()
        .all(|c| c.is_ascii_digit() || "+-.() *#".contains(c));
    if is_number && digits >= 3 {
        let joined: String = before_query.split_whitespace().collect();
        if joined == before_query {
            return None;
        }
        let typed = format!("{scheme}:{before_query}");
        let help = if joined.starts_with('+') {
            let joined = format!("{scheme}:{joined}");
            Help::replace(format!("write {joined}"), &typed, &joined)
        } else {
            "write the number without spaces, and with its country code: tel:+911122334455".into()
        };
        let message = format!("`{typed}` has spaces, which no URL contains");
        return Some(finding(message, help).warning());
    }
    // Digits of another script.
    let plain: String = number
        .chars()
        .map(|c| content::ascii_digit(c).unwrap_or(c))
        .collect();
    let plain: String = plain.split_whitespace().collect();
    let is_other = plain
        .strip_prefix('+')
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    if is_other && plain.len() > 7 {
        let help = format!("write {scheme}:{plain}");
        let help = Help::replace(
            help,
            &format!("{scheme}:{before_query}"),
            &format!("{scheme}:{plain}"),
        );
        return Some(finding(
            format!("`{before_query}` has digits that telephones do not read"),
            help.certainly(),
        ));
    }
    Some(finding(
        format!("`{before_query}` is not a phone number"),
        "write a number with its country code: tel:+911122334455".into(),
    ))
}

/// Returns the number in a link of `WhatsApp` or Viber as it is written, and with the signs that these read: digits alone, or after `+`
/// in a parameter (<https://faq.whatsapp.com/5913398998672934>). Returns `None` if the link is right, or has no number.
fn chat_number(url: &str) -> Option<(&str, String)> {
    let (_, rest) = url.split_once(':')?;
    let rest = rest.trim_start_matches('/');
    let written = if let Some(path) = rest.strip_prefix("wa.me/") {
        path.split(['?', '#']).next()?
    } else {
        let is_chat = [
            "send?",
            "chat?",
            "api.whatsapp.com/send",
            "web.whatsapp.com/send",
        ];
        let (_, query) = rest.split_once('?')?;
        let mut parameters = query
            .split(['&', '#'])
            .filter_map(|one| one.split_once('='));
        let number = parameters.find(|(name, _)| matches!(*name, "phone" | "number"));
        number
            .filter(|_| is_chat.iter().any(|start| rest.starts_with(start)))?
            .1
    };
    let number = percent_decode_str(written).decode_utf8_lossy();
    let is_number = number
        .chars()
        .all(|c| c.is_ascii_digit() || "+-() ".contains(c));
    let zero = if has_unused_zero(&number) { "(0)" } else { "(" };
    let digits = number.replace(zero, "");
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    let has_plus = number.starts_with('+') && !rest.starts_with("wa.me/");
    let bare = if has_plus { &number[1..] } else { &number };
    let plus = match written.get(..3) {
        _ if !has_plus => "",
        Some("%2B" | "%2b") => "%2B",
        _ => "+",
    };
    (is_number && digits.len() > 6 && digits != bare).then(|| (written, format!("{plus}{digits}")))
}

/// Returns what is wrong with the number in a link of `WhatsApp` or Viber.
pub fn wrong_chat_number(url: &str) -> Option<Diagnostic> {
    let (written, number) = chat_number(url)?;
    let meant = url.replacen(written, &number, 1);
    let program = if url.starts_with("viber:") {
        "Viber"
    } else {
        "WhatsApp"
    };
    Some(finding(
        format!("`{url}` has signs in its number, which {program} does not read"),
        Help::replace(format!("write {meant}"), url, &meant),
    ))
}

fn finding(message: String, help: Help) -> Diagnostic {
    Diagnostic::new(&codes::BAD_ADDRESS, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (number, expected) in [
            ("+91 98765 43210", "write tel:+919876543210"),
            ("020 912 3456", "without spaces, and with its country code"),
            ("+353209123456", ""),
            ("+91%2098765", ""),
            ("+353(0)209123456", "write tel:+353209123456"),
            ("+44%20(0)20-7946-0000", "write tel:+4420-7946-0000"),
            ("+49-(0)30-123456", "write tel:+49-30-123456"),
            ("0044(0)2079460000", "write tel:00442079460000"),
            ("+44(20)79460000", ""),
            ("+353(0)1234567;ext=5", "write tel:+3531234567;ext=5"),
            ("+૯૧૯૦૦૦૦૧૨૩૪૫", "write tel:+919000012345"),
            ("112", ""),
            ("call us", "write a number with its country code"),
        ] {
            let help = bad_number("tel", number).map(|one| one.help.concat());
            let help = help.unwrap_or_default();
            let is_expected = help.contains(expected) && help.is_empty() == expected.is_empty();
            assert!(is_expected, "{number}: {help}");
        }
    }
}
