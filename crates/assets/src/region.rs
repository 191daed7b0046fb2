//! Language and time zone in which islands are rendered, so that their HTML does not depend on the computer.

/// Language and time zone of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Region {
    /// Language (BCP 47).
    pub language: String,
    /// Offset from UTC: `+05:30`.
    pub utc_offset: String,
}

/// Time zones with a fixed offset that is not a whole hour. Node accepts only names.
const ZONES: [(&str, &str); 8] = [
    ("+03:30", "Asia/Tehran"),
    ("+04:30", "Asia/Kabul"),
    ("+05:30", "Asia/Kolkata"),
    ("+05:45", "Asia/Kathmandu"),
    ("+06:30", "Asia/Yangon"),
    ("+08:45", "Australia/Eucla"),
    ("+09:30", "Australia/Darwin"),
    ("-09:30", "Pacific/Marquesas"),
];

impl Region {
    /// Returns the environment variables that set the language and the time zone of Node.
    pub fn environment(&self) -> [(&'static str, String); 3] {
        [
            ("TZ", self.time_zone()),
            ("LC_ALL", self.language.clone()),
            ("LANG", self.language.clone()),
        ]
    }

    /// Returns the name of a time zone with this offset, or UTC if no zone has it all year.
    fn time_zone(&self) -> String {
        let offset = self.utc_offset.as_str();
        if let Some((_, zone)) = ZONES.iter().find(|(known, _)| *known == offset) {
            return (*zone).to_owned();
        }
        let hours = offset
            .strip_suffix(":00")
            .and_then(|hours| hours.parse::<i8>().ok());
        match hours {
            // The names of these zones have the opposite sign, as POSIX does.
            Some(hours @ -14..=14) if hours != 0 => format!("Etc/GMT{:+}", -hours),
            _ => "UTC".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_zones() {
        for (utc_offset, zone) in [
            ("+05:30", "Asia/Kolkata"),
            ("+00:00", "UTC"),
            ("-00:00", "UTC"),
            ("+01:00", "Etc/GMT-1"),
            ("-08:00", "Etc/GMT+8"),
            ("+14:00", "Etc/GMT-14"),
            ("+12:45", "UTC"),
        ] {
            let region = Region {
                utc_offset: utc_offset.to_owned(),
                ..Region::default()
            };
            assert_eq!(region.time_zone(), zone, "{utc_offset}");
        }
    }
}
