//! Ids of headings, as this program or another makes them, so that links to the sections of a site that moves in stay valid.

use std::collections::HashMap;

use content::HeadingIds;
use content::slug::composed;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

use crate::slug::slugify;

/// Heading ids in use, each with the next suffix to try.
#[derive(Debug)]
pub struct UsedHeadingIds {
    style: HeadingIds,
    used: HashMap<String, usize>,
}

impl UsedHeadingIds {
    /// Creates an empty set of ids that are made in a style.
    pub fn new(style: HeadingIds) -> Self {
        Self {
            style,
            used: HashMap::new(),
        }
    }

    /// Returns whether a heading has this id.
    pub fn contains(&self, id: &str) -> bool {
        self.used.contains_key(id)
    }

    /// Returns the id of a heading, in the Unicode normalization form C: `own`, or an id derived from the title; with a number appended if another heading has that id.
    pub fn of(&mut self, own: Option<String>, title: &str) -> String {
        let base = own.unwrap_or_else(|| derived_id(self.style, title));
        // Browsers compare characters, and links are written in this form.
        let base = composed(&base).into_owned();
        let base = match self.style {
            _ if !base.is_empty() => base,
            HeadingIds::Hugo => "heading".to_owned(),
            _ => "section".to_owned(),
        };
        let first = match self.style {
            HeadingIds::Site => 2,
            _ => 1,
        };
        let Some(mut number) = self.used.get(&base).copied() else {
            self.used.insert(base.clone(), first);
            return base;
        };
        let id = loop {
            let id = format!("{base}-{number}");
            number += 1;
            if !self.contains(&id) {
                break id;
            }
        };
        self.used.insert(base, number);
        self.used.insert(id.clone(), first);
        id
    }
}

/// Returns the id that a style derives from a title; it may be empty.
pub fn derived_id(style: HeadingIds, title: &str) -> String {
    match style {
        HeadingIds::Site => slugify(title),
        HeadingIds::Zola => slug::slugify(title),
        // Hugo leaves out dashes and URLs that are links, and lower-cases letter by letter.
        HeadingIds::Hugo => kept(without_urls(title).trim(), |character| match character {
            '-' | ' ' | '\t' => Some('-'),
            '_' => Some('_'),
            _ if is_letter_or_digit(character) => character.to_lowercase().next(),
            _ => None,
        }),
        HeadingIds::Github => kept(&title.to_lowercase(), |character| match character {
            ' ' => Some('-'),
            _ => is_word(character).then_some(character),
        }),
        HeadingIds::Kramdown => {
            let lower = title.chars().flat_map(char::to_lowercase);
            kept(&lower.collect::<String>(), |character| match character {
                ' ' | '\t' => Some('-'),
                _ => is_word(character).then_some(character),
            })
        }
    }
}

fn kept(text: &str, keep: impl FnMut(char) -> Option<char>) -> String {
    text.chars().filter_map(keep).collect()
}

/// Returns whether a character is a letter or a decimal digit (general categories L and Nd); marks are neither.
fn is_letter_or_digit(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    GeneralCategoryGroup::Letter.contains(category) || category == GeneralCategory::DecimalNumber
}

/// Returns whether a character is a hyphen or part of a word as regular expressions define it: an alphabetic character, a mark, a decimal
/// digit, or a connector (<https://www.unicode.org/reports/tr18/#Compatibility_Properties>).
fn is_word(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    character == '-'
        || character.is_alphabetic()
        || GeneralCategoryGroup::Mark.contains(category)
        || matches!(
            category,
            GeneralCategory::DecimalNumber | GeneralCategory::ConnectorPunctuation
        )
}

/// Returns a text without its words that are URLs.
fn without_urls(text: &str) -> String {
    let words = text.split(' ');
    let words = words.map(|word| if word.contains("://") { "" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_only_where_another_heading_has_the_id() {
        let titles = ["Fees", "Fees 2", "Fees", "Fees", "Fees 2", "", "?"];
        for (style, expected) in [
            (
                HeadingIds::Site,
                "fees fees-2 fees-3 fees-4 fees-2-2 section section-2",
            ),
            (
                HeadingIds::Hugo,
                "fees fees-2 fees-1 fees-3 fees-2-1 heading heading-1",
            ),
            (
                HeadingIds::Zola,
                "fees fees-2 fees-1 fees-3 fees-2-1 section section-1",
            ),
            (
                HeadingIds::Github,
                "fees fees-2 fees-1 fees-3 fees-2-1 section section-1",
            ),
        ] {
            let mut ids = UsedHeadingIds::new(style);
            let found = titles.map(|title| ids.of(None, title));
            assert_eq!(found.join(" "), expected, "{style:?}");
        }
        let mut ids = UsedHeadingIds::new(HeadingIds::Site);
        assert_eq!(ids.of(None, "Fees"), "fees");
        assert_eq!(ids.of(Some("fees".to_owned()), "Other"), "fees-2");
        assert_eq!(ids.of(None, "Cafe\u{301}"), "caf\u{e9}");
    }

    /// What Hugo, Zola, GitHub and Kramdown themselves make of titles, or `=` for the same as GitHub's.
    #[rustfmt::skip]
    #[test]
    fn ids_of_other_programs() {
        for (title, github, hugo, kramdown, zola) in [
            ("Fees & terms: what's due?", "fees--terms-whats-due", "=", "=", "fees-terms-what-s-due"),
            ("Under_score -- dash", "under_score----dash", "=", "=", "under-score-dash"),
            ("Auto https://example.org/q", "auto-httpsexampleorgq", "auto", "=", "auto-https-example-org-q"),
            ("C++ and C#  twice", "c-and-c--twice", "=", "=", "c-and-c-twice"),
            ("1. First, 2.5 %", "1-first-25-", "=", "=", "1-first-2-5"),
            ("“Quotes” and (parens)…", "quotes-and-parens", "=", "=", "quotes-and-parens"),
            ("Straße & Müller", "straße--müller", "=", "=", "strasse-muller"),
            ("ΟΔΟΣ ΣΑΣ", "οδος-σας", "οδοσ-σασ", "οδοσ-σασ", "odos-sas"),
            ("Новости «дня»", "новости-дня", "=", "=", "novosti-dnia"),
            ("Հայերեն լուր", "հայերեն-լուր", "=", "=", "hayeren-lowr"),
            ("עִבְרִית ש״ח", "עִבְרִית-שח", "עברית-שח", "=", "ib-riyt-sh-kh"),
            ("العَرَبِيَّة؟ نعم", "العَرَبِيَّة-نعم", "العربية-نعم", "=", "l-arabiyaw-n-m"),
            ("می\u{200c}خواهم", "میخواهم", "=", "=", "mykhwhm"),
            ("हिन्दी: नई तारीख", "हिन्दी-नई-तारीख", "हनद-नई-तरख", "=", "hindii-nii-taariikh"),
            ("ગુજરાતી સમાચાર", "ગુજરાતી-સમાચાર", "ગજરત-સમચર", "=", "gujraatii-smaacaar"),
            ("ਪੰਜਾਬੀ ਖ਼ਬਰਾਂ", "ਪੰਜਾਬੀ-ਖ਼ਬਰਾਂ", "ਪਜਬ-ਖਬਰ", "=", "pnjaabii-kh-braan"),
            ("বাংলা খবর।", "বাংলা-খবর", "বল-খবর", "=", "baanlaa-khbr"),
            ("தமிழ்ச் செய்தி", "தமிழ்ச்-செய்தி", "தமழச-சயத", "=", "tmilllc-ceyti"),
            ("తెలుగు వార్తలు", "తెలుగు-వార్తలు", "తలగ-వరతల", "=", "telugu-vaartlu"),
            ("ಕನ್ನಡ ಸುದ್ದಿ", "ಕನ್ನಡ-ಸುದ್ದಿ", "ಕನನಡ-ಸದದ", "=", "knndd-suddi"),
            ("മലയാളം വാർത്ത", "മലയാളം-വാർത്ത", "മലയള-വർതത", "=", "mlyaalln-vaartt"),
            ("සිංහල පුවත්", "සිංහල-පුවත්", "සහල-පවත", "=", "sinhl-puvt"),
            ("ภาษาไทยที่ดี น้ำ", "ภาษาไทยที่ดี-น้ำ", "ภาษาไทยทด-นำ", "=", "phaasaaaithythiidii-nam"),
            ("မြန်မာ သတင်း", "မြန်မာ-သတင်း", "မနမ-သတင", "=", "mrnmaa-sttng"),
            ("ខ្មែរ ព័ត៌មាន", "ខ្មែរ-ព័ត៌មាន", "ខមរ-ពតមន", "=", "khmaer-batrmaan"),
            ("བོད་ཡིག", "བོདཡིག", "བདཡག", "=", "bod-yig"),
            ("ქართული ამბები", "ქართული-ამბები", "=", "=", "k-art-uli-ambebi"),
            ("አማርኛ ዜና", "አማርኛ-ዜና", "=", "=", "amaarenyaa-zeenaa"),
            ("中文新闻：今天", "中文新闻今天", "=", "=", "zhong-wen-xin-wen-jin-tian"),
            ("日本語のニュース", "日本語のニュース", "=", "=", "ri-ben-yu-noniyusu"),
            ("한국어 뉴스", "한국어-뉴스", "=", "=", "hangugeo-nyuseu"),
            ("Tiếng Việt", "tiếng-việt", "=", "=", "tieng-viet"),
            ("Badge ", "badge-", "badge", "=", "badge"),
            ("🎉 Party ½ Ⅷ", "-party--ⅷ", "-party--", "=", "tada-party-1-2-viii"),
            ("İstanbul ışık", "i̇stanbul-ışık", "istanbul-ışık", "=", "istanbul-isik"),
        ] {
            let or_github = |id: &'static str| if id == "=" { github } else { id };
            for (style, expected) in [
                (HeadingIds::Github, github),
                (HeadingIds::Hugo, or_github(hugo)),
                (HeadingIds::Kramdown, or_github(kramdown)),
                (HeadingIds::Zola, or_github(zola)),
            ] {
                assert_eq!(derived_id(style, title), expected, "{style:?}: {title}");
            }
        }
    }
}
