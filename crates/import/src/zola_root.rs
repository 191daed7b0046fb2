//! Pages in the folder `content/` of Zola itself, which the home page may list in parts.

use crate::front_matter::split;
use crate::project::Project;

/// Returns the section of the dated pages in the folder of the content itself: a name of its own if the home page lists them in parts.
pub fn root_section(project: &Project<'_>) -> String {
    let home = project.text("content/_index.md");
    let fields = home.and_then(|home| Some(split(&home.text).ok()?.fields));
    let is_list = fields.is_some_and(|fields| fields.contains_key("paginate_by"));
    let names = ["posts", "articles", "blog"].into_iter();
    let mut free = names.filter(|name| project.below(&format!("content/{name}/")).next().is_none());
    free.next()
        .filter(|_| is_list)
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn sections() {
        for (home, other, expected) in [
            ("+++\npaginate_by = 2\n+++\n", "a.md", "posts"),
            ("+++\npaginate_by = 2\n+++\n", "posts/a.md", "articles"),
            ("+++\nsort_by = \"date\"\n+++\n", "a.md", ""),
            ("", "a.md", ""),
        ] {
            let other = format!("content/{other}");
            let files = Files::of(&[("content/_index.md", home), (&other, home)]);
            assert_eq!(root_section(&files.project()), expected, "{other}");
        }
    }
}
