//! Values of plain expressions of JavaScript.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::HeadingIds;
use diagnostic::folder_of;
use regex::{Regex, RegexBuilder};
use render::{derived_id, joined};
use toml::{Table, Value as Toml};

use crate::expressions::{Expression, Function, Statement};

/// Values by name.
pub type Names = BTreeMap<String, Value>;

/// Name of the value that all names in small letters have that no program declares: that of the parameter of a function that is not run.
pub const OTHERS: &str = "*";

/// A value while a function runs.
#[derive(Debug, Clone)]
pub enum Value {
    /// A value that a program computes in a way that is not known.
    Unknown,
    Undefined,
    Yes(bool),
    Number(i64),
    Text(String),
    List(Vec<Self>),
    /// A table, which other values share, and its depth.
    Table(Arc<Names>, usize),
    Function(Arc<Closure>),
    /// A function of `FUNCTIONS`.
    Native(&'static str),
    /// A module of `FUNCTIONS`.
    Module(&'static str),
}

/// Functions of JavaScript, Node, and packages, each with its module.
const FUNCTIONS: [(&str, &str); 10] = [
    ("", "String"),
    ("github-slugger", "slug"),
    ("path", "basename"),
    ("path", "dirname"),
    ("path", "extname"),
    ("path", "join"),
    ("path", "resolve"),
    ("process", "cwd"),
    ("url", "URL"),
    ("url", "fileURLToPath"),
];

/// Returns what a module exports under a name, `*` for the module itself; `None` if that is not known.
pub fn library(module: &str, name: &str) -> Option<Value> {
    let module = module.strip_prefix("node:").unwrap_or(module);
    let is_module = matches!(name, "default" | "*" | "posix");
    let mut known = FUNCTIONS.iter().filter(|(own, _)| *own == module);
    let (module, name) = known.find(|(_, one)| is_module || *one == name)?;
    Some(if is_module {
        Value::Module(module)
    } else {
        Value::Native(name)
    })
}

/// Returns the names that programs need not import.
pub fn globals() -> Names {
    let functions = [("", "String"), ("url", "URL"), ("url", "fileURLToPath")];
    let modules = ["path", "process"].map(|module| (module, "*", module));
    let functions = functions.map(|(module, name)| (module, name, name));
    let all = functions.into_iter().chain(modules);
    all.filter_map(|(module, name, local)| Some((local.to_owned(), library(module, name)?)))
        .collect()
}

/// A function with the values that it uses.
#[derive(Debug, Clone)]
pub struct Closure {
    function: Function,
    names: Names,
    /// Maximum number of expressions that are evaluated in a call.
    cost: usize,
    /// Depth of its names.
    depth: usize,
}

/// Maximum number of expressions that are evaluated in a call.
const COSTLIEST: usize = 100_000;

/// Maximum length of a text in bytes.
const LONGEST_TEXT: usize = 4096;

/// Maximum length of a list.
const LONGEST_LIST: usize = 256;

/// Maximum depth of functions and tables that contain others.
const DEEPEST: usize = 32;

/// Returns the depth of a function or a table with these names; `None` if that is too much.
fn depth(names: &Names) -> Option<usize> {
    let depths = names.values().map(|one| match one {
        Value::Table(_, depth) => *depth,
        Value::Function(function) => function.depth,
        _ => 0,
    });
    let depth = depths.max().unwrap_or(0) + 1;
    (depth <= DEEPEST).then_some(depth)
}

impl Closure {
    /// Returns a function of a program with these names; `None` if it and those that it calls are too long.
    pub fn new(function: Function, names: &Names) -> Option<Self> {
        let used = function.names.iter();
        let used = used.filter_map(|name| names.get_key_value(name));
        let names: Names = used
            .map(|(name, one)| (name.clone(), one.clone()))
            .collect();
        let costs = names.values().map(|one| match one {
            Value::Function(inner) => inner.cost,
            _ => 1,
        });
        let cost = function.length.checked_mul(costs.max().unwrap_or(1))?;
        let depth = depth(&names)?;
        (cost <= COSTLIEST).then_some(Self {
            function,
            names,
            cost,
            depth,
        })
    }

    /// Returns the result for an argument; `None` if it is not known. Functions in the argument are unknown, so none calls itself.
    pub fn apply(&self, argument: Value) -> Option<Value> {
        let mut names = self.names.clone();
        let of = |value: Value| match value {
            Value::Function(_) => Value::Unknown,
            value => value,
        };
        match (self.function.parameter.as_str(), argument) {
            ("", Value::Table(table, _)) => {
                let all = table.iter();
                names.extend(all.map(|(key, one)| (key.clone(), of(one.clone()))));
            }
            ("", _) => return None,
            (name, argument) => drop(names.insert(name.to_owned(), of(argument))),
        }
        let result = run(&self.function.body, &mut names).ok()?;
        Some(result.unwrap_or(Value::Undefined))
    }
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
            Toml::Float(_) | Toml::Datetime(_) => Self::Unknown,
        }
    }

    /// Returns a table of TOML.
    pub fn of_table(table: &Table) -> Self {
        let all = table.iter();
        Self::table(
            all.map(|(key, one)| (key.clone(), Self::of_toml(one)))
                .collect(),
        )
    }

    /// Returns a table; unknown if it has tables that have too many others.
    pub fn table(names: Names) -> Self {
        depth(&names).map_or(Self::Unknown, |depth| Self::Table(Arc::new(names), depth))
    }

    fn is_true(&self) -> bool {
        match self {
            Self::Undefined | Self::Unknown => false,
            Self::Yes(is_true) => *is_true,
            Self::Number(number) => *number != 0,
            Self::Text(text) => !text.is_empty(),
            Self::List(_)
            | Self::Table(..)
            | Self::Function(_)
            | Self::Native(_)
            | Self::Module(_) => true,
        }
    }

    /// Returns the value in a text; `None` if nobody wants it there.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

/// Something that a function uses, but whose value is not known.
struct Unknown;

/// Runs statements. Returns the value that they return; `None` if they return nothing.
fn run(statements: &[Statement], names: &mut Names) -> Result<Option<Value>, Unknown> {
    for statement in statements {
        let returned = match statement {
            Statement::Constant(name, value) => {
                match evaluate(value, names).ok_or(Unknown)? {
                    // This may be one whose cost was not counted.
                    Value::Function(_) => return Err(Unknown),
                    value => drop(names.insert(name.clone(), value)),
                }
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

/// Returns the value of an expression; `None` if it is not known.
pub fn evaluate(expression: &Expression, names: &Names) -> Option<Value> {
    let of = |one: &Expression| evaluate(one, names);
    let value = match expression {
        Expression::Text(text) => Value::Text(text.clone()),
        Expression::Number(number) => Value::Number(*number),
        Expression::Name(name) if name == "undefined" || name == "null" => Value::Undefined,
        Expression::Name(name) => {
            let is_parameter = name.starts_with(char::is_lowercase);
            let other = || names.get(OTHERS).filter(|_| is_parameter);
            names.get(name).or_else(other)?.clone()
        }
        Expression::Template(parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|one| of(one)?.text()).collect();
            Value::Text(parts?.concat())
        }
        Expression::Property(of_what, name) => match (of(of_what)?, name.as_str()) {
            (Value::Table(table, _), _) => table.get(name).cloned().unwrap_or(Value::Undefined),
            (Value::Undefined, _) => Value::Undefined,
            (Value::Text(text), "length") => {
                Value::Number(i64::try_from(text.chars().count()).ok()?)
            }
            (Value::List(all), "length") => Value::Number(i64::try_from(all.len()).ok()?),
            // Those of the URL of a file, which is a path here.
            (Value::Text(text), "pathname" | "href") => Value::Text(text),
            (Value::Module(module), name) => library(module, name)?,
            _ => return None,
        },
        Expression::Element(list, at) => match (of(list)?, of(at)?) {
            (Value::List(all), Value::Number(at)) => element(&all, at),
            _ => return None,
        },
        Expression::Call(what, arguments) => call(what, arguments, names)?,
        Expression::Prefix(operator, value) => match (*operator, of(value)?) {
            ("!", value) => Value::Yes(!value.is_true()),
            ("-", Value::Number(number)) => Value::Number(number.checked_neg()?),
            ("typeof", Value::Text(_)) => Value::Text("string".to_owned()),
            ("typeof", Value::Undefined) => Value::Text("undefined".to_owned()),
            ("typeof", Value::Number(_)) => Value::Text("number".to_owned()),
            _ => return None,
        },
        Expression::Infix(operator, left, right) => {
            let left = of(left)?;
            match *operator {
                "??" if !matches!(left, Value::Undefined) => left,
                "||" if left.is_true() => left,
                "&&" if !left.is_true() => left,
                "??" | "||" | "&&" => of(right)?,
                "===" | "==" => Value::Yes(equal(&left, &of(right)?)?),
                "!==" | "!=" => Value::Yes(!equal(&left, &of(right)?)?),
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
    };
    let is_known = match &value {
        Value::Unknown => false,
        Value::Text(text) => text.len() <= LONGEST_TEXT,
        Value::List(all) => all.len() <= LONGEST_LIST,
        _ => true,
    };
    is_known.then_some(value)
}

/// Returns whether two values are equal; `None` for those that are equal only if they are the same in memory.
fn equal(left: &Value, right: &Value) -> Option<bool> {
    Some(match (left, right) {
        (Value::Undefined, Value::Undefined) => true,
        (Value::Yes(left), Value::Yes(right)) => left == right,
        (Value::Number(left), Value::Number(right)) => left == right,
        (Value::Text(left), Value::Text(right)) => left == right,
        (Value::Undefined | Value::Yes(_) | Value::Number(_) | Value::Text(_), _)
        | (_, Value::Undefined | Value::Yes(_) | Value::Number(_) | Value::Text(_)) => false,
        _ => return None,
    })
}

/// Returns a part of a URL as Astro makes it of the name of a file or folder.
pub fn slug(name: &str) -> String {
    derived_id(HeadingIds::Github, name)
}

fn element(all: &[Value], at: i64) -> Value {
    let found = usize::try_from(at).ok().and_then(|at| all.get(at));
    found.cloned().unwrap_or(Value::Undefined)
}

/// Calls a function or a method.
fn call(what: &Expression, arguments: &[Expression], names: &Names) -> Option<Value> {
    let value = |at: usize| arguments.get(at).map(|one| evaluate(one, names));
    let (receiver, name) = match what {
        Expression::Property(receiver, name) => match evaluate(receiver, names)? {
            Value::Module(module) => (library(module, name)?, ""),
            receiver => (receiver, name.as_str()),
        },
        Expression::Name(_) => (evaluate(what, names)?, ""),
        _ => return None,
    };
    let number = |at: usize| match value(at)?? {
        Value::Number(number) => Some(number),
        _ => None,
    };
    Some(match (receiver, name) {
        (Value::Function(function), "") => function.apply(value(0)??)?,
        (Value::Native(name), "") => {
            let all = arguments.iter().map(|one| evaluate(one, names)?.text());
            Value::Text(native(name, &all.collect::<Option<Vec<String>>>()?)?)
        }
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

/// Returns the result of a function of `FUNCTIONS` for texts.
fn native(name: &str, arguments: &[String]) -> Option<String> {
    Some(match (name, arguments) {
        ("String" | "fileURLToPath", [text]) => text.clone(),
        ("slug", [text, ..]) => slug(text),
        ("cwd", []) => String::new(),
        ("URL", [path, base]) => joined(folder_of(base), path),
        ("join" | "resolve", [_, ..]) => joined("", &arguments.join("/")),
        (_, [path]) => part_of_path(name, path, ""),
        ("basename", [path, ending]) => part_of_path(name, path, ending),
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
    names: &Names,
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
