//! Files that a theme of Hugo or Zola publishes, such as `ads.txt` and pictures.

use std::collections::BTreeMap;

use crate::project::Project;
use crate::services::is_settings;

/// Endings of files that only the theme's own templates use.
const OF_TEMPLATES: [&str; 9] = [
    ".css", ".eot", ".js", ".map", ".otf", ".scss", ".ttf", ".woff", ".woff2",
];

/// Adds the files of the themes that the settings name. Those of the site itself come first.
pub fn add(project: &Project<'_>, public: &mut BTreeMap<String, String>) {
    let settings = project.files.iter().filter(|path| is_settings(path));
    let settings = settings.filter_map(|path| project.text(path));
    let lines: Vec<String> = settings
        .flat_map(|source| source.text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| {
            ["theme", "- "]
                .iter()
                .any(|start| line.trim_start().starts_with(start))
        })
        .collect();
    let is_used = |theme: &str| {
        let mut lines = lines.iter();
        lines.any(|line| {
            let mut words = line.split(|one: char| !(one.is_alphanumeric() || "-_.".contains(one)));
            words.any(|word| word == theme)
        })
    };
    for path in project.below("themes/") {
        let parts = path["themes/".len()..].split_once("/static/");
        let Some((theme, name)) = parts.filter(|(theme, _)| !theme.contains('/')) else {
            continue;
        };
        let is_of_templates = OF_TEMPLATES.iter().any(|end| name.ends_with(end));
        if !is_of_templates && !public.contains_key(name) && is_used(theme) {
            public.insert(name.to_owned(), path.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn files_of_themes() {
        let files = [
            "config.toml",
            "themes/a/exampleSite/static/b.png",
            "themes/a/static/ads.txt",
            "themes/a/static/css/a.css",
            "themes/a/static/logo.png",
            "themes/b/static/c.png",
        ];
        for (config, expected) in [
            ("theme = \"a\"", "ads.txt logo.png"),
            ("theme: [a, b]", "ads.txt c.png logo.png"),
            ("theme:\n  - b\n", "c.png logo.png"),
            ("title = \"a\"", "logo.png"),
            ("# theme = \"a\"", "logo.png"),
        ] {
            let files = Files::of(&files.map(|path| (path, config)));
            let mut public = [("logo.png".to_owned(), "static/logo.png".to_owned())].into();
            add(&files.project(), &mut public);
            let names: Vec<&str> = public.keys().map(String::as_str).collect();
            assert_eq!(names.join(" "), expected, "{config}");
        }
    }
}
