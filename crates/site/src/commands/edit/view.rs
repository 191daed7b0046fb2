//! The project as a request sees it: the results of a build, and the drafts.

use std::sync::Arc;

use content::{Content, DataFormat};
use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Fingerprint, Source};
use render::Plan;
use serde_json::{Map, Value};
use serve::edit::{Draft, Snapshot, is_writable};

use super::context::Context;
use super::problem::Problem;
use crate::commands::language_server::files::Files;
use crate::commands::language_server::kept_findings::kept;
use crate::commands::language_server::project::{Project, rule};
use crate::commands::language_server::schemas::{own_schema, schema};
use crate::shape::Shape;

/// The project as a request sees it.
pub struct View<'a> {
    /// Drafts and files.
    pub desk: Context<'a>,
    /// Result of the build.
    pub snapshot: Arc<Snapshot>,
    /// Texts, routes, and settings.
    pub project: Project,
    /// Findings of the build, and those of `site check` that are still valid.
    pub findings: Vec<Diagnostic>,
}

/// A document as it is now.
pub struct Opened {
    /// Text with line feeds: that of the draft, or that of the file.
    pub text: String,
    /// Fingerprint of the file that is edited; empty if there is none.
    pub fingerprint: String,
    /// Whether the text is a draft.
    pub is_draft: bool,
    /// Whether there is no file yet.
    pub is_new: bool,
}

impl<'a> View<'a> {
    /// Creates a view of the results of a build.
    pub fn of(desk: Context<'a>, snapshot: Arc<Snapshot>) -> Self {
        let files = Files {
            content: Arc::clone(&snapshot.content),
            templates: snapshot.templates.clone(),
        };
        let texts = |path: &str| files.text(path);
        let checked = snapshot.checked.iter().filter_map(|one| kept(one, texts));
        let findings = snapshot.findings.iter().cloned().chain(checked).collect();
        let site = snapshot.site.as_ref();
        let routed = site.map(|site| (Arc::clone(&site.content), Arc::clone(&site.plan)));
        let project = Project::built(&desk.root, files, routed.unwrap_or_default(), Vec::new());
        Self {
            desk,
            snapshot,
            project,
            findings,
        }
    }

    /// Returns the content.
    pub fn content(&self) -> &Content {
        &self.project.loaded
    }

    /// Returns the routes.
    pub fn plan(&self) -> &Plan {
        &self.project.plan
    }

    /// Returns whether the drawer can edit a file: a document, a list, or a file of settings of the content.
    pub fn is_editable(&self, path: &str) -> bool {
        let is_kind = path.ends_with(".md") || path.ends_with(".toml");
        let is_known = self.project.text(path).is_some() || self.desk.draft(path).is_some();
        path.starts_with("content/") && is_kind && is_known
    }

    /// Opens a document. Fails with a problem if there is no such document, or if its file cannot be read or is not text.
    pub fn open(&self, path: &str) -> Result<Opened, Problem> {
        let list = rule(&self.project.structure, path).and_then(|rule| rule.file.as_deref());
        if let Some(format) = list.and_then(DataFormat::of) {
            let message = format!(
                "This list is a {} file, which is not edited here. Edit {path} in the program that it comes from.",
                format.name()
            );
            return Err(Problem::new(422, message));
        }
        if !self.is_editable(path) {
            return Err(Problem::new(404, "This document does not exist any more."));
        }
        let file = self.file(path)?;
        if let Some(Draft { text, base, .. }) = self.desk.draft(path) {
            return Ok(Opened {
                text: text.to_string(),
                fingerprint: base,
                is_draft: true,
                is_new: file.is_none(),
            });
        }
        let file =
            file.ok_or_else(|| Problem::new(404, "This document does not exist any more."))?;
        Ok(Opened {
            fingerprint: fingerprint(Some(&file)),
            text: normalized(file),
            is_draft: false,
            is_new: false,
        })
    }

    /// Opens a document to store what was typed in it. An entry that was removed since it was opened is empty. `known` is the fingerprint
    /// of the file that was opened. Fails as [`Self::open`] does.
    pub fn open_to_store(&self, path: &str, known: &str) -> Result<Opened, Problem> {
        let own = rule(&self.project.structure, path).filter(|rule| rule.dir.is_some());
        let is_kind = path.ends_with(".md") || path.ends_with(".toml");
        let is_entry = own.is_some() && is_kind && is_writable(path);
        let is_removed = || Ok::<_, Problem>(self.file(path)?.is_none());
        if self.desk.draft(path).is_some() || known.is_empty() || !is_entry || !is_removed()? {
            return self.open(path);
        }
        Ok(Opened {
            text: String::new(),
            fingerprint: String::new(),
            is_draft: false,
            is_new: true,
        })
    }

    /// Reads a file of the project. Returns `None` if it does not exist. Fails with a problem if it cannot be read, or is not text.
    pub fn file(&self, path: &str) -> Result<Option<String>, Problem> {
        let text = self.bytes(path)?.map(String::from_utf8).transpose();
        text.map_err(|_| {
            Problem::new(
                409,
                "This file is not text in UTF-8, so it cannot be edited here.",
            )
        })
    }

    /// Reads the bytes of a file of the project. Returns `None` if it does not exist. Fails with a problem if it exists and cannot be read.
    pub fn bytes(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        build::fixes::read(&self.desk.root, path)
            .map_err(|error| Problem::new(409, format!("The file {path} cannot be read: {error}.")))
    }

    /// Returns the values of a document, or `None` if its TOML has an error.
    pub fn values(&self, source: &Source) -> Option<Arc<Map<String, Value>>> {
        self.desk.kept.values(source)
    }

    /// Returns the schema of a document's values.
    pub fn schema(&self, path: &str) -> Value {
        schema(&self.project, path).unwrap_or(Value::Null)
    }

    /// Returns the name of the collection that a document belongs to.
    pub fn collection(&self, path: &str) -> Option<&str> {
        rule(&self.project.structure, path).map(|rule| rule.name.as_str())
    }

    /// Returns the title of a document in the words of the office: its own title, or what its settings are.
    pub fn title(&self, path: &str) -> String {
        let own = self.project.text(path).and_then(|source| {
            let values = self.values(source)?;
            self.title_of(path, &values)
        });
        own.unwrap_or_else(|| self.settings_title(path))
    }

    /// Returns what a file of settings is called. The translation of a form is called as the form is.
    fn settings_title(&self, path: &str) -> String {
        let path = path.trim_end_matches(".toml").trim_end_matches(".md");
        let (base, language) = path.split_once('.').unwrap_or((path, ""));
        let name = base.strip_prefix("content/").unwrap_or(base);
        let title = match name {
            "site" => "Details of the site".to_owned(),
            "menus" => "Menus".to_owned(),
            "words" => "Words of the design".to_owned(),
            "structure" => "Structure of the site".to_owned(),
            "checks" => "Checks".to_owned(),
            _ if name.starts_with("forms/") && !language.is_empty() => {
                self.title(&format!("{base}.toml"))
            }
            name => name.rsplit('/').next().unwrap_or(name).to_owned(),
        };
        if language.is_empty() {
            return title;
        }
        let name = self
            .project
            .site
            .pointer(&format!("/languages/{language}/name"));
        let name = name.and_then(Value::as_str).unwrap_or(language);
        format!("{title} ({name})")
    }

    /// Returns the title of a document with some values.
    pub fn title_of(&self, path: &str, values: &Map<String, Value>) -> Option<String> {
        let rule = rule(&self.project.structure, path);
        if own_schema(path).is_some() && rule.is_none() && !path.starts_with("content/forms/") {
            return None;
        }
        if let Some(rule) = rule.filter(|rule| rule.file.is_some()) {
            let schema = self.schema(path);
            let title = schema.pointer("/properties/item/items/title");
            let title = title.and_then(Value::as_str);
            return rule
                .title
                .clone()
                .or_else(|| Some(format!("{}: list", title?)));
        }
        let schema = self.schema(path);
        self.entry_title(values, Shape::new(&schema))
    }

    /// Returns the title of an entry, with facts filled in.
    pub fn entry_title(&self, values: &Map<String, Value>, shape: Shape<'_>) -> Option<String> {
        let key = shape.naming_key()?;
        let title = values.get(key)?.as_str()?;
        let title = content::expand(title, &self.project.site, &mut Vec::new());
        (!title.trim().is_empty()).then(|| title.into_owned())
    }
}

/// Returns the fingerprint of a file's content; empty if there is no file.
pub fn fingerprint(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| {
        format!("{:032x}", Fingerprint::of(file).0)
    })
}
