//! A page of the reference.

/// A page of the reference.
pub struct Page {
    /// File name without its extension.
    pub name: &'static str,
    /// Heading.
    pub title: &'static str,
    /// Name in the list of chapters.
    pub nav: &'static str,
    /// What the page is about, in one sentence.
    pub description: &'static str,
    /// Markdown below the front matter.
    pub text: String,
}

impl Page {
    /// Returns the file of the page; `weight` is its place among the chapters.
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
