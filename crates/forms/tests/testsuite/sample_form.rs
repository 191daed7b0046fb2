//! A form for tests.

use forms::Form;
use serde_json::Value;

const FORM: &str = r#"
path = "/NAME"
page = "/NAME"
thanks = "/thanks"
title = "The form NAME"
submit = "Send"
loading = "Sending"
success = { title = "Sent", message = "Thank you." }
failure = { title = "Not sent", message = "Please call." }
privacy = { version = "1", purpose = "To read it.", links = [{ label = "Privacy", url = "/privacy" }] }

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
"#;

/// Returns the definition of a form with the field `email`, followed by the fields `more`, which are TOML.
pub fn definition(name: &str, more: &str) -> Value {
    toml::from_str(&(FORM.replace("NAME", name) + more)).unwrap()
}

/// Returns the form with the given [`definition`].
pub fn form(name: &str, more: &str) -> Form {
    Form::resolve(name, &definition(name, more)).unwrap()
}

/// Returns the TOML of a field for a PDF of up to `max_bytes`.
pub fn file_field(name: &str, max_bytes: u64) -> String {
    format!(
        "\n[[field]]\nname = \"{name}\"\nlabel = \"File\"\ntype = \"file\"\n\
         max_bytes = {max_bytes}\naccept = [\"pdf\"]\n"
    )
}
