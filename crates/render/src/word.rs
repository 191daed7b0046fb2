//! The template function `word`: a word of the theme, in the language of the page.

use diagnostic::{Diagnostic, Help, did_you_mean};
use serde_json::Value as Json;
use tera::{Kwargs, TeraResult, Value};

use crate::codes;
use crate::function_data::LanguageData;
use crate::recorder::Recorder;

/// Returns the word `key`, in which each placeholder is replaced by one of the `values`. Fails if there is no such word, or if it has a
/// placeholder without a value.
pub fn word(data: &LanguageData, kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Value> {
    let key = kwargs.must_get::<&str>("key")?;
    let values = kwargs.get::<Value>("values")?;
    let fail = |message: String, help: Help| {
        let diagnostic = Diagnostic::new(&codes::UNKNOWN_WORD, message).help(help);
        Err(recorder.failure(vec![diagnostic]))
    };
    let Some(Json::String(text)) = data.word(key) else {
        let known = data.words.get(&data.main).map(keys).unwrap_or_default();
        let known = || known.iter().map(String::as_str);
        // `skip_link` for `skip`.
        let mut longer = known().filter(|one| {
            key.starts_with(&format!("{one}_")) || one.starts_with(&format!("{key}_"))
        });
        let only = longer.next().filter(|_| longer.next().is_none());
        let only = only.map(|one| Help::replace(format!("did you mean `{one}`?"), key, one));
        let near = did_you_mean(key, known()).or(only);
        let help = near.unwrap_or_else(|| format!("add `{key}` to content/words.toml").into());
        return fail(format!("content/words.toml has no word `{key}`"), help);
    };
    let mut filled = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, (name, after))) = rest
        .split_once('{')
        .and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        let value = values
            .as_ref()
            .and_then(|values| values.get_from_path(name));
        let Some(value) = value else {
            let passed = values.as_ref().and_then(Value::as_map);
            let passed: Vec<String> = passed
                .into_iter()
                .flat_map(|map| map.keys().map(|key| format!("`{{{key}}}`")))
                .collect();
            let help = if passed.is_empty() {
                format!("pass a value for it: values={{\"{name}\": …}}")
            } else {
                format!(
                    "write only {} in the words, or pass a value here: values={{\"{name}\": …}}",
                    passed.join(", ")
                )
            };
            return fail(
                format!("the word `{key}` has the placeholder `{{{name}}}`"),
                help.into(),
            );
        };
        filled.push_str(before);
        filled.push_str(&value.to_string());
        rest = after;
    }
    Ok(Value::from(filled + rest))
}

/// Returns the keys of all texts in a table of words: `form.optional`.
pub fn keys(words: &Json) -> Vec<String> {
    let mut keys = Vec::new();
    let mut open: Vec<(String, &Json)> = vec![(String::new(), words)];
    while let Some((key, value)) = open.pop() {
        match value {
            Json::Object(table) => {
                let below = table.iter().map(|(name, value)| match key.as_str() {
                    "" => (name.clone(), value),
                    above => (format!("{above}.{name}"), value),
                });
                open.extend(below);
            }
            _ => keys.push(key),
        }
    }
    keys.sort();
    keys
}
