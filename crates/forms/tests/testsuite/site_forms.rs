//! The forms of the website.

use std::fs;

use forms::Form;

/// Returns the form of `content/forms/{name}.toml`.
pub fn site_form(name: &str) -> Form {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/forms");
    let text = fs::read_to_string(format!("{folder}/{name}.toml")).unwrap();
    Form::resolve(name, &toml::from_str(&text).unwrap()).unwrap()
}
