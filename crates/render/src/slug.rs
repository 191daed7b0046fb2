//! Converts text to a part of a URL or an id.

use content::slug::is_mark;

/// Converts text to lower case, removes apostrophes and joiners, and replaces everything else but letters, their marks, and digits
/// with single hyphens: `HR & Payroll` becomes `hr-payroll`.
pub fn slugify(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() || (!slug.is_empty() && is_mark(character)) {
            slug.extend(character.to_lowercase());
        } else if matches!(character, '\'' | '’' | '\u{200c}' | '\u{200d}') {
            // "firm's" is one word, and so are words with a joiner (U+200C, U+200D).
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
            ("नमस्ते दुनिया", "नमस्ते-दुनिया"),
            ("e\u{301}te\u{301}", "e\u{301}te\u{301}"),
            // One row for each of 20 more scripts.
            ("Straße & Müller", "straße-müller"),
            ("Ελληνικά νέα", "ελληνικά-νέα"),
            ("Новости «дня»", "новости-дня"),
            ("Հայերեն լուր", "հայերեն-լուր"),
            ("עִבְרִית ש״ח", "עִבְרִית-ש-ח"),
            ("العَرَبِيَّة؟ نعم", "العَرَبِيَّة-نعم"),
            ("می\u{200c}خواهم", "میخواهم"),
            ("ગુજરાતી સમાચાર", "ગુજરાતી-સમાચાર"),
            ("ਪੰਜਾਬੀ ਖ਼ਬਰਾਂ", "ਪੰਜਾਬੀ-ਖ਼ਬਰਾਂ"),
            ("বাংলা খবর।", "বাংলা-খবর"),
            ("ଓଡ଼ିଆ ଖବର", "ଓଡ଼ିଆ-ଖବର"),
            ("தமிழ்ச் செய்தி", "தமிழ்ச்-செய்தி"),
            ("తెలుగు వార్తలు", "తెలుగు-వార్తలు"),
            ("ಕನ್ನಡ ಸುದ್ದಿ", "ಕನ್ನಡ-ಸುದ್ದಿ"),
            ("മലയാളം വാർത്ത", "മലയാളം-വാർത്ത"),
            ("සිංහල පුවත්", "සිංහල-පුවත්"),
            ("ภาษาไทยที่ดี น้ำ", "ภาษาไทยที่ดี-น้ำ"),
            ("ລາວ ຂ່າວ", "ລາວ-ຂ່າວ"),
            ("မြန်မာ သတင်း", "မြန်မာ-သတင်း"),
            ("ខ្មែរ ព័ត៌មាន", "ខ្មែរ-ព័ត៌មាន"),
            ("བོད་ཡིག", "བོད-ཡིག"),
            ("ქართული ამბები", "ქართული-ამბები"),
            ("አማርኛ ዜና", "አማርኛ-ዜና"),
            ("中文新闻：今天", "中文新闻-今天"),
            ("日本語のニュース", "日本語のニュース"),
            ("한국어 뉴스", "한국어-뉴스"),
        ] {
            assert_eq!(slugify(text), slug);
        }
    }
}
