//! What a person writes in `content/forms/<name>.toml`.
//!
//! This is the written form: nearly everything may be left out. [`crate::Form`] is what the program
//! uses; [`crate::Form::resolve`] turns the one into the other and fills in every default.
//! `content/schemas/form.json` describes the same format to editors.

use serde::Deserialize;

/// One form: where it posts, what it asks for and what it says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormDefinition {
    /// Path the form posts to, below the API's base address: `/contact`.
    pub path: String,
    /// Route of the page that holds the form: `/contact`.
    pub page: String,
    /// Route of the page shown after a post without JavaScript: `/thanks/contact`.
    pub thanks: String,
    /// What the form is called in mails and in the inbox: `Contact message`.
    pub title: String,
    /// Label of the submit button: `Send Message`.
    pub submit: String,
    /// Label of the submit button while the form is being sent: `Sending...`.
    pub loading: String,
    /// What a visitor reads when the submission was accepted.
    pub success: Notice,
    /// What a visitor reads when it was not and the reply gives no message.
    pub failure: Notice,
    /// What is told beside the form, before anything is sent.
    pub privacy: Privacy,
    /// The fields, in the order of the page, of the wire and of the mail.
    pub field: Vec<FieldDefinition>,
}

/// A title and a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The short title: `Message Sent!`.
    pub title: String,
    /// The sentence below it.
    pub message: String,
}

/// The notice beside a form (DPDP Rules 2025, rule 3: what is collected, why, and how to object).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// Date of the notice's wording; stored with every submission as proof of what was shown.
    pub version: String,
    /// What the data is used for, one sentence.
    pub purpose: String,
    /// Days a submission is kept. Rule 8(3) asks for a year at least.
    #[serde(default = "default_retention")]
    pub retention_days: u32,
    /// Where to read more, withdraw, ask for erasure or complain.
    pub links: Vec<Link>,
}

/// A link with its visible text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Visible text.
    pub label: String,
    /// Address, root-relative for a page of the site.
    pub url: String,
}

/// One field of a form.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldDefinition {
    /// Name on the wire: `officeAddress`.
    pub name: String,
    /// Visible label: `Office address`.
    pub label: String,
    /// What kind of value it takes; `text` when left out.
    #[serde(default, rename = "type")]
    pub kind: Kind,
    /// Whether the visitor has to fill it in.
    #[serde(default)]
    pub required: bool,
    /// Most characters; 200 for a line and 5,000 for a long text when left out.
    pub max_length: Option<usize>,
    /// For `file`: most bytes.
    pub max_bytes: Option<u64>,
    /// For `file`: the kinds of document that are taken: `["pdf", "doc", "docx"]`.
    #[serde(default)]
    pub accept: Vec<FileKind>,
    /// For `select` and `radio`: the values to choose from.
    #[serde(default)]
    pub options: Vec<OptionDefinition>,
    /// Value used when nothing was chosen.
    #[serde(default)]
    pub default: String,
    /// The HTML `autocomplete` token; `off` when left out.
    pub autocomplete: Option<String>,
    /// The HTML `inputmode`.
    pub inputmode: Option<String>,
    /// Example shown in the empty field; of a `select`, its empty first option.
    pub placeholder: Option<String>,
    /// Help that stands between label and field.
    pub hint: Option<String>,
    /// Whether the value is written into the notification mail.
    #[serde(default = "yes")]
    pub mail: bool,
    /// Own wording for what is wrong; each has a default.
    #[serde(default)]
    pub errors: ErrorDefinitions,
}

/// The kinds of value.
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
    /// One of several options, in a list.
    Select,
    /// One of several options, all visible.
    Radio,
    /// A past day, written `DD/MM/YYYY`.
    Date,
    /// An uploaded document.
    File,
}

/// The kinds of document a file field can take, recognised by name and by content.
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
    /// They differ.
    Labelled {
        /// What travels on the wire.
        value: String,
        /// What the visitor reads.
        label: String,
    },
}

/// Own wording of a field's errors.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorDefinitions {
    /// Nothing was entered.
    pub required: Option<String>,
    /// Title above the message when nothing was entered: `Resume required`.
    pub required_title: Option<String>,
    /// The value is not of the field's kind.
    pub invalid: Option<String>,
    /// More than `max_length` characters.
    pub too_long: Option<String>,
    /// Line breaks or control characters.
    pub control: Option<String>,
    /// A day that is not in the past.
    pub future: Option<String>,
    /// More than `max_bytes` bytes.
    pub too_large: Option<String>,
}

fn yes() -> bool {
    true
}

/// 400 days: a year and a month, above the floor of rule 8(3).
fn default_retention() -> u32 {
    400
}
