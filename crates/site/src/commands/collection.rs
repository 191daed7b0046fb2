//! Finds a collection by the name that was given on the command line.

use content::CollectionRule;
use diagnostic::{Diagnostic, all_of, did_you_mean, one_of};

/// Finds a collection by its name, its name without the final `s`, or the name of its schema. Fails if no collection has this name, or
/// several collections have this schema.
pub fn find_collection<'a>(
    rules: &'a [CollectionRule],
    word: &str,
) -> Result<&'a CollectionRule, Diagnostic> {
    let unknown = |message: String| Diagnostic::new(&content::codes::UNKNOWN_COLLECTION, message);
    let names = || rules.iter().map(|rule| rule.name.as_str());
    let known = format!("the collections are {}", all_of(names()));
    let plural = format!("{word}s");
    let named = |name: &str| rules.iter().find(|rule| rule.name == name);
    if let Some(rule) = named(word).or_else(|| named(&plural)) {
        return Ok(rule);
    }
    let with_schema = rules.iter().filter(|rule| schema_name(rule) == word);
    match with_schema.collect::<Vec<_>>().as_slice() {
        [only] => Ok(only),
        [] => {
            let words = names().chain(rules.iter().map(schema_name));
            Err(unknown(format!("unknown collection `{word}`"))
                .maybe_help(did_you_mean(word, words))
                .help(known))
        }
        several => {
            let names = one_of(several.iter().map(|rule| rule.name.as_str()));
            Err(
                unknown(format!("several collections have the schema `{word}`"))
                    .help(format!("name one of them: {names}")),
            )
        }
    }
}

/// Returns the name of a collection's schema, such as `article` for `schemas/article.json`.
fn schema_name(rule: &CollectionRule) -> &str {
    let file = rule.schema.rsplit('/').next().unwrap_or_default();
    file.strip_suffix(".json").unwrap_or(file)
}
