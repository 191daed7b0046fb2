//! Changes values in TOML, and leaves comments, the order of keys, and the notation of everything else as they are.

use std::collections::{HashMap, VecDeque};

use content::TomlText;
use diagnostic::Source;
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use toml_edit::{Array, ArrayOfTables, Datetime, DocumentMut, Item, Table, TableLike};

use crate::commands::new::toml::{has_fence, inline, item, table};
use crate::shape::Shape;

use super::kept_comments::with_comments;

/// Returns TOML with other values. `old` are the values of `text`, and `new` those that it will have; null counts as absent. `shape`
/// says which new values are dates. Fails with a message if the text is not TOML, or if the values cannot be written.
pub fn with_values(
    text: &str,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    shape: Shape<'_>,
) -> Result<String, String> {
    let new = without_nulls(new);
    if is_same_table(old, &new) {
        return Ok(text.to_owned());
    }
    let parsed = text.parse::<DocumentMut>();
    let mut document = parsed.map_err(|error| error.message().to_owned())?;
    update_table(document.as_table_mut(), old, &new, shape, false);
    // Comments of a file without values are at its end.
    let comments = document.trailing().as_str().unwrap_or_default();
    let comments = comments.trim_end().to_owned();
    let plain = if old.is_empty() && !comments.is_empty() {
        document.set_trailing("");
        format!("{comments}\n\n{}", document.to_string().trim_start())
    } else {
        document.to_string()
    };
    let has_values = |text: &str| {
        let source = Source::new("", text);
        let written = TomlText::whole(&source).parse();
        written.is_ok_and(|written| is_same_table(&written, &new))
    };
    let candidates = [with_comments(text, &plain), plain];
    let mut candidates = candidates.into_iter();
    let written = candidates.find(|text| has_values(text));
    written.ok_or_else(|| "These values cannot be written to the file.".to_owned())
}

/// Returns a table without the values that are null.
fn without_nulls(table: &Map<String, Value>) -> Map<String, Value> {
    fn cleaned(value: &Value) -> Value {
        match value {
            Value::Object(table) => Value::Object(without_nulls(table)),
            Value::Array(entries) => {
                let entries = entries.iter().filter(|entry| !entry.is_null());
                entries.map(cleaned).collect()
            }
            value => value.clone(),
        }
    }
    let entries = table.iter().filter(|(_, value)| !value.is_null());
    entries
        .map(|(key, value)| (key.clone(), cleaned(value)))
        .collect()
}

fn is_same_table(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let mut entries = one.iter();
    one.len() == other.len()
        && entries.all(|(key, value)| other.get(key).is_some_and(|other| is_same(value, other)))
}

/// Returns whether two values are equal. JavaScript does not distinguish 1 from 1.0.
pub fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => is_same_table(one, other),
        _ => one == other,
    }
}

fn update_table(
    table: &mut dyn TableLike,
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    shape: Shape<'_>,
    is_inline: bool,
) {
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        table.remove(key);
    }
    for (key, value) in new {
        let shape = shape.child(key).unwrap_or_else(Shape::unknown);
        match (old.get(key), table.get_mut(key)) {
            // The entries of a list that was empty get headers.
            (Some(old), Some(_))
                if !is_inline && is_empty_list(old) && is_list_of_tables(value) =>
            {
                let before = table.key(key).and_then(|key| key.leaf_decor().prefix());
                let comments = before.and_then(|before| before.as_str());
                let comments = comments.filter(|comments| comments.contains('#'));
                let comments = comments.map(str::to_owned);
                let mut entries = item(value, shape);
                let lists = entries.as_array_of_tables_mut();
                let first = lists.and_then(|list| list.get_mut(0));
                if let (Some(first), Some(comments)) = (first, comments) {
                    first.decor_mut().set_prefix(comments);
                }
                drop(table.insert(key, entries));
            }
            (Some(old), Some(item)) => {
                let had_header = !item.is_value();
                update_item(item, old, value, shape);
                if had_header
                    && item.is_value()
                    && let Some(mut key) = table.key_mut(key)
                {
                    // In a header, there is no space after the key.
                    key.fmt();
                }
            }
            _ if is_inline => add_inline(table, key, inline(value, shape)),
            _ => drop(table.insert(key, item(value, shape))),
        }
    }
}

fn is_empty_list(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}

fn is_list_of_tables(value: &Value) -> bool {
    let entries = value.as_array().filter(|entries| !entries.is_empty());
    entries.is_some_and(|entries| entries.iter().all(Value::is_object))
}

/// Adds an entry to a table in braces. The space before the closing brace stays there.
fn add_inline(table: &mut dyn TableLike, key: &str, mut value: toml_edit::Value) {
    let last = table.iter_mut().last();
    if let Some(last) = last.and_then(|(_, item)| item.as_value_mut()) {
        let end = last.decor().suffix().and_then(|suffix| suffix.as_str());
        let end = end.unwrap_or(" ").to_owned();
        last.decor_mut().set_suffix("");
        value.decor_mut().set_prefix(" ");
        value.decor_mut().set_suffix(end);
    }
    table.insert(key, Item::Value(value));
}

fn update_item(changed: &mut Item, old: &Value, new: &Value, shape: Shape<'_>) {
    if is_same(old, new) {
        return;
    }
    match (changed, old, new) {
        (Item::ArrayOfTables(tables), Value::Array(old), Value::Array(new))
            if !new.is_empty() && new.iter().all(Value::is_object) =>
        {
            update_tables(tables, old, new, shape);
        }
        (Item::Value(value), old, new) => update_value(value, old, new, shape),
        (Item::Table(table), Value::Object(old), Value::Object(new)) => {
            update_table(table, old, new, shape, false);
            if new.is_empty() {
                // Only its header says that the table exists.
                table.set_implicit(false);
                table.set_dotted(false);
            }
        }
        (changed, _, new) => *changed = item(new, shape),
    }
}

fn update_value(changed: &mut toml_edit::Value, old: &Value, new: &Value, shape: Shape<'_>) {
    if is_same(old, new) {
        return;
    }
    match (changed, old, new) {
        (toml_edit::Value::Array(array), Value::Array(old), Value::Array(new)) => {
            update_array(array, old, new, shape);
        }
        (toml_edit::Value::InlineTable(table), Value::Object(old), Value::Object(new)) => {
            update_table(table, old, new, shape, true);
        }
        (changed, _, new) => {
            let decor = changed.decor().clone();
            *changed = written_alike(changed, new, shape);
            *changed.decor_mut() = decor;
        }
    }
}

/// Returns the old entry that each entry of a list comes from, by index: an equal one if there is one, otherwise the one that it has
/// replaced. `None` for an entry that was added.
fn origins(old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let texts = |values: &[Value]| -> Vec<String> { values.iter().map(Value::to_string).collect() };
    let (old, new) = (texts(old), texts(new));
    let mut origins = vec![None; new.len()];
    let mut is_used = vec![false; old.len()];
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    for operation in &operations {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = *operation
        {
            for step in 0..len {
                origins[new_index + step] = Some(old_index + step);
                is_used[old_index + step] = true;
            }
        }
    }
    // Entries that have moved.
    let mut unused: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for from in (0..old.len()).filter(|from| !is_used[*from]) {
        unused.entry(&old[from]).or_default().push_back(from);
    }
    for (origin, text) in origins
        .iter_mut()
        .zip(&new)
        .filter(|(origin, _)| origin.is_none())
    {
        let from = unused.get_mut(text.as_str()).and_then(VecDeque::pop_front);
        if let Some(from) = from {
            *origin = Some(from);
            is_used[from] = true;
        }
    }
    for operation in &operations {
        if let DiffOp::Replace {
            old_index,
            old_len,
            new_index,
            new_len,
        } = *operation
        {
            let mut unused = (old_index..old_index + old_len).filter(|from| !is_used[*from]);
            for origin in &mut origins[new_index..new_index + new_len] {
                if origin.is_none() {
                    *origin = unused.next();
                }
            }
        }
    }
    origins
}

/// Updates a list whose entries have headers of their own, such as `[[item]]`.
fn update_tables(tables: &mut ArrayOfTables, old: &[Value], new: &[Value], shape: Shape<'_>) {
    let shape = shape.items().unwrap_or_else(Shape::unknown);
    let mut before: Vec<Option<Table>> = std::mem::take(tables).into_iter().map(Some).collect();
    // The comments at the beginning of a file are those of its first table.
    let head = before.first_mut().and_then(Option::as_mut).map(take_head);
    let head = head.unwrap_or_default();
    let first = before.first().and_then(Option::as_ref);
    let first = first.and_then(|table| table.decor().prefix()?.as_str());
    let is_at_start = !head.is_empty() || first.is_some_and(|prefix| !prefix.starts_with('\n'));
    let mut last = None;
    for (value, origin) in new.iter().zip(origins(old, new)) {
        let Value::Object(value) = value else {
            continue;
        };
        let kept = origin.and_then(|at| Some((at, before.get_mut(at)?.take()?)));
        let mut is_kept = false;
        let mut entry = match kept {
            Some((at, mut entry)) => {
                is_kept = at > 0 && last.is_some_and(|last| at > last);
                if last.is_some_and(|last| at < last) {
                    forget_positions(&mut entry);
                } else {
                    last = Some(at);
                }
                if let Some(Value::Object(old)) = old.get(at) {
                    update_table(&mut entry, old, value, shape, false);
                }
                entry
            }
            None => table(value, shape),
        };
        let own = entry.decor().prefix().and_then(|prefix| prefix.as_str());
        let own = own.unwrap_or("\n").to_owned();
        if tables.is_empty() {
            let own = if is_at_start {
                own.trim_start_matches('\n')
            } else {
                &own
            };
            entry.decor_mut().set_prefix(format!("{head}{own}"));
        } else if !own.starts_with('\n') && !is_kept {
            entry.decor_mut().set_prefix(format!("\n{own}"));
        }
        tables.push(entry);
    }
}

/// Removes the comments that are above a blank line from those before a table, and returns them.
fn take_head(table: &mut Table) -> String {
    let prefix = table.decor().prefix().and_then(|prefix| prefix.as_str());
    let prefix = prefix.unwrap_or_default().to_owned();
    let end = prefix.rfind("\n\n").map_or(0, |at| at + 2);
    let (head, own) = prefix.split_at(end);
    if !head.contains('#') {
        return String::new();
    }
    table.decor_mut().set_prefix(own);
    head.to_owned()
}

/// Lets a table follow the table before it, wherever it was in the file.
fn forget_positions(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => forget_positions(inner),
            Item::ArrayOfTables(inner) => inner.iter_mut().for_each(forget_positions),
            _ => {}
        }
    }
}

/// The text around an entry of a list in brackets.
#[derive(Debug, Clone, Default)]
struct Around {
    /// White space and comments before the entry, from the end of the line before it.
    lead: String,
    /// What follows the comma in the same line, such as a comment.
    tail: String,
}

/// Splits the text between two entries into the rest of the first one's line, and what belongs to the second one.
fn split_gap(gap: &str) -> (String, String) {
    let (tail, lead) = gap.split_at(gap.find('\n').unwrap_or(0));
    (tail.to_owned(), lead.to_owned())
}

/// Updates a list in brackets.
fn update_array(array: &mut Array, old: &[Value], new: &[Value], shape: Shape<'_>) {
    let shape = shape.items().unwrap_or_else(Shape::unknown);
    let before: Vec<toml_edit::Value> = array.iter().cloned().collect();
    let (opening, around, closing) = surroundings(array, &before);
    let is_multiline =
        around.iter().filter(|one| one.lead.contains('\n')).count() * 2 > around.len();
    let first_lead = around.first().map_or("", |one| one.lead.as_str());
    let usual_lead = if is_multiline {
        let line = first_lead.rsplit('\n').next().unwrap_or_default();
        format!("\n{line}")
    } else {
        " ".to_owned()
    };
    let has_comma = array.trailing_comma();
    // The nearest entry before each one that begins a line.
    let line_starts: Vec<Option<usize>> = (around.iter().enumerate())
        .scan(None, |start, (at, one)| {
            let before = *start;
            *start = one.lead.contains('\n').then_some(at).or(before);
            Some(before)
        })
        .collect();
    array.clear();
    let mut gap = opening;
    let mut passed = 0;
    for (value, origin) in new.iter().zip(origins(old, new)) {
        let known = origin.and_then(|at| Some((at, before.get(at)?, around.get(at)?)));
        let (mut entry, around) = if let Some((at, entry, own)) = known {
            let mut entry = entry.clone();
            if let Some(old) = old.get(at) {
                update_value(&mut entry, old, value, shape);
            }
            let mut own = own.clone();
            // An entry whose predecessors in the same line are removed begins the line now.
            let start = line_starts.get(at).copied().flatten();
            let start = start.filter(|start| *start >= passed && !own.lead.contains('\n'));
            if let Some(start) = start.and_then(|start| around.get(start)) {
                own.lead.clone_from(&start.lead);
            }
            passed = at + 1;
            (entry, own)
        } else {
            let lead = usual_lead.clone();
            let tail = String::new();
            (inline(value, shape), Around { lead, tail })
        };
        let lead = if around.lead.contains('\n') || first_lead.contains('\n') {
            around.lead.as_str()
        } else if array.is_empty() {
            first_lead
        } else if around.lead.is_empty() {
            " "
        } else {
            around.lead.as_str()
        };
        entry.decor_mut().set_prefix(format!("{gap}{lead}"));
        entry.decor_mut().set_suffix("");
        array.push_formatted(entry);
        gap = around.tail;
    }
    array.set_trailing(format!("{gap}{closing}"));
    array.set_trailing_comma(has_comma && !array.is_empty());
}

/// Returns the text after the opening bracket, the text around each entry, and the text before the closing bracket.
fn surroundings(array: &Array, entries: &[toml_edit::Value]) -> (String, Vec<Around>, String) {
    let prefix = |entry: &toml_edit::Value| {
        let prefix = entry.decor().prefix().and_then(|prefix| prefix.as_str());
        prefix.unwrap_or_default().to_owned()
    };
    let suffix = |entry: &toml_edit::Value| {
        let suffix = entry.decor().suffix().and_then(|suffix| suffix.as_str());
        suffix.unwrap_or_default().to_owned()
    };
    let last = entries.last().map(suffix).unwrap_or_default();
    let end = last + array.trailing().as_str().unwrap_or_default();
    let Some(first) = entries.first() else {
        return (String::new(), Vec::new(), end);
    };
    let (opening, mut lead) = split_gap(&prefix(first));
    let gaps = entries.iter().skip(1).map(prefix).chain([end]);
    let mut around = Vec::new();
    for gap in gaps {
        let (tail, next) = split_gap(&gap);
        let lead = std::mem::replace(&mut lead, next);
        around.push(Around { lead, tail });
    }
    (opening, around, lead)
}

/// Returns a value in the notation of the old one, if that is possible.
fn written_alike(old: &toml_edit::Value, new: &Value, shape: Shape<'_>) -> toml_edit::Value {
    match (old, new) {
        (toml_edit::Value::Datetime(_), Value::String(text)) => text
            .parse::<Datetime>()
            .map_or_else(|_| inline(new, shape), toml_edit::Value::from),
        (toml_edit::Value::Float(_), Value::Number(number)) => number
            .as_f64()
            .map_or_else(|| inline(new, shape), toml_edit::Value::from),
        (toml_edit::Value::String(string), Value::String(text)) => {
            // What was no date and is one now is not a text any more.
            if let date @ toml_edit::Value::Datetime(_) = inline(new, shape) {
                return date;
            }
            let written = string.as_repr().and_then(|repr| repr.as_raw().as_str());
            let alike = written.and_then(|written| string_alike(written, text));
            alike.unwrap_or_else(|| inline(new, Shape::unknown()))
        }
        _ => inline(new, shape),
    }
}

/// Returns a string with the quotes of another one, or `None` if that is not possible.
fn string_alike(old: &str, text: &str) -> Option<toml_edit::Value> {
    let escaped = |text: &str| text.replace('\\', "\\\\");
    let quotes = ["\"\"\"", "'''", "\"", "'"];
    let quote = quotes.iter().find(|quote| old.starts_with(**quote))?;
    let start = if old[quote.len()..].starts_with('\n') {
        "\n"
    } else {
        ""
    };
    let inner = match *quote {
        "\"\"\"" => escaped(text).replace("\"\"\"", "\"\"\\\""),
        "\"" => escaped(text).replace('"', "\\\""),
        _ => text.to_owned(),
    };
    let candidate = format!("{quote}{start}{inner}{quote}");
    if has_fence(&candidate) {
        return None;
    }
    let value = candidate.parse::<toml_edit::Value>().ok()?;
    // Quotes at the end or control characters may give another text.
    (value.as_str() == Some(text)).then_some(value)
}
