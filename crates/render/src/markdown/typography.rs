//! Typographic quotes, apostrophes, dashes, and ellipses in place of those that keyboards have.
//!
//! A character is replaced only where it cannot be anything else: quotes in pairs around words, apostrophes within words, dashes
//! between spaces or numbers. Inches, options, URLs, email addresses, and paths stay as typed.

use std::ops::Range;

use memchr::{memchr2, memchr2_iter};
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::located::Located;
use crate::component_tag::word;

/// Stands for code, escaped characters, and other parts of a line that are not changed.
const OBJECT: char = '\u{fffc}';

/// Elements whose text is not prose.
const CODE: [&str; 8] = ["code", "kbd", "samp", "var", "pre", "tt", "script", "style"];

/// Words that begin with an apostrophe. The others of this kind, such as `'em`, may also be in quotes.
const ELISIONS: [&str; 5] = ["n", "tis", "twas", "twere", "twill"];
/// Words that begin with an apostrophe unless a quote is closed after them.
const POSSIBLE_ELISIONS: [&str; 5] = ["em", "til", "cause", "bout", "round"];

/// Replaces typewriter punctuation in the text events of `markdown`, block by block.
pub fn set_typography(events: &mut [Located<'_>], markdown: &str) {
    let signs = ["\"", "'", "--", "..."];
    let has = |sign: &&str| memchr::memmem::find(markdown.as_bytes(), sign.as_bytes()).is_some();
    if !signs.iter().any(has) {
        return;
    }
    let mut line = Line::default();
    // Name of the open element whose text is not prose.
    let mut code: Option<String> = None;
    let mut is_address = false;
    for at in 0..events.len() {
        let (event, range) = &events[at];
        match event {
            Event::Text(text) => {
                let written = &markdown[range.clone()];
                let is_prose = code.is_none() && !is_address && text.as_ref() == written;
                let is_escaped = markdown[..range.start].ends_with('\\');
                line.push_text(at, text, is_prose, is_escaped);
            }
            Event::InlineHtml(html) => {
                let name = word(html.trim_start_matches(['<', '/']), &['-']).to_ascii_lowercase();
                if name == "br" {
                    line.text.push('\n');
                } else if code.as_ref() == Some(&name) && html.starts_with("</") {
                    code = None;
                } else if code.is_none() && CODE.contains(&name.as_str()) {
                    code = Some(name);
                }
            }
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => line.text.push(OBJECT),
            Event::SoftBreak | Event::HardBreak => line.text.push('\n'),
            Event::Start(Tag::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            }) => is_address = true,
            Event::End(TagEnd::Link) => is_address = false,
            Event::Start(
                Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Link { .. }
                | Tag::Image { .. },
            )
            | Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Image,
            )
            | Event::FootnoteReference(_) => {}
            _ => {
                code = None;
                line.apply(events);
                if matches!(events[at].0, Event::Start(Tag::CodeBlock(_))) {
                    code = Some(String::new());
                }
            }
        }
    }
    line.apply(events);
}

/// Text of one block, and where it comes from.
#[derive(Default)]
struct Line {
    text: String,
    pieces: Vec<TextPiece>,
}

/// A part of a block's text that may be changed.
struct TextPiece {
    /// Index of the event.
    event: usize,
    /// Offset in the event's text at which the part begins. It extends to the end.
    start: usize,
    /// Range in the block's text.
    span: Range<usize>,
}

impl Line {
    fn push_text(&mut self, event: usize, text: &str, is_prose: bool, is_escaped: bool) {
        if !is_prose {
            let kept = |c: char| if c.is_whitespace() { c } else { OBJECT };
            self.text.extend(text.chars().map(kept));
            return;
        }
        let first = text.chars().next().filter(|_| is_escaped);
        let start = first.map_or(0, char::len_utf8);
        if first.is_some() {
            self.text.push(OBJECT);
        }
        let from = self.text.len();
        self.text.push_str(&text[start..]);
        self.pieces.push(TextPiece {
            event,
            start,
            span: from..self.text.len(),
        });
    }

    /// Replaces the punctuation in the events of this block, and begins the next block.
    fn apply(&mut self, events: &mut [Located<'_>]) {
        let mut replacements = replacements(&self.text).into_iter().peekable();
        for piece in self.pieces.drain(..) {
            let mut changed = String::new();
            let mut rest = piece.span.start;
            while let Some((at, new)) = replacements.next_if(|(at, _)| at.start < piece.span.end) {
                if at.start >= rest && at.end <= piece.span.end {
                    changed.push_str(&self.text[rest..at.start]);
                    changed.push_str(new);
                    rest = at.end;
                }
            }
            if rest > piece.span.start {
                changed.push_str(&self.text[rest..piece.span.end]);
                if let Event::Text(text) = &mut events[piece.event].0 {
                    let kept = &text[..piece.start];
                    *text = CowStr::from(format!("{kept}{changed}"));
                }
            }
        }
        self.text.clear();
    }
}

/// A range of text, and what replaces it.
type Replacement = (Range<usize>, &'static str);

/// Longest text between spaces, in bytes, in which dashes and ellipses are replaced. Each is judged by all of it, so the time would
/// not be proportional to its length.
const LONGEST: usize = 2_000;

/// Returns the replacements in the text of a block, sorted.
fn replacements(text: &str) -> Vec<Replacement> {
    let bytes = text.as_bytes();
    let mut found = match memchr2(b'"', b'\'', bytes) {
        Some(_) => Quotes::new(text).replacements(),
        None => Vec::new(),
    };
    let has_runs = memchr2_iter(b'-', b'.', bytes).any(|at| {
        let rest = &bytes[at..];
        rest.starts_with(b"--") || rest.starts_with(b"...")
    });
    let mut start = 0;
    for token in text
        .split_inclusive(char::is_whitespace)
        .take_while(|_| has_runs)
    {
        if token.len() <= LONGEST && (token.contains("--") || token.contains("...")) {
            let marks = Run::all(text, start..start + token.trim_end().len());
            found.extend(marks.into_iter().filter_map(Run::replacement));
        }
        start += token.len();
    }
    found.sort_by_key(|(at, _)| at.start);
    found
}

/// Adjacent hyphens or periods, with the characters around them.
struct Run<'a> {
    mark: char,
    span: Range<usize>,
    before: Option<char>,
    after: Option<char>,
    /// The part of the text between spaces that contains them.
    token: &'a str,
    /// Text after that part.
    next: &'a str,
}

impl<'a> Run<'a> {
    /// Returns all runs in a part of the text.
    fn all(text: &'a str, token: Range<usize>) -> Vec<Self> {
        let mut runs = Vec::new();
        let mut at = token.start;
        while let Some(found) = text[at..token.end].find(['-', '.']) {
            let start = at + found;
            let mark = if text[start..].starts_with('-') {
                '-'
            } else {
                '.'
            };
            let rest = text[start..token.end].trim_start_matches(mark);
            at = token.end - rest.len();
            runs.push(Self {
                mark,
                span: start..at,
                before: text[..start].chars().next_back(),
                after: text[at..].chars().next(),
                token: &text[token.clone()],
                next: &text[token.end..],
            });
        }
        runs
    }

    fn replacement(self) -> Option<Replacement> {
        let new = match (self.mark, self.span.len()) {
            ('.', 3) => self.is_ellipsis().then_some("…"),
            ('-', 2) => (self.is_between_spaces() || self.is_between_numbers()).then_some("–"),
            ('-', 3) => (self.is_between_spaces() || self.is_between_words()).then_some("—"),
            _ => None,
        };
        new.map(|new| (self.span, new))
    }

    /// Returns whether the periods end a word or a sentence.
    fn is_ellipsis(&self) -> bool {
        let ends = |c: char| c.is_whitespace() || is_closing(c) || matches!(c, '"' | '\'');
        self.after.is_none_or(ends) && !is_data(core(self.token))
    }

    /// Returns whether the dashes are between two words with spaces, but neither begin a line nor precede an option.
    fn is_between_spaces(&self) -> bool {
        self.before.is_some_and(char::is_whitespace)
            && self.after.is_some_and(char::is_whitespace)
            && !self.next.trim_start().starts_with('-')
    }

    /// Returns whether the dashes are between two numbers: `10--20`, `₹5--₹10`, `9:30--17:00`.
    fn is_between_numbers(&self) -> bool {
        let is_number = |c: char| c.is_numeric() || "-.,:%₹$€£°".contains(c);
        let core = core(self.token);
        core.chars().all(is_number)
            && core.matches('-').count() == self.span.len()
            && self.before.is_some_and(|c| c.is_numeric() || c == '%')
            && self
                .after
                .is_some_and(|c| c.is_numeric() || "₹$€£".contains(c))
    }

    /// Returns whether the dashes are between two words without spaces: `word---word`.
    fn is_between_words(&self) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || "\"'”’“‘)(,.!?".contains(c) || c == OBJECT;
        self.before.is_some_and(is_word)
            && self.after.is_some_and(is_word)
            && !is_data(core(self.token))
    }
}

/// Returns a part of the text between spaces without the punctuation around it.
fn core(token: &str) -> &str {
    let token = token.trim_start_matches(['"', '\'', '(', '[', '{', '“', '‘']);
    token.trim_end_matches(|c: char| matches!(c, '"' | '\'') || is_closing(c))
}

/// Returns whether text between spaces is not a word: a URL, an email address, a path, a domain, an assignment.
fn is_data(core: &str) -> bool {
    let is_domain = |(at, mark): (usize, &str)| {
        let after = core[at + mark.len()..].chars().next();
        after.is_some_and(char::is_alphabetic)
    };
    core.contains(['@', '\\', '/', '=', '_', '<', '>', '#', '|', '~', '^'])
        || core.match_indices([':', '.']).any(is_domain)
}

/// Returns whether a character may follow a word.
fn is_closing(c: char) -> bool {
    ".,;:!?)]}”’…।॥–—»".contains(c)
}

/// A quote or apostrophe, as typed on a keyboard.
struct Quote {
    at: usize,
    mark: char,
    before: Option<char>,
    after: Option<char>,
    /// Whether it is within a part of the text that is not a word, such as a URL.
    is_data: bool,
    /// Word after it.
    word: String,
    /// Whether the word after it is followed by another `'`.
    word_is_quoted: bool,
    /// Number of characters of the word before it.
    letters_before: usize,
}

/// The quotes of a block, with the state of pairing them.
struct Quotes {
    /// Offset of the last single quote that may end text in quotes.
    last_closing: Option<usize>,
    all: Vec<Quote>,
}

impl Quotes {
    fn new(text: &str) -> Self {
        let mut all = Vec::new();
        // The text between spaces around the last quote, where the word in it begins, and whether it is not a word.
        let mut token = 0..0;
        let mut core_start = 0;
        let mut is_token_data = false;
        for at in memchr2_iter(b'"', b'\'', text.as_bytes()) {
            if at >= token.end {
                let between = &text[token.end..at];
                let begin = between.trim_end_matches(|c: char| !c.is_whitespace());
                let length = text[at..].find(char::is_whitespace);
                token = token.end + begin.len()..length.map_or(text.len(), |length| at + length);
                let core = core(&text[token.clone()]);
                core_start = core.as_ptr() as usize - text.as_ptr() as usize;
                is_token_data = is_data(core);
            }
            let (before, after) = (&text[..at], &text[at + 1..]);
            let end = after.find(|c: char| !c.is_alphanumeric());
            let word = &after[..end.unwrap_or(after.len())];
            let letters = before.chars().rev().take_while(|c| c.is_alphanumeric());
            all.push(Quote {
                at,
                mark: if text[at..].starts_with('"') {
                    '"'
                } else {
                    '\''
                },
                before: before.chars().next_back(),
                after: after.chars().next(),
                is_data: is_token_data && at + 1 > core_start,
                word: word.to_lowercase(),
                word_is_quoted: after[word.len()..].starts_with('\''),
                // Longer words need not be told apart.
                letters_before: letters.take(2).count(),
            });
        }
        let singles = all.iter().filter(|one| one.mark == '\'');
        let last_closing = singles.rev().find(|one| one.closes()).map(|one| one.at);
        Self { last_closing, all }
    }

    fn replacements(&self) -> Vec<Replacement> {
        let mut found = self.pairs('"', "“", "”");
        let singles = self.pairs('\'', "‘", "’");
        let paired: Vec<usize> = singles.iter().map(|(at, _)| at.start).collect();
        let rest = self.all.iter().filter(|one| one.mark == '\'');
        let rest = rest.filter(|one| paired.binary_search(&one.at).is_err());
        let apostrophes = rest.filter(|one| self.is_apostrophe(one));
        found.extend(apostrophes.map(|one| (one.at..one.at + 1, "’")));
        found.extend(singles);
        found
    }

    /// Pairs quotes of one kind that surround words. Returns the replacements, sorted.
    fn pairs(&self, mark: char, opening: &'static str, closing: &'static str) -> Vec<Replacement> {
        let mut found = Vec::new();
        let quotes: Vec<&Quote> = self.all.iter().filter(|one| one.mark == mark).collect();
        let mut open: Option<usize> = None;
        // Whether a quote within a word was seen since, so that the text is not prose.
        let mut is_data = false;
        for (index, quote) in quotes.iter().enumerate() {
            if mark == '\'' && self.is_apostrophe_in_front(quote) {
                continue;
            }
            if quote.opens() && (open.is_none() || !quote.closes()) {
                open = Some(quote.at);
                is_data = false;
            } else if quote.closes() {
                let next = quotes.get(index + 1);
                let is_inch = quote.before.is_some_and(char::is_numeric)
                    && next.is_some_and(|next| next.closes() && !next.opens());
                if is_inch {
                    continue;
                }
                if let Some(start) = open.take()
                    && !is_data
                {
                    found.push((start..start + 1, opening));
                    found.push((quote.at..quote.at + 1, closing));
                }
            } else if mark == '"' || quote.is_data {
                is_data = true;
            }
        }
        found
    }

    /// Returns whether a word begins with this apostrophe: `'tis`, `'90s`.
    fn is_apostrophe_in_front(&self, quote: &Quote) -> bool {
        let word = quote.word.as_str();
        let is_year = |years: &str| years.len() == 2 && years.bytes().all(|b| b.is_ascii_digit());
        let closes_later = self.last_closing.is_some_and(|at| at > quote.at);
        quote.opens()
            && (ELISIONS.contains(&word)
                || (is_year(word) && !quote.word_is_quoted)
                || word.strip_suffix('s').is_some_and(is_year)
                || POSSIBLE_ELISIONS.contains(&word) && !closes_later)
    }

    /// Returns whether a single quote without a counterpart is an apostrophe.
    fn is_apostrophe(&self, quote: &Quote) -> bool {
        if quote.is_data {
            return false;
        }
        let is_wordlike = |c: char| c.is_alphabetic() || matches!(c, OBJECT | ')' | '}' | '”');
        match (quote.before, quote.after) {
            (Some(before), Some(after)) if after.is_alphanumeric() => {
                is_wordlike(before)
                    || (before.is_numeric() && quote.word == "s")
                    || self.is_apostrophe_in_front(quote)
            }
            // A single letter with a prime, as in f', stays.
            (Some(before), _) if quote.closes() => {
                before.is_alphabetic() && (quote.letters_before > 1 || quote.follows_elision(self))
            }
            _ => self.is_apostrophe_in_front(quote),
        }
    }
}

impl Quote {
    /// Returns whether text in quotes may begin here.
    fn opens(&self) -> bool {
        let begins = |c: char| c.is_whitespace() || "([{—–-\"'“‘".contains(c);
        self.before.is_none_or(begins)
            && self
                .after
                .is_some_and(|c| !c.is_whitespace() && !is_closing(c))
    }

    /// Returns whether text in quotes may end here.
    fn closes(&self) -> bool {
        let ends = |c: char| c.is_whitespace() || is_closing(c) || "\"'-".contains(c);
        self.before
            .is_some_and(|c| !c.is_whitespace() && !"([{".contains(c))
            && self.after.is_none_or(ends)
    }

    /// Returns whether this is the second apostrophe of `'n'`.
    fn follows_elision(&self, quotes: &Quotes) -> bool {
        let mut others = quotes.all.iter();
        others.any(|one| one.mark == '\'' && one.word == "n" && one.at + 2 == self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::{Dialect, events};
    use pulldown_cmark::html::push_html;

    /// Rows: Markdown of one paragraph, and its HTML. Where the second is empty, it is the same text.
    #[test]
    #[rustfmt::skip]
    fn prose_and_data() {
        for (markdown, expected) in [
            // Quotes.
            ("\"It's baked\"", "“It’s baked”"),
            ("She said \"no,\" then 'yes'.", "She said “no,” then ‘yes’."),
            ("\"*Whole* `meal`\"", "“<em>Whole</em> <code>meal</code>”"),
            ("(\"in brackets\")", "(“in brackets”)"),
            ("\"one 'two' three\"", "“one ‘two’ three”"),
            ("'one \"two\" three'", "‘one “two” three’"),
            ("\"वह आया।\"", "“वह आया।”"),
            ("\"https://e.org/a--b\"", "“https://e.org/a--b”"),
            ("the \"5\" and \"6\"", "the “5” and “6”"),
            // Inches, feet, minutes, and other data.
            ("a 26\" wheel", ""),
            ("26\" and 28\" wheels", ""),
            ("a \"26\" wheel\" here", "a “26\" wheel” here"),
            ("6'2\" tall, 5' 10\" wide", ""),
            ("\"a\"b\"c\"", ""),
            ("say x=\"a b\" or y='c'", ""),
            ("f'(x) and x' = y'", ""),
            ("an unclosed \"quote", ""),
            ("1'000'000", ""),
            ("他说\"你好\"吗", ""),
            // Apostrophes.
            ("rock 'n' roll", "rock ’n’ roll"),
            ("don't, firm's, students' books", "don’t, firm’s, students’ books"),
            ("the '90s and '24", "the ’90s and ’24"),
            ("in the 1990's", "in the 1990’s"),
            ("'Tis the season; get 'em", "’Tis the season; get ’em"),
            ("`code`'s and *it*'s", "<code>code</code>’s and <em>it</em>’s"),
            ("O'Brien@example.org, c:\\don't", ""),
            // Dashes.
            ("he -- she --- it", "he – she — it"),
            ("10--20, ₹5--₹10, 9:30--17:00", "10–20, ₹5–₹10, 9:30–17:00"),
            ("well---that \"was\"---it", "well—that “was”—it"),
            ("run --no-reload and -- --x", ""),
            ("git checkout -- --file", ""),
            ("a--b@example.org, https://e.org/a--b, C:\\dir--x", ""),
            ("block--modifier, 2024-01--2024-02, a----b", ""),
            ("--", ""),
            ("-- first", ""),
            ("a/b---c and x_y---z", ""),
            // Ellipses.
            ("and so on... \"well...\" yes", "and so on… “well…” yes"),
            ("main...topic, ../.., ...args, C:\\dir..., a.... b", ""),
            // Code, escapes, entities, and addresses.
            ("`\"a\" -- b`", "<code>\"a\" -- b</code>"),
            ("<kbd>'a' -- b...</kbd> 'c'", "<kbd>'a' -- b...</kbd> ‘c’"),
            ("\\\"a\\\" and it\\'s 1\\--2", "\"a\" and it's 1--2"),
            ("&quot;a&quot;", "\"a\""),
            ("<https://e.org/it's--so>", "<a href=\"https://e.org/it's--so\">https://e.org/it's--so</a>"),
        ] {
            let mut html = String::new();
            let dialect = Dialect { typography: true, ..Dialect::default() };
            push_html(&mut html, events(markdown, dialect).into_iter().map(|(event, _)| event));
            let html = html.trim().trim_start_matches("<p>").trim_end_matches("</p>");
            let html = html.replace("&quot;", "\"").replace("&#x27;", "'");
            assert_eq!(html, if expected.is_empty() { markdown } else { expected });
        }
    }
}
