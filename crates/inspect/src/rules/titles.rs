//! missing-title, title-too-long, duplicate-title: the text that search results and tabs show for a page.

use diagnostic::{ByText, Diagnostic};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

/// The rule about titles.
pub static RULE: Rule = Rule::new(When::Build, ALL, check);

diagnostic::codes! {
    MISSING_TITLE {
        name: "missing-title",
        summary: "a page has no <title>",
        why: "Tabs, bookmarks, and search results show the URL instead.",
        example: "a template without <title>{{ page.meta.title }}</title>",
        fix: "Extend the base template, which writes it.",
        source: "WCAG 2.2, 2.4.2",
    }
    TITLE_TOO_LONG {
        name: "title-too-long",
        summary: "a <title> is longer than search results show",
        why: "Its end is cut off.",
        example: "title = \"Everything a growing company has to know about …\"",
        fix: "Shorten it, or set a shorter `meta_title` for search results. [limits] of site.toml sets the limit.",
    }
    DUPLICATE_TITLE {
        name: "duplicate-title",
        summary: "two pages have the same <title>",
        why: "Tabs and search results cannot tell them apart.",
        example: "the same `title` in two files",
        fix: "Say in each what is specific to the page.",
        source: "WCAG 2.2, 2.4.2",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let limit = site.output.content.config.limits.title;
    // Two languages may have a title in common, such as a name.
    let mut first: ByText<(&str, &str), &str> = ByText::default();
    for (url, facts) in site.pages() {
        let title = facts.title.as_deref().map_or("", str::trim);
        if title.is_empty() {
            let message = format!("page {url} has no <title>");
            let diagnostic = Diagnostic::new(&MISSING_TITLE, message)
                .help("write <title>{{ page.meta.title }}</title> into the <head> of the template");
            diagnostics.push(site.at_text(diagnostic, url, &["<head>", "<head"]));
            continue;
        }
        let length = title.chars().count();
        if length > limit {
            let document = site.document(url);
            let has_own = document.is_some_and(|one| one.fields.contains_key("meta_title"));
            let key = if has_own { "meta_title" } else { "title" };
            let message = format!(
                "the <title> of {url} has {length} characters; at most {limit} are allowed"
            );
            let diagnostic = Diagnostic::new(&TITLE_TOO_LONG, message)
                .help("shorten it, or set a shorter `meta_title` for search results");
            diagnostics.push(site.at_key(diagnostic, url, key));
        }
        // Pages whose URLs differ only in case are reported when routes are planned.
        let other = first.insert((site.lang(url), title), url);
        if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(url)) {
            let message = format!("pages {other} and {url} have the same title `{title}`");
            let diagnostic = Diagnostic::new(&DUPLICATE_TITLE, message);
            diagnostics.push(at_second_page(site, diagnostic, "title", [other, url]));
        }
    }
}

/// Places a finding about two pages with the same value of a key: at the key of the second page, with a note at that of the first.
pub(crate) fn at_second_page(
    site: &Inspection<'_>,
    diagnostic: Diagnostic,
    key: &str,
    [first, second]: [&str; 2],
) -> Diagnostic {
    let diagnostic = diagnostic
        .help(format!("say in each {key} what is specific to the page"))
        .maybe_related(
            site.output.blame.key(first, key),
            format!("the other {key}"),
        );
    site.at_key(diagnostic, second, key)
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn default_limits() {
        let title = "T".repeat(71);
        let page = format!("+++\ntitle = \"{title}\"\ndescription = \"Short.\"\n+++\n");
        let wide = "面包".repeat(12);
        let chinese = format!("+++\ntitle = \"B\"\ndescription = \"{wide}。\"\n+++\n");
        site()
                .file("content/pages/b.md", &chinese)
                .file("content/pages/a.md", &page)
                .assert_findings(&["title-too-long", "description-length"], &[
                "content/pages/a.md:2:9: error: title-too-long: the <title> of /a has 71 characters; at most 70 are allowed",
                "content/pages/a.md:3:15: error: description-length: the description of /a has 6 characters; 50 to 160 are expected",
            ]);
    }
}
