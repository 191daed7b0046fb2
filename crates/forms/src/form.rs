//! Forms as the program uses them: validated, with all defaults filled in, and serializable for templates and widgets.

mod errors;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::decode::Limits;
use crate::definition::{
    FieldDefinition, FileKind, FormDefinition, Kind, Notice, OptionDefinition, Privacy,
};

use crate::id::{hex, sha256};
use crate::words::Words;

pub use errors::Errors;

/// Name of the trap field, which people do not see and spam programs fill in. Browsers and password managers have no value for a
/// field of this name.
pub const TRAP: &str = "topic";

/// Default maximum length of a single-line text, in characters.
const LINE: usize = 200;
/// Default maximum length of a text with several lines, in characters.
const LONG_TEXT: usize = 5_000;
/// Largest `max_length` that a field can have, in characters: about eight pages.
const MAX_LENGTH: usize = 20_000;
/// Maximum size of a request's body, in bytes. A Lambda event of at most 6 MB contains the body in base64 and the headers.
const MAX_BODY: u64 = 4_500_000;

/// A form with every default filled in. Templates and widgets receive it as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// Name of the definition's file: `contact`.
    pub name: String,
    /// Path below the API's base address: `/contact`.
    pub path: String,
    /// Content type of a post: `multipart/form-data` if there is a file field, else `application/x-www-form-urlencoded`.
    pub enctype: String,
    /// Route of the page that contains the form.
    pub page: String,
    /// Route of the page shown after a post without JavaScript.
    pub thanks: String,
    /// Name of the form in mails and in the inbox.
    pub title: String,
    /// Label of the submit button.
    pub submit: String,
    /// Label of the submit button while the form is being sent.
    pub loading: String,
    /// Message for an accepted submission.
    pub success: Notice,
    /// Message for a failed submission whose reply contains no message.
    pub failure: Notice,
    /// Number of hours within which the firm promises an answer.
    pub answer_within_hours: Option<u32>,
    /// Whether the form is a subscription, which the holder of the address has to confirm.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double_opt_in: bool,
    /// Privacy notice beside the form.
    pub privacy: Privacy,
    /// Name of the hidden trap field.
    pub trap: String,
    /// The fields, in order.
    pub fields: Vec<Field>,
    /// Language of the texts (BCP 47); stored with every submission.
    pub lang: String,
    /// Name of that language in English, for the staff.
    #[serde(default)]
    pub language: String,
    /// Words that all forms have in common, in this language.
    #[serde(default)]
    pub words: Words,
    /// The form in other languages, by language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, Form>,
}

/// A field with every default filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Name of the field in requests.
    pub name: String,
    /// Visible label.
    pub label: String,
    /// Kind of value.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Whether the visitor has to fill in the field.
    pub required: bool,
    /// Maximum number of characters (Unicode scalar values). A line break counts as one. Unused for files.
    pub max_length: usize,
    /// Maximum number of bytes of a file; 0 for other kinds.
    pub max_bytes: u64,
    /// Accepted file extensions, each with its dot: `.pdf`.
    pub accept: Vec<String>,
    /// The options of a `select` or `radio`.
    pub options: Vec<Choice>,
    /// Value used if the visitor chooses nothing; empty if there is none.
    pub default: String,
    /// The HTML `autocomplete` token.
    pub autocomplete: String,
    /// The HTML `inputmode`.
    pub inputmode: Option<String>,
    /// Example shown in the empty field.
    pub placeholder: Option<String>,
    /// Help text between label and field.
    pub hint: Option<String>,
    /// Purpose for which the value is collected.
    pub purpose: Option<String>,
    /// Whether one of two options is chosen in advance, and the definition does not say why.
    pub is_preselected: bool,
    /// Whether the mail contains the value.
    pub mail: bool,
    /// Error messages.
    pub errors: Errors,
}

/// An option of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Value that is sent.
    pub value: String,
    /// Visible text.
    pub label: String,
}

/// Error for a definition that cannot be used. The message says what to change; the caller adds the file's name.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// The file does not have the format of a definition.
    #[error("{0}")]
    Shape(#[from] serde_json::Error),
    /// A key has an unusable value, or contradicts another key.
    #[error("{key}: {problem}")]
    Value {
        /// Human-readable key: `field.resume.max_bytes`.
        key: String,
        /// JSON pointer to the value in the definition: `/field/3/max_bytes`.
        pointer: String,
        /// The problem, and how to fix it.
        problem: String,
    },
}

impl Form {
    /// Resolves all form definitions of a site, which `content::FormSources` reads. Returns the forms, and the errors in
    /// definitions that cannot be used, each with the definition's name.
    pub fn of_site(
        definitions: &BTreeMap<String, Value>,
    ) -> (Vec<Self>, Vec<(String, DefinitionError)>) {
        let mut forms = Vec::with_capacity(definitions.len());
        let mut errors = Vec::new();
        for (name, definition) in definitions {
            match Self::resolve(name, definition) {
                Ok(form) => forms.push(form),
                Err(problems) => {
                    errors.extend(problems.into_iter().map(|error| (name.clone(), error)));
                }
            }
        }
        (forms, errors)
    }

    /// Validates a definition, which was parsed from TOML, and fills in its defaults. Everything that shows or
    /// answers a form uses the result. Fails with one error if the definition has the wrong format, otherwise an error for each unusable or
    /// contradictory value.
    pub fn resolve(name: &str, definition: &Value) -> Result<Self, Vec<DefinitionError>> {
        let definition =
            FormDefinition::deserialize(definition).map_err(|error| vec![error.into()])?;
        Self::of(name, definition)
    }

    fn of(name: &str, definition: FormDefinition) -> Result<Self, Vec<DefinitionError>> {
        let mut problems = Vec::new();
        let FormDefinition {
            path,
            page,
            thanks,
            title,
            submit,
            loading,
            success,
            failure,
            answer_within_hours,
            double_opt_in,
            privacy,
            field,
            lang,
            language,
            words,
            translations,
        } = definition;
        for (key, route, is_valid) in [
            ("path", &path, is_route(&path)),
            ("page", &page, is_page(&page)),
            ("thanks", &thanks, is_page(&thanks)),
        ] {
            if !is_valid {
                problems.push(invalid(
                    key,
                    format!("/{key}"),
                    format!("`{route}` is not a route; write it like `/contact`"),
                ));
            }
        }
        if privacy.links.is_empty() {
            problems.push(invalid(
                "privacy.links",
                "/privacy/links",
                "a notice needs a link to the privacy page",
            ));
        }
        let fields = unique_fields(field, &words, &mut problems);
        if privacy.items.is_some() || fields.iter().any(|field| field.purpose.is_some()) {
            let without = fields.iter().enumerate();
            for (index, field) in without.filter(|(_, field)| field.purpose.is_none()) {
                problems.push(invalid(
                    &format!("field.{}.purpose", field.name),
                    format!("/field/{index}/name"),
                    "the notice lists the purpose of every field; add `purpose = \"…\"`",
                ));
            }
        }
        let has_file = fields.iter().any(|f| f.kind == Kind::File);
        // A translation has the same fields, and therefore the same problems.
        let translations =
            translations.into_iter().filter_map(|(lang, definition)| {
                match Self::of(name, definition) {
                    Ok(form) => Some((lang, form)),
                    Err(mistakes) => {
                        if problems.is_empty() {
                            problems.extend(mistakes);
                        }
                        None
                    }
                }
            });
        let translations = translations.collect();
        let form = Self {
            name: name.to_owned(),
            path,
            enctype: if has_file {
                "multipart/form-data"
            } else {
                "application/x-www-form-urlencoded"
            }
            .to_owned(),
            page,
            thanks,
            title,
            submit,
            loading,
            success,
            failure,
            answer_within_hours,
            double_opt_in,
            privacy,
            trap: TRAP.to_owned(),
            fields,
            lang,
            language,
            words,
            translations,
        };
        if form.reply_field().is_none() {
            problems.push(invalid(
                "field",
                "/field",
                "a form needs a required field of type `email`, to reply to",
            ));
        }
        problems.extend(form.excess());
        if problems.is_empty() {
            Ok(form)
        } else {
            Err(problems)
        }
    }

    /// Returns a problem if a submission of the form can be too large for the form function.
    fn excess(&self) -> Option<DefinitionError> {
        let body = self.limits().body;
        (body > MAX_BODY).then(|| {
            invalid(
                "field",
                "/field",
                format!(
                    "the form can take up to {} KB, but only {} KB can reach the form function; \
                     remove fields or reduce their `max_length` or `max_bytes`",
                    body / 1000,
                    MAX_BODY / 1000
                ),
            )
        })
    }

    /// Returns the form in a language, whose tag may be in upper or lower case; in the main language, if it is not translated into
    /// this one.
    pub fn in_language(&self, lang: &str) -> &Self {
        let mut translations = self.translations.iter();
        let named = translations.find(|(tag, _)| tag.eq_ignore_ascii_case(lang));
        named.map_or(self, |(_, form)| form)
    }

    /// Returns whether the form accepts a file, and is therefore posted as `multipart/form-data`.
    pub fn has_file(&self) -> bool {
        self.fields.iter().any(|f| f.kind == Kind::File)
    }

    /// Returns the limits on how much of a submission is read.
    pub fn limits(&self) -> Limits {
        let file = self.fields.iter().map(|field| field.max_bytes).max();
        let texts = self.fields.iter().filter(|field| field.kind != Kind::File);
        let lengths = texts.map(|field| field.max_length);
        Limits::new(self.fields.len(), file.unwrap_or(0), lengths)
    }

    /// Returns the name of the first required email field, whose value is the address to reply to.
    pub fn reply_field(&self) -> Option<&str> {
        self.fields
            .iter()
            .find(|f| f.kind == Kind::Email && f.required)
            .map(|f| f.name.as_str())
    }

    /// Returns a digest of the whole form, by which a page and a form function can tell whether they have the same form.
    pub fn digest(&self) -> String {
        let form = serde_json::to_vec(self).unwrap_or_default();
        hex(&sha256(&[&form]))[..32].to_owned()
    }

    /// Returns a digest of the notice that visitors see: its text, and the label and the purpose of each field. It is stored with
    /// every submission, as evidence of what was shown, even if the version of the notice was not changed with its text.
    pub fn notice_digest(&self) -> String {
        let Privacy {
            version,
            purpose,
            items,
            retention_days,
            links,
        } = &self.privacy;
        let days = retention_days.to_string();
        let mut parts = vec![version, purpose, &self.lang, &days];
        parts.extend(items);
        parts.extend(links.iter().flat_map(|link| [&link.label, &link.url]));
        for field in &self.fields {
            parts.push(&field.label);
            parts.extend(&field.purpose);
        }
        let parts: Vec<&[u8]> = parts.into_iter().map(String::as_bytes).collect();
        hex(&sha256(&parts))[..16].to_owned()
    }

    /// Returns the field called `name`, or `None` if there is no such field.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.name == name)
    }
}

/// Returns the fields of their definitions, and adds a problem for each whose name is taken.
fn unique_fields(
    definitions: Vec<FieldDefinition>,
    words: &Words,
    problems: &mut Vec<DefinitionError>,
) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::with_capacity(definitions.len());
    for (index, definition) in definitions.into_iter().enumerate() {
        let next = Field::resolve(definition, index, words, problems);
        let taken = if next.name == TRAP {
            Some(
                "this name is reserved for the hidden field that only spam programs fill in; choose another",
            )
        } else if fields.iter().any(|f| f.name == next.name) {
            Some("another field has this name; choose another")
        } else {
            None
        };
        if let Some(taken) = taken {
            problems.push(invalid(
                &format!("field.{}", next.name),
                format!("/field/{index}/name"),
                taken,
            ));
        }
        fields.push(next);
    }
    fields
}

impl Field {
    /// Fills in the defaults of the field with the given `index` in the form, and adds its errors to `problems`.
    fn resolve(
        definition: FieldDefinition,
        index: usize,
        words: &Words,
        problems: &mut Vec<DefinitionError>,
    ) -> Self {
        let FieldDefinition {
            name,
            label,
            kind,
            required,
            max_length,
            max_bytes,
            accept,
            options,
            default,
            autocomplete,
            inputmode,
            placeholder,
            hint,
            purpose,
            preselected_reason,
            mail,
            errors,
        } = definition;
        let mut invalid = |part: &str, problem: &str| {
            problems.push(invalid(
                &format!("field.{name}.{}", part.split('/').next().unwrap_or(part)),
                format!("/field/{index}/{part}"),
                problem,
            ));
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            invalid("name", "use letters and digits only, like `officeAddress`");
        }
        let options: Vec<Choice> = options.into_iter().map(Choice::from).collect();
        let chosen = matches!(kind, Kind::Select | Kind::Radio);
        if chosen == options.is_empty() {
            invalid(
                "options",
                "`options` is required for `select` and `radio`, and not allowed for other types",
            );
        } else if let Some(at) = (1..options.len()).find(|at| {
            let earlier = &options[..*at];
            earlier.iter().any(|one| one.value == options[*at].value)
        }) {
            invalid(
                &format!("options/{at}"),
                &format!("`{}` is listed twice", options[at].value),
            );
        } else if !default.is_empty() && !options.iter().any(|o| o.value == default) {
            let values = options.iter().map(|option| option.value.as_str());
            let meant = values
                .clone()
                .find(|value| value.eq_ignore_ascii_case(&default));
            match meant {
                Some(meant) => invalid(
                    "default",
                    &format!("must be one of the options; did you mean `{meant}`?"),
                ),
                None if options.is_empty() => invalid("default", "must be one of the options"),
                None => {
                    let values: Vec<&str> = values.collect();
                    invalid(
                        "default",
                        &format!("must be one of the options: {}", values.join(", ")),
                    );
                }
            }
        }
        let file = kind == Kind::File;
        if file != max_bytes.is_some() || file == accept.is_empty() {
            invalid(
                "type",
                "`max_bytes` and `accept` are required for `file`, and not allowed for other types",
            );
        }
        let max_bytes = max_bytes.unwrap_or(0);
        if max_length.is_some_and(|most| most == 0 || most > MAX_LENGTH) {
            invalid("max_length", "use 1 to 20000 characters");
        }
        // A Lambda event holds 6 MB of base64, which is about 4.5 MB of body.
        if max_bytes > 4 * 1024 * 1024 {
            invalid(
                "max_bytes",
                "use at most 4 MiB; a larger file cannot reach the form function",
            );
        }
        let max_length = max_length.unwrap_or(if kind == Kind::Textarea {
            LONG_TEXT
        } else {
            LINE
        });
        // A field with two options asks for a decision, whatever the language of its options.
        let is_decided = chosen && options.len() == 2 && !default.is_empty();
        let errors = Errors::resolve(errors, words, &label, kind, max_length, max_bytes, &accept);
        Self {
            accept: accept
                .into_iter()
                .map(|kind| format!(".{}", kind.extension()))
                .collect(),
            autocomplete: autocomplete.unwrap_or_else(|| "off".to_owned()),
            name,
            label,
            kind,
            required,
            max_length,
            max_bytes,
            options,
            default,
            inputmode,
            placeholder,
            hint,
            purpose,
            is_preselected: is_decided && preselected_reason.is_none(),
            mail,
            errors,
        }
    }
}

impl From<OptionDefinition> for Choice {
    fn from(definition: OptionDefinition) -> Self {
        match definition {
            OptionDefinition::Same(text) => Self {
                value: text.clone(),
                label: text,
            },
            OptionDefinition::Labelled { value, label } => Self { value, label },
        }
    }
}

impl FileKind {
    /// Returns the kind's file extension, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Doc => "doc",
            Self::Docx => "docx",
        }
    }
}

fn invalid(key: &str, pointer: impl Into<String>, problem: impl Into<String>) -> DefinitionError {
    DefinitionError::Value {
        key: key.to_owned(),
        pointer: pointer.into(),
        problem: problem.into(),
    }
}

/// Returns whether a text can be the URL of a page: a path without characters that are escaped in one (RFC 3986, section 3.3), and
/// without empty parts.
fn is_page(text: &str) -> bool {
    let is_forbidden =
        |one: char| one.is_control() || one.is_whitespace() || "\"#$%'*;<>?\\^`{|}".contains(one);
    text.starts_with('/') && !text.contains("//") && !text.contains(is_forbidden)
}

fn is_route(text: &str) -> bool {
    text.starts_with('/')
        && (text == "/" || !text.ends_with('/'))
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_'))
}
