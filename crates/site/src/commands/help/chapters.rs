//! The chapters of the manual: the Markdown files of `docs/`, which are compiled into the program.

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
        let found = headings.filter(|heading| heading.name == topic);
        found.map(move |heading| (chapter.title, heading.section))
    });
    all.collect()
}

/// Returns the names of all keys, functions, values, and findings that the reference describes.
pub fn names() -> impl Iterator<Item = &'static str> {
    let reference = chapters().filter(|chapter| chapter.name.starts_with("reference/"));
    reference.flat_map(|chapter| headings(chapter.text).map(|heading| heading.name))
}

/// A heading and the text below it.
struct Heading {
    /// Heading without punctuation: `collection` for `[[collection]]`, `defined` for `is defined`.
    name: &'static str,
    /// Markdown from the heading to the next heading of the same or a higher level.
    section: &'static str,
}

/// Returns the headings of a chapter. Lines in code blocks are ignored.
fn headings(text: &'static str) -> impl Iterator<Item = Heading> {
    let mut starts = Vec::new();
    let (mut at, mut in_code) = (0, false);
    for line in text.split_inclusive('\n') {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && level > 0 {
            starts.push((at, level, line[level..].trim()));
        }
        at += line.len();
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

    #[test]
    fn sections_of_the_reference() {
        for (topic, count) in [
            ("image", 1),
            ("collection", 2),
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
