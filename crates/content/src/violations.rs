//! Finds the violations of a JSON Schema by TOML values, without those that only follow from another one.

use std::collections::HashSet;

use diagnostic::{Diagnostic, nearest};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value};

use crate::foreign_keys;
use crate::schema::{Schema, keys_of};
use crate::schema_relations;
use crate::toml_text::{TomlText, unescape};
use crate::violation::Violation;

/// The violations of a schema by a value.
pub struct Violations<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) errors: Vec<ValidationError<'a>>,
    value: &'a Value,
    /// The table and the correct name of each misspelled key, which is not reported as missing.
    misspelled: Vec<(String, String)>,
}

impl Schema {
    /// Validates `value` and returns its violations, without those that only follow from another one.
    pub fn violations<'a>(&'a self, value: &'a Value) -> Violations<'a> {
        let validator = self.validator().into_iter();
        let errors = validator.flat_map(|validator| validator.iter_errors(value));
        let mut errors: Vec<ValidationError<'_>> = errors.collect();
        let misspelled = self.misspelled_keys(&errors);
        let bad_formats: Vec<String> = errors
            .iter()
            .filter(|error| matches!(error.kind(), ValidationErrorKind::Format { .. }))
            .map(|error| error.instance_path().as_str().to_owned())
            .collect();
        let not_options: Vec<String> = errors
            .iter()
            .filter(|error| matches!(error.kind(), ValidationErrorKind::Enum { .. }))
            .map(|error| error.instance_path().as_str().to_owned())
            .collect();
        // Keys below the header of a table that has the name of a text belong to the table above it.
        let tables = errors.iter().filter_map(|error| {
            let table = error
                .instance()
                .as_object()
                .filter(|_| matches!(error.kind(), ValidationErrorKind::Type { .. }))?;
            let (parent, _) = error.instance_path().as_str().rsplit_once('/')?;
            Some(
                table
                    .keys()
                    .map(|key| (parent.to_owned(), key.clone()))
                    .collect::<Vec<_>>(),
            )
        });
        let swallowed: HashSet<(String, String)> = tables.flatten().collect();
        let mut empty = HashSet::new();
        let mut flat = HashSet::new();
        errors.retain(|error| {
            let path = error.instance_path().as_str();
            match error.kind() {
                // A string with the wrong format does not match the pattern either.
                ValidationErrorKind::Pattern { .. } => !bad_formats.iter().any(|one| one == path),
                // The key is not missing but misspelled, which is reported as an unknown key. A table without any key is reported once.
                ValidationErrorKind::Required { property } => {
                    let key = property.as_str().unwrap_or_default();
                    let table = error.instance().as_object();
                    let is_empty = table.is_some_and(Map::is_empty);
                    let is_repeated = is_empty && !empty.insert(path.to_owned());
                    let is_swallowed = swallowed.contains(&(path.to_owned(), key.to_owned()));
                    !is_repeated
                        && !is_swallowed
                        && !misspelled.iter().any(|one| one.0 == path && one.1 == key)
                }
                // A value that is not an option need not have the right type either.
                ValidationErrorKind::Type { .. } => {
                    let is_option = not_options.iter().any(|one| one == path);
                    // Texts of a list of lists are reported once.
                    let lists = self
                        .parent_of(error)
                        .and_then(|list| list.get("minItems")?.as_u64());
                    let is_flat =
                        error.instance().is_string() && lists.is_some_and(|least| least > 1);
                    let (list, last) = path.rsplit_once('/').unwrap_or_default();
                    let is_flat = is_flat && last.parse::<usize>().is_ok();
                    !is_option && (!is_flat || flat.insert(list.to_owned()))
                }
                _ => true,
            }
        });
        Violations {
            schema: self,
            errors,
            value,
            misspelled,
        }
    }

    /// Checks `value`, which is the whole of `toml`. `images` are the paths of existing images.
    pub fn check(&self, value: &Value, toml: &TomlText, images: &[String]) -> Vec<Diagnostic> {
        self.violations(value).diagnostics(toml, "", images)
    }

    /// Returns the path of the table and the correct name of each misspelled key.
    fn misspelled_keys(&self, errors: &[ValidationError<'_>]) -> Vec<(String, String)> {
        let mut misspelled = Vec::new();
        for error in errors {
            let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() else {
                continue;
            };
            let path = error.instance_path().as_str();
            for key in unexpected {
                // The only text of a table, under a key that is itself a text, stands for both texts that the table needs.
                let required: Vec<&str> = self.required_keys(error).collect();
                let table = error.instance().as_object();
                if required.len() == 2
                    && table.is_some_and(|table| {
                        table.len() == 1 && table.values().all(Value::is_string)
                    })
                {
                    let names = required.into_iter().map(str::to_owned);
                    misspelled.extend(names.map(|name| (path.to_owned(), name)));
                }
                let correct = match self.top_level_key(path, key) {
                    Some(name) => Some(("", name)),
                    None => nearest(key, self.allowed_keys(error))
                        .or_else(|| self.same_meaning(error, key))
                        .or_else(|| self.only_missing_key(error, key))
                        .map(|name| (path, name)),
                };
                misspelled.extend(correct.map(|(path, name)| (path.to_owned(), name.to_owned())));
                // The keys of an unknown table are there, but in the wrong place.
                let table = error.instance().get(key).and_then(Value::as_object);
                let keys = table.into_iter().flat_map(Map::keys);
                misspelled.extend(keys.map(|name| (path.to_owned(), name.clone())));
            }
        }
        misspelled
    }

    /// Returns the key with the meaning that `key` has in another program, if it is allowed here and still missing.
    pub(crate) fn same_meaning(&self, error: &ValidationError<'_>, key: &str) -> Option<&str> {
        let table = error.instance().as_object()?;
        let missing = self.allowed_keys(error);
        foreign_keys::same_meaning(key, missing.filter(|name| !table.contains_key(*name)))
    }

    /// Returns the required key that a table lacks, if it lacks no other one and has one unknown key that begins like it, as
    /// `speciality` begins like `specialization`.
    pub(crate) fn only_missing_key(&self, error: &ValidationError<'_>, key: &str) -> Option<&str> {
        let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() else {
            return None;
        };
        let table = error
            .instance()
            .as_object()
            .filter(|_| unexpected.len() == 1)?;
        let mut missing = self
            .required_keys(error)
            .filter(|name| !table.contains_key(*name));
        let only = missing.next()?;
        let pairs = only.chars().zip(key.chars());
        let common = pairs.take_while(|(one, other)| one == other).count();
        (missing.next().is_none() && common > 3).then_some(only)
    }

    /// Returns `key` if it belongs at the top level, not in the table at `path`.
    pub(crate) fn top_level_key(&self, path: &str, key: &str) -> Option<&str> {
        (!path.is_empty()).then(|| self.keys().find(|name| *name == key))?
    }

    /// Returns the keys that the schema of an `additionalProperties` error requires.
    pub(crate) fn required_keys(&self, error: &ValidationError<'_>) -> impl Iterator<Item = &str> {
        let required = self
            .parent_of(error)
            .and_then(|schema| schema.get("required")?.as_array());
        required.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Returns the keys that the schema of an `additionalProperties` error allows.
    pub(crate) fn allowed_keys(&self, error: &ValidationError<'_>) -> impl Iterator<Item = &str> {
        self.parent_of(error).into_iter().flat_map(keys_of)
    }
}

impl Violations<'_> {
    /// Returns whether anything is wrong with the value at `pointer` itself.
    pub fn contain(&self, pointer: &str) -> bool {
        let mut errors = self.errors.iter();
        errors.any(|error| error.instance_path().as_str() == pointer)
    }

    /// Removes the violations that are also in `others`: those of the same value or, for missing keys, of the same key, which may be
    /// misspelled.
    #[must_use]
    pub fn except(mut self, others: &Violations<'_>) -> Self {
        self.errors.retain(|error| {
            let (path, missing) = (error.instance_path().as_str(), missing_key(error));
            let is_misspelled =
                |(table, key): &(String, String)| table == path && missing == Some(key);
            !others.misspelled.iter().any(is_misspelled)
                && !others.errors.iter().any(|other| {
                    let is_same_value = error.instance_path() == other.instance_path();
                    // Both are missing from a table without any key, which is reported once.
                    let are_missing = missing_key(error).is_some() && missing_key(other).is_some();
                    let is_empty = error.instance().as_object().is_some_and(Map::is_empty);
                    is_same_value
                        && (are_missing && is_empty || missing_key(error) == missing_key(other))
                })
        });
        self
    }

    /// Describes the violations. The value is at `base` in `toml` (`""` for the whole text, `/item/3` for an entry of a list);
    /// `images` are the paths of existing images.
    pub fn diagnostics(&self, toml: &TomlText, base: &str, images: &[String]) -> Vec<Diagnostic> {
        let violations = self.errors.iter().map(|error| {
            let pointer = format!("{base}{}", error.instance_path().as_str());
            let key = pointer
                .rsplit('/')
                .find(|step| step.parse::<usize>().is_err());
            Violation {
                schema: self.schema,
                error,
                toml,
                images,
                name: key.map(unescape).unwrap_or_default(),
                pointer,
            }
        });
        let violations = violations.flat_map(|one| one.describe());
        // What is wrong with a value is reported before it is compared with another one.
        let wrong = self.errors.iter();
        let wrong: HashSet<String> = wrong
            .map(|error| format!("{base}{}", error.instance_path().as_str()))
            .collect();
        let relations = schema_relations::check(self.schema, self.value, toml, base, &wrong);
        violations.chain(relations).collect()
    }
}

/// Returns the key that an error reports as missing.
pub(crate) fn missing_key<'a>(error: &'a ValidationError<'_>) -> Option<&'a str> {
    match error.kind() {
        ValidationErrorKind::Required { property } => property.as_str(),
        _ => None,
    }
}
