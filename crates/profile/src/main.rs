//! `profile ROOT BROWSER`: prints the company profile as a PDF, from the content of the website in the folder ROOT, to the file in
//! `public/` that `profile.file` in `content/site.toml` names. `cargo xtask profile` runs it.
//!
//! The template in `crates/profile/template/` turns the content into HTML. Chromium renders the full-page images as PNG at print
//! resolution, then prints the HTML as a PDF. The dates in the file are the profile's `edition`, so the same content and the same
//! browser produce the same bytes. The file ends with a fingerprint of what it was printed from: if that has not changed, it stays.

mod chromium;
mod files;
mod page;
mod pdf;
mod plate;
mod website;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use diagnostic::{Fingerprint, Fingerprinter};

use crate::chromium::chromium;
use crate::files::{address, write};
use crate::page::{Page, SHEET, html};
use crate::pdf::{pages, stamp};
use crate::website::{day, load, text};

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match arguments.as_slice() {
        [root, browser] => print(root, browser),
        _ => Err("usage: profile ROOT BROWSER".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the profile. Fails if the content or the template has errors, if the browser or the fonts are missing, or if a page
/// has too much text.
fn print(root: &Path, browser: &Path) -> Result<(), String> {
    let content = load(root)?;
    let file = text(&content.site, "/profile/file")?;
    let out = root.join("public").join(file.trim_start_matches('/'));
    let edition = day(&text(&content.site, "/profile/edition")?)?;

    let page = html(&content, root)?;
    let name = out.strip_prefix(root).unwrap_or(&out).display();
    let fingerprint = fingerprint(&page, root).mark();
    let fingerprint = format!("% content {fingerprint}, edition {edition}\n");
    if std::fs::read(&out).is_ok_and(|pdf| pdf.ends_with(fingerprint.as_bytes())) {
        println!("{name} has this content already");
        return Ok(());
    }
    let folder = &root.join("target/profile");
    drop(std::fs::remove_dir_all(folder));
    for (index, plate) in page.plates.iter().enumerate() {
        plate.print(browser, folder, index)?;
    }
    let (source, pdf) = (folder.join("profile.html"), folder.join("profile.pdf"));
    write(&source, &page.html)?;
    chromium(
        browser,
        folder,
        &[
            format!("--print-to-pdf={}", pdf.display()),
            "--no-pdf-header-footer".to_owned(),
        ],
        &source,
    )?;
    let mut bytes =
        std::fs::read(&pdf).map_err(|error| format!("cannot read {}: {error}", pdf.display()))?;
    let (planned, printed) = (page.html.matches(SHEET).count(), pages(&bytes));
    if printed != planned {
        return Err(format!(
            "the profile has {printed} pages instead of {planned}: a section has too much text for its page, see {}",
            pdf.display()
        ));
    }
    stamp(&mut bytes, &text(&content.site, "/name")?, edition)?;
    // A comment after the end of the file, which readers ignore.
    bytes.extend(fingerprint.bytes());
    write(&out, &bytes)?;
    #[allow(clippy::cast_precision_loss, reason = "the size is only printed")]
    let size = format!("{:.1} MB", bytes.len() as f64 / 1e6);
    println!("{name}: {printed} pages, {size}");
    let said = text(&content.site, "/profile/size")?;
    if said != size {
        eprintln!("note: content/site.toml says profile.size = \"{said}\"");
    }
    Ok(())
}

/// Returns a fingerprint of the profile's HTML and of all files that it shows. It does not depend on the path of the project.
fn fingerprint(page: &Page, root: &Path) -> Fingerprint {
    let addresses = page.html.split("file://").skip(1);
    let files = addresses.filter_map(|rest| rest.split(['"', '\'', ')', '?']).next());
    let files = files.map(Path::new);
    let files = files.chain(page.plates.iter().map(|plate| plate.svg.as_path()));
    // A path in a comment of the style sheet may name no file.
    let contents = files.filter_map(|file| std::fs::read(file).ok());
    let html = page.html.replace(&address(root), "");
    let start = Fingerprinter::default().text(&html);
    contents
        .fold(start, |all, content| all.bytes(&content))
        .finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_changes_with_what_is_shown_and_not_with_the_folder() {
        let folders = ["a", "b"].map(|name| std::env::temp_dir().join(format!("profile-{name}")));
        let of = |root: &Path, text: &str, picture: &str| {
            let shown = root.join("picture.svg");
            write(&shown, picture).unwrap();
            let html = format!("{text}<img src=\"{}\">", address(&shown));
            let plates = Vec::new();
            fingerprint(&Page { html, plates }, root)
        };
        let [a, b] = &folders;
        let first = of(a, "Ahmedabad", "<svg/>");
        assert_eq!(of(b, "Ahmedabad", "<svg/>"), first);
        assert_ne!(of(a, "Mumbai", "<svg/>"), first);
        assert_ne!(of(a, "Ahmedabad", "<svg></svg>"), first);
        for folder in folders {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}
