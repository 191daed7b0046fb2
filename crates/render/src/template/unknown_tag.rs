//! Help for tags that do not exist, such as those of other template languages.

use diagnostic::{Help, all_of, did_you_mean};

use super::foreign_expressions::is_expression;
use super::foreign_tags;
use super::tags::{Tag, name_at};
use super::template_names::Names;
use crate::manual::tags;

/// Returns message and help for a tag that does not exist or is not allowed here, and is no end tag. `open` is the innermost tag that is
/// open.
pub fn unknown_tag(tag: &Tag<'_>, open: Option<&str>, names: &Names) -> (String, Help) {
    let word = tag.word;
    let tags = || tags::OPENING.into_iter();
    let after = tag.words.strip_prefix(word).unwrap_or_default();
    let help = match word {
        "elseif" | "elsif" => Help::replace("write `{% elif … %}`", word, "elif").certainly(),
        "else" | "elif" => "it belongs between `{% if … %}` and `{% endif %}`".into(),
        _ if names.variables.iter().any(|name| name == name_at(word))
            && is_expression(tag.words) =>
        {
            format!("write {{{{ {} }}}}", tag.words).into()
        }
        _ => match foreign_tags::tag(word, after, open, names) {
            Some(meaning) if word == "assign" => {
                Help::replace(meaning.help(names), word, "set").certainly()
            }
            Some(meaning) => meaning.help(names).into(),
            None => did_you_mean(word, tags())
                .unwrap_or_else(|| format!("tags are {}", all_of(tags())).into()),
        },
    };
    let message = if tags().any(|tag| tag == word) {
        format!("`{{% {word} %}}` is not allowed here")
    } else {
        format!("unknown tag `{word}`")
    };
    (message, help)
}
