//! Mistakes that Tera reports by the word it stumbled over: what is meant there, and how that is written.

use std::ops::Range;

use diagnostic::{all_of, did_you_mean};

use crate::functions::arguments_of;

/// What is said of a mistake in the place of Tera's words.
#[derive(Debug, Default)]
pub struct Reading {
    /// What is wrong; as Tera says it, where there is none.
    pub message: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// Where it is, if not where Tera says.
    pub at: Option<Range<usize>>,
    /// What is still open there.
    pub opened: Option<Range<usize>>,
}

impl Reading {
    #[expect(clippy::unnecessary_wraps, reason = "it is what `reading` gives")]
    fn help(help: impl Into<String>) -> Option<Self> {
        let help = Some(help.into());
        Some(Self {
            help,
            ..Self::default()
        })
    }

    #[expect(clippy::unnecessary_wraps, reason = "it is what `reading` gives")]
    fn says(message: impl Into<String>, help: impl Into<String>) -> Option<Self> {
        Some(Self {
            message: Some(message.into()),
            help: Some(help.into()),
            ..Self::default()
        })
    }
}

/// A tag between `{%` and `%}`.
pub struct Tag<'a> {
    /// Its first word: `for`, `endfor`, `<Note`, `</Note`.
    pub word: &'a str,
    /// All of it.
    words: &'a str,
    /// Its place, with its marks.
    pub span: Range<usize>,
}

impl<'a> Tag<'a> {
    /// What its end is called by, if it has one.
    fn opens(&self) -> Option<&'a str> {
        let is_pair = match self.word {
            "if" | "for" | "block" | "component" | "filter" | "raw" => true,
            "set" => !self.words.contains('='),
            word => is_component(word) && !self.words.ends_with('/') && !self.words.ends_with("/>"),
        };
        is_pair.then_some(self.word)
    }

    /// What [`Tag::opens`] says of the tag that it ends.
    fn ends(&self) -> Option<String> {
        let component = self.word.strip_prefix("</").map(|name| format!("<{name}"));
        component.or_else(|| self.word.strip_prefix("end").map(str::to_owned))
    }
}

fn is_component(word: &str) -> bool {
    word.starts_with('<') && !word.starts_with("</")
}

/// A tag as it is shown: `{% for %}`, `<Note>`.
fn shown(opened: &str) -> String {
    if is_component(opened) {
        format!("`{opened}>`")
    } else {
        format!("`{{% {opened} %}}`")
    }
}

/// The end of a tag as it is written.
pub fn end_of(opened: &str) -> String {
    match opened.strip_prefix('<') {
        Some(name) => format!("`{{% </{name}> %}}`"),
        None => format!("`{{% end{opened} %}}`"),
    }
}

/// What stands between these marks in a template, the marks included, but for comments.
pub fn code(text: &str, begin: &str, end: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|found| at + found) {
        let rest = &text[start..];
        let length = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        at = start + 1;
        if rest.starts_with("{#") {
            at = start + length("#}");
        } else if rest.starts_with(begin) {
            at = start + length(end);
            found.push(start..at);
        }
    }
    found
}

/// The tags of a template, without those in comments.
pub fn tags(text: &str) -> Vec<Tag<'_>> {
    let tag = |span: Range<usize>| {
        let words = text[span.clone()].trim_start_matches("{%");
        let words = words.trim_end_matches("%}").trim_matches('-').trim();
        let first = words.split_whitespace().next().unwrap_or_default();
        let word = if first.starts_with('<') {
            first.trim_end_matches(['>', '/'])
        } else {
            first
        };
        Tag { word, words, span }
    };
    code(text, "{%", "%}").into_iter().map(tag).collect()
}

/// What is open before a byte, the innermost last.
fn open_before(text: &str, at: usize) -> Vec<Tag<'_>> {
    let mut open: Vec<Tag<'_>> = Vec::new();
    for tag in tags(text).into_iter().take_while(|tag| tag.span.end <= at) {
        if let Some(ended) = tag.ends() {
            if let Some(index) = open.iter().rposition(|one| one.word == ended) {
                open.truncate(index);
            }
        } else if tag.opens().is_some() {
            open.push(tag);
        }
    }
    open
}

/// The last tag that is opened and not closed, and its place.
pub fn unclosed(text: &str) -> Option<(String, String, Range<usize>)> {
    let last = open_before(text, text.len()).pop()?;
    Some((shown(last.word), end_of(last.word), last.span))
}

/// What is meant at a byte at which Tera gave up with this message.
pub fn reading(message: &str, text: &str, at: usize) -> Option<Reading> {
    let rest = &text[at..];
    let before = &text[..at];
    let next = rest.chars().next()?;
    if message == "unknown tag" || rest.starts_with("end") {
        return tag_reading(message, text, at);
    }
    if let Some(literal) = swallowed(text, at).filter(|_| message.starts_with("found ")) {
        return Some(Reading {
            message: Some("this text goes on to the next quote".to_owned()),
            help: Some("close it with a double quote where it ends".to_owned()),
            at: Some(literal),
            opened: None,
        });
    }
    if matches!(next, '“' | '”' | '„' | '‘' | '’' | '«' | '»') {
        return Reading::help("texts stand between straight quotes: \"…\"");
    }
    if message == "unexpected character" && rest.starts_with("&&") {
        return Reading::says("`&&` is no operator", "write `and`");
    }
    if message == "unexpected character" && next == '?' {
        return Reading::help("a choice is written {{ \"one\" if page.noindex else \"other\" }}");
    }
    if !message.starts_with("found ") {
        return None;
    }
    match next {
        '|' if before.ends_with('|') => Reading::says("`||` is no operator", "write `or`"),
        '!' if !rest.starts_with("!=") => Reading::says("`!` is no operator", "write `not`"),
        '=' if message.ends_with("expected `%}`") && !before.trim_end().ends_with("set") => {
            Reading::help("two values are compared with `==`")
        }
        '"' | '\'' if message.ends_with("expected identifier") => argument_without_name(text, at),
        '{' if message.ends_with("expected `%}`") || message.ends_with("expected `}}`") => {
            let start = before.rfind("{{").max(before.rfind("{%"))?;
            let (open, close) = (
                &text[start..start + 2],
                &message[message.len() - 3..message.len() - 1],
            );
            Some(Reading {
                message: Some(format!("`{open}` is not closed")),
                help: Some(format!("close it with `{close}`")),
                at: Some(start..before.trim_end().len()),
                opened: None,
            })
        }
        '}' if message.ends_with("expected `}}`") => {
            Reading::help("close it with two braces: `}}`")
        }
        _ if before.trim_end().ends_with("include") || before.trim_end().ends_with("extends") => {
            Reading::help("a template is named by a text between quotes, and in no other way")
        }
        _ => None,
    }
}

/// A text between quotes that ends where an argument begins: the quote before it is missing. It stands in the tag around
/// a byte.
fn swallowed(text: &str, at: usize) -> Option<Range<usize>> {
    let start = text[..at].rfind("{{").max(text[..at].rfind("{%"))?;
    let mut from = start;
    loop {
        let open = from + text[from..at].find('"')?;
        let close = open + 1 + text[open + 1..at].find('"')?;
        let inner = &text[open + 1..close];
        if inner.len() > 1 && inner.ends_with('=') && !inner.starts_with('=') {
            let line = text[open..close].find('\n').map_or(close, |end| open + end);
            return Some(open..line);
        }
        from = close + 1;
    }
}

/// `collection("loaves")`
fn argument_without_name(text: &str, at: usize) -> Option<Reading> {
    let call = text[..at].rfind('(')?;
    let name = text[..call]
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let value: String = text[at..]
        .chars()
        .take_while(|c| !matches!(c, ',' | ')' | '\n'))
        .collect();
    let argument = arguments_of(name).and_then(|arguments| arguments.first().copied());
    Reading::says(
        "an argument needs its name",
        format!("write {name}({}={value})", argument.unwrap_or("name")),
    )
}

const TAGS: [&str; 13] = [
    "if",
    "elif",
    "else",
    "for",
    "block",
    "extends",
    "include",
    "set",
    "component",
    "filter",
    "raw",
    "break",
    "continue",
];

const PAIRS: [&str; 7] = ["if", "for", "block", "component", "filter", "raw", "set"];

/// A tag that is none, or none here.
fn tag_reading(message: &str, text: &str, at: usize) -> Option<Reading> {
    let tag = tags(text).into_iter().find(|tag| tag.span.contains(&at))?;
    let open = open_before(text, tag.span.start);
    let innermost = open.last();
    let word = tag.word;
    let Some(ended) = tag.ends() else {
        return (message == "unknown tag").then(|| unknown_tag(word));
    };
    let opened = innermost.map(|one| one.span.clone());
    if let Some(innermost) = innermost
        && innermost.word != ended
        && open.iter().any(|one| one.word == ended)
    {
        return Some(Reading {
            message: Some(format!(
                "{} is not closed before this",
                shown(innermost.word)
            )),
            help: Some(format!("close it with {}", end_of(innermost.word))),
            at: None,
            opened,
        });
    }
    if message != "unknown tag" {
        return None;
    }
    if PAIRS.contains(&ended.as_str()) || is_component(&ended) {
        let help = match innermost {
            Some(_) => "remove it, or open before it what it is to close",
            None => "remove it: nothing is open here",
        };
        return Reading::says(format!("{} closes nothing", end_of(&ended)), help);
    }
    let ends: Vec<String> = PAIRS.iter().map(|word| format!("end{word}")).collect();
    let help = match innermost {
        Some(one) => format!("{} is closed with {}", shown(one.word), end_of(one.word)),
        None => "nothing is open here".to_owned(),
    };
    Some(Reading {
        message: Some(format!("there is no tag `{word}`")),
        help: did_you_mean(word, ends.iter().map(String::as_str)).or(Some(help)),
        at: None,
        opened,
    })
}

fn unknown_tag(word: &str) -> Reading {
    let help = match word {
        "elseif" | "elsif" => "write `{% elif … %}`".to_owned(),
        "import" | "from" | "macro" | "call" => {
            "components need no import: `{{ <Name text=\"…\" /> }}`; a whole template is drawn in by `{% include \"…\" %}`"
                .to_owned()
        }
        "else" | "elif" => "it belongs between `{% if … %}` and `{% endif %}`".to_owned(),
        _ => did_you_mean(word, TAGS).unwrap_or_else(|| format!("the tags are {}", all_of(TAGS))),
    };
    let message = if TAGS.contains(&word) {
        format!("`{{% {word} %}}` cannot stand here")
    } else {
        format!("there is no tag `{word}`")
    };
    Reading {
        message: Some(message),
        help: Some(help),
        ..Reading::default()
    }
}

/// The loops that are open at a byte: the names they give, and what they go over.
pub fn loops_around(text: &str, at: usize) -> impl Iterator<Item = (&str, &str)> {
    let loops = open_before(text, at).into_iter();
    let loops = loops.filter(|tag| tag.word == "for");
    loops.filter_map(|tag| tag.words["for".len()..].split_once(" in "))
}

/// Names that a template gives to values around a byte: by loops that are open there, and by `set` before it.
pub fn names_given(text: &str, at: usize) -> Vec<&str> {
    let in_loops = loops_around(text, at).flat_map(|(names, _)| names.split(',').map(str::trim));
    let sets = tags(text).into_iter().take_while(|tag| tag.span.end <= at);
    let in_sets = sets.filter(|tag| tag.word == "set").filter_map(|tag| {
        tag.words
            .split(['=', ' '])
            .filter(|word| !word.is_empty())
            .nth(1)
    });
    in_loops.chain(in_sets).collect()
}
