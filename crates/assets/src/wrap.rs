/// The island's HTML as it stands in a page: what `widgets/src/runtime.ts` looks for.
///
/// React's root is the `site-island` element. The script with the props is taken out before React sees the
/// element, so that it holds the server's HTML and nothing else. `when` is `load`, `idle`, `visible` or
/// `interaction`.
pub fn wrap(name: &str, props_json: &str, when: &str, html: &str, module_url: &str) -> String {
    // `</script>` and `<!--` inside a script element would end or change it.
    let props = props_json.replace('<', "\\u003c");
    format!(
        "<site-island data-island=\"{name}\" data-when=\"{when}\" data-module=\"{module_url}\">{html}\
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
            "/assets/Map-A.js",
        );
        assert_eq!(
            out,
            "<site-island data-island=\"Map\" data-when=\"load\" data-module=\"/assets/Map-A.js\"><p>x</p>\
             <script type=\"application/json\">{\"a\":\"\\u003c/script>\\u003c!--\"}</script></site-island>"
        );
    }
}
