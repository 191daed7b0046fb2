//! The chapters of the manual: the Markdown files of `docs/`, which are compiled into the program.

use diagnostic::lines;

/// Expands to the names of chapters, each with the text of its file.
macro_rules! chapters {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../../docs/content/chapters/", $name, ".md")))),*]
    };
}

/// Every chapter, in the order of the manual.
const CHAPTERS: &[(&str, &str)] = chapters![
    "install"
    "first-day"
    "tasks"
    "markdown"
    "collections"
    "editors"
    "theme"
    "islands"
    "forms"
    "publishing"
    "languages"
    "from-zola"
    "from-hugo"
    "from-astro"
    "from-jekyll"
    "reference/index"
    "reference/commands"
    "reference/site-toml"
    "reference/structure-toml"
    "reference/menus-toml"
    "reference/checks-toml"
    "reference/urls-toml"
    "reference/wording"
    "reference/forms"
    "reference/functions"
    "reference/filters"
    "reference/tests"
    "reference/values"
    "reference/findings"
];

/// A chapter of the manual.
#[derive(Debug, Clone, Copy)]
pub struct Chapter {
    /// Name of the chapter as a help topic, such as `first-day` or `reference/filters`.
    pub name: &'static str,
    /// Title, which is printed as the heading.
    pub title: &'static str,
    /// Description of the chapter in one sentence.
    pub description: &'static str,
    /// Markdown below the front matter.
    pub text: &'static str,
}

/// Returns every chapter, in the order of the manual.
pub fn chapters() -> impl Iterator<Item = Chapter> {
    CHAPTERS.iter().filter_map(|(name, file)| {
        let (front_matter, text) = file.strip_prefix("+++\n")?.split_once("\n+++\n")?;
        let value = |key: &str| {
            let mut lines = front_matter.lines();
            let line = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
            line.and_then(|line| line.strip_suffix('"'))
        };
        Some(Chapter {
            name: name.strip_suffix("/index").unwrap_or(name),
            title: value("title")?,
            description: value("description")?,
            text,
        })
    })
}

/// Returns the sections of the reference about a topic, each with the title of its chapter. For `collection`, for example,
/// these are a table of structure.toml and a template function.
pub fn sections(topic: &str) -> Vec<(&'static str, &'static str)> {
    let reference = chapters().filter(|chapter| chapter.name.starts_with("reference/"));
    let all = reference.flat_map(|chapter| {
        let headings = headings(chapter.text);
        let found = headings.filter(|heading| heading.is_about(topic));
        found.map(move |heading| (chapter.title, heading.section))
    });
    all.collect()
}

/// Returns the rows of the reference's tables about a key, such as `per_page`: the title of the chapter, the heading of the section, and
/// the row. The keys of all settings files are in such tables.
pub fn rows(topic: &str) -> Vec<(&'static str, &'static str, &'static str)> {
    let all = table_rows().filter(|(.., key, _)| *key == topic);
    all.map(|(title, heading, _, row)| (title, heading, row))
        .collect()
}

/// Returns the names of all keys, functions, values, and findings that the reference describes.
pub fn names() -> impl Iterator<Item = &'static str> {
    let reference = chapters().filter(|chapter| chapter.name.starts_with("reference/"));
    let names = reference.flat_map(|chapter| headings(chapter.text).map(|heading| heading.name));
    names.chain(table_rows().map(|(_, _, key, _)| key))
}

/// Returns all rows of the reference's tables of keys: the title of the chapter, the line of the heading, the key, and the row.
fn table_rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str, &'static str)> {
    let reference = chapters().filter(|chapter| chapter.name.starts_with("reference/"));
    reference.flat_map(|chapter| {
        let mut heading = "";
        chapter.text.lines().filter_map(move |line| {
            if line.starts_with('#') {
                heading = line.trim_start_matches('#').trim();
            }
            let (key, _) = line.strip_prefix("| `")?.split_once("` |")?;
            Some((chapter.title, heading, key, line))
        })
    })
}

/// A heading and the text below it.
struct Heading {
    /// Heading without punctuation: `collection` for `[[collection]]`, `defined` for `is defined`.
    name: &'static str,
    /// Markdown from the heading to the next heading of the same or a higher level.
    section: &'static str,
}

impl Heading {
    /// Returns whether the section is about a topic: a name, or a table or key in a path of tables, such as `errors` in
    /// `[field.errors]`.
    fn is_about(&self, topic: &str) -> bool {
        let is_table = self.section.trim_start_matches('#').starts_with(" `[");
        self.name == topic || is_table && self.name.split('.').any(|part| part == topic)
    }
}

/// Returns the headings of a chapter. Lines in code blocks are ignored.
fn headings(text: &'static str) -> impl Iterator<Item = Heading> {
    let mut starts = Vec::new();
    let mut in_code = false;
    for (at, line) in lines(text) {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && level > 0 {
            starts.push((at, level, line[level..].trim()));
        }
    }
    let ends = starts.clone();
    starts
        .into_iter()
        .enumerate()
        .map(move |(index, (start, level, heading))| {
            let mut later = ends[index + 1..].iter();
            let next = later.find(|(_, other, _)| *other <= level);
            let end = next.map_or(text.len(), |(end, ..)| *end);
            let code = heading.trim_matches('`');
            let name = code.strip_prefix("is ").unwrap_or(code);
            Heading {
                name: name.trim_matches(['[', ']']),
                section: &text[start..end],
            }
        })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_chapter_is_part_of_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/content/chapters");
        let (on_disk, _) = assets::names_below(&folder, &folder);
        let mut listed: Vec<String> = CHAPTERS
            .iter()
            .map(|(name, _)| format!("{name}.md"))
            .collect();
        listed.sort();
        assert_eq!(listed, on_disk);
        assert_eq!(chapters().count(), CHAPTERS.len());
    }

    /// Adds the names of all keys in a schema.
    fn add_keys(schema: &serde_json::Value, keys: &mut BTreeSet<String>) {
        let Some(object) = schema.as_object() else {
            for item in schema.as_array().into_iter().flatten() {
                add_keys(item, keys);
            }
            return;
        };
        if let Some(properties) = object.get("properties").and_then(|one| one.as_object()) {
            keys.extend(properties.keys().cloned());
        }
        for value in object.values() {
            add_keys(value, keys);
        }
    }

    #[test]
    fn every_key_of_every_settings_file() {
        let mut keys = BTreeSet::new();
        for folder in ["content", "inspect"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{folder}/schemas"));
            for file in std::fs::read_dir(folder).unwrap() {
                let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
                add_keys(&serde_json::from_str(&text).unwrap(), &mut keys);
            }
        }
        // Keys of files that the program writes, and of a table that is shown as one of the options of a field.
        for key in ["$schema", "known", "value"] {
            keys.remove(key);
        }
        let is_missing = |key: &&String| sections(key).is_empty() && rows(key).is_empty();
        let missing: Vec<&String> = keys.iter().filter(is_missing).collect();
        assert_eq!(missing, Vec::<&String>::new());
    }

    #[test]
    fn sections_of_the_reference() {
        for (topic, count) in [
            ("image", 1),
            ("collection", 3),
            ("errors", 1),
            ("undefined", 1),
            ("page.url", 1),
            ("nothing", 0),
        ] {
            assert_eq!(sections(topic).len(), count, "{topic}");
        }
        let (title, section) = sections("slugify")[0];
        assert_eq!(title, "Filters of templates");
        assert!(section.starts_with("## `slugify`\n") && !section.contains("## `sort`"));
    }
}
