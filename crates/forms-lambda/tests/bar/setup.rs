//! Tests of the settings: if one is missing or invalid, the function does not start, and its error names the setting.

use std::process::Output;

use crate::support::emulator::Emulator;
use crate::support::target::owned;

const COMPLETE: [(&str, &str); 6] = [
    ("FORMS_BUCKET", "bucket"),
    ("FORMS_FROM", "forms@example.com"),
    ("FORMS_TO", "a@example.com, b@example.com"),
    ("FORMS_ALLOWED_ORIGINS", "https://www.example.com"),
    ("AWS_REGION", "us-east-1"),
    ("AWS_ENDPOINT_URL", "http://127.0.0.1:9"),
];

/// Starts the function with complete settings, except that the setting `name` has another value or is missing.
async fn start(name: &str, value: Option<&str>) -> Output {
    let mut settings = COMPLETE.to_vec();
    settings.retain(|(known, _)| *known != name);
    settings.extend(value.map(|value| (name, value)));
    let mut function = Emulator::start(owned(&settings)).await.command();
    let output = tokio::task::spawn_blocking(move || function.output().unwrap());
    output.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_or_wrong_setting_is_named() {
    for (name, value, said) in [
        ("FORMS_BUCKET", None, "FORMS_BUCKET is not set"),
        ("FORMS_FROM", None, "FORMS_FROM is not set"),
        ("FORMS_TO", Some(" , "), "FORMS_TO is not set"),
        (
            "FORMS_ALLOWED_ORIGINS",
            None,
            "FORMS_ALLOWED_ORIGINS is not set",
        ),
        (
            "FORMS_ALLOWED_ORIGINS",
            Some("*"),
            "FORMS_ALLOWED_ORIGINS: `*` is not an origin",
        ),
        (
            "FORMS_ALLOWED_ORIGINS",
            Some("https://www.example.com/"),
            "is not an origin",
        ),
        (
            "FORMS_TO",
            Some("a@example.com\r\nBcc: b@example.com"),
            "FORMS_TO: ",
        ),
        (
            "FORMS_FROM",
            Some("Firm <forms@example.com>"),
            "FORMS_FROM: ",
        ),
        (
            "FORMS_ORIGIN_SECRET",
            Some("short"),
            "FORMS_ORIGIN_SECRET: 5 characters are too few",
        ),
        (
            "FORMS_MAILS_PER_DAY",
            Some("0"),
            "FORMS_MAILS_PER_DAY: `0` is not a whole number from 1 to 10000",
        ),
    ] {
        let output = start(name, value).await;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(said),
            "{name}={value:?}: {errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}
