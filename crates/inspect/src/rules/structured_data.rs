//! bad-structured-data: data for search engines that they cannot read.

use diagnostic::{Diagnostic, Severity::Warning, lines};
use serde_json::Value;

use crate::inspection::Inspection;
use crate::page_links::LinkTarget;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    BAD_STRUCTURED_DATA {
        name: "bad-structured-data",
        severity: Warning,
        summary: "the JSON-LD of a page is not JSON, or refers to what does not exist",
        why: "Search engines ignore data that they cannot read, and URLs that do not exist.",
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
            let mistakes = match serde_json::from_str::<Value>(data) {
                Ok(data) => {
                    let mut missing = Vec::new();
                    missing_addresses(site, url, &data, &mut missing);
                    let help = "write the whole URL of a page or file that exists";
                    let messages = missing.into_iter().map(|address| {
                        format!("the JSON-LD on {url} refers to {address}, which does not exist")
                    });
                    messages.map(|message| (message, help)).collect()
                }
                Err(error) if let Some(comma) = trailing_comma(data, &error) => {
                    let at = page.span(script).end + comma;
                    let message =
                        format!("a comma ends the JSON-LD on {url}, which JSON does not allow");
                    let diagnostic =
                        Diagnostic::new(&BAD_STRUCTURED_DATA, message).help("delete the comma");
                    diagnostics.push(match site.place_of_span(url, page, &(at..at + 1)) {
                        Some(place) => diagnostic.at(place, ""),
                        None => site.at_element(diagnostic, url, script),
                    });
                    continue;
                }
                Err(error) if data.trim_start().starts_with("{'") => {
                    let help = "write double quotes around names and texts: {\"name\": \"…\"}";
                    vec![(
                        format!(
                            "the JSON-LD on {url} is not JSON, which has double quotes only: {error}"
                        ),
                        help,
                    )]
                }
                Err(error) => {
                    let help = "write each value with the filter `json`, which adds the quotes: {\"name\": {{ page.title | json }}}";
                    vec![(format!("the JSON-LD on {url} is not JSON: {error}"), help)]
                }
            };
            for (message, help) in mistakes {
                let diagnostic = Diagnostic::new(&BAD_STRUCTURED_DATA, message).help(help);
                diagnostics.push(site.at_element(diagnostic, url, script));
            }
        }
    }
}

/// Returns the offset of the comma after the last entry of a list or table, if that is what the parser refuses.
fn trailing_comma(data: &str, error: &serde_json::Error) -> Option<usize> {
    let is_comma = error.to_string().starts_with("trailing comma");
    let line = error.line().checked_sub(1).filter(|_| is_comma)?;
    let (start, _) = lines(data).nth(line)?;
    data.get(..start + error.column())?.rfind(',')
}

/// Collects the addresses of this site in the data of the page at `url` that nothing answers.
fn missing_addresses(site: &Inspection<'_>, url: &str, data: &Value, missing: &mut Vec<String>) {
    match data {
        Value::String(text) if text.starts_with('/') || site.own_path(text).is_some() => {
            if matches!(site.link_target(text, url), LinkTarget::Missing(_)) {
                missing.push(text.clone());
            }
        }
        Value::Array(items) => {
            for item in items {
                missing_addresses(site, url, item, missing);
            }
        }
        Value::Object(fields) => {
            for field in fields.values() {
                missing_addresses(site, url, field, missing);
            }
        }
        _ => {}
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
            => a comma ends the JSON-LD on /a, which JSON does not allow
            <script type="application/ld+json">{'name': 'a'}</script>
            => the JSON-LD on /a is not JSON, which has double quotes only: key must be a string at line 1 column 2
            <script type="application/ld+json">{"url": "https://firm.example/", "image": ["/nope.png"]}</script>
            => the JSON-LD on /a refers to /nope.png, which does not exist
            <script type="application/json">{,}</script>
            "#,
        );
    }
}
