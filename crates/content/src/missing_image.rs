//! Describes a picture that does not exist.

use diagnostic::{Diagnostic, Help, did_you_mean, one_of};

use crate::codes;
use crate::picture_name::{is_picture, is_same_name};
use crate::toml_help::{ON_YOUR_COMPUTER, is_on_a_computer};
use crate::violation::Violation;

impl Violation<'_> {
    /// Returns the finding about the path of a picture that does not exist.
    pub(crate) fn missing_image(&self, word: &str) -> Diagnostic {
        let message = format!("image `{word}` does not exist");
        let diagnostic = Diagnostic::new(&codes::MISSING_IMAGE, message);
        let images = self.images.iter().map(String::as_str);
        let images: Vec<&str> = images.filter(|image| is_picture(image)).collect();
        self.at_value(diagnostic, "no such file below content/")
            .help(help(word, &images))
    }
}

/// Returns help for the path of a picture that is not among the `images`.
fn help(word: &str, images: &[&str]) -> Help {
    if is_on_a_computer(word) {
        return ON_YOUR_COMPUTER.into();
    }
    if word.ends_with('/') {
        return "this is a folder: write the name of a picture in it".into();
    }
    if word.contains(char::is_control) {
        return "separate folders with `/`: a backslash and a letter stand for another character"
            .into();
    }
    if word.starts_with("http://") || word.starts_with("https://") {
        return "save the picture below content/images/, and write \"images/name.jpg\"".into();
    }
    let same_name = || images.iter().find(|image| is_same_name(image, word));
    let meant = || {
        let meant = same_name().or_else(|| renamed(word, images))?;
        Some(Help::replace(
            format!("did you mean `{meant}`?"),
            word,
            meant,
        ))
    };
    did_you_mean(word, images.iter().copied())
        .or_else(meant)
        .unwrap_or_else(|| not_there(word, images))
}

/// Returns the path without its last part, and the last part without its extension.
fn parts(path: &str) -> (&str, &str) {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    (folder, name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// Returns the only picture in the same folder whose name goes on after the whole name that was written.
fn renamed<'a>(word: &str, images: &'a [&'a str]) -> Option<&'a &'a str> {
    let (folder, name) = parts(word);
    let is_longer = |image: &&&str| {
        let (other_folder, other) = parts(image);
        let rest = other.strip_prefix(name);
        folder == other_folder && rest.is_some_and(|rest| rest.starts_with([' ', '-', '_', '(']))
    };
    let mut longer = images.iter().filter(is_longer);
    longer.next().filter(|_| longer.next().is_none())
}

/// Number of pictures that the help lists.
const MOST_LISTED: usize = 5;

/// Returns help for a picture that has not been copied into its folder yet.
fn not_there(word: &str, images: &[&str]) -> Help {
    if word.starts_with('/') {
        return "pictures are below content/: move it there from public/, and write its path without the first `/`".into();
    }
    let (folder, _) = parts(word);
    let beside = images.iter().filter(|image| parts(image).0 == folder);
    let beside: Vec<&str> = beside.copied().take(MOST_LISTED).collect();
    if folder.is_empty() || beside.is_empty() {
        let example = images.first().unwrap_or(&"images/name.jpg");
        return format!("write the path relative to content/, for example `{example}`").into();
    }
    let pictures = one_of(beside);
    format!("copy the file into content/{folder}/, or write the path of a picture that is there, such as {pictures}").into()
}
