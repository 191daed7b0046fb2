//! The theme's templates, parsed, with every mistake in them.

use content::Diagnostic;
use tera::Tera;

use crate::template_error::{Templates, diagnostics};

/// Parses all templates into `tera`, which has functions and filters registered already.
///
/// # Errors
/// Every syntax error of every template; where there is none, every reference to something that does not exist.
pub fn parse(tera: &mut Tera, templates: &Templates) -> Result<(), Vec<Diagnostic>> {
    let Err(error) = tera.add_raw_templates(
        templates
            .iter()
            .map(|(name, source)| (name.as_str(), source.text.as_str())),
    ) else {
        return Ok(());
    };
    // Tera stops at the first syntax error, so each template is tried alone to find them all.
    let mut found: Vec<Diagnostic> = templates
        .iter()
        .filter_map(|(name, source)| {
            let error = Tera::new().add_raw_template(name, &source.text).err()?;
            matches!(error.kind(), tera::ErrorKind::SyntaxError(_))
                .then(|| diagnostics(&error, templates))
        })
        .flatten()
        .map(|diagnostic| Diagnostic {
            code: "template-syntax",
            ..diagnostic
        })
        .collect();
    if found.is_empty() {
        found = diagnostics(&error, templates);
    }
    Err(found)
}
