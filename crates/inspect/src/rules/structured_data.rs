//! bad-structured-data: data for search engines that they cannot read.

use diagnostic::{Diagnostic, Severity::Warning};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    BAD_STRUCTURED_DATA {
        name: "bad-structured-data",
        severity: Warning,
        summary: "the JSON-LD of a page is not JSON",
        why: "Search engines ignore all of it.",
        example: "<script type=\"application/ld+json\">{\"name\": \"{{ page.title }}\"}</script>, and a title with quotes",
        fix: "Write each value with the filter `json`, which adds the quotes: {\"name\": {{ page.title | json }}}.",
        source: "JSON-LD 1.1, section 7.1",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for script in page.named(&["script"]) {
            if page.attribute(script, "type") != Some("application/ld+json") {
                continue;
            }
            let rest = page.html(page.span(script).end..);
            let data = rest.split("</script").next().unwrap_or_default();
            let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(data) else {
                continue;
            };
            let message = format!("the JSON-LD on {url} is not JSON: {error}");
            let diagnostic = Diagnostic::new(&BAD_STRUCTURED_DATA, message)
                .help("write each value with the filter `json`, which adds the quotes: {\"name\": {{ page.title | json }}}");
            diagnostics.push(site.at_element(diagnostic, url, script));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn data_for_search_engines() {
        site().assert_messages(
            &["bad-structured-data"],
            r#"
            <script type="application/ld+json">{"name": "a \u003c b"}</script>
            <script type="application/ld+json">{"name": "a",}</script>
            => the JSON-LD on /a is not JSON: key must be a string at line 1 column 14
            <script type="application/json">{,}</script>
            "#,
        );
    }
}
