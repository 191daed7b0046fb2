//! Plugins that a site of Jekyll uses.

use toml::Table;

use crate::project::Project;
use crate::values::texts;

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
