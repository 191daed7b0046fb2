//! The type of a page of the reference.

/// A page of the reference.
pub struct Page {
    /// File name without its extension.
    pub name: &'static str,
    /// Title, which is shown as the heading.
    pub title: &'static str,
    /// Name in the list of chapters.
    pub nav: &'static str,
    /// Description of the page in one sentence.
    pub description: &'static str,
    /// Markdown below the front matter.
    pub text: String,
}

impl Page {
    /// Returns the content of the page's file. `weight` is the position of the page in the order of chapters.
    pub fn file(&self, weight: usize) -> String {
        format!(
            "+++\n# Written from the code by `UPDATE=1 cargo test -p site --features aws reference`.\n\
             title = \"{}\"\nnav = \"{}\"\ndescription = \"{}\"\npart = \"Reference\"\nweight = {weight}\n+++\n{}\n",
            self.title,
            self.nav,
            self.description,
            self.text.trim()
        )
    }
}
