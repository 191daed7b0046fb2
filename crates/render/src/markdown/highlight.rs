//! Highlights code: keywords, strings, comments, and so on are wrapped in a `<span>` with a class, which the theme colors.

use std::sync::OnceLock;

use diagnostic::{Help, did_you_mean};
use pulldown_cmark_escape::escape_html_body_text;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

/// CSS classes by the prefix of a scope's name. The first entry that matches a scope applies.
const CLASSES: [(&str, &str); 20] = [
    ("comment", "hl-comment"),
    ("string", "hl-string"),
    ("constant.character.entity", "hl-constant"),
    ("constant.other.placeholder", "hl-constant"),
    ("constant", "hl-constant"),
    ("keyword.operator", ""),
    ("keyword", "hl-keyword"),
    ("storage", "hl-keyword"),
    ("entity.other.jinja2.delimiter", "hl-keyword"),
    ("entity.other.attribute-name", "hl-attribute"),
    ("support.type.property-name", "hl-attribute"),
    ("variable.parameter", "hl-attribute"),
    ("variable.language", "hl-keyword"),
    ("variable.function", "hl-name"),
    ("entity.name", "hl-name"),
    ("support.function", "hl-name"),
    ("support.type", "hl-name"),
    ("markup.inserted", "hl-inserted"),
    ("markup.deleted", "hl-deleted"),
    ("markup.heading", "hl-name"),
];

/// Other names that authors use for a language, each with a name or file extension that syntect knows.
const ALIASES: [(&str, &str); 8] = [
    ("console", "sh"),
    ("shell", "sh"),
    ("zsh", "sh"),
    ("jsonc", "json"),
    ("jsx", "tsx"),
    ("jinja", "HTML (Jinja2)"),
    ("jinja2", "HTML (Jinja2)"),
    ("tera", "HTML (Jinja2)"),
];

/// Names of languages for code that is not highlighted.
const PLAIN: [&str; 5] = ["text", "txt", "plain", "plaintext", "none"];

/// Maximum length of a line of highlighted code, in bytes. The time to highlight a line can grow with the square of its length.
const LONGEST_LINE: usize = 2000;

/// Code highlighter, which loads its grammars when they are first needed.
#[derive(Debug, Default)]
pub struct Highlighter(OnceLock<Grammars>);

#[derive(Debug)]
struct Grammars {
    syntaxes: SyntaxSet,
    classes: Vec<(Scope, &'static str)>,
}

impl Grammars {
    fn load() -> Self {
        let classes = CLASSES.iter();
        let classes = classes.filter_map(|(scope, class)| Some((Scope::new(scope).ok()?, *class)));
        Self {
            syntaxes: two_face::syntax::extra_newlines(),
            classes: classes.collect(),
        }
    }

    fn syntax(&self, language: &str) -> Option<&SyntaxReference> {
        let known = ALIASES.iter().find(|(alias, _)| *alias == language);
        let name = known.map_or(language, |(_, name)| name);
        self.syntaxes.find_syntax_by_token(name)
    }

    /// Returns the class of the innermost scope that has one.
    fn class(&self, scopes: &ScopeStack) -> &'static str {
        let class = |scope: &Scope| {
            let mut classes = self.classes.iter();
            classes.find(|(prefix, _)| prefix.is_prefix_of(*scope))
        };
        let class = scopes.scopes.iter().rev().find_map(class);
        class.map_or("", |(_, class)| class)
    }

    /// Returns code as HTML, or `None` if the grammar fails.
    fn html(&self, syntax: &SyntaxReference, code: &str) -> Option<String> {
        let mut state = ParseState::new(syntax);
        let mut scopes = ScopeStack::new();
        let mut html = Spans::default();
        for line in code.split_inclusive('\n') {
            let mut done = 0;
            for (at, change) in state.parse_line(line, &self.syntaxes).ok()? {
                html.push(&line[done..at], self.class(&scopes));
                done = at;
                scopes.apply(&change).ok()?;
            }
            html.push(&line[done..], self.class(&scopes));
        }
        Some(html.finish())
    }
}

impl Highlighter {
    /// Returns the grammars, or `None` for a language that needs none.
    fn grammars(&self, language: &str) -> Option<&Grammars> {
        let is_plain = language.is_empty() || PLAIN.contains(&language);
        (!is_plain).then(|| self.0.get_or_init(Grammars::load))
    }

    /// Returns code as highlighted HTML, or `None` if it is not highlighted because its language is unknown, a line is too
    /// long, or the grammar fails.
    pub fn html(&self, language: &str, code: &str) -> Option<String> {
        if code.lines().any(|line| line.len() > LONGEST_LINE) {
            return None;
        }
        let language = language.to_ascii_lowercase();
        let grammars = self.grammars(&language)?;
        grammars.html(grammars.syntax(&language)?, code)
    }

    /// Returns help for a misspelled language. Returns `None` if the language is known, and also if it does not resemble any
    /// known one: a script of the theme may handle it, for example to draw diagrams.
    pub fn suggestion(&self, language: &str) -> Option<Help> {
        let language = language.to_ascii_lowercase();
        let grammars = self.grammars(&language)?;
        if grammars.syntax(&language).is_some() {
            return None;
        }
        let syntaxes = grammars.syntaxes.syntaxes().iter();
        let names = syntaxes.flat_map(|syntax| {
            // Any short word resembles some file extension.
            let extensions = syntax.file_extensions.iter().filter(|one| one.len() > 3);
            extensions.chain([&syntax.name])
        });
        let names: Vec<String> = names.map(|name| name.to_ascii_lowercase()).collect();
        did_you_mean(&language, names.iter().map(String::as_str))
    }
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
        let class = if text.trim().is_empty() {
            self.class
        } else {
            class
        };
        if class != self.class {
            self.close();
            if !class.is_empty() {
                self.html.push_str(&format!("<span class=\"{class}\">"));
            }
            self.class = class;
        }
        // Writing to a String cannot fail.
        let _ = escape_html_body_text(&mut self.html, text);
    }

    fn close(&mut self) {
        if !self.class.is_empty() {
            self.html.push_str("</span>");
        }
    }

    fn finish(mut self) -> String {
        self.close();
        self.html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        let highlighter = Highlighter::default();
        let mut text = String::new();
        for (language, code) in [
            ("toml", "[a]\nb = \"c\" # d\ne = 3\n"),
            ("sh", "cargo build --root a # b\n"),
            ("Rust", "fn main() { let a = \"<b>\"; }\n"),
            ("html", "<p class=\"a\">b &amp; c</p>\n"),
            ("jinja", "<p>{% if a %}{{ a.b | safe }}{% endif %}</p>\n"),
            ("json", "{\"a\": [1, true]}\n"),
            ("css", "a { color: #fff }\n"),
            ("diff", "-a\n+b\n"),
            ("text", "a\n"),
            ("", "a\n"),
            ("brainstorm", "a\n"),
            ("sh", &"a".repeat(LONGEST_LINE + 1)),
        ] {
            match highlighter.html(language, code) {
                Some(html) => text.push_str(&html),
                None => text.push_str(&format!("{language}: none\n")),
            }
        }
        expect_test::expect![[r#"
            [<span class="hl-name">a</span>]
            <span class="hl-name">b </span>= <span class="hl-string">"c" </span><span class="hl-comment"># d
            </span><span class="hl-name">e </span>= <span class="hl-constant">3
            </span><span class="hl-name">cargo</span> build<span class="hl-attribute"> --root</span> a <span class="hl-comment"># b
            </span><span class="hl-keyword">fn </span><span class="hl-name">main</span>() { <span class="hl-keyword">let</span> a = <span class="hl-string">"&lt;b&gt;"</span>; }
            &lt;<span class="hl-name">p </span><span class="hl-attribute">class</span>=<span class="hl-string">"a"</span>&gt;b <span class="hl-constant">&amp;amp;</span> c&lt;/<span class="hl-name">p</span>&gt;
            &lt;<span class="hl-name">p</span>&gt;<span class="hl-keyword">{% if </span>a <span class="hl-keyword">%}{{ </span>a.b | safe <span class="hl-keyword">}}{% endif %}</span>&lt;/<span class="hl-name">p</span>&gt;
            {<span class="hl-string">"a"</span>: [<span class="hl-constant">1</span>, <span class="hl-constant">true</span>]}
            <span class="hl-name">a </span>{ <span class="hl-attribute">color</span>: <span class="hl-constant">#fff </span>}
            <span class="hl-deleted">-a
            </span><span class="hl-inserted">+b
            </span>text: none
            : none
            brainstorm: none
            sh: none
        "#]].assert_eq(&text);
    }

    #[test]
    fn suggestions() {
        let highlighter = Highlighter::default();
        for (language, expected) in [
            ("tmol", Some("did you mean `toml`?")),
            ("javscript", Some("did you mean `javascript`?")),
            ("Pyhton", Some("did you mean `python`?")),
            ("toml", None),
            ("text", None),
            ("mermaid", None),
            ("", None),
        ] {
            let suggestion = highlighter.suggestion(language);
            let text = suggestion.map(|help| help.text);
            assert_eq!(text.as_deref(), expected, "{language}");
        }
    }
}
