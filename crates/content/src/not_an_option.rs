//! Describes a value that is not among the options of a schema.

use diagnostic::{Diagnostic, Fix, Help, all_of, did_you_mean};
use serde_json::Value;

use crate::codes;
use crate::toml_text::Part;
use crate::violation::{Violation, unquoted};

/// Other words for options, each with the word of the schema.
const SYNONYMS: [(&str, &str); 13] = [
    ("warn", "warning"),
    ("none", "off"),
    ("ignore", "off"),
    ("err", "error"),
    ("dropdown", "select"),
    ("choice", "select"),
    ("phone", "tel"),
    ("telephone", "tel"),
    ("mail", "email"),
    ("upload", "file"),
    ("attachment", "file"),
    ("link", "url"),
    ("multiline", "textarea"),
];

impl Violation<'_> {
    /// Returns the finding about a value that is not among the `options`.
    pub(crate) fn not_an_option(&self, options: &Value, value: &Value) -> Diagnostic {
        let options = || options.as_array().into_iter().flatten();
        if let Some(entries) = value.as_array() {
            let message = format!("`{}` is one value, not a list", self.name);
            let diagnostic = Diagnostic::new(&codes::NOT_AN_OPTION, message);
            let kept = entries
                .iter()
                .find(|one| options().any(|other| other == *one));
            let kept = kept.or_else(|| options().next());
            let help = kept.map(|one| format!("write one value without brackets, such as {one}"));
            return self.at_value(diagnostic, "a list").maybe_help(help);
        }
        let same = options().find(|one| unquoted(one) == unquoted(value));
        let options: Vec<String> = options().map(unquoted).collect();
        let options = || options.iter().map(String::as_str);
        let word = unquoted(value);
        let mut synonyms = SYNONYMS.iter().filter(|(other, _)| *other == word);
        let synonym = synonyms.find_map(|(_, own)| options().find(|one| one == own));
        let synonym = synonym.map(|own| Help::replace(format!("write `{own}`"), &word, own));
        let message = format!("`{word}` is not an option for `{}`", self.name);
        let diagnostic = self.at_value(
            Diagnostic::new(&codes::NOT_AN_OPTION, message),
            "not an option",
        );
        if let Some(same) = same {
            let quotes = if same.is_string() { "with" } else { "without" };
            let help = format!("write it {quotes} quotes: {same}");
            let is_toml = self.toml.format().is_none();
            let place = self.toml.locate(&self.pointer, Part::Value);
            let fix = is_toml.then(|| Fix::replace(&help, place, same.to_string()));
            return diagnostic.help(help).maybe_fix(fix);
        }
        // Netlify answers with another page under this status.
        if word == "200" && self.pointer.starts_with("/redirect/") {
            return diagnostic.help("write [[rewrite]] in place of [[redirect]], without `status`");
        }
        diagnostic
            .maybe_help(
                synonym
                    .or_else(|| did_you_mean(&word, options()))
                    .or_else(|| abbreviated(&word, options())),
            )
            .help(format!("options are {}", all_of(options())))
    }
}

/// Returns help for the beginning of an option, such as `Mon`, or `None` if no option or more than one begins with it.
fn abbreviated<'a>(word: &str, options: impl Iterator<Item = &'a str>) -> Option<Help> {
    const SHORTEST: usize = 3;
    let short = word.trim_end_matches('.').to_lowercase();
    let mut meant = options.filter(|option| option.to_lowercase().starts_with(&short));
    let only = meant
        .next()
        .filter(|_| short.len() >= SHORTEST && meant.next().is_none())?;
    Some(Help::replace(format!("did you mean `{only}`?"), word, only))
}
