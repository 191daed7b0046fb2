//! Findings as the protocol describes them, by file.

use std::collections::BTreeMap;

use diagnostic::{Diagnostic, Fingerprint, Place, Severity};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
};

use super::positions::{Encoding, Positions};
use super::project::Project;

/// File that shows the findings without a place.
const WITHOUT_PLACE: &str = "content/site.toml";

/// Returns the findings of a project by the path of their file.
pub fn by_file(
    project: &Project,
    encoding: Encoding,
) -> BTreeMap<String, Vec<lsp_types::Diagnostic>> {
    let mut ranges = Ranges::new(encoding);
    let mut files: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for finding in &project.findings {
        let path = finding
            .place
            .as_ref()
            .map_or(WITHOUT_PLACE, |(place, _)| &place.source.path);
        let diagnostic = ranges.diagnostic(project, finding);
        files.entry(path.to_owned()).or_default().push(diagnostic);
    }
    files
}

/// Converter of places, which reads the lines of each text once.
pub struct Ranges<'a> {
    encoding: Encoding,
    positions: BTreeMap<Fingerprint, Positions<'a>>,
}

impl<'a> Ranges<'a> {
    /// Creates a converter.
    pub fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            positions: BTreeMap::new(),
        }
    }

    /// Returns the range of a place.
    pub fn of(&mut self, place: &'a Place) -> Range {
        let source = &place.source;
        let positions = self.positions.entry(source.fingerprint);
        let positions = positions.or_insert_with(|| Positions::new(&source.text, self.encoding));
        positions.range(&place.span)
    }

    /// Converts a finding.
    pub fn diagnostic(
        &mut self,
        project: &Project,
        finding: &'a Diagnostic,
    ) -> lsp_types::Diagnostic {
        let place = finding.place.as_ref();
        let related = finding.related.iter().filter_map(|(place, label)| {
            let location = Location::new(project.uri(&place.source.path)?, self.of(place));
            Some(DiagnosticRelatedInformation {
                location,
                message: label.clone(),
            })
        });
        let related: Vec<_> = related.collect();
        let help = finding.help.iter().map(|help| format!("\nhelp: {help}"));
        lsp_types::Diagnostic {
            range: place.map_or_else(Range::default, |(place, _)| self.of(place)),
            severity: Some(match finding.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(finding.code.name.to_owned())),
            source: Some("site".to_owned()),
            message: format!("{}{}", finding.message, help.collect::<String>()),
            related_information: (!related.is_empty()).then_some(related),
            ..lsp_types::Diagnostic::default()
        }
    }
}
