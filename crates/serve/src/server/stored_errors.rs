//! Errors of the site without unsaved texts, which is what would be published: an unsaved text can hide them.

use std::path::PathBuf;
use std::sync::Arc;

use diagnostic::{Diagnostic, Severity};

use super::Builder;

impl Builder {
    /// Notes the errors of a build if it had no unsaved texts. `is_edit` says whether a file has changed since the last build, so that
    /// those that are known are outdated.
    pub(super) fn note_stored(&mut self, diagnostics: &[Diagnostic], is_edit: bool) {
        if self.inputs.unsaved.is_empty() {
            self.stored = Some(errors(diagnostics));
        } else if is_edit {
            self.stored = None;
        }
    }

    /// Builds without the unsaved texts to find its errors, and then with them again, so that the next build begins with what is shown.
    /// `is_checked` says whether the rules of `site check` have run on the last build.
    pub(super) fn find_stored(&mut self, is_checked: bool) {
        let unsaved = std::mem::take(&mut self.inputs.unsaved);
        let show_edited = self.inputs.show_edited.take();
        let paths = unsaved.keys().map(|path| self.project.root.join(path));
        let paths: Vec<PathBuf> = paths.collect();
        let (_, diagnostics, _) = self.build(&paths, &mut |_| {});
        self.inputs.unsaved = unsaved;
        self.build(&paths, &mut |_| {});
        self.inputs.show_edited = show_edited;
        self.stored = Some(errors(&diagnostics));
        self.publish(is_checked);
    }
}

fn errors(diagnostics: &[Diagnostic]) -> Arc<Vec<Diagnostic>> {
    let errors = diagnostics.iter();
    let errors = errors.filter(|finding| finding.severity == Severity::Error);
    Arc::new(errors.cloned().collect())
}
