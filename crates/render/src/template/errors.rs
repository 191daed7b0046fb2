//! Converts Tera's errors to diagnostics, with the place in the template, the chain of calls, and help.

use std::collections::BTreeSet;
use std::sync::Arc;

use content::{Content, Document, Part};
use diagnostic::{Diagnostic, Fix, Help, Place, Source, all_of, did_you_mean, line_start};
use tera::ErrorKind;

use super::explain::explain;
use super::expressions::{Token, expressions, tokens};
use super::foreign_names;
use super::graph::{Graph, Templates};
use super::loop_settings::set_in_loop;
use super::missing_key;
use super::nothing::{Nothing, compared_with_nothing};
use super::problem::{Problem, problem, type_name};
use super::report::{Report, reports};
use super::tags::{name_at, tags, variables};
use super::template_links::{cycle, missing_template};
use super::undefined::{has_key, undefined_value};
use super::value_place::value_place;
use crate::codes;
use crate::foreign_arguments::ARGUMENT;
use crate::manual::{filters, functions};
use crate::recorder::ENTRY;

/// Data that is used to explain errors.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The templates.
    pub templates: &'a Templates,
    /// The content; `None` if no page is being rendered.
    pub content: Option<&'a Content>,
    /// The document of the page being rendered.
    pub document: Option<&'a Document>,
}

/// Returns the diagnostics of an error.
pub fn diagnostics(error: &tera::Error, scope: Scope<'_>) -> Vec<Diagnostic> {
    let templates = scope.templates;
    match error.kind() {
        ErrorKind::MissingParent { current, parent } => {
            vec![missing_template(current, parent, templates)]
        }
        ErrorKind::CircularExtend {
            tpl,
            inheritance_chain,
        } => vec![cycle(
            "extends",
            "extends",
            tpl,
            inheritance_chain,
            templates,
        )],
        ErrorKind::CircularInclude { tpl, include_chain } => {
            vec![cycle("include", "includes", tpl, include_chain, templates)]
        }
        kind => {
            let is_syntax = matches!(kind, ErrorKind::SyntaxError(_));
            let reports = reports(error, templates);
            let graph = Graph::new(templates);
            let all = reports
                .iter()
                .map(|report| diagnostic(report, is_syntax, scope, &graph));
            all.collect()
        }
    }
}

/// Adds places to the diagnostics of a function that failed with `error`: the call of the function in the template, or for
/// Markdown in a value, the place of the value in the content.
pub fn of_function(
    error: &tera::Error,
    diagnostics: Vec<Diagnostic>,
    scope: Scope<'_>,
) -> Vec<Diagnostic> {
    let report = reports(error, scope.templates).into_iter().next();
    let Some(Report { place, calls, .. }) = report else {
        return diagnostics;
    };
    diagnostics
        .into_iter()
        .map(|mut diagnostic| {
            let in_value = diagnostic.place.take();
            let in_content = in_value
                .zip(scope.content)
                .and_then(|((at, label), content)| {
                    Some((value_place(&at, content, scope.document)?, label))
                });
            match (in_content, place.clone()) {
                (Some((at, label)), Some(place)) => {
                    diagnostic.at(at, label).related(place, "rendered here")
                }
                (None, Some(place)) if let Some(one) = at_argument(&diagnostic, &place, scope) => {
                    with_calls(one, &calls)
                }
                (None, Some(place)) => match named_in(scope.document, &diagnostic) {
                    Some(at) => diagnostic.at(at, "").related(place, "needed here"),
                    None => with_calls(diagnostic.at(place, ""), &calls),
                },
                (_, None) => diagnostic,
            }
        })
        .collect()
}

/// Returns the diagnostic about an argument of the call at `place` with the argument's place. A word without quotes that is no variable was
/// meant as text.
fn at_argument(diagnostic: &Diagnostic, place: &Place, scope: Scope<'_>) -> Option<Diagnostic> {
    let argument = diagnostic.named_part(ARGUMENT)?;
    let text = &place.source.text;
    let tokens = tokens(text, place.span.clone());
    let at = tokens
        .windows(2)
        .position(|pair| pair[0].text == argument && pair[1].text == "=")?;
    let name = tokens[at];
    let word = tokens.get(at + 2)?;
    // The value ends at the next comma or parenthesis that is not within it.
    let mut depth = 0_usize;
    let length = tokens[at + 2..].iter().position(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth > 0 => depth -= 1,
            "," | ")" if depth == 0 => return true,
            _ => {}
        }
        false
    });
    let last = tokens.get(at + 1 + length.unwrap_or(1))?;
    let is_alone = length.unwrap_or(1) == 1;
    let whole = name.at..last.at + last.text.len();
    let diagnostic = diagnostic.clone().at(Place::new(&place.source, whole), "");
    let is_word = name_at(word.text) == word.text && !variables(text, name.at).contains(&word.text);
    if !is_alone || !is_word || !diagnostic.message.ends_with("is undefined") {
        return Some(diagnostic);
    }
    let collection = scope
        .content
        .and_then(|content| content.collection(word.text));
    let help = format!("write {argument}=\"{}\": text needs quotes", word.text);
    let span = word.at..word.at + word.text.len();
    let fix = Fix::replace(
        &help,
        Place::new(&place.source, span),
        format!("\"{}\"", word.text),
    );
    let fix = if collection.is_some() {
        fix
    } else {
        fix.to_confirm()
    };
    Some(diagnostic.only_help(help).fix(fix))
}

/// Returns the value of a document that names an entry that does not exist, such as `partner = "asha"`.
fn named_in(document: Option<&Document>, diagnostic: &Diagnostic) -> Option<Place> {
    let (document, mut parts) = (document?, diagnostic.parts.iter());
    let (_, entry) = parts.find(|(name, _)| *name == ENTRY)?;
    let mut fields = document.fields.iter();
    let (key, _) = fields.find(|(_, value)| value.as_str() == Some(entry.as_str()))?;
    Some(document.place(&format!("/{key}"), Part::Value))
}

/// Returns the name of the variable if the error is about an undefined variable, otherwise `None`.
pub fn undefined_variable(error: &tera::Error) -> Option<String> {
    let (ErrorKind::RenderingError(report) | ErrorKind::SyntaxError(report)) = error.kind() else {
        return None;
    };
    match problem(report.message()) {
        Problem::UndefinedVariable { name, .. } => Some(name.to_owned()),
        _ => None,
    }
}

fn diagnostic(report: &Report, is_syntax: bool, scope: Scope<'_>, graph: &Graph<'_>) -> Diagnostic {
    let problem = problem(&report.message);
    let (code, message, help) = problem.explanation(scope.templates, graph);
    let code = if is_syntax {
        &codes::TEMPLATE_SYNTAX
    } else {
        code
    };
    let diagnostic = Diagnostic::new(code, message).maybe_help(help);
    let Some(place) = &report.place else {
        return match graph.recursive_component() {
            Some((name, place)) if problem == Problem::EndlessComponent => Diagnostic {
                message: format!("the component `{name}` calls itself endlessly"),
                ..diagnostic
            }
            .at(place, ""),
            _ => diagnostic,
        };
    };
    let diagnostic = diagnostic.at(place.clone(), "");
    let diagnostic = match &problem {
        _ if is_syntax => explain(&problem, place, diagnostic, scope.templates),
        Problem::UndefinedVariable { name: "body", .. } if !report.calls.is_empty() => {
            return missing_body(diagnostic, &report.calls);
        }
        Problem::UndefinedVariable { .. }
            if let Some(found) = unquoted_value(place, &diagnostic) =>
        {
            found
        }
        Problem::UndefinedVariable { name, .. } => {
            let variables = variables(&place.source.text, place.span.start);
            let in_loop = || set_in_loop(&place.source.text, place.span.start, name);
            let help = did_you_mean(name, variables.into_iter().filter(|one| one != name));
            match in_loop().map(Help::from).or(help) {
                Some(help) => diagnostic.only_help(help),
                None => diagnostic,
            }
        }
        Problem::ArgumentType { name, .. } if let Some(help) = expression_in_text(name, place) => {
            diagnostic.only_help(help)
        }
        Problem::Unknown {
            kind: "function",
            name,
        } if let Some(help) = call_of_component(name, place, graph) => diagnostic.only_help(help),
        Problem::Unknown { kind: "test", .. } if let Some(nothing) = nothing_at(place) => {
            diagnostic
                .only_help(nothing.help())
                .fix(nothing.fix(&place.source))
        }
        Problem::UndefinedField { name, .. } if let Some(help) = filter_for_field(name, place) => {
            diagnostic.only_help(help)
        }
        Problem::Other(message)
            if message.contains("`undefined`")
                && let Some(help) = filter_in(place) =>
        {
            diagnostic.only_help(help)
        }
        Problem::UnknownBlock(block) => {
            missing_block(block, &place.source, diagnostic, scope.templates)
        }
        Problem::MissingArgument(_) => unknown_argument(place, diagnostic),
        Problem::WrongType { expected, found } if is_text_for_number(expected, found) => {
            number_in_quotes(place, diagnostic)
        }
        Problem::ArgumentType { name, found, .. } if type_name(found) == "a string" => {
            value_in_quotes(name, place, diagnostic)
        }
        Problem::UndefinedValue { in_loop } => {
            undefined_value(diagnostic, place, *in_loop, scope.content, scope.document)
        }
        problem => match scope.document {
            Some(document) => {
                let is_known = matches!(problem, Problem::UndefinedField { name, .. }
                    if scope.content.is_some_and(|content| has_key(content, name)));
                missing_key::with_place(problem, diagnostic, document, is_known)
            }
            None => diagnostic,
        },
    };
    with_calls(diagnostic, &report.calls)
}

/// Returns the comparison with nothing whose last word is at a place: `page.lead is empty`.
fn nothing_at(place: &Place) -> Option<Nothing> {
    let text = &place.source.text;
    let spans = expressions(text);
    let span = spans
        .into_iter()
        .find(|span| span.contains(&place.span.start))?;
    compared_with_nothing(text, &tokens(text, span), place.span.start)
}

/// Returns the finding about a text without quotes in a call, such as `path=images/chain.svg`, given the place of one of its words.
fn unquoted_value(place: &Place, diagnostic: &Diagnostic) -> Option<Diagnostic> {
    let (text, at) = (&place.source.text, place.span.start);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '-');
    let before = &text[..at];
    let start = before.trim_end_matches(is_part).len();
    let name = before[..start].strip_suffix('=')?;
    let argument = &name[name
        .trim_end_matches(|c: char| c.is_alphanumeric() || c == '_')
        .len()..];
    let call = name[..name.len() - argument.len()].trim_end();
    let length = text[start..].find(|c| !is_part(c))?;
    let value = &text[start..start + length];
    let is_whole = text[start + length..].trim_start().starts_with([',', ')']);
    let is_file = value.contains('/') || value.contains('.');
    if argument.is_empty() || !call.ends_with(['(', ',']) || !is_whole || !is_file {
        return None;
    }
    let help = format!("write {argument}=\"{value}\": text needs quotes");
    let place = Place::new(&place.source, start..start + length);
    let fix = Fix::replace(&help, place.clone(), format!("\"{value}\"")).to_confirm();
    let message = format!("the text `{value}` has no quotes");
    let finding = diagnostic.clone().reworded(message);
    Some(finding.at(place, "").only_help(help).fix(fix))
}

/// Returns help for an argument of a component whose value is an expression within a text: `hours="{{ site.hours }}"`.
fn expression_in_text(name: &str, place: &Place) -> Option<Help> {
    let call = &place.source.text[place.span.start..];
    let (_, rest) = call.split_once(&format!("{name}=\"{{{{"))?;
    let value = rest.split("}}").next()?.trim();
    Some(format!("write {name}={{{value}}}").into())
}

/// Returns how to call the component that is written like a function at a place: `Hours(hours=site.hours)`.
fn call_of_component(name: &str, place: &Place, graph: &Graph<'_>) -> Option<Help> {
    let rest = place.source.text[place.span.start..].strip_prefix(name)?;
    let inner = rest.trim_start().strip_prefix('(')?.split(')').next()?;
    graph.components().find(|one| *one == name)?;
    let arguments = inner.split(',').filter_map(|part| part.split_once('='));
    let arguments = arguments.map(|(key, value)| match value.trim() {
        value if value.starts_with('"') => format!(" {}={value}", key.trim()),
        value => format!(" {}={{{value}}}", key.trim()),
    });
    let arguments: String = arguments.collect();
    Some(format!("it is a component: write {{{{ <{name}{arguments} /> }}}}").into())
}

/// Returns what to write in place of the first field that is a filter here in an expression that begins at `place`: `list.length > 2`.
fn filter_in(place: &Place) -> Option<Help> {
    let (text, start) = (&place.source.text, place.span.start);
    let length = text[start..]
        .find("%}")
        .or_else(|| text[start..].find("}}"))?;
    let tokens = tokens(text, start..start + length);
    let mut fields = tokens.windows(2).filter(|pair| pair[0].text == ".");
    fields.find_map(|pair| {
        let (at, field) = (pair[1].at, pair[1].text);
        filter_for_field(field, &Place::new(&place.source, at..at + field.len()))
    })
}

/// Returns what to write in place of a field that is a filter here, given its place: `notes[0].title` for `notes.first.title`.
fn filter_for_field(field: &str, place: &Place) -> Option<Help> {
    let text = &place.source.text;
    let is_of_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?');
    let before = text[..place.span.start].strip_suffix('.')?;
    let value = &before[before.trim_end_matches(is_of_path).len()..];
    let rest = text[place.span.start..].strip_prefix(field)?;
    let rest = &rest[..rest.find(|c| !is_of_path(c)).unwrap_or(rest.len())];
    // Other programs have the keys of the front matter in a table of their own.
    let is_table = matches!(
        field,
        "data" | "frontmatter" | "frontMatter" | "fields" | "attributes" | "params"
    );
    if is_table && rest.starts_with('.') && !value.is_empty() {
        return Some(Help::replace(
            format!("write {value}{rest}"),
            &format!("{value}.{field}{rest}"),
            &format!("{value}{rest}"),
        ));
    }
    if matches!(value, "page" | "site" | "menus" | "build") {
        return foreign_names::help("value", &format!("{value}.{field}"));
    }
    let filter = match field {
        "size" | "count" => "length",
        "upcase" => "upper",
        "downcase" => "lower",
        _ => {
            filters::ALL
                .iter()
                .find(|filter| filter.name == field)?
                .name
        }
    };
    Some(match (filter, rest) {
        _ if value.is_empty() => return None,
        ("first", _) => format!("write {value}[0]{rest}").into(),
        (_, "") => format!("write {value} | {filter}").into(),
        _ => format!("write {{% set one = {value} | {filter} %}}, and {{{{ one{rest} }}}}").into(),
    })
}

/// Returns the finding about an argument that a filter or function does not have, if that is why another one is missing in its call.
fn unknown_argument(place: &Place, diagnostic: Diagnostic) -> Diagnostic {
    let text = &place.source.text[place.span.clone()];
    let name = name_at(text);
    let all = filters::ALL.iter().chain(functions::ALL);
    let Some(manual) = all.into_iter().find(|manual| manual.name == name) else {
        return diagnostic;
    };
    let known: Vec<&str> = manual.argument_names().collect();
    let tokens = tokens(&place.source.text, place.span.clone());
    let is_argument = |pair: &&[Token<'_>]| {
        let [before, argument, sign] = pair else {
            return false;
        };
        matches!(before.text, "(" | ",") && sign.text == "=" && !known.contains(&argument.text)
    };
    let Some([_, argument, _]) = tokens.windows(3).find(is_argument) else {
        return diagnostic;
    };
    let typed = argument.text;
    let mut longer = known.iter().filter(|name| name.starts_with(typed));
    let help = match (longer.next(), longer.next()) {
        // A list needs another value.
        (Some(meant), None) if meant.strip_suffix('s') == Some(typed) => {
            format!("did you mean `{meant}`? It is a list, such as {meant}=[600]").into()
        }
        (Some(meant), None) => Help::replace(format!("did you mean `{meant}`?"), typed, meant),
        _ => did_you_mean(typed, known.iter().copied()).unwrap_or_else(|| match known[..] {
            [only] => format!("it takes only `{only}`").into(),
            _ => format!("its arguments are {}", all_of(known.iter().copied())).into(),
        }),
    };
    let message = format!("`{name}` has no argument `{typed}`");
    let place = Place::new(&place.source, argument.at..argument.at + typed.len());
    Diagnostic::new(&codes::UNKNOWN_ARGUMENT, message)
        .at(place, "")
        .help(help)
}

fn is_text_for_number(expected: &str, found: &str) -> bool {
    type_name(expected) == type_name("number") && type_name(found) == type_name("string")
}

/// Returns the finding about a call of a component that shows a body, but is called without one.
fn missing_body(diagnostic: Diagnostic, calls: &[Place]) -> Diagnostic {
    let Some((call, outer)) = calls.split_first() else {
        return diagnostic;
    };
    let text = &call.source.text[call.span.start..];
    let tag = text.find('<').map_or("", |at| &text[at + 1..]);
    let name = name_at(tag);
    let message = format!("the component `{name}` requires a body");
    let finding = Diagnostic::new(&codes::MISSING_BODY, message)
        .at(call.clone(), "")
        .help(format!("write {{% <{name} …> %}}…{{% </{name}> %}}"));
    let shown = diagnostic.place.map(|(place, _)| place);
    with_calls(
        finding.maybe_related(shown, "its body is shown here"),
        outer,
    )
}

/// Adds the blocks of the parent templates to the finding about a block that none of them has.
fn missing_block(
    block: &str,
    template: &Arc<Source>,
    diagnostic: Diagnostic,
    templates: &Templates,
) -> Diagnostic {
    let mut blocks = BTreeSet::new();
    let mut parents = Vec::new();
    let mut source = Some(template);
    // Each template extends at most one other; a circle is reported before.
    while let Some(child) = source {
        let extended = tags(&child.text)
            .into_iter()
            .find(|tag| tag.word == "extends");
        let name = extended.and_then(|tag| tag.words.split(['"', '\'']).nth(1));
        source = name
            .and_then(|name| templates.get(name))
            .filter(|_| parents.len() < templates.len());
        if let (Some(parent), Some(name)) = (source, name) {
            parents.push(name);
            let tags = tags(&parent.text).into_iter();
            let named = tags.filter(|tag| tag.word == "block");
            blocks.extend(named.filter_map(|tag| tag.words.split_whitespace().nth(1)));
        }
    }
    // Either name may be the right one.
    let similar = did_you_mean(block, blocks.iter().copied()).map(Help::to_confirm);
    let help = similar.unwrap_or_else(|| {
        let (names, parents) = (all_of(blocks.iter().copied()), all_of(parents));
        format!("the blocks of {parents} are {names}").into()
    });
    diagnostic.only_help(help)
}

/// Places the finding about a number between quotes at it, if the tag at `place` contains one.
fn number_in_quotes(place: &Place, diagnostic: Diagnostic) -> Diagnostic {
    let text = &place.source.text[place.span.start..];
    let tag = &text[..text.find(['}', '%']).unwrap_or(text.len())];
    let mut quotes = tag.match_indices("=\"").filter_map(|(at, _)| {
        let value = tag[at + 2..].split('"').next()?;
        value.parse::<f64>().ok().map(|_| (at + 1, value))
    });
    let Some((at, value)) = quotes.next() else {
        return diagnostic;
    };
    let start = place.span.start + at;
    let place = Place::new(&place.source, start..start + value.len() + 2);
    let diagnostic = Diagnostic {
        message: "a number is expected, and this is a text".to_owned(),
        ..diagnostic
    };
    diagnostic
        .at(place.clone(), "")
        .help(format!("write {value} without quotes"))
        .fixed_by(place, value.to_owned())
}

/// Adds help to the finding about an argument of a component that is a text, and must not be.
fn value_in_quotes(name: &str, place: &Place, diagnostic: Diagnostic) -> Diagnostic {
    let tag = &place.source.text[place.span.clone()];
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        let start = tag.find(&format!(" {name}={quote}"))? + name.len() + 2;
        let value = tag[start + 1..].split(quote).next()?;
        Some((start..start + value.len() + 2, value))
    });
    let Some((span, value)) = quoted else {
        return diagnostic;
    };
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?' | '[' | ']');
    let is_literal = value.parse::<f64>().is_ok() || matches!(value, "true" | "false");
    let is_value = !value.is_empty() && value.chars().all(is_path) && !value.starts_with('.');
    if !is_literal && !is_value {
        return diagnostic.help(format!(
            "write a value in braces, not in quotes: {name}={{…}}"
        ));
    }
    let start = place.span.start;
    let written = Place::new(&place.source, start + span.start..start + span.end);
    let help = format!("write {name}={{{value}}}");
    let fix = Fix::replace(help.clone(), written, format!("{{{value}}}"));
    diagnostic
        .help(help)
        .fix(if is_literal { fix } else { fix.to_confirm() })
}

/// Adds the includes and component calls that led to the place of a diagnostic.
fn with_calls(diagnostic: Diagnostic, calls: &[Place]) -> Diagnostic {
    calls.iter().fold(diagnostic, |diagnostic, call| {
        let before = &call.source.text[..call.span.start];
        let line = &before[line_start(before)..];
        let label = if line.contains("include") {
            "included from here"
        } else {
            "used from here"
        };
        diagnostic.related(call.clone(), label)
    })
}
