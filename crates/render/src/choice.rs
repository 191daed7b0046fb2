//! Chooses the documents of a collection that have given values: `collection(name="loaves", key="shelf", values=["top"])`.

use std::collections::BTreeSet;

use diagnostic::{Code, Diagnostic, Place, Source, did_you_mean_or_list};
use tera::value::Key;
use tera::{Kwargs, TeraResult, Value};

use crate::codes;
use crate::entry_index::{Choice, written};
use crate::function_data::FunctionData;
use crate::recorder::{Query, Recorder};

/// The arguments `key` and `values` of a call.
pub struct Condition {
    key: String,
    values: Vec<Value>,
}

impl Condition {
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

    /// Returns the chosen documents of a collection: the first `limit` ones, or all. Returns `None` if there is no such collection.
    /// Fails if no document has one of the values. If documents of the collection have errors, the value may be theirs, so the
    /// failure has no diagnostic.
    pub fn select(
        self,
        data: &FunctionData,
        collection: &str,
        lang: &str,
        limit: Option<usize>,
        recorder: &Recorder,
    ) -> TeraResult<Option<Value>> {
        let Some(list) = data.values.collection(collection, lang, None) else {
            return Ok(None);
        };
        if self.values.is_empty() {
            // Only the existence of the collection matters.
            recorder.query(Query::Collection(
                collection.to_owned(),
                lang.to_owned(),
                Some(0),
            ));
            return Ok(Some(Value::from(Vec::<Value>::new())));
        }
        let Some(index) = data.values.index(collection, lang, &self.key) else {
            return Err(self.no_such_key(data, collection, &list, recorder));
        };
        let choice = Choice {
            collection: collection.to_owned(),
            lang: lang.to_owned(),
            key: self.key.clone(),
            values: self.values.iter().map(written).collect(),
            limit,
        };
        let pairs = self.values.iter().zip(&choice.values);
        let unknown = pairs.filter(|(_, written)| !index.has(written));
        let unknown: Vec<&Value> = unknown.map(|(value, _)| value).collect();
        if unknown.is_empty() {
            let chosen = data.values.chosen(&choice);
            recorder.query(Query::Choice(choice));
            return Ok(chosen);
        }
        if data.values.has_faulty(collection) {
            return Err(recorder.failure(Vec::new()));
        }
        let unknown = unknown.into_iter();
        let diagnostics = unknown.map(|value| self.no_such_value(value, collection, &index.names));
        Err(recorder.failure(diagnostics.collect()))
    }

    /// Returns the failure of a call whose key no document has.
    fn no_such_key(
        &self,
        data: &FunctionData,
        collection: &str,
        list: &Value,
        recorder: &Recorder,
    ) -> tera::Error {
        if data.values.has_faulty(collection) {
            return recorder.failure(Vec::new());
        }
        let documents = list.as_array().unwrap_or_default().iter();
        let maps = documents.filter_map(Value::as_map);
        let keys: BTreeSet<&str> = maps
            .flat_map(|one| one.keys().filter_map(Key::as_str))
            .collect();
        let message = format!("no document of `{collection}` has the key `{}`", self.key);
        let help = did_you_mean_or_list(&self.key, "its keys", keys);
        let diagnostic = Diagnostic::new(&codes::UNKNOWN_VALUE, message).maybe_help(help);
        recorder.failure(vec![diagnostic])
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
