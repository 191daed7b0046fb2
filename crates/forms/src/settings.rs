//! Settings of the form function, apart from the forms themselves.

use jiff::tz::Offset;

use crate::mail::mime::is_header_safe;

/// Default daily limit of notifications: far more than the forms of a firm receive, but not too many for a mailbox. It is half
/// the quota of an account in the SES sandbox, which counts each recipient over any 24 hours.
pub const MAILS_PER_DAY: usize = 100;
/// Largest daily limit that can be set. There is a maximum because sending a mail lists all earlier mails of the day.
const MOST_MAILS_PER_DAY: usize = 10_000;

/// Settings of a running form function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Sender of the mails.
    pub from: String,
    /// Sender of the mails to subscribers.
    pub invitation_from: String,
    /// Recipients of the mails.
    pub to: Vec<String>,
    /// Origins whose pages may post forms: `https://example.com`.
    pub allowed_origins: Vec<String>,
    /// Secrets, of which the proxy has to send one. If empty, no secret is required.
    pub origin_secrets: Vec<String>,
    /// Maximum number of notifications a day. The digest reports the submissions beyond it.
    pub mails_per_day: usize,
    /// Name of the site, for the pages that answer a post without JavaScript.
    pub site_name: String,
    /// Name of the deployment, which `/health` returns; may be empty.
    pub release: String,
    /// Offset of the site's time zone from UTC; determines today's date and the times in mails.
    pub utc_offset: Offset,
}

impl Default for Settings {
    /// Returns empty settings in UTC.
    fn default() -> Self {
        Self {
            from: String::new(),
            invitation_from: String::new(),
            to: Vec::new(),
            allowed_origins: Vec::new(),
            origin_secrets: Vec::new(),
            mails_per_day: MAILS_PER_DAY,
            site_name: String::new(),
            release: String::new(),
            utc_offset: Offset::UTC,
        }
    }
}

/// Error for a setting that is missing or invalid. The message names the setting and says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The setting is missing.
    #[error("{0} is not set")]
    Missing(&'static str),
    /// The setting is invalid.
    #[error("{name}: {problem}")]
    Invalid {
        /// Name of the setting.
        name: &'static str,
        /// The problem, and how to fix it.
        problem: String,
    },
}

impl Settings {
    /// Reads `FORMS_FROM`, `FORMS_TO`, `FORMS_ALLOWED_ORIGINS`, and the optional `FORMS_INVITATION_FROM` (otherwise `FORMS_FROM`),
    /// `FORMS_ORIGIN_SECRET`, `FORMS_MAILS_PER_DAY` and `FORMS_RELEASE` through `variable`. While the secret is being changed, its
    /// variable contains both the old and the new secret, separated by a comma. Fails with an error for the first setting that is missing
    /// or invalid.
    pub fn from_variables(
        site_name: &str,
        utc_offset: Offset,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, SettingsError> {
        let required = |name: &'static str| {
            let items = list(variable(name));
            if items.is_empty() {
                Err(SettingsError::Missing(name))
            } else {
                Ok(items)
            }
        };
        let from = required("FORMS_FROM")?;
        let [from] = from.as_slice() else {
            return Err(invalid("FORMS_FROM", "give one address"));
        };
        let invitation_from = list(variable("FORMS_INVITATION_FROM"));
        let invitation_from = invitation_from.first().unwrap_or(from);
        let to = required("FORMS_TO")?;
        let allowed_origins = required("FORMS_ALLOWED_ORIGINS")?;
        let origin_secrets = list(variable("FORMS_ORIGIN_SECRET"));
        for (name, address) in to.iter().map(|to| ("FORMS_TO", to)).chain([
            ("FORMS_FROM", from),
            ("FORMS_INVITATION_FROM", invitation_from),
        ]) {
            if !is_header_safe(address) || address.split('@').count() != 2 {
                return Err(invalid(
                    name,
                    &format!("`{address}` is not a plain address like forms@example.com"),
                ));
            }
        }
        if let Some(origin) = allowed_origins.iter().find(|origin| !is_origin(origin)) {
            return Err(invalid(
                "FORMS_ALLOWED_ORIGINS",
                &format!(
                    "`{origin}` is not an origin; write it like https://example.com, without a path and never `*`"
                ),
            ));
        }
        if let Some(secret) = origin_secrets.iter().find(|secret| secret.len() < 16) {
            let problem = format!("{} characters are too few; use 16 or more", secret.len());
            return Err(invalid("FORMS_ORIGIN_SECRET", &problem));
        }
        let mails_per_day = match variable("FORMS_MAILS_PER_DAY").filter(|text| !text.is_empty()) {
            None => MAILS_PER_DAY,
            Some(text) => text
                .parse()
                .ok()
                .filter(|count| (1..=MOST_MAILS_PER_DAY).contains(count))
                .ok_or_else(|| {
                    let problem =
                        format!("`{text}` is not a whole number from 1 to {MOST_MAILS_PER_DAY}");
                    invalid("FORMS_MAILS_PER_DAY", &problem)
                })?,
        };
        Ok(Self {
            from: from.clone(),
            invitation_from: invitation_from.clone(),
            to,
            allowed_origins,
            origin_secrets,
            mails_per_day,
            site_name: site_name.to_owned(),
            release: variable("FORMS_RELEASE").unwrap_or_default(),
            utc_offset,
        })
    }
}

impl Settings {
    /// Returns the origin of the site, for links in mails: the first that may post forms.
    pub fn site(&self) -> &str {
        self.allowed_origins.first().map_or("", String::as_str)
    }
}

fn list(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default();
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(str::to_owned)
        .collect()
}

fn is_origin(text: &str) -> bool {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        !host.is_empty()
            && host
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']'))
    })
}

fn invalid(name: &'static str, problem: &str) -> SettingsError {
    SettingsError::Invalid {
        name,
        problem: problem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_names_every_variable() {
        let manual = include_str!("../../../docs/content/chapters/forms.md");
        let read = |name: &str| {
            assert!(manual.contains(&format!("| `{name}` |")), "{name}");
            let value = match name {
                "FORMS_ALLOWED_ORIGINS" => "https://www.example.com",
                "FORMS_MAILS_PER_DAY" => "9",
                "FORMS_ORIGIN_SECRET" => "0123456789abcdef",
                _ => "forms@example.com",
            };
            Some(value.to_owned())
        };
        assert!(Settings::from_variables("Firm", Offset::UTC, read).is_ok());
    }

    #[test]
    fn mails_per_day() {
        for (text, expected) in [
            (None, Ok(MAILS_PER_DAY)),
            (Some(""), Ok(MAILS_PER_DAY)),
            (Some("1"), Ok(1)),
            (Some("10000"), Ok(10_000)),
            (Some("0"), Err("0")),
            (Some("10001"), Err("10001")),
            (Some("-1"), Err("-1")),
            (Some("many"), Err("many")),
        ] {
            let settings = Settings::from_variables("Firm", Offset::UTC, |name| match name {
                "FORMS_MAILS_PER_DAY" => text.map(str::to_owned),
                "FORMS_ALLOWED_ORIGINS" => Some("https://www.example.com".to_owned()),
                "FORMS_ORIGIN_SECRET" => None,
                _ => Some("forms@example.com".to_owned()),
            });
            let expected = expected.map_err(|text| {
                let problem = format!("`{text}` is not a whole number from 1 to 10000");
                invalid("FORMS_MAILS_PER_DAY", &problem)
            });
            assert_eq!(settings.map(|settings| settings.mails_per_day), expected);
        }
    }
}
