//! Describes keys that a schema does not allow, and those that are missing because they are in another table.

use diagnostic::{Change, Diagnostic, Fix, Help, Place, all_of, did_you_mean};

use serde_json::Value;

use crate::codes;
use crate::foreign_keys;
use crate::program_schemas::file_with_key;
use crate::toml_fixes::moved_above_tables;
use crate::toml_text::{Part, escape};
use crate::violation::{TableKind, Violation, header};

impl Violation<'_> {
    /// Returns the findings about keys of a table that the schema does not allow: one for all that have the same help.
    pub(crate) fn unknown_keys(&self, keys: &[String]) -> Vec<Diagnostic> {
        if let Some(header) = self.lost_entry(keys) {
            return vec![self.without_header(header, keys)];
        }
        let start = |key: &String| {
            let pointer = self.key_pointer(key);
            self.toml.locate(&pointer, Part::Key).span.start
        };
        let mut keys: Vec<&String> = keys.iter().collect();
        keys.sort_by_key(|key| start(key));
        let mut found: Vec<(Vec<&str>, Diagnostic)> = Vec::new();
        for key in keys {
            let one = self.unknown_key(key);
            let is_general = |one: &Diagnostic| {
                let help = one.help.first();
                let starts = ["allowed keys are", "move it above the first"];
                help.is_some_and(|help| starts.iter().any(|start| help.starts_with(start)))
            };
            let same = found.iter_mut().find(|(_, first)| first.help == one.help);
            match same.filter(|_| is_general(&one)) {
                Some((names, first)) => {
                    names.push(key);
                    add_key(first, one);
                }
                None => found.push((vec![key], one)),
            }
        }
        let found = found.into_iter();
        let found: Vec<Diagnostic> = found.map(|(names, one)| of_all(&names, one)).collect();
        of_another_program(found)
    }

    /// Returns how to write the only key of a table that is itself a text, `"Saturday" = "9:00"`, if the table needs two texts.
    fn two_values(&self, key: &str) -> Option<String> {
        let table = self
            .error
            .instance()
            .as_object()
            .filter(|table| table.len() == 1)?;
        let value = table.get(key)?.as_str()?;
        let required: Vec<&str> = self.schema.required_keys(self.error).collect();
        let [first, second] = required.as_slice() else {
            return None;
        };
        Some(format!(
            "write {first} = \"{key}\" and {second} = \"{value}\""
        ))
    }

    fn unknown_key(&self, key: &str) -> Diagnostic {
        let pointer = format!("{}/{}", self.pointer, escape(key));
        let path = self.error.instance_path().as_str();
        let allowed = || self.schema.allowed_keys(self.error);
        let is_top_level = self.schema.top_level_key(path, key).is_some();
        let place = self.toml.locate(&pointer, Part::Key);
        let move_up = is_top_level.then(|| moved_above_tables(self.toml, &place, key));
        let help = if is_top_level && self.toml.format().is_some() {
            "move it to the entry itself".into()
        } else if is_top_level {
            let table = header(&self.pointer);
            format!("move it above the first [table]: here it belongs to {table}").into()
        } else if self.pointer.is_empty()
            && let Some(file) = file_with_key(&self.toml.source.path, key)
        {
            format!("move it to {file}").into()
        } else if let Some(name) = allowed().find(|name| is_plural(key, name)) {
            Help::replace(format!("write `{name}`"), key, name).certainly()
        } else if let Some(help) = foreign_keys::help(key) {
            help.into()
        } else {
            let same = self.schema.same_meaning(self.error, key);
            let elsewhere = || {
                let singular = key.strip_suffix('s').filter(|_| self.pointer.is_empty())?;
                let file = file_with_key(&self.toml.source.path, singular)?;
                Some(format!("move it to {file}, and write `{singular}`").into())
            };
            same.map(|name| foreign_keys::rename(key, name))
                .or_else(|| did_you_mean(key, allowed()))
                .or_else(elsewhere)
                .or_else(|| {
                    let missing = self.schema.only_missing_key(self.error, key)?;
                    let help = format!("did you mean `{missing}`, which is missing?");
                    Some(Help::replace(help, key, missing))
                })
                .or_else(|| self.two_values(key).map(Help::from))
                .unwrap_or_else(|| format!("allowed keys are {}", all_of(allowed())).into())
        };
        let instance = self.error.instance().as_object();
        let meant = help.replacement.as_ref().map(|one| &one.with);
        // Another header adds an entry to a list.
        let is_taken = |meant: &str| {
            instance.is_some_and(|all| all.get(meant).is_some_and(|one| !one.is_array()))
        };
        // Two headers that differ only in case are meant for one table.
        let is_table = instance.is_some_and(|all| all.get(key).is_some_and(Value::is_object));
        let is_same_table = |meant: &str| is_table && meant.eq_ignore_ascii_case(key);
        // Two tables without a common key may be parts of one, such as `[block.story]` and `[blocks.team]`.
        let is_part = |meant: &str| {
            let has_header = self.toml.text().contains(&format!("[{meant}]"));
            let table = |key: &str| instance.and_then(|all| all.get(key)?.as_object());
            let (one, other) = (table(key), table(meant));
            !has_header
                && one
                    .zip(other)
                    .is_some_and(|(one, other)| one.keys().all(|key| !other.contains_key(key)))
        };
        let taken =
            meant.filter(|meant| is_taken(meant) && !is_same_table(meant) && !is_part(meant));
        let help = match taken {
            Some(taken) => format!("delete it: `{taken}` is already there").into(),
            None => help,
        };
        let diagnostic = Diagnostic::new(&codes::UNKNOWN_KEY, format!("unknown key `{key}`"));
        let diagnostic = diagnostic.at(place.clone(), "not allowed here");
        let same = self.schema.same_meaning(self.error, key);
        let name = same.filter(|name| help.text == format!("write `{name}`"));
        let diagnostic = match name {
            Some(name) => diagnostic.part("own", key).part("same", name),
            None => diagnostic,
        };
        match self.as_list(&place, &help) {
            Some(fix) => diagnostic.help(help.text).fix(fix),
            None => diagnostic.help(help).maybe_fix(move_up.flatten()),
        }
    }

    /// Returns the fix that writes the header of an unknown key with the key that `help` proposes and two brackets. Returns `None` if
    /// that key is not a list of tables, or the header already has two.
    fn as_list(&self, place: &Place, help: &Help) -> Option<Fix> {
        let meant = help.replacement.as_ref()?;
        let kind = self.table_kind(self.property(&meant.with)?);
        let (text, span) = (&place.source.text, &place.span);
        let (before, after) = (&text[..span.start], &text[span.end..]);
        let is_header = before
            .strip_suffix('[')
            .is_some_and(|rest| !rest.ends_with('['));
        let is_single = is_header && after.starts_with(']') && !after.starts_with("]]");
        if !matches!(kind, Some(TableKind::List)) || !is_single {
            return None;
        }
        let header = format!("[[{}]]", meant.with);
        let place = Place::new(&place.source, span.start - 1..span.end + 1);
        let fix = Fix::replace(format!("write {header}"), place, header);
        Some(if meant.is_certain {
            fix
        } else {
            fix.to_confirm()
        })
    }

    /// Returns the key of the list of tables whose entries have all of these keys, which the table itself does not allow.
    fn lost_entry(&self, keys: &[String]) -> Option<&str> {
        // A single key may be a misspelled one of this table.
        if self.toml.format().is_some() || keys.len() < 2 {
            return None;
        }
        let properties = self
            .schema
            .parent_of(self.error)?
            .get("properties")?
            .as_object()?;
        let mut lists = properties.iter().filter(|(_, property)| {
            let is_list = matches!(self.table_kind(property), Some(TableKind::List));
            let items = || {
                self.schema
                    .resolved(self.schema.resolved(property)?.get("items")?)
            };
            let known = items()
                .filter(|_| is_list)
                .and_then(|items| items.get("properties"));
            known.is_some_and(|known| keys.iter().all(|key| known.get(key).is_some()))
        });
        let (name, _) = lists.next()?;
        lists.next().is_none().then_some(name)
    }

    /// Returns the finding about keys that belong to an entry of a list, whose header is missing above them.
    fn without_header(&self, list: &str, keys: &[String]) -> Diagnostic {
        let places = keys.iter().map(|key| {
            let pointer = format!("{}/{}", self.pointer, escape(key));
            self.toml.locate(&pointer, Part::Key)
        });
        let first = places.min_by_key(|place| place.span.start);
        let header = format!("[{}]", header(&self.key_pointer(list)));
        let key = keys.first().map_or("", String::as_str);
        Diagnostic::new(
            &codes::UNKNOWN_KEY,
            format!("the header {header} is missing above `{key}`"),
        )
        .maybe_at(first, "")
        .help(format!("add the line {header} above it"))
    }

    /// Returns the finding about a key that is missing only because it is below the header of a table, which may have any keys.
    pub(crate) fn misplaced_key(&self, key: &str) -> Option<Diagnostic> {
        let tables = self.error.instance().as_object()?;
        let is_top_level = self.pointer.is_empty() && self.toml.format().is_none();
        let mut with_key = tables.iter().filter(|(_, table)| {
            let value = table.as_object().and_then(|table| table.get(key));
            is_top_level && value.is_some()
        });
        let (table, _) = with_key.next()?;
        let schema = self
            .property(table)
            .and_then(|one| self.schema.resolved(one));
        let has_own = schema.and_then(|schema| schema.get("properties")?.get(key));
        if with_key.next().is_some() || has_own.is_some() {
            return None;
        }
        let pointer = format!("/{}/{}", escape(table), escape(key));
        let place = self.toml.locate(&pointer, Part::Key);
        let fix = moved_above_tables(self.toml, &place, key)?;
        let message = format!("`{key}` is part of the table [{table}] here");
        let help = "move it above the first line in brackets: it belongs to the file itself";
        Some(
            Diagnostic::new(&codes::MISSING_KEY, message)
                .part("key", key)
                .at(place, "")
                .help(help)
                .fix(fix),
        )
    }
}

/// Adds another key to a finding: its place, and what its fix changes.
fn add_key(finding: &mut Diagnostic, other: Diagnostic) {
    let places = other.place.into_iter();
    let related = places.map(|(place, _)| (place, "here, too".to_owned()));
    finding.related.extend(related);
    let other = other.own_fixes.into_iter().next();
    let (Some(fix), Some(other)) = (finding.own_fixes.first_mut(), other) else {
        // A fix that moves only some of the keys would leave the finding.
        finding.own_fixes.clear();
        return;
    };
    // The lines are inserted in their order.
    let mut changes = other.changes.into_iter();
    if let (Some(Change::Replace(_, lines)), Some(Change::Replace(_, line))) =
        (fix.changes.first_mut(), changes.next())
    {
        lines.push_str(&line);
    }
    fix.changes.extend(changes);
    "move these keys above the first table".clone_into(&mut fix.label);
}

/// Joins the findings about keys of a table that another program calls differently.
fn of_another_program(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_renamed = |one: &Diagnostic| one.named_part("same").is_some();
    if found.iter().filter(|one| is_renamed(one)).count() < 2 {
        return found;
    }
    let renamed: Vec<Diagnostic> = found.extract_if(.., |one| is_renamed(one)).collect();
    let part = |one: &Diagnostic, name| one.named_part(name).unwrap_or_default().to_owned();
    let keys: Vec<String> = renamed.iter().map(|one| part(one, "own")).collect();
    let advice = renamed
        .iter()
        .map(|one| format!("`{}` for `{}`", part(one, "same"), part(one, "own")));
    let help = format!("write {}", advice.collect::<Vec<_>>().join(", and "));
    let fixes: Vec<Fix> = renamed.iter().flat_map(Diagnostic::fixes).collect();
    let fix = (fixes.len() == renamed.len()).then(|| Fix {
        label: help.clone(),
        is_safe: fixes.iter().all(|one| one.is_safe),
        changes: fixes.into_iter().flat_map(|one| one.changes).collect(),
    });
    let message = format!("unknown keys {}", all_of(keys.iter().map(String::as_str)));
    let mut places = renamed.into_iter().filter_map(|one| one.place);
    let joined = Diagnostic::new(&codes::UNKNOWN_KEY, message);
    let joined = match places.next() {
        Some((place, label)) => joined.at(place, label),
        None => joined,
    };
    let joined = places.fold(joined, |one, (place, _)| one.related(place, "here, too"));
    found.push(joined.help(help).maybe_fix(fix));
    found
}

/// Number of keys that a message names.
const MOST_NAMED: usize = 4;

/// Names all keys in the message of a finding about several of them.
fn of_all(names: &[&str], mut finding: Diagnostic) -> Diagnostic {
    if names.len() == 1 {
        return finding;
    }
    finding.message = match names.len().checked_sub(MOST_NAMED) {
        Some(more @ 1..) => {
            let named: Vec<String> = names[..MOST_NAMED]
                .iter()
                .map(|name| format!("`{name}`"))
                .collect();
            format!("unknown keys {} and {more} more", named.join(", "))
        }
        _ => format!("unknown keys {}", all_of(names.iter().copied())),
    };
    for help in &mut finding.help {
        *help = help
            .replace("move it ", "move them ")
            .replace("here it belongs", "here they belong");
    }
    finding
}

/// Returns whether a key is a name of the schema in the plural, such as `taxonomies` for `taxonomy`.
fn is_plural(key: &str, name: &str) -> bool {
    let singular = key.strip_suffix("ies").map(|stem| format!("{stem}y"));
    singular.is_some_and(|singular| singular == name)
}
