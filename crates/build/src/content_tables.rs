//! Loads the content, and keeps the settings and the documents of each file for the next build.

use std::io::{self, Write};
use std::sync::Arc;

use content::{Content, FileContent, ProgramSchemas, Selection, Settings, Tree};
use diagnostic::{Diagnostic, Fingerprint};

use crate::cached_documents::CachedDocuments;
use crate::table::{Kept, Table};

/// The settings and documents of the last build. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct ContentTables {
    settings: Kept<Arc<Settings>>,
    files: Table<FileContent>,
    /// Documents that an earlier process read.
    cached: CachedDocuments,
    /// Schemas of settings and form definitions, which are compiled once.
    schemas: ProgramSchemas,
}

impl ContentTables {
    /// Creates tables from the bytes that [`ContentTables::write`] wrote in an earlier process. They are empty if the bytes are
    /// malformed.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self {
            cached: CachedDocuments::from_bytes(bytes).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Compiles this program's schemas, if the next load will need them. Needs no files, so it can run while the files are read.
    pub fn compile_schemas(&self) {
        if self.cached.settings == Fingerprint::default() {
            self.schemas.compile();
        }
    }

    /// Loads the content. Returns the same as [`content::load`].
    pub fn load(
        &mut self,
        tree: &Tree,
        selection: Selection,
    ) -> (Option<Content>, Vec<Diagnostic>) {
        let Self {
            settings,
            files,
            cached,
            schemas,
        } = self;
        let read_settings = || {
            let key = Settings::fingerprint(tree, &selection);
            let schemas = (cached.settings != key).then_some(&*schemas);
            let read = || match Settings::read(tree, &selection, schemas) {
                Ok(settings) if settings.diagnostics.is_empty() => Ok(Arc::new(settings)),
                with_findings => Err(with_findings.map(Arc::new)),
            };
            settings
                .get(key, read)
                .or_else(|with_findings| with_findings)
        };
        content::load_with(tree, read_settings, |settings, all| {
            let collections = &settings.content.structure.collections;
            files.all(
                all,
                |file| settings.file_fingerprint(file),
                |file| {
                    let name = &collections[file.collection].name;
                    let key = settings.file_fingerprint(file);
                    let cached = cached.file(key, name, &file.source);
                    cached.unwrap_or_else(|| settings.read_file(file))
                },
            )
        })
    }

    /// Writes the documents to `out` for a later process. Fails if `out` fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.cached.write(self.valid_settings(), &self.files(), out)
    }

    /// Returns whether the cache is up to date: it contains exactly what [`ContentTables::write`] would write. Also returns
    /// `true` if there is nothing to write, because every file has findings.
    pub fn is_as_read(&self) -> bool {
        let files = self.files();
        files.is_empty()
            || self.cached.settings == self.valid_settings()
                && self.cached.has_only(files.iter().map(|(key, _)| *key))
    }

    /// Returns the fingerprint of the settings if they have no mistakes, otherwise 0.
    fn valid_settings(&self) -> Fingerprint {
        let valid = self.settings.last();
        valid.map_or_else(Fingerprint::default, |(key, _)| *key)
    }

    /// Returns the documents of the files without findings, each with the key of the file, sorted by key.
    fn files(&self) -> Vec<(Fingerprint, &FileContent)> {
        let files = self.files.iter();
        let valid = files.filter(|(_, content)| content.diagnostics.is_empty());
        let mut valid: Vec<_> = valid.collect();
        valid.sort_unstable_by_key(|(key, _)| *key);
        valid
    }
}
