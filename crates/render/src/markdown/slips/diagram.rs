//! A diagram in the notation of a program that would have to draw it.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Languages of diagrams, each with the site that draws them.
const DIAGRAMS: [(&str, &str); 4] = [
    ("mermaid", "https://mermaid.live"),
    ("plantuml", "https://www.plantuml.com"),
    ("dot", "https://graphviz.org"),
    ("graphviz", "https://graphviz.org"),
];

impl Slips<'_> {
    /// Reports a fenced code block in a language of diagrams, which shows as text.
    pub(super) fn diagram(&mut self, language: &str, block: &Range<usize>) {
        let name = language.split_whitespace().next().unwrap_or_default();
        let known = DIAGRAMS.iter().find(|(known, _)| *known == name);
        let Some((name, site)) = known else {
            return;
        };
        let line = self.line(block.start);
        let start = block.start + line.find(name).unwrap_or_default();
        let message = format!("this diagram in the language `{name}` appears as text");
        let help = format!(
            "save it as SVG below content/images/, for example at {site}, and write ![what it shows](images/name.svg)"
        );
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            start..start + name.len(),
            help,
        );
    }
}
