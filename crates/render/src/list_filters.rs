//! Filters of lists that replace Tera's: `sort` orders texts as the page's language does, and `group_by` keeps the order of the
//! list.

use std::collections::HashMap;

use content::TextOrder;
use tera::value::Key;
use tera::{Kwargs, Map, TeraResult, Value};

/// Sorts a list, or the values of a field of its entries. Fails with a message if an entry has no such field, or if two entries cannot be
/// compared.
pub fn sort(values: &[Value], kwargs: &Kwargs, texts: &TextOrder) -> TeraResult<Value> {
    let attribute = kwargs.get::<&str>("attribute")?;
    let keys = values.iter().enumerate().map(|(index, value)| {
        let key = attribute.map_or(Ok(value), |attribute| field(index, value, attribute))?;
        Ok((key, value))
    });
    let mut keys: Vec<(&Value, &Value)> = keys.collect::<TeraResult<_>>()?;
    keys.sort_by(|(a, _), (b, _)| match (a.as_str(), b.as_str()) {
        (Some(a), Some(b)) => texts.compare(a, b),
        _ => a.cmp(b),
    });
    for (pair, next) in keys.iter().zip(keys.iter().skip(1)) {
        let (a, b) = (pair.0, next.0);
        if !a.is_none() && !b.is_none() && a.partial_cmp(b).is_none() {
            return Err(tera::Error::message(format!(
                "Cannot sort: `{}` and `{}` are not comparable",
                a.name(),
                b.name()
            )));
        }
    }
    let sorted = keys.into_iter().map(|(_, value)| value.clone());
    Ok(Value::from(sorted.collect::<Vec<_>>()))
}

/// Groups the entries of a list by a field, in the order in which its values first occur. Fails with a message if an entry has no such
/// field, or if its value cannot be the key of a table.
pub fn group_by(values: &[Value], kwargs: &Kwargs) -> TeraResult<Value> {
    let attribute = kwargs.must_get::<&str>("attribute")?;
    let mut groups: Vec<(Key<'static>, Vec<Value>)> = Vec::new();
    let mut indexes: HashMap<Key<'static>, usize> = HashMap::new();
    for (index, value) in values.iter().enumerate() {
        let found = field(index, value, attribute)?;
        if found.is_none() {
            continue;
        }
        let key = key(found)?;
        let at = *indexes.entry(key.clone()).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(value.clone());
    }
    let groups = groups
        .into_iter()
        .map(|(key, values)| (key, Value::from(values)));
    Ok(Value::from(groups.collect::<Map>()))
}

/// Returns a field of an entry.
fn field<'a>(index: usize, value: &'a Value, attribute: &'a str) -> TeraResult<&'a Value> {
    value.get_from_path(attribute).ok_or_else(|| {
        tera::Error::message(format!(
            "Value at index {index} (a {}) does not have an attribute at path: {attribute}",
            value.name()
        ))
    })
}

/// Returns a value as the key of a table.
fn key(value: &Value) -> TeraResult<Key<'static>> {
    let text = value.as_str().map(|text| Key::from(text.to_owned()));
    let number = || value.as_i64().map(Key::I64);
    text.or_else(number)
        .or_else(|| value.as_bool().map(Key::Bool))
        .ok_or_else(|| tera::Error::message(format!("Cannot group by a {}", value.name())))
}
