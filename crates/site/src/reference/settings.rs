//! The pages on files of settings, such as `site.toml`: every key, from the file's schema, and an example of every table, from
//! the example site.

use serde_json::Value;

use super::example_site;
use super::markdown::{code, prose, sentence, table};
use super::page::Page;

/// Returns a page for each file of settings.
pub fn pages() -> Vec<Page> {
    vec![
        Page {
            name: "site-toml",
            title: "site.toml: settings and facts",
            nav: "site.toml",
            description: "Every key of content/site.toml that the program reads, and how a site adds facts of its own.",
            text: page(
                "content/site.toml",
                include_str!("../../../content/schemas/site.json"),
                "`content/site.toml` contains the settings of the site. It may have any other key: these are the site's *facts*, which \
                 texts use as `{{ site.contact.phone }}`, and templates in the same way. A fact that does not exist is an error.",
            ),
        },
        Page {
            name: "structure-toml",
            title: "structure.toml: collections and URLs",
            nav: "structure.toml",
            description: "Every table and key of content/structure.toml: collections, lists, feeds, calendars, search, and redirects.",
            text: page(
                "content/structure.toml",
                include_str!("../../../content/schemas/structure.json"),
                "`content/structure.toml` says what the program makes of the files below `content/`. Paths are relative to that folder.",
            ),
        },
        Page {
            name: "menus-toml",
            title: "menus.toml: lists of links",
            nav: "menus.toml",
            description: "Every key of content/menus.toml, which contains the menus that templates show.",
            text: page(
                "content/menus.toml",
                include_str!("../../../content/schemas/menus.json"),
                "`content/menus.toml` contains the site's menus. Each table is a link of the menu that it is named after; templates get \
                 them as [menus](values.md#menus).",
            ),
        },
        Page {
            name: "checks-toml",
            title: "checks.toml: what is checked, and how strictly",
            nav: "checks.toml",
            description: "Every table and key of content/checks.toml: severities, size budgets, contrast, spelling, and facts.",
            text: page(
                "content/checks.toml",
                include_str!("../../../inspect/schemas/checks.json"),
                "`content/checks.toml` sets up the rules that finished pages are checked with. The file is optional, and so is each table.",
            ),
        },
        Page {
            name: "urls-toml",
            title: "urls.toml: every URL ever published",
            nav: "urls.toml",
            description: "Every key of content/urls.toml, the list of published URLs that no later build may lose.",
            text: page(
                "content/urls.toml",
                include_str!("../../../inspect/schemas/urls.json"),
                "`content/urls.toml` lists every URL that the site has ever published; `site check --record` writes it. A URL that no page, \
                 redirect or `[[gone]]` table answers any more is the error [vanished-address](findings.md#vanished-address). The file is \
                 optional.",
            ),
        },
        Page {
            name: "wording",
            title: "Wording rules",
            nav: "Wording rules",
            description: "Every key of content/wording/: what texts must not say, why, and who has approved the rule.",
            text: page(
                "content/wording/claims.toml",
                include_str!("../../../inspect/schemas/wording.json"),
                "Each file in `content/wording/` is a pack of rules about what the site's texts must not say, such as the advertising rules \
                 of a profession. A page that breaks one is reported as [wording](findings.md#wording).",
            ),
        },
        Page {
            name: "forms",
            title: "Definitions of forms",
            nav: "Forms",
            description: "Every key of a form definition in content/forms/: fields, texts, limits, and the privacy notice.",
            text: page(
                "content/forms/order.toml",
                include_str!("../../../content/schemas/form.json"),
                "Each file in `content/forms/` defines a form. Its markup, the checks in the browser and in the form function, and the \
                 mail all come from it.",
            ),
        },
    ]
}

/// A TOML table of a file of settings, and the schema of its keys.
struct Table<'a> {
    /// Header of the table, such as `[[collection]]`; empty for the keys at the top of the file.
    header: String,
    /// Path of the table in the file, such as `taxonomy.term`.
    path: String,
    schema: &'a Value,
    description: &'a str,
}

fn page(file: &str, schema: &str, introduction: &str) -> String {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let mut tables = vec![Table {
        header: String::new(),
        path: String::new(),
        schema: &schema,
        description: "",
    }];
    let mut text = format!("{introduction}\n\n");
    let example = example_site::file(file);
    let mut next = 0;
    while next < tables.len() {
        let (section, inner) = section(&tables[next], &schema, &example, file);
        text.push_str(&section);
        let at = next + 1;
        tables.splice(at..at, inner);
        next += 1;
    }
    text
}

/// Returns the section of the page that describes a table, and the tables inside that table.
fn section<'a>(
    of: &Table<'a>,
    root: &'a Value,
    example: &str,
    file: &str,
) -> (String, Vec<Table<'a>>) {
    let properties = of.schema["properties"].as_object();
    let mut inner = Vec::new();
    let mut rows = Vec::new();
    let properties = properties.into_iter().flatten();
    for (key, value) in properties.filter(|(key, _)| *key != "$schema") {
        let described = resolved(value, root);
        let is_list = described["type"] == "array";
        let item = if is_list {
            resolved(&described["items"], root)
        } else {
            described
        };
        let description = described["description"].as_str();
        let description =
            description.unwrap_or_else(|| panic!("`{key}` of {file} has no description"));
        let path = if of.path.is_empty() {
            key.clone()
        } else {
            format!("{}.{key}", of.path)
        };
        let is_table = item["type"] == "object" && !std::ptr::eq(item, of.schema);
        if is_table {
            let by_name = item
                .get("additionalProperties")
                .filter(|one| one.is_object());
            let (schema, path) = match by_name {
                Some(values) if values["type"] == "object" => (values, format!("{path}.NAME")),
                _ => (item, path),
            };
            let header = if is_list {
                format!("[[{path}]]")
            } else {
                format!("[{path}]")
            };
            inner.push(Table {
                header,
                path,
                schema,
                description,
            });
        } else {
            let required = of.schema["required"].as_array();
            let is_required = required.is_some_and(|all| all.iter().any(|one| one == key.as_str()));
            let need = if is_required { ", required" } else { "" };
            rows.push([
                format!("`{key}`"),
                kind(described, root) + need,
                meaning(described, description),
            ]);
        }
    }
    if let Some(values) = of
        .schema
        .get("additionalProperties")
        .filter(|one| one.is_object())
    {
        if of.path.is_empty() {
            // Tables may have any name, as in `menus.toml`.
            inner.push(Table {
                header: "[[NAME]]".to_owned(),
                path: "NAME".to_owned(),
                schema: resolved(&values["items"], root),
                description: "A link of the menu `NAME`.",
            });
        } else {
            let description = values["description"].as_str().unwrap_or("any name");
            rows.push([
                "any".to_owned(),
                kind(values, root),
                prose(&sentence(description)),
            ]);
        }
    }
    let mut text = String::new();
    if !of.header.is_empty() {
        text.push_str(&format!(
            "## `{}`\n\n{}\n\n",
            of.header,
            prose(&sentence(of.description))
        ));
    }
    let block = block(example, &of.header, file);
    if !block.is_empty() {
        text.push_str(&code("toml", &block));
    }
    if !rows.is_empty() {
        text.push_str(&table(["key", "value", "meaning"], &rows));
    }
    (text, inner)
}

fn resolved<'a>(value: &'a Value, root: &'a Value) -> &'a Value {
    let reference = value["$ref"].as_str().and_then(|one| one.strip_prefix('#'));
    reference
        .and_then(|pointer| root.pointer(pointer))
        .unwrap_or(value)
}

/// Returns the type of a value in words, such as "list of tables".
fn kind(schema: &Value, root: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values
            .iter()
            .map(|value| format!("`{value}`").replace('"', ""))
            .collect();
        return values.join(", ");
    }
    if schema["type"] == serde_json::json!(["string", "array"]) {
        return "text or list of texts".to_owned();
    }
    match (
        schema["type"].as_str().unwrap_or_default(),
        schema["format"].as_str(),
    ) {
        ("string", Some("date")) => "date",
        ("string", Some("link")) => "link",
        ("string", _) => "text",
        ("integer", _) => "whole number",
        ("number", _) => "number",
        ("boolean", _) => "`true` or `false`",
        ("array", _) => {
            let item = resolved(&schema["items"], root);
            return match item["type"].as_str() {
                Some("object") => "list of tables".to_owned(),
                Some("integer") => "list of whole numbers".to_owned(),
                Some("array") => {
                    let inner = kind(item, root);
                    format!("list of {}", inner.replacen("list", "lists", 1))
                }
                _ if item["oneOf"].is_array() => "list of texts or tables".to_owned(),
                _ if item["enum"].is_array() => format!("list of {}", kind(item, root)),
                _ => "list of texts".to_owned(),
            };
        }
        _ => "table",
    }
    .to_owned()
}

fn meaning(schema: &Value, description: &str) -> String {
    let mut text = prose(&sentence(description));
    if let Some(default) = schema.get("default") {
        text.push_str(&format!(" Default: `{default}`.").replace('"', ""));
    }
    let bounds = (schema.get("minimum"), schema.get("maximum"));
    match bounds {
        (Some(least), Some(most)) => text.push_str(&format!(" From {least} to {most}.")),
        (Some(least), None) if *least != 0 && *least != 1 => {
            text.push_str(&format!(" At least {least}."));
        }
        _ => {}
    }
    text
}

/// Returns the part of the example file from one header to the next, or the keys at its top if `header` is empty.
fn block(example: &str, header: &str, file: &str) -> String {
    let is_header = |line: &&str| line.starts_with('[');
    let mut lines = example.lines().filter(|line| !line.starts_with("#:schema"));
    if header.is_empty() {
        let top: Vec<&str> = lines.take_while(|line| !is_header(line)).collect();
        return top.join("\n").trim().to_owned();
    }
    let is_own = |line: &&str| match header.split_once("NAME") {
        Some((before, after)) => {
            line.starts_with(before)
                && line.ends_with(after)
                && line.starts_with("[[") == before.starts_with("[[")
        }
        None => *line == header,
    };
    let first = lines.by_ref().find(is_own);
    let first = first.unwrap_or_else(|| panic!("the example of {file} has no {header}"));
    let rest: Vec<&str> = lines.take_while(|line| !is_header(line)).collect();
    format!("{first}\n{}", rest.join("\n")).trim().to_owned()
}
