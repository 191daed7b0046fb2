//! Field names and their texts, in the form's order. In JSON, they are an object.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Texts by field name, in the form's order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// Returns the text of the field `name`, or `None` if there is no such field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(field, _)| *field == name)
            .map(|(_, text)| text)
    }

    /// Adds a field at the end.
    pub fn push(&mut self, name: &str, text: impl Into<String>) {
        self.0.push((name.to_owned(), text.into()));
    }

    /// Iterates over names and texts in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Returns whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut entries = Vec::new();
        read_entries(deserializer, &mut entries)?;
        Ok(Self(entries))
    }
}

/// Adds the entries of an object to `entries` in order, repeated names included; a map would silently keep one of them. Fails if the object
/// is malformed. `entries` then has what came before the fault.
pub(crate) fn read_entries<'de, V, D>(
    deserializer: D,
    entries: &mut Vec<(String, V)>,
) -> Result<(), D::Error>
where
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Object<'a, V>(&'a mut Vec<(String, V)>);
    impl<'de, V: Deserialize<'de>> Visitor<'de> for Object<'_, V> {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            while let Some(entry) = map.next_entry()? {
                self.0.push(entry);
            }
            Ok(())
        }
    }
    deserializer.deserialize_map(Object(entries))
}
