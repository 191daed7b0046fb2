//! Keywords of JSON Schema whose values contain schemas.

/// Keywords whose value is a schema.
pub const SCHEMA_KEYWORDS: &str = "\
    items additionalProperties unevaluatedProperties unevaluatedItems contains not if then else propertyNames \
    contentSchema additionalItems";
/// Keywords whose value is a list of schemas.
pub const SCHEMA_LIST_KEYWORDS: &str = "allOf anyOf oneOf prefixItems";
/// Keywords whose value is an object that contains named schemas.
pub const SCHEMA_MAP_KEYWORDS: &str =
    "properties patternProperties $defs definitions dependentSchemas";

/// Returns whether a word is one of `words`, which are separated by spaces.
pub fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}
