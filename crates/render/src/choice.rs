//! Chooses the documents of a collection that have given values: `collection(name="loaves", key="shelf", values=["top"])`.

use std::collections::BTreeSet;

use diagnostic::{Code, Diagnostic, Place, Source, did_you_mean_or_list};
use tera::value::Key;
use tera::{Kwargs, TeraResult, Value};

use crate::codes;
use crate::function_data::FunctionData;
use crate::recorder::Recorder;

/// The documents to choose: those whose `key` has one of the `values`.
pub struct Choice {
    key: String,
    values: Vec<Value>,
}

impl Choice {
    /// Reads the arguments `key` and `values`. Returns `None` if neither is given, and fails if only one of them is.
    pub fn of(kwargs: &Kwargs, recorder: &Recorder) -> TeraResult<Option<Self>> {
        let given = (kwargs.get::<&str>("key")?, kwargs.get::<Value>("values")?);
        let (key, values) = match given {
            (None, None) => return Ok(None),
            (Some(key), Some(values)) => (key, values),
            (Some(_), None) => return Err(wrong_call(recorder, "`key` requires `values`")),
            (None, Some(_)) => return Err(wrong_call(recorder, "`values` requires `key`")),
        };
        let Some(values) = values.as_array() else {
            return Err(wrong_call(recorder, "`values` must be a list"));
        };
        Ok(Some(Self {
            key: key.to_owned(),
            values: values.to_vec(),
        }))
    }

    /// Returns the first `limit` chosen documents of a collection, whose documents are `list`. Fails if no document has one of
    /// the values. If documents of the collection have errors, the value may be theirs, so the failure has no diagnostic.
    pub fn select(
        &self,
        data: &FunctionData,
        collection: &str,
        list: &Value,
        limit: Option<usize>,
        recorder: &Recorder,
    ) -> TeraResult<Value> {
        let documents = list.as_array().unwrap_or_default();
        let of_document = |document: &'_ Value| -> Vec<Value> {
            let fields = document.as_map();
            let value = fields.and_then(|fields| fields.get(&Key::Str(&self.key)));
            match value.and_then(Value::as_array) {
                Some(several) => several.to_vec(),
                None => value.into_iter().cloned().collect(),
            }
        };
        let existing: Vec<Vec<Value>> = documents.iter().map(of_document).collect();
        let unknown = self.values.iter();
        let unknown = unknown.filter(|value| !existing.iter().any(|all| all.contains(value)));
        let unknown: Vec<&Value> = unknown.collect();
        if !unknown.is_empty() {
            if data.values.has_faulty(collection) {
                return Err(recorder.failure(Vec::new()));
            }
            if existing.iter().all(Vec::is_empty) {
                let message = format!("no document of `{collection}` has the key `{}`", self.key);
                let keys = documents
                    .iter()
                    .filter_map(Value::as_map)
                    .flat_map(|one| one.keys());
                let keys: BTreeSet<&str> = keys.filter_map(Key::as_str).collect();
                let help = did_you_mean_or_list(&self.key, "its keys", keys);
                let diagnostic = Diagnostic::new(&codes::UNKNOWN_VALUE, message).maybe_help(help);
                return Err(recorder.failure(vec![diagnostic]));
            }
            let names = existing.iter().flatten().map(ToString::to_string);
            let names: BTreeSet<String> = names.collect();
            let unknown = unknown.into_iter();
            let diagnostics = unknown.map(|value| self.no_such_value(value, collection, &names));
            return Err(recorder.failure(diagnostics.collect()));
        }
        let pairs = documents.iter().zip(&existing);
        let chosen = pairs.filter(|(_, all)| all.iter().any(|one| self.values.contains(one)));
        let chosen = chosen.map(|(document, _)| document.clone());
        let chosen: Vec<Value> = chosen.take(limit.unwrap_or(usize::MAX)).collect();
        Ok(Value::from(chosen))
    }

    /// Reports a value that no document has. Its place is in the text of the value alone: the caller knows where that is
    /// written.
    fn no_such_value(
        &self,
        value: &Value,
        collection: &str,
        existing: &BTreeSet<String>,
    ) -> Diagnostic {
        let (key, text) = (&self.key, value.to_string());
        let message = format!("no document of `{collection}` has `{text}` as its `{key}`");
        let names = existing
            .iter()
            .map(String::as_str)
            .filter(|name| !name.is_empty());
        let help = did_you_mean_or_list(&text, "existing values", names);
        let source = Source::new("value", text);
        let place = Place::new(&source, 0..source.text.len());
        Diagnostic::new(&codes::UNKNOWN_VALUE, message)
            .at(place, "")
            .maybe_help(help)
    }
}

fn wrong_call(recorder: &Recorder, message: &str) -> tera::Error {
    const CODE: &Code = &codes::TEMPLATE_ERROR;
    let help =
        "choose documents by a key and a list of values, as in key=\"shelf\", values=[\"top\"]";
    recorder.failure(vec![Diagnostic::new(CODE, message).help(help)])
}
