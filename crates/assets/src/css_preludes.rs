//! Finds what is wrong with what precedes a block of a style sheet: selectors, and at-rules with their conditions (Selectors 4; Media
//! Queries 5).

use diagnostic::{Help, did_you_mean};

use crate::css_names::{AT_RULES, MEDIA_FEATURES, PSEUDO};
use crate::css_units::{Mistake, mistaken_size};
use crate::css_values::Names;

/// Returns the name of the at-rule that begins here, or an empty one.
pub fn at_name(statement: &str) -> &str {
    name(statement.strip_prefix('@').unwrap_or_default())
}

/// Returns the name at the start of a text.
fn name(text: &str) -> &str {
    // CSS has no name with an underscore, but they are typed.
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// Returns what is wrong with what precedes a block: selectors, or the condition of an at-rule.
pub fn in_prelude(prelude: &str) -> Mistake {
    if at_name(prelude) == "media" {
        return in_condition(prelude["@media".len()..].trim());
    }
    // The steps of an animation are numbers, and other at-rules have a syntax of their own.
    let is_step = |part: &str| part.trim_end().ends_with('%');
    if !prelude.is_empty() && prelude.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(("a step of an animation has no unit", "write 0%, or from"));
    }
    if prelude.starts_with('@') || prelude.split(',').any(is_step) {
        return None;
    }
    if prelude.contains(":::") {
        return Some(("a name has more than two colons", "write it as ::before"));
    }
    let mut all = prelude.split('*').skip(1).map(name);
    if all.any(|name| PSEUDO.contains(&name)) {
        return Some(("a name directly follows `*`", "write it as *::before"));
    }
    let mut depth = 0_usize;
    let mut before = ' ';
    let mut last = ',';
    let mut signs = prelude.chars();
    while let Some(sign) = signs.next() {
        if sign == '\\' {
            signs.next();
            (before, last) = ('x', 'x');
            continue;
        }
        match sign {
            '[' => depth += 1,
            ']' if depth == 0 => {
                return Some(("this `]` has no `[`", "delete it, or write the `[`"));
            }
            ']' => depth -= 1,
            _ if depth > 0 => {}
            '.' | '#' if matches!(before, '.' | '#') => {
                return Some((
                    "a name is missing between two signs",
                    "write a class as .name",
                ));
            }
            '0'..='9' if before == '.' => {
                return Some((
                    "the name of a class cannot begin with a digit",
                    "give the class another name",
                ));
            }
            '0'..='9' if before == '#' => {
                return Some((
                    "a selector of an id cannot begin with a digit",
                    "give the id another name",
                ));
            }
            sign if matches!(before, '.' | '#') && sign.is_whitespace() => {
                return Some((
                    "a space follows the sign of a class or an id, so this is no selector",
                    "delete the space: .name",
                ));
            }
            sign if before == ':' && sign.is_whitespace() && !prelude.starts_with("--") => {
                return Some((
                    "a space follows a colon, so this is no selector",
                    "delete the space: a:hover",
                ));
            }
            '>' | '+' | '~' | ',' if matches!(last, '>' | '+' | '~') => {
                return Some((
                    "a selector is missing between two signs",
                    "delete one of them",
                ));
            }
            ',' if last == ',' => {
                return Some(("a selector is missing before a comma", "delete the comma"));
            }
            _ => {}
        }
        before = sign;
        if !sign.is_whitespace() {
            last = sign;
        }
    }
    if depth > 0 {
        return Some(("`[` without a matching `]`", "close it"));
    }
    match last {
        ',' if !prelude.is_empty() => {
            Some(("a selector is missing after the comma", "delete the comma"))
        }
        '>' | '+' | '~' => Some((
            "a selector is missing at the end",
            "write it, or delete the last sign",
        )),
        _ => None,
    }
}

/// Returns the finding about a pseudo-class, a pseudo-element, or a feature of the screen whose name is almost one that browsers know.
/// Names that are like no other may be newer than this program.
pub fn misspelled(prelude: &str) -> Option<(String, Help)> {
    // What follows the sign of a name.
    let (known, named, message): (_, Vec<&str>, _) = if at_name(prelude) == "media" {
        let conditions = prelude.split('(').skip(1);
        let named = conditions.filter(|rest| rest.contains(':'));
        let message = "no feature of a screen has this name";
        (
            MEDIA_FEATURES,
            named.map(str::trim_start).collect(),
            message,
        )
    } else if let Some(rule) = prelude.strip_prefix('@') {
        (AT_RULES, vec![rule], "no at-rule has this name")
    } else {
        // An escaped colon is part of a name: `.dark\:flex`.
        let parts = prelude.split(':').collect::<Vec<&str>>();
        let parts = parts
            .windows(2)
            .filter(|pair| !pair[0].ends_with('\\'))
            .map(|pair| pair[1]);
        let message = "no pseudo-class or pseudo-element has this name";
        (PSEUDO, parts.collect(), message)
    };
    let known = || known.iter().copied();
    let mut unknown = named.into_iter().filter(|text| {
        let lower = name(text).to_lowercase();
        !lower.starts_with('-') && !known().any(|one| one == lower)
    });
    unknown.find_map(|text| {
        let first = name(text);
        let second = name(text[first.len()..].trim_start());
        let joined =
            known().find(|known| !first.is_empty() && known.strip_prefix(first) == Some(second));
        let help = match joined {
            Some(joined) => Help::replace(
                format!("write `{joined}` without a space"),
                &format!("{first} {second}"),
                joined,
            ),
            None => did_you_mean(first, known())?,
        };
        Some((message.to_owned(), help))
    })
}

fn in_condition(condition: &str) -> Mistake {
    let before = condition.split('(').next().unwrap_or_default();
    let last = condition.rsplit([' ', ')']).next().unwrap_or_default();
    if before.contains(':') {
        let help = "put the condition into parentheses: (max-width: 40rem)";
        return Some(("this condition is never true", help));
    }
    let mut parts = condition.split(['(', ')']);
    if parts.any(|part| part.contains(':') && part.contains(" and ")) {
        let help = "close it before `and`: (min-width: 20rem) and (max-width: 40rem)";
        return Some(("a parenthesis has two conditions", help));
    }
    let mut parts = condition
        .split('(')
        .skip(1)
        .filter_map(|part| part.split(')').next());
    if parts.any(|part| {
        let mut words = part.split_whitespace();
        let is_feature = words
            .next()
            .is_some_and(|name| MEDIA_FEATURES.contains(&name));
        is_feature
            && words
                .next()
                .is_some_and(|value| value.starts_with(|c: char| c.is_ascii_digit()))
    }) {
        return Some((
            "a colon is missing in a condition",
            "write (max-width: 40rem)",
        ));
    }
    matches!(last, "and" | "or" | "not" | ",").then_some((
        "a condition is missing at the end",
        "write it, or delete the last word",
    ))
}

/// Returns what is wrong with a size in the condition of an at-rule.
pub fn in_size(prelude: &str, names: &Names) -> Option<(String, Help)> {
    let name = at_name(prelude);
    let condition = matches!(name, "media" | "container").then(|| &prelude[1 + name.len()..])?;
    let bare = mistaken_size(condition);
    let bare = bare.map(|(message, help)| (message.to_owned(), help.into()));
    bare.or_else(|| names.mistaken_unit(condition))
}

/// Returns the finding about an at-rule without a block whose name is almost one that browsers know.
pub fn misspelled_statement(statement: &str) -> Option<(String, Help)> {
    const NAMES: [&str; 6] = [
        "import",
        "charset",
        "namespace",
        "layer",
        "apply",
        "tailwind",
    ];
    let name = at_name(statement);
    let is_known = NAMES.contains(&name) || AT_RULES.contains(&name);
    let help = did_you_mean(name, NAMES).filter(|_| !is_known)?;
    Some(("no at-rule has this name".to_owned(), help))
}
