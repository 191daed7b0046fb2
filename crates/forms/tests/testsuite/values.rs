//! Checks the values in `cases.json`, each with the value to store or the exact error message. The widgets' tests read the same
//! file.

use forms::value;
use jiff::civil::Date;
use serde_json::Value;

use crate::site_forms::site_form;

fn cases() -> (Value, Date) {
    let cases: Value = serde_json::from_str(include_str!("../cases.json")).unwrap();
    let today = cases["today"].as_str().unwrap().parse().unwrap();
    (cases, today)
}

#[test]
fn every_value_gets_its_verdict() {
    let (cases, today) = cases();
    for case in cases["values"].as_array().unwrap() {
        let form = site_form(case["form"].as_str().unwrap());
        let field = form.field(case["field"].as_str().unwrap()).unwrap();
        let verdict = value::check(field, case["value"].as_str().unwrap(), today);
        if let Some(error) = case["error"].as_str() {
            assert_eq!(verdict, Err(error), "{case}");
        } else {
            let stored = case.get("stored").unwrap_or(&case["value"]);
            assert_eq!(verdict.as_deref(), Ok(stored.as_str().unwrap()), "{case}");
        }
    }
}

#[test]
fn the_valid_submissions_are_valid() {
    let (cases, today) = cases();
    for (name, values) in cases["valid"].as_object().unwrap() {
        for (field, value) in values.as_object().unwrap() {
            let form = site_form(name);
            let field = form.field(field).unwrap();
            assert_eq!(
                value::check(field, value.as_str().unwrap(), today).as_deref(),
                Ok(value.as_str().unwrap())
            );
        }
    }
}
