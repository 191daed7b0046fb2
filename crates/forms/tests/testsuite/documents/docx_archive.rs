//! Tests with the ZIP archive of a Word document.

use forms::file::FileFault::WrongKind;

use super::samples::{Entry, docx, parts, pdf, types, zip};
use super::{accepted, refused};

/// Returns the document with each of its parts changed.
fn changed(change: fn(&mut Entry)) -> Vec<u8> {
    let mut parts = parts();
    parts.iter_mut().for_each(change);
    zip(&parts)
}

/// Returns the document with `bytes` at the offset `at`, which counts from the end if it is negative.
fn patched(at: isize, bytes: &[u8]) -> Vec<u8> {
    let mut document = docx(&[]);
    let start = if at < 0 { document.len() } else { 0 };
    let start = start.checked_add_signed(at).unwrap();
    document[start..start + bytes.len()].copy_from_slice(bytes);
    document
}

/// Checks that archives of the same kind are refused if they do not contain a Word document.
#[test]
fn archives_without_a_document() {
    let workbook = Entry::new("xl/workbook.xml", "<workbook/>");
    let types = Entry::new("[Content_Types].xml", types(""));
    let other = Entry::new("word/document.txt", "Asha Rao");
    let main = parts().pop().unwrap();
    let others = [
        ("workbook", zip(&[types.clone(), workbook])),
        ("text", zip(&[types, other])),
        ("no list of types", zip(&[main])),
        ("no archive", pdf(100)),
        ("cut", b"PK\x03\x04 and nothing more".to_vec()),
    ];
    refused("docx", WrongKind, others);
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
    zip64[2].name = "word/documentxxxxxxxxxPK\u{6}\u{7}yyyyyyyyyyyy.xml".into();
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
    let stored = changed(|entry| entry.declared = Some(1_000));
    let hidden = changed(|entry| entry.gap = b"hidden".to_vec());
    let twice = docx(&[Entry::new("WORD/document.xml", "<a/>")]);
    let differing = [
        ("second end record", second_end),
        ("end record in a comment", end_in_comment),
        ("comment", comment),
        ("end record of ZIP64", zip(&zip64)),
        ("two archives", [&sound[..], &sound[..]].concat()),
        ("something before it", [b"MZ", &sound[..]].concat()),
        ("something behind it", [&sound[..], b"trailer"].concat()),
        ("other name", patched(30, b"X")),
        ("other flags", patched(6, &[0, 8])),
        ("other method", patched(8, &[8])),
        ("other checksum", patched(14, &[1])),
        ("other compressed size", patched(18, &[1])),
        ("other size", patched(22, &[1])),
        ("fewer entries", patched(-12, &[2, 0, 2, 0])),
        ("declared too small", lie(-1)),
        ("declared too large", lie(1)),
        ("stored and declared too large", stored),
        ("bytes between files", hidden),
        ("name twice", twice),
    ];
    refused("docx", WrongKind, differing);
    let folders = [Entry::new("word/", ""), Entry::new("word/media/", "")];
    let google = changed(|entry| {
        (entry.deflated, entry.streamed, entry.flags) = (true, true, 1 << 11);
    });
    let streamed = changed(|entry| entry.streamed = true);
    let both = changed(|entry| (entry.streamed, entry.deflated) = (true, true));
    let alike = [
        ("sound", sound),
        ("directory in another order", reordered),
        ("sizes behind the data", streamed.clone()),
        ("compressed", changed(|entry| entry.deflated = true)),
        ("compressed and streamed", both),
        ("as Google Docs writes it", google),
        ("folders", docx(&folders)),
    ];
    accepted("docx", alike);
    let at = |start: &[u8]| streamed.windows(4).position(|w| w == start).unwrap();
    let descriptor = at(b"PK\x07\x08");
    for offset in [4, 8, 12].map(|offset| descriptor + offset) {
        let mut other = streamed.clone();
        other[offset] ^= 1;
        refused("docx", WrongKind, [("other descriptor", other)]);
    }
    let mut other = streamed.clone();
    other[at(b"PK\x03\x04") + 22] = 1;
    refused("docx", WrongKind, [("size before the data", other)]);
}

#[test]
fn archives_that_leave_their_folder_or_grow() {
    let picture = |change: fn(&mut Entry)| {
        let mut picture = Entry::new("word/media/image1.png", "\u{89}PNG\r\n\u{1a}\n");
        change(&mut picture);
        docx(&[picture])
    };
    let named = |name: &str| docx(&[Entry::new(name, "\u{89}PNG\r\n\u{1a}\n")]);
    let bomb = picture(|part| (part.content, part.deflated) = (vec![0; 1 << 20], true));
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
    // A second end record, in the comment of the last entry. Its own comment reaches to the end of the file.
    let mut second = docx(&[]);
    let end = second.len() - 22;
    let last = second.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    second[last + 32] = 22;
    let mut inner = second[end..].to_vec();
    inner[20] = 22;
    second.splice(end..end, inner);
    second[end + 22 + 12] += 22;
    let sound = [
        ("picture", picture(|_| {})),
        ("as many files as may be", many(997)),
    ];
    accepted("docx", sound);
    let refusals = [
        ("link", picture(|part| part.mode = 0o120_777)),
        ("encrypted", picture(|part| part.flags = 1)),
        ("masked", picture(|part| part.flags = 1 << 13)),
        ("absolute path", named("/word/media/image1.png")),
        ("path upwards", named("word/../x.png")),
        ("path of Windows", named("word\\x.png")),
        ("drive of Windows", named("c:x.png")),
        ("bomb", bomb),
        ("too many files", many(998)),
        ("bytes before the directory", gap),
        ("second end record", second),
    ];
    refused("docx", WrongKind, refusals);
}
