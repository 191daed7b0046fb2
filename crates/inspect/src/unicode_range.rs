//! `unicode-range` of style sheets (CSS Fonts 4, section 4.5).

use std::ops::RangeInclusive;

/// The code points of a `unicode-range`; what cannot be read is left out.
pub fn code_points(ranges: &str) -> impl Iterator<Item = RangeInclusive<u32>> {
    ranges.split(',').filter_map(|range| {
        let range = range.trim();
        let range = range
            .strip_prefix("U+")
            .or_else(|| range.strip_prefix("u+"))?;
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let number = |digits: &str, wild: &str| u32::from_str_radix(&digits.replace('?', wild), 16);
        let (from, to) = (number(from, "0").ok()?, number(to, "F").ok()?);
        (from <= to).then_some(from..=to)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_of_a_range() {
        for (text, expected) in [
            ("U+0000-00FF, U+0131", vec![0..=0xFF, 0x131..=0x131]),
            ("U+00??,u+61", vec![0..=0xFF, 0x61..=0x61]),
            ("U+9-1, 61, U+x", vec![]),
        ] {
            assert_eq!(code_points(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
