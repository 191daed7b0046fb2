//! Files of Hugo that are no pages: documents in the folder of another page, and data.

use std::collections::BTreeSet;
use std::sync::Arc;

use diagnostic::{Source, folder_of};

use crate::hugo_content::Document;
use crate::model::Site;
use crate::project::Project;

/// Takes the documents in the folders of pages, which only templates show, from the others.
pub fn take_resources(documents: &mut Vec<Document>) -> Vec<Arc<Source>> {
    let bundles: BTreeSet<&str> = documents
        .iter()
        .filter(|one| one.name == "index" && !one.folder.is_empty())
        .map(|one| one.folder.as_str())
        .collect();
    let is_inside = |document: &Document| {
        let folder = document.folder.as_str();
        let above = folder_of(folder);
        let is_own = document.name == "index" || document.name == "_index";
        let mut at = if is_own { above } else { folder };
        while !at.is_empty() && !bundles.contains(at) {
            at = folder_of(at);
        }
        !at.is_empty()
    };
    let inside: Vec<bool> = documents.iter().map(is_inside).collect();
    let mut inside = inside.into_iter();
    let resources = documents.extract_if(.., |_| inside.next() == Some(true));
    resources.map(|one| one.source).collect()
}

/// Reports documents in the folders of pages, without those in `shown`.
pub fn report_resources(resources: &[Arc<Source>], shown: &BTreeSet<String>, site: &mut Site) {
    let mut left = resources.iter().filter(|one| !shown.contains(&one.path));
    if let Some(first) = left.next() {
        let path = &first.path;
        let message = match left.count() + 1 {
            1 => format!("{path} is a document beside an `index.md`, and was left out"),
            count => {
                format!("{count} documents beside an `index.md` were left out, such as {path}")
            }
        };
        let help = "Hugo does not publish them: move what a template showed of them to the page itself, or write them as pages of their own";
        site.report(first, 0..0, message, help);
    }
}

/// Reports files of data.
pub fn report_data(project: &Project<'_>, site: &mut Site) {
    const ENDINGS: [&str; 6] = [".yaml", ".yml", ".json", ".toml", ".csv", ".xml"];
    let mut files = project
        .below("data/")
        .filter(|path| ENDINGS.iter().any(|end| path.ends_with(end)));
    let Some(first) = files.next() else {
        return;
    };
    let message = match files.count() {
        0 => format!("the data in {first} was left out"),
        count => format!(
            "the data in {} files was left out, such as {first}",
            count + 1
        ),
    };
    let help = "write it as a list in content/lists/, which templates can show";
    site.note(message, help);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn documents_in_bundles() {
        let document = |path: &str| {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            Document {
                source: Source::new(path, ""),
                folder: folder.to_owned(),
                name: name.to_owned(),
                lang: "en".to_owned(),
            }
        };
        let paths = [
            "_index",
            "about",
            "posts/_index",
            "posts/a/index",
            "posts/a/other",
            "posts/a/part/b",
            "posts/a/part/index",
            "posts/ab/c",
        ];
        let mut documents: Vec<Document> = paths.into_iter().map(document).collect();
        let resources = take_resources(&mut documents);
        let taken: Vec<&str> = resources.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(
            taken,
            ["posts/a/other", "posts/a/part/b", "posts/a/part/index"]
        );
        assert_eq!(documents.len(), 5);
        for (shown, expected) in [
            (
                "",
                "3 documents beside an `index.md` were left out, such as posts/a/other",
            ),
            (
                "posts/a/other posts/a/part/b",
                "posts/a/part/index is a document beside an `index.md`, and was left out",
            ),
            ("posts/a/other posts/a/part/b posts/a/part/index", ""),
        ] {
            let mut site = Site::default();
            let shown = shown.split_whitespace().map(str::to_owned).collect();
            report_resources(&resources, &shown, &mut site);
            let messages = site.diagnostics.iter().map(|one| one.message.as_str());
            assert_eq!(messages.collect::<String>(), expected);
        }
    }

    #[test]
    fn data() {
        for (files, expected) in [
            (vec!["content/a.md", "data/readme.md"], ""),
            (vec!["data/a.yaml"], "the data in data/a.yaml was left out"),
            (
                vec!["data/a.yaml", "data/b/c.csv"],
                "the data in 2 files was left out, such as data/a.yaml",
            ),
        ] {
            let files = Files::empty(&files);
            let mut site = Site::default();
            report_data(&files.project(), &mut site);
            let messages = site.diagnostics.iter().map(|one| one.message.as_str());
            assert_eq!(messages.collect::<String>(), expected);
        }
    }
}
