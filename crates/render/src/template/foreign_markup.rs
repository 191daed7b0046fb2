//! Reports the notation of JSX and Astro in the HTML of a template, which browsers show as text or ignore.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source, did_you_mean, lines};

use super::expressions::given_names;
use super::graph::Graph;
use super::problem::OF_PAGES;
use super::tags::{delimited, name_at, open_before, tags};
use super::written_tags::{between, html_of};
use crate::codes;
use crate::markdown::is_element;

/// Attributes of React, each with that of HTML.
const ATTRIBUTES: [(&str, &str); 4] = [
    ("className", "class"),
    ("htmlFor", "for"),
    ("tabIndex", "tabindex"),
    ("srcSet", "srcset"),
];

/// Returns the finding about the first attribute of a template whose value is in braces: `title={page.title}`. What follows the braces
/// would not be what it looks like, so the template must not be used.
pub fn values_in_braces(source: &Arc<Source>, graph: &Graph<'_>) -> Option<Diagnostic> {
    if !source.path.ends_with(".html") {
        return None;
    }
    let html = html(source);
    let mut tags = html.match_indices('<').map(|(start, _)| start);
    tags.find_map(|start| {
        let inner = &html[start + 1..];
        let is_tag = inner.starts_with(|c: char| c.is_ascii_alphabetic());
        // The value may itself contain a sign that ends the tag.
        let reach = inner.find('<').unwrap_or(inner.len());
        let equals = inner[..reach].find("={").filter(|_| is_tag)?;
        let before = &inner[..equals];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '_');
        let name = before.rsplit(|c| !is_part(c)).next()?;
        let is_inside = !before.contains('>') && before.matches('"').count().is_multiple_of(2);
        let lead = before.strip_suffix(name)?;
        if name.is_empty() || !is_inside || !lead.ends_with(char::is_whitespace) {
            return None;
        }
        let from = start + 1 + equals + 1;
        let end = html[from..].find('}').map(|end| from + end + 1)?;
        let value = html[from + 1..end - 1].trim();
        let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let help = match name {
            "set:html" => format!("write {{{{ {value} | safe }}}} within the element"),
            "set:text" => format!("write {{{{ {value} }}}} within the element"),
            "class:list" => {
                "write class=\"…\"; a class under a condition is {% if … %}…{% endif %}".to_owned()
            }
            _ if !value.is_empty() && value.chars().all(is_path) => {
                format!("write {name}=\"{{{{ {value} }}}}\"")
            }
            _ => format!("write {name}=\"{{{{ … }}}}\""),
        };
        let element = name_at(inner);
        let unknown = unknown_element(inner, graph);
        let unknown =
            unknown.map(|(message, help)| (message, help, start..start + 1 + element.len()));
        let is_component = graph.components().any(|one| one == element);
        let component = is_component.then(|| {
            let message = format!("the component `{element}` is called without braces around it");
            let rest = inner[element.len()..].split('>').next().unwrap_or_default();
            let arguments = rest.trim_end_matches('/').trim();
            let help = format!("write {{{{ <{element} {arguments} /> }}}}");
            (message, help, start..start + 1 + element.len())
        });
        let (message, help, span) = component.or(unknown).unwrap_or_else(|| {
            let message =
                format!("the value of `{name}` is in single braces, which HTML does not have");
            (message, help, from..end)
        });
        let place = Place::new(source, span);
        Some(
            Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
                .at(place, "")
                .help(help),
        )
    })
}

/// Returns the findings about elements and attributes that HTML does not have, and about loops in braces.
pub fn foreign_markup(source: &Arc<Source>, graph: &Graph<'_>) -> Vec<Diagnostic> {
    if !source.path.ends_with(".html") {
        return Vec::new();
    }
    let html = html(source);
    let warning = |message: String, span, help: String| {
        Diagnostic::new(&codes::BAD_COMPONENT, message)
            .warning()
            .at(Place::new(source, span), "")
            .help(help)
    };
    let mut found = Vec::new();
    for tag in between(&html, "<", ">") {
        let text = &html[tag.clone()];
        let name = name_at(&text[1..]);
        if let Some((message, help)) = unknown_element(&text[1..], graph) {
            found.push(warning(
                message,
                tag.start..tag.start + 1 + name.len(),
                help,
            ));
            continue;
        }
        if name == "slot" && !html[..tag.start].contains("<template") {
            found.push(
                slot(source, &tag).at(Place::new(source, tag.start..tag.start + "<slot".len()), ""),
            );
        }
        for (attribute, meant) in ATTRIBUTES {
            let written = format!(" {attribute}=");
            if let Some(at) = text.find(&written) {
                let start = tag.start + at + 1;
                let span = start..start + attribute.len();
                let message = format!("HTML has no attribute `{attribute}`");
                let place = Place::new(source, span.clone());
                let finding = warning(message, span, format!("write {meant}=\"…\""));
                found.push(finding.fixed_by(place, meant));
            }
        }
    }
    let mut depth = 0_usize;
    for (start, line) in lines(&html) {
        let text = line.trim();
        let written = source
            .text
            .get(start..start + line.len())
            .unwrap_or_default();
        depth += usize::from(written.contains("raw %}") && !written.contains("endraw"));
        depth = depth.saturating_sub(usize::from(written.contains("endraw")));
        let is_import = text.starts_with("import ")
            && text.contains(" from ")
            && text.trim_end_matches(';').ends_with(['\'', '"']);
        let is_constant = text.starts_with("const ") && text.contains(" = ") && text.ends_with(';');
        if (is_import || is_constant) && depth == 0 {
            let message = "the page would show this line of JavaScript as text".to_owned();
            let help = if is_import {
                "delete it: components of the theme need no import"
            } else {
                "write a value as {% set name = … %}"
            };
            let at = start + line.len() - line.trim_start().len();
            found.push(warning(message, at..at + text.len(), help.to_owned()));
        }
        for element in ["script", "pre", "code", "textarea"] {
            depth += line.matches(&format!("<{element}")).count();
            depth = depth.saturating_sub(line.matches(&format!("</{element}")).count());
        }
    }
    let given = given_names(&source.text);
    let is_arrow = |rest: &str| rest.lines().next().is_some_and(|line| line.contains("=>"));
    for (at, _) in html.match_indices(".map(") {
        let before =
            html[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "_.?".contains(c));
        let list = &html[before.len()..at];
        let opened = html[..at].rfind('{');
        let is_literal = list.is_empty()
            && before.ends_with(']')
            && opened.is_some_and(|open| html[open + 1..at].starts_with('['));
        if !is_arrow(&html[at..]) || !is_literal && (!before.ends_with('{') || list.is_empty()) {
            continue;
        }
        let (before, list) = match opened.filter(|_| is_literal) {
            Some(open) => (&html[..=open], &html[open + 1..at]),
            None => (before, list),
        };
        let inner = html[at + ".map(".len()..].trim_start_matches('(');
        let item = Some(name_at(inner)).filter(|item| !item.is_empty());
        let item = item.unwrap_or("one");
        let root = list.split(['.', '?', '[']).next().unwrap_or_default();
        let is_known = is_literal || OF_PAGES.contains(&root) || given.contains(root);
        let list = if is_known {
            list
        } else {
            "collection(name=…)"
        };
        let value = first_field(inner, item).unwrap_or_else(|| item.to_owned());
        let help =
            format!("write {{% for {item} in {list} %}} … {{{{ {value} }}}} … {{% endfor %}}");
        let start = before.len() - 1;
        let message = "the page would show this expression of JavaScript as text".to_owned();
        found.push(warning(message, start..at + ".map".len(), help));
    }
    found
}

/// Returns the first field of `item` that the text of a loop in JavaScript shows, such as `note.title`.
fn first_field(text: &str, item: &str) -> Option<String> {
    let shown = format!("{{{item}.");
    let rest = &text[text.find(&shown)? + 1..];
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let end = rest.find(|c| !is_path(c))?;
    rest[end..].starts_with('}').then(|| rest[..end].to_owned())
}

/// Returns the end of `{page.title && <p>{page.title}</p>}`, with which a line begins, and help that shows how to write it.
pub fn shown_under_condition(line: &str) -> Option<(usize, String)> {
    let mut depth = 0_usize;
    let end = line.char_indices().find_map(|(at, sign)| {
        depth += usize::from(sign == '{');
        depth = depth.saturating_sub(usize::from(sign == '}'));
        (depth == 0).then_some(at)
    })?;
    let (condition, body) = line[1..end].split_once(" && ")?;
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let is_plain = condition.chars().all(is_path) && body.contains('{') && !body.contains(" && ");
    let body = body
        .trim_matches(['(', ')', ' '])
        .replace('{', "{{ ")
        .replace('}', " }}");
    let help = format!("write {{% if {condition} %}}{body}{{% endif %}}");
    is_plain.then_some((end + 1, help))
}

/// Returns the finding about a `<slot>`, without a place.
fn slot(source: &Source, tag: &Range<usize>) -> Diagnostic {
    let before = tags(&source.text[..tag.start]);
    let written = &source.text[tag.clone()];
    let name = written
        .split_once("name=")
        .map(|(_, name)| name.trim_start_matches(['"', '\'']));
    let name = name.map(name_at).filter(|name| !name.is_empty());
    let open = open_before(&source.text, tag.start);
    let message = "a slot shows nothing here";
    let diagnostic = Diagnostic::new(&codes::BAD_COMPONENT, message).warning();
    if open.iter().any(|tag| tag.word == "component") {
        return diagnostic.help("write {{ body }}, the text between the tags of the component");
    }
    let is_taken = |name: &str| {
        before
            .iter()
            .any(|tag| tag.word == "block" && tag.name() == name)
    };
    let free = ["main", "content", "inner"]
        .into_iter()
        .find(|name| !is_taken(name));
    let block = name
        .filter(|name| !is_taken(name))
        .or(free)
        .unwrap_or("more");
    diagnostic.part("block", block).help(format!(
        "write {{% block {block} %}}{{% endblock %}}, which other templates fill"
    ))
}

/// Returns message and help for the element whose tag begins with `tag`, if it is written like a component, and there is none.
fn unknown_element(tag: &str, graph: &Graph<'_>) -> Option<(String, String)> {
    let name = name_at(tag);
    let is_component = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase())
        && !tag[name.len()..].starts_with('-');
    // Names of elements may be written in capitals, such as `<Table>`; two of them are obsolete.
    let lower = name.to_lowercase();
    let is_known = is_element(&lower) || matches!(&*lower, "center" | "font");
    if name.is_empty() || is_known || graph.components().any(|one| one == name) {
        return None;
    }
    let message = format!("`<{name}>` is neither an element of HTML nor a component");
    if !is_component {
        let meant = graph.components().find(|one| one.to_lowercase() == name);
        let rest = tag[name.len()..].split('>').next().unwrap_or_default();
        let arguments = rest.trim_end_matches('/').trim();
        let space = if arguments.is_empty() { "" } else { " " };
        return meant.map(|meant| {
            (
                message,
                format!("write {{{{ <{meant}{space}{arguments} /> }}}}"),
            )
        });
    }
    let help = match (name, did_you_mean(name, graph.components())) {
        ("Fragment", _) => "delete the tag and its end tag".to_owned(),
        ("Layout" | "BaseLayout", _) => {
            "write {% extends \"base.html\" %} in the first line, and the text in a block"
                .to_owned()
        }
        (_, Some(similar)) => similar.text,
        _ => format!(
            "write the component in templates/components, and call it as {{{{ <{name} … /> }}}}"
        ),
    };
    Some((message, help))
}

fn html(source: &Source) -> String {
    html_of(&source.text, &delimited(&source.text, "{{", "}}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    #[rustfmt::skip]
    fn markup_of_other_programs() {
        for (text, expected) in [
            ("<Layout title={page.title}>x</Layout>", "<Layout: write {% extends \"base.html\" %} in the first line, and the text in a block"),
            ("<p\n  title={page.title}>x</p>", "{page.title}: write title=\"{{ page.title }}\""),
            ("<p class:list={[\"a\"]}>x</p>", "{[\"a\"]}: write class=\"…\"; a class under a condition is {% if … %}…{% endif %}"),
            ("<p set:html={page.title}></p>", "{page.title}: write {{ page.title | safe }} within the element"),
            ("<p onClick={() => go()}>", "{() => go()}: write onClick=\"{{ … }}\""),
            ("<p>a={b}</p><p title=\"a={b}\">{{ f(a={}) }}{% <Tip a={b} /> %}", ""),
            ("<script>a ={b}</script><!-- <p a={b}> -->", ""),
            ("<Fragment>x</Fragment>", "<Fragment: delete the tag and its end tag"),
            ("<Tpi title=\"x\" />", "<Tpi: did you mean `Tip`?"),
            ("<Table><TD>x</TD></Table><Tip>x</Tip><my-Element><svg><linearGradient>", ""),
            ("<p className=\"x\">", "className: write class=\"…\""),
            ("<ul>{items.map(i => <li>{i}</li>)}</ul>", "{items.map: write {% for i in collection(name=…) %} … {{ i }} … {% endfor %}"),
            ("<ul>{[1, 2].map((n) => <li>{n}</li>)}</ul>", "{[1, 2].map: write {% for n in [1, 2] %} … {{ n }} … {% endfor %}"),
            ("---\nconst title = 1;\n---\n<p>x</p>", "const title = 1;: write a value as {% set name = … %}"),
            ("<p>a.map(b)</p>", ""),
            ("import Card from '../a.astro';\n<p>x</p>", "import Card from '../a.astro';: delete it: components of the theme need no import"),
            ("<script>\nimport a from 'b'\n</script>\n<p>import a from b</p>", ""),
        ] {
            let source = Source::new("themes/t/templates/a.html", text);
            let tip = Source::new("t.html", "{% component Tip(title) %}x{% endcomponent Tip %}");
            let templates = BTreeMap::from([("t.html".to_owned(), tip)]);
            let graph = Graph::new(&templates);
            let found = match values_in_braces(&source, &graph) {
                Some(found) => vec![found],
                None => foreign_markup(&source, &graph),
            };
            let shown: Vec<String> = found.iter().map(|one| {
                let place = &one.place.as_ref().unwrap().0;
                format!("{}: {}", &source.text[place.span.clone()], one.help.join(" "))
            }).collect();
            assert_eq!(shown.join("\n"), expected, "{text}");
        }
    }
}
