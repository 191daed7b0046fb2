//! Formats tables for a terminal.

/// Formats rows as a table with headings. Returns an empty string if there are no rows. A column whose heading ends in a space
/// is right-aligned.
pub fn format_table<const N: usize>(headings: [&str; N], rows: &[[String; N]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    let widths: [usize; N] = std::array::from_fn(|at| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        let heading = headings[at].trim_end().chars().count();
        cells.chain([heading]).max().unwrap_or_default()
    });
    for row in std::iter::once(&headings.map(str::to_owned)).chain(rows) {
        let cells: [String; N] = std::array::from_fn(|at| {
            let (cell, width) = (row[at].trim_end(), widths[at]);
            if headings[at].ends_with(' ') {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        text += cells.join("  ").trim_end();
        text += "\n";
    }
    text
}
