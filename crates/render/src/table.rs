//! Tables with fixed keys, as values of templates.

use tera::{Map, Value};

/// Returns a table with these fields, as a value.
pub fn table<const N: usize>(fields: [(&'static str, Value); N]) -> Value {
    Value::from(map(fields))
}

/// Returns a map with these fields.
pub fn map<const N: usize>(fields: [(&'static str, Value); N]) -> Map {
    let mut map = Map::default();
    for (key, value) in fields {
        map.insert(key.into(), value);
    }
    map
}
