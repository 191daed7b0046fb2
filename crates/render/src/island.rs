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

/// Stand-in for the HTML that a template passes to an island, in the HTML that is rendered from the island's props.
pub const SLOT: &str = "<!--slot-->";
/// Stand-in in props, which are without markup.
const SLOT_IN_PROPS: &str = "\\u003c!--slot--\\u003e";
/// End of the HTML that a template passes to an island. It begins after the placeholder.
const END: &str = "<!--/island-->";

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

/// Returns the placeholder of an island, which is an HTML comment. After it comes the HTML that the template passes to the island, if
/// any: the page has it only once, and an island is rendered once for all such HTML.
pub fn placeholder(name: &str, when: &str, props: &Value, html: Option<&str>) -> String {
    let props = without_markup(&props.to_string());
    let html = html.map_or(String::new(), |html| format!("{html}{END}"));
    format!("{OPEN}{name} {when} {props}{CLOSE}{html}")
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

/// Replaces the placeholders that [`calls`] found in a page with the HTML of the islands, each around the HTML that the template has
/// passed to it.
pub fn fill<'a>(
    html: &str,
    calls: &[(IslandCall, std::ops::Range<usize>)],
    islands: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut filled = String::with_capacity(html.len() * 2);
    // What comes after the HTML passed to each island that has begun.
    let mut begun: Vec<String> = Vec::new();
    let mut rest = 0;
    for (number, ((call, span), island)) in calls.iter().zip(islands).enumerate() {
        push(&mut filled, html.get(rest..span.start), &mut begun);
        let island = island.replace(ID_PREFIX, &format!("i{number}-"));
        if call.props.contains(SLOT_IN_PROPS) {
            let (before, after) = island.split_once(SLOT).unwrap_or((island.as_str(), ""));
            filled.push_str(before);
            begun.push(after.to_owned());
        } else {
            filled.push_str(&island);
        }
        rest = span.end;
    }
    push(&mut filled, html.get(rest..), &mut begun);
    filled
}

/// Appends HTML between placeholders, in which islands that have begun may end.
fn push(filled: &mut String, html: Option<&str>, begun: &mut Vec<String>) {
    let mut parts = html.unwrap_or_default().split(END);
    filled.push_str(parts.next().unwrap_or_default());
    for part in parts {
        filled.push_str(&begun.pop().unwrap_or_default());
        filled.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_and_filled() {
        let props = serde_json::json!({ "text": "a --> b", "n": 1 });
        let html = format!(
            "<p>x</p>{}<p>y</p>",
            placeholder("Slider", "idle", &props, None)
        );
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
        let one = placeholder("Field", "load", &Value::Null, None);
        let html = format!("{one}{one}");
        let island = "<b id=\"___island__R_0_\" data-ids=\"__island__\">";
        assert_eq!(
            fill(&html, &calls(&html), [island, island]),
            "<b id=\"_i0-R_0_\" data-ids=\"i0-\"><b id=\"_i1-R_0_\" data-ids=\"i1-\">"
        );
    }

    #[test]
    fn html_that_a_template_passes_is_inside_the_island() {
        let props =
            serde_json::json!({ "html": { "dangerouslySetInnerHTML": { "__html": SLOT } } });
        let inner = placeholder("Map", "load", &Value::Null, None);
        let tabs = |html: &str| placeholder("Tabs", "load", &props, Some(html));
        let html = format!(
            "a{}e{}f",
            tabs(&format!("b{}c{inner}d", tabs("x"))),
            tabs("")
        );
        let found = calls(&html);
        let filled = |tabs| fill(&html, &found, [tabs, tabs, "[Map]", tabs]);
        assert_eq!(
            filled("<t><!--slot--></t>"),
            "a<t>b<t>x</t>c[Map]d</t>e<t></t>f"
        );
        // Islands that could not be rendered, or do not use the HTML.
        assert_eq!(filled(""), "abxc[Map]def");
    }
}
