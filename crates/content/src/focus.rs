//! The focus of a picture: the point that stays as close to the middle as possible when the picture is cropped.

/// Help that explains how to write a focus.
pub const FOCUS_HELP: &str =
    "write percentages from the left and the top, as in \"50% 20%\", or words, as in \"top\"";

/// Parses a focus: percentages from the left and the top (`50% 20%`), or words (`top`, `left center`). Returns the two
/// percentages, or `None` if the text is not a focus.
pub fn focus(text: &str) -> Option<(u8, u8)> {
    let across = |word| percent(word, "left", "right");
    let down = |word| percent(word, "top", "bottom");
    let words: Vec<&str> = text.split_whitespace().collect();
    match *words {
        [word] if !word.ends_with('%') => {
            let x = across(word).map(|x| (x, 50));
            x.or_else(|| Some((50, down(word)?)))
        }
        [first, second] => {
            let in_order = across(first).zip(down(second));
            in_order.or_else(|| across(second).zip(down(first)))
        }
        _ => None,
    }
}

/// Returns the percentage that a word stands for, or `None` if it is neither a known word nor a percentage. `start` and `end` are
/// the words for 0 and 100 percent.
fn percent(word: &str, start: &str, end: &str) -> Option<u8> {
    match word {
        "center" => Some(50),
        word if word == start => Some(0),
        word if word == end => Some(100),
        word => {
            let number = word.strip_suffix('%')?.parse().ok();
            number.filter(|number| *number <= 100)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points() {
        for (text, expected) in [
            ("50% 20%", Some((50, 20))),
            (" 0%  100% ", Some((0, 100))),
            ("top", Some((50, 0))),
            ("right", Some((100, 50))),
            ("center", Some((50, 50))),
            ("left bottom", Some((0, 100))),
            ("bottom left", Some((0, 100))),
            ("left 30%", Some((0, 30))),
            ("50%", None),
            ("101% 0%", None),
            ("50 20", None),
            ("left right", None),
            ("middle", None),
            ("", None),
        ] {
            assert_eq!(focus(text), expected, "{text}");
        }
    }
}
