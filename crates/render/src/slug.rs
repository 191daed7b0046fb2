//! Words to parts of addresses and ids.

/// Lower-case letters and digits of any script, everything else as single hyphens: `HR & Payroll` becomes `hr-payroll`.
pub fn slugify(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
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
        ] {
            assert_eq!(slugify(text), slug);
        }
    }
}
