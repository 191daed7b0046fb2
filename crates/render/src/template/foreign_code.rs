//! Finds code of PHP, Svelte, and JavaScript in a template, which would become text or a comment.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

use super::tags::{delimited, name_at};
use crate::codes;

/// Returns the finding about the first piece of such code. What follows from it would be reported in other words.
pub fn foreign_code(source: &Arc<Source>) -> Option<Diagnostic> {
    if !source.path.ends_with(".html") {
        return None;
    }
    let text = source.text.as_str();
    let found = php(text)
        .or_else(|| svelte(text))
        .or_else(|| template_literal(text))?;
    let (start, length, message, help) = found;
    let place = Place::new(source, start..start + length);
    Some(
        Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
            .at(place, "")
            .help(help),
    )
}

/// Start and length of the code, message, and help.
type Found = Option<(usize, usize, &'static str, String)>;

fn php(text: &str) -> Found {
    let starts = ["<?php", "<?="].into_iter();
    let start = starts.filter_map(|sign| text.find(sign)).min()?;
    let length = text[start..].find("?>").map_or("<?".len(), |end| end + 2);
    let code = &text[start..start + length];
    // `$page->title`
    let field = code.split_once('$').and_then(|(_, rest)| {
        let owner = name_at(rest);
        let key = name_at(rest[owner.len()..].strip_prefix("->")?);
        let is_known = matches!(owner, "page" | "site") && !key.is_empty();
        is_known.then(|| format!("{owner}.{key}"))
    });
    let value = field.unwrap_or_else(|| "page.title".to_owned());
    let help = format!(
        "write a value as {{{{ {value} }}}}, and a condition as {{% if … %}} … {{% endif %}}"
    );
    Some((start, length, "this is PHP", help))
}

fn svelte(text: &str) -> Found {
    let tags = [("{#each ", "{/each}"), ("{#if ", "{/if}")];
    let mut found = tags.into_iter().filter_map(|(open, close)| {
        let start = text.find(open)?;
        let length = text[start..].find('}')? + 1;
        let code = &text[start..start + length];
        // A comment ends with a number sign.
        let is_code =
            !code.ends_with("#}") && !code.contains('\n') && text[start..].contains(close);
        is_code.then_some((start, length))
    });
    let (start, length) = found.next()?;
    let code = &text[start..start + length];
    let words = code.trim_matches(['{', '}']);
    let help = match words.strip_prefix("#each ") {
        Some(words) => {
            let item = words
                .split_once(" as ")
                .map_or("one", |(_, item)| name_at(item.trim()));
            format!(
                "write {{% for {item} in collection(name=…) %}} … {{% endfor %}}, and {{{{ {item}.title }}}} within it"
            )
        }
        None => "write {% if page?.title %} … {% endif %}".to_owned(),
    };
    Some((start, length, "this is a tag of Svelte", help))
}

fn template_literal(text: &str) -> Found {
    let values = delimited(text, "{{", "}").into_iter();
    let starts = values.filter_map(|span| {
        let quote = span.start + text[span.start..].find('`').filter(|at| *at < 4)?;
        let inner = &text[quote + 1..];
        let end = inner.find('`')?;
        inner[..end].contains("${").then_some((quote, end))
    });
    let (start, end) = starts.into_iter().next()?;
    let mut parts = Vec::new();
    let mut rest = &text[start + 1..start + 1 + end];
    while let Some((before, inner)) = rest.split_once("${") {
        let (value, after) = inner.split_once('}')?;
        parts.extend([format!("\"{before}\""), value.trim().to_owned()]);
        rest = after;
    }
    parts.push(format!("\"{rest}\""));
    parts.retain(|part| part != "\"\"");
    let help = format!("write {}", parts.join(" ~ "));
    Some((start, end + 2, "`${…}` is not filled in here", help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code() {
        for (text, expected) in [
            (
                "<p><?php echo $page->title; ?></p>",
                "<?php echo $page->title; ?>: write a value as {{ page.title }}",
            ),
            (
                "<p><?= 1 ?></p>",
                "<?= 1 ?>: write a value as {{ page.title }}",
            ),
            (
                "{#each notes as note}{note.title}{/each}",
                "{#each notes as note}: write {% for note in collection",
            ),
            ("{#if a}b{/if}", "{#if a}: write {% if page?.title %}"),
            (
                "<a href=\"{{ `/notes/${page.slug}` }}\">",
                "`/notes/${page.slug}`: write \"/notes/\" ~ page.slug",
            ),
            ("{#each day, a comment#} {# a } #} {{ `a` }} <?xml ?>", ""),
        ] {
            let found = foreign_code(&Source::new("themes/t/templates/a.html", text));
            let shown = found.map(|one| {
                let place = one.place.unwrap().0;
                format!("{}: {}", &text[place.span], one.help.join(" "))
            });
            let shown = shown.unwrap_or_default();
            assert_eq!(shown.is_empty(), expected.is_empty(), "{text}: {shown}");
            assert!(shown.starts_with(expected), "{text}: {shown}");
        }
    }
}
