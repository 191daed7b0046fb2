//! Attributes of Vue, Alpine, Angular, and Thymeleaf.

use super::foreign_meaning::{Construct, Meaning};
use super::written_tags::between;

/// Help for an attribute that a script would have to read.
const UNREAD: &str =
    "delete it: no script of this theme uses it; for what visitors can change, write an island";

/// Returns the attributes of Vue, Alpine, Angular, and Thymeleaf, each with what it does.
pub fn attributes(html: &str) -> Vec<Construct> {
    let tags = between(html, "<", ">").into_iter();
    let found =
        tags.filter(|tag| html[tag.start + 1..].starts_with(|c: char| c.is_ascii_alphabetic()));
    let found = found.flat_map(|tag| {
        let text = &html[tag.clone()];
        let names = names(text).into_iter().filter_map(|at| {
            let rest = &text[at..];
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/'))?;
            let value = rest[end..]
                .strip_prefix("=\"")
                .and_then(|rest| Some(rest.split_once('"')?.0));
            Some((at, &rest[..end], value.unwrap_or_default()))
        });
        let start = tag.start;
        let found = names.filter_map(|(at, name, value)| {
            let (language, meaning) = attribute(name, value)?;
            let length = name.len() + if value.is_empty() { 0 } else { value.len() + 3 };
            let span = start + at..start + at + length;
            Some(Construct {
                span,
                language,
                meaning,
            })
        });
        found.collect::<Vec<Construct>>()
    });
    found.collect()
}

/// Returns where a tag may have the names of attributes: behind spaces that are not within a value.
fn names(tag: &str) -> Vec<usize> {
    let mut quote = None;
    let mut starts = Vec::new();
    for (at, sign) in tag.char_indices() {
        match quote {
            Some(open) if sign == open => quote = None,
            None if matches!(sign, '"' | '\'') => quote = Some(sign),
            None if sign.is_whitespace() => starts.push(at + sign.len_utf8()),
            Some(_) | None => {}
        }
    }
    starts
}

/// Returns language and meaning of an attribute, or `None` for one of HTML.
fn attribute(name: &str, value: &str) -> Option<(&'static str, Meaning)> {
    let prefixes = [
        ("v-", "Vue"),
        ("x-", "Alpine"),
        ("*ng", "Angular"),
        ("ng-", "AngularJS"),
        ("th:", "Thymeleaf"),
    ];
    let known = prefixes
        .iter()
        .find_map(|(prefix, language)| Some((name.strip_prefix(prefix)?, *language)));
    let Some((name, language)) = known else {
        return bound(name, value);
    };
    let value = value.trim().trim_start_matches("${").trim_end_matches('}');
    let own = || value.to_owned();
    let meaning = match name {
        "for" | "For" | "repeat" | "each" => Meaning::loop_in(value)?,
        "if" | "If" | "show" => Meaning::If(own()),
        "else-if" => Meaning::ElseIf(own()),
        "else" => Meaning::Else,
        "text" | "bind" if !value.contains('{') => Meaning::Print(own()),
        "html" | "bind-html" | "utext" => Meaning::Raw(own()),
        "unless" => Meaning::If(format!("!({value})")),
        "data" | "model" | "init" | "app" | "controller" | "cloak" | "transition" | "ref"
        | "pre" | "once" => Meaning::Advice(UNREAD.to_owned()),
        name if name.starts_with("on:") || matches!(name, "click" | "submit" | "change") => {
            Meaning::Advice(UNREAD.to_owned())
        }
        name => {
            let name = name.strip_prefix("bind:").or_else(|| {
                matches!(name, "href" | "src" | "class" | "value" | "alt").then_some(name)
            })?;
            Meaning::Attribute {
                name: name.to_owned(),
                value: own(),
            }
        }
    };
    Some((language, meaning))
}

/// Returns language and meaning of an attribute whose name begins with a sign: `:href`, `@click`, `[src]`, `(click)`.
fn bound(name: &str, value: &str) -> Option<(&'static str, Meaning)> {
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || b"-.".contains(&byte))
    };
    let script = || Meaning::Advice(UNREAD.to_owned());
    let attribute = |name: &str| Meaning::Attribute {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    if value.is_empty() {
        return None;
    }
    if let Some(name) = name.strip_prefix(':').filter(|name| is_name(name)) {
        return Some(("Vue or Alpine", attribute(name)));
    }
    if name.strip_prefix('@').is_some_and(is_name) {
        return Some(("Vue or Alpine", script()));
    }
    if let Some(inner) = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
    {
        return match inner {
            "innerHTML" => Some(("Angular", Meaning::Raw(value.to_owned()))),
            _ => is_name(inner).then(|| ("Angular", attribute(inner))),
        };
    }
    let event = name
        .strip_prefix('(')
        .and_then(|name| name.strip_suffix(')'));
    event
        .filter(|name| is_name(name))
        .map(|_| ("Angular", script()))
}

/// Returns whether a script that a template loads or contains may read the attributes of a language: one of another host, one that is
/// bundled, or one that names it.
pub fn may_read(text: &str, language: &str) -> bool {
    text.match_indices("<script").any(|(at, _)| {
        let script = text[at..].split("</script").next().unwrap_or_default();
        let tag = script.split('>').next().unwrap_or_default();
        let script = script.to_lowercase();
        let names = language.to_lowercase();
        let is_named = names
            .split(" or ")
            .any(|name| script.contains(name.trim_end_matches("js")));
        let is_other = tag.contains("src=") && !OWN_SCRIPTS.iter().any(|own| tag.contains(own));
        is_named || is_other || script.contains("import ")
    })
}

/// Scripts of the program itself.
const OWN_SCRIPTS: [&str; 2] = ["consent.js", "search-open.js"];
