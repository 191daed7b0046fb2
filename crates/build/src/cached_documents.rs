//! Serializes documents, so that the next process need not parse and check unchanged files again.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use content::{Document, FileContent, TomlText};
use diagnostic::{ByFingerprint, Fingerprint, Source};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Documents that an earlier process read from files without findings.
#[derive(Debug, Default)]
pub struct CachedDocuments {
    /// Fingerprint of the settings if they had no mistakes, otherwise 0.
    pub settings: Fingerprint,
    bytes: Vec<u8>,
    /// Range of `bytes` that contains the documents of a file, by [`content::Settings::file_fingerprint`].
    files: ByFingerprint<Range<usize>>,
}

/// Serialized form of a [`Document`], without the collection and the source, which the reader already knows.
#[derive(Serialize, Deserialize)]
struct Record<'a> {
    slug: &'a str,
    path: &'a str,
    lang: &'a str,
    toml: Range<usize>,
    pointer: &'a str,
    #[serde(borrow)]
    fields: Vec<(&'a str, Field<'a>)>,
    body: Range<usize>,
    valid: bool,
    missing: usize,
    words: usize,
    entry: Fingerprint,
    content: Fingerprint,
    routing: Fingerprint,
}

/// Serialized form of a front matter value.
#[derive(Serialize, Deserialize)]
enum Field<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(&'a str),
    #[serde(borrow)]
    List(Vec<Field<'a>>),
    #[serde(borrow)]
    Table(Vec<(&'a str, Field<'a>)>),
}

impl<'a> From<&'a Value> for Field<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Self::Unsigned(number),
                (_, Some(number)) => Self::Signed(number),
                _ => Self::Float(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => Self::Text(text),
            Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            Value::Object(table) => Self::Table(fields(table)),
        }
    }
}

impl From<Field<'_>> for Value {
    fn from(field: Field<'_>) -> Self {
        match field {
            Field::Null => Self::Null,
            Field::Bool(value) => value.into(),
            Field::Unsigned(number) => number.into(),
            Field::Signed(number) => number.into(),
            Field::Float(number) => number.into(),
            Field::Text(text) => text.into(),
            Field::List(list) => list.into_iter().map(Self::from).collect(),
            Field::Table(table) => Self::Object(map(table)),
        }
    }
}

fn fields(map: &Map<String, Value>) -> Vec<(&str, Field<'_>)> {
    let fields = map.iter();
    fields
        .map(|(key, value)| (key.as_str(), value.into()))
        .collect()
}

fn map(fields: Vec<(&str, Field<'_>)>) -> Map<String, Value> {
    let fields = fields.into_iter();
    fields
        .map(|(key, field)| (key.to_owned(), field.into()))
        .collect()
}

impl<'a> Record<'a> {
    fn new(document: &'a Document) -> Self {
        Self {
            slug: &document.slug,
            path: &document.path,
            lang: &document.lang,
            toml: document.toml.span.clone(),
            pointer: &document.pointer,
            fields: fields(&document.fields),
            body: document.body.clone(),
            valid: document.valid,
            missing: document.missing,
            words: document.words,
            entry: document.entry,
            content: document.content,
            routing: document.routing,
        }
    }

    fn document(self, collection: &str, toml: TomlText) -> Arc<Document> {
        Arc::new(Document {
            collection: collection.to_owned(),
            slug: self.slug.to_owned(),
            path: self.path.to_owned(),
            lang: self.lang.to_owned(),
            toml,
            pointer: self.pointer.to_owned(),
            fields: map(self.fields),
            body: self.body,
            valid: self.valid,
            missing: self.missing,
            words: self.words,
            entry: self.entry,
            content: self.content,
            routing: self.routing,
        })
    }
}

/// Serialized form of a [`FileContent`] without findings: its documents, and its hidden documents with the reasons.
type Records<'a> = (Vec<Record<'a>>, Vec<(Record<'a>, &'a str)>);

impl CachedDocuments {
    /// Parses what [`CachedDocuments::write`] wrote. Returns `None` if it is malformed.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let (settings, mut rest) = postcard::take_from_bytes(&bytes).ok()?;
        let mut files = ByFingerprint::default();
        while !rest.is_empty() {
            let ((key, length), record): (_, &[u8]) =
                postcard::take_from_bytes::<(_, usize)>(rest).ok()?;
            let start = bytes.len() - record.len();
            rest = record.get(length..)?;
            files.insert(key, start..start + length);
        }
        Some(Self {
            settings,
            bytes,
            files,
        })
    }

    /// Writes the documents of `files`, which must have no findings, to `out`. `settings` is the fingerprint of the settings if they have
    /// no mistakes, otherwise 0. Fails if `out` fails.
    pub fn write(
        &self,
        settings: Fingerprint,
        files: &[(Fingerprint, &FileContent)],
        out: &mut impl Write,
    ) -> io::Result<()> {
        postcard::to_io(&settings, &mut *out).map_err(io::Error::other)?;
        for (key, content) in files {
            let known = self.bytes(*key);
            let record = known.map_or_else(|| to_bytes(content).into(), Cow::Borrowed);
            postcard::to_io(&(key, record.len()), &mut *out).map_err(io::Error::other)?;
            out.write_all(&record)?;
        }
        Ok(())
    }

    /// Returns whether the cache contains exactly the files with these keys.
    pub fn has_only(&self, keys: impl ExactSizeIterator<Item = Fingerprint>) -> bool {
        keys.len() == self.files.len() && { keys }.all(|key| self.files.contains_key(&key))
    }

    /// Returns the cached documents of a collection's file, or `None` if they are not cached.
    pub fn file(
        &self,
        key: Fingerprint,
        collection: &str,
        source: &Arc<Source>,
    ) -> Option<FileContent> {
        let (documents, hidden): Records<'_> = postcard::from_bytes(self.bytes(key)?).ok()?;
        let mut toml = TomlText::whole(source);
        let mut document = |record: Record<'_>| {
            // The entries of a list share its places.
            if toml.span != record.toml {
                toml = TomlText::new(source, record.toml.clone());
            }
            record.document(collection, toml.clone())
        };
        Some(FileContent {
            documents: documents.into_iter().map(&mut document).collect(),
            hidden: hidden
                .into_iter()
                .map(|(record, why)| (document(record), why.to_owned()))
                .collect(),
            diagnostics: Vec::new(),
        })
    }

    fn bytes(&self, key: Fingerprint) -> Option<&[u8]> {
        self.bytes.get(self.files.get(&key)?.clone())
    }
}

fn to_bytes(content: &FileContent) -> Vec<u8> {
    let documents = content.documents.iter();
    let hidden = content.hidden.iter();
    let records: Records<'_> = (
        documents.map(|one| Record::new(one)).collect(),
        hidden
            .map(|(one, why)| (Record::new(one), why.as_str()))
            .collect(),
    );
    // Cannot fail: every type here has a derived serialization.
    postcard::to_stdvec(&records).unwrap_or_default()
}
