//! Ids that a plain function of an Astro site makes: `generateId: ({ entry }) => entry.replace(/\.md$/, '')`.

use std::collections::BTreeMap;

use regex::{Regex, RegexBuilder};
use toml::{Table, Value as Toml};

use crate::expressions::{Expression, Function, Statement, function};

/// A value while a function runs.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Undefined,
    Yes(bool),
    Number(i64),
    Text(String),
    List(Vec<Self>),
    Table(BTreeMap<String, Self>),
}

impl Value {
    fn of_toml(value: &Toml) -> Self {
        match value {
            Toml::String(text) => Self::Text(text.clone()),
            Toml::Integer(number) => Self::Number(*number),
            Toml::Boolean(is_true) => Self::Yes(*is_true),
            Toml::Array(all) => Self::List(all.iter().map(Self::of_toml).collect()),
            Toml::Table(table) => Self::of_table(table),
            // These would show in another way.
            Toml::Float(_) | Toml::Datetime(_) => Self::Undefined,
        }
    }

    fn of_table(table: &Table) -> Self {
        let all = table.iter();
        Self::Table(
            all.map(|(key, one)| (key.clone(), Self::of_toml(one)))
                .collect(),
        )
    }

    fn is_true(&self) -> bool {
        match self {
            Self::Undefined => false,
            Self::Yes(is_true) => *is_true,
            Self::Number(number) => *number != 0,
            Self::Text(text) => !text.is_empty(),
            Self::List(_) | Self::Table(_) => true,
        }
    }

    /// Returns the value in a text; `None` if nobody wants it there.
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

/// Returns the function that makes the ids of a collection, given its definition and the whole program; `None` if it is not plain.
pub fn made_ids(definition: &str, program: &str) -> Option<Function> {
    let (_, rest) = definition.split_once("generateId")?;
    let rest = rest.trim_start();
    // A function may be a method, a value, or the name of a function.
    let (name, value) = match rest.strip_prefix(':') {
        Some(value) => {
            let is_part = |one: char| one.is_alphanumeric() || one == '_';
            let value = value.trim_start();
            (
                &value[..value.find(|one| !is_part(one)).unwrap_or(value.len())],
                value,
            )
        }
        None if rest.starts_with('(') => ("", rest),
        None => ("generateId", rest),
    };
    let named = [format!("function {name}("), format!("const {name} =")];
    let declared = named.iter().find_map(|start| {
        let at = program.find(start.as_str()).filter(|_| !name.is_empty())?;
        let start = start.trim_end_matches('(');
        Some(&program[at + start.len()..])
    });
    function(declared.unwrap_or(value))
}

/// Returns the id of a document, given its path below the folder of its collection and its front matter; `None` if it is not known.
pub fn id(function: &Function, entry: &str, fields: &Table) -> Option<String> {
    let options = BTreeMap::from([
        ("entry".to_owned(), Value::Text(entry.to_owned())),
        ("data".to_owned(), Value::of_table(fields)),
    ]);
    let mut names = match function.parameter.as_str() {
        "" => options,
        name => BTreeMap::from([(name.to_owned(), Value::Table(options))]),
    };
    match run(&function.body, &mut names) {
        Ok(Some(Value::Text(id))) => Some(id),
        _ => None,
    }
}

/// Something that a function uses, but whose value is not known.
struct Unknown;

/// Runs statements. Returns the value that they return; `None` if they return nothing.
fn run(
    statements: &[Statement],
    names: &mut BTreeMap<String, Value>,
) -> Result<Option<Value>, Unknown> {
    for statement in statements {
        let returned = match statement {
            Statement::Constant(name, value) => {
                let value = evaluate(value, names).ok_or(Unknown)?;
                names.insert(name.clone(), value);
                None
            }
            Statement::Return(value) => Some(evaluate(value, names).ok_or(Unknown)?),
            Statement::If(condition, then, other) => {
                let is_true = evaluate(condition, names).ok_or(Unknown)?.is_true();
                run(if is_true { then } else { other }, names)?
            }
        };
        if returned.is_some() {
            return Ok(returned);
        }
    }
    Ok(None)
}

fn evaluate(expression: &Expression, names: &BTreeMap<String, Value>) -> Option<Value> {
    let of = |one: &Expression| evaluate(one, names);
    Some(match expression {
        Expression::Text(text) => Value::Text(text.clone()),
        Expression::Number(number) => Value::Number(*number),
        Expression::Name(name) if name == "undefined" || name == "null" => Value::Undefined,
        Expression::Name(name) => names.get(name)?.clone(),
        Expression::Template(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|one| of(one)?.text()).collect();
            Value::Text(parts?.concat())
        }
        Expression::Property(of_what, name) => match (of(of_what)?, name.as_str()) {
            (Value::Table(table), _) => table.get(name).cloned().unwrap_or(Value::Undefined),
            (Value::Undefined, _) => Value::Undefined,
            (Value::Text(text), "length") => {
                Value::Number(i64::try_from(text.chars().count()).ok()?)
            }
            (Value::List(all), "length") => Value::Number(i64::try_from(all.len()).ok()?),
            _ => return None,
        },
        Expression::Element(list, at) => match (of(list)?, of(at)?) {
            (Value::List(all), Value::Number(at)) => element(&all, at),
            _ => return None,
        },
        Expression::Call(what, arguments) => return call(what, arguments, names),
        Expression::Prefix(operator, value) => match (*operator, of(value)?) {
            ("!", value) => Value::Yes(!value.is_true()),
            ("-", Value::Number(number)) => Value::Number(-number),
            ("typeof", Value::Text(_)) => Value::Text("string".to_owned()),
            ("typeof", Value::Undefined) => Value::Text("undefined".to_owned()),
            ("typeof", Value::Number(_)) => Value::Text("number".to_owned()),
            _ => return None,
        },
        Expression::Infix(operator, left, right) => {
            let left = of(left)?;
            match *operator {
                "??" if left != Value::Undefined => left,
                "||" if left.is_true() => left,
                "&&" if !left.is_true() => left,
                "??" | "||" | "&&" => of(right)?,
                "===" | "==" => Value::Yes(left == of(right)?),
                "!==" | "!=" => Value::Yes(left != of(right)?),
                _ => match (left, of(right)?) {
                    (Value::Number(left), Value::Number(right)) => {
                        Value::Number(left.checked_add(right)?)
                    }
                    (left, right) => Value::Text(left.text()? + &right.text()?),
                },
            }
        }
        Expression::Choice(condition, then, other) => of(if of(condition)?.is_true() {
            then
        } else {
            other
        })?,
        Expression::Pattern(..) => return None,
    })
}

fn element(all: &[Value], at: i64) -> Value {
    let found = usize::try_from(at).ok().and_then(|at| all.get(at));
    found.cloned().unwrap_or(Value::Undefined)
}

/// Calls a function or a method.
fn call(
    what: &Expression,
    arguments: &[Expression],
    names: &BTreeMap<String, Value>,
) -> Option<Value> {
    let value = |at: usize| arguments.get(at).map(|one| evaluate(one, names));
    let (receiver, name) = match what {
        Expression::Property(receiver, name) => (Some(receiver), name.as_str()),
        Expression::Name(name) => (None, name.as_str()),
        _ => return None,
    };
    let is_of_path = receiver.is_none_or(|one| **one == Expression::Name("path".to_owned()));
    match (name, is_of_path) {
        ("String", _) if receiver.is_none() => return Some(Value::Text(value(0)??.text()?)),
        ("basename" | "extname" | "dirname", true) => {
            let path = value(0)??.text()?;
            let ending = value(1)
                .unwrap_or(Some(Value::Text(String::new())))?
                .text()?;
            return Some(Value::Text(part_of_path(name, &path, &ending)));
        }
        _ => {}
    }
    let receiver = evaluate(receiver?, names)?;
    let number = |at: usize| match value(at)?? {
        Value::Number(number) => Some(number),
        _ => None,
    };
    Some(match (receiver, name) {
        (Value::Text(text), "toLowerCase") => Value::Text(text.to_lowercase()),
        (Value::Text(text), "trim") => Value::Text(text.trim().to_owned()),
        (Value::Text(text), "toString") => Value::Text(text),
        (Value::Text(text), "startsWith") => Value::Yes(text.starts_with(&value(0)??.text()?)),
        (Value::Text(text), "endsWith") => Value::Yes(text.ends_with(&value(0)??.text()?)),
        (Value::Text(text), "includes") => Value::Yes(text.contains(&value(0)??.text()?)),
        (Value::Text(text), "slice" | "substring") => {
            let letters: Vec<char> = text.chars().collect();
            let range = range(letters.len(), number(0)?, number(1).unwrap_or(i64::MAX))?;
            Value::Text(letters[range].iter().collect())
        }
        (Value::Text(text), "split") => {
            let separator = value(0)??.text().filter(|one| !one.is_empty())?;
            let parts = text.split(separator.as_str());
            Value::List(parts.map(|one| Value::Text(one.to_owned())).collect())
        }
        (Value::Text(text), "replace" | "replaceAll") => {
            let new = value(1)??.text()?;
            Value::Text(replaced(
                &text,
                arguments.first()?,
                &new,
                name == "replaceAll",
                names,
            )?)
        }
        (Value::List(all), "pop") => all.last().cloned().unwrap_or(Value::Undefined),
        (Value::List(all), "at") => {
            let at = number(0)?;
            let length = i64::try_from(all.len()).ok()?;
            element(&all, if at < 0 { at + length } else { at })
        }
        (Value::List(all), "slice") => {
            let range = range(all.len(), number(0)?, number(1).unwrap_or(i64::MAX))?;
            Value::List(all[range].to_vec())
        }
        (Value::List(all), "join") => {
            let parts: Option<Vec<String>> = all.iter().map(Value::text).collect();
            Value::Text(parts?.join(&value(0)??.text()?))
        }
        _ => return None,
    })
}

/// Returns the range of a slice, whose numbers count from the end if they are negative.
fn range(length: usize, start: i64, end: i64) -> Option<std::ops::Range<usize>> {
    let length = i64::try_from(length).ok()?;
    let place = |at: i64| {
        usize::try_from(if at < 0 {
            (at + length).max(0)
        } else {
            at.min(length)
        })
    };
    let (start, end) = (place(start).ok()?, place(end).ok()?);
    Some(start..end.max(start))
}

/// Returns a part of a path, as the module `path` of Node does.
fn part_of_path(name: &str, path: &str, ending: &str) -> String {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "dirname" if folder.is_empty() => ".".to_owned(),
        "dirname" => folder.to_owned(),
        "extname" => match file.rfind('.') {
            Some(at) if at > 0 => file[at..].to_owned(),
            _ => String::new(),
        },
        _ => file.strip_suffix(ending).unwrap_or(file).to_owned(),
    }
}

/// Replaces a text or a pattern in a text.
fn replaced(
    text: &str,
    old: &Expression,
    new: &str,
    is_global: bool,
    names: &BTreeMap<String, Value>,
) -> Option<String> {
    let Expression::Pattern(pattern, flags) = old else {
        let old = evaluate(old, names)?.text()?;
        let limit = if is_global { usize::MAX } else { 1 };
        return Some(text.replacen(&old, new, limit));
    };
    let pattern = RegexBuilder::new(pattern)
        .case_insensitive(flags.contains('i'))
        .build();
    // `$1a` is a group and a letter there, and the name of a group here.
    let groups = Regex::new(r"\$(\d)").ok()?;
    let new = groups.replace_all(new, "$${$1}");
    let limit = usize::from(!flags.contains('g'));
    Some(pattern.ok()?.replacen(text, limit, &*new).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        for (program, entry, expected) in [
            (
                "generateId: ({ entry }) => entry.replace(/\\.mdx?$/, '')",
                "A/b.mdx",
                "A/b",
            ),
            (
                "generateId: ({ entry }) => (entry === 'README.md' ? 'index' : entry)",
                "README.md",
                "index",
            ),
            (
                "generateId: ({ entry }) => entry.replace(/\\.md$/, '').split('/').pop()!,",
                "a/b.md",
                "b",
            ),
            (
                "generateId({ entry }) { return entry.split(\"/\")[0]; }",
                "a/index.md",
                "a",
            ),
            (
                "generateId: ({ entry }) => `it/${entry.replace(/\\.mdx?$/, '')}`",
                "b.md",
                "it/b",
            ),
            (
                "generateId: ({ entry }) => 'docs/' + entry.slice(0, -3).toLowerCase()",
                "B.md",
                "docs/b",
            ),
            (
                "generateId: ({ data }) => data.slug as string",
                "b.md",
                "own",
            ),
            ("generateId: ({ data }) => String(data.slug)", "b.md", "own"),
            (
                "generateId: ({ data }) => `${data.lang}/${data.slug}`",
                "b.md",
                "de/own",
            ),
            (
                "generateId: ({ entry, data }) => typeof data.other === 'string' && data.other ? data.other : entry.split('/')[0]",
                "a/b.md",
                "a",
            ),
            (
                "generateId: (options) => options.data.other ?? options.entry.substring(2)",
                "a/b",
                "b",
            ),
            (
                "generateId: ({ entry }) => { const name = path.basename(entry, path.extname(entry)); return `/blog/${name}`; }",
                "2013/b.c.md",
                "/blog/b.c",
            ),
            (
                "generateId: ({ entry, data }) => { if (data?.other) { return data.other; } const a = entry.replace(/(\\d+)-(\\w)/g, '$2$1'); return a; }",
                "1-b/2-c",
                "b1/c2",
            ),
            (
                "generateId })\nfunction generateId({ entry }: { entry: string }): string {\n  const parts = entry.split('/');\n  if (parts[parts.length + -1] === 'index') return parts.slice(0, -1).join('/');\n  return entry;\n}",
                "a/b/index",
                "a/b",
            ),
            (
                "generateId: idOf })\nconst idOf = ({ entry }) => entry.trim()",
                " a ",
                "a",
            ),
            ("generateId: ({ data }) => data.date", "b.md", "?"),
            ("generateId: ({ data }) => `${data.other}`", "b.md", "?"),
            (
                "generateId: ({ entry }) => entry.split('/').map(slug).join('/')",
                "b.md",
                "?",
            ),
            (
                "generateId: ({ entry }) => slugger.slug(entry)",
                "b.md",
                "?",
            ),
            ("generateId: someId({ a: 1 })", "b.md", "?"),
        ] {
            let fields: Table =
                toml::from_str("slug = 'own'\nlang = 'de'\ndate = 2026-04-30").unwrap();
            let made = made_ids(program, program);
            let id = made.and_then(|made| id(&made, entry, &fields));
            assert_eq!(id.as_deref().unwrap_or("?"), expected, "{program}");
        }
    }
}
