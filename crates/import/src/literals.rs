//! Literals in programs of JavaScript and TypeScript.

/// Endings of programs.
pub const PROGRAMS: [&str; 5] = ["ts", "mjs", "js", "mts", "cjs"];

/// Returns a program without its comments. Texts in quotes stay.
pub fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote: Option<char> = None;
    while let Some(one) = rest.chars().next() {
        let length = match (quote, one) {
            (Some(_), '\\') => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            (Some(open), _) => {
                // A text in simple quotes ends with its line; an apostrophe in a regular expression begins none.
                if one == open || one == '\n' && open != '`' {
                    quote = None;
                }
                one.len_utf8()
            }
            (None, '"' | '\'' | '`') => {
                quote = Some(one);
                1
            }
            (None, '/') if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            (None, '/') if rest.starts_with("/*") => {
                rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
                continue;
            }
            _ => one.len_utf8(),
        };
        result.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    result
}

/// Returns the rest of a program after each place where a key gets a value.
pub fn values<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(key).filter_map(move |(at, _)| {
        let is_start =
            !text[..at].ends_with(|one: char| one.is_alphanumeric() || one == '_' || one == '.');
        let rest = text[at + key.len()..]
            .trim_start_matches(['"', '\''])
            .trim_start();
        // A type may be between a name and its value.
        let rest = match rest.strip_prefix(':') {
            Some(rest) => rest,
            None => rest.strip_prefix('=')?,
        };
        is_start.then_some(rest.trim_start())
    })
}

/// Returns the text in quotes at the beginning of a program.
pub fn quoted(text: &str) -> Option<String> {
    let quote = text
        .chars()
        .next()
        .filter(|one| matches!(one, '"' | '\'' | '`'))?;
    let inner = &text[1..];
    let end = inner.find(quote)?;
    let value = &inner[..end];
    (!value.contains("${") && !value.contains('\n')).then(|| value.replace('\\', ""))
}

/// Returns the first text that a key gets.
pub fn literal(text: &str, key: &str) -> Option<String> {
    values(text, key).find_map(quoted)
}

/// Returns what is between the first bracket of a program and the one that closes it; `None` if there is none.
pub fn closed(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let is_open = text.starts_with(['{', '[', '(']);
    for (at, one) in signs(if is_open { text } else { "" }) {
        match one {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[1..at]);
        }
    }
    None
}

/// Returns what is between the first bracket of a program and the one that closes it; nothing if there is none.
pub fn inside(text: &str) -> &str {
    closed(text).unwrap_or_default()
}

/// Returns what is in the brackets after each word of a program, with the place of the word. Words in these brackets are part of it, and a
/// bracket that is not closed ends the search, so the time is proportional to the length of the program.
pub fn brackets_after<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let mut end = 0;
    text.match_indices(word).filter_map(move |(at, _)| {
        let rest = text[at + word.len()..].trim_start();
        if at < end || !rest.starts_with(['{', '[', '(']) {
            return None;
        }
        let inner = closed(rest);
        end = inner.map_or(text.len(), |inner| text.len() - rest.len() + inner.len());
        Some((at, inner?))
    })
}

/// Returns the signs of a program that are not in texts in quotes or regular expressions, with their places.
fn signs(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut quote: Option<u8> = None;
    let (mut is_escaped, mut last) = (false, b'(');
    text.bytes().enumerate().filter(move |(_, one)| {
        let one = *one;
        let Some(open) = quote else {
            let is_quote = match one {
                b'"' | b'\'' | b'`' => true,
                b'/' => b"(,=:[!&|?".contains(&last),
                _ => false,
            };
            quote = is_quote.then_some(one);
            if !one.is_ascii_whitespace() {
                last = one;
            }
            return !is_quote;
        };
        // A text in simple quotes ends with its line.
        if !is_escaped && (one == open || one == b'\n' && open != b'`') {
            quote = None;
        }
        is_escaped = !is_escaped && one == b'\\';
        false
    })
}

/// Returns the keys of an object, without quotes, with their values: the whole member for one that is no key with a value.
pub fn entries(inner: &str) -> impl Iterator<Item = (&str, &str)> {
    members(inner).into_iter().map(|member| {
        let (at, _) = signs(member)
            .find(|(_, one)| b":([{".contains(one))
            .unwrap_or_default();
        match member.split_at(at) {
            (key, value) if value.starts_with(':') => {
                (key.trim().trim_matches(['"', '\'']), value[1..].trim())
            }
            _ => (member, member),
        }
    })
}

/// Splits what is between brackets at its commas, except those within other brackets and texts. A bracket that closes more ends it.
pub fn members(inner: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut start, mut end, mut depth) = (0, inner.len(), 0_usize);
    for (at, one) in signs(inner) {
        match one {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' if depth == 0 => {
                end = at;
                break;
            }
            b'}' | b']' | b')' => depth -= 1,
            b',' if depth == 0 => {
                all.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(inner[start..end].trim());
    all.retain(|one| !one.is_empty());
    all
}

/// Returns the first line of a value in an object, without what follows it there.
pub fn first_part(value: &str) -> String {
    let line = value.lines().next().unwrap_or_default();
    let part = members(line).first().copied().unwrap_or_default();
    part.trim_end_matches([';', ' ', '}', '{', '(']).to_owned()
}

/// Returns all texts in quotes, in order.
pub fn all_quoted(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let Some(value) = quoted(&rest[start..]) else {
            rest = &rest[start + 1..];
            continue;
        };
        let quote = &rest[start..=start];
        let end = rest[start + 1..]
            .find(quote)
            .map_or(rest.len(), |end| start + end + 2);
        rest = &rest[end..];
        all.push(value);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let text = without_comments(
            "// site: 'https://no.example'\nexport default defineConfig({ site: 'https://a.example', /* base: '/no', */ base: \"/b\",\n  redirects: { '/c': '/d', '/e': { status: 302, destination: '/f' } }, title: `${x}`, a: it's // z\n})",
        );
        assert_eq!(literal(&text, "site").as_deref(), Some("https://a.example"));
        assert_eq!(literal(&text, "base").as_deref(), Some("/b"));
        assert_eq!(literal(&text, "title"), None);
    }

    #[test]
    fn brackets() {
        for (text, expected) in [
            ("a(1) a (b) a c a(a(2))", "0=1 5=b 15=a(2)"),
            ("a(1) a(", "0=1"),
            ("a( a(1)", ""),
        ] {
            let shown = brackets_after(text, "a").map(|(at, inner)| format!("{at}={inner}"));
            assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
        let long = "a(".repeat(100_000);
        assert_eq!(brackets_after(&long, "a").count(), 0);
    }

    #[test]
    fn objects() {
        for (text, expected) in [
            ("{ a: 'x) y', 'b': [1, 2], c } d", "a='x) y' b=[1, 2] c=c"),
            ("{ a: 'it\\'s }', b: `{\n` }", "a='it\\'s }' b=`{\n`"),
            (
                "{ a: one.replace(/['\"{]/g, ''), b: 1 / 2 }",
                "a=one.replace(/['\"{]/g, '') b=1 / 2",
            ),
            ("{ a: it's,\nb: 1 }", "a=it's,\nb: 1"),
            (
                "{ 'a:b': 1, c({ d: 1 }) { } }",
                "a:b=1 c({ d: 1 }) { }=c({ d: 1 }) { }",
            ),
            ("{ a: 'b\\\n}', c: '}' }", "a='b\\\n}' c='}'"),
            ("'a', { b: 1 }", ""),
            ("{ a", ""),
        ] {
            let shown = entries(inside(text)).map(|(key, value)| format!("{key}={value}"));
            assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
