//! Reads the dictionaries of the fuzz targets. A benchmark uses them, too.

use std::fs;
use std::path::Path;

/// Reads dictionaries in the format of libFuzzer, one quoted piece a line: byte sequences with a meaning in a format.
pub fn pieces(folder: &Path, names: &[&str]) -> Vec<Vec<u8>> {
    let texts = names.iter().map(|name| {
        let path = folder.join(format!("dictionaries/{name}.dict"));
        fs::read_to_string(path).unwrap()
    });
    texts
        .flat_map(|text| text.lines().filter_map(piece).collect::<Vec<_>>())
        .collect()
}

/// Returns the piece in a line of a dictionary, in which quotation marks, backslashes, and bytes (`\xff`) are escaped.
fn piece(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut piece = Vec::new();
    while let [byte, after @ ..] = rest {
        let unescaped;
        (unescaped, rest) = match after {
            [b'x', high, low, after @ ..] if *byte == b'\\' => {
                let digits = [*high, *low].map(|digit| char::from(digit).to_digit(16).unwrap());
                (u8::try_from(digits[0] * 16 + digits[1]).unwrap(), after)
            }
            [escaped, after @ ..] if *byte == b'\\' => (*escaped, after),
            _ => (*byte, after),
        };
        piece.push(unescaped);
    }
    Some(piece)
}
