//! The text files of a project: those of `content/`, and the templates of its theme.

use std::path::Path;
use std::sync::Arc;

use content::{SiteConfig, TomlText, Tree};
use diagnostic::Source;

/// The text files of a project.
#[derive(Debug, Default, Clone)]
pub struct Files {
    /// Files of `content/`.
    pub content: Arc<Tree>,
    /// Folder of the theme's templates, and its files.
    pub templates: Option<(String, Tree)>,
}

impl Files {
    /// Reads the files of a project.
    pub fn read(root: &Path) -> Self {
        let content = Tree::read(root, "content");
        let site_toml = content.texts.get("content/site.toml");
        let config: Option<SiteConfig> =
            site_toml.and_then(|source| TomlText::whole(source).unchecked());
        let templates = config.map(|config| {
            let folder = format!("themes/{}/templates", config.theme);
            let files = Tree::read(root, &folder);
            (folder, files)
        });
        Self {
            content: Arc::new(content),
            templates,
        }
    }

    /// Returns all texts with their paths.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &Arc<Source>)> {
        let templates = self.templates.iter();
        let trees = [&*self.content].into_iter();
        let trees = trees.chain(templates.map(|(_, tree)| tree));
        let texts = trees.flat_map(|tree| &tree.texts);
        texts.map(|(path, source)| (path.as_str(), source))
    }

    /// Returns a text file by its path relative to the project's folder.
    pub fn text(&self, path: &str) -> Option<&Arc<Source>> {
        let templates = self.templates.iter();
        let trees = [&*self.content].into_iter();
        let mut trees = trees.chain(templates.map(|(_, tree)| tree));
        trees.find_map(|tree| tree.texts.get(path).or_else(|| tree.unreadable.get(path)))
    }
}
