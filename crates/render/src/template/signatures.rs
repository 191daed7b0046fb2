//! Names of the functions, filters and tests that templates can call, separated by spaces, and their arguments.

/// Functions that this crate registers.
pub const FUNCTIONS: &str = "asset collection entry form image island json_ld svg taxonomy";

/// Filters of Tera and of this crate.
pub const FILTERS: &str = "\
    abs capitalize date default escape escape_html escape_xml first float get group_by indent int join json keys \
    last length lower map markdown markdown_inline newlines_to_br nth pairs pluralize replace reverse round safe \
    slugify sort split str title trim trim_end trim_start truncate unique upper values wordcount";

/// Tests of Tera.
pub const TESTS: &str = "\
    array bool containing defined divisible_by ending_with even float integer iterable map none number odd \
    starting_with string undefined";

/// Returns the arguments of a function or filter of this crate, a required one first; `None` for any other.
pub fn arguments_of(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "asset" => &["path"],
        "collection" | "form" | "taxonomy" => &["name"],
        "date" => &["format"],
        "entry" => &["collection", "slug"],
        "image" => &["path", "alt", "class", "loading", "fetchpriority", "sizes"],
        "island" => &["name", "when", "props"],
        "json_ld" => &["data"],
        "svg" => &["path", "class", "label"],
        "json" | "markdown" | "markdown_inline" | "slugify" => &[],
        _ => return None,
    })
}
