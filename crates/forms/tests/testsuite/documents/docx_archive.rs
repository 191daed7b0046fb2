//! The ZIP archive of a Word document.

use forms::file::FileFault::WrongKind;

use super::check;
use super::samples::{Entry, docx, parts, types, zip};

/// Returns the document with each of its parts changed.
fn changed(change: fn(&mut Entry)) -> Vec<u8> {
    let mut parts = parts();
    parts.iter_mut().for_each(change);
    zip(&parts)
}

/// Returns the document with other bytes at `at`, an offset in its first local header or, if negative, from its end.
fn patched(at: isize, bytes: &[u8]) -> Vec<u8> {
    let mut document = docx(&[]);
    let start = if at < 0 { document.len() } else { 0 };
    let start = start.checked_add_signed(at).unwrap();
    document[start..start + bytes.len()].copy_from_slice(bytes);
    document
}

/// An archive of the same kind without a Word document in it.
#[test]
fn archives_without_a_document() {
    let workbook = Entry::new("xl/workbook.xml", "<workbook/>");
    let types = Entry::new("[Content_Types].xml", types(""));
    let other = Entry::new("word/document.txt", "Asha Rao");
    let main = parts().pop().unwrap();
    check(
        "docx",
        vec![
            ("workbook", zip(&[types.clone(), workbook]), Err(WrongKind)),
            ("text", zip(&[types, other]), Err(WrongKind)),
            ("no list of types", zip(&[main]), Err(WrongKind)),
        ],
    );
}

#[test]
fn archives_that_two_programs_may_read_differently() {
    let sound = docx(&[]);
    let second_end = [&sound[..], &sound[sound.len() - 22..]].concat();
    let mut end_in_comment = sound.clone();
    let length = end_in_comment.len();
    end_in_comment[length - 2] = 22;
    end_in_comment.extend(&sound[length - 22..]);
    let mut comment = sound.clone();
    comment[length - 2] = 4;
    comment.extend(b"note");
    let mut zip64 = parts();
    zip64[2].name = format!(
        "word/document{}PK\u{6}\u{7}{}.xml",
        "x".repeat(9),
        "y".repeat(12)
    );
    let lie = |declared: i32| {
        let mut parts = parts();
        parts[2].deflated = true;
        let real = i32::try_from(parts[2].content.len()).unwrap();
        parts[2].declared = u32::try_from(real + declared).ok();
        zip(&parts)
    };
    let mut reordered = sound.clone();
    let at = u32::from_le_bytes(sound[length - 6..length - 2].try_into().unwrap());
    let entries = &mut reordered[usize::try_from(at).unwrap()..length - 22];
    let is_entry = |w: &[u8]| w == b"PK\x01\x02";
    let second = entries[4..].windows(4).position(is_entry).unwrap() + 4;
    entries.rotate_left(second);
    let mut trailing = parts();
    trailing[0].content.extend(b"hidden");
    check(
        "docx",
        vec![
            ("sound", sound.clone(), Ok(())),
            ("directory in another order", reordered, Ok(())),
            ("second end record", second_end, Err(WrongKind)),
            ("end record in a comment", end_in_comment, Err(WrongKind)),
            ("comment", comment, Err(WrongKind)),
            ("end record of ZIP64", zip(&zip64), Err(WrongKind)),
            (
                "two archives",
                [&sound[..], &sound[..]].concat(),
                Err(WrongKind),
            ),
            ("other name", patched(30, b"X"), Err(WrongKind)),
            ("other flags", patched(6, &[0, 8]), Err(WrongKind)),
            ("other method", patched(8, &[8]), Err(WrongKind)),
            ("other checksum", patched(14, &[1]), Err(WrongKind)),
            ("other compressed size", patched(18, &[1]), Err(WrongKind)),
            ("other size", patched(22, &[1]), Err(WrongKind)),
            ("fewer entries", patched(-12, &[2, 0, 2, 0]), Err(WrongKind)),
            ("declared too small", lie(-1), Err(WrongKind)),
            ("declared too large", lie(1), Err(WrongKind)),
            (
                "stored and declared too large",
                changed(|entry| entry.declared = Some(1_000)),
                Err(WrongKind),
            ),
            (
                "bytes between files",
                changed(|entry| entry.gap = b"hidden".to_vec()),
                Err(WrongKind),
            ),
            (
                "name twice",
                docx(&[Entry::new("WORD/document.xml", "<a/>")]),
                Err(WrongKind),
            ),
            (
                "sizes behind the data",
                changed(|entry| entry.streamed = true),
                Ok(()),
            ),
            ("compressed", changed(|entry| entry.deflated = true), Ok(())),
            (
                "as Google Docs writes it",
                changed(|entry| {
                    (entry.deflated, entry.streamed, entry.flags) = (true, true, 1 << 11);
                }),
                Ok(()),
            ),
            (
                "folders",
                docx(&[Entry::new("word/", ""), Entry::new("word/media/", "")]),
                Ok(()),
            ),
        ],
    );
    let descriptor = changed(|entry| entry.streamed = true);
    let at = descriptor
        .windows(4)
        .position(|w| w == b"PK\x07\x08")
        .unwrap();
    let bare = changed(|entry| (entry.streamed, entry.deflated) = (true, true));
    for offset in [4, 8, 12] {
        let mut other = descriptor.clone();
        other[at + offset] ^= 1;
        check("docx", vec![("other descriptor", other, Err(WrongKind))]);
    }
    let mut other = descriptor;
    let header = other
        .windows(7)
        .position(|w| w.starts_with(b"PK\x03\x04") && w[6] & 8 != 0)
        .unwrap();
    other[header + 22] = 1;
    check(
        "docx",
        vec![
            ("other size before the data", other, Err(WrongKind)),
            ("compressed and streamed", bare, Ok(())),
        ],
    );
}

#[test]
fn archives_that_leave_their_folder_or_grow() {
    let picture = |change: fn(&mut Entry)| {
        let mut picture = Entry::new("word/media/image1.png", "\u{89}PNG\r\n\u{1a}\n");
        change(&mut picture);
        docx(&[picture])
    };
    let many = |count: usize| {
        let parts = (0..count).map(|n| Entry::new(&format!("word/x{n}.xml"), "<a/>"));
        docx(&parts.collect::<Vec<Entry>>())
    };
    // Bytes between the last file and the directory.
    let mut gap = docx(&[]);
    let directory = gap.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    gap.splice(directory..directory, *b"hidden");
    let end = gap.len() - 22;
    let start = u32::try_from(directory + 6).unwrap();
    gap[end + 16..end + 20].copy_from_slice(&start.to_le_bytes());
    // A second end record in the comment of the last entry, whose own comment reaches to the end of the file.
    let mut second = docx(&[]);
    let end = second.len() - 22;
    let last = second.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    second[last + 32] = 22;
    let mut inner = second[end..].to_vec();
    inner[20] = 22;
    second.splice(end..end, inner);
    second[end + 22 + 12] += 22;
    check(
        "docx",
        vec![
            ("picture", picture(|_| {}), Ok(())),
            (
                "link",
                picture(|part| part.mode = 0o120_777),
                Err(WrongKind),
            ),
            ("encrypted", picture(|part| part.flags = 1), Err(WrongKind)),
            (
                "masked",
                picture(|part| part.flags = 1 << 13),
                Err(WrongKind),
            ),
            (
                "absolute path",
                picture(|part| part.name.insert(0, '/')),
                Err(WrongKind),
            ),
            (
                "path upwards",
                picture(|part| part.name = "word/../x.png".into()),
                Err(WrongKind),
            ),
            (
                "path of Windows",
                picture(|part| part.name = "word\\x.png".into()),
                Err(WrongKind),
            ),
            (
                "bomb",
                picture(|part| {
                    part.content = vec![0; 1 << 20];
                    part.deflated = true;
                }),
                Err(WrongKind),
            ),
            ("as many files as may be", many(997), Ok(())),
            ("too many files", many(998), Err(WrongKind)),
            ("bytes before the directory", gap, Err(WrongKind)),
            ("second end record", second, Err(WrongKind)),
            (
                "no list of types",
                changed(|part| part.name = part.name.replace("[Content_Types]", "types")),
                Err(WrongKind),
            ),
        ],
    );
}
