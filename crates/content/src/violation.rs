//! Describes a violation of a JSON Schema by a TOML value, in findings that an author understands.

use diagnostic::{Diagnostic, Fix, Help, all_of};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value};

use crate::codes;
use crate::data_format::DataFormat;
use crate::date_help::{correct_date, date_help};
use crate::focus::FOCUS_HELP;
use crate::joined_entries::{entries_in_one, with_entries};
use crate::link_format::{link_help, link_mistake, similar_link};
use crate::meant_schema::{meant_branch, without_misspelled};
use crate::pattern_help::{
    in_the_evening, like_example, pattern_in_words, similar_email, similar_value, web_address,
};
use crate::picture_name::picture_of;
use crate::schema::Schema;
use crate::schema_relations;
use crate::toml_text::{Part, TomlText, escape, unescape};

/// One violation and its place.
pub struct Violation<'a> {
    pub schema: &'a Schema,
    pub error: &'a ValidationError<'a>,
    pub toml: &'a TomlText,
    pub images: &'a [String],
    /// JSON pointer of the value in the TOML.
    pub pointer: String,
    /// Key of the value or, for an entry of a list, the key of the list.
    pub name: String,
}

/// How other programs write every URL in a redirect.
const EVERY_URL: [&str; 9] = [
    "/*", "*", "/**", "**", "/(.*)", "(.*)", "/:path*", "/:splat*", "^/(.*)$",
];

impl Violation<'_> {
    /// Returns the findings that describe the violation: one, or one for each unknown key.
    pub fn describe(&self) -> Vec<Diagnostic> {
        let name = &self.name;
        let value = self.error.instance().as_ref();
        let out_of_range = |bound: &str, limit: &Value, label: &str| {
            let message = format!("`{name}` must be {bound} {limit}");
            self.at_value(Diagnostic::new(&codes::OUT_OF_RANGE, message), label)
        };
        let diagnostic = match self.error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
                return self.unknown_keys(unexpected);
            }
            ValidationErrorKind::Required { property } => {
                self.missing_key(property.as_str().unwrap_or_default())
            }
            ValidationErrorKind::Type { kind } => self.wrong_type(kind, value),
            ValidationErrorKind::Enum { options } => self.not_an_option(options, value),
            ValidationErrorKind::Constant { expected_value } => {
                let message = format!("`{name}` must be `{}`", unquoted(expected_value));
                self.at_value(Diagnostic::new(&codes::NOT_AN_OPTION, message), "")
            }
            ValidationErrorKind::Format { format } => self
                .bad_format(format, &unquoted(value))
                .maybe_help(self.example()),
            ValidationErrorKind::MaxLength { limit } => {
                let length = characters(value);
                let message = format!("`{name}` has {length}; at most {limit} are allowed");
                self.at_value(Diagnostic::new(&codes::TOO_LONG, message), "too long")
            }
            ValidationErrorKind::MinLength { limit } => {
                let is_empty = value.as_str() == Some("");
                let message = if is_empty {
                    format!("`{name}` is empty")
                } else {
                    let length = characters(value);
                    format!("`{name}` has {length}; at least {limit} are required")
                };
                self.at_value(Diagnostic::new(&codes::TOO_SHORT, message), "too short")
                    .maybe_help(is_empty.then(|| self.description()).flatten())
            }
            ValidationErrorKind::MinItems { limit } => {
                self.wrong_count("at least", *limit, value, "too few")
            }
            ValidationErrorKind::MaxItems { limit } => {
                self.wrong_count("at most", *limit, value, "too many")
            }
            ValidationErrorKind::UniqueItems => {
                return schema_relations::repeated(value, name, self.toml, &self.pointer);
            }
            ValidationErrorKind::Minimum { limit } => out_of_range("at least", limit, "too small"),
            ValidationErrorKind::Maximum { limit } => out_of_range("at most", limit, "too large"),
            ValidationErrorKind::ExclusiveMinimum { limit } => {
                out_of_range("greater than", limit, "too small")
            }
            ValidationErrorKind::ExclusiveMaximum { limit } => {
                out_of_range("less than", limit, "too large")
            }
            ValidationErrorKind::PropertyNames { error } => {
                let key = unquoted(error.instance());
                let meant = match error.kind() {
                    ValidationErrorKind::Pattern { pattern } => similar_value(pattern, &key),
                    _ => None,
                };
                let pointer = format!("{}/{}", self.pointer, escape(&key));
                let message = format!("`{key}` cannot be a key of `{name}`");
                Diagnostic::new(&codes::WRONG_FORM, message)
                    .at(self.toml.locate(&pointer, Part::Key), "")
                    .maybe_help(self.description())
                    .maybe_help(meant.map(|one| format!("did you mean `{one}`?")))
            }
            ValidationErrorKind::Pattern { .. } if value.as_str() == Some("") => {
                let message = format!("`{name}` is empty");
                self.at_value(Diagnostic::new(&codes::WRONG_FORM, message), "")
                    .maybe_help(self.description())
                    .maybe_help(self.example())
            }
            ValidationErrorKind::Pattern { .. }
                if name == "from"
                    && self.pointer.starts_with("/redirect/")
                    && EVERY_URL.contains(&unquoted(value).as_str()) =>
            {
                let message = format!("`{}` stands for every page", unquoted(value));
                let help = "write the beginning of the old URLs, such as /old/*; content/pages/404.md answers URLs that do not exist";
                self.at_value(Diagnostic::new(&codes::WRONG_FORM, message), "")
                    .help(help)
            }
            ValidationErrorKind::Pattern { pattern } => {
                let message = format!("`{name}` has the wrong format");
                let word = unquoted(value);
                let similar = similar_value(pattern, &word)
                    .or_else(|| like_example(pattern, &word, &self.first_example()?));
                // A part of an address at another host says nothing about this site. A redirect is from an address of it.
                let is_of_site =
                    |one: &String| name == "from" || one.contains("://") || !word.contains("://");
                let similar = similar.filter(is_of_site);

                let help = similar
                    .map(|one| {
                        if let Some(evening) = in_the_evening(&word, &one) {
                            return format!("write `{one}`, or `{evening}` for the evening").into();
                        }
                        let help = format!("did you mean `{one}`?");
                        // Another slug changes a URL, to which other pages link.
                        if name == "slug" {
                            help.into()
                        } else {
                            Help::replace(help, &word, &one)
                        }
                    })
                    .or_else(|| self.example().map(Help::from))
                    .or_else(|| pattern_in_words(pattern, &word).map(Help::from))
                    .or_else(|| self.untranslated(&word).map(Help::from));
                let label = match &help {
                    Some(_) => String::new(),
                    None => format!("must match {pattern}"),
                };
                self.at_value(Diagnostic::new(&codes::WRONG_FORM, message), &label)
                    .maybe_help(self.description())
                    .maybe_help(help)
            }
            ValidationErrorKind::OneOfNotValid { context }
            | ValidationErrorKind::AnyOf { context }
                if let Some(branch) = meant_branch(context, value) =>
            {
                return self.describe_branch(branch);
            }
            _ => {
                let message = format!("`{name}`: {}", self.error);
                self.at_value(Diagnostic::new(&codes::INVALID_VALUE, message), "")
            }
        };
        vec![diagnostic]
    }

    /// Returns the findings that describe the violations of one of several schemas.
    fn describe_branch(&self, branch: &[ValidationError<'_>]) -> Vec<Diagnostic> {
        let found = branch.iter();
        let found = found.flat_map(|error| self.of_branch(error).describe());
        without_misspelled(found.collect())
    }

    /// Returns a violation of one of the schemas that this value may have.
    fn of_branch<'a>(&'a self, error: &'a ValidationError<'a>) -> Violation<'a> {
        let inner = error.instance_path().as_str();
        let own = self.error.instance_path().as_str();
        let below = inner.strip_prefix(own).unwrap_or(inner);
        let key = below.rsplit('/').next().filter(|key| !key.is_empty());
        Violation {
            schema: self.schema,
            error,
            toml: self.toml,
            images: self.images,
            name: key.map_or_else(|| self.name.clone(), unescape),
            pointer: format!("{}{below}", self.pointer),
        }
    }

    pub(crate) fn at_value(&self, diagnostic: Diagnostic, label: &str) -> Diagnostic {
        diagnostic.at(self.toml.locate(&self.pointer, Part::Value), label)
    }

    fn missing_key(&self, key: &str) -> Diagnostic {
        let instance = self.error.instance().as_object();
        let is_empty = instance.is_some_and(Map::is_empty);
        if is_empty && !self.pointer.is_empty() && self.toml.format().is_none() {
            return Diagnostic::new(&codes::MISSING_KEY, "this table has no keys")
                .part("key", key)
                .at(self.toml.locate(&self.pointer, Part::Key), "")
                .help(format!(
                    "write its keys below it, such as {}, or delete it",
                    self.entry(key)
                ));
        }
        let schema = self.schema.parent_of(self.error);
        let required = schema.and_then(|schema| schema.get("required")?.as_array());
        let required: Vec<&str> = match required {
            Some(keys) if is_empty => keys.iter().filter_map(Value::as_str).collect(),
            _ => vec![key],
        };
        if let Some(diagnostic) = self.misplaced_key(key) {
            return diagnostic;
        }
        let place = match self.toml.format() {
            Some(_) if self.is_empty(key) => self.toml.locate(&self.key_pointer(key), Part::Value),
            // The line that names the columns.
            Some(DataFormat::Csv) => self.toml.locate("/item", Part::Key),
            _ => self.toml.locate(&self.pointer, Part::Key),
        };
        let (keys, verb) = match required.as_slice() {
            [_] => ("key", "is"),
            _ => ("keys", "are"),
        };
        let names = all_of(required.iter().copied());
        let missing = Diagnostic::new(&codes::MISSING_KEY, format!("missing {keys} {names}"))
            .at(place, format!("{names} {verb} required here"));
        let missing = required
            .iter()
            .fold(missing, |missing, key| missing.part("key", *key));
        let advice = required.into_iter().map(|key| {
            let entry = self.entry(key);
            match self
                .property(key)
                .and_then(|it| it.get("description")?.as_str())
            {
                Some(description) => format!("add {entry}: {description}"),
                None => format!("add {entry}"),
            }
        });
        advice.fold(missing, Diagnostic::help)
    }

    /// Returns the schema of a missing key.
    pub(crate) fn property(&self, key: &str) -> Option<&Value> {
        let schema = self.schema.parent_of(self.error)?;
        schema.get("properties")?.get(key)
    }

    pub(crate) fn key_pointer(&self, key: &str) -> String {
        format!("{}/{}", self.pointer, escape(key))
    }

    /// Returns whether a missing key is written without a value.
    fn is_empty(&self, key: &str) -> bool {
        self.toml.has(&self.key_pointer(key))
    }

    /// Returns what is written to add a missing key.
    fn entry(&self, key: &str) -> String {
        if let Some(format) = self.toml.format() {
            return format.entry(key, self.is_empty(key));
        }
        let pointer = self.key_pointer(key);
        match self.property(key).and_then(|it| self.table_kind(it)) {
            Some(TableKind::One) => format!("a table {}", header(&pointer)),
            Some(TableKind::List) => format!("a table [{}]", header(&pointer)),
            None => format!("`{key} = …`"),
        }
    }

    /// Returns the notation of a property that is a table or a list of tables, or `None` for any other.
    pub(crate) fn table_kind(&self, property: &Value) -> Option<TableKind> {
        let property = self.schema.resolved(property)?;
        match property.get("type")?.as_str()? {
            "object" => Some(TableKind::One),
            "array" => {
                let items = self.schema.resolved(property.get("items")?)?;
                (items.get("type")? == "object").then_some(TableKind::List)
            }
            _ => None,
        }
    }

    pub(crate) fn bad_format(&self, format: &str, word: &str) -> Diagnostic {
        match format {
            "image" if self.images.iter().any(|image| image == word) => {
                let message = format!("`{word}` is not a picture");
                let diagnostic = Diagnostic::new(&codes::MISSING_IMAGE, message);
                self.at_value(diagnostic.part("file", word), "")
                    .help(picture_of(word))
            }
            "image" => self.missing_image(word),
            "date" => {
                let place = self.toml.locate(&self.pointer, Part::Value);
                // A moment is read at the site's offset, and the author knows only what is written.
                let written = place.source.text[place.span.clone()].trim_matches(['"', '\'']);
                let written = if written.is_empty() || written.contains('\\') {
                    word
                } else {
                    written
                };
                let message = format!("`{written}` is not a date");
                let day = correct_date(word).map(|day| {
                    Fix::replace(format!("write {day}"), place.clone(), day.to_string())
                });
                let help = date_help(word);
                let help = match self.toml.format() {
                    Some(_) => help.replace(", without quotes", ""),
                    None => help,
                };
                Diagnostic::new(&codes::BAD_DATE, message)
                    .at(place, "")
                    .help(help)
                    .maybe_fix(day)
            }
            "focus" => {
                let message = format!("`{}` cannot be `{word}`", self.name);
                self.at_value(Diagnostic::new(&codes::WRONG_FORM, message), "not a point")
                    .help(FOCUS_HELP)
            }
            _ => {
                let name = match format {
                    "link" => link_mistake(word).unwrap_or("link"),
                    _ => format_name(format),
                };
                let message = format!("the value of `{}` is not a valid {name}", self.name);
                let is_host =
                    format == "uri" && word.contains('.') && !word.contains([':', ' ', '@']);
                let meant = match format {
                    "email" => similar_email(word),
                    "link" => similar_link(word),
                    _ => web_address(word).or_else(|| {
                        is_host.then(|| format!("https://{}", word.trim_start_matches('/')))
                    }),
                };
                let is_foreign = format == "uri" && !word.is_ascii() && !word.contains(' ');
                let ascii = is_foreign.then(|| {
                    "write the domain in the letters of ASCII, as its registrar lists it: xn--…"
                        .into()
                });
                let several = (format == "email" && word.matches('@').count() > 1)
                    .then(|| "write one address only".into());
                let help = meant
                    .map(|meant| Help::replace(format!("did you mean `{meant}`?"), word, &meant))
                    .or(ascii)
                    .or(several)
                    .or_else(|| (format == "link").then(|| link_help(word).into()));
                self.at_value(Diagnostic::new(&codes::WRONG_FORM, message), "")
                    .maybe_help(self.description())
                    .maybe_help(help)
            }
        }
    }

    fn wrong_count(&self, bound: &str, limit: u64, value: &Value, label: &str) -> Diagnostic {
        let count = value.as_array().map_or(0, Vec::len);
        let entries = if limit == 1 { "entry" } else { "entries" };
        let message = format!(
            "`{}` must have {bound} {limit} {entries}, not {count}",
            self.name
        );
        let texts = value
            .as_array()
            .filter(|_| bound == "at least" && self.toml.format().is_none());
        if let Some([Value::String(text)]) = texts.map(Vec::as_slice)
            && let Some(entries) = entries_in_one(text)
                .filter(|all| u64::try_from(all.len()).is_ok_and(|count| count >= limit))
        {
            let pointer = format!("{}/0", self.pointer);
            let place = self.toml.locate(&pointer, Part::Value);
            let diagnostic =
                Diagnostic::new(&codes::WRONG_COUNT, message).at(place.clone(), "one text");
            return with_entries(diagnostic, place, &entries, false);
        }
        let help = (count == 0).then(|| {
            format!(
                "add an entry, or delete the line if `{}` can be left out",
                self.name
            )
        });
        self.at_value(Diagnostic::new(&codes::WRONG_COUNT, message), label)
            .maybe_help(help)
    }

    /// Returns help for a value in another script, where the schema asks for ASCII.
    fn untranslated(&self, word: &str) -> Option<&'static str> {
        let file = self.toml.source.path.rsplit('/').next()?;
        (!word.is_ascii()).then_some(if file.matches('.').count() > 1 {
            "write the value of the original: names of files are not translated"
        } else {
            "write it with the letters a to z"
        })
    }

    /// Returns the first example in the value's schema.
    pub(crate) fn first_example(&self) -> Option<String> {
        let example = self.schema.parent_of(self.error)?.get("examples")?.get(0)?;
        Some(unquoted(example))
    }

    /// Returns the first example in the value's schema, as help.
    fn example(&self) -> Option<String> {
        Some(format!("for example `{}`", self.first_example()?))
    }

    /// Returns the description in the value's schema.
    fn description(&self) -> Option<String> {
        let description = self.schema.parent_of(self.error)?.get("description")?;
        description.as_str().map(str::to_owned)
    }
}

/// Notation of a key whose value is a table or a list of tables.
pub(crate) enum TableKind {
    /// One header, `[key]`.
    One,
    /// A header for each entry, `[[key]]`.
    List,
}

/// Formats the length of a string: "1 character", "2 characters".
fn characters(value: &Value) -> String {
    match value.as_str().map_or(0, |text| text.chars().count()) {
        1 => "1 character".to_owned(),
        count => format!("{count} characters"),
    }
}

/// Returns a value as text, strings without quotes.
pub(crate) fn unquoted(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns a readable name for a `format` of a schema.
fn format_name(format: &str) -> &str {
    match format {
        "uri" => "web address (https://…)",
        "email" => "email address",
        "date-time" => "date and time",
        other => other,
    }
}

/// Returns the header of the table at a pointer: `[contact.mumbai]`. Indexes of lists are left out.
pub(crate) fn header(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1);
    let names: Vec<String> = steps
        .filter(|step| step.parse::<usize>().is_err())
        .map(unescape)
        .collect();
    format!("[{}]", names.join("."))
}
