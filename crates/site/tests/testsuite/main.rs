//! Tests of the whole program: a small site, a command, and everything that it prints and writes.
//!
//! The tests contain the expected text; `UPDATE_EXPECT=1 cargo test -p site` replaces it by the current text.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_raw_string_hashes,
    missing_docs,
    reason = "tests; expected text is written by expect-test"
)]

mod bakery;
mod base_path;
mod calendar;
mod call_mistakes;
mod cards;
mod check;
mod command_line;
mod component_mistakes;
mod components;
mod consequences;
mod copied_mistakes;
mod data_files;
mod docs;
mod doctor;
mod edit;
mod edit_attacks;
mod edit_findings;
mod edit_names;
mod edit_publishing;
mod edit_removal;
mod feed;
mod file_mistakes;
mod findings;
mod fixes;
mod foreign_mistakes;
mod formats;
mod forms;
mod front_matter_mistakes;
mod headers;
mod host_files;
mod import;
mod import_mistakes;
mod init;
mod interruption;
mod kept_urls;
mod language_server;
mod languages;
mod larger_mistakes;
mod line_endings;
mod linear;
mod link_mistakes;
mod link_targets;
mod list;
mod list_mistakes;
mod lists;
mod manual;
mod markdown;
mod markdown_mistakes;
mod new;
mod office_mistakes;
mod office_texts;
mod other_languages;
mod other_programs;
mod output;
mod panel;
mod pasted_mistakes;
mod paths;
mod picture_mistakes;
mod pictures;
mod places;
mod preview;
mod public_mistakes;
mod published;
mod reported_mistakes;
mod robustness;
mod route_mistakes;
mod routes;
mod schedule;
mod schema_mistakes;
mod search;
mod serve;
mod server;
mod settings_mistakes;
mod structure_mistakes;
mod summaries;
mod template_mistakes;
mod template_slips;
mod text_mistakes;
mod theme_mistakes;
mod toml_mistakes;
mod trouble;
mod typed_mistakes;
mod unsafe_html;
mod value_mistakes;
mod world_mistakes;
