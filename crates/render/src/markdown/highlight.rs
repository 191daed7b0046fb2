//! Highlights code: keywords, strings, comments, and so on are wrapped in a `<span>` with a class, which the theme colors.

use std::sync::OnceLock;

use diagnostic::{Help, did_you_mean};
use pulldown_cmark_escape::escape_html_body_text;
use syntaxmate::{Catalog, HighlighterOptions, Scopes};

/// CSS classes by the prefix of a scope's name. The first entry that matches a scope applies.
const CLASSES: [(&str, &str); 25] = [
    ("comment", "hl-comment"),
    ("string.unquoted.argument", ""),
    ("string", "hl-string"),
    ("constant.other.option", "hl-attribute"),
    ("constant", "hl-constant"),
    ("keyword.operator", ""),
    ("keyword", "hl-keyword"),
    ("storage", "hl-keyword"),
    ("entity.other.jinja.delimiter", "hl-keyword"),
    ("variable.entity.other.jinja.delimiter", "hl-keyword"),
    ("entity.other.attribute-name", "hl-attribute"),
    ("support.type.property-name", "hl-attribute"),
    ("variable.parameter", "hl-attribute"),
    ("variable.other.key", "hl-name"),
    ("variable.language", "hl-keyword"),
    ("entity.name", "hl-name"),
    ("support.function", "hl-name"),
    ("support.class", "hl-name"),
    ("support.type", "hl-name"),
    ("markup.inserted", "hl-inserted"),
    ("markup.deleted", "hl-deleted"),
    ("markup.heading", "hl-name"),
    ("markup.inline.raw", "hl-string"),
    ("markup.fenced_code", ""),
    ("meta.embedded", ""),
];

/// Other names that authors use for a language, each with a name that the catalog knows.
const ALIASES: [(&str, &str); 4] = [
    ("golang", "go"),
    ("jinja", "jinja-html"),
    ("jinja2", "jinja-html"),
    ("tera", "jinja-html"),
];

/// Names of languages for code that is not highlighted. Mermaid is for a script that draws diagrams.
const PLAIN: [&str; 6] = ["text", "txt", "plain", "plaintext", "none", "mermaid"];

/// Number of languages whose grammar is kept.
const LANGUAGES: usize = 64;

/// Number of threads that can use a grammar at the same time without preparing it again.
const THREADS: usize = 16;

/// Code highlighter, which loads its grammars when they are first needed.
#[derive(Debug, Default)]
pub struct Highlighter(OnceLock<Grammars>);

#[derive(Debug)]
struct Grammars {
    catalog: Catalog,
    highlighter: syntaxmate::Highlighter,
}

impl Grammars {
    fn load() -> Self {
        let catalog = Catalog::bundled();
        let options = HighlighterOptions {
            prepared_languages: LANGUAGES,
            idle_tokenizers_per_language: THREADS,
            ..HighlighterOptions::default()
        };
        Self {
            highlighter: syntaxmate::Highlighter::with_catalog_options(&catalog, options),
            catalog,
        }
    }

    /// Returns the language with this name, alias, or file extension, or `None` if there is none.
    fn language(&self, name: &str) -> Option<&str> {
        let known = ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = known.map_or(name, |(_, name)| name);
        let by_extension = || self.catalog.detect_path(format!("x.{name}"));
        self.catalog.canonical_language(name).or_else(by_extension)
    }
}

impl Highlighter {
    /// Returns the grammars, or `None` for a language that needs none.
    fn grammars(&self, language: &str) -> Option<&Grammars> {
        let is_plain = language.is_empty() || PLAIN.contains(&language);
        (!is_plain).then(|| self.0.get_or_init(Grammars::load))
    }

    /// Returns code as highlighted HTML, or `None` if its language is unknown. Highlights only the beginning of a line that would take
    /// too long.
    pub fn html(&self, language: &str, code: &str) -> Option<String> {
        let language = language.to_ascii_lowercase();
        let grammars = self.grammars(&language)?;
        let language = grammars.language(&language)?;
        let tokenized = grammars.highlighter.tokenize(language, code).ok()?;
        let mut html = Spans::default();
        let lines = tokenized
            .lines()
            .iter()
            .map(Some)
            .chain(std::iter::repeat(None));
        for (line, tokenized) in code.split_inclusive('\n').zip(lines) {
            let mut done = 0;
            for token in tokenized.iter().flat_map(|line| line.tokens()) {
                let range = token.range();
                html.push(line.get(done..range.start)?, "");
                html.push(line.get(range.clone())?, class(&token.scopes()));
                done = range.end;
            }
            html.push(line.get(done..)?, "");
        }
        Some(html.finish())
    }

    /// Returns help for a misspelled language. Returns `None` if the language is known, and also if it does not resemble any
    /// known one: a script of the theme may handle it, for example to draw diagrams.
    pub fn suggestion(&self, language: &str) -> Option<Help> {
        let language = language.to_ascii_lowercase();
        let grammars = self.grammars(&language)?;
        if grammars.language(&language).is_some() {
            return None;
        }
        let catalog = &grammars.catalog;
        let languages = catalog.languages().into_iter();
        let infos = languages.filter_map(|name| catalog.language(name));
        let names = infos.flat_map(|one| {
            // Any short word resembles some alias.
            let aliases = one.aliases().iter().map(String::as_str);
            aliases.filter(|one| one.len() > 3).chain([one.id()])
        });
        did_you_mean(&language, names)
    }
}

/// Returns the class of the innermost scope that has one.
fn class(scopes: &Scopes<'_>) -> &'static str {
    let class = |scope: &str| {
        let is_prefix = |prefix: &str| {
            let rest = scope.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        CLASSES.iter().find(|(prefix, _)| is_prefix(prefix))
    };
    // Scopes are listed from the outermost to the innermost.
    let classes = scopes.clone().filter_map(class);
    classes.last().map_or("", |(_, class)| class)
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
            ("rust", "a\u{2028}b\n\"é\n"),
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
            </span><span class="hl-name">cargo </span>build <span class="hl-attribute">--root </span>a <span class="hl-comment"># b
            </span><span class="hl-keyword">fn </span><span class="hl-name">main</span>() { <span class="hl-keyword">let </span>a = <span class="hl-string">"&lt;b&gt;"</span>; }
            &lt;<span class="hl-name">p </span><span class="hl-attribute">class</span>=<span class="hl-string">"a"</span>&gt;b <span class="hl-constant">&amp;amp;</span> c&lt;/<span class="hl-name">p</span>&gt;
            &lt;<span class="hl-name">p</span>&gt;<span class="hl-keyword">{% if </span>a <span class="hl-keyword">%}{{ </span>a.b | safe <span class="hl-keyword">}}{% endif %}</span>&lt;/<span class="hl-name">p</span>&gt;
            {<span class="hl-attribute">"a"</span>: [<span class="hl-constant">1</span>, <span class="hl-constant">true</span>]}
            <span class="hl-name">a </span>{ <span class="hl-attribute">color</span>: <span class="hl-constant">#fff </span>}
            <span class="hl-deleted">-a
            </span><span class="hl-inserted">+b
            </span>text: none
            : none
            brainstorm: none
            a b
            <span class="hl-string">"é
            </span>"#]].assert_eq(&text);
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
