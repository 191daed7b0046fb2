//! Writes fenced code, and reports what is wrong with the words after its fence.

use std::ops::Range;

use diagnostic::{Diagnostic, did_you_mean, first_line};
use pulldown_cmark::CodeBlockKind;

use super::code_block::CodeBlock;
use super::writer::Writer;
use crate::codes;

/// Help that lists every word.
const WORDS: &str = "write `title=\"src/main.rs\"`, `numbers`, `numbers=5`, or `marks=\"2,4-6\"`";

impl Writer<'_> {
    /// Returns what the words after a fence say. Reports those without a meaning, and a misspelled language.
    pub fn code_block(&mut self, kind: &CodeBlockKind<'_>, span: &Range<usize>) -> CodeBlock {
        let CodeBlockKind::Fenced(info) = kind else {
            return CodeBlock::default();
        };
        let (block, bad) = CodeBlock::parse(info);
        if let Some(help) = self
            .context
            .highlighter
            .and_then(|highlighter| highlighter.suggestion(&block.language))
        {
            let language = &block.language;
            let message = format!("`{language}` is not a language that can be highlighted");
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_CODE_LANGUAGE, message);
            self.report(self.in_info(span, language), "", diagnostic.help(help));
        }
        if let Some(first) = bad.unknown.first() {
            let names: Vec<String> = bad.unknown.iter().map(|one| format!("`{one}`")).collect();
            let message = match names.len() {
                1 => format!("unknown word {} after the fence of a code block", names[0]),
                _ => format!(
                    "unknown words {} after the fence of a code block",
                    names.join(", ")
                ),
            };
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_CODE_WORD, message);
            let meant = did_you_mean(first, ["title", "numbers", "marks"]);
            let help = meant.unwrap_or_else(|| WORDS.into());
            self.report(self.in_info(span, first), "", diagnostic.help(help));
        }
        for value in bad.values {
            let message = format!("`{value}` is neither a title, a number, nor a list of lines");
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_CODE_WORD, message);
            self.report(self.in_info(span, value), "", diagnostic.help(WORDS));
        }
        block
    }

    /// Returns the HTML of a code block's text, whose fence begins at `start` of the file. Reports marks after the last line.
    pub fn code(&mut self, block: &CodeBlock, text: &str, start: usize) -> String {
        let lines = text.lines().count();
        let last = block.last_mark();
        if last as usize > lines {
            let unit = if lines == 1 { "line" } else { "lines" };
            let message = format!("line {last} is marked, but the code has {lines} {unit}");
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_CODE_WORD, message);
            let place = self.in_info(&(start..self.source.text.len()), &last.to_string());
            let help = "count the lines of the code from 1, whatever their numbers";
            self.report(place, "", diagnostic.help(help));
        }
        let highlighter = self.context.highlighter;
        let pieces = highlighter.and_then(|one| one.pieces(&block.language, text));
        block.html(&pieces.unwrap_or_else(|| {
            let lines = text.split_inclusive('\n');
            lines.map(|line| (line, "")).collect()
        }))
    }

    /// Returns the first place of a whole word in the first line of a code block, or the line if the word is written in another way.
    fn in_info(&self, span: &Range<usize>, word: &str) -> Range<usize> {
        let line = first_line(&self.source.text[span.clone()]);
        let is_within = |one: char| one.is_alphanumeric();
        let mut found = line.match_indices(word).map(|(at, _)| at..at + word.len());
        let found = found.find(|at| {
            !line[..at.start].ends_with(is_within) && !line[at.end..].starts_with(is_within)
        });
        let found = found.unwrap_or(0..line.len());
        span.start + found.start..span.start + found.end
    }
}
