//! Checks `site.toml`.

use diagnostic::Diagnostic;
use serde_json::Value;

use crate::codes::{OUT_OF_RANGE, UNKNOWN_FACT};
use crate::file_language::{duplicate_languages, unknown_languages};
use crate::lost_header::lost_header;
use crate::schema::Schema;
use crate::site_config::{Limits, SiteConfig};
use crate::toml_text::{Part, TomlText};
use crate::typed_settings::deserialize;

/// Deserializes `site.toml`. Checks it against `schema` and the site's own schema, unless `schema` is `None` because the file is
/// known to have no mistakes. Returns the settings, if they can be used, and the findings.
pub fn check_site(
    value: &Value,
    toml: &TomlText,
    schema: Option<&Schema>,
    own_schema: Option<&Schema>,
    images: &[String],
) -> (Option<SiteConfig>, Vec<Diagnostic>) {
    let mut diagnostics = match schema {
        Some(schema) => check_schemas(value, toml, schema, own_schema, images),
        None => Vec::new(),
    };
    diagnostics.extend(facts_within_facts(toml));
    let config: Option<SiteConfig> = deserialize(value, toml, &mut diagnostics);
    diagnostics.extend(
        config
            .as_ref()
            .and_then(|one| crossed_limits(&one.limits, toml)),
    );
    if let Some(config) = &config {
        let main = &config.language;
        diagnostics.extend(duplicate_languages(&config.languages, main, toml));
        diagnostics.extend(unknown_languages(&config.languages, main, toml));
    }
    (config, diagnostics)
}

/// Reports references to facts in `site.toml`, where they stay as they are written.
fn facts_within_facts(toml: &TomlText) -> Vec<Diagnostic> {
    let is_reference = |text: &str| {
        let mut references = text.split("{{").skip(1);
        references.any(|rest| rest.trim_start().starts_with("site."))
    };
    let texts = toml.texts().iter().filter(|one| is_reference(&one.text));
    let findings = texts.map(|one| {
        let message = "a fact cannot contain another one";
        Diagnostic::new(&UNKNOWN_FACT, message)
            .at(toml.locate(&one.pointer, Part::Value), "")
            .help("write the value itself")
    });
    findings.collect()
}

/// Checks the settings of `site.toml`, in any language, against the site's own schema, if it has one, and against this program's
/// schema.
pub fn check_schemas(
    value: &Value,
    toml: &TomlText,
    schema: &Schema,
    own_schema: Option<&Schema>,
    images: &[String],
) -> Vec<Diagnostic> {
    let mut violations = schema.violations(value);
    let Some(own_schema) = own_schema else {
        return violations.diagnostics(toml, "", &[]);
    };
    // The site's own schema describes a mistake better.
    let mut own = own_schema.violations(value);
    let lost = lost_header(&mut own, &mut violations, toml);
    let mut diagnostics = own.diagnostics(toml, "", images);
    diagnostics.extend(lost);
    diagnostics.extend(violations.except(&own).diagnostics(toml, "", &[]));
    diagnostics
}

/// Reports limits that no description can meet.
fn crossed_limits(limits: &Limits, toml: &TomlText) -> Option<Diagnostic> {
    let (min, max) = (limits.description_min, limits.description_max);
    (min > max).then(|| {
        let message = format!("`description_min` ({min}) is larger than `description_max` ({max})");
        Diagnostic::new(&OUT_OF_RANGE, message)
            .at(toml.locate("/limits/description_min", Part::Value), "")
            .help("lower `description_min`, or raise `description_max`")
    })
}
