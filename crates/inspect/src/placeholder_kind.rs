//! Placeholders in the patterns of facts, such as `{number}`: what they match, and when a match agrees with the value of a
//! fact.

/// Number words. `a` counts only for decades, as in "a decade".
const NUMBERS: [(&str, u32); 24] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("eighteen", 18),
    ("twenty", 20),
    ("twenty-five", 25),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("hundred", 100),
    ("a", 1),
];

/// Kind of value that a placeholder matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderKind {
    Number,
    Decades,
    Time,
    Day,
    Phone,
    Email,
}

/// Placeholders and their kinds.
pub const KINDS: [(&str, PlaceholderKind); 6] = [
    ("{number}", PlaceholderKind::Number),
    ("{decades}", PlaceholderKind::Decades),
    ("{time}", PlaceholderKind::Time),
    ("{day}", PlaceholderKind::Day),
    ("{phone}", PlaceholderKind::Phone),
    ("{email}", PlaceholderKind::Email),
];

impl PlaceholderKind {
    /// Returns a regular expression for the values that the placeholder matches.
    pub fn expression(self) -> String {
        let words = |count: usize| {
            let mut words: Vec<&str> = NUMBERS.iter().map(|(word, _)| *word).collect();
            words.truncate(count);
            // The longest word comes first: twenty-five before twenty.
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            words.join("|")
        };
        match self {
            Self::Number => {
                let words = words(NUMBERS.len() - 1);
                format!(r"\b\d[\d,]*(?:\.\d+)?|\b(?:{words})\b")
            }
            Self::Decades => format!(r"\b\d+|\b(?:{})\b", words(NUMBERS.len())),
            Self::Time => {
                r"\b\d{1,2}(?:[:.]\d{2})?(?:\s?(?:[ap]m\b|[ap]\.m\.))|\b\d{1,2}:\d{2}\b".to_owned()
            }
            Self::Day => r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b".to_owned(),
            Self::Phone => r"\+\d[\d\s()-]{7,16}\d".to_owned(),
            Self::Email => r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+".to_owned(),
        }
    }

    /// Returns whether a value that is written in a text agrees with the value of a fact. Decades in the text are compared with
    /// years of the fact: "two decades" agrees with 20.
    pub fn agrees(self, written: &str, value: &str) -> bool {
        match (self, number(written), number(value)) {
            (Self::Decades, Some(decades), Some(years)) => (decades * 10.0 - years).abs() < 0.5,
            _ => self.normalized(written) == self.normalized(value),
        }
    }

    /// Returns a value in a canonical form, so that two spellings of it are equal.
    fn normalized(self, text: &str) -> String {
        let text = text.trim().to_lowercase();
        match self {
            Self::Number | Self::Decades => number(&text).map_or(text, |one| one.to_string()),
            Self::Time => minutes(&text).map_or(text, |minutes| minutes.to_string()),
            Self::Day => text.trim_end_matches('s').to_owned(),
            Self::Phone => text.chars().filter(char::is_ascii_digit).collect(),
            Self::Email => text,
        }
    }
}

/// Parses a number that is written in digits or as a word; `None` if the text is neither.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase();
    let word = NUMBERS.iter().find(|(word, _)| *word == text);
    let digits: String = text
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    word.map(|(_, number)| f64::from(*number))
        .or_else(|| digits.trim_end_matches('.').parse().ok())
}

/// Returns the minutes since midnight of a time such as `10:00`, `10 am` or `7.30 p.m.`, or `None` if it has no hour.
fn minutes(text: &str) -> Option<u32> {
    let digits: String = text
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, ':' | '.'))
        .collect();
    let (hours, rest) = digits.split_once([':', '.']).unwrap_or((&digits, "0"));
    let hours: u32 = hours.parse().ok()?;
    let minutes: u32 = rest.parse().unwrap_or(0);
    let half = text[digits.len()..].trim_start();
    let hours = match half.chars().next() {
        Some('p') if hours < 12 => hours + 12,
        Some('a') if hours == 12 => 0,
        _ => hours,
    };
    Some(hours * 60 + minutes)
}
