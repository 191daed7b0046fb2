//! Requests for a part of a file (RFC 9110, section 14), with which browsers seek in videos.

use std::ops::Range;

/// The part of a file that a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole file.
    Whole,
    /// These bytes.
    Bytes(Range<usize>),
    /// Bytes that the file does not have.
    Unsatisfiable,
}

/// Reads the header `Range`. A header that is malformed, or that asks for several parts, means the whole file, as the standard
/// allows.
pub fn part(header: Option<&str>, length: usize) -> Part {
    let Some((first, last)) = header
        .and_then(|header| header.strip_prefix("bytes="))
        .and_then(|range| range.split_once('-'))
    else {
        return Part::Whole;
    };
    let (first, last) = (first.trim(), last.trim());
    let range = match (first.parse::<usize>(), last.parse::<usize>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(length),
        (Ok(first), Err(_)) if last.is_empty() => first..length,
        (Err(_), Ok(count)) if first.is_empty() => length.saturating_sub(count)..length,
        _ => return Part::Whole,
    };
    if range.is_empty() {
        Part::Unsatisfiable
    } else {
        Part::Bytes(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        for (header, expected) in [
            ("bytes=0-3", Part::Bytes(0..4)),
            ("bytes=4-", Part::Bytes(4..10)),
            ("bytes=-3", Part::Bytes(7..10)),
            ("bytes=-30", Part::Bytes(0..10)),
            ("bytes=8-99", Part::Bytes(8..10)),
            ("bytes=10-", Part::Unsatisfiable),
            ("bytes=-0", Part::Unsatisfiable),
            ("bytes=0-18446744073709551615", Part::Bytes(0..10)),
            ("bytes=3-1", Part::Whole),
            ("bytes=0-1,4-5", Part::Whole),
            ("items=0-1", Part::Whole),
            ("bytes=a-b", Part::Whole),
        ] {
            assert_eq!(part(Some(header), 10), expected, "{header}");
        }
        assert_eq!(part(None, 10), Part::Whole);
    }
}
