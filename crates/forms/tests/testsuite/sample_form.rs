//! A form for tests.

use forms::Form;

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

/// Returns a form with the field `email`, and with more fields, given in TOML.
pub fn form(name: &str, more: &str) -> Form {
    let text = FORM.replace("NAME", name) + more;
    Form::resolve(name, &toml::from_str(&text).unwrap()).unwrap()
}
