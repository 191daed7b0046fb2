//! Converts text to a part of a URL or an id.

/// Converts text to lower case, removes apostrophes, and replaces everything else but letters and digits with single hyphens:
/// `HR & Payroll` becomes `hr-payroll`.
pub fn slugify(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() || (!slug.is_empty() && is_mark(character)) {
            slug.extend(character.to_lowercase());
        } else if matches!(character, '\'' | '’') {
            // "firm's" is one word.
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// Returns whether a character is a mark on the letter before it: an accent, or the nukta or virama of an Indic script
/// (Unicode 16, general category Mn).
pub fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{951}'..='\u{954}')
        || matches!(character, '\u{900}'..='\u{d7f}')
            && matches!(u32::from(character) % 0x80, 0x3c | 0x4d)
}

#[cfg(test)]
mod tests {
    use super::slugify;

    #[test]
    fn slugs() {
        for (text, slug) in [
            ("CS Services", "cs-services"),
            ("HR & Payroll: what's due?", "hr-payroll-whats-due"),
            ("  ", ""),
            ("आयकर 2025", "आयकर-2025"),
            ("नमस्ते दुनिया", "नमस्ते-दुनिया"),
            ("e\u{301}te\u{301}", "e\u{301}te\u{301}"),
        ] {
            assert_eq!(slugify(text), slug);
        }
    }
}
