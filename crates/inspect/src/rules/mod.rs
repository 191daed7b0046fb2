//! The rules. One rule, one file; a new one is a file beside this one and a line in [`RULES`].

pub mod attribute_value;
pub mod broken_link;
pub mod broken_reference;
pub mod budget;
pub mod contrast;
pub mod control_label;
pub mod descriptions;
pub mod duplicate_id;
pub mod empty_control;
pub mod empty_page;
pub mod external_link;
pub mod facts_ledger;
pub mod heading_order;
pub mod html_validity;
pub mod image_size;
pub mod image_without_alt;
pub mod indexing;
pub mod landmarks;
pub mod language;
pub mod left_over;
pub mod main_heading;
pub mod missing_character;
pub mod missing_page;
pub mod no_script;
pub mod obsolete_element;
pub mod orphan_page;
pub mod outside_link;
pub mod placeholder;
pub mod review_date;
pub mod spelling;
pub mod titles;
pub mod unshown_text;
pub mod url_ledger;
pub mod waivers;
pub mod wording;

use crate::rule::Rule;

/// Every rule. A new one is a file beside this one and a line here.
pub static RULES: [&Rule; 36] = [
    &attribute_value::RULE,
    &broken_link::RULE,
    &broken_reference::RULE,
    &budget::RULE,
    &contrast::RULE,
    &control_label::RULE,
    &descriptions::RULE,
    &duplicate_id::RULE,
    &empty_control::RULE,
    &empty_page::RULE,
    &external_link::RULE,
    &facts_ledger::RULE,
    &heading_order::RULE,
    &html_validity::RULE,
    &image_size::RULE,
    &image_without_alt::RULE,
    &indexing::RULE,
    &landmarks::RULE,
    &language::RULE,
    &left_over::RULE,
    &main_heading::RULE,
    &missing_character::RULE,
    &missing_page::RULE,
    &no_script::RULE,
    &obsolete_element::RULE,
    &orphan_page::RULE,
    &outside_link::RULE,
    &placeholder::RULE,
    &review_date::RULE,
    &spelling::RULE,
    &titles::RULE,
    &unshown_text::RULE,
    &url_ledger::RULE,
    &wording::RULE,
    &wording::SIGNATURE,
    &waivers::RULE,
];

/// Rules by a code of theirs that would find what is missing for want of styles, scripts or the HTML of an island.
const NEED_WHOLE_PAGES: [&str; 14] = [
    "broken-reference",
    "control-without-label",
    "empty-link",
    "empty-page",
    "heading-order",
    "island-without-html",
    "landmarks",
    "low-contrast",
    "main-heading",
    "missing-character",
    "orphan-page",
    "over-budget",
    "unshown-text",
    "unused-waiver",
];

/// Whether a rule can look at pages without styles, scripts and islands.
pub fn takes_parts(rule: &Rule) -> bool {
    let mut codes = rule.codes.iter().map(|code| code.name);
    !codes.any(|code| NEED_WHOLE_PAGES.contains(&code))
}
