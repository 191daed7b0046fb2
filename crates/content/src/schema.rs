//! JSON Schemas over TOML values: what they find, said for the person who wrote the TOML.

use std::sync::Arc;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::calendar::date_help;
use crate::codes;
use crate::schema_mistakes;
use crate::tables::{Part, TomlText, escape};
use diagnostic::Diagnostic;
use diagnostic::{Place, Source};
use diagnostic::{all_of, did_you_mean, nearest, one_of};

/// A compiled schema with its text, which suggestions are drawn from.
#[derive(Debug)]
pub struct Schema {
    validator: Validator,
    text: Value,
}

impl Schema {
    /// Compiles a schema (draft 2020-12).
    ///
    /// Two formats are the engine's own: `image` names a file that must exist below `content/` (`images` holds the
    /// paths that do), `link` an address, which later stages check.
    ///
    /// # Errors
    /// Text that is not JSON, or JSON that is not a schema.
    pub fn compile(
        source: &Arc<Source>,
        images: &Arc<Vec<String>>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let text: Value =
            serde_json::from_str(&source.text).map_err(|error| vec![not_json(source, &error)])?;
        let mistakes = schema_mistakes::mistakes(source, &text);
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let images = Arc::clone(images);
        let validator = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            .with_format("image", move |path: &str| {
                images
                    .binary_search_by(|one| one.as_str().cmp(path))
                    .is_ok()
            })
            .with_format("link", |_: &str| true)
            .build(&text)
            .map_err(|error| {
                let place = schema_mistakes::place(source, error.instance_path().as_str());
                let message = format!("this is not a JSON Schema: {error}");
                vec![Diagnostic::new(&codes::BAD_SCHEMA, message).at(place, "")]
            })?;
        Ok(Self { validator, text })
    }

    /// The keys that its `properties` name.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let properties = self.text.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(|all| all.keys());
        names.map(String::as_str).filter(|key| *key != "$schema")
    }

    /// Checks a value that stands in `toml` at `pointer` (`""` for all of it, `/item/3` for an entry of a list).
    pub fn check(
        &self,
        value: &Value,
        toml: &TomlText,
        pointer: &str,
        images: &[String],
    ) -> Vec<Diagnostic> {
        let errors: Vec<ValidationError<'_>> = self.validator.iter_errors(value).collect();
        let misspelled = self.misspelled(&errors);
        let of_format = errors.iter().filter(|error| is_of_format(error));
        let of_format: Vec<&str> = of_format
            .map(|error| error.instance_path().as_str())
            .collect();
        errors
            .iter()
            .filter(|error| match error.kind() {
                // A text that is of another kind altogether does not match the pattern either.
                ValidationErrorKind::Pattern { .. } => {
                    !of_format.contains(&error.instance_path().as_str())
                }
                ValidationErrorKind::Required { property } => {
                    let path = error.instance_path().as_str();
                    !misspelled.contains(&(path, property.as_str().unwrap_or_default()))
                }
                _ => true,
            })
            .flat_map(|error| self.describe(error, toml, pointer, images))
            .collect()
    }

    /// Keys that are there under a wrong name, with the path of their table: that one finding says it all.
    fn misspelled<'a>(&'a self, errors: &'a [ValidationError<'_>]) -> Vec<(&'a str, &'a str)> {
        let mut found = Vec::new();
        for error in errors {
            let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() else {
                continue;
            };
            let path = error.instance_path().as_str();
            let allowed = self.sibling_properties(error);
            for key in unexpected {
                found.extend(match self.own_key(path, key) {
                    Some(name) => Some(("", name)),
                    None => nearest(key, allowed.iter().copied()).map(|name| (path, name)),
                });
            }
        }
        found
    }

    /// A key of the whole that stands below the header of one of its tables, at `path`.
    fn own_key(&self, path: &str, key: &str) -> Option<&str> {
        (!path.is_empty()).then(|| self.keys().find(|name| *name == key))?
    }

    fn describe(
        &self,
        error: &ValidationError<'_>,
        toml: &TomlText,
        base: &str,
        images: &[String],
    ) -> Vec<Diagnostic> {
        let pointer = format!("{base}{}", error.instance_path().as_str());
        let name = pointer
            .rsplit('/')
            .find(|step| step.parse::<usize>().is_err())
            .unwrap_or_default()
            .to_owned();
        let at_value = |diagnostic: Diagnostic, label: &str| {
            diagnostic.at(toml.locate(&pointer, Part::Value), label)
        };
        let value = error.instance().as_ref();
        let one = match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
                let allowed = self.sibling_properties(error);
                let path = error.instance_path().as_str();
                let help = |key: &str| {
                    if self.own_key(path, key).is_some() {
                        let table = header(&pointer);
                        return format!(
                            "here it is a key of {table}: put it above the first [table]"
                        );
                    }
                    did_you_mean(key, allowed.iter().copied()).unwrap_or_else(|| {
                        format!("the keys here are {}", all_of(allowed.iter().copied()))
                    })
                };
                return unexpected
                    .iter()
                    .map(|key| {
                        let place = toml.locate(&format!("{pointer}/{}", escape(key)), Part::Key);
                        Diagnostic::new(&codes::UNKNOWN_KEY, format!("unknown key `{key}`"))
                            .at(place, "not a key here")
                            .help(help(key))
                    })
                    .collect();
            }
            ValidationErrorKind::Required { property } => {
                let key = property.as_str().unwrap_or_default();
                let what = self.description(error, key);
                Diagnostic::new(&codes::MISSING_KEY, format!("the key `{key}` is missing"))
                    .at(
                        toml.locate(&pointer, Part::Key),
                        format!("`{key}` is required here"),
                    )
                    .help({
                        let pointer = format!("{pointer}/{}", escape(key));
                        let way = match self.kind_of_property(error, key) {
                            Some("object") => format!("a table {}", header(&pointer)),
                            Some("tables") => format!("a table [{}]", header(&pointer)),
                            _ => format!("`{key} = …`"),
                        };
                        match what {
                            Some(what) => format!("add {way}: {what}"),
                            None => format!("add {way}"),
                        }
                    })
            }
            ValidationErrorKind::Type { kind } => {
                let expected = match kind {
                    jsonschema::error::TypeKind::Single(kind) => kind.to_string(),
                    jsonschema::error::TypeKind::Multiple(kinds) => kinds
                        .iter()
                        .map(|kind| kind.to_string())
                        .collect::<Vec<_>>()
                        .join(" or "),
                };
                at_value(
                    Diagnostic::new(
                        &codes::WRONG_TYPE,
                        format!("`{name}` must be {}", type_name(&expected)),
                    ),
                    &format!("this is {}", type_name(kind_of(value))),
                )
                .maybe_help(type_help(&expected, value, &header(&pointer)))
            }
            ValidationErrorKind::Enum { options } => {
                let options: Vec<String> = options
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(plain)
                    .collect();
                let word = plain(value);
                at_value(
                    Diagnostic::new(
                        &codes::NOT_AN_OPTION,
                        format!("`{word}` is not an option for `{name}`"),
                    ),
                    "not among the options",
                )
                .maybe_help(did_you_mean(&word, options.iter().map(String::as_str)))
                .help(format!(
                    "the options are {}",
                    one_of(options.iter().map(String::as_str))
                ))
            }
            ValidationErrorKind::Constant { expected_value } => at_value(
                Diagnostic::new(
                    &codes::NOT_AN_OPTION,
                    format!("`{name}` must be `{}`", plain(expected_value)),
                ),
                "",
            ),
            ValidationErrorKind::Format { format } => bad_format(
                format,
                &name,
                value,
                images,
                self.own_description(error),
                &at_value,
            )
            .maybe_help(self.example(error)),
            ValidationErrorKind::MaxLength { limit } => {
                let length = value.as_str().map_or(0, |text| text.chars().count());
                at_value(
                    Diagnostic::new(
                        &codes::TOO_LONG,
                        format!(
                            "`{name}` has {}; at most {limit} are allowed",
                            characters(length)
                        ),
                    ),
                    "too long",
                )
            }
            ValidationErrorKind::MinLength { limit } => {
                let length = value.as_str().map_or(0, |text| text.chars().count());
                let message = match length {
                    0 => format!("`{name}` is empty"),
                    _ => format!(
                        "`{name}` has {}; at least {limit} are needed",
                        characters(length)
                    ),
                };
                at_value(Diagnostic::new(&codes::TOO_SHORT, message), "too short")
                    .maybe_help((length == 0).then(|| self.own_description(error)).flatten())
            }
            ValidationErrorKind::MinItems { limit } | ValidationErrorKind::MaxItems { limit } => {
                let length = value.as_array().map_or(0, Vec::len);
                let few = matches!(error.kind(), ValidationErrorKind::MinItems { .. });
                let entries = if *limit == 1 { "entry" } else { "entries" };
                let bound = if few { "at least" } else { "at most" };
                at_value(
                    Diagnostic::new(
                        &codes::WRONG_COUNT,
                        format!("`{name}` must have {bound} {limit} {entries}, not {length}"),
                    ),
                    if few { "too few" } else { "too many" },
                )
            }
            ValidationErrorKind::Minimum { limit } => at_value(
                Diagnostic::new(
                    &codes::OUT_OF_RANGE,
                    format!("`{name}` must be at least {limit}"),
                ),
                "too small",
            ),
            ValidationErrorKind::Maximum { limit } => at_value(
                Diagnostic::new(
                    &codes::OUT_OF_RANGE,
                    format!("`{name}` must be at most {limit}"),
                ),
                "too large",
            ),
            ValidationErrorKind::Pattern { pattern } => at_value(
                Diagnostic::new(
                    &codes::WRONG_FORM,
                    format!("`{name}` does not have the expected form"),
                ),
                "",
            )
            .maybe_help(self.own_description(error))
            .help(
                self.example(error)
                    .or_else(|| pattern_in_words(pattern, &plain(value)))
                    .unwrap_or_else(|| format!("it must match the pattern {pattern}")),
            ),
            _ => at_value(
                Diagnostic::new(&codes::INVALID_VALUE, format!("`{name}`: {error}")),
                "",
            ),
        };
        vec![one]
    }

    /// The keys that the failing `additionalProperties` stands beside.
    fn sibling_properties(&self, error: &ValidationError<'_>) -> Vec<&str> {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.text
            .pointer(parent)
            .and_then(|schema| schema.get("properties"))
            .and_then(Value::as_object)
            .map(|properties| {
                let names = properties.keys().map(String::as_str);
                names.filter(|key| *key != "$schema").collect()
            })
            .unwrap_or_default()
    }

    /// What the schema says of a missing property.
    fn description(&self, error: &ValidationError<'_>, key: &str) -> Option<String> {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let text = self
            .text
            .pointer(parent)?
            .get("properties")?
            .get(key)?
            .get("description")?
            .as_str()?;
        Some(text.to_owned())
    }

    /// What kind of value a missing property holds: `tables` for a list of tables.
    fn kind_of_property(&self, error: &ValidationError<'_>, key: &str) -> Option<&str> {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let property = self.text.pointer(parent)?.get("properties")?.get(key)?;
        let kind = |schema: &Value| Some(self.resolved(schema)?.get("type")?.as_str()?.to_owned());
        match kind(property)?.as_str() {
            "array" => {
                let items = self.resolved(property)?.get("items")?;
                (kind(items)? == "object").then_some("tables")
            }
            "object" => Some("object"),
            _ => None,
        }
    }

    /// A schema, or the one that its `$ref` names.
    fn resolved<'a>(&'a self, schema: &'a Value) -> Option<&'a Value> {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => self.text.pointer(reference.strip_prefix('#')?),
            None => Some(schema),
        }
    }

    /// The schema's first example of the failing value.
    fn example(&self, error: &ValidationError<'_>) -> Option<String> {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let example = self.text.pointer(parent)?.get("examples")?.get(0)?;
        Some(format!("for example `{}`", plain(example)))
    }

    /// What the schema says of the failing value itself.
    fn own_description(&self, error: &ValidationError<'_>) -> Option<String> {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        Some(
            self.text
                .pointer(parent)?
                .get("description")?
                .as_str()?
                .to_owned(),
        )
    }
}

impl TomlText {
    /// The text as a value of its own type, checked against `schema` (JSON Schema, draft 2020-12): for a file of settings
    /// whose schema belongs to the program.
    ///
    /// # Errors
    /// Every mistake of the text, each at its place.
    pub fn checked<T: DeserializeOwned>(&self, schema: &str) -> Result<T, Vec<Diagnostic>> {
        let value = Value::Object(self.parse()?);
        let schema = Source::new("schema", schema);
        let schema = Schema::compile(&schema, &Arc::default())?;
        let found = schema.check(&value, self, "", &[]);
        if !found.is_empty() {
            return Err(found);
        }
        serde_json::from_value(value).map_err(|error| {
            let diagnostic = Diagnostic::new(&codes::INVALID_VALUE, error.to_string());
            vec![diagnostic.at(Place::start_of(&self.source), "")]
        })
    }
}

fn characters(count: usize) -> String {
    let word = if count == 1 {
        "character"
    } else {
        "characters"
    };
    format!("{count} {word}")
}

fn is_of_format(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Format { .. })
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// What a regular expression says of the beginning or the end of a text, where that is what `word` lacks.
fn pattern_in_words(pattern: &str, word: &str) -> Option<String> {
    let is_plain = |text: &&str| !text.contains(['[', '(', '*', '+', '?', '{', '|', '$', '^', '.']);
    if let Some(end) = pattern
        .strip_suffix('$')
        .and_then(|start| start.rsplit_once("\\."))
        && is_plain(&end.1)
        && !word.ends_with(&format!(".{}", end.1))
    {
        let meant = (!word.contains('.')).then(|| format!(": did you mean `{word}.{}`?", end.1));
        return Some(format!(
            "it ends in `.{}`{}",
            end.1,
            meant.unwrap_or_default()
        ));
    }
    let start = pattern.strip_prefix('^')?;
    let starts: Vec<&str> = match start
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(ways) => ways.split('|').collect(),
        None => vec![start],
    };
    let is_short = starts.iter().all(is_plain);
    is_short.then(|| format!("it begins with {}", one_of(starts)))
}

/// A JSON type by the name TOML's readers know it by.
fn type_name(kind: &str) -> String {
    match kind {
        "string" => "text in quotes".to_owned(),
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "array" => "a list".to_owned(),
        "object" => "a table".to_owned(),
        other => other
            .split(" or ")
            .map(type_name_single)
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

fn type_name_single(kind: &str) -> String {
    match kind {
        "string" | "integer" | "number" | "boolean" | "array" | "object" => type_name(kind),
        other => other.to_owned(),
    }
}

/// The header of the table at a pointer: `[contact.mumbai]`. Places in lists are no part of it.
fn header(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1);
    let names: Vec<String> = steps
        .filter(|step| step.parse::<usize>().is_err())
        .map(|step| step.replace("~1", "/").replace("~0", "~"))
        .collect();
    format!("[{}]", names.join("."))
}

/// What to do about a value of another type; `header` is that of the table it would be.
fn type_help(expected: &str, value: &Value, header: &str) -> Option<String> {
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    match (expected, value) {
        ("string", Value::Number(_) | Value::Bool(_)) => {
            Some(format!("put it between quotes: \"{value}\""))
        }
        ("integer", Value::String(text)) if text.parse::<i64>().is_ok() => {
            Some(format!("write it without quotes: {text}"))
        }
        ("number", Value::String(text)) if is_number(text) => {
            Some(format!("write it without quotes: {text}"))
        }
        ("boolean", Value::String(text)) if text == "true" || text == "false" => {
            Some(format!("write it without quotes: {text}"))
        }
        ("array", Value::String(text)) => {
            Some(format!("put it between square brackets: [\"{text}\"]"))
        }
        ("array", Value::Object(_)) => {
            Some(format!("each entry of a list has two brackets: [{header}]"))
        }
        ("object", Value::Array(_)) => Some(format!(
            "there is only one, so its header has one bracket on each side: {header}"
        )),
        ("object", Value::String(_)) => Some(format!(
            "write {header} on a line of its own, and the keys below it"
        )),
        _ => None,
    }
}

/// A text that is not what its `format` asks for; `own` is what the schema says of it.
fn bad_format(
    format: &str,
    name: &str,
    value: &Value,
    images: &[String],
    own: Option<String>,
    at_value: &dyn Fn(Diagnostic, &str) -> Diagnostic,
) -> Diagnostic {
    let word = plain(value);
    match format {
        "image" => at_value(
            Diagnostic::new(&codes::MISSING_IMAGE, format!("there is no image `{word}`")),
            "no such file below content/",
        )
        .help(
            did_you_mean(&word, images.iter().map(String::as_str)).unwrap_or_else(|| {
                "paths are relative to content/, for example `images/covers/name.svg`".to_owned()
            }),
        ),
        "date" => at_value(
            Diagnostic::new(&codes::BAD_DATE, format!("`{word}` is not a date")),
            "not a date",
        )
        .help(date_help(&word)),
        _ => at_value(
            Diagnostic::new(
                &codes::WRONG_FORM,
                format!("`{name}` is not a valid {}", format_name(format)),
            ),
            "",
        )
        .maybe_help(own),
    }
}

fn not_json(source: &Arc<Source>, error: &serde_json::Error) -> Diagnostic {
    let at = source.offset(error.line(), error.column());
    let message = error.to_string();
    let message = match error.classify() {
        serde_json::error::Category::Eof => "it ends before its last bracket",
        _ => message.split(" at line ").next().unwrap_or_default(),
    };
    Diagnostic::new(
        &codes::BAD_SCHEMA,
        format!("this schema is not valid JSON: {message}"),
    )
    .at(Place::new(source, at..at + 1), "")
}

fn format_name(format: &str) -> &str {
    match format {
        "uri" => "web address (https://…)",
        "email" => "email address",
        "date-time" => "date and time",
        other => other,
    }
}
