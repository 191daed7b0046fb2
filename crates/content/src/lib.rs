//! Turns the files in `content/` into checked documents.
//!
//! - In: the folder `content/` with Markdown (front matter in TOML), TOML, lists in JSON, and JSON Schemas; which documents to
//!   include.
//! - Out: [`Content`], and a [`diagnostic::Diagnostic`] with a place for every mistake.
//! - Never: knows templates, HTML, or the subject of the site; writes files; reads the environment or the clock. Only `tree.rs`
//!   reads files. `clippy.toml` enforces the rules about files, environment and clock.
//!
//! TOML and lists in JSON are parsed into plain values. The position of a value is looked up in the text only when a finding about it
//! is reported.

mod allowed_host;
mod beginning;
mod code;
pub mod codes;
mod collection;
mod collection_checks;
mod content;
mod control_characters;
mod copied_files;
mod csv_data;
mod data_format;
mod data_node;
mod date_help;
mod direction;
mod document;
mod document_dates;
mod document_files;
mod document_reader;
mod document_translation;
mod drafts;
mod expected_value;
mod facts;
mod file_content;
mod file_language;
mod fill_facts;
mod focus;
mod foreign_help;
mod foreign_keys;
mod foreign_links;
mod foreign_notation;
mod foreign_pairs;
mod foreign_signs;
mod form_definitions;
mod form_sources;
mod form_translation;
mod front_matter;
mod invisible_character;
mod joined_entries;
mod json_data;
mod json_places;
mod link_format;
mod load;
mod lost_header;
mod meant_name;
mod meant_schema;
mod menus;
mod misplaced_keys;
mod missing_image;
mod moments;
mod not_an_option;
mod order;
mod other_beginnings;
mod other_collection;
mod other_script;
mod pattern;
mod pattern_help;
mod picture_name;
mod placeholders;
pub mod portable_names;
mod program_schemas;
mod schema;
mod schema_files;
mod schema_keywords;
mod schema_lint;
mod schema_relations;
mod schema_shapes;
mod second_front_matter;
mod selection;
mod settings;
mod settings_file;
mod site_config;
mod site_file;
pub mod slug;
mod stale_translation;
mod structure;
mod structure_checks;
mod structure_texts;
mod text_file;
mod text_order;
mod text_stamps;
mod toml_diagnostics;
mod toml_duplicates;
mod toml_fixes;
mod toml_help;
mod toml_lines;
mod toml_messages;
mod toml_missing_signs;
mod toml_pasted;
mod toml_repair;
mod toml_slips;
mod toml_text;
mod toml_values;
mod translated_settings;
mod tree;
mod type_help;
mod typed_settings;
mod unknown_key;
mod unread_files;
mod violation;
mod violations;
mod words;
mod wrong_type;
mod yaml_data;

pub use allowed_host::{AllowedHost, is_among};
pub use beginning::{Beginning, beginning};
pub use code::Code;
pub use collection::Collection;
pub use content::Content;
pub use control_characters::has_control_character;
pub use data_format::DataFormat;
pub use direction::direction;
pub use document::{Document, DocumentId};
pub use document_files::DocumentFile;
pub use document_translation::version as document_version;
pub use facts::{UnknownFact, expand};
pub use file_content::FileContent;
pub use file_language::language_tag;
pub use focus::{FOCUS_HELP, focus};
pub use foreign_notation::signs_of_others;
pub use form_sources::FormSources;
pub use joined_entries::{entries_in_one, with_entries};
pub use json_places::places as json_places;
pub use link_format::is_website;
pub use load::{load, load_with};
pub use other_script::has_letter_of;
pub use pattern::{ROUTE_VALUES, key_of_placeholder, placeholders};
pub use pattern_help::ascii_digit;
pub use picture_name::{is_picture, is_video, picture_of};
pub use program_schemas::ProgramSchemas;
pub use schema::Schema;
pub use selection::{Selection, is_draft, publish_day};
pub use settings::Settings;
pub use site_config::{Language, Limits, SiteConfig, offset};
pub use structure::{
    ALIASES, Allow, Calendar, CollectionRule, Extension, Feed, FeedFormat, Frame, HeadingIds, Llms,
    Pagination, Pictures, Redirect, Rewrite, Search, SearchedCollection, Structure, Taxonomy, Term,
    Use,
};
pub use text_order::TextOrder;
pub use text_stamps::TextStamps;
pub use toml_text::{Part, TomlString, TomlText, escape, unescape};
pub use translated_settings::{TranslatedSettings, is_same_in_every_language, translated_file};
pub use tree::{Tree, UnsavedTexts, is_ignored, is_text};
pub use unread_files::{help_for_other_document, is_meant_for_a_collection};
pub use words::{count_words, cut_at_word, has_no_spaces};
