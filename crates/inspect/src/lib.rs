//! Checks the finished site. Each rule is one file, and each finding points at the line that caused it.
//!
//! - In: every page as HTML, all other files, the plan, and the content and templates that findings are traced to.
//! - Out: findings, and the security headers that the pages need.
//! - Never: uses the disk, the environment, the clock, or the network. The rule for links to other sites is given a function
//!   that requests them.

#![cfg_attr(
    test,
    allow(
        clippy::needless_raw_string_hashes,
        reason = "expected text is written by expect-test"
    )
)]

pub mod addresses;
pub mod baseline;
pub mod blame;
mod blame_page;
mod clicked;
pub mod codes;
pub mod collisions;
mod files;
mod font_faces;
pub mod headers;
mod hidden_page;
mod html_attributes;
mod image_place;
mod inspect;
mod inspection;
mod link_targets;
mod markup;
pub mod moved_files;
mod needs;
mod other_script;
mod output;
pub mod page;
mod page_facts;
mod page_links;
mod page_weight;
mod placeholder_kind;
mod prose;
mod render_again;
mod robots;
mod rule;
mod rules;
mod scope;
pub mod settings;
mod similar_names;
mod tags_with_values;
mod template_markup;
mod text_findings;
mod text_search;
mod tokens;
mod unread_signs;
pub mod url_ledger;
mod wording_packs;
mod written_date;

#[cfg(test)]
mod fixture;

pub use clicked::Clicked;
pub use files::Files;
pub use inspect::{inspect, merge, stage_codes};
pub use inspection::UNTRACED;
pub use link_targets::LinkTargets;
pub use output::{Output, RequestUrls};
pub use page::{Page, UnsharedFacts};
pub use page_facts::PageFacts;
pub use page_links::{LinkFollower, PageLinks};
pub use render_again::RenderAgain;
pub use rule::Rule;
pub use rules::external_link::BROKEN_EXTERNAL_LINK;
pub use rules::{RULES, broken_link, descriptions, titles};
pub use scope::{Scope, When};
