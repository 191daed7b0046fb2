//! What a document contains besides text and pictures, in words for those who open it.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Something in a document that may do more than show text and pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A link that leads to another computer when it is clicked.
    Link,
    /// A link that starts a program when it is clicked.
    ProgramLink,
    /// A picture, template, or text that is loaded from another computer when the document is opened.
    Loaded,
    /// A part that starts a program.
    Program,
    /// A script.
    Script,
    /// An embedded file.
    File,
}

/// Schemes of URLs that a browser or the word processor itself opens. Any other scheme selects a program.
const NETWORK: [&str; 9] = [
    "http", "https", "ftp", "ftps", "sftp", "ws", "wss", "dav", "davs",
];
/// Schemes of mail addresses, telephone numbers, and parts of the document itself.
const HARMLESS: [&str; 6] = ["mailto", "tel", "sms", "cid", "urn", "about"];

/// Slashes and backslashes, which Windows treats as equal.
const SLASHES: [char; 2] = ['/', '\\'];

/// Maximum number of targets that are remembered, so that each is counted once.
const MOST_TARGETS: usize = 4_000;

/// What an inspection found in a document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    counts: BTreeMap<Item, usize>,
    /// Hashes of the targets that are counted once, each with what it was found as.
    targets: HashSet<u64>,
    /// Whether a part of the document could not be inspected.
    is_partial: bool,
}

impl Contents {
    /// Adds an item.
    pub fn add(&mut self, item: Item) {
        *self.counts.entry(item).or_default() += 1;
    }

    /// Adds a link, unless its target is harmless.
    pub fn add_link(&mut self, target: &str) {
        if let Some(item) = linked(target) {
            self.add(item);
        }
    }

    /// Adds something that is loaded when the document is opened, unless its target is harmless.
    pub fn add_loaded(&mut self, target: &str) {
        if let Some(item) = loaded_from(target) {
            self.add(item);
        }
    }

    /// Adds a link like [`Self::add_link`], but only the first one to its target.
    pub fn add_link_once(&mut self, target: &str) {
        self.add_once(linked(target), target);
    }

    /// Adds something that is loaded like [`Self::add_loaded`], but only the first one from its target.
    pub fn add_loaded_once(&mut self, target: &str) {
        self.add_once(loaded_from(target), target);
    }

    fn add_once(&mut self, item: Option<Item>, target: &str) {
        let Some(item) = item else {
            return;
        };
        let mut hasher = DefaultHasher::new();
        (item, target).hash(&mut hasher);
        let hash = hasher.finish();
        if self.targets.len() == MOST_TARGETS || self.targets.insert(hash) {
            self.add(item);
        }
    }

    /// Records that a part of the document could not be inspected.
    pub fn set_partial(&mut self) {
        self.is_partial = true;
    }

    /// Returns what the staff should know before they open the document, as a predicate: "contains 1 script; open it only after
    /// the scan". Returns `None` if all of the document was inspected and it has only text and pictures.
    pub fn warning(&self) -> Option<String> {
        let counts = self.counts.iter();
        let items: Vec<String> = counts.map(|(item, count)| item.words(*count)).collect();
        let items = match items.as_slice() {
            [] => None,
            [only] => Some(format!("contains {only}")),
            [start @ .., last] => Some(format!("contains {} and {last}", start.join(", "))),
        };
        let partial = self
            .is_partial
            .then(|| "could not be inspected completely".to_owned());
        let all: Vec<String> = items.into_iter().chain(partial).collect();
        (!all.is_empty()).then(|| format!("{}; open it only after the scan", all.join(" and ")))
    }
}

impl Item {
    /// Returns `count` of this item in words.
    fn words(self, count: usize) -> String {
        let (one, many) = match self {
            Self::Link => ("link to another computer", "links to other computers"),
            Self::ProgramLink => ("link that starts a program", "links that start a program"),
            Self::Loaded => (
                "part that is loaded from another computer",
                "parts that are loaded from other computers",
            ),
            Self::Program => ("part that starts a program", "parts that start a program"),
            Self::Script => ("script", "scripts"),
            Self::File => ("embedded file", "embedded files"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }
}

/// Returns what a link to a URL or path is, or `None` if it is harmless.
fn linked(target: &str) -> Option<Item> {
    loaded_from(target).map(|item| match item {
        Item::Program => Item::ProgramLink,
        _ => Item::Link,
    })
}

/// Returns what loading the URL or path `target` means, or `None` if it is a place in the document, a file on the computer where
/// the document is opened, a mail address, or a telephone number.
fn loaded_from(target: &str) -> Option<Item> {
    let target = target.trim();
    let (scheme, path) = match target.split_once(':') {
        Some((scheme, path)) if is_scheme(scheme) => (scheme, path),
        _ => ("", target),
    };
    let is_any = |known: &[&str]| known.iter().any(|one| scheme.eq_ignore_ascii_case(one));
    match scheme {
        _ if is_any(&["", "file"]) => names_host(path).then_some(Item::Loaded),
        _ if is_any(&NETWORK) => Some(Item::Loaded),
        _ if is_any(&HARMLESS) => None,
        _ => Some(Item::Program),
    }
}

/// Returns whether a text is the scheme of a URL (RFC 3986, section 3.1). A single letter is a drive of Windows.
fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() > 1
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Returns whether the name of a host follows the first two slashes of a path. After three slashes, the path is on this computer;
/// after four, some programs find a host again.
fn names_host(path: &str) -> bool {
    let rest = path.trim_start_matches(SLASHES);
    let slashes = path.len() - rest.len();
    let host = rest.split(SLASHES).next().unwrap_or_default();
    let is_drive = host.as_bytes().get(1).is_some_and(|b| b":|".contains(b));
    !is_drive && (slashes == 2 && host != "localhost" || slashes > 3) && !host.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        let (harmless, loaded, program) = (None, Some(Item::Loaded), Some(Item::Program));
        for (target, expected) in [
            ("https://example.com", loaded),
            (" HTTPS://example.com", loaded),
            ("//example.com/x", loaded),
            ("\\\\example\\share\\x.dotm", loaded),
            ("file://example/x", loaded),
            ("file:\\\\example\\x", loaded),
            ("file:////example/x", loaded),
            ("file:///C:/Users/x/Normal.dotm", harmless),
            ("file://C:\\x", harmless),
            ("file://localhost/x", harmless),
            ("file:///home/asha/x", harmless),
            ("C:\\Users\\x", harmless),
            ("mailto:a@b.in", harmless),
            ("TEL:+91", harmless),
            ("#top", harmless),
            ("word/x.xml", harmless),
            ("a b:c", harmless),
            ("", harmless),
            ("skype:asha?call", program),
            ("whatsapp://send", program),
            ("ms-msdt:/id PCWDiagnostic", program),
            ("javascript:alert(1)", program),
        ] {
            assert_eq!(loaded_from(target), expected, "{target}");
        }
    }

    #[test]
    fn warnings() {
        let mut contents = Contents::default();
        assert_eq!(contents.warning(), None);
        contents.add_link("mailto:a@example.com");
        contents.add_loaded("file:///C:/Normal.dotm");
        assert_eq!(contents.warning(), None);
        contents.set_partial();
        let partial = "could not be inspected completely; open it only after the scan";
        assert_eq!(contents.warning().as_deref(), Some(partial));
        for target in ["https://a.example", "//b.example", "skype:asha"] {
            contents.add_link(target);
        }
        contents.add_loaded("ms-msdt:/id");
        contents.add(Item::Script);
        let all = "contains 2 links to other computers, 1 link that starts a program, 1 part that starts a program and \
                   1 script and could not be inspected completely; open it only after the scan";
        assert_eq!(contents.warning().as_deref(), Some(all));
    }

    #[test]
    fn targets_that_count_once() {
        let mut contents = Contents::default();
        for target in ["//a.example", "skype:asha", "//b.example", "//a.example"] {
            contents.add_link_once(target);
            contents.add_loaded_once(target);
        }
        let all = "contains 2 links to other computers, 1 link that starts a program, 2 parts that are loaded from other \
                   computers and 1 part that starts a program; open it only after the scan";
        assert_eq!(contents.warning().as_deref(), Some(all));
        for number in 0..5_000 {
            contents.add_link_once(&format!("//{number}.example"));
        }
        assert_eq!(contents.targets.len(), MOST_TARGETS);
        assert_eq!(contents.counts[&Item::Link], 5_002);
    }
}
