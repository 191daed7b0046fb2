//! Programs that a site of Jekyll uses: plugins, and scripts that its templates load.

use toml::Table;

use crate::project::Project;
use crate::values::texts;

/// Returns whether a template loads a program that shows formulas.
pub fn loads_math(project: &Project<'_>) -> bool {
    let folders = ["_includes/", "_layouts/"].into_iter();
    let mut sources = folders
        .flat_map(|folder| project.below(folder))
        .filter_map(|path| project.text(path));
    sources.any(|source| {
        let text = source.text.to_lowercase();
        text.contains("mathjax") || text.contains("katex")
    })
}

/// Returns the names of the plugins that the settings, the Gemfile, and the gem of a theme name.
pub fn plugins(config: &Table, project: &Project<'_>) -> Vec<String> {
    let mut plugins = texts(config.get("plugins").or(config.get("gems")));
    let gems = project
        .in_folder("")
        .filter(|path| *path == "Gemfile" || path.ends_with(".gemspec"));
    for source in gems.filter_map(|path| project.text(path)) {
        for line in source.text.lines().map(str::trim_start) {
            let is_named = ["gem ", "gem("].iter().any(|start| line.starts_with(start))
                || line.contains("_dependency") && !line.contains("development");
            let name = line.split(['"', '\'']).nth(1).filter(|_| is_named);
            plugins.extend(name.map(str::to_owned));
        }
    }
    plugins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn scripts_for_formulas() {
        for (path, text, expected) in [
            (
                "_layouts/post.html",
                "<script src=\"/MathJax.js\"></script>",
                true,
            ),
            ("_includes/head.html", "<link href=\"katex.min.css\">", true),
            ("_layouts/post.html", "{{ content }}", false),
            ("math.html", "mathjax", false),
        ] {
            let files = Files::of(&[(path, text)]);
            assert_eq!(loads_math(&files.project()), expected, "{path}");
        }
    }
}
