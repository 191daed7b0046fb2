//! What a place in a text refers to.

use std::ops::Range;

use content::TomlText;
use diagnostic::line_start;
use render::manual::{Manual, filters, functions, tests};

use super::links::links;
use super::parts::toml_part;
use super::project::Project;

/// What a place in a text refers to.
#[derive(Debug)]
pub enum Target {
    /// A page, a heading, or a file, by an address.
    Address(String),
    /// A fact of `site.toml`, by its keys.
    Fact(Vec<String>),
    /// A component of the theme.
    Component(String),
    /// A template of the theme, by its path relative to the project's folder.
    Template(String),
    /// A schema, by its path relative to the project's folder.
    Schema(String),
    /// A collection, by its name.
    Collection(String),
    /// A function, filter, or test of templates.
    Function(&'static Manual),
    /// A value of templates, such as `page.title`.
    Value(String),
    /// A key of front matter or a TOML file, by its JSON pointer.
    Key(String),
}

/// Returns what a byte offset of a file refers to, and the byte range of the reference. Returns `None` if it refers to nothing.
pub fn target(project: &Project, path: &str, offset: usize) -> Option<(Target, Range<usize>)> {
    let source = project.text(path)?;
    let text = source.text.as_str();
    let is_template = path.starts_with("themes/");
    let facts = fact(text, offset, is_template);
    if let Some((keys, span)) = facts {
        return Some((Target::Fact(keys), span));
    }
    let at = |span: &Range<usize>| span.start <= offset && offset <= span.end;
    let links = links(path, source).into_iter();
    let link = links
        .filter(|link| at(&link.whole))
        .min_by_key(|link| link.whole.len());
    if let Some(link) = link {
        return Some((Target::Address(link.address), link.span));
    }
    let word = word(text, offset, |c| c.is_alphanumeric() || c == '_');
    let name = &text[word.clone()];
    let before = &text[..word.start];
    let is_call = before.ends_with('<') || before.ends_with("</");
    let is_definition = is_template && before.trim_end().ends_with("component");
    if name.starts_with(|c: char| c.is_uppercase()) && (is_call || is_definition) {
        return Some((Target::Component(name.to_owned()), word));
    }
    if is_template {
        return in_template(project, text, offset, word);
    }
    let toml = TomlText::new(source, toml_part(path, text));
    let (pointer, key) = toml.entry_at(offset)?;
    if let Some(named) = in_toml(project, &toml, pointer, offset) {
        return Some(named);
    }
    Some((Target::Key(pointer.to_owned()), key.span))
}

/// Returns the template, schema, or collection that the value at `pointer` names, if the byte offset is in the value.
fn in_toml(
    project: &Project,
    toml: &TomlText,
    pointer: &str,
    offset: usize,
) -> Option<(Target, Range<usize>)> {
    let mut texts = toml.texts().iter();
    let value = texts.find(|one| one.pointer == pointer && one.place.span.contains(&offset))?;
    let name = value.text.as_str();
    let target = match pointer.rsplit('/').next()? {
        "template" => Target::Template((*project.templates().get(name)?).to_owned()),
        "schema" => {
            let path = format!("content/{name}");
            project.text(&path)?;
            Target::Schema(path)
        }
        "collection" => collection(project, name)?,
        _ => return None,
    };
    // The quotes stay if the name is replaced.
    let span = value.place.span.clone();
    let is_quoted = value.place.source.text[span.clone()].starts_with(['"', '\'']);
    let quote = usize::from(is_quoted && span.len() > 1);
    Some((target, span.start + quote..span.end - quote))
}

/// Returns the collection with a name, or `None` if there is none.
fn collection(project: &Project, name: &str) -> Option<Target> {
    let mut collections = project.structure.collections.iter();
    collections
        .any(|one| one.name == name)
        .then(|| Target::Collection(name.to_owned()))
}

/// Returns the template, function, or value that a place in a template refers to.
fn in_template(
    project: &Project,
    text: &str,
    offset: usize,
    name: Range<usize>,
) -> Option<(Target, Range<usize>)> {
    let quoted = word(text, offset, |c| !matches!(c, '"' | '\'' | '`' | '\n'));
    let templates = project.templates();
    if let Some(path) = templates.get(&text[quoted.clone()]) {
        return Some((Target::Template((*path).to_owned()), quoted));
    }
    let argument = text[..quoted.start].trim_end_matches(['"', '\'', '`']);
    if argument.ends_with("collection(name=") || argument.ends_with("collection=") {
        return Some((collection(project, &text[quoted.clone()])?, quoted));
    }
    let (before, after) = (text[..name.start].trim_end(), text[name.end..].trim_start());
    let manuals = if before.ends_with('|') {
        filters::ALL
    } else if before.ends_with(" is") || before.ends_with(" not") {
        tests::ALL
    } else if after.starts_with('(') {
        functions::ALL
    } else {
        let path = word(text, offset, |c| {
            c.is_alphanumeric() || matches!(c, '_' | '.' | '?')
        });
        let value = text[path.clone()].replace('?', "");
        return value.contains('.').then_some((Target::Value(value), path));
    };
    let found = manuals.iter().find(|one| one.name == &text[name.clone()]);
    found.map(|manual| (Target::Function(manual), name))
}

/// Returns the byte range of the characters around an offset for which `is_part` is true.
fn word(text: &str, offset: usize, is_part: impl Fn(char) -> bool) -> Range<usize> {
    let offset = text.floor_char_boundary(offset);
    let before = text[..offset].trim_end_matches(&is_part).len();
    let rest = &text[offset..];
    before..offset + (rest.len() - rest.trim_start_matches(&is_part).len())
}

/// Returns the keys of the fact at an offset, and the byte range of its path; in a template, up to the key at the offset.
fn fact(text: &str, offset: usize, is_template: bool) -> Option<(Vec<String>, Range<usize>)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?');
    let mut span = word(text, offset, is_part);
    if is_template {
        let rest = &text[offset.min(span.end)..span.end];
        span.end -= rest.find('.').map_or(0, |dot| rest.len() - dot);
    } else {
        let line = line_start(&text[..offset]);
        let open = line + text[line..offset.min(text.len())].rfind("{{")?;
        let close = open + text[open..].find("}}")?;
        if close + 2 < offset || text[open..close].contains('\n') {
            return None;
        }
        let inner = text[open + 2..close].trim();
        let start = open + 2 + text[open + 2..close].find(inner)?;
        span = start..start + inner.len();
    }
    let path = text[span.clone()].replace('?', "");
    let keys = path.strip_prefix("site.")?.split('.');
    Some((keys.map(str::to_owned).collect(), span))
}

#[cfg(test)]
mod test {
    use super::*;

    /// The place is at `|`.
    #[test]
    fn facts() {
        for (text, is_template, expected) in [
            ("a {{ site.b|.c }} d", false, "b.c"),
            ("a {{ |site.b }}", false, "b"),
            ("{{ site.b }}|", false, "b"),
            ("{{ site.b }} |", false, ""),
            ("{{ page.b| }}", false, ""),
            ("{{ site.b\n| }}", false, ""),
            ("{{ site.b|.c }}", true, "b"),
            ("{{ site.b.|c }}", true, "b.c"),
            ("{{ site?.b|.c | upper }}", true, "b"),
            ("{{ offsite.b| }}", true, ""),
            ("", false, ""),
        ] {
            let offset = text.find('|').unwrap_or(0);
            let text = text.replacen('|', "", 1);
            let found = fact(&text, offset, is_template);
            let keys = found.map_or_else(String::new, |(keys, _)| keys.join("."));
            assert_eq!(keys, expected, "{text}");
        }
    }
}
