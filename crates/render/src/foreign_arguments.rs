//! Arguments that functions and filters have in HTML or in other programs, each with the one here.

use diagnostic::Help;
use tera::Value;

/// Name of the part of a diagnostic that contains the argument of a call that it is about.
pub const ARGUMENT: &str = "argument";

/// Names of a function or filter and of an argument that it does not have, and the argument that means the same.
const SAME: [(&str, &[&str], &str); 17] = [
    ("image", &["title", "caption", "description", "text"], "alt"),
    ("image", &["priority", "fetch_priority"], "fetchpriority"),
    ("image", &["size"], "sizes"),
    ("image", &["aspect", "aspect_ratio"], "ratio"),
    ("image", &["position", "crop", "gravity", "anchor"], "focus"),
    ("image", &["classes", "className", "class_name"], "class"),
    (
        "collection",
        &["collection", "folder", "dir", "from", "type", "section"],
        "name",
    ),
    (
        "collection",
        &["count", "max", "first", "take", "number", "size"],
        "limit",
    ),
    ("collection", &["where", "field", "attribute", "by"], "key"),
    ("collection", &["value", "equals", "is"], "values"),
    ("entry", &["name", "from", "folder", "type"], "collection"),
    ("entry", &["id", "path", "file", "url", "page"], "slug"),
    ("word", &["name", "id", "text", "word"], "key"),
    ("taxonomy", &["taxonomy", "field", "kind", "key"], "name"),
    ("island", &["component", "island", "file", "path"], "name"),
    ("date", &["fmt", "pattern", "style"], "format"),
    ("sort", &["by", "key", "field", "on"], "attribute"),
];

/// Functions that read a file, and the names that its path has elsewhere.
const FILES: (&[&str], &[&str]) = (
    &["image", "picture", "svg", "asset"],
    &["src", "url", "href", "file", "filename", "name"],
);

/// Arguments without an equivalent, each with what to do.
const OTHER: [(&str, &[&str], &str); 3] = [
    (
        "image",
        &["height"],
        "delete it: the program writes width and height; a crop has ratio=16/9",
    ),
    (
        "image",
        &["quality", "format"],
        "delete it: [pictures] in content/structure.toml says how photographs are published",
    ),
    (
        "image",
        &["style"],
        "write class=\"…\", and the rule in the theme's styles/main.css",
    ),
];

/// Returns what to write in place of an argument that `function` does not have. Returns `None` if it is not known.
pub fn foreign_argument(function: &str, argument: &str, value: Option<&Value>) -> Option<Help> {
    let is_one = |(known, names): (&str, &[&str])| known == function && names.contains(&argument);
    if function == "image" && matches!(argument, "width" | "w" | "max_width") {
        let number = value
            .map(ToString::to_string)
            .filter(|text| text.parse::<u32>().is_ok());
        let number = number.unwrap_or_else(|| "600".to_owned());
        return Some(format!("write widths=[{number}] for the width of the file; a rule in the style sheet says how wide it is shown").into());
    }
    let other = OTHER
        .iter()
        .find(|(known, names, _)| is_one((known, names)));
    if let Some((_, _, help)) = other {
        return Some((*help).into());
    }
    let (functions, names) = FILES;
    let is_path = functions.contains(&function) && names.contains(&argument);
    let mut all = SAME.iter();
    let same = all.find(|(known, names, _)| is_one((known, names)));
    let meant = if is_path { "path" } else { same?.2 };
    if meant == "values" {
        return Some("write key=\"…\" and values=[\"…\"], a list".into());
    }
    Some(Help::replace(format!("write `{meant}`"), argument, meant))
}
