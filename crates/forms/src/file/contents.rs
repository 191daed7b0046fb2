//! What a document contains besides text and pictures, in words for those who open it.

use std::collections::BTreeMap;

use super::target::{Target, classify};

/// Something in a document that may do more than show text and pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A link that opens a page or a file on another computer when it is clicked.
    Link,
    /// A link that another program opens when it is clicked.
    ProgramLink,
    /// A picture, template, or text that is loaded from another computer when the document is opened.
    Loaded,
    /// A part that starts a program.
    Program,
    /// A script.
    Script,
    /// A form that sends or fetches data.
    Form,
    /// A film, a sound, or a 3D model.
    Media,
    /// An embedded file.
    File,
}

/// What an inspection found in a document.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    counts: BTreeMap<Item, usize>,
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
        match classify(target) {
            Target::Harmless => {}
            Target::OtherComputer => self.add(Item::Link),
            Target::OtherProgram => self.add(Item::ProgramLink),
        }
    }

    /// Adds something that is loaded when the document is opened, unless its target is harmless.
    pub fn add_loaded(&mut self, target: &str) {
        match classify(target) {
            Target::Harmless => {}
            Target::OtherComputer => self.add(Item::Loaded),
            Target::OtherProgram => self.add(Item::Program),
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
            Self::Form => (
                "form that sends or fetches data",
                "forms that send or fetch data",
            ),
            Self::Media => ("film, sound or 3D model", "films, sounds or 3D models"),
            Self::File => ("embedded file", "embedded files"),
        };
        format!("{count} {}", if count == 1 { one } else { many })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        contents.add(Item::Script);
        let all = "contains 2 links to other computers, 1 link that starts a program and 1 script and could not be \
                   inspected completely; open it only after the scan";
        assert_eq!(contents.warning().as_deref(), Some(all));
    }
}
