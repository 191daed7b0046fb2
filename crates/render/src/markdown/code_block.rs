//! Fenced code: its language, title, line numbers, and marked lines, which the words after the fence name.

use std::mem;
use std::ops::RangeInclusive;

use pulldown_cmark_escape::{escape_html, escape_html_body_text};

use super::highlight::Piece;

/// Words that need no value, and therefore do not name a language if they come first.
const LONE: [&str; 3] = ["numbers", "linenos", "showlinenumbers"];

/// Characters between words. The words of Hugo, Starlight, and Docusaurus may be in braces.
const SEPARATORS: [char; 5] = [' ', '\t', ',', '{', '}'];

/// Options of fenced code, read from the words after the fence. In addition to this program's notation
/// (`title="…" numbers=5 marks="2,4-6"`), those of Hugo, Zola, Jekyll, Docusaurus, and Starlight are read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CodeBlock {
    /// Name of the language; empty if there is none.
    pub language: String,
    /// Title, usually the path of a file.
    pub title: Option<String>,
    /// Number of the first line; `None` if lines are not numbered.
    pub first_number: Option<u32>,
    /// Marked lines, counted from 1 and sorted by the first.
    pub marks: Vec<RangeInclusive<u32>>,
}

/// Words after a fence that have no meaning.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BadWords<'i> {
    /// Names that are unknown.
    pub unknown: Vec<&'i str>,
    /// Words with a known name and a value that it cannot have.
    pub values: Vec<&'i str>,
}

impl CodeBlock {
    /// Reads the words after a fence.
    pub fn parse(info: &str) -> (Self, BadWords<'_>) {
        let first = info.split(SEPARATORS).next().unwrap_or_default();
        let is_word = first.contains('=') || LONE.contains(&first.to_ascii_lowercase().as_str());
        let language = if is_word { "" } else { first };
        let mut block = Self {
            language: language.to_owned(),
            ..Self::default()
        };
        let mut bad = BadWords::default();
        let mut start = None;
        for (name, value) in words(&info[language.len()..]) {
            let text = unquoted(value);
            let is_valid = match name.to_ascii_lowercase().as_str() {
                "title" | "name" | "filename" => {
                    block.title = Some(text.to_owned()).filter(|title| !title.is_empty());
                    block.title.is_some()
                }
                "numbers" | "linenos" | "showlinenumbers" => match text {
                    "" | "true" | "table" | "inline" => {
                        block.first_number.get_or_insert(1);
                        true
                    }
                    "false" => {
                        block.first_number = None;
                        true
                    }
                    number => {
                        start = number.parse().ok();
                        block.first_number = start;
                        start.is_some()
                    }
                },
                "linenostart" | "startlinenumber" => {
                    start = text.parse().ok();
                    start.is_some()
                }
                "marks" | "hl_lines" | "mark_lines" | "mark" => block.mark(value),
                _ if value.is_empty() && name.starts_with(|one: char| one.is_ascii_digit()) => {
                    block.mark(name)
                }
                _ => {
                    bad.unknown.push(name);
                    true
                }
            };
            if !is_valid {
                bad.values.push(if value.is_empty() { name } else { value });
            }
        }
        block.first_number = block.first_number.map(|first| start.unwrap_or(first));
        block.marks.sort_unstable_by_key(|lines| *lines.start());
        (block, bad)
    }

    /// Marks the lines of a list such as `2,4-6`. Returns whether it is one.
    fn mark(&mut self, list: &str) -> bool {
        let is_between =
            |one: char| one.is_whitespace() || [',', '"', '\'', '[', ']', '{', '}'].contains(&one);
        let lines = list.split(is_between).filter(|part| !part.is_empty());
        let before = self.marks.len();
        for part in lines {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (first.parse(), last.parse()) {
                (Ok(first), Ok(last)) if 1 <= first && first <= last => {
                    self.marks.push(first..=last);
                }
                _ => return false,
            }
        }
        self.marks.len() > before
    }

    /// Returns the last marked line; 0 if none is marked.
    pub fn last_mark(&self) -> u32 {
        self.marks
            .iter()
            .map(|lines| *lines.end())
            .max()
            .unwrap_or(0)
    }

    /// Returns the HTML before the code, which [`CodeBlock::closing`] ends.
    pub fn opening(&self) -> Option<String> {
        let title = self.title.as_ref()?;
        let mut html = "<figure class=\"code\"><figcaption>".to_owned();
        // Writing to a String cannot fail.
        let _ = escape_html(&mut html, title);
        html.push_str("</figcaption>");
        Some(html)
    }

    /// Returns the HTML after the code.
    pub fn closing(&self) -> Option<&'static str> {
        self.title.is_some().then_some("</figure>\n")
    }

    /// Returns the HTML of the code. A numbered line is an element with its number as `data-line`, from which the style sheet shows it,
    /// so that it is not copied with the code; a marked line is a `<mark>`.
    pub fn html(&self, pieces: &[Piece<'_>]) -> String {
        let mut spans = Spans::default();
        let mut marks = self.marks.iter().peekable();
        let mut marked_until = 0;
        let lines = pieces.split_inclusive(|(text, _)| text.ends_with('\n'));
        for (index, line) in (0_u32..).zip(lines) {
            while let Some(lines) = marks.next_if(|lines| *lines.start() <= index + 1) {
                marked_until = marked_until.max(*lines.end());
            }
            let number = self.first_number.map(|first| first.saturating_add(index));
            let element = match number {
                _ if index < marked_until => Some("mark"),
                Some(_) => Some("span"),
                None => None,
            };
            if let Some(element) = element {
                let number =
                    number.map_or(String::new(), |number| format!(" data-line=\"{number}\""));
                spans.tag(&format!("<{element}{number}>"));
            }
            for (text, class) in line {
                spans.push(text, class);
            }
            if let Some(element) = element {
                spans.tag(&format!("</{element}>"));
            }
        }
        spans.tag("");
        spans.html
    }
}

/// Returns a value without the pair of quotes around it.
fn unquoted(value: &str) -> &str {
    let mut quotes = ['"', '\''].into_iter();
    let inner = quotes.find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    inner.unwrap_or_else(|| value.trim_start_matches(['"', '\'']))
}

/// Returns the words of an info string, each with its value; without one, the value is empty.
fn words(info: &str) -> Vec<(&str, &str)> {
    let mut words = Vec::new();
    let mut rest = info.trim_start_matches(SEPARATORS);
    while !rest.is_empty() {
        let (name, after) = rest.split_at(end(rest, |one| one == '=' || SEPARATORS.contains(&one)));
        let mut value = "";
        rest = after;
        if let Some(after) = after.strip_prefix('=') {
            (value, rest) = after.split_at(end(after, |one| SEPARATORS.contains(&one)));
        }
        words.push((name, value));
        rest = rest.trim_start_matches(SEPARATORS);
    }
    words
}

/// Returns the length of the quoted or bracketed part at the start of `text`, or else of what comes before a separator.
fn end(text: &str, is_separator: impl Fn(char) -> bool) -> usize {
    let closing = match text.chars().next() {
        Some(quote @ ('"' | '\'')) => Some(quote),
        Some('[') => Some(']'),
        Some('{') => Some('}'),
        _ => None,
    };
    let end = match closing {
        Some(closing) => text[1..].find(closing).map(|at| at + 2),
        None => text.find(is_separator),
    };
    end.unwrap_or(text.len())
}

/// HTML of highlighted code, in which adjacent parts of the same class share one element.
#[derive(Debug, Default)]
struct Spans {
    html: String,
    class: &'static str,
}

impl Spans {
    fn push(&mut self, text: &str, class: &'static str) {
        // Spaces look the same in any color.
        if class != self.class && !text.trim().is_empty() {
            self.tag("");
            if !class.is_empty() {
                self.html.push_str(&format!("<span class=\"{class}\">"));
            }
            self.class = class;
        }
        // Writing to a String cannot fail.
        let _ = escape_html_body_text(&mut self.html, text);
    }

    /// Adds a tag outside of the element of a class.
    fn tag(&mut self, tag: &str) {
        if !mem::take(&mut self.class).is_empty() {
            self.html.push_str("</span>");
        }
        self.html.push_str(tag);
    }
}

#[cfg(test)]
mod tests {
    use super::super::highlight::Highlighter;
    use super::*;

    #[test]
    fn info_strings() {
        let mut text = String::new();
        for info in [
            "",
            "rust",
            "rust title=\"src/main.rs\" numbers=5 marks=\"2,4-6\"",
            "title='a b' numbers",
            "go {linenos=table,hl_lines=[8,\"15-17\"],linenostart=199}",
            "go linenos=inline,hl_lines=8 15-17",
            "rust,linenos,linenostart=5,hl_lines=1-5 8,name=a.rs",
            "js title=\"a.js\" {2,4-6} showLineNumbers startLineNumber=3",
            "jsx {1} showLineNumbers=7",
            "ruby linenos mark_lines=\"1 2\"",
            "js mark={1, 3-4}",
            "numbers",
            "go {linenos=false,linenostart=5}",
            "rust title=\"the 'x'\"",
            "go {linenos=false}",
            "rust ignore,no_run",
            "rust titel=\"a\" marks=\"4-\" numbers=many title=\"",
            "rust marks={\"a\":1} {3-1} {=",
            "{.python}",
        ] {
            let (block, bad) = CodeBlock::parse(info);
            let CodeBlock {
                language,
                title,
                first_number,
                marks,
            } = &block;
            text.push_str(&format!(
                "{language:?} {title:?} {first_number:?} {marks:?}"
            ));
            if bad != BadWords::default() {
                text.push_str(&format!(" unknown {:?}, bad {:?}", bad.unknown, bad.values));
            }
            text.push('\n');
        }
        expect_test::expect![[r#"
            "" None None []
            "rust" None None []
            "rust" Some("src/main.rs") Some(5) [2..=2, 4..=6]
            "" Some("a b") Some(1) []
            "go" None Some(199) [8..=8, 15..=17]
            "go" None Some(1) [8..=8, 15..=17]
            "rust" Some("a.rs") Some(5) [1..=5, 8..=8]
            "js" Some("a.js") Some(3) [2..=2, 4..=6]
            "jsx" None Some(7) [1..=1]
            "ruby" None Some(1) [1..=1, 2..=2]
            "js" None None [1..=1, 3..=4]
            "" None Some(1) []
            "go" None None []
            "rust" Some("the 'x'") None []
            "go" None None []
            "rust" None None [] unknown ["ignore", "no_run"], bad []
            "rust" None None [] unknown ["titel"], bad ["\"4-\"", "many", "\""]
            "rust" None None [] unknown [""], bad ["{\"a\":1}", "3-1"]
            "" None None [] unknown [".python"], bad []
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn lines() {
        let highlighter = Highlighter::default();
        let mut text = String::new();
        for (info, code) in [
            ("rust numbers", "/* a\n\n b */ fn c() {}\n"),
            ("rust marks=2", "/* a\n b */\nfn c() {}\n"),
            ("text numbers=9 marks=\"1,3-9,4\"", "a <b>\n\nc\n"),
            ("text", "a <b>\n\nc\n"),
            ("text numbers=4294967295", "a\nb\n"),
        ] {
            let (block, _) = CodeBlock::parse(info);
            let pieces = highlighter.pieces(&block.language, code);
            let plain = || code.split_inclusive('\n').map(|line| (line, "")).collect();
            text.push_str(&block.html(&pieces.unwrap_or_else(plain)));
            text.push('\n');
        }
        expect_test::expect![[r#"
            <span data-line="1"><span class="hl-comment">/* a
            </span></span><span data-line="2">
            </span><span data-line="3"><span class="hl-comment"> b */ </span><span class="hl-keyword">fn </span><span class="hl-name">c</span>() {}
            </span>
            <span class="hl-comment">/* a
            </span><mark><span class="hl-comment"> b */
            </span></mark><span class="hl-keyword">fn </span><span class="hl-name">c</span>() {}

            <mark data-line="9">a &lt;b&gt;
            </mark><span data-line="10">
            </span><mark data-line="11">c
            </mark>
            a &lt;b&gt;

            c

            <span data-line="4294967295">a
            </span><span data-line="4294967295">b
            </span>
        "#]].assert_eq(&text);
    }
}
