//! Rows of tables in Markdown.

/// Returns whether a line ends with a pipe that ends a cell.
pub fn ends_with_pipe(line: &str) -> bool {
    line.ends_with('|') && !line.ends_with("\\|")
}

/// Returns the number of cells in a row of a table.
pub fn cells(row: &str) -> usize {
    let row = row.trim();
    let inner = row.strip_prefix('|').unwrap_or(row);
    let pipes = inner.matches('|').count() - inner.matches("\\|").count();
    if ends_with_pipe(inner) {
        pipes
    } else {
        pipes + 1
    }
}
