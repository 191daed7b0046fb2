//! Explains syntax errors: Tera only names the unexpected word, and this module suggests what the author probably meant.

use std::ops::Range;

use diagnostic::{Diagnostic, Help, Place, all_of, did_you_mean};

use super::calls::{arguments, call_with_names, called};
use super::foreign_expressions::expression;
use super::foreign_names;
use super::foreign_tags::tag as foreign_tag;
use super::misplaced::{
    block_to_use, closing, front_matter, into_block, method_call, misplaced_block,
};
use super::problem::{OF_PAGES, Problem};
use super::tags::{
    Tag, end_of, is_component, name_at, open_before, shown, tags as tags_of, variables,
};
use super::template_names::Names;
use super::unknown_tag::unknown_tag;
use crate::manual::{filters, functions, tags, tests};

/// Explains a common syntax error.
pub fn common(
    problem: &Problem<'_>,
    place: &Place,
    diagnostic: Diagnostic,
    names: &impl Fn() -> Names,
) -> Diagnostic {
    let source = &place.source;
    let (text, at) = (source.text.as_str(), place.span.start);
    let (before, rest) = text.split_at(at.min(text.len()));
    let with_help = |help: &str| diagnostic.clone().only_help(help);
    let with_message = |message: &str, help: &str| with_help(help).reworded(message);
    if *problem == Problem::UnexpectedEnd {
        return match open_before(text, text.len()).pop() {
            Some(tag) => with_message(
                &format!("{} is not closed", shown(tag.word)),
                &closing(text, &tag),
            )
            .at(Place::new(source, tag.span), "opened here"),
            None => diagnostic,
        };
    }
    if *problem == Problem::UnknownTag || rest.starts_with("end") {
        return in_tag(problem, place, &diagnostic, names).unwrap_or(diagnostic);
    }
    let is_unexpected = matches!(problem, Problem::Unexpected { .. });
    if let Some(string) = unclosed_string(text, at).filter(|_| is_unexpected) {
        let message = "this string is not closed: it runs on to the next quote";
        let help = "close it with a double quote where it ends";
        return with_message(message, help).at(Place::new(source, string), "");
    }
    if matches!(problem, Problem::BadEscape(_)) {
        return with_help("separate folders with `/`; write a backslash in text as `\\\\`");
    }
    if diagnostic
        .message
        .starts_with("this content would be ignored")
    {
        let finding = with_help(&block_to_use(text, at));
        return finding.maybe_fix(into_block(source, at));
    }
    let name = name_at(rest);
    let operator = rest[name.len()..].trim_start();
    if before.trim_end().ends_with("set")
        && operator.starts_with(['+', '-', '*', '/'])
        && operator[1..].starts_with('=')
    {
        let (sign, operator) = (&operator[..1], &operator[..2]);
        let message = format!("`{operator}` is not an operator");
        let help = format!("write {{% set {name} = {name} {sign} … %}}");
        return with_message(&message, &help);
    }
    let misplaced = match problem {
        Problem::MisplacedBlock(_) => misplaced_block(place, &diagnostic),
        Problem::MethodCall(_) => method_call(place, &diagnostic),
        Problem::MisplacedExtends(_) => front_matter(place, &diagnostic),
        _ => None,
    };
    if let Some(finding) = misplaced {
        return finding;
    }
    let is_of_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?');
    let value = &rest[..rest.find(|c| !is_of_path(c)).unwrap_or(rest.len())];
    if diagnostic.message.contains("{expression}") && !value.is_empty() {
        return with_help(&format!("write braces around it: {{{value}}}"));
    }
    let Some(next) = rest.chars().next() else {
        return diagnostic;
    };
    if matches!(next, '“' | '”' | '„' | '‘' | '’' | '«' | '»') {
        return with_help("write strings in straight quotes: \"…\"");
    }
    if next != ' ' && next.is_whitespace() && !next.is_ascii() || next == '\u{200b}' {
        let message = format!(
            "this is not an ordinary space, but U+{:04X}",
            u32::from(next)
        );
        return with_message(&message, "type a space instead");
    }
    if let Some(help) = bound_argument(rest) {
        return with_help(&help);
    }
    if let Some(help) = other_language(problem, before, rest) {
        return with_help(&help);
    }
    let expected = match problem {
        Problem::UnexpectedCharacter if rest.starts_with("&&") => {
            return with_message("`&&` is not an operator", "write `and`");
        }
        Problem::UnexpectedCharacter if next == '$' => {
            let name = name_at(&rest[1..]);
            let after = rest[1 + name.len()..].trim_start();
            let value = after.strip_prefix(":=").or_else(|| after.strip_prefix('='));
            let value = value.and_then(|value| value.split(['}', '%']).next());
            return with_help(
                &match value.map(|value| value.trim().trim_end_matches('-').trim()) {
                    Some(value) => format!("write {{% set {name} = {value} %}}"),
                    None => format!("write `{name}`: names begin with no sign here"),
                },
            );
        }
        Problem::UnexpectedCharacter if rest.starts_with("??") => {
            return with_help("write `| default(value=…)` after the value");
        }
        Problem::UnexpectedCharacter if next == '?' => {
            return with_help("write a choice as {{ \"one\" if page.noindex else \"other\" }}");
        }
        Problem::Unexpected { expected, .. } => *expected,
        _ => return diagnostic,
    };
    // A text of Python, `f"/notes/{page.title}"`.
    let of_python = (matches!(next, '"' | '\'') && before.ends_with('f'))
        .then(|| rest[1..].split(next).next().unwrap_or_default())
        .filter(|text| text.contains('{'));
    if let Some(meant) =
        of_python.and_then(|text| expression(&format!("`{}`", text.replace('{', "${")), &names()))
    {
        return with_help(&format!("write {meant}"));
    }
    match next {
        '}' | '%' if expected == "," => with_help("close the call with `)` before it"),
        '|' if before.ends_with('|') => with_message("`||` is not an operator", "write `or`"),
        '!' if !rest.starts_with("!=") => with_message("`!` is not an operator", "write `not`"),
        '=' if before.ends_with("==") => with_message("`===` is not an operator", "write `==`"),
        '=' if before.ends_with("!=") => with_message("`!==` is not an operator", "write `!=`"),
        _ if expected == "in" && rest.starts_with("of ") => {
            with_help("write `in`: {% for one in … %}")
        }
        '=' if expected == "%}" && !before.trim_end().ends_with("set") => {
            with_help("compare two values with `==`")
        }
        _ if expected == "identifier"
            && before.trim_end().ends_with(['(', ','])
            && is_value(next) =>
        {
            let (message, help) = unnamed_argument(before, rest);
            diagnostic.reworded(message).only_help(help)
        }
        '{' if matches!(expected, "%}" | "}}") => {
            let Some(start) = before.rfind("{{").max(before.rfind("{%")) else {
                return diagnostic;
            };
            let message = format!("`{}` is not closed", &text[start..start + 2]);
            let span = start..before.trim_end().len();
            with_message(&message, &format!("close it with `{expected}`"))
                .at(Place::new(source, span), "")
        }
        '.' if before.trim_end().ends_with(['{', '-', '|', '(']) => {
            let help = match foreign_names::hugo(name_at(&rest[1..])) {
                Some(meant) => format!(
                    "write `{meant}`: names begin with `page.` or `site.` here, not with a dot"
                ),
                None => "names begin with `page.` or `site.` here, not with a dot".to_owned(),
            };
            with_help(&help)
        }
        '}' if expected == "}}" => with_help("close it with two braces: `}}`"),
        '.' if matches!(expected, "}}" | "%}") && before.ends_with(')') => {
            let (_, function) = called(before);
            if let Some(help) = foreign_names::help("function", function) {
                let message = format!("unknown function `{function}`");
                let start = before.rfind('(').map_or(at, |open| open - function.len());
                let diagnostic = diagnostic.reworded(message).only_help(help);
                return diagnostic.at(Place::new(source, start..at), "");
            }
            let field = name_at(&rest[1..]);
            if matches!(field, "length" | "size" | "count") {
                return with_help("write `| length` after the call");
            }
            if expected == "%}" {
                let name = name_at(&rest[1..]);
                return with_help(&format!(
                    "set the value first: {{% set found = … %}}, and then write `found.{name}`"
                ));
            }
            let name = name_at(&rest[1..]);
            with_help(&format!(
                "set the value first: {{% set one = … %}}{{{{ one.{name} }}}}"
            ))
        }
        '.' if matches!(expected, "}}" | "%}") && filtered(before).is_some() => {
            let value = filtered(before).unwrap_or_default();
            let name = name_at(&rest[1..]);
            with_help(&format!(
                "set the value first: {{% set one = {value} %}}, and then write `one.{name}`"
            ))
        }
        '(' if expected == "=" && outer_call(before).is_some() => {
            let start = outer_call(before).unwrap_or_default();
            let function = name_at(&before[start..]);
            let Some(help) = foreign_names::help("function", function) else {
                return diagnostic;
            };
            let message = format!("unknown function `{function}`");
            let place = Place::new(source, start..start + function.len());
            diagnostic.reworded(message).only_help(help).at(place, "")
        }
        _ if expected == "%}" && rest.starts_with("if ") && before.trim_end().ends_with("else") => {
            with_help("write `{% elif … %}`")
        }
        '.' if expected == "%}" && before.ends_with('.') => {
            with_help("write `{% for i in range(start=1, end=4) %}` for 1, 2, and 3")
        }
        '0'..='9' if expected == "identifier" && before.ends_with('.') => {
            let value = before.trim_end_matches('.');
            let value = value.rsplit(|c: char| !c.is_alphanumeric() && !"_.".contains(c));
            let value = value.into_iter().next().unwrap_or_default();
            let index: String = rest.chars().take_while(char::is_ascii_digit).collect();
            with_help(&format!(
                "write the position of an item in brackets: `{value}[{index}]`"
            ))
        }
        // A value of JSX.
        _ if before.ends_with("={") => {
            let value = rest.split('}').next().unwrap_or_default();
            with_help(&format!("write the value without braces: {value}"))
        }
        '"' | '\'' if rest[1..].starts_with([')', ',', ' ', '}']) => {
            with_help("check the quotes before it: one is missing, or there is one too many")
        }
        '"' | '\'' if expected == "," => with_help("write a comma before it"),
        '.' | ',' | ')' if expected == "=" => {
            let value = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
            let argument = &text[value.len()..];
            let (message, help) = unnamed_argument(value, argument);
            diagnostic.reworded(message).only_help(help)
        }
        _ if before.trim_end().ends_with("include") || before.trim_end().ends_with("extends") => {
            with_help("write the template's name in quotes; an expression is not allowed")
        }
        _ => diagnostic,
    }
}

/// Returns what to write in place of the notation of Hugo, Handlebars, Liquid, or Jinja in the tag that `before` ends in. Returns `None`
/// for any other tag.
fn other_language(problem: &Problem<'_>, before: &str, rest: &str) -> Option<String> {
    let start = before.rfind("{{").max(before.rfind("{%"))?;
    let typed = &before[start..];
    let inner = typed[2..].trim_start_matches(['-', ' ']);
    let help = match name_at(inner) {
        "" if typed.starts_with("{%") => return None,
        _ if before[..start].ends_with('{') => {
            let value = format!("{inner}{rest}");
            let value = value.split('}').next().unwrap_or_default().trim();
            return Some(format!(
                "write two braces: {{{{ {value} }}}}; the HTML of a text is not escaped"
            ));
        }
        _ if typed.trim_end().ends_with("| dateFormat") => "write `date(format=\"%-d %B %Y\")`",
        "dateFormat" if is_value_at(rest) => {
            "write the date first: {{ page.date | date(format=\"%-d %B %Y\") }}"
        }
        name @ ("for" | "if") if typed.starts_with("{{") => {
            let whole = format!("{inner}{rest}");
            let whole = whole.split("}}").next().unwrap_or_default().trim();
            return Some(format!("write {{% {whole} %}} … {{% end{name} %}}"));
        }
        "for" if rest.starts_with('.') && typed.ends_with('.') => {
            "write `{% for i in range(start=1, end=4) %}` for 1, 2, and 3"
        }
        "for" if rest.starts_with("limit") || rest.starts_with("offset") => {
            let (_, list) = inner.rsplit_once(" in ")?;
            let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '%');
            let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(0)];
            let range = match (rest.starts_with("limit"), digits) {
                (true, number) => format!(":{number}"),
                (false, number) => format!("{number}:"),
            };
            return Some(format!(
                "write a range in brackets: `{}[{range}]`",
                list.trim()
            ));
        }
        "for" if rest.starts_with("reversed") => "write `| reverse` after the list",
        _ if rest.starts_with("::") => {
            let name = name_at(&rest[2..]);
            return Some(format!(
                "write the macro as a component, and call it as {{{{ <{} … /> }}}}",
                component_name(name)
            ));
        }
        "for" if before.contains(" if ") && typed.contains(" if ") => {
            "choose the entries in brackets: {% for one in [one for one in list if one.date] %}"
        }
        _ if rest.starts_with("contains ") => "write `\"part\" in page.title`",
        _ if rest.starts_with("with context") || rest.starts_with("ignore missing") => {
            "delete it: an included template has all variables, and must exist"
        }
        _ if typed.starts_with("{%") && typed.ends_with('{') && rest.starts_with('{') => {
            "write the value without braces: {% if page.title %}"
        }
        _ if rest.starts_with(':') && typed.contains('|') => {
            let value = rest.trim_start_matches([':', ' ']);
            let value = value.split(['}', '|']).next().unwrap_or_default();
            let value = value.trim_end_matches(['%', '-', ' ']);
            let value = if value.is_empty() { "…" } else { value };
            let call = format!("{before}(");
            let (_, name) = called(&call);
            let Some(manual) = filters::ALL.iter().find(|manual| manual.name == name) else {
                return foreign_names::help("filter", name).map(|help| help.text);
            };
            let call = call_with_names(manual, value, str::to_owned);
            let typed = inner.split('|').next().unwrap_or_default().trim();
            if name == "date" && matches!(typed.trim_matches(['"', '\'']), "now" | "today") {
                return Some(format!("write {{{{ build.date | {call} }}}}"));
            }
            return Some(format!("write {call}"));
        }
        _ => return None,
    };
    let is_unexpected = matches!(
        problem,
        Problem::Unexpected { .. } | Problem::UnexpectedCharacter
    );
    is_unexpected.then(|| help.to_owned())
}

/// Returns what to write in place of the first argument of a component that is written as in Vue, `:hours="site.hours"`. `rest` begins at
/// the name of the component.
fn bound_argument(rest: &str) -> Option<String> {
    let name = name_at(rest);
    let (argument, value) = rest[name.len()..]
        .trim_start()
        .strip_prefix(':')?
        .split_once("=\"")?;
    let is_component = name.starts_with(|first: char| first.is_ascii_uppercase());
    let is_argument = name_at(argument) == argument && !argument.is_empty();
    let (value, _) = value
        .split_once('"')
        .filter(|_| is_component && is_argument)?;
    Some(format!("write {argument}={{{value}}}"))
}

/// Returns whether a text begins with a value.
fn is_value_at(text: &str) -> bool {
    text.starts_with(is_value)
}

/// Returns the name of a component for that of a macro: `NavLink` for `nav_link`.
fn component_name(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    });
    words.collect()
}

/// Returns whether a value begins with this character.
fn is_value(first: char) -> bool {
    matches!(first, '"' | '\'' | '-' | '[' | '{') || first.is_ascii_digit()
}

/// Returns the span of a string without a closing quote, which runs on to the opening quote of a later argument. Only the tag
/// around the byte `at` is searched.
fn unclosed_string(text: &str, at: usize) -> Option<Range<usize>> {
    let start = text[..at].rfind("{{").max(text[..at].rfind("{%"))?;
    let mut from = start;
    loop {
        let open = from + text[from..at].find('"')?;
        let close = open + 1 + text[open + 1..at].find('"')?;
        let inner = &text[open + 1..close];
        if inner.len() > 1 && inner.ends_with('=') && !inner.starts_with('=') {
            let line = text[open..close].find('\n').map_or(close, |end| open + end);
            return Some(open..line);
        }
        from = close + 1;
    }
}

/// Returns message and help for a call whose argument, with which `rest` begins, has no name.
fn unnamed_argument(before: &str, rest: &str) -> (String, Help) {
    let (what, name) = called(before);
    let word = before[..what.len()].trim_end();
    let (kind, known) = if word.ends_with('|') {
        ("filter", filters::ALL)
    } else if word.ends_with(" is") || word.ends_with(" not") {
        ("test", tests::ALL)
    } else {
        ("function", functions::ALL)
    };
    if let Some(manual) = known.iter().find(|one| one.name == name) {
        let given = variables(before, before.len());
        let is_known = |word: &str| given.contains(&word) || OF_PAGES.contains(&word);
        let call = call_with_names(manual, rest, |value| {
            // A word that is no variable was meant as text.
            let is_word = name_at(value) == value && value.starts_with(char::is_alphabetic);
            if is_word && !is_known(value) && !matches!(value, "true" | "false") {
                format!("\"{value}\"")
            } else {
                value.to_owned()
            }
        });
        let help = format!("write {call}");
        return ("argument without a name".to_owned(), help.into());
    }
    let is_filter = filters::ALL.iter().any(|one| one.name == name);
    let help = if kind != "filter" && is_filter {
        let value = arguments(rest).into_iter().next().unwrap_or_default();
        format!("it is a filter: write {value} | {name}").into()
    } else {
        let names = || known.iter().map(|one| one.name);
        let foreign = foreign_names::help(kind, name);
        foreign
            .or_else(|| did_you_mean(name, names()))
            .unwrap_or_else(|| {
                if kind == "filter" {
                    "`site help filters` lists all filters".into()
                } else {
                    format!("{kind}s are {}", all_of(names())).into()
                }
            })
    };
    (format!("unknown {kind} `{name}`"), help)
}

/// Explains a tag that does not exist, or is not allowed at its place.
fn in_tag(
    problem: &Problem<'_>,
    place: &Place,
    diagnostic: &Diagnostic,
    names: &impl Fn() -> Names,
) -> Option<Diagnostic> {
    let source = &place.source;
    let all = tags_of(&source.text);
    let tag = all
        .iter()
        .find(|tag| tag.span.contains(&place.span.start))?;
    let open = open_before(&source.text, tag.span.start);
    let innermost = open.last();
    let with_message = |message: String, help: Help| {
        let diagnostic = diagnostic.clone().reworded(message);
        diagnostic.only_help(help)
    };
    let is_unknown = *problem == Problem::UnknownTag;
    let Some(closed) = tag.closes() else {
        return is_unknown.then(|| {
            if let Some(first) = innermost.and_then(|open| else_before(&all, open, tag)) {
                let message = format!("this `{{% {} %}}` comes after `{{% else %}}`", tag.word);
                let help = "write `{% elif … %}` in place of the first one, or delete one of them";
                let first = Place::new(source, first.span.clone());
                return with_message(message, help.into()).related(first, "the first one");
            }
            let open = innermost.map(|tag| tag.word);
            let (message, help) = unknown_tag(tag, open, &names());
            with_message(message, help)
        });
    };
    let is_foreign = is_unknown && !tags::CLOSED.contains(&&*closed) && !is_component(&closed);
    if let Some(meaning) = is_foreign
        .then(|| foreign_tag(tag.word, "", innermost.map(|tag| tag.word), &names()))
        .flatten()
    {
        let message = format!("unknown tag `{}`", tag.word);
        return Some(with_message(message, meaning.help(&names()).into()));
    }
    if let Some(innermost) = innermost
        && innermost.word != closed
        && open.iter().any(|one| one.word == closed)
    {
        // An end tag may have lost a sign: `{- endif %}`.
        let between = innermost.span.end..place.span.start;
        let word = format!("end{}", innermost.word);
        let found = source.text.get(between.clone()).unwrap_or_default();
        let mut found = found.match_indices(&word).map(|(at, _)| between.start + at);
        let lost = found.find(|at| !all.iter().any(|tag| tag.span.contains(at)));
        if let Some(at) = lost {
            let start = source.text[..at].rfind('{').unwrap_or(at);
            let end = source.text[at..].find('}').map_or(at, |end| at + end + 1);
            let message = "this tag is malformed, so it appears as text".to_owned();
            let help = format!("write {}", end_of(innermost.word)).into();
            return Some(with_message(message, help).at(Place::new(source, start..end), ""));
        }
        let (opened, before) = (shown(innermost.word), end_of(&closed));
        let message = format!("{opened} is not closed before {before}");
        let help = closing(&source.text, innermost).into();
        let at = Place::new(source, innermost.span.clone());
        let diagnostic = with_message(message, help).at(at, "opened here");
        return Some(diagnostic.related(place.clone(), "close it before this tag"));
    }
    if !is_unknown {
        return None;
    }
    if tags::CLOSED.contains(&&*closed) || is_component(&closed) {
        let help = match innermost {
            Some(_) => "remove it, or add the opening tag before it",
            None => "remove it: no tag is open here",
        };
        let message = format!("{} has no opening tag", end_of(&closed));
        return Some(with_message(message, help.into()));
    }
    let ends: Vec<String> = tags::closing().collect();
    let help = did_you_mean(tag.word, ends.iter().map(String::as_str)).unwrap_or_else(|| {
        innermost.map_or_else(
            || "remove it: no tag is open here".into(),
            |tag| format!("close {} with {}", shown(tag.word), end_of(tag.word)).into(),
        )
    });
    let diagnostic = with_message(format!("unknown tag `{}`", tag.word), help);
    Some(match innermost {
        Some(tag) => diagnostic.related(Place::new(source, tag.span.clone()), "opened here"),
        None => diagnostic,
    })
}

/// Returns the `else` between an open tag and an `else` or `elif` that follows, if both belong to the open tag.
fn else_before<'t, 'a>(all: &'t [Tag<'a>], open: &Tag<'_>, tag: &Tag<'_>) -> Option<&'t Tag<'a>> {
    if !matches!(tag.word, "else" | "elif") {
        return None;
    }
    let mut depth = 0_usize;
    let between = all
        .iter()
        .filter(|one| (open.span.end..tag.span.start).contains(&one.span.start));
    for one in between {
        if one.opens().is_some() {
            depth += 1;
        } else if one.closes().is_some() {
            depth = depth.saturating_sub(1);
        } else if depth == 0 && one.word == "else" {
            return Some(one);
        }
    }
    None
}

/// Returns the value with its filters that ends here with the name of a filter, as in `{{ page.tags | first`.
fn filtered(before: &str) -> Option<&str> {
    let start = before.rfind("{{").max(before.rfind("{%"))? + 2;
    let value = before[start..].trim_start_matches('-').trim();
    let (_, filter) = value.rsplit_once('|')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_whole = !["set ", "for ", "if ", "elif "]
        .iter()
        .any(|word| value.starts_with(word));
    (is_whole && !filter.is_empty() && filter.trim().chars().all(is_name)).then_some(value)
}

/// Returns the start of the name of the call around the name that ends here, as in `enumerate(collection`.
fn outer_call(before: &str) -> Option<usize> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let outer = before.trim_end_matches(is_name).trim_end();
    let outer = outer.strip_suffix('(')?;
    let start = outer.trim_end_matches(is_name).len();
    (start < outer.len()).then_some(start)
}
