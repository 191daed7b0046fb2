//! Tables for people: columns as wide as their widest cell.

/// Text under headings, one row a line. Columns whose heading ends in a blank are numbers: their heading and cells stand at
/// the right.
pub fn columns<const N: usize>(headings: [&str; N], rows: &[[String; N]]) -> String {
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        let heading = headings[at].trim_end().chars().count();
        cells.chain([heading]).max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |cells: [&str; N]| {
        let cells: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| {
                let width = widths[at];
                if headings[at].ends_with(' ') {
                    format!("{:>width$}", cell.trim_end())
                } else {
                    format!("{cell:<width$}")
                }
            })
            .collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    let mut text = line(headings);
    for row in rows {
        text.push_str(&line(std::array::from_fn(|at| row[at].as_str())));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table() {
        let rows = [
            ["/".to_owned(), "7".to_owned(), "x".to_owned()],
            ["/about".to_owned(), "1234".to_owned(), String::new()],
        ];
        assert_eq!(
            columns(["PAGE", "WORDS ", "WHY"], &rows),
            "PAGE    WORDS  WHY\n/           7  x\n/about   1234\n"
        );
    }
}
