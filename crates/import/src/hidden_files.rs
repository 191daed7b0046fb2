//! Files with a dot at the beginning of their names that a generator publishes, and this program does not.

use crate::hugo_content::mounts;
use crate::hugo_settings::settings;
use crate::model::Site;
use crate::project::{Project, is_hidden};
use crate::report::MADE;
use crate::values::{from_yaml, texts};

/// Names of files that are only for Git and systems, which nobody asks a website for.
const OF_TOOLS: [&str; 5] = [
    ".gitkeep",
    ".keep",
    ".gitignore",
    ".gitattributes",
    ".DS_Store",
];

/// Returns the paths of the hidden files that a generator publishes, each with the path at which it does.
fn hidden_files(generator: &str, project: &Project<'_>) -> Vec<(String, String)> {
    let folders = match generator {
        "Zola" => vec!["static/".to_owned()],
        "Astro" => vec!["public/".to_owned()],
        "Hugo" => {
            let mounts = mounts(
                &settings(project).unwrap_or_default(),
                "static",
                "staticdir",
            );
            mounts.into_iter().map(|one| one.folder).collect()
        }
        // Jekyll publishes those that its settings name.
        _ => vec![String::new()],
    };
    let config = || from_yaml(&project.text("_config.yml")?.text).ok();
    let included = match generator {
        "Jekyll" => texts(config().unwrap_or_default().get("include")),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for path in project.files {
        let mut rests = folders
            .iter()
            .filter_map(|one| path.strip_prefix(one.as_str()));
        let Some(rest) = rests.next().filter(|rest| is_hidden(rest)) else {
            continue;
        };
        let name = rest.rsplit('/').next().unwrap_or(rest);
        let is_published = generator != "Jekyll" || included.iter().any(|one| one == rest);
        if is_published && !OF_TOOLS.contains(&name) {
            found.push((path.clone(), rest.to_owned()));
        }
    }
    found
}

/// Reports hidden files that are not published any more.
pub fn report(project: &Project<'_>, site: &mut Site) {
    for (path, name) in hidden_files(site.generator, project) {
        if MADE.contains(&name.as_str()) {
            site.public.insert(name, path);
            continue;
        }
        let message = format!("{path} was left out, because its name begins with a dot");
        let help = "of such files, only those in .well-known/ are published: write what the host reads into its settings";
        site.note(message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn files() {
        let files = Files::of(&[
            (".htaccess", ""),
            ("_config.yml", "include: [.htaccess, _pages]"),
            ("hugo.toml", ""),
            ("public/.nojekyll", ""),
            ("static/.htaccess", ""),
            ("static/.well-known/.gitkeep", ""),
            ("static/.well-known/a.txt", ""),
            ("static/a/.b/c.txt", ""),
        ]);
        for (generator, expected) in [
            (
                "Hugo",
                "static/.htaccess as .htaccess, static/a/.b/c.txt as a/.b/c.txt",
            ),
            (
                "Zola",
                "static/.htaccess as .htaccess, static/a/.b/c.txt as a/.b/c.txt",
            ),
            ("Astro", "public/.nojekyll as .nojekyll"),
            ("Jekyll", ".htaccess as .htaccess"),
        ] {
            let found = hidden_files(generator, &files.project()).into_iter();
            let shown: Vec<String> = found
                .map(|(path, name)| format!("{path} as {name}"))
                .collect();
            assert_eq!(shown.join(", "), expected, "{generator}");
        }
    }
}
