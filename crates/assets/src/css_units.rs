//! Finds numbers that lack a unit, and signs that the value of a property cannot have (CSS Values 4, sections 6 and 10).

/// Properties whose values are lengths, separated by spaces. A number without a unit is only allowed if it is 0.
const LENGTHS: [&str; 27] = [
    "margin",
    "margin-top",
    "margin-right",
    "margin-bottom",
    "margin-left",
    "padding",
    "padding-top",
    "padding-right",
    "padding-bottom",
    "padding-left",
    "top",
    "right",
    "bottom",
    "left",
    "inset",
    "gap",
    "row-gap",
    "column-gap",
    "width",
    "height",
    "min-width",
    "max-width",
    "min-height",
    "max-height",
    "font-size",
    "border-radius",
    "letter-spacing",
];

/// Message and help of a finding, or `None` if nothing is wrong.
pub type Mistake = Option<(&'static str, &'static str)>;

/// Returns what is wrong with the numbers in the value of a property.
pub fn mistaken_number(name: &str, value: &str) -> Mistake {
    let calls = |call: &str| -> Vec<&str> {
        let starts = value.match_indices(call).map(|(at, _)| at + call.len());
        let inner = starts.filter_map(|at| value[at..].split(')').next());
        inner.collect()
    };
    if value.contains(['×', '÷', '−']) {
        return Some(("this sign is not an operator of CSS", "write *, /, or -"));
    }
    if name == "aspect-ratio" && value.contains(':') {
        return Some(("a ratio has a slash", "write it as 16 / 9"));
    }
    if let Some(mistake) = mistaken_call(value) {
        return Some(mistake);
    }
    let turns = [
        "rotate(", "rotatex(", "rotatey(", "rotatez(", "skew(", "skewx(", "skewy(",
    ];
    if turns.iter().flat_map(|call| calls(call)).any(is_bare) {
        return Some(("an angle has no unit", "write 45deg"));
    }
    let moves = ["translate(", "translatex(", "translatey("];
    if moves
        .iter()
        .flat_map(|call| calls(call))
        .filter(|inner| !inner.contains('('))
        .flat_map(|inner| inner.split(','))
        .any(is_bare)
    {
        return Some(("a length has no unit", "write 10px, or another unit"));
    }
    if !LENGTHS.contains(&name) || value.contains('(') {
        return None;
    }
    if value.contains(',') {
        return Some((
            "this property takes no commas",
            "separate them with a space",
        ));
    }
    let mut words = value.split(|c: char| c.is_whitespace() || c == '/');
    words
        .any(is_bare)
        .then_some(("a length has no unit", "write 10px, or another unit"))
}

/// Returns what is wrong with the arguments of a call of `calc()`, `min()`, `max()`, `clamp()`, or of a color.
pub fn mistaken_call(value: &str) -> Mistake {
    let comma = Some(("a number has a comma", "write a point: 1.5rem"));
    let is_digit = |c: char| c.is_ascii_digit();
    for name in ["calc(", "min(", "max(", "clamp("] {
        for (at, _) in value.match_indices(name) {
            if value[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-') {
                continue;
            }
            let arguments = arguments(&value[at + name.len()..]);
            let is_decimal = |pair: &[&str]| {
                let rest = pair[1].trim_start_matches(is_digit);
                let whole = pair[0].rsplit([' ', '(']).next().unwrap_or_default();
                let has_unit = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '%');
                // In `min(100% / 3,20rem)`, the number is a divisor.
                !whole.is_empty()
                    && !pair[0].contains(['/', '*'])
                    && whole.chars().all(is_digit)
                    && rest.len() < pair[1].len()
                    && has_unit
            };
            if arguments.windows(2).any(is_decimal) {
                return comma;
            }
            if name == "clamp(" && !matches!(arguments.len(), 0 | 3) && !value.contains("var(") {
                return Some((
                    "clamp() needs three values: the least, the preferred, and the most",
                    "write clamp(1rem, 4vw, 2rem)",
                ));
            }
            if name == "calc(" && arguments.len() > 1 {
                return Some((
                    "calc() takes one expression, without commas",
                    "write calc(100% - 2rem)",
                ));
            }
        }
    }
    if let Some(mistake) = value.contains('(').then(|| mistaken_count(value)).flatten() {
        return Some(mistake);
    }
    let mut colors = ["rgb(", "rgba(", "hsl(", "hsla("].iter().flat_map(|name| {
        let calls = value
            .match_indices(name)
            .map(|(at, _)| &value[at + name.len()..]);
        calls
            .filter_map(|rest| Some(rest.split_once(')')?.0))
            .collect::<Vec<_>>()
    });
    let without_slash = |inner: &str| {
        !inner.contains([',', '/', '('])
            && !inner.starts_with("from")
            && inner.split_whitespace().count() == 4
    };
    if colors
        .clone()
        .any(|inner| inner.trim_start().starts_with('#'))
    {
        return Some((
            "a color function takes numbers, not a color with #",
            "write the opacity as two more digits, #13211f80 for one half, or color-mix(in srgb, #13211f 50%, transparent)",
        ));
    }
    let opacity = colors.any(without_slash).then_some((
        "the opacity of a color follows a slash",
        "write it as rgb(0 0 0 / 0.5)",
    ));
    opacity.or_else(|| incomplete_color(value))
}

/// Color functions that take three numbers, with what is wrong with any other number (CSS Color 4, 5 to 9).
#[rustfmt::skip]
const COLORS: [(&str, &str, &str); 9] = [
    ("rgb(", "rgb() needs three values", "write rgb(19 33 31), or rgb(19 33 31 / 0.5)"),
    ("rgba(", "rgba() needs three values and an opacity", "write rgb(19 33 31 / 0.5)"),
    ("hsl(", "hsl() needs three values", "write hsl(170 27% 10%), or hsl(170 27% 10% / 0.5)"),
    ("hsla(", "hsla() needs three values and an opacity", "write hsl(170 27% 10% / 0.5)"),
    ("hwb(", "hwb() needs three values", "write hwb(170 10% 80%)"),
    ("lab(", "lab() needs three values", "write lab(40% 20 30)"),
    ("lch(", "lch() needs three values", "write lch(40% 30 60)"),
    ("oklab(", "oklab() needs three values", "write oklab(0.4 0.1 0.1)"),
    ("oklch(", "oklch() needs three values", "write oklch(0.4 0.1 60)"),
];

/// Returns what is wrong with the number of the values of a color. Those with inner calls, such as variables, are not counted.
fn incomplete_color(value: &str) -> Mistake {
    COLORS.iter().find_map(|(call, message, help)| {
        let is_incomplete = calls_of(value, call).any(|inner| {
            let inner = inner.split_once(')').map_or("", |(inner, _)| inner);
            let is_plain = |c: char| c.is_ascii_alphanumeric() || " .,/%+-".contains(c);
            let inner = inner.trim();
            let without_opacity = inner.split('/').next().unwrap_or_default();
            let separators = [' ', ','];
            let values = without_opacity
                .split(separators)
                .filter(|one| !one.is_empty());
            let is_counted = !inner.is_empty()
                && inner.chars().all(is_plain)
                && inner.starts_with(|c: char| !c.is_ascii_alphabetic());
            is_counted && !(3..=4).contains(&values.count())
        });
        is_incomplete.then_some((*message, *help))
    })
}

/// Functions with the least and the largest number of their arguments, and what is wrong with any other number (CSS Grid 2, 7.2; Values 4,
/// 10; Transforms 2; Easing 2; Color 5; Color Adjust; Cascading Variables 1).
#[rustfmt::skip]
const CALLS: [(&str, usize, usize, &str, &str); 14] = [
    ("repeat(", 2, 2, "repeat() needs two values with a comma between them", "write repeat(3, 1fr)"),
    ("minmax(", 2, 2, "minmax() needs two values with a comma between them", "write minmax(12rem, 1fr)"),
    ("fit-content(", 1, 1, "fit-content() takes one value", "write fit-content(20rem)"),
    ("cubic-bezier(", 4, 4, "cubic-bezier() needs four numbers with commas between them", "write cubic-bezier(0.2, 0, 0, 1)"),
    ("steps(", 1, 2, "steps() takes a number, and a word after a comma", "write steps(4, end)"),
    ("translate(", 1, 2, "translate() takes at most two values", "write translate(1rem, 2rem), or translate3d(1rem, 2rem, 0)"),
    ("translate3d(", 3, 3, "translate3d() needs three values with commas between them", "write translate3d(0, 1rem, 0)"),
    ("scale(", 1, 2, "scale() takes at most two values", "write scale(1.1), or scale(1.1, 1)"),
    ("scale3d(", 3, 3, "scale3d() needs three values with commas between them", "write scale3d(1, 1, 1)"),
    ("rotate(", 1, 1, "rotate() takes one angle", "write rotate(45deg), or rotate3d(0, 0, 1, 45deg)"),
    ("rotate3d(", 4, 4, "rotate3d() needs three numbers and an angle", "write rotate3d(0, 0, 1, 45deg)"),
    ("light-dark(", 2, 2, "light-dark() needs two values with a comma between them", "write light-dark(white, black)"),
    ("color-mix(", 2, usize::MAX, "color-mix() needs a color space and two colors", "write color-mix(in srgb, red 40%, white)"),
    ("pow(", 2, 2, "pow() needs two numbers with a comma between them", "write pow(2, 3)"),
];

/// Returns what is wrong with the number of the arguments of a function.
fn mistaken_count(value: &str) -> Mistake {
    CALLS.iter().find_map(|(call, least, most, message, help)| {
        let is_wrong = calls_of(value, call).any(|inner| {
            let arguments = arguments(inner);
            let is_word_between = arguments.len() == *least
                && *least < 3
                && arguments.iter().any(|one| lacks_comma(call, one));
            // A variable may contain several arguments; without its end, the call is reported as such.
            let is_open = arguments.is_empty()
                || arguments
                    .iter()
                    .any(|one| one.contains("var(") || one.contains('$'));
            !is_open && (!(*least..=*most).contains(&arguments.len()) || is_word_between)
        });
        is_wrong.then_some((*message, *help))
    })
}

/// Returns what follows the opening parenthesis of each call of a function, such as `rgb(`.
fn calls_of<'v>(value: &'v str, call: &str) -> impl Iterator<Item = &'v str> {
    let starts = value
        .match_indices(call)
        .filter(|(at, _)| !value[..*at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-'));
    starts.map(move |(at, call)| &value[at + call.len()..])
}

/// Returns whether one argument of a call consists of two, as in `fit-content(1rem 2rem)`.
fn lacks_comma(call: &str, argument: &str) -> bool {
    ["minmax(", "fit-content(", "translate(", "rotate(", "scale("].contains(&call)
        && argument.split_whitespace().count() > 1
        && !argument.contains(['(', '+', '*', '/'])
}

/// Splits the arguments of a call at the commas outside of inner calls. `text` begins after its opening parenthesis.
fn arguments(text: &str) -> Vec<&str> {
    let (mut arguments, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, sign) in text.bytes().enumerate() {
        match sign {
            b'(' => depth += 1,
            b')' if depth == 0 => {
                arguments.push(&text[start..at]);
                return arguments;
            }
            b')' => depth -= 1,
            b',' if depth == 0 => {
                arguments.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    Vec::new()
}

/// Returns what is wrong with the numbers in the condition of a media query or a container query.
pub fn mistaken_size(condition: &str) -> Mistake {
    let mut parts = condition.split(['(', ')']);
    let is_size = |name: &str| name.ends_with("width") || name.ends_with("height");
    let has_none = parts.any(|part| {
        let pair = part.split_once(':');
        pair.is_some_and(|(name, value)| is_size(name.trim()) && is_bare(value))
    });
    has_none.then_some((
        "a size has no unit, so this condition is never true",
        "write 40rem, or another unit",
    ))
}

/// Returns whether a word is a number other than 0 without a unit.
fn is_bare(word: &str) -> bool {
    let word = word.trim();
    let is_number = word.ends_with(|c: char| c.is_ascii_digit());
    is_number && word.parse::<f64>().is_ok_and(|number| number != 0.0)
}

#[cfg(test)]
mod tests {
    use super::{mistaken_number, mistaken_size};

    #[test]
    fn numbers() {
        for (name, value, expected) in [
            ("grid-template-columns", "repeat(3 1fr)", "repeat() needs"),
            (
                "grid-template-columns",
                "repeat(auto-fit, minmax(1rem, 1fr))",
                "",
            ),
            (
                "grid-template-columns",
                "repeat(auto-fit, minmax(12rem 1fr))",
                "minmax() needs",
            ),
            (
                "grid-template-columns",
                "repeat(2 minmax(1rem, 1fr))",
                "repeat() needs",
            ),
            (
                "grid-template-columns",
                "[a] repeat(2, [b] 1fr [c]) minmax(min(10rem, 100%), 1fr)",
                "",
            ),
            ("grid-template-columns", "minmax(var(--sizes))", ""),
            (
                "transition-timing-function",
                "cubic-bezier(0.2 0 0 1)",
                "cubic-bezier() needs",
            ),
            (
                "transition-timing-function",
                "cubic-bezier(0.2, 0, 0)",
                "cubic-bezier() needs",
            ),
            ("transition-timing-function", "steps(4, jump-end)", ""),
            ("transform", "translate(1rem 2rem)", "translate() takes"),
            ("transform", "translate3d(0, 1rem)", "translate3d() needs"),
            ("transform", "scale(1.1, 1) rotate3d(0, 0, 1, 45deg)", ""),
            ("color", "light-dark(white black)", "light-dark() needs"),
            ("color", "color-mix(in srgb, red 40%, white)", ""),
            ("width", "fit-content(calc(1rem + 2vw))", ""),
            ("transform", "rotate(45)", "an angle"),
            ("transform", "rotate(0) translate(-50%, 10)", "a length"),
            ("transform", "rotate(.5turn) scale(2)", ""),
            ("aspect-ratio", "16:9", "a ratio"),
            ("width", "calc(36.75 × 1rem)", "this sign"),
            ("gap", "0.25rem, 2rem", "this property"),
            ("margin", "0 10 auto", "a length"),
            ("margin", "0 -1.5rem 0 0 !important", ""),
            ("line-height", "1.5", ""),
            ("font-size", "clamp(1,125rem, 4vw, 2rem)", "a number"),
            ("width", "calc(100% - 1,5rem)", "a number"),
            (
                "width",
                "min(90%, max(10rem, calc(1,5em + 2vw)))",
                "a number",
            ),
            ("font-size", "clamp(1rem, 2rem)", "clamp() needs"),
            ("font-size", "clamp(1rem,4vw,2rem)", ""),
            ("opacity", "clamp(0,1,2)", ""),
            ("grid-template-columns", "repeat(3,1fr) minmax(0,1fr)", ""),
            ("color", "rgb(0 0 0 0.5)", "the opacity"),
            (
                "color",
                "rgba(#13211f, 0.5)",
                "a color function takes numbers",
            ),
            ("color", "rgb(from var(--a) r g b)", ""),
            ("color", "rgb(19, 33)", "rgb() needs three values"),
            ("color", "oklch(40% 0.1)", "oklch() needs three values"),
            ("color", "rgb(var(--a), 0.5) oklab(0.4 0.1 0.1 / 50%)", ""),
            ("color", "rgba(0,0,0,.5) hsl(none 0% 10%)", ""),
            ("color", "rgb(0 0 0 / 50%) hsl(1, 2%, 3%)", ""),
            ("font-size", "max(1rem, 2vw)", ""),
            ("width", "min(100% / 3,20rem)", ""),
            ("width", "1e3px", ""),
        ] {
            let found = mistaken_number(name, value).map_or("", |(message, _)| message);
            assert_eq!(found.is_empty(), expected.is_empty(), "{name}: {value}");
            assert!(found.starts_with(expected), "{name}: {value}: {found}");
        }
    }

    #[test]
    fn sizes() {
        for (condition, is_right) in [
            ("(min-width: 600)", false),
            ("screen and (max-height:40) and (color)", false),
            ("(min-width: 0)", true),
            ("(min-width: 60rem) and (min-resolution: 2dppx)", true),
            ("(min-aspect-ratio: 16/9)", true),
        ] {
            assert_eq!(mistaken_size(condition).is_none(), is_right, "{condition}");
        }
    }
}
