//! What a construct of another template language does, and what to write for it here.

use std::ops::Range;

use super::foreign_expressions::{expression, is_template};
use super::tags::name_at;
use super::template_names::Names;

/// A construct, its language, and what it does.
pub struct Construct {
    pub span: Range<usize>,
    pub language: &'static str,
    pub meaning: Meaning,
}

/// What a construct does. Expressions are those of the other language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    If(String),
    ElseIf(String),
    Else,
    For {
        item: String,
        list: String,
    },
    /// The end of a condition or a loop, or of another block: what to write, without braces.
    End(&'static str),
    Print(String),
    /// A value within a tag, such as a text of JavaScript.
    Value(String),
    /// An attribute with a value.
    Attribute {
        name: String,
        value: String,
    },
    /// Prints HTML.
    Raw(String),
    Include(String),
    Extends(String),
    Block(String),
    Set {
        name: String,
        value: String,
    },
    Comment,
    /// Has no equivalent tag. The text says what to do instead.
    Advice(String),
}

impl Meaning {
    /// Returns a loop, given `note in notes`, `(note, index) in notes`, or `let note of notes`.
    pub fn loop_in(written: &str) -> Option<Self> {
        let written = written.split(';').next()?.trim();
        let (item, list) = [" in ", " of ", " : "]
            .iter()
            .find_map(|sign| written.split_once(sign))?;
        let item = item.trim().trim_start_matches(['(', ' ']);
        let item = ["let ", "const ", "var "]
            .iter()
            .find_map(|word| item.strip_prefix(word))
            .unwrap_or(item);
        Some(Self::each(item, list))
    }

    /// Returns a loop over `list` with the variable that begins `item`.
    pub fn each(item: &str, list: &str) -> Self {
        let item = name_at(item.trim_start_matches(['$', '&', '(', '|', ' ']));
        let item = if item.is_empty() { "one" } else { item };
        let list = list.trim().trim_start_matches("${").trim_end_matches('}');
        // The key of a list in Svelte and Angular.
        let list = list.split(" track ").next().unwrap_or(list);
        Self::For {
            item: item.to_owned(),
            list: list.to_owned(),
        }
    }

    /// Returns what to write in place of the whole construct if nothing else can be meant: a value whose name exists.
    pub fn replacement(&self, names: &Names) -> Option<String> {
        let Self::Print(value) = self else {
            return None;
        };
        let value = expression(value, names)?;
        let root = name_at(&value);
        let is_known = names.variables.iter().any(|name| name == root);
        let is_path = value
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_'));
        (is_known && is_path).then(|| format!("{{{{ {value} }}}}"))
    }

    /// Returns help that says what to write.
    pub fn help(&self, names: &Names) -> String {
        let translated = |written: &str| expression(written, names);
        match self {
            Self::If(condition) => match translated(condition) {
                Some(condition) => format!("write {{% if {condition} %}} … {{% endif %}}"),
                None => {
                    "write {% if … %} … {% endif %}, with a condition such as page.kind == \"page\""
                        .to_owned()
                }
            },
            Self::ElseIf(condition) => match translated(condition) {
                Some(condition) => format!("write {{% elif {condition} %}}"),
                None => {
                    "write {% elif … %}, with a condition such as page.kind == \"page\"".to_owned()
                }
            },
            Self::Else => "write {% else %}".to_owned(),
            Self::For { item, list } => {
                let list = match translated(list) {
                    Some(list) if !list.contains('…') => list,
                    _ => "collection(name=…)".to_owned(),
                };
                format!(
                    "write {{% for {item} in {list} %}} … {{% endfor %}}, and {{{{ {item}.title }}}} within it"
                )
            }
            Self::End(tag) if tag.contains(" or ") => format!("write {tag}"),
            Self::End(tag) => format!("write {{% {tag} %}}"),
            Self::Print(value) => match translated(value) {
                Some(value) => format!("write {{{{ {value} }}}}"),
                None => "write a value as {{ page.title }}".to_owned(),
            },
            Self::Value(value) => match translated(value) {
                Some(value) => format!("write {value}"),
                None => "join texts and values with `~`: \"/notes/\" ~ page.title".to_owned(),
            },
            Self::Attribute { name, value } => match translated(value) {
                Some(value) => format!("write {name}=\"{{{{ {value} }}}}\""),
                None => {
                    format!("write {name}=\"{{{{ page.title }}}}\", with the value in two braces")
                }
            },
            Self::Raw(value) => match translated(value) {
                Some(value) if value == "page.content" => "write {{ page.content }}".to_owned(),
                Some(value) => format!("write {{{{ {value} | safe }}}}"),
                None => "write HTML as {{ page.content }}".to_owned(),
            },
            Self::Include(name) => format!("write {{% include \"{}\" %}}", template(name, names)),
            Self::Extends(name) => format!(
                "write {{% extends \"{}\" %}} in the first line",
                template(name, names)
            ),
            Self::Block(name) => {
                let name = name_at(name);
                let name = if name.is_empty() { "main" } else { name };
                format!("write {{% block {name} %}} … {{% endblock %}}")
            }
            Self::Set { name, value } => match translated(value).or_else(|| list_or_table(value)) {
                Some(value) => format!("write {{% set {name} = {value} %}}"),
                None => format!("write {{% set {name} = … %}}"),
            },
            Self::Comment => "write a comment as {# … #}".to_owned(),
            Self::Advice(help) => help.clone(),
        }
    }
}

/// Returns a list or a table as it is, if it has the syntax of this program.
fn list_or_table(value: &str) -> Option<String> {
    let is_one = value.starts_with(['[', '{']);
    (is_one && is_template(&format!("{{% set x = {value} %}}"))).then(|| value.to_owned())
}

/// Returns the name of a template for one that is written without its ending or folder, with another ending, or with quotes.
fn template(written: &str, names: &Names) -> String {
    let name = plain_template(written);
    let file = |name: &str| {
        name.rsplit('/')
            .next()
            .unwrap_or_default()
            .trim_start_matches('_')
            .to_owned()
    };
    let is_known = names.templates.contains(&name);
    let mut same = names
        .templates
        .iter()
        .filter(|known| !is_known && file(known) == file(&name));
    match (same.next(), same.next()) {
        (Some(only), None) => only.clone(),
        _ => name,
    }
}

fn plain_template(written: &str) -> String {
    let name = written.trim().trim_matches(['"', '\'', '(', ')', ' ']);
    if name.is_empty() || name.contains(['$', '{', ' ']) {
        return "name.html".to_owned();
    }
    // `layouts.base` in Blade.
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let name = match ending {
        "html" => return name.to_owned(),
        "tpl" | "twig" | "njk" | "liquid" | "hbs" | "ejs" | "erb" | "php" | "ftl" | "mustache"
        | "j2" | "jinja" | "astro" | "svelte" | "vue" | "pug" | "haml" => name
            [..name.len() - ending.len() - 1]
            .trim_end_matches(".html")
            .to_owned(),
        _ => name.replace('.', "/"),
    };
    format!("{name}.html")
}
