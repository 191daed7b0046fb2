//! Help for tags that do not exist, such as those of other template languages.

use diagnostic::{Help, all_of, did_you_mean};

use crate::manual::tags;

/// Returns message and help for a tag that does not exist or is not allowed here, and has no end tag.
pub fn unknown_tag(word: &str) -> (String, Help) {
    let tags = || tags::OPENING.into_iter();
    let help = match word {
        "elseif" | "elsif" => Help::replace("write `{% elif … %}`", word, "elif").certainly(),
        "macro" | "endmacro" => {
            "define a component in templates/components/: `{% component Card(title: string) %} … {% endcomponent Card %}`".into()
        }
        "import" | "from" | "call" => {
            "components need no import: `{{ <Name text=\"…\" /> }}`; a whole template is included by `{% include \"…\" %}`"
                .into()
        }
        "assign" => Help::replace("write `{% set name = … %}`", word, "set").certainly(),
        "capture" => "write `{% set name %}…{% endset %}`".into(),
        "unless" => "write `{% if not … %}` and `{% endif %}`".into(),
        "case" | "when" | "switch" => "write `{% if … %}`, `{% elif … %}`, and `{% endif %}`".into(),
        "comment" => "write a comment as `{# … #}`".into(),
        "render" | "partial" => "write `{% include \"name.html\" %}`".into(),
        "seo" | "feed_meta" => {
            "delete it: the base template has the tags of <head>, such as <title>{{ page.meta.title }}</title>"
                .into()
        }
        "highlight" => "write code in Markdown, between two lines ```".into(),
        "link" | "post_url" => "write the URL of the page: <a href=\"/about\">".into(),
        "tablerow" | "asyncEach" | "asyncAll" | "each" => "write `{% for one in … %}` and `{% endfor %}`".into(),
        "increment" | "cycle" => "write `{{ loop.index }}` within `{% for … %}`".into(),
        "do" => "write `{% set list = [...list, \"more\"] %}` for a longer list".into(),
        "empty" => Help::replace("write `{% else %}`", word, "else").certainly(),
        "url" | "path" | "pathto" => "write the URL of the page: href=\"/about\"".into(),
        "load" | "use" => "delete it: filters and components need no import".into(),
        "embed" => "write `{% include \"name.html\" %}`, or a component around the text".into(),
        "static" | "asset" => "write `{{ asset(path=\"…\") }}`, the URL of a file of the theme".into(),
        "trans" | "translate" | "blocktrans" => "write `{{ word(key=\"…\") }}`, a word of content/words.toml".into(),
        "csrf_token" | "csrf" => "delete it".into(),
        "shortcode" => "write a component: `{{ <Name … /> }}`".into(),
        "with" => "write `{% set name = … %}`".into(),
        "else" | "elif" => "it belongs between `{% if … %}` and `{% endif %}`".into(),
        _ => did_you_mean(word, tags()).unwrap_or_else(|| format!("tags are {}", all_of(tags())).into()),
    };
    let message = if tags().any(|tag| tag == word) {
        format!("`{{% {word} %}}` is not allowed here")
    } else {
        format!("unknown tag `{word}`")
    };
    (message, help)
}
