//! Email addresses, restricted to those that are safe in a Reply-To header.

use crate::mail::mime::has_encoded_word;

/// Returns whether a text is a single plain address: a dot-atom (RFC 5322, section 3.2.3) of at most 64 characters (RFC 5321,
/// section 4.5.3.1.1), `@`, and a domain with at least two labels, of which the last is not a number. Quoted local parts,
/// address literals, and non-ASCII characters are refused, because mail services refuse them, too, and the notification could
/// never be sent. An encoded word is refused because mail programs would show a different address.
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    !has_encoded_word(text)
        && local.len() <= 64
        && local.split('.').all(is_atom)
        && is_domain(domain)
}

fn is_atom(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b))
}

/// Returns whether a text is a domain with at least two labels, of which the last is not a number.
pub fn is_domain(text: &str) -> bool {
    let mut labels = text.split('.');
    let last = labels.next_back().unwrap_or_default();
    labels.clone().next().is_some()
        && labels.all(is_label)
        && is_label(last)
        && !last.bytes().all(|b| b.is_ascii_digit())
}

/// Returns whether a text is a label of a host name (RFC 1123, section 2.1).
fn is_label(text: &str) -> bool {
    (1..=63).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
}
