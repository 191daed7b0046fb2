//! The sites of the benchmark. The files of a theme for an engine are in `crates/xtask/bench/THEME/ENGINE/`; the posts, and the other
//! pages of the realistic theme, are generated.

use std::fs;
use std::path::{Path, PathBuf};

use super::corpus::Post;
use crate::files;
use crate::run::{Outcome, root};

/// A static site generator for which there are themes.
#[derive(Clone, Copy)]
pub enum Generator {
    /// This engine.
    Ours,
    /// Hugo.
    Hugo,
    /// Hugo, with the parts that all pages have in common cached by the theme (`partialCached`).
    HugoCached,
    /// Zola.
    Zola,
}

impl Generator {
    /// Returns the names of the folders with the files of a theme. Files of the later folder replace those of the earlier one.
    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Ours => &["ours"],
            Self::Hugo => &["hugo"],
            Self::HugoCached => &["hugo", "hugo-cached"],
            Self::Zola => &["zola"],
        }
    }

    /// Returns the lines of a post's front matter that differ between generators.
    fn front_matter(self, post: &Post) -> String {
        let (slug, category, (taxonomy, term)) = (&post.slug, post.category, post.topic);
        match self {
            Self::Ours => format!("category = \"{category}\"\n{taxonomy} = \"{term}\""),
            Self::Hugo | Self::HugoCached => {
                format!("slug = \"{slug}\"\ncategory = [\"{category}\"]\n{taxonomy} = [\"{term}\"]")
            }
            Self::Zola => {
                format!("[taxonomies]\ncategory = [\"{category}\"]\n{taxonomy} = [\"{term}\"]")
            }
        }
    }

    /// Returns the folder for pages that are neither a list nor a post, and the line of front matter with a page's URL.
    fn page(self, slug: &str) -> (&'static str, String) {
        match self {
            Self::Ours => ("content/pages", String::new()),
            Self::Hugo | Self::HugoCached => ("content", String::new()),
            Self::Zola => ("content/pages", format!("path = \"{slug}\"\n")),
        }
    }
}

/// Writes a site with a theme, for a generator. Fails if a file cannot be read or written.
pub fn write(folder: &Path, generator: Generator, theme: &str, posts: &[Post]) -> Outcome {
    let _ = fs::remove_dir_all(folder);
    for name in generator.folders() {
        copy(&files_of(theme, name), folder)?;
    }
    for post in posts {
        let path = folder.join(format!("content/posts/{}.md", post.slug));
        let (title, description, date) = (&post.title, &post.description, &post.date);
        let common =
            format!("title = \"{title}\"\ndescription = \"{description}\"\ndate = {date}\n");
        let text = format!(
            "+++\n{common}{}\n+++\n{}",
            generator.front_matter(post),
            post.body
        );
        files::write(&path, text)?;
    }
    if theme == "realistic" {
        write_pages(folder, generator)?;
    }
    Ok(())
}

/// Number of the realistic theme's pages that are neither a list nor a post. Its menus link to each of them.
const PAGES: usize = 31;

fn write_pages(folder: &Path, generator: Generator) -> Outcome {
    for number in 1..=PAGES {
        let (slug, title) = (
            format!("about-{number:02}"),
            format!("About us, part {number}"),
        );
        let (parent, url) = generator.page(&slug);
        let text = format!(
            "+++\n{url}title = \"{title}\"\ndescription = \"{title} of this site says what the firm does, and for whom it does it.\"\n+++\n\
             What the firm does, and for whom.\n\n## How it works\n\nOne step after the other.\n"
        );
        files::write(&folder.join(parent).join(slug).with_extension("md"), text)?;
    }
    Ok(())
}

/// Copies all files below a folder. Fails if a file cannot be read or written.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    for (path, _) in files::below(from)? {
        let bytes =
            fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        files::write(&to.join(path.strip_prefix(from).unwrap_or(&path)), bytes)?;
    }
    Ok(())
}

/// Returns the folder with the files of the benchmark named `name` in the folder `group`.
pub fn files_of(group: &str, name: &str) -> PathBuf {
    root().join("crates/xtask/bench").join(group).join(name)
}
