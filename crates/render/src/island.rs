//! Placeholders for islands in the HTML of pages. A later stage replaces them with the HTML of the islands.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Valid values of the argument `when`, which determines when an island becomes interactive.
pub const MOMENTS: [&str; 5] = ["load", "idle", "visible", "interaction", "address"];

/// Start of an island's placeholder.
pub const OPEN: &str = "<!--island ";
const CLOSE: &str = "-->";

/// Prefix of the ids that React gives to elements of an island. In a page, a number replaces it, because two islands would
/// otherwise have the same ids. The same prefix is in `widgets/build/bundle.mjs`.
pub const ID_PREFIX: &str = "__island__";

/// Use of an island on a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IslandCall {
    /// Name of the island.
    pub name: String,
    /// Time at which the island becomes interactive, one of [`MOMENTS`].
    pub when: String,
    /// Props as JSON. Keys are in the order in which they were given.
    pub props: String,
}

/// Returns the placeholder of an island, which is an HTML comment.
pub fn placeholder(name: &str, when: &str, props: &Value) -> String {
    let props = without_markup(&props.to_string());
    format!("{OPEN}{name} {when} {props}{CLOSE}")
}

/// Escapes `<`, `>`, and `&` in JSON, so that it ends neither a script element (HTML standard, section 4.12.1.3) nor a comment.
pub fn without_markup(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// Returns the islands that a page uses, in order, each with the span of its placeholder in `html`.
pub fn calls(html: &str) -> Vec<(IslandCall, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    for start in memchr::memmem::find_iter(html.as_bytes(), OPEN) {
        let Some(end) = html[start..].find(CLOSE).map(|at| start + at) else {
            break;
        };
        let mut parts = html[start + OPEN.len()..end].splitn(3, ' ');
        if let (Some(name), Some(when), Some(props)) = (parts.next(), parts.next(), parts.next()) {
            let call = IslandCall {
                name: name.to_owned(),
                when: when.to_owned(),
                props: props.to_owned(),
            };
            found.push((call, start..end + CLOSE.len()));
        }
    }
    found
}

/// Replaces the placeholders that [`calls`] found in a page with the HTML of the islands.
pub fn fill<'a>(
    html: &str,
    calls: &[(IslandCall, std::ops::Range<usize>)],
    islands: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut filled = String::with_capacity(html.len() * 2);
    let mut rest = 0;
    for (number, ((_, span), island)) in calls.iter().zip(islands).enumerate() {
        filled.push_str(html.get(rest..span.start).unwrap_or_default());
        let mut parts = island.split(ID_PREFIX);
        filled.push_str(parts.next().unwrap_or_default());
        for part in parts {
            filled.push_str(&format!("i{number}-"));
            filled.push_str(part);
        }
        rest = span.end;
    }
    filled.push_str(html.get(rest..).unwrap_or_default());
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_and_filled() {
        let props = serde_json::json!({ "text": "a --> b", "n": 1 });
        let html = format!("<p>x</p>{}<p>y</p>", placeholder("Slider", "idle", &props));
        let found = calls(&html);
        let [(call, _)] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((&*call.name, &*call.when), ("Slider", "idle"));
        assert_eq!(call.props.parse::<Value>().unwrap(), props);
        let filled = fill(&html, &found, ["[Slider]"]);
        assert_eq!(filled, "<p>x</p>[Slider]<p>y</p>");
    }

    #[test]
    fn islands_have_ids_of_their_own() {
        let one = placeholder("Field", "load", &Value::Null);
        let html = format!("{one}{one}");
        let island = "<b id=\"___island__R_0_\" data-ids=\"__island__\">";
        assert_eq!(
            fill(&html, &calls(&html), [island, island]),
            "<b id=\"_i0-R_0_\" data-ids=\"i0-\"><b id=\"_i1-R_0_\" data-ids=\"i1-\">"
        );
    }
}
