//! Formats Markdown as text for a terminal.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Maximum number of characters in a line. Code is not wrapped.
const WIDTH: usize = 80;

/// Minimum width of the last column of a table.
const LAST_COLUMN: usize = 28;

/// Formats Markdown as plain text in lines of at most 80 characters. Code is not wrapped.
pub fn text(markdown: &str) -> String {
    let mut formatter = Formatter::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        formatter.add(event);
    }
    formatter.text.trim_end().to_owned() + "\n"
}

/// State of the formatter while it reads a page.
#[derive(Default)]
struct Formatter {
    /// Finished lines.
    text: String,
    /// Text of the current block, such as a paragraph or a table cell.
    block: String,
    /// Number of the next entry of each open list, or `None` for a list without numbers.
    lists: Vec<Option<u64>>,
    /// Bullet or number of the current list entry, until its first line is written.
    bullet: Option<String>,
    /// Nesting depth of block quotes.
    quotations: usize,
    /// URL of the open link, if it points to another site.
    link: Option<String>,
    /// Rows of the open table.
    rows: Vec<Vec<String>>,
}

impl Formatter {
    fn add(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.block.push_str(&text),
            Event::Code(code) => self.block.push_str(&format!("`{code}`")),
            Event::SoftBreak => self.block.push(' '),
            Event::HardBreak => self.block.push('\n'),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(start) => {
                self.flush();
                self.lists.push(start);
            }
            Tag::Item => {
                let bullet = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.bullet = Some(bullet);
            }
            Tag::BlockQuote(_) => self.quotations += 1,
            Tag::CodeBlock(kind) => {
                self.flush();
                // In the reference, an HTML block after a template is the template's output, so no empty line separates them.
                if matches!(&kind, CodeBlockKind::Fenced(language) if &**language == "html")
                    && self.text.ends_with("\n\n")
                {
                    self.text.pop();
                    self.text.push_str("    output:\n");
                }
            }
            Tag::Link { dest_url, .. } if dest_url.starts_with("http") => {
                self.link = Some(dest_url.to_string());
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let title = std::mem::take(&mut self.block).replace('`', "");
                let rule = match level {
                    HeadingLevel::H1 => "=",
                    HeadingLevel::H2 => "-",
                    _ => "",
                };
                let rule = rule.repeat(title.chars().count());
                let before = if self.text.ends_with("\n\n") || self.text.is_empty() {
                    ""
                } else {
                    "\n"
                };
                self.text.push_str(&format!("{before}{title}\n"));
                if !rule.is_empty() {
                    self.text.push_str(&format!("{rule}\n"));
                }
                self.text.push('\n');
            }
            TagEnd::Paragraph => {
                self.flush();
                self.text.push('\n');
            }
            TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() && !self.text.ends_with("\n\n") {
                    self.text.push('\n');
                }
            }
            TagEnd::BlockQuote(_) => self.quotations -= 1,
            TagEnd::CodeBlock => {
                let code = std::mem::take(&mut self.block);
                let indent = " ".repeat(self.indent() + 4);
                for line in code.lines() {
                    self.text.push_str(format!("{indent}{line}").trim_end());
                    self.text.push('\n');
                }
                self.text.push('\n');
            }
            TagEnd::Link => {
                if let Some(url) = self
                    .link
                    .take()
                    .filter(|url| !self.block.ends_with(url.as_str()))
                {
                    self.block.push_str(&format!(" <{url}>"));
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.block);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.text.push_str(&table(&rows));
                self.text.push('\n');
            }
            _ => {}
        }
    }

    /// Returns the number of spaces before a line.
    fn indent(&self) -> usize {
        2 * (self.lists.len() + self.quotations)
    }

    /// Writes the current block as lines.
    fn flush(&mut self) {
        let block = std::mem::take(&mut self.block);
        if block.trim().is_empty() {
            return;
        }
        let indent = self.indent();
        let bullet = self.bullet.take();
        for (number, line) in wrapped(&block, WIDTH - indent).into_iter().enumerate() {
            match bullet.as_ref().filter(|_| number == 0) {
                Some(bullet) => {
                    let before = " ".repeat(indent.saturating_sub(bullet.len()));
                    self.text.push_str(&format!("{before}{bullet}{line}\n"));
                }
                None => self
                    .text
                    .push_str(&format!("{}{line}\n", " ".repeat(indent))),
            }
        }
    }
}

/// Splits a text into lines of at most `width` characters. A longer word gets a line of its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let length = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && length > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Formats a table in columns. The last column is wrapped to fit the rest of the line.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let last = columns.saturating_sub(1);
    let before: usize = (0..last).map(|column| width(column) + 2).sum();
    // If a table is too wide, the last cell of each row goes below the others.
    let is_wide = before + LAST_COLUMN > WIDTH && width(last) + before > WIDTH;
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate().take(last) {
            let width = width(column);
            line.push_str(&format!("{cell:width$}  "));
        }
        let cell = row.get(last).map_or("", String::as_str);
        let (indent, width) = if is_wide {
            (4, WIDTH - 4)
        } else {
            (before, WIDTH.max(before + LAST_COLUMN) - before)
        };
        let mut lines = wrapped(cell, width).into_iter();
        if !is_wide {
            line.push_str(&lines.next().unwrap_or_default());
        }
        text.push_str(&format!("{}\n", line.trim_end()));
        for rest in lines {
            text.push_str(format!("{}{rest}", " ".repeat(indent)).trim_end());
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    #[test]
    #[expect(clippy::needless_raw_string_hashes, reason = "written by expect-test")]
    fn blocks() {
        let markdown = "## A `title`\n\nSome *text* with [a link](theme.md) and [another](https://example.org), which is long enough to \
                        need a second line.\n\n- one\n- two\n\n  more of two\n\n1. first\n\n   ```sh\n   site build\n   ```\n\n| key | meaning |\n|---|---|\n\
                        | `name` | What it is called, in a sentence that does not fit into the rest of its line. |\n\n> A remark.\n\n```jinja\n{{ 1 }}\n```\n\n```html\n1\n```\n";
        expect![[r#"
            A title
            -------

            Some text with a link and another <https://example.org>, which is long enough to
            need a second line.

            - one

            - two

              more of two

            1. first

                  site build

            key     meaning
            `name`  What it is called, in a sentence that does not fit into the rest of its
                    line.

              A remark.

                {{ 1 }}
                output:
                1
        "#]]
        .assert_eq(&super::text(markdown));
    }
}
