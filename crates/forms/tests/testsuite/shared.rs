//! Checks the files that these tests share with the tests of the widgets, so that both sides agree. `resolved.json` contains
//! the forms as templates and widgets receive them. `markup.json` contains the HTML that `forms/form.html` renders for them,
//! without errors and with every required field missing. `UPDATE=1 cargo test -p site-forms shared` rewrites both.

use std::{env, fs};

use forms::page::{Pages, ReplyPage};
use forms::{Fields, Form};
use serde_json::{Map, Value, json};

use crate::site_forms::site_form;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const FORMS: [&str; 4] = ["career", "contact", "newsletter", "query"];

/// Returns an object with the result of `value` for each form, by the form's name.
fn of_each(value: impl Fn(&Form) -> Value) -> Value {
    let each = FORMS.map(|name| (name.to_owned(), value(&site_form(name))));
    Value::Object(Map::from_iter(each))
}

fn assert_written(file: &str, value: &Value) {
    let file = format!("{ROOT}/tests/{file}");
    if env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(value).unwrap();
        fs::write(&file, text + "\n").unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        serde_json::from_str(&written).is_ok_and(|written: Value| written == *value),
        "the forms have changed: run UPDATE=1 cargo test -p site-forms shared"
    );
}

#[test]
fn the_resolved_forms_are_up_to_date() {
    assert_written(
        "resolved.json",
        &of_each(|form| serde_json::to_value(form).unwrap()),
    );
}

#[test]
fn the_markup_of_the_forms_is_up_to_date() {
    let template = |name: &str| {
        fs::read_to_string(format!(
            "{ROOT}/../../themes/firm/templates/forms/{name}.html"
        ))
        .unwrap()
    };
    let pages = Pages::new(&template("form"), &template("reply")).unwrap();
    let drawn = |form: &Form, errors: &Fields| {
        let values: Vec<(String, String)> = form
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.default.clone()))
            .collect();
        let page = pages
            .reply(&ReplyPage {
                lang: &form.lang,
                words: &form.words,
                title: "",
                lead: String::new(),
                site_name: "",
                base: "",
                back: "",
                form: Some(form),
                action: &format!("/api{}", form.path),
                values: &Fields(values),
                errors,
                button: None,
                problem: "",
            })
            .unwrap();
        let start = page.find("<form").unwrap();
        let end = page.find("</form>").unwrap() + "</form>".len();
        page[start..end].to_owned()
    };
    let markup = of_each(|form| {
        let missing = form
            .fields
            .iter()
            .filter(|field| field.required && field.default.is_empty());
        let errors = Fields(
            missing
                .map(|field| (field.name.clone(), field.errors.required.clone()))
                .collect(),
        );
        json!({"plain": drawn(form, &Fields::default()), "errors": drawn(form, &errors)})
    });
    assert_written("markup.json", &markup);
}
