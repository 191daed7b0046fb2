//! Constructs of other template languages that Tera takes for text or for a comment: PHP, EJS, Svelte, Blade, Smarty, and attributes of
//! Vue, Alpine, and Angular. The page would show them, or its visitors' browsers would ignore them.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Source, first_line};

use super::foreign_attributes::{attributes, may_read};
use super::foreign_code::code;
use super::foreign_markup::shown_under_condition;
use super::foreign_meaning::{Construct, Meaning};
use super::foreign_tags::in_braces;
use super::graph::Templates;
use super::tags::{delimited, name_at, tags, variables};
use super::template_names::Names;
use super::values_in_signs::foreign_values;
use super::written_tags::{between, html_of, without_raw};
use crate::codes;

/// Returns the finding about the first construct of PHP, EJS, Svelte, Go, or Handlebars, or loop of Vue, Alpine, or Angular whose entries
/// are printed. What follows would not be what it looks like, so the template must not be used.
pub fn foreign_block(source: &Arc<Source>, templates: &Templates) -> Option<Diagnostic> {
    if !source.path.ends_with(".html") {
        return None;
    }
    let text = &without_raw(&source.text);
    let html = without_code(html_of(text, &[]));
    let of_svelte = text.contains("{#").then(|| svelte_tag(text)).flatten();
    let of_server = html
        .match_indices('<')
        .find_map(|(start, _)| server_code(text, &html, start));
    let first = [of_svelte, of_server, value_tag(text)];
    let first = first.into_iter().flatten();
    let found = first
        .min_by_key(|one| one.span.start)
        .or_else(|| loop_in_use(text, &html, templates))
        .or_else(|| literal_of_javascript(text))?;
    Some(finding(source, &found, templates))
}

/// Returns the first loop of another language whose entries are printed between two braces.
fn loop_in_use(text: &str, html: &str, templates: &Templates) -> Option<Construct> {
    // Each is compared with the whole text.
    const MOST: usize = 50;
    let given = variables(text, text.len());
    let all_tags = tags(text);
    let is_own = |item: &str| {
        let mut loops = all_tags.iter().filter(|tag| tag.word == "for");
        given.contains(&item) || loops.any(|tag| tag.name() == item)
    };
    let is_printed = |one: &Construct| match &one.meaning {
        Meaning::For { item, .. } => {
            let starts = [
                format!("{{{{ {item}."),
                format!("{{{{{item}."),
                format!("{{{{ {item} "),
            ];
            !is_own(item) && starts.iter().any(|start| text.contains(start))
        }
        _ => false,
    };
    let in_text = html
        .match_indices(['{', '@', '<', '['])
        .filter_map(|(start, _)| in_text(html, start));
    let all = attributes(html).into_iter().chain(in_text);
    let loops = all.filter(|one| matches!(one.meaning, Meaning::For { .. }));
    let mut loops = loops.take(MOST).filter(is_printed);
    loops.find(|one| !is_read(templates, one.language))
}

/// Returns the first tag of Go or Handlebars that Tera would take for a value or refuse.
fn value_tag(text: &str) -> Option<Construct> {
    let spans = delimited(text, "{{", "}}").into_iter();
    let mut spans = spans
        .filter(|span| text[span.clone()].ends_with("}}") && !text[..span.start].ends_with('{'));
    spans.find_map(|span| {
        let inner = text[span.start + 2..span.end - 2].trim_matches(['-', '~', ' ', '\n']);
        let words = [
            "if ",
            "with ",
            "range ",
            "else if ",
            "else with ",
            "define ",
            "block ",
            "template ",
        ];
        // `block`, `with`, and others may be the names of variables here.
        let follows = |word: &str| {
            let after = inner.strip_prefix(word)?.trim_start();
            let is_value = !after.starts_with(['|', '~', '+', '*', '=', '!', '<', '>', '?']);
            let is_name = after.starts_with(['"', '`']);
            let is_word = after.starts_with("if ") || after.starts_with("is ");
            let needs_name = matches!(word, "define " | "block " | "template ");
            Some(is_value && !is_word && (is_name || !needs_name))
        };
        let is_tag = inner.starts_with(['#', '^', '/', '>'])
            || words.iter().any(|word| follows(word) == Some(true));
        let (language, meaning) = is_tag.then(|| in_braces(inner))??;
        Some(Construct {
            span,
            language,
            meaning,
        })
    })
}

/// Returns whether a script of the theme may read the attributes of a language.
fn is_read(templates: &Templates, language: &str) -> bool {
    let mut sources = templates.values();
    sources.any(|source| may_read(&source.text, language))
}

/// Returns HTML with spaces in place of the tags that have attributes with code of a program, such as `@click` and `onclick`.
fn without_programs(html: String) -> String {
    const NAMES: [&str; 5] = [":", "@", "x-", "v-", "on"];
    let has_program = |tag: &str| {
        let mut words = tag.split_whitespace();
        words.any(|word| NAMES.iter().any(|name| word.starts_with(name)))
    };
    let tags = between(&html, "<", ">").into_iter();
    let tags: Vec<_> = tags.filter(|tag| has_program(&html[tag.clone()])).collect();
    let mut kept = html.into_bytes();
    for tag in tags {
        kept[tag].fill(b' ');
    }
    String::from_utf8(kept).unwrap_or_default()
}

/// Returns the findings about all values in other signs, and about the first other construct. The page would show them, or browsers ignore
/// them.
pub fn foreign_text(source: &Arc<Source>, templates: &Templates) -> Vec<Diagnostic> {
    if !source.path.ends_with(".html") {
        return Vec::new();
    }
    let text = &without_raw(&source.text);
    let html = html_of(text, &delimited(text, "{{", "}}"));
    let html = without_code(html);
    let mut unread: BTreeMap<&str, bool> = BTreeMap::new();
    let attribute = attributes(&html).into_iter().find(|one| {
        let unread = unread.entry(one.language);
        *unread.or_insert_with(|| !is_read(templates, one.language))
    });
    let html = without_programs(html);
    let values = foreign_values(text, &html);
    let signs = html.match_indices(['{', '@', '<', '$', '#', '[']);
    let is_value = |one: &Construct| {
        let mut spans = values.iter().map(|value| &value.span);
        spans.any(|span| span.start <= one.span.start && one.span.end <= span.end)
    };
    let signs = signs.filter_map(|(start, _)| in_text(&html, start));
    let mut signs = signs.filter(|one| !is_value(one));
    let included = text
        .find("<!--#")
        .and_then(|start| server_side_include(text, start));
    let first = signs.next().into_iter().chain(attribute).chain(included);
    let first = first.min_by_key(|one| one.span.start);
    let is_inside = |one: &&Construct| {
        let mut around = first.iter().map(|first| &first.span);
        around.any(|span| span.contains(&one.span.start))
    };
    let found = values.iter().filter(|one| !is_inside(one)).chain(&first);
    found
        .map(|one| finding(source, one, templates).warning())
        .collect()
}

fn finding(source: &Arc<Source>, construct: &Construct, templates: &Templates) -> Diagnostic {
    let Construct {
        span,
        language,
        meaning,
    } = construct;
    let names = Names::new(&source.text, span.start, templates);
    let written = first_line(&source.text[span.clone()]);
    let shown = &written[..written.floor_char_boundary(LONGEST)];
    let more = if shown.len() < span.len() { "…" } else { "" };
    let message = format!("`{shown}{more}` is {language}, which templates do not run");
    let end = span.start + written.len();
    let place = Place::new(source, span.start..end);
    let whole = Place::new(source, span.clone());
    let fixed = meaning.replacement(&names);
    let fix = fixed.map(|fixed| Fix::replace(format!("write {fixed}"), whole, fixed));
    Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
        .at(place, "")
        .help(meaning.help(&names))
        .maybe_fix(fix)
}

/// Number of bytes of a construct that a message shows.
const LONGEST: usize = 60;

/// Returns the first tag of Svelte that Tera takes for a comment: `{#each notes as note}`.
fn svelte_tag(text: &str) -> Option<Construct> {
    let starts = text.match_indices("{#").map(|(start, _)| start);
    // In Handlebars, such a tag has two braces.
    let mut starts = starts.filter(|start| !text[..*start].ends_with('{'));
    let closed = ["if", "each", "await", "key", "snippet"]
        .map(|word| (word, text.contains(&format!("{{/{word}}}"))));
    let last = text.rfind("#}").unwrap_or_default();
    starts.find_map(|start| {
        let inner = beginning(&text[start + 2..]);
        let end = inner
            .find('}')
            .filter(|end| !inner[..*end].ends_with('#') && !inner[..*end].contains('\n'))?;
        let (word, value) = inner[..end].split_once(' ')?;
        let meaning = match word {
            "if" => Meaning::If(value.to_owned()),
            "each" => {
                let (list, item) = value.split_once(" as ").unwrap_or((value, ""));
                Meaning::each(item, list)
            }
            "await" | "key" => Meaning::Advice(
                "delete it and its end tag: a page is rendered once, when the site is built"
                    .to_owned(),
            ),
            "snippet" => {
                Meaning::Advice("write the part as a component in templates/components".to_owned())
            }
            _ => return None,
        };
        // A comment of Tera may begin with such a word.
        let is_tag = closed.contains(&(word, true)) || last < start;
        let span = start..start + 2 + end + 1;
        is_tag.then_some(Construct {
            span,
            language: "Svelte",
            meaning,
        })
    })
}

/// Returns code of PHP, EJS, or ERB at a byte offset: `<?= $title ?>`, `<% if (x) { %>`.
fn server_code(text: &str, html: &str, start: usize) -> Option<Construct> {
    let rest = &html[start..];
    let kinds = [
        ("<?php", "?>", "PHP"),
        ("<?=", "?>", "PHP"),
        ("<? ", "?>", "PHP"),
        ("<%", "%>", "EJS or ERB"),
    ];
    let (open, close, language) = kinds
        .into_iter()
        .find(|(open, _, _)| rest.starts_with(open))?;
    let inner = start + open.len();
    let length = text[inner..].find(close);
    let end = length.map_or(text.len(), |length| inner + length);
    let written = text.get(inner..end)?;
    let span = start..(end + close.len()).min(text.len());
    Some(Construct {
        span,
        language,
        meaning: code(written, open == "<?="),
    })
}

/// Returns the first text in backquotes within a tag of Tera that has a value in the notation of JavaScript.
fn literal_of_javascript(text: &str) -> Option<Construct> {
    if !text.contains("${") {
        return None;
    }
    let spans = [delimited(text, "{{", "}}"), delimited(text, "{%", "%}")].concat();
    spans.into_iter().find_map(|span| {
        let tag = &text[span.clone()];
        let start = tag.find('`')?;
        let end = start + 1 + tag[start + 1..].find('`')? + 1;
        let literal = &tag[start..end];
        let is_one = literal.contains("${") && !tag.starts_with("{% raw");
        is_one.then(|| Construct {
            span: span.start + start..span.start + end,
            language: "JavaScript",
            meaning: Meaning::Value(literal.to_owned()),
        })
    })
}

/// Returns the construct of Blade, Smarty, Angular, Svelte, `FreeMarker`, or JSX in text at a byte offset.
fn in_text(html: &str, start: usize) -> Option<Construct> {
    let rest = &html[start..];
    let line = first_line(beginning(rest));
    let before = html[..start].chars().next_back();
    let is_first = before.is_none_or(|c| c.is_whitespace() || c == '>');
    let construct = |length: usize, language, meaning| {
        // A parenthesis may not be closed.
        let span = start..start + rest.floor_char_boundary(length);
        Some(Construct {
            span,
            language,
            meaning,
        })
    };
    let closed = |close: &str| line.find(close).map(|end| end + close.len());
    match rest.as_bytes().first()? {
        b'@' if is_first => {
            let word = name_at(&rest[1..]);
            let after = rest[1 + word.len()..].trim_start_matches(' ');
            let inner = after.starts_with('(').then(|| &after[1..inside(after)]);
            // The word, and the spaces before its parenthesis.
            let length = rest.len() - after.len();
            let length = if inner.is_some() {
                length
            } else {
                1 + word.len()
            };
            let meaning = blade(word, inner)?;
            let rest = after.get(inner.map_or(0, |inner| inner.len() + 2)..);
            let language = if rest.unwrap_or_default().trim_start().starts_with('{') {
                "Angular"
            } else {
                "Blade"
            };
            construct(
                length + inner.map_or(0, |inner| inner.len() + 2),
                language,
                meaning,
            )
        }
        b'{' if rest.starts_with("{!!") => {
            let end = closed("!!}")?;
            construct(end, "Blade", Meaning::Raw(line.get(3..end - 3)?.to_owned()))
        }
        b'{' if rest.starts_with("{{") || rest.starts_with("{%") => None,
        b'{' => {
            let end = closed("}")?;
            let (language, meaning) = in_single_braces(&line[1..end - 1])?;
            match shown_under_condition(line).filter(|_| language == "JSX") {
                Some((end, help)) => construct(end, language, Meaning::Advice(help)),
                None => construct(end, language, meaning),
            }
        }
        b'$' if rest.starts_with("${") => {
            let end = closed("}")?;
            construct(
                end,
                "JavaScript or FreeMarker",
                Meaning::Print(line[2..end - 1].to_owned()),
            )
        }
        b'#' if rest.starts_with("#{") => {
            let end = closed("}")?;
            construct(
                end,
                "Pug or Ruby",
                Meaning::Print(line[2..end - 1].to_owned()),
            )
        }
        b'<' | b'[' if rest[1..].starts_with('#') => {
            let (close, inner) = if rest.starts_with('<') {
                (">", &rest[2..])
            } else {
                ("]", &rest[2..])
            };
            let end = closed(close)?;
            let word = name_at(inner);
            let value = line
                .get(2 + word.len()..end - 1)?
                .trim()
                .trim_end_matches('/');
            let meaning = match word {
                "if" => Meaning::If(value.to_owned()),
                "elseif" => Meaning::ElseIf(value.to_owned()),
                "else" => Meaning::Else,
                "list" => {
                    let (list, item) = value.split_once(" as ")?;
                    Meaning::each(item, list)
                }
                "include" | "import" => Meaning::Include(value.to_owned()),
                "assign" => {
                    let (name, value) = value.split_once('=')?;
                    Meaning::Set {
                        name: name.trim().to_owned(),
                        value: value.trim().to_owned(),
                    }
                }
                _ => return None,
            };
            construct(end, "FreeMarker", meaning)
        }
        b'<' => {
            let name: String = rest[1..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '-'))
                .collect();
            let value = |key: &str| -> Option<String> {
                let (_, rest) = line.split_once(&format!(" {key}=\""))?;
                Some(
                    rest.split('"')
                        .next()?
                        .trim_start_matches("${")
                        .trim_end_matches('}')
                        .to_owned(),
                )
            };
            let (language, meaning) = match name.as_str() {
                "c:if" | "xsl:if" | "xsl:when" => ("JSP or XSLT", Meaning::If(value("test")?)),
                "c:forEach" => ("JSP", Meaning::each(&value("var")?, &value("items")?)),
                "c:out" => ("JSP", Meaning::Print(value("value")?)),
                "jsp:include" => ("JSP", Meaning::Include(value("page")?)),
                "xsl:value-of" => ("XSLT", Meaning::Print(value("select")?)),
                "xsl:for-each" => ("XSLT", Meaning::each("one", &value("select")?)),
                _ => return None,
            };
            construct(1 + name.len(), language, meaning)
        }
        _ => None,
    }
}

/// Returns the beginning of a text, in which a construct ends, so that the time is proportional to the length of the template.
fn beginning(text: &str) -> &str {
    const LONGEST: usize = 400;
    &text[..text.floor_char_boundary(LONGEST)]
}

/// Returns the index of the parenthesis that closes the one with which a text begins, on the same line, or that line's length.
fn inside(text: &str) -> usize {
    let line = first_line(beginning(text));
    let mut depth = 0_usize;
    for (at, sign) in line.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 1 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    line.len().max(1)
}

/// Returns what a directive of Blade or Angular does, given what is in its parentheses. Returns `None` for any other word after an `@`.
fn blade(word: &str, inner: Option<&str>) -> Option<Meaning> {
    let value = inner.unwrap_or_default();
    let first = value
        .split(',')
        .next()
        .unwrap_or_default()
        .trim_matches(['\'', '"', ' ']);
    Some(match (word, inner) {
        ("if" | "isset" | "auth", Some(_)) => Meaning::If(if word == "isset" {
            format!("isset({value})")
        } else {
            value.to_owned()
        }),
        ("unless" | "empty", Some(_)) => Meaning::If(format!("!({value})")),
        ("elseif", Some(_)) => Meaning::ElseIf(value.to_owned()),
        ("else" | "empty", None) => Meaning::Else,
        ("endif" | "endunless" | "endisset" | "endempty" | "endauth", None) => {
            Meaning::End("endif")
        }
        ("foreach" | "forelse", Some(_)) => match value.split_once(" as ") {
            Some((list, item)) => {
                Meaning::each(item.rsplit("=>").next().unwrap_or(item).trim(), list)
            }
            None => Meaning::loop_in(value.trim_start_matches("var "))?,
        },
        ("for", Some(_)) => Meaning::loop_in(value)?,
        ("endforeach" | "endforelse" | "endfor", None) => Meaning::End("endfor"),
        ("include" | "includeIf" | "component", Some(_)) => Meaning::Include(first.to_owned()),
        ("extends", Some(_)) => Meaning::Extends(first.to_owned()),
        ("section" | "yield" | "slot" | "push" | "stack", Some(_)) => {
            Meaning::Block(first.to_owned())
        }
        ("endsection" | "stop" | "show" | "endpush", None) => Meaning::End("endblock"),
        ("lang" | "trans" | "__", Some(_)) => {
            Meaning::Advice(format!("write {{{{ word(key=\"{first}\") }}}}"))
        }
        ("csrf" | "php" | "endphp", _) => {
            Meaning::Advice("delete it: templates run no PHP".to_owned())
        }
        ("switch" | "case", Some(_)) => {
            Meaning::Advice("write {% if … %}, {% elif … %}, and {% endif %}".to_owned())
        }
        _ => return None,
    })
}

/// Returns language and meaning of what is in single braces in text. Returns `None` for anything that may be meant.
fn in_single_braces(inner: &str) -> Option<(&'static str, Meaning)> {
    let (word, value) = inner.split_once(' ').unwrap_or((inner, ""));
    let own = || value.trim().to_owned();
    let quoted = || {
        value
            .split(['"', '\''])
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    let svelte = |meaning| Some(("Svelte", meaning));
    let smarty = |meaning| Some(("Smarty", meaning));
    match word {
        "@html" => svelte(Meaning::Raw(own())),
        "@render" | "@debug" | "@const" => svelte(Meaning::Advice(
            "write {% set name = … %}, or {{ <Name … /> }} for a component".to_owned(),
        )),
        ":else" if value.starts_with("if ") => svelte(Meaning::ElseIf(value[3..].to_owned())),
        ":else" => svelte(Meaning::Else),
        "/if" => Some(("Svelte or Smarty", Meaning::End("endif"))),
        "/each" | "/foreach" | "/for" | "/section" => {
            Some(("Svelte or Smarty", Meaning::End("endfor")))
        }
        "if" if value.starts_with(['$', '!', '(']) => smarty(Meaning::If(own())),
        "elseif" if !value.is_empty() => smarty(Meaning::ElseIf(own())),
        "foreach" if value.contains(" as ") => {
            let (list, item) = value.split_once(" as ")?;
            smarty(Meaning::each(
                item.rsplit("=>").next().unwrap_or(item).trim(),
                list,
            ))
        }
        "foreach" if value.contains("from=") => {
            let part = |key: &str| value.split(&format!("{key}=")).nth(1)?.split(' ').next();
            smarty(Meaning::each(part("item")?, part("from")?))
        }
        "include" if value.contains("file=") => smarty(Meaning::Include(quoted())),
        "extends" if value.contains("file=") => smarty(Meaning::Extends(quoted())),
        "block" if value.contains("name=") => {
            let name = value.split("name=").nth(1)?.trim_matches(['"', '\'']);
            smarty(Meaning::Block(name.to_owned()))
        }
        "assign" if value.contains("var=") => {
            let part = |key: &str| value.split(&format!("{key}=")).nth(1)?.split(' ').next();
            let name = part("var")?.trim_matches(['"', '\'']).to_owned();
            smarty(Meaning::Set {
                name,
                value: part("value")?.to_owned(),
            })
        }
        _ if inner.starts_with('$')
            && inner.len() > 1
            && !inner[1..].starts_with(|c: char| c.is_ascii_digit()) =>
        {
            let value = inner.split('|').next().unwrap_or(inner);
            smarty(Meaning::Print(value.to_owned()))
        }
        _ if inner.starts_with('*') && inner.ends_with('*') && inner.len() > 1 => {
            smarty(Meaning::Comment)
        }
        _ if inner.starts_with("/*") && inner.ends_with("*/") => Some(("JSX", Meaning::Comment)),
        _ if inner.ends_with("&& (") || inner.contains(" && <") => {
            Some(("JSX", Meaning::If(inner.split(" && ").next()?.to_owned())))
        }
        // The rule left-over reports a value in single braces.
        _ => None,
    }
}

/// Returns a command of a web server in a comment: `<!--#include virtual="footer.html" -->`.
fn server_side_include(text: &str, start: usize) -> Option<Construct> {
    let rest = &text[start..];
    let end = rest.find("-->")? + "-->".len();
    let value = rest[..end].split(['"', '\'']).nth(1)?;
    let meaning = if rest.starts_with("<!--#include") {
        Meaning::Include(value.trim_start_matches('/').to_owned())
    } else {
        Meaning::Advice("write a value as {{ page.title }}".to_owned())
    };
    Some(Construct {
        span: start..start + end,
        language: "a command of a web server",
        meaning,
    })
}

/// Returns HTML with spaces in place of code, where signs are shown as they are.
fn without_code(html: String) -> String {
    let mut kept = html.into_bytes();
    for (open, close) in [
        ("<pre", "</pre"),
        ("<code", "</code"),
        ("<textarea", "</textarea"),
    ] {
        let text = String::from_utf8_lossy(&kept).into_owned();
        for span in between(&text, open, close) {
            kept[span].fill(b' ');
        }
    }
    String::from_utf8(kept).unwrap_or_default()
}
