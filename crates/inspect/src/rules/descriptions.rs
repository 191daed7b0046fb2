//! missing-description, description-length, duplicate-description: the text that search results show below a title.

use diagnostic::{ByText, Diagnostic};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::rules::titles::at_second_page;
use crate::scope::When;

/// The rule about meta descriptions.
pub static RULE: Rule = Rule::new(When::Build, ALL, check);

diagnostic::codes! {
    MISSING_DESCRIPTION {
        name: "missing-description",
        summary: "a page has no meta description",
        why: "Search results show some sentence of the page instead.",
        example: "title = \"BPO\"   and no description",
        fix: "Add `description = \"…\"` to the front matter.",
    }
    DESCRIPTION_LENGTH {
        name: "description-length",
        summary: "a meta description is too short or too long",
        why: "Search results cut off long descriptions, and replace short ones.",
        example: "description = \"About us.\"",
        fix: "Keep within [limits] of site.toml: 50 to 160 characters unless it sets other limits.",
    }
    DUPLICATE_DESCRIPTION {
        name: "duplicate-description",
        summary: "two pages have the same meta description",
        why: "Search results cannot tell them apart.",
        example: "the same `description` in two files",
        fix: "Say in each what is specific to the page.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let limits = site.output.content.config.limits;
    let mut first: ByText<(&str, &str), &str> = ByText::default();
    for (url, facts) in site.pages() {
        let description = facts.description.as_deref().map_or("", str::trim);
        let length = description.chars().count();
        if length == 0 {
            let message = format!("page {url} has no meta description");
            let diagnostic = Diagnostic::new(&MISSING_DESCRIPTION, message)
                .help("add `description = \"…\"` to its front matter");
            diagnostics.push(site.at_key(diagnostic, url, "description"));
            continue;
        }
        let (min, max) = (limits.description_min, limits.description_max);
        // A character of Chinese, Japanese, or Korean is as wide as two letters, and says as much.
        let wide = description.chars().filter(|c| is_wide(*c)).count();
        let min = if wide * 2 > length {
            min.div_ceil(2)
        } else {
            min
        };
        if length < min || length > max {
            let message = format!(
                "the description of {url} has {length} characters; {min} to {max} are expected"
            );
            let diagnostic = Diagnostic::new(&DESCRIPTION_LENGTH, message);
            diagnostics.push(site.at_key(diagnostic, url, "description"));
        }
        // Pages whose URLs differ only in case are reported when routes are planned.
        let other = first.insert((site.lang(url), description), url);
        if let Some(other) = other.filter(|other| !other.eq_ignore_ascii_case(url)) {
            let message = format!("pages {other} and {url} have the same description");
            let diagnostic = Diagnostic::new(&DUPLICATE_DESCRIPTION, message);
            diagnostics.push(at_second_page(
                site,
                diagnostic,
                "description",
                [other, url],
            ));
        }
    }
}

/// Returns whether a character is part of the scripts of Chinese, Japanese, or Korean, or of their punctuation.
fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{20000}'..='\u{323af}')
}
