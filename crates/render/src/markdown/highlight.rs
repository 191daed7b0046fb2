//! Highlights code: keywords, strings, comments, and so on are wrapped in a `<span>` with a class, which the theme colors.

use std::sync::OnceLock;

use diagnostic::{Help, did_you_mean};
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

/// A piece of code with its CSS class, which is empty if it has none.
pub type Piece<'c> = (&'c str, &'static str);

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

    /// Returns the pieces of code, none of which contains more than a line, or `None` if its language is unknown. Highlights only the
    /// beginning of a line that would take too long.
    pub fn pieces<'c>(&self, language: &str, code: &'c str) -> Option<Vec<Piece<'c>>> {
        let language = language.to_ascii_lowercase();
        let grammars = self.grammars(&language)?;
        let language = grammars.language(&language)?;
        let tokenized = grammars.highlighter.tokenize(language, code).ok()?;
        let mut pieces = Vec::new();
        let lines = tokenized
            .lines()
            .iter()
            .map(Some)
            .chain(std::iter::repeat(None));
        for (line, tokenized) in code.split_inclusive('\n').zip(lines) {
            let mut done = 0;
            for token in tokenized.iter().flat_map(|line| line.tokens()) {
                let range = token.range();
                pieces.push((line.get(done..range.start)?, ""));
                pieces.push((line.get(range.clone())?, class(&token.scopes())));
                done = range.end;
            }
            pieces.push((line.get(done..)?, ""));
        }
        pieces.retain(|(text, _)| !text.is_empty());
        Some(pieces)
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
            let Some(pieces) = highlighter.pieces(language, code) else {
                text.push_str(&format!("{language}: none\n"));
                continue;
            };
            for (piece, class) in pieces {
                text.push_str(&match class {
                    "" => piece.to_owned(),
                    class => format!("[{class}: {piece}]"),
                });
            }
        }
        expect_test::expect![[r#"
            [[hl-name: a]]
            [hl-name: b] = [hl-string: "][hl-string: c][hl-string: "] [hl-comment: #][hl-comment:  d]
            [hl-name: e] = [hl-constant: 3]
            [hl-name: cargo] build [hl-attribute: -][hl-attribute: -root] a [hl-comment: #][hl-comment:  b]
            [hl-keyword: fn] [hl-name: main]() { [hl-keyword: let] a = [hl-string: "][hl-string: <b>][hl-string: "]; }
            <[hl-name: p] [hl-attribute: class]=[hl-string: "][hl-string: a][hl-string: "]>b [hl-constant: &][hl-constant: amp][hl-constant: ;] c</[hl-name: p]>
            <[hl-name: p]>[hl-keyword: {%] [hl-keyword: if] a [hl-keyword: %}][hl-keyword: {{] a.b | safe [hl-keyword: }}][hl-keyword: {%] [hl-keyword: endif] [hl-keyword: %}]</[hl-name: p]>
            {[hl-attribute: "][hl-attribute: a][hl-attribute: "]: [[hl-constant: 1], [hl-constant: true]]}
            [hl-name: a] { [hl-attribute: color]: [hl-constant: #][hl-constant: fff] }
            [hl-deleted: -][hl-deleted: a]
            [hl-inserted: +][hl-inserted: b]
            text: none
            : none
            brainstorm: none
            a b
            [hl-string: "][hl-string: é]
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
