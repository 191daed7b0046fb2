//! Translates expressions of other template languages: those of Go, which begin with a function, and those of PHP, JavaScript, and Liquid.

use tera::{ErrorKind, Tera};

use super::foreign_names;
use super::tags::name_at;
use super::template_names::Names;
use crate::manual::filters;
use crate::manual::values::PAGE;

/// A piece of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// A text in quotes, a number, or a value in parentheses that is translated already.
    Value(String),
    /// A name with its fields, translated.
    Path(String),
    /// A word that may be a function or an operator of Go.
    Word(String),
    Sign(&'static str),
}

impl Piece {
    fn text(&self) -> &str {
        match self {
            Self::Value(text) | Self::Path(text) | Self::Word(text) => text,
            Self::Sign(sign) => sign,
        }
    }
}

/// Signs of other languages, each with the one here.
const SIGNS: [(&str, &str); 27] = [
    ("===", "=="),
    ("!==", "!="),
    ("==", "=="),
    ("!=", "!="),
    ("<>", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("&&", "and"),
    ("||", "or"),
    ("??", "??"),
    ("!", "not"),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    (",", ","),
    ("|", "|"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("~", "~"),
    ("?", "?"),
    (":", ":"),
];

/// Returns an expression in the syntax of this program's templates. Returns `None` if it has a part that is not known, or if the result
/// would be no expression.
pub fn expression(written: &str, names: &Names) -> Option<String> {
    let written = written.trim().trim_end_matches(';').trim();
    if written.len() > LONGEST {
        return None;
    }
    let pieces = pieces(written, names)?;
    let translated = translated(&pieces, names)?;
    is_expression(&translated).then_some(translated)
}

/// Length in bytes of the longest expression that is translated, because parentheses may be nested.
const LONGEST: usize = 400;

/// Returns whether Tera can parse an expression.
pub fn is_expression(text: &str) -> bool {
    is_template(&format!("{{% if {text} %}}{{% endif %}}"))
}

/// Returns whether Tera can parse a template, apart from names that do not exist.
pub fn is_template(text: &str) -> bool {
    let parsed = Tera::new().add_raw_template("help", text);
    !parsed.is_err_and(|error| matches!(error.kind(), ErrorKind::SyntaxError(_)))
}

fn pieces(written: &str, names: &Names) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = written;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if first.is_whitespace() => first.len_utf8(),
            '"' | '\'' | '`' => {
                let end = rest[1..].find(first)? + 2;
                pieces.push(Piece::Value(text_in_quotes(&rest[..end], names)?));
                end
            }
            '0'..='9' => {
                let is_part = |c: char| c.is_ascii_digit() || c == '.';
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                pieces.push(Piece::Value(rest[..end].to_owned()));
                end
            }
            '$' | '@' | '_' | '.' | 'a'..='z' | 'A'..='Z' => {
                let end = length_of_path(rest);
                pieces.push(path_or_word(&rest[..end], names));
                end.max(1)
            }
            _ => {
                let (sign, meant) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))?;
                pieces.push(Piece::Sign(meant));
                sign.len()
            }
        };
        rest = &rest[length..];
    }
    (!pieces.is_empty()).then_some(pieces)
}

/// Returns a text in double quotes. The values in a template literal of JavaScript are joined to it.
fn text_in_quotes(quoted: &str, names: &Names) -> Option<String> {
    let inner = &quoted[1..quoted.len() - 1];
    if !quoted.starts_with('`') || !inner.contains("${") {
        let has_quote = inner.contains(['"', '\\']);
        return Some(if has_quote {
            quoted.to_owned()
        } else {
            format!("\"{inner}\"")
        });
    }
    let mut parts = Vec::new();
    let mut rest = inner;
    while let Some((text, value)) = rest.split_once("${") {
        let (value, after) = value.split_once('}')?;
        if !text.is_empty() {
            parts.push(format!("\"{text}\""));
        }
        parts.push(expression(value, names)?);
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(format!("\"{rest}\""));
    }
    Some(parts.join(" ~ "))
}

/// Returns the length of a name with its fields, `$page->title` or `.Params.author`.
fn length_of_path(text: &str) -> usize {
    let mut end = text.len() - text.trim_start_matches(['$', '@']).len();
    loop {
        let rest = &text[end..];
        let sign = ["?.", "->", "."]
            .iter()
            .find(|sign| rest.starts_with(**sign));
        let sign = sign.map_or(0, |sign| sign.len());
        let name = name_at(&rest[sign..]).len();
        if name == 0 || end > 0 && sign == 0 && !text[..end].ends_with(['$', '@']) {
            return end.max(usize::from(text.starts_with('.')));
        }
        end += sign + name;
    }
}

/// Returns the name here for one of another language.
fn path_or_word(written: &str, names: &Names) -> Piece {
    let is_marked = written.starts_with(['$', '@', '.']);
    let plain = written
        .trim_start_matches(['$', '@'])
        .replace("->", ".")
        .replace("?.", ".");
    if written.starts_with('.')
        || plain.starts_with("Params.")
        || plain.starts_with("Page.")
        || plain.starts_with("Site.")
    {
        return Piece::Path(field_of_go(plain.trim_start_matches('.'), names));
    }
    let plain = ["this.", "props.", "Astro.props.", "self.", "Model."]
        .iter()
        .find_map(|prefix| plain.strip_prefix(prefix))
        .unwrap_or(&plain);
    let plain = plain
        .replace("frontmatter.", "page.")
        .replace("page.data.", "page.")
        .replace("forloop.", "loop.");
    let first = plain.split('.').next().unwrap_or_default();
    let is_field = || PAGE.iter().any(|field| field.name == first);
    let is_known = names.variables.iter().any(|name| name == first);
    if !is_known && is_field() {
        return Piece::Path(format!("page.{plain}"));
    }
    if !plain.contains('.') && !is_known && names.collections.contains(&plain) {
        return Piece::Path(format!("collection(name=\"{plain}\")"));
    }
    match plain.rsplit_once('.') {
        Some((list, "length" | "size" | "count")) => Piece::Path(format!("{list} | length")),
        Some((list, "first")) => Piece::Path(format!("{list}[0]")),
        Some(_) => Piece::Path(plain),
        None if is_marked || is_known => Piece::Path(plain),
        None => Piece::Word(plain),
    }
}

/// Returns the name here for a field of Go, given without its first dot.
fn field_of_go(path: &str, names: &Names) -> String {
    if path.is_empty() {
        return "one".to_owned();
    }
    let path = path.strip_prefix("Page.").unwrap_or(path);
    let owner = if names.is_in_loop { "one" } else { "page" };
    let lower = |name: &str| name.to_lowercase();
    if let Some(key) = path.strip_prefix("Site.Params.") {
        return format!("site.{key}");
    }
    match path.strip_prefix("Site.") {
        Some("Title") => return "site.name".to_owned(),
        Some("BaseURL") => return "site.base_url".to_owned(),
        Some("LanguageCode" | "Language.Lang") => return "site.language".to_owned(),
        Some("RegularPages" | "Pages") => return "collection(name=…)".to_owned(),
        Some(other) => return format!("site.{}", lower(other)),
        None => {}
    }
    if let Some(key) = path.strip_prefix("Params.") {
        return format!("{owner}.{key}");
    }
    match foreign_names::hugo(path) {
        Some(meant) => meant.replacen("page.", &format!("{owner}."), 1),
        None => format!("{owner}.{}", lower(path)),
    }
}

/// Translates the pieces of a whole expression.
fn translated(pieces: &[Piece], names: &Names) -> Option<String> {
    if let [Piece::Sign("("), inner @ .., Piece::Sign(")")] = pieces
        && closing(pieces, 0) == Some(pieces.len() - 1)
    {
        return translated(inner, names);
    }
    if let Some(at) = pieces.iter().rposition(|piece| *piece == Piece::Sign("|")) {
        return filtered(&pieces[..at], &pieces[at + 1..], names);
    }
    if let Some(Piece::Word(function)) = pieces.first()
        && !matches!(pieces.get(1), Some(Piece::Sign("(")) if !is_prefix(function))
    {
        let call = prefixed(function, &pieces[1..], names);
        // Arguments in parentheses would be translated twice, and so would those within them.
        if call.is_some() || pieces.get(1) == Some(&Piece::Sign("(")) {
            return call;
        }
    }
    if let Some(at) = top_level(pieces, "?") {
        let rest = &pieces[at + 1..];
        let colon = top_level(rest, ":")?;
        let parts = [&pieces[..at], &rest[..colon], &rest[colon + 1..]];
        let [condition, yes, no] = parts.map(|part| translated(part, names));
        return Some(format!("{} if {} else {}", yes?, condition?, no?));
    }
    if let Some(at) = top_level(pieces, "??") {
        let [value, default] =
            [&pieces[..at], &pieces[at + 1..]].map(|part| translated(part, names));
        return Some(format!("{} | default(value={})", value?, default?));
    }
    // In JavaScript, a text after `||` replaces a missing value.
    if let [value @ .., Piece::Sign("or"), Piece::Value(default)] = pieces
        && default.starts_with('"')
        && !value.is_empty()
    {
        return Some(format!(
            "{} | default(value={default})",
            translated(value, names)?
        ));
    }
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        at += 1;
        // A call of PHP or JavaScript: `isset($x)`.
        if let (Piece::Word(function), Some(Piece::Sign("("))) = (piece, pieces.get(at)) {
            let end = closing(pieces, at)?;
            let inner = translated(&pieces[at + 1..end], names)?;
            let value = called(function, &inner)?;
            // `!empty($x)`.
            match value.strip_prefix("not ") {
                Some(value) if words.last().is_some_and(|word| word == "not") => {
                    words.pop();
                    words.push(value.to_owned());
                }
                _ => words.push(value),
            }
            at = end + 1;
            continue;
        }
        // One name needs no parentheses: `!(note.draft)`.
        if let (Piece::Sign("("), Some(inner @ Piece::Path(name)), Some(Piece::Sign(")"))) =
            (piece, pieces.get(at), pieces.get(at + 1))
            && !name.contains(' ')
        {
            words.push(inner.text().to_owned());
            at += 2;
            continue;
        }
        let word = match piece {
            Piece::Word(word) => match word.as_str() {
                "nil" | "null" | "None" | "undefined" | "NULL" => "none".to_owned(),
                // A value and a text: `page.tags contains "a"`.
                "contains" => {
                    let value = words.pop()?;
                    words.extend([pieces.get(at)?.text().to_owned(), "in".to_owned()]);
                    at += 1;
                    value
                }
                _ => word.clone(),
            },
            // A text that is joined to another value.
            Piece::Sign("+") if pieces.iter().any(|piece| piece.text().starts_with('"')) => {
                "~".to_owned()
            }
            piece => piece.text().to_owned(),
        };
        words.push(word);
    }
    Some(joined(&words))
}

/// Joins the words of an expression with spaces, but none within brackets.
fn joined(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        let is_tight = text.is_empty()
            || text.ends_with(['(', '['])
            || matches!(&**word, ")" | "]" | "[" | ",");
        if !is_tight {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// Returns the index of the parenthesis that closes the one at `open`.
fn closing(pieces: &[Piece], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    pieces
        .iter()
        .enumerate()
        .skip(open)
        .find_map(|(at, piece)| {
            match piece {
                Piece::Sign("(") => depth += 1,
                Piece::Sign(")") => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0).then_some(at)
        })
}

/// Returns the index of the first of these signs outside of parentheses.
fn top_level(pieces: &[Piece], sign: &str) -> Option<usize> {
    let mut depth = 0_usize;
    pieces.iter().position(|piece| {
        match piece {
            Piece::Sign("(" | "[") => depth += 1,
            Piece::Sign(")" | "]") => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(piece, Piece::Sign(one) if *one == sign)
    })
}

/// Translates a value and the filter after it: `.Date | default "2006"`. Returns `None` if the filter is not known.
fn filtered(value: &[Piece], call: &[Piece], names: &Names) -> Option<String> {
    let value = translated(value, names)?;
    let [Piece::Word(filter), arguments @ ..] = call else {
        return None;
    };
    if let Some(call) = filter_call(filter, arguments) {
        return Some(format!("{value} | {call}"));
    }
    let filter = match (filter.as_str(), arguments) {
        ("safeURL", []) => return Some(value),
        ("raw", []) => "safe",
        _ => return None,
    };
    Some(format!("{value} | {filter}"))
}

/// Returns the call of a filter of this program for one of Liquid, Jinja, or Twig, `truncate: 20`. Returns `None` if it has none that
/// means the same.
fn filter_call(filter: &str, arguments: &[Piece]) -> Option<String> {
    let foreign = foreign_names::help("filter", filter).map(|help| help.text);
    let name = match &foreign {
        Some(help) => {
            let call = help.strip_prefix("write `")?.strip_suffix('`')?;
            if !arguments.is_empty() || call.contains('…') {
                return None;
            }
            return Some(call.to_owned());
        }
        None => filter,
    };
    let manual = filters::ALL.iter().find(|manual| manual.name == name)?;
    let values = arguments
        .iter()
        .filter(|piece| !matches!(piece, Piece::Sign("(" | ")" | ":" | ",")));
    let values: Vec<&str> = values.map(Piece::text).collect();
    let names: Vec<&str> = manual.argument_names().collect();
    if values.len() > names.len()
        || values
            .iter()
            .any(|value| SIGNS.iter().any(|(_, sign)| sign == value))
    {
        return None;
    }
    let named = names
        .iter()
        .zip(&values)
        .map(|(name, value)| format!("{name}={value}"));
    let named: Vec<String> = named.collect();
    Some(if named.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", named.join(", "))
    })
}

/// Functions of Go, which precede their arguments.
fn is_prefix(function: &str) -> bool {
    matches!(
        function,
        "eq" | "ne"
            | "lt"
            | "le"
            | "gt"
            | "ge"
            | "and"
            | "or"
            | "not"
            | "len"
            | "index"
            | "in"
            | "isset"
            | "default"
            | "first"
            | "last"
            | "print"
            | "printf"
    )
}

/// Translates the call of a function of Go: `eq .Kind "page"`. Returns `None` if `function` is not one.
fn prefixed(function: &str, arguments: &[Piece], names: &Names) -> Option<String> {
    if !is_prefix(function) || arguments.is_empty() {
        return None;
    }
    let mut values = Vec::new();
    let mut at = 0;
    while let Some(piece) = arguments.get(at) {
        let end = match piece {
            Piece::Sign("(") => closing(arguments, at)?,
            Piece::Sign(_) => return None,
            // A function that takes the rest: `not eq .Kind "page"`.
            Piece::Word(word) if is_prefix(word) => arguments.len() - 1,
            _ => at,
        };
        let value = translated(&arguments[at..=end], names)?;
        let is_long = value.contains(' ') && !value.starts_with('"');
        values.push(if is_long && function != "not" {
            format!("({value})")
        } else {
            value
        });
        at = end + 1;
    }
    let operator = match function {
        "eq" => "==",
        "ne" => "!=",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => ">=",
        other => other,
    };
    match (function, values.as_slice()) {
        ("eq", [first, second, third @ ..]) if !third.is_empty() => {
            Some(format!("{first} in [{second}, {}]", third.join(", ")))
        }
        ("eq" | "ne" | "lt" | "le" | "gt" | "ge", [left, right]) => {
            Some(format!("{left} {operator} {right}"))
        }
        ("and" | "or", [_, _, ..]) => Some(values.join(&format!(" {operator} "))),
        ("not", [value]) if value.contains(' ') => Some(format!("not ({value})")),
        ("not", [value]) => Some(format!("not {value}")),
        ("len", [value]) => Some(format!("{value} | length")),
        ("index", [list, key]) => Some(format!("{list}[{key}]")),
        ("in", [set, item]) => Some(format!("{item} in {set}")),
        ("isset", [table, key]) => Some(format!("{table}?.{} is defined", key.trim_matches('"'))),
        ("default", [default, value]) => Some(format!("{value} | default(value={default})")),
        ("first", [count, list]) => Some(format!("{list}[:{count}]")),
        ("print", values) => Some(values.join(" ~ ")),
        ("printf", [format, values @ ..]) => formatted(format, values),
        _ => None,
    }
}

/// Translates `printf "%s: %d" a b` to texts that are joined with `~`.
fn formatted(format: &str, values: &[String]) -> Option<String> {
    let format = format.strip_prefix('"')?.strip_suffix('"')?;
    let format = format
        .replace("%d", "%s")
        .replace("%v", "%s")
        .replace("%q", "%s");
    let texts: Vec<&str> = format.split("%s").collect();
    if texts.len() != values.len() + 1 {
        return None;
    }
    let mut parts = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        if !text.is_empty() {
            parts.push(format!("\"{text}\""));
        }
        parts.extend(values.get(index).cloned());
    }
    Some(parts.join(" ~ "))
}

/// Translates the call of a function of PHP or JavaScript.
fn called(function: &str, value: &str) -> Option<String> {
    Some(match function {
        "not" if !value.contains(' ') => format!("not {value}"),
        "not" => format!("not ({value})"),
        "and" | "or" | "in" => format!("{function} ({value})"),
        "isset" | "defined" => format!("{value} is defined"),
        "empty" => format!("not {value}"),
        "count" | "len" | "strlen" | "sizeof" => format!("{value} | length"),
        "htmlspecialchars" | "htmlentities" | "h" | "e" | "esc_html" | "escape" | "String" => {
            value.to_owned()
        }
        "strtoupper" | "upper" => format!("{value} | upper"),
        "strtolower" | "lower" => format!("{value} | lower"),
        "ucfirst" => format!("{value} | capitalize"),
        "strip_tags" => format!("{value} | striptags"),
        "json_encode" => format!("{value} | json"),
        "raw" | "html" => format!("{value} | safe"),
        "trim" => format!("{value} | trim"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn expressions() {
        let names = Names {
            variables: ["page", "site", "note", "loop"].map(str::to_owned).into(),
            collections: vec!["notes".to_owned()],
            ..Names::default()
        };
        for (written, expected) in [
            ("eq page.url \"/repairs\"", "page.url == \"/repairs\""),
            ("eq .Section \"blog\" \"notes\"", "page.section in [\"blog\", \"notes\"]"),
            ("and .Params.author (not (eq .Kind \"home\"))", "page.author and (not (page.kind == \"home\"))"),
            ("not .Draft", "not page.draft"),
            ("gt (len .Params.tags) 3", "(page.tags | length) > 3"),
            (".Site.Params.phone", "site.phone"),
            (".Title | default \"x\"", "page.title | default(value=\"x\")"),
            ("printf \"%s - %s\" .Title .Site.Title", "page.title ~ \" - \" ~ site.name"),
            ("$page->title", "page.title"),
            ("$title", "page.title"),
            ("count($notes) > 0 && !empty($note)", "collection(name=\"notes\") | length > 0 and note"),
            ("page.title === 'x' || !note.draft", "page.title == \"x\" or not note.draft"),
            ("note.title ? note.title : 'None'", "note.title if note.title else \"None\""),
            ("`/notes/${note.slug}`", "\"/notes/\" ~ note.slug"),
            ("'/notes/' + note.slug", "\"/notes/\" ~ note.slug"),
            ("page.tags contains \"a\"", "\"a\" in page.tags"),
            ("note.tags.length > 0", "note.tags | length > 0"),
            ("note?.title ?? 'x'", "note.title | default(value=\"x\")"),
            ("func(a", ""),
            ("a b c", ""),
        ] {
            assert_eq!(expression(written, &names).unwrap_or_default(), expected, "{written}");
        }
    }
}
