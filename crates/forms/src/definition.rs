//! The format of `content/forms/<name>.toml`.
//!
//! Most keys of a field are optional. [`crate::Form::resolve`] fills in the defaults and returns the [`crate::Form`] that the
//! program uses. `crates/content/schemas/form.json` describes the same format to editors.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::words::Words;

/// Definition of a form: its paths, its texts, and its fields.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormDefinition {
    /// Path that the form posts to, below the API's base address: `/contact`.
    pub path: String,
    /// Route of the page that contains the form: `/contact`.
    pub page: String,
    /// Route of the page shown after a post without JavaScript: `/thanks/contact`.
    pub thanks: String,
    /// Name of the form in mails and in the inbox: `Contact message`.
    pub title: String,
    /// Label of the submit button: `Send Message`.
    pub submit: String,
    /// Label of the submit button while the form is being sent: `Sending...`.
    pub loading: String,
    /// Message for an accepted submission.
    pub success: Notice,
    /// Message for a failed submission whose reply contains no message.
    pub failure: Notice,
    /// Number of hours within which the firm promises an answer. The inbox then says what is due and overdue.
    pub answer_within_hours: Option<u32>,
    /// Whether the form is a subscription: it counts once the holder of the address has confirmed it through a link in a mail.
    #[serde(default)]
    pub double_opt_in: bool,
    /// Privacy notice beside the form.
    pub privacy: Privacy,
    /// Fields, in the order in which the page, the request, and the mail contain them.
    pub field: Vec<FieldDefinition>,
    /// Language of the texts. Not in the file: `content` adds it, and the next three.
    #[serde(default = "english")]
    pub lang: String,
    /// Name of the language in English, for the staff.
    #[serde(default)]
    pub language: String,
    /// Words that all forms have in common, in this language.
    #[serde(default)]
    pub words: Words,
    /// The same form in other languages, with their texts.
    #[serde(default)]
    pub translations: BTreeMap<String, FormDefinition>,
}

/// A message with a title.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Short title: `Message Sent!`.
    pub title: String,
    /// Text below the title.
    pub message: String,
}

/// Privacy notice beside a form (DPDP Rules 2025, rule 3: what is collected, why, and how to object).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// Date of this wording; stored with every submission as evidence of what was shown.
    pub version: String,
    /// Purpose of the data, in one sentence.
    pub purpose: String,
    /// Label of the list of fields with their purposes; without it, the form shows no list.
    pub items: Option<String>,
    /// Number of days for which a submission is kept. Rule 8(3) requires at least a year.
    #[serde(default = "default_retention")]
    pub retention_days: u32,
    /// Links to more information, and to pages where visitors can withdraw consent, have data erased, or complain.
    pub links: Vec<Link>,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Visible text.
    pub label: String,
    /// URL; root-relative for a page of the site.
    pub url: String,
}

/// Definition of a field.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldDefinition {
    /// Name of the field in requests: `officeAddress`.
    pub name: String,
    /// Visible label: `Office address`.
    pub label: String,
    /// Kind of value; `text` by default.
    #[serde(default, rename = "type")]
    pub kind: Kind,
    /// Whether the visitor has to fill in the field.
    #[serde(default)]
    pub required: bool,
    /// Maximum number of characters; by default 5,000 for a `textarea` and 200 for any other type.
    pub max_length: Option<usize>,
    /// For `file`: the maximum size in bytes.
    pub max_bytes: Option<u64>,
    /// For `file`: the accepted kinds of document, such as `["pdf", "doc", "docx"]`.
    #[serde(default)]
    pub accept: Vec<FileKind>,
    /// For `select` and `radio`: the options.
    #[serde(default)]
    pub options: Vec<OptionDefinition>,
    /// Value used if the visitor chooses nothing.
    #[serde(default)]
    pub default: String,
    /// The HTML `autocomplete` token; `off` by default.
    pub autocomplete: Option<String>,
    /// The HTML `inputmode`.
    pub inputmode: Option<String>,
    /// Example shown in the empty field; for a `select`, the text of its empty first option.
    pub placeholder: Option<String>,
    /// Help text between label and field.
    pub hint: Option<String>,
    /// Purpose for which this value is collected (DPDP Rules 2025, rule 3). If one field has a purpose, every field needs one.
    pub purpose: Option<String>,
    /// Reason why one of two options is chosen in advance, although consent needs an affirmative action.
    pub preselected_reason: Option<String>,
    /// Whether the mail contains the value.
    #[serde(default = "yes")]
    pub mail: bool,
    /// Error messages that replace the defaults.
    #[serde(default)]
    pub errors: ErrorDefinitions,
}

/// Kind of a field's value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One line of text.
    #[default]
    Text,
    /// An email address.
    Email,
    /// A telephone number, 7 to 20 digits.
    Tel,
    /// An http or https address.
    Url,
    /// A text of several lines.
    Textarea,
    /// One of several options, in a drop-down list.
    Select,
    /// One of several options, all visible as radio buttons.
    Radio,
    /// A past day, written `DD/MM/YYYY`.
    Date,
    /// An uploaded document.
    File,
}

/// Kind of document, recognized by name and by content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// PDF.
    Pdf,
    /// Word 97–2003.
    Doc,
    /// Word since 2007, without macros.
    Docx,
}

/// An option: `"Audit"`, or `{ value = "yes", label = "Yes, please" }`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum OptionDefinition {
    /// Value and visible text are the same.
    Same(String),
    /// Value and visible text differ.
    Labelled {
        /// Value that is sent.
        value: String,
        /// Visible text.
        label: String,
    },
}

/// Error messages that replace the defaults.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorDefinitions {
    /// Message for a missing value.
    pub required: Option<String>,
    /// Title above `required`: `Resume required`.
    pub required_title: Option<String>,
    /// Message for a value of the wrong kind.
    pub invalid: Option<String>,
    /// Message for more than `max_length` characters.
    pub too_long: Option<String>,
    /// Message for line breaks or control characters.
    pub control: Option<String>,
    /// Message for a date that is not in the past.
    pub future: Option<String>,
    /// Message for a file of more than `max_bytes` bytes.
    pub too_large: Option<String>,
}

fn english() -> String {
    "en".to_owned()
}

fn yes() -> bool {
    true
}

/// Returns 400 days: a year and about a month, which is more than rule 8(3) requires.
fn default_retention() -> u32 {
    400
}
