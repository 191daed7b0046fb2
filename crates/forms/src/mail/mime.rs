//! Encodes a message with a text and an HTML part (RFC 5322 and 2045).
//!
//! This is written by hand because the message always has the same ten headers, while lettre's builder would add forty crates,
//! including Unicode tables for international domain names.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use jiff::fmt::rfc2822;

/// A message before it is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message<'a> {
    /// Address of the firm.
    pub from: &'a str,
    /// Addresses of the recipients.
    pub to: &'a [String],
    /// Address of the visitor.
    pub reply_to: Option<&'a str>,
    /// Subject; may contain any characters.
    pub subject: &'a str,
    /// Time of sending.
    pub date: Timestamp,
    /// Reference of the submission, or the id of a digest.
    pub reference: &'a str,
    /// The body as plain text.
    pub text: &'a str,
    /// The body as HTML.
    pub html: &'a str,
}

impl Message<'_> {
    /// Encodes the message with CRLF line ends, in ASCII only, and with no line longer than RFC 5322 allows.
    ///
    /// Whatever the values contain, they cannot add a header: an address that is not safe in a header is left out, and a
    /// subject that is not plain is encoded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let boundary = format!("=_{}", self.reference);
        let domain = self.from.rsplit('@').next().unwrap_or_default();
        let date =
            rfc2822::to_string(&self.date.to_zoned(jiff::tz::TimeZone::UTC)).unwrap_or_default();
        let to: Vec<&str> = self
            .to
            .iter()
            .map(String::as_str)
            .filter(|to| is_header_safe(to))
            .collect();
        let mut headers = vec![
            ("From", self.from.to_owned()),
            ("To", to.join(",\r\n ")),
            ("Subject", subject(self.subject)),
            ("Date", date),
            ("Message-ID", format!("<{}@{domain}>", self.reference)),
            ("X-Submission-Id", self.reference.to_owned()),
            ("Auto-Submitted", "auto-generated".to_owned()),
            ("MIME-Version", "1.0".to_owned()),
            (
                "Content-Type",
                format!("multipart/alternative;\r\n boundary=\"{boundary}\""),
            ),
        ];
        if let Some(reply_to) = self.reply_to.filter(|address| is_header_safe(address)) {
            headers.insert(2, ("Reply-To", reply_to.to_owned()));
        }
        let mut message: String = headers
            .iter()
            .flat_map(|(name, value)| [*name, ": ", value, "\r\n"])
            .collect();
        for (kind, body) in [("plain", self.text), ("html", self.html)] {
            message.extend(["\r\n--", &boundary, "\r\nContent-Type: text/", kind]);
            message
                .push_str("; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n");
            message.push_str(&quoted_printable(body));
        }
        message.extend(["\r\n--", &boundary, "--\r\n"]);
        message.into_bytes()
    }
}

/// Returns whether an address can be written into a header: at most 254 characters (RFC 5321, section 4.5.3.1.3) of visible
/// ASCII, without characters that separate addresses and without an encoded word. Many mail programs decode encoded words even
/// in addresses, where they are not allowed.
pub fn is_header_safe(address: &str) -> bool {
    (1..=254).contains(&address.len())
        && !has_encoded_word(address)
        && address
            .bytes()
            .all(|b| b.is_ascii_graphic() && !b",;:<>()[]\\\"".contains(&b))
}

/// Returns whether a text may contain an encoded word such as `=?utf-8?q?text?=` (RFC 2047, section 2).
pub fn has_encoded_word(text: &str) -> bool {
    text.split_once("=?")
        .is_some_and(|(_, rest)| rest.contains("?="))
}

/// Returns a short and plain subject unchanged, and any other subject as encoded words (RFC 2047).
fn subject(text: &str) -> String {
    if text.len() <= 60
        && text
            .bytes()
            .all(|b| (b == b' ' || b.is_ascii_graphic()) && b != b'=')
    {
        return text.to_owned();
    }
    // An encoded word has at most 75 characters; 36 bytes are 48 characters in base64. No character is split.
    let mut words = vec![String::new()];
    for c in text.chars() {
        match words.last_mut() {
            Some(word) if word.len() + c.len_utf8() <= 36 => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("=?utf-8?B?{}?=", STANDARD.encode(word)))
        .collect();
    words.join("\r\n ")
}

/// Encodes `text` so that ASCII stays readable and lines have at most 76 characters (RFC 2045, section 6.7).
fn quoted_printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut width = 0;
        for (i, byte) in line.bytes().enumerate() {
            let last = i + 1 == line.len();
            let plain = (byte.is_ascii_graphic() && byte != b'=') || (byte == b' ' && !last);
            let piece = if plain {
                char::from(byte).to_string()
            } else {
                format!("={byte:02X}")
            };
            if width + piece.len() > 75 {
                out.push_str("=\r\n");
                width = 0;
            }
            width += piece.len();
            out.push_str(&piece);
        }
        out.push_str("\r\n");
    }
    out
}
