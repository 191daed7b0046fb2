//! `resolved.json`: the forms as templates and widgets get them. The widgets' tests read it, so that they check values by
//! the same definitions as `values.rs`. `UPDATE=1 cargo test -p forms --test resolved` writes it anew.
#![allow(clippy::unwrap_used)]

use std::{env, fs};

use forms::Form;
use serde_json::{Map, Value};

#[test]
fn the_resolved_forms_are_up_to_date() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut resolved = Map::new();
    for name in ["career", "contact", "newsletter", "query"] {
        let text = fs::read_to_string(format!("{root}/../../content/forms/{name}.toml")).unwrap();
        let form = Form::from_toml(name, &text).unwrap();
        resolved.insert(name.to_owned(), serde_json::to_value(form).unwrap());
    }
    let file = format!("{root}/tests/resolved.json");
    let resolved = Value::Object(resolved);
    if env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&resolved).unwrap();
        fs::write(&file, text + "\n").unwrap();
    }
    let written: Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap_or_default()).unwrap_or_default();
    assert!(
        written == resolved,
        "the forms have changed: run UPDATE=1 cargo test -p forms --test resolved"
    );
}
