//! The HTML of an island in a page.

/// Wraps the HTML of an island in the `<site-island>` element that `widgets/src/runtime.ts` looks for.
///
/// The element is also React's root. Before React hydrates it, `runtime.ts` removes the script with the props, so that the
/// element contains only the HTML rendered at build time. `when` is one of `render::island::MOMENTS`. `scripts` are the URLs of
/// the island's client module and of all modules that it imports, so that browsers can load them at the same time. `id_prefix` is the
/// prefix of the ids that React made; if the HTML has any, an attribute passes the prefix on to React in the browser.
pub fn wrap(
    name: &str,
    props_json: &str,
    when: &str,
    html: &str,
    scripts: &[String],
    id_prefix: &str,
) -> String {
    // `</script>` and `<!--` would end the script element or change how it is parsed.
    let props = props_json.replace('<', "\\u003c");
    // There is no module if the island's script could not be bundled.
    let module = scripts.first().map_or("", String::as_str);
    let imports = match scripts.get(1..).unwrap_or_default() {
        [] => String::new(),
        urls => format!(" data-imports=\"{}\"", urls.join(" ")),
    };
    let ids = if html.contains(id_prefix) {
        format!(" data-ids=\"{id_prefix}\"")
    } else {
        String::new()
    };
    format!(
        "<site-island data-island=\"{name}\" data-when=\"{when}\" data-module=\"{module}\"{imports}{ids}>{html}\
         <script type=\"application/json\">{props}</script></site-island>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn props_cannot_end_the_script() {
        let out = wrap(
            "Map",
            r#"{"a":"</script><!--"}"#,
            "load",
            "<p>x</p>",
            &["/assets/Map-A.js", "/assets/b.js", "/assets/c.js"].map(str::to_owned),
            "__island__",
        );
        assert_eq!(
            out,
            "<site-island data-island=\"Map\" data-when=\"load\" data-module=\"/assets/Map-A.js\" \
             data-imports=\"/assets/b.js /assets/c.js\"><p>x</p>\
             <script type=\"application/json\">{\"a\":\"\\u003c/script>\\u003c!--\"}</script></site-island>"
        );
    }
}
