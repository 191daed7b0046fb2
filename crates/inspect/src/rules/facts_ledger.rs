//! contradicted-fact: text says something else than what `site.toml` declares.
//!
//! A fact of `checks.toml` names the keys that hold it and the ways to say it. Each way is a regular expression with
//! placeholders; what stands in their place is compared with what the keys hold.

use diagnostic::{Code, Diagnostic, Severity, nearest};
use regex::Regex;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::Fact;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&CONTRADICTED_FACT, &BAD_PATTERN],
    check,
};

/// `contradicted-fact`
pub static CONTRADICTED_FACT: Code = Code {
    name: "contradicted-fact",
    severity: Severity::Error,
    summary: "text says something else than the fact that site.toml declares",
    why: "Two pages with two numbers make both look invented.",
    example: "site.toml: stats.years.value = \"7+\", and a page that says \"over two decades of experience\"",
    fix: "Refer to the fact: {{ site.stats.years.value }}. If the text is about something else, waive the rule for the \
                  page with a reason: [[waiver]] rule = \"contradicted-fact\".",
    source: "checks.toml, [[fact]]",
};

/// `bad-pattern`
pub static BAD_PATTERN: Code = Code {
    name: "bad-pattern",
    severity: Severity::Error,
    summary: "a pattern of checks.toml or of a wording pack cannot be used",
    why: "What it was to find is not found.",
    example: "patterns = [\"over ({number} years\"]",
    fix: "Mend the regular expression; placeholders are {number}, {decades}, {time}, {day}, {phone} and {email}, one \
                  for each entry of `is`.",
    source: "syntax of the regex crate",
};

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

/// What may stand in the place of a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Decades,
    Time,
    Day,
    Phone,
    Email,
}

const KINDS: [(&str, Kind); 6] = [
    ("{number}", Kind::Number),
    ("{decades}", Kind::Decades),
    ("{time}", Kind::Time),
    ("{day}", Kind::Day),
    ("{phone}", Kind::Phone),
    ("{email}", Kind::Email),
];

impl Kind {
    fn expression(self) -> String {
        let words = |skip: usize| {
            let mut words: Vec<&str> = NUMBERS.iter().map(|(word, _)| *word).collect();
            words.truncate(NUMBERS.len() - skip);
            // The longest first: twenty-five before twenty.
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            words.join("|")
        };
        match self {
            Self::Number => format!(r"(\b\d[\d,]*(?:\.\d+)?|\b(?:{})\b)", words(1)),
            Self::Decades => format!(r"(\b\d+|\b(?:{})\b)", words(0)),
            Self::Time => {
                r"(\b\d{1,2}(?:[:.]\d{2})?(?:\s?(?:[ap]m\b|[ap]\.m\.))|\b\d{1,2}:\d{2}\b)"
                    .to_owned()
            }
            Self::Day => r"(\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)".to_owned(),
            Self::Phone => r"(\+\d[\d\s()-]{7,16}\d)".to_owned(),
            Self::Email => r"([\w.+-]+@[\w-]+(?:\.[\w-]+)+)".to_owned(),
        }
    }

    /// A value in one form, so that two ways to write it compare as equal: a number, minutes of the day, digits.
    fn plain(self, text: &str) -> String {
        let text = text.trim().to_lowercase();
        let number = || {
            let word = NUMBERS
                .iter()
                .find(|(word, _)| *word == text)
                .map(|(_, number)| f64::from(*number));
            let digits: String = text
                .chars()
                .filter(|c| c.is_ascii_digit() || *c == '.')
                .collect();
            word.or_else(|| digits.trim_end_matches('.').parse().ok())
        };
        match self {
            Self::Number => number().map_or(text.clone(), |number| number.to_string()),
            Self::Decades => number().map_or(text.clone(), |number| (number * 10.0).to_string()),
            Self::Time => minutes(&text).map_or(text.clone(), |minutes| minutes.to_string()),
            Self::Day => text.trim_end_matches('s').to_owned(),
            Self::Phone => text.chars().filter(char::is_ascii_digit).collect(),
            Self::Email => text,
        }
    }

    /// What the fact's own value is in that form; a decade of the text is ten of the fact.
    fn declared(self, text: &str) -> String {
        if self == Self::Decades {
            Self::Number.plain(text)
        } else {
            self.plain(text)
        }
    }
}

/// Minutes since midnight: `10:00`, `10 am`, `7.30 p.m.`
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

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (index, fact) in site.settings.facts.iter().enumerate() {
        let values: Vec<Vec<String>> = fact
            .is
            .iter()
            .map(|path| look_up(&site.output.content.site, path))
            .collect();
        for (key, _) in values
            .iter()
            .enumerate()
            .filter(|(_, values)| values.is_empty())
        {
            found.push(unknown_fact(site, index, key, &fact.is[key]));
        }
        if values.iter().any(Vec::is_empty) {
            continue;
        }
        for (number, pattern) in fact.patterns.iter().enumerate() {
            match compile(pattern, fact.is.len()) {
                Ok((pattern, kinds)) => search(site, fact, &values, &pattern, &kinds, found),
                Err(fault) => {
                    let diagnostic = Diagnostic::new(
                        &BAD_PATTERN,
                        format!("this pattern cannot be used: {fault}"),
                    );
                    let place = site
                        .settings
                        .place(&format!("/fact/{index}/patterns/{number}"));
                    found.push(match place {
                        Some(place) => diagnostic.at(place, ""),
                        None => diagnostic,
                    });
                }
            }
        }
    }
}

fn unknown_fact(site: &Inspection<'_>, index: usize, key: usize, path: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&BAD_PATTERN, format!("site.toml has no `{path}`"))
        .maybe_help(meant_path(&site.output.content.site, path));
    match site.settings.place(&format!("/fact/{index}/is/{key}")) {
        Some(place) => diagnostic.at(place, "not a key of content/site.toml"),
        None => diagnostic,
    }
}

/// The path with its first wrong key as it may be meant. After a `*` there are several tables, and none is asked.
fn meant_path(site: &Value, path: &str) -> Option<String> {
    let (mut value, mut begin) = (site, 0);
    for key in path.split('.').take_while(|key| *key != "*") {
        let Some(next) = value.get(key) else {
            let known = value.as_object()?.keys().map(String::as_str);
            let meant = nearest(key, known)?;
            let meant = format!("{}{meant}{}", &path[..begin], &path[begin + key.len()..]);
            return Some(format!("did you mean `{meant}`?"));
        };
        value = next;
        begin += key.len() + 1;
    }
    None
}

/// Every value at a path of keys, where `*` stands for any key; texts and numbers only.
fn look_up(site: &Value, path: &str) -> Vec<String> {
    let mut values = vec![site];
    for key in path.split('.') {
        values = values
            .into_iter()
            .flat_map(|value| -> Vec<&Value> {
                match (key, value) {
                    ("*", Value::Object(table)) => table.values().collect(),
                    ("*", Value::Array(items)) => items.iter().collect(),
                    (key, Value::Array(items)) => key
                        .parse()
                        .ok()
                        .and_then(|at: usize| items.get(at))
                        .into_iter()
                        .collect(),
                    (key, value) => value.get(key).into_iter().collect(),
                }
            })
            .collect();
    }
    values
        .into_iter()
        .filter_map(|value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .collect()
}

/// The expression of a pattern, and what its groups hold.
fn compile(pattern: &str, values: usize) -> Result<(Regex, Vec<Kind>), String> {
    let mut kinds: Vec<(usize, Kind)> = KINDS
        .iter()
        .flat_map(|(name, kind)| pattern.match_indices(name).map(|(at, _)| (at, *kind)))
        .collect();
    kinds.sort_by_key(|(at, _)| *at);
    if kinds.is_empty() || kinds.len() > values {
        let have = if kinds.is_empty() {
            "no placeholder".to_owned()
        } else {
            format!("{} placeholders", kinds.len())
        };
        return Err(format!("it has {have}, and `is` has {values} entries"));
    }
    // Groups that an author writes must not count among those of the placeholders.
    let kept = pattern.replace("(?", "\u{3}").replace("\\(", "\u{4}");
    let mut text = kept
        .replace('(', "(?:")
        .replace('\u{3}', "(?")
        .replace('\u{4}', "\\(");
    for (name, kind) in KINDS {
        text = text.replace(name, &kind.expression());
    }
    Ok((
        prose::pattern(&text, false)?,
        kinds.into_iter().map(|(_, kind)| kind).collect(),
    ))
}

fn search(
    site: &Inspection<'_>,
    fact: &Fact,
    values: &[Vec<String>],
    pattern: &Regex,
    kinds: &[Kind],
    found: &mut Vec<Diagnostic>,
) {
    for (text, span, said) in site.matches(pattern) {
        let agrees = said
            .iter()
            .zip(kinds)
            .zip(values)
            .all(|((said, kind), values)| {
                values
                    .iter()
                    .any(|value| kind.declared(value) == kind.plain(said))
            });
        if agrees {
            continue;
        }
        let sentence = text.sentence(&span);
        let is_meant =
            fact.near.is_empty() || fact.near.iter().any(|word| mentions(&sentence, word));
        if !is_meant || fact.unless.iter().any(|word| mentions(&sentence, word)) {
            continue;
        }
        let declared: Vec<String> = values
            .iter()
            .filter_map(|values| values.first().cloned())
            .collect();
        let message = format!(
            "`{}` contradicts the {} that site.toml declares: {}",
            text.words(&span),
            fact.name,
            declared.join(", ")
        );
        let reference = fact
            .is
            .iter()
            .map(|path| format!("{{{{ site.{path} }}}}"))
            .collect::<Vec<_>>()
            .join(", ");
        let mut diagnostic = Diagnostic::new(&CONTRADICTED_FACT, message);
        if !reference.contains('*') {
            diagnostic = diagnostic.help(format!("refer to the fact: {reference}"));
        }
        site.report(diagnostic, "contradicted-fact", text, &span, found);
    }
}

/// Whether a sentence has a word or a phrase, as whole words.
pub(crate) fn mentions(sentence: &str, phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    sentence.match_indices(&phrase).any(|(at, _)| {
        !is_letter(sentence[..at].chars().next_back())
            && !is_letter(sentence[at + phrase.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_that_are_meant() {
        let site = serde_json::json!({"stats": {"years": {"value": "7+"}}, "contact": {}});
        for (path, expected) in [
            (
                "stats.year.value",
                Some("did you mean `stats.years.value`?"),
            ),
            (
                "stat.years.value",
                Some("did you mean `stats.years.value`?"),
            ),
            ("contact.*.phone", None),
        ] {
            let meant = super::meant_path(&site, path);
            assert_eq!(meant.as_deref(), expected, "{path}");
        }
    }

    use crate::fixture::site;

    const FACTS: &str = r#"
[[fact]]
name = "years of experience"
is = ["stats.years.value"]
patterns = ["{number}\\+? years", "{decades} decades?"]
near = ["experience", "in practice", "serving", "we have"]
unless = ["act", "section"]

[[fact]]
name = "clients"
is = ["stats.clients.value"]
patterns = ["{number}\\+ (?:happy )?clients"]

[[fact]]
name = "hours"
is = ["hours.opens", "hours.closes"]
patterns = ["{time} (to|till|-) {time}"]

[[fact]]
name = "phone numbers"
is = ["contact.*.phone"]
patterns = ["{phone}"]
"#;

    #[test]
    fn what_contradicts_and_what_does_not() {
        for (text, expected) in [
            ("We have 7+ years of experience.", None),
            ("We have seven years of experience.", None),
            ("Pay within 30 days, keep books for eight years.", None),
            (
                "Section 128 of the Act: kept for eight years, says experience.",
                None,
            ),
            (
                "Over **two\ndecades** of experience.",
                Some(
                    "`two decades` contradicts the years of experience that site.toml declares: 7+",
                ),
            ),
            (
                "Serving firms for 20 years.",
                Some("`20 years` contradicts the years of experience that site.toml declares: 7+"),
            ),
            (
                "Our 1,000+ happy clients",
                Some(
                    "`1,000+ happy clients` contradicts the clients that site.toml declares: 500+",
                ),
            ),
            ("Open 10 AM to 7:00 PM, 10:00 - 19:00.", None),
            (
                "Open 9.30 am to 7 pm.",
                Some(
                    "`9.30 am to 7 pm` contradicts the hours that site.toml declares: 10:00, 19:00",
                ),
            ),
            ("Call +91-98765-43210.", None),
            (
                "Call +91 98765 00000.",
                Some(
                    "`+91 98765 00000` contradicts the phone numbers that site.toml declares: +91 98765 43210",
                ),
            ),
            (
                "`20 years of experience` and {{ site.stats.years.value }} years of experience",
                None,
            ),
        ] {
            let found = site()
                .file("content/checks.toml", FACTS)
                .page("a", text)
                .findings(&["contradicted-fact", "bad-pattern"]);
            let messages: Vec<&str> = found
                .iter()
                .filter_map(|one| one.split_once("contradicted-fact: "))
                .map(|(_, text)| text)
                .collect();
            assert_eq!(messages, Vec::from_iter(expected), "{text}");
        }
    }

    #[test]
    fn at_its_line_in_content_and_templates() {
        let page = "+++\ntitle = \"A\"\ndescription = \"We have over 12 years of experience in whatever search results want to show.\"\n+++\n";
        let template = "<html lang=\"en\"><title>{{ page.title }}</title>\n<p>We have served for\n20 years.</p></html>";
        assert_eq!(
            site()
                .file("content/checks.toml", FACTS)
                .file("content/pages/a.md", page)
                .file("themes/t/templates/page.html", template)
                .findings(&["contradicted-fact"]),
            [
                "content/pages/a.md:3:29: error: contradicted-fact: `12 years` contradicts the years of experience that site.toml declares: 7+",
                "page.html:3:1: error: contradicted-fact: `20 years` contradicts the years of experience that site.toml declares: 7+",
            ]
            .map(|line| line.replace("page.html", "themes/t/templates/page.html"))
        );
    }

    #[test]
    fn what_only_the_finished_page_says() {
        let page = "+++\ntitle = \"Nine\"\ndescription = \"A description that is long enough for what search results show.\"\n+++\n";
        let template =
            "<html lang=\"en\"><p>We have <b>{{ page.title }}</b> years of it</p></html>";
        assert_eq!(
            site()
                .file("content/checks.toml", FACTS)
                .file("content/pages/nine.md", page)
                .file("themes/t/templates/page.html", template)
                .findings(&["contradicted-fact"]),
            [
                "content/pages/nine.md:1:1: error: contradicted-fact: `Nine years` contradicts the years of experience that site.toml declares: 7+"
            ]
        );
    }

    #[test]
    fn settings_that_cannot_be_used() {
        let settings = "[[fact]]\nname = \"x\"\nis = [\"stats.yers.value\"]\npatterns = [\"{number}\"]\n\
                        [[fact]]\nname = \"y\"\nis = [\"stats.years.value\"]\npatterns = [\"({number}\", \"years\"]\n";
        assert_eq!(
            site()
                .file("content/checks.toml", settings)
                .findings(&["bad-pattern"]),
            [
                "content/checks.toml:3:7: error: bad-pattern: site.toml has no `stats.yers.value`",
                "content/checks.toml:8:13: error: bad-pattern: this pattern cannot be used: unclosed group",
                "content/checks.toml:8:26: error: bad-pattern: this pattern cannot be used: it has no placeholder, and `is` has 1 entries",
            ]
        );
    }
}
