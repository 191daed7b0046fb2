//! The attribute `srcset`, which lists pictures with their widths or densities.

use std::ops::Range;

/// Returns the byte ranges of the URLs in the value of a `srcset` (HTML standard, 4.8.4.2.2). A URL ends at a space or, without a
/// descriptor, at the comma after it.
pub fn urls(value: &str) -> Vec<Range<usize>> {
    let mut urls = Vec::new();
    let is_separator = |c: char| c.is_ascii_whitespace() || c == ',';
    let mut at = 0;
    loop {
        let rest = value[at..].trim_start_matches(is_separator);
        if rest.is_empty() {
            return urls;
        }
        let start = value.len() - rest.len();
        let length = rest.find(|c: char| c.is_ascii_whitespace());
        let written = &rest[..length.unwrap_or(rest.len())];
        let url = written.trim_end_matches(',');
        urls.push(start..start + url.len());
        at = start + written.len();
        if url.len() == written.len() {
            at += value[at..].find(',').unwrap_or(value.len() - at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::urls;

    #[test]
    fn lists() {
        for (value, expected) in [
            ("", vec![]),
            ("a.jpg", vec!["a.jpg"]),
            ("a.jpg 1x,b.jpg 2x", vec!["a.jpg", "b.jpg"]),
            (" a.jpg 400w , /b,c.jpg  800w,", vec!["a.jpg", "/b,c.jpg"]),
            ("a.jpg, b.jpg 2x", vec!["a.jpg", "b.jpg"]),
            ("a.jpg,b.jpg", vec!["a.jpg,b.jpg"]),
        ] {
            let found: Vec<&str> = urls(value).into_iter().map(|at| &value[at]).collect();
            assert_eq!(found, expected, "{value}");
        }
    }
}
