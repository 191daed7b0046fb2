//! Shortcodes of Zola and Hugo, and the tags of Jekyll's Liquid that have the same purpose. They become components.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::entities::decoded;

/// A call in a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Call {
    /// Byte range of the tag.
    pub span: Range<usize>,
    /// Name of the shortcode.
    pub name: String,
    /// Arguments, each with its name; those without a name have their number.
    pub arguments: Vec<(String, String)>,
    /// Names of arguments whose values are programs, which are left out.
    pub programs: Vec<String>,
    /// Form of the tag.
    pub form: Form,
}

/// A form of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A call without a body.
    Alone,
    /// The beginning of a call with a body.
    Open,
    /// The end of a call with a body.
    Close,
    /// A call that is shown instead of run.
    Escaped,
}

/// How a site uses a shortcode.
#[derive(Debug, Default, Clone)]
pub struct Usage {
    /// Number of calls.
    pub count: usize,
    /// Names of all arguments.
    pub arguments: BTreeSet<String>,
    /// Names of arguments whose values are programs in some calls.
    pub programs: BTreeSet<String>,
    /// Whether a call has a body.
    pub has_body: bool,
    /// URLs of the pages with calls.
    pub pages: BTreeSet<String>,
}

/// How a site uses its shortcodes, by name.
pub type Usages = BTreeMap<String, Usage>;

/// Returns the byte ranges of the tags `{% … %}` and `{{ … }}` in a text. Between `{% raw %}` and `{% endraw %}` there are none.
pub fn template_tags(text: &str) -> Vec<Range<usize>> {
    spans(text, &[("{%", "%}"), ("{{", "}}")])
}

/// Returns the byte ranges of text between delimiters, without those in another one.
fn spans(text: &str, delimiters: &[(&str, &str)]) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    // Once a closing delimiter is not found, there is none in the rest either.
    let mut is_over = vec![false; delimiters.len()];
    let mut at = 0;
    while let Some(start) = text[at..].find('{').map(|start| at + start) {
        at = start + 1;
        let rest = &text[start..];
        let opened = delimiters
            .iter()
            .position(|(open, _)| rest.starts_with(open));
        let Some(index) = opened.filter(|index| !is_over[*index]) else {
            continue;
        };
        let (open, close) = delimiters[index];
        match rest[open.len()..].find(close) {
            Some(length) => {
                let inner = &rest[open.len()..open.len() + length];
                at = start + open.len() + length + close.len();
                spans.push(start..at);
                if inner.trim_matches('-').trim() == "raw" {
                    let end = text[at..].find("endraw").map(|end| at + end);
                    at = end
                        .and_then(|end| text[at..end].rfind(open).map(|start| at + start))
                        .unwrap_or(at);
                }
            }
            None => is_over[index] = true,
        }
    }
    spans
}

/// Finds the calls in a text of Zola.
pub fn of_zola(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    for span in template_tags(text) {
        let is_block = text[span.clone()].starts_with("{%");
        let inner = text[span.start + 2..span.end - 2].trim_matches('-').trim();
        let escaped = inner
            .strip_prefix("/*")
            .and_then(|inner| inner.strip_suffix("*/"));
        if let Some(shown) = escaped {
            calls.push(call(span, shown, Vec::new(), Form::Escaped));
            continue;
        }
        if is_block && inner == "end" {
            calls.push(call(span, "", Vec::new(), Form::Close));
            continue;
        }
        let Some((name, rest)) = inner.split_once('(') else {
            continue;
        };
        let name = name.trim();
        let is_letter = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | ':');
        let is_name = !name.is_empty() && name.chars().all(is_letter);
        let Some(arguments) = rest.strip_suffix(')').filter(|_| is_name) else {
            continue;
        };
        let form = if is_block { Form::Open } else { Form::Alone };
        let name = name.rsplit(':').next().unwrap_or(name);
        calls.push(call(span, name, arguments_of(arguments, &[',']), form));
    }
    paired(calls)
}

/// Finds the calls in a text of Hugo.
pub fn of_hugo(text: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    for span in spans(text, &[("{{<", ">}}"), ("{{%", "%}}")]) {
        let inner = text[span.start + 3..span.end - 3].trim();
        let escaped = inner
            .strip_prefix("/*")
            .and_then(|inner| inner.strip_suffix("*/"));
        if let Some(shown) = escaped {
            calls.push(call(span, shown, Vec::new(), Form::Escaped));
            continue;
        }
        let (inner, is_closed) = match inner.strip_suffix('/') {
            Some(inner) if !inner.ends_with(['"', '=']) => (inner.trim_end(), true),
            _ => (inner, false),
        };
        let (inner, is_end) = match inner.strip_prefix('/') {
            Some(inner) => (inner.trim_start(), true),
            None => (inner, false),
        };
        let (name, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        if name.is_empty() {
            continue;
        }
        let form = match (is_end, is_closed) {
            (true, _) => Form::Close,
            (false, true) => Form::Alone,
            (false, false) => Form::Open,
        };
        calls.push(call(span, name, arguments_of(rest, &[]), form));
    }
    paired(calls)
}

fn call(span: Range<usize>, name: &str, arguments: Vec<(String, String)>, form: Form) -> Call {
    Call {
        span,
        name: name.to_owned(),
        arguments,
        programs: Vec::new(),
        form,
    }
}

/// Gives the end of each call the name of its beginning, and makes calls without an end calls without a body.
pub fn paired(mut calls: Vec<Call>) -> Vec<Call> {
    // Open calls by name; an end without a name closes the last one.
    let mut open: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut has_other_end = vec![false; calls.len()];
    for index in 0..calls.len() {
        let (name, form) = (calls[index].name.clone(), calls[index].form);
        match form {
            Form::Open => {
                open.entry(String::new()).or_default().push(index);
                open.entry(name).or_default().push(index);
            }
            Form::Close => {
                if let Some(start) = open.get_mut(&name).and_then(Vec::pop) {
                    has_other_end[start] = true;
                    has_other_end[index] = true;
                    let name = calls[start].name.clone();
                    calls[index].name = name;
                }
            }
            Form::Alone | Form::Escaped => {}
        }
    }
    let mut kept = Vec::with_capacity(calls.len());
    for (mut call, has_other_end) in calls.into_iter().zip(has_other_end) {
        match call.form {
            Form::Open if !has_other_end => call.form = Form::Alone,
            Form::Close if !has_other_end => continue,
            _ => {}
        }
        kept.push(call);
    }
    kept
}

/// Splits arguments such as `"a", key="b c" n=3` at the `separators` and at spaces.
pub fn arguments_of(text: &str, separators: &[char]) -> Vec<(String, String)> {
    let mut arguments = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let key_end =
            rest.find(|one: char| !(one.is_alphanumeric() || matches!(one, '_' | '-' | '.')));
        let key_end = key_end.unwrap_or(rest.len());
        let after = rest[key_end..].trim_start();
        let (key, value) = match after.strip_prefix('=') {
            Some(value) if key_end > 0 => (rest[..key_end].to_owned(), value.trim_start()),
            _ => (String::new(), rest),
        };
        let quote = value
            .chars()
            .next()
            .filter(|one| matches!(one, '"' | '\'' | '`' | '“'));
        let (content, after) = match quote {
            Some(quote) => {
                let close = if quote == '“' { '”' } else { quote };
                let inner = &value[quote.len_utf8()..];
                let end = unescaped(inner, close);
                let after = inner.get(end + close.len_utf8()..).unwrap_or_default();
                (inner[..end].replace("\\\"", "\""), after)
            }
            None if value.starts_with('[') => {
                let end = value.find(']').map_or(value.len(), |end| end + 1);
                (value[..end].to_owned(), &value[end..])
            }
            None => {
                let is_end = |one: char| one.is_whitespace() || separators.contains(&one);
                let end = value.find(is_end).unwrap_or(value.len());
                (value[..end].to_owned(), &value[end..])
            }
        };
        let key = if key.is_empty() {
            format!("arg{}", arguments.len() + 1)
        } else {
            identifier(&key)
        };
        let before = rest.len();
        rest = after.trim_start_matches(|one: char| {
            one.is_whitespace() || separators.contains(&one) || one == ','
        });
        // Of several arguments with the same name, the last one counts.
        let known = arguments.iter_mut().find(|(one, _)| *one == key);
        match known {
            Some((_, value)) => *value = content,
            None => arguments.push((key, content)),
        }
        if rest.len() == before {
            break;
        }
    }
    arguments
}

/// Returns the offset of the first `quote` without a backslash before it, or the length of the text.
fn unescaped(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, one) in text.char_indices() {
        if one == quote && !is_escaped {
            return at;
        }
        is_escaped = one == '\\' && !is_escaped;
    }
    text.len()
}

/// Returns a name that a template can use.
pub fn identifier(name: &str) -> String {
    let letters = name.chars();
    let name: String = letters
        .map(|one| {
            if one.is_ascii_alphanumeric() {
                one
            } else {
                '_'
            }
        })
        .collect();
    if name.starts_with(|one: char| one.is_ascii_digit()) || name == "body" {
        format!("arg_{name}")
    } else {
        name
    }
}

/// Returns the name of the component that a shortcode becomes: `NoteBox` for `note-box`.
pub fn component_name(name: &str) -> String {
    let words = name
        .split(|one: char| !one.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let camel: String = words
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    let is_letter = camel.starts_with(|one: char| one.is_ascii_uppercase());
    // A name in capitals would be an HTML element.
    let is_html = camel.chars().all(|one| one.is_ascii_uppercase())
        || ["Html", "Head", "Body", "Script"].contains(&camel.as_str());
    match (is_letter, is_html) {
        (true, false) => camel,
        (true, true) => camel + "Part",
        (false, _) => format!("Part{camel}"),
    }
}

/// Returns the tag of the component that a call becomes.
pub fn tag(call: &Call, usages: &Usages) -> String {
    let name = component_name(&call.name);
    if call.form == Form::Close {
        return format!("</{name}>");
    }
    let mut tag = format!("<{name}");
    for (key, value) in &call.arguments {
        let value = decoded(value).replace(['\n', '\r'], " ");
        let quoted = match (value.contains('"'), value.contains('\'')) {
            (false, _) => format!("\"{value}\""),
            (true, false) => format!("'{value}'"),
            (true, true) => format!("\"{}\"", value.replace('"', "”")),
        };
        tag.push_str(&format!(" {key}={quoted}"));
    }
    let has_body = usages.get(&call.name).is_some_and(|usage| usage.has_body);
    match (call.form, has_body) {
        (Form::Alone, true) => tag + "></" + &name + ">",
        (Form::Alone, false) => tag + " />",
        _ => tag + ">",
    }
}

/// Adds the calls of a text to the usages of a site.
pub fn survey(calls: &[Call], usages: &mut Usages) {
    for call in calls {
        if matches!(call.form, Form::Alone | Form::Open) {
            let usage = usages.entry(call.name.clone()).or_default();
            usage.count += 1;
            usage.has_body |= call.form == Form::Open;
            usage.programs.extend(call.programs.iter().cloned());
            usage
                .arguments
                .extend(call.arguments.iter().map(|(key, _)| key.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::REPEATED;

    fn shown(calls: &[Call]) -> String {
        let mut usages = Usages::new();
        survey(calls, &mut usages);
        let tags = calls.iter().map(|call| match call.form {
            Form::Escaped => format!("({})", call.name),
            _ => tag(call, &usages),
        });
        tags.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn calls() {
        for (text, expected) in [
            (
                "{{ youtube(id=\"a b\", autoplay=true) }}",
                "<Youtube id=\"a b\" autoplay=\"true\" />",
            ),
            (
                "{% note(kind='x') %}\nText\n{% end %}",
                "<Note kind=\"x\"> </Note>",
            ),
            (
                "{{ figure(caption=\"a &mdash; b\") }}",
                "<Figure caption=\"a — b\" />",
            ),
            ("{{/* youtube(id=1) */}}", "( youtube(id=1) )"),
            ("{{ site.name }} {% if %} {% end %} {{", ""),
            ("{{ a(x=\"say \\\"hi\\\"\") }}", "<APart x='say \"hi\"' />"),
        ] {
            assert_eq!(shown(&of_zola(text)), expected, "{text}");
        }
        for (text, expected) in [
            (
                "{{< figure src=\"a.png\" title=\"A\" >}}",
                "<Figure src=\"a.png\" title=\"A\" />",
            ),
            (
                "{{% note-box %}}*a*{{% /note-box %}}",
                "<NoteBox> </NoteBox>",
            ),
            ("{{< x >}} {{< y />}} {{< /z >}}", "<XPart /> <YPart />"),
            (
                "{{< script >}}a{{< /script >}}",
                "<ScriptPart> </ScriptPart>",
            ),
            ("{{</* x */>}}", "( x )"),
            (
                "{{< tab \"one\" `two`>}}a{{</ tab >}}",
                "<Tab arg1=\"one\" arg2=\"two\"> </Tab>",
            ),
            ("{{< a \"b >}}", "<APart arg1=\"b\" />"),
            ("{{< qr t=\"a\" u=1 t=\"b\" >}}", "<Qr t=\"b\" u=\"1\" />"),
            ("{{ .Title }} {{<", ""),
        ] {
            assert_eq!(shown(&of_hugo(text)), expected, "{text}");
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for part in REPEATED {
            let text = part.repeat(200_000);
            assert!(of_zola(&text).len() + of_hugo(&text).len() <= 400_000);
            assert!(template_tags(&text).len() <= 200_000);
        }
    }
}
