//! JSON Schemas (draft 2020-12), compiled for validation, with their text, which findings quote.

use std::sync::{Arc, OnceLock};

use diagnostic::{Diagnostic, Place, Source};
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::Value;
use serde_json::error::Category;

use crate::codes::BAD_SCHEMA;
use crate::focus::focus;
use crate::json_data;
use crate::link_format::link_mistake;
use crate::picture_name::is_picture;
use crate::schema_lint::{RELATION_KEYWORDS, lint, place};
use crate::toml_text::escape;

/// A JSON Schema and its text, which findings quote.
#[derive(Debug)]
pub struct Schema {
    /// The compiled schema, or findings that explain why it cannot be compiled.
    validator: OnceLock<Result<Validator, Vec<Diagnostic>>>,
    text: Value,
    /// Whether the schema has a keyword of [`RELATION_KEYWORDS`].
    has_relations: bool,
    source: Arc<Source>,
    images: Arc<Vec<String>>,
}

impl Schema {
    /// Compiles a schema.
    ///
    /// Three formats are this program's own. `image` is the path of an existing file below `content/`; `images` contains these
    /// paths, sorted. `focus` is a point of a picture. `link` is a URL, which later stages check. So are four keywords, `laterThan`,
    /// `sameDigits`, `sortedBy`, and `uniqueBy`.
    ///
    /// Fails with findings if the text is not JSON, or is not a valid JSON Schema.
    pub fn compile(
        source: &Arc<Source>,
        images: &Arc<Vec<String>>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let schema = Self::valid(source, images)?;
        let findings = lint(source, &schema.text);
        if !findings.is_empty() {
            return Err(findings);
        }
        match schema.compiled() {
            Ok(_) => Ok(schema),
            Err(findings) => Err(findings.clone()),
        }
    }

    /// Creates a schema that is known to be valid. It is compiled when it is first needed. Fails with a finding if the text is not JSON.
    pub(crate) fn valid(
        source: &Arc<Source>,
        images: &Arc<Vec<String>>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let text = serde_json::from_str(&source.text);
        let text = text.map_err(|error| vec![not_json(source, &error)])?;
        Ok(Self::new(source, text, images))
    }

    /// Creates a schema of this program. It is compiled when it is first needed. If `text` is not a valid schema, which a test
    /// rules out, everything matches it.
    pub(crate) fn of_program(name: &str, text: &str) -> Self {
        let parsed = serde_json::from_str(text).unwrap_or_default();
        Self::new(&Source::new(name, text), parsed, &Arc::default())
    }

    fn new(source: &Arc<Source>, text: Value, images: &Arc<Vec<String>>) -> Self {
        let mut keywords = RELATION_KEYWORDS.split(' ');
        Self {
            validator: OnceLock::new(),
            has_relations: keywords.any(|keyword| source.text.contains(keyword))
                || source.text.contains("\"integer\""),
            text,
            source: Arc::clone(source),
            images: Arc::clone(images),
        }
    }

    /// Returns the compiled schema, or `None` if it has mistakes.
    pub(crate) fn validator(&self) -> Option<&Validator> {
        self.compiled().as_ref().ok()
    }

    /// Returns a picture of the content that can stand in for another one: a drawing, if there is any, rather than a photograph of
    /// somebody. Returns `None` if there are no pictures.
    pub(crate) fn any_picture(&self) -> Option<&str> {
        let pictures = || {
            self.images
                .iter()
                .map(String::as_str)
                .filter(|path| is_picture(path))
        };
        pictures()
            .find(|path| path.ends_with(".svg"))
            .or_else(|| pictures().next())
    }

    fn compiled(&self) -> &Result<Validator, Vec<Diagnostic>> {
        self.validator.get_or_init(|| self.build())
    }

    fn build(&self) -> Result<Validator, Vec<Diagnostic>> {
        let images = Arc::clone(&self.images);
        let email = serde_json::json!({ "format": "email" });
        let email = jsonschema::options()
            .should_validate_formats(true)
            .build(&email);
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            // Without a DFA, a pattern compiles in a third of the time, and short texts match as fast.
            .with_pattern_options(PatternOptions::fancy_regex().dfa_size_limit(0))
            .with_format("image", move |path: &str| {
                let found = images.binary_search_by(|one| one.as_str().cmp(path));
                found.is_ok() && is_picture(path)
            })
            .with_format("email", move |text: &str| {
                // RFC 5321 allows a host of the local network, to which nobody else can write.
                let has_domain = text
                    .rsplit('@')
                    .next()
                    .is_some_and(|host| host.contains('.'));
                let is_valid = |email: &Validator| email.is_valid(&Value::from(text));
                has_domain && email.as_ref().is_ok_and(is_valid)
            })
            .with_format("focus", |text: &str| focus(text).is_some())
            .with_format("link", |link: &str| link_mistake(link).is_none())
            .build(&self.text)
            .map_err(|error| {
                let place = place(&self.source, error.instance_path().as_str());
                let reason = error.to_string();
                let help = if reason.ends_with("is not a \"regex\"") {
                    Some("write a regular expression: close each bracket, and write \\\\[ for the sign itself")
                } else if is_plain(error.instance()) && reason.contains("is not of type") {
                    Some("write it without quotes")
                } else {
                    None
                };
                let message = format!("invalid JSON Schema: {reason}");
                let diagnostic = Diagnostic::new(&BAD_SCHEMA, message).at(place, "");
                vec![diagnostic.maybe_help(help)]
            })
    }

    /// Returns the subschema of the value at the end of a path of keys. Keys below a list are those of its entries.
    pub(crate) fn property<'k>(&self, keys: impl Iterator<Item = &'k str>) -> Option<&Value> {
        let mut keys = keys;
        keys.try_fold(&self.text, |schema, key| {
            let schema = match schema.get("items") {
                Some(items) => self.resolved(items)?,
                None => schema,
            };
            self.resolved(schema.get("properties")?.get(key)?)
        })
    }

    /// Gives each top-level value that is text the type that its key has in the schema: a number or a boolean. Other text stays.
    pub(crate) fn set_types(&self, value: &mut Value) {
        let fields = value.as_object_mut().into_iter().flatten();
        for (key, value) in fields {
            let property = self.text.pointer(&format!("/properties/{}", escape(key)));
            let property = property.and_then(|one| self.resolved(one));
            let kind = property.and_then(|one| one.get("type")?.as_str());
            let Some(text) = value.as_str() else { continue };
            let typed = match kind {
                Some("integer" | "number") => serde_json::from_str(text).ok().map(Value::Number),
                Some("boolean") => text.to_ascii_lowercase().parse().ok().map(Value::Bool),
                _ => None,
            };
            if let Some(typed) = typed {
                *value = typed;
            }
        }
    }

    /// Returns the schema as JSON.
    pub(crate) fn text(&self) -> &Value {
        &self.text
    }

    /// Returns whether the schema compares values with each other, as `laterThan` and `uniqueBy` do.
    pub(crate) fn has_relations(&self) -> bool {
        self.has_relations
    }

    /// Returns the keys of the top-level `properties`.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        keys_of(&self.text)
    }

    /// Returns the subschema that contains the keyword that an error is about.
    pub(crate) fn parent_of(&self, error: &ValidationError<'_>) -> Option<&Value> {
        let path = error.schema_path().as_str();
        self.text
            .pointer(path.rsplit_once('/').map_or("", |(parent, _)| parent))
    }

    /// Returns the subschema that `$ref` points to, or `schema` itself if it has no `$ref`. Returns `None` if the reference is
    /// broken or points to another schema.
    pub(crate) fn resolved<'a>(&'a self, schema: &'a Value) -> Option<&'a Value> {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => self.text.pointer(reference.strip_prefix('#')?),
            None => Some(schema),
        }
    }
}

/// Returns whether a text would be a number, or true or false, without its quotes.
fn is_plain(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    matches!(text, "true" | "false") || text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Returns the keys of a schema's `properties`.
pub(crate) fn keys_of(schema: &Value) -> impl Iterator<Item = &str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let names = properties.into_iter().flat_map(|all| all.keys());
    names.map(String::as_str).filter(|key| *key != "$schema")
}

fn not_json(source: &Arc<Source>, error: &serde_json::Error) -> Diagnostic {
    let is_cut = error.classify() == Category::Eof;
    if let Some(open) = json_data::open_brace(&source.text).filter(|_| is_cut) {
        let message = format!("invalid JSON: {}", json_data::OPEN_BRACE);
        return Diagnostic::new(&BAD_SCHEMA, message)
            .at(Place::new(source, open), "")
            .help(json_data::CLOSE_BRACE);
    }
    let at = source.offset(error.line(), error.column());
    let message = error.to_string();
    let message = match error.classify() {
        Category::Eof => "unexpected end of file",
        _ => message.split(" at line ").next().unwrap_or_default(),
    };
    let known = json_data::parse(&source.text).err();
    let known = known.into_iter().flatten().next();
    Diagnostic::new(&BAD_SCHEMA, format!("invalid JSON: {message}"))
        .at(Place::new(source, at..at + 1), "")
        .maybe_help(known.and_then(|known| known.help))
}
