//! Values that texts of Jekyll show and that are known: those of data files and variables, and includes in Markdown.

use std::borrow::Cow;
use std::collections::BTreeMap;

use diagnostic::folder_of;
use render::joined;
use toml::{Table, Value};

use crate::edits::{Edit, apply};
use crate::front_matter::split;
use crate::model::{Page, Site};
use crate::project::Project;
use crate::shortcodes::{arguments_of, template_tags};
use crate::values::{from_yaml_value, quoted, texts};

/// How deep includes may show others.
const DEEPEST: usize = 4;

/// Maximum length of the includes that a page shows, in bytes. Includes that show each other several times would grow without end.
const LONGEST: usize = 4 << 20;

/// Tags that begin a block in which an assignment may happen several times, or not at all.
const BLOCKS: [&str; 6] = ["case", "comment", "for", "if", "tablerow", "unless"];

/// Returns the values of the data files of a site, as `site.data` has them.
pub fn data(project: &Project<'_>) -> Table {
    let mut data = Table::new();
    for path in project.below("_data/") {
        let Some((stem, "yml" | "yaml" | "json")) = path["_data/".len()..].rsplit_once('.') else {
            continue;
        };
        let source = project.text(path);
        let value = source.and_then(|source| from_yaml_value(&source.text));
        let mut folders: Vec<&str> = stem.split('/').collect();
        let (Some(name), Some(value)) = (folders.pop(), value) else {
            continue;
        };
        let folder = folders.into_iter().try_fold(&mut data, |table, name| {
            let inner = table.entry(name).or_insert_with(|| Table::new().into());
            inner.as_table_mut()
        });
        if let Some(folder) = folder {
            folder.insert(name.to_owned(), value);
        }
    }
    data
}

/// Returns a text with its includes in Markdown and the values that are known.
pub fn with_known<'t>(site: &Site, page: &Page, text: &'t str) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    let mut left = LONGEST;
    for _ in 0..DEEPEST {
        let edits = includes(site, page, &text, &mut left);
        if edits.is_empty() {
            break;
        }
        text = Cow::Owned(apply(&text, edits));
    }
    let edits = known(site, page, &text);
    if edits.is_empty() {
        return text;
    }
    Cow::Owned(apply(&text, edits))
}

/// Returns the word at the beginning of a tag of Liquid, and the rest.
fn words(tag: &str) -> (&str, &str) {
    let inner = tag[2..tag.len() - 2].trim_matches('-').trim();
    let (word, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    (word, rest.trim())
}

/// Returns the changes that put the texts of includes in the places of their tags.
fn includes(site: &Site, page: &Page, text: &str, left: &mut usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    for span in template_tags(text) {
        let (word, rest) = words(&text[span.clone()]);
        let (file, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let path = match word {
            "include" | "include_cached" => joined("_includes", file),
            "include_relative" => joined(folder_of(&page.source.path), file),
            _ => continue,
        };
        let Some(source) = site.documents.get(&path) else {
            continue;
        };
        let body = split(&source.text).map_or(0..source.text.len(), |parsed| parsed.body);
        let shown = with_arguments(source.text[body].trim(), arguments);
        if let Some(rest) = left.checked_sub(shown.len()) {
            *left = rest;
            edits.push((span, shown));
        }
    }
    edits
}

/// Replaces `include.name` in the text of an include by the argument, which may be a variable.
fn with_arguments(text: &str, arguments: &str) -> String {
    let all = arguments_of(arguments, &[]);
    let mut edits: Vec<Edit> = Vec::new();
    for span in template_tags(text) {
        let (word, filters) = words(&text[span.clone()]);
        let Some(key) = word.strip_prefix("include.") else {
            continue;
        };
        let (key, filter) = key.split_once('|').unwrap_or((key, ""));
        let value = all.iter().find(|(name, _)| name == key);
        let value = value.map_or("", |(_, value)| value.as_str());
        let is_variable = !value.is_empty() && arguments.contains(&format!("{key}={value}"));
        let new = match (is_variable, filters.is_empty() && filter.is_empty()) {
            (false, true) => value.to_owned(),
            (false, false) => format!("{{{{ {} {filter}{filters} }}}}", quoted(value)),
            (true, _) => format!("{{{{ {value} {filter}{filters} }}}}"),
        };
        edits.push((span, new));
    }
    apply(text, edits)
}

/// Returns the changes that put known values in the places of their tags, and remove the assignments of these values.
fn known(site: &Site, page: &Page, text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut scope = Scope {
        site,
        page,
        variables: BTreeMap::new(),
    };
    let mut depth = 0_usize;
    // Start of the tag `capture`, end of it, and the name.
    let mut capture: Option<(usize, usize, &str)> = None;
    for span in template_tags(text) {
        let (word, rest) = words(&text[span.clone()]);
        if text[span.clone()].starts_with("{{") {
            let inner = text[span.start + 2..span.end - 2].trim_matches('-').trim();
            edits.extend(scope.shown(inner).map(|new| (span, new)));
        } else if BLOCKS.contains(&word) {
            depth += 1;
        } else if word
            .strip_prefix("end")
            .is_some_and(|one| BLOCKS.contains(&one))
        {
            depth = depth.saturating_sub(1);
        } else if word == "assign" {
            let Some((name, expression)) = rest.split_once('=') else {
                continue;
            };
            let value = scope.value(expression).filter(|_| depth == 0);
            match value {
                Some(value) => {
                    scope.variables.insert(name.trim(), value);
                    edits.push((span, String::new()));
                }
                None => drop(scope.variables.remove(name.trim())),
            }
        } else if word == "capture" {
            capture = Some((span.start, span.end, rest));
        } else if word == "endcapture"
            && let Some((start, from, name)) = capture.take()
        {
            let inner = text[from..span.start].trim();
            if depth == 0 && !inner.contains("{%") && !inner.contains("{{") {
                let value = Cow::Owned(Value::String(inner.to_owned()));
                scope.variables.insert(name, value);
                edits.push((start..span.end, String::new()));
            } else {
                scope.variables.remove(name);
            }
        }
    }
    edits
}

/// The values that an expression can name: those of the settings, of the page, and of variables.
struct Scope<'s, 't> {
    site: &'s Site,
    page: &'s Page,
    variables: BTreeMap<&'t str, Cow<'s, Value>>,
}

impl<'s> Scope<'s, '_> {
    /// Returns the text that an output shows; `None` if it is unknown, or not of a variable or a table in the settings.
    fn shown(&self, expression: &str) -> Option<String> {
        let path = expression.split('|').next().unwrap_or_default().trim();
        let (head, keys) = path.split_once('.').unwrap_or((path, ""));
        let is_known = self.variables.contains_key(head) || head == "site" && keys.contains('.');
        if !is_known {
            return None;
        }
        let value = self.value(expression)?;
        let text = texts(Some(value.as_ref()).filter(|one| !one.is_array()));
        let text = text.into_iter().next()?;
        Some(if expression.contains("markdownify") {
            format!("\n\n{text}\n\n")
        } else {
            text
        })
    }

    /// Returns the value of an expression, or `None` if it is unknown.
    fn value(&self, expression: &str) -> Option<Cow<'s, Value>> {
        let mut parts = expression.split('|').map(str::trim);
        let mut value = self.named(parts.next()?)?;
        for filter in parts {
            let (name, arguments) = filter.split_once(':').unwrap_or((filter, ""));
            value = match name.trim() {
                "first" => item(value, <[Value]>::first)?,
                "last" => item(value, <[Value]>::last)?,
                "where" => {
                    let (key, wanted) = arguments.split_once(',')?;
                    let (key, wanted) = (bare(key), bare(wanted));
                    let is_wanted = |one: &&Value| {
                        let own = one.as_table().and_then(|one| one.get(key));
                        texts(own).iter().any(|one| one == wanted)
                    };
                    let found = value.as_array()?.iter().filter(is_wanted).cloned();
                    Cow::Owned(Value::Array(found.collect()))
                }
                "markdownify" | "strip" | "escape" => value,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Returns the value of a text in quotes, a number, or a path such as `site.data.team[0].name`.
    fn named(&self, path: &str) -> Option<Cow<'s, Value>> {
        if bare(path) != path || path.parse::<f64>().is_ok() {
            return Some(Cow::Owned(Value::String(bare(path).to_owned())));
        }
        let mut keys = path
            .split(['.', '[', ']'])
            .map(bare)
            .filter(|key| !key.is_empty());
        let head = keys.next()?;
        let mut value = match head {
            "site" => Cow::Borrowed(self.site.params.get(keys.next()?)?),
            "page" => Cow::Borrowed(self.page.fields.get(keys.next()?)?),
            name => self.variables.get(name)?.clone(),
        };
        for key in keys {
            value = match (key, key.parse::<usize>()) {
                ("first", _) => item(value, <[Value]>::first)?,
                (_, Ok(index)) => item(value, |all| all.get(index))?,
                _ => match value {
                    Cow::Borrowed(value) => Cow::Borrowed(value.as_table()?.get(key)?),
                    Cow::Owned(value) => Cow::Owned(value.as_table()?.get(key)?.clone()),
                },
            };
        }
        Some(value)
    }
}

/// Returns one of the items of a list.
fn item(
    list: Cow<'_, Value>,
    choose: impl Fn(&[Value]) -> Option<&Value>,
) -> Option<Cow<'_, Value>> {
    match list {
        Cow::Borrowed(list) => choose(list.as_array()?).map(Cow::Borrowed),
        Cow::Owned(list) => choose(list.as_array()?).cloned().map(Cow::Owned),
    }
}

/// Returns a text without the quotes around it.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let inner = ['"', '\''].into_iter().find_map(|quote| {
        let inner = text.strip_prefix(quote)?;
        inner.strip_suffix(quote)
    });
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;

    use super::*;
    use crate::fixture::Files;

    #[test]
    fn known_values() {
        let files = Files::of(&[
            ("_data/ruby.yml", "min: 2.7.0\n"),
            (
                "_data/rel.yaml",
                "- version: 1.0\n  url: /one\n- version: 2.0\n  url: /two\n",
            ),
            ("_data/a/b.json", "{\"c\": [{\"d\": 3}]}"),
            ("_data/a.yml/x.yml", "- ["),
        ]);
        let mut site = Site::default();
        site.params
            .insert("data".to_owned(), data(&files.project()).into());
        let include = |path: &str, text: &str| (path.to_owned(), Source::new(path, text));
        site.documents = [
            include(
                "_includes/t.md",
                "Some *{{ include.a }}*, {{include.b | upcase}}.\n",
            ),
            include(
                "_includes/loop.md",
                "{% include loop.md %}{% include loop.md %}",
            ),
            include("notes/near.md", "Near."),
        ]
        .into();
        let page = Page::new(&Source::new("notes/a.md", ""));
        for (text, expected) in [
            ("Ruby {{ site.data.ruby.min }}+", "Ruby 2.7.0+"),
            (
                "{{ site.data.a.b.c[0].d }} {{ site.url }}",
                "3 {{ site.url }}",
            ),
            (
                "{% assign r = site.data.rel | where: \"version\", 2.0 | first %}\n[1]: {{ r.url }}\n{{ r.none }}",
                "\n[1]: /two\n{{ r.none }}",
            ),
            (
                "{% assign r = 'a' %}{% if x %}{% assign r = 'b' %}{% endif %}{{ r }}",
                "{% if x %}{% assign r = 'b' %}{% endif %}{{ r }}",
            ),
            (
                "{% assign r = x | plus: 1 %}{{ r }}",
                "{% assign r = x | plus: 1 %}{{ r }}",
            ),
            (
                "{% capture c %}{% include t.md a=\"x\" %}{% endcapture %}<div>{{ c | markdownify }}</div>",
                "{% capture c %}Some *x*, {{ \"\" | upcase }}.{% endcapture %}<div>{{ c | markdownify }}</div>",
            ),
            (
                "{% capture c %}Some *x*.{% endcapture %}<div>{{ c | markdownify }}</div>",
                "<div>\n\nSome *x*.\n\n</div>",
            ),
            (
                "{% include t.md a=\"x\" b=site.data.ruby.min %}",
                "Some *x*, {{ site.data.ruby.min | upcase }}.",
            ),
            (
                "{% include_relative near.md %} {% include other.html %} {% raw %}{% include t.md %}{% endraw %}",
                "Near. {% include other.html %} {% raw %}{% include t.md %}{% endraw %}",
            ),
        ] {
            assert_eq!(with_known(&site, &page, text), expected);
        }
        assert!(with_known(&site, &page, "{% include loop.md %}").len() < 1_000);
    }
}
