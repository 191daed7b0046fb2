//! The rules. To add one, write a file in this folder and a line in [`RULES`].

pub mod attribute_value;
pub mod broken_link;
pub mod broken_public_link;
pub mod broken_reference;
pub mod budget;
pub mod contradicted_fact;
pub mod contrast;
pub mod control_label;
pub mod descriptions;
pub mod digit_grouping;
pub mod document_head;
pub mod duplicate_id;
pub mod empty_control;
pub mod empty_page;
pub mod external_link;
pub mod form_controls;
pub mod heading_order;
pub mod html_validity;
pub mod ignored_style;
pub mod image_size;
pub mod image_without_alt;
pub mod implausible_date;
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
pub mod picture_location;
pub mod placeholder;
pub mod review_date;
pub mod spelling;
pub mod stale_print;
pub mod structured_data;
pub mod style_reference;
pub mod titles;
pub mod unfinished_text;
pub mod unmatched_style;
pub mod unshown_text;
pub mod unsigned_translation;
pub mod unsigned_wording;
pub mod vanished_address;
pub mod waivers;
pub mod wording;

use crate::rule::Rule;

/// All rules.
pub static RULES: [&Rule; 49] = [
    &attribute_value::RULE,
    &broken_link::RULE,
    &broken_public_link::RULE,
    &broken_reference::RULE,
    &budget::RULE,
    &contradicted_fact::RULE,
    &contrast::RULE,
    &control_label::RULE,
    &descriptions::RULE,
    &digit_grouping::RULE,
    &document_head::RULE,
    &duplicate_id::RULE,
    &empty_control::RULE,
    &empty_page::RULE,
    &external_link::RULE,
    &form_controls::RULE,
    &heading_order::RULE,
    &html_validity::RULE,
    &ignored_style::RULE,
    &image_size::RULE,
    &image_without_alt::RULE,
    &implausible_date::RULE,
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
    &picture_location::RULE,
    &placeholder::RULE,
    &review_date::RULE,
    &spelling::RULE,
    &stale_print::RULE,
    &structured_data::RULE,
    &style_reference::RULE,
    &titles::RULE,
    &unfinished_text::RULE,
    &unmatched_style::RULE,
    &unshown_text::RULE,
    &unsigned_translation::RULE,
    &unsigned_wording::RULE,
    &vanished_address::RULE,
    &waivers::RULE,
    &wording::RULE,
];
