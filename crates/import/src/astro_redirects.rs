//! Redirects in the settings of Astro.

use crate::astro_constants::{imports, text_of};
use crate::evaluation::Names;
use crate::literals::{PROGRAMS, entries, first_part, inside, values, without_comments};
use crate::project::Project;

/// Redirects of a site.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Old URLs, each with the new one.
    pub pairs: Vec<(String, String)>,
    /// Parts of the settings that were not understood.
    pub unread: Vec<String>,
}

/// Returns the redirects of the settings, given their text without comments and their names.
pub fn redirects(config: &str, names: &Names, project: &Project<'_>) -> Redirects {
    let mut found = Redirects::default();
    let imports = imports(config);
    let object = |name: &str| {
        let own = values(config, name).find(|value| value.starts_with('{'));
        let own = own.map(|value| inside(value).to_owned());
        own.or_else(|| {
            let (module, ..) = imports.iter().find(|(.., local)| local == name)?;
            object_of(module.strip_prefix("./")?, name, project)
        })
    };
    match values(config, "redirects").next() {
        Some(value) if value.starts_with('{') => {
            for (key, value) in entries(inside(value)) {
                match key.strip_prefix("...") {
                    Some(name) => match object(name) {
                        Some(object) => found.add_all(&object, names),
                        None => found.unread.push(key.to_owned()),
                    },
                    None => found.add(key, value, names),
                }
            }
        }
        Some(value) => {
            let written = first_part(value);
            match object(&written) {
                Some(object) => found.add_all(&object, names),
                None => found.unread.push(written),
            }
        }
        // The key alone has the value of the variable.
        None => found.add_all(&object("redirects").unwrap_or_default(), names),
    }
    found
}

impl Redirects {
    fn add_all(&mut self, object: &str, names: &Names) {
        for (key, value) in entries(object) {
            self.add(key, value, names);
        }
    }

    /// Adds the redirect from a URL to another one, or to the `destination` of an object.
    fn add(&mut self, from: &str, value: &str, names: &Names) {
        let options = value.starts_with('{').then(|| inside(value));
        let to = match options {
            Some(options) => entries(options)
                .filter(|(key, _)| *key == "destination")
                .last()
                .and_then(|(_, value)| text_of(value, names)),
            None => text_of(value, names),
        };
        match to.filter(|_| from.starts_with('/')) {
            Some(to) => self.pairs.push((from.to_owned(), to)),
            None => self.unread.push(first_part(from)),
        }
    }
}

/// Returns the object that a file exports, given the path of the file, whose ending may be missing, and the name of the object.
fn object_of(path: &str, name: &str, project: &Project<'_>) -> Option<String> {
    let ends = PROGRAMS.iter().chain(&["json"]);
    let mut files = ends.map(|end| format!("{path}.{end}"));
    let source = project
        .text(path)
        .or_else(|| files.find_map(|path| project.text(&path)))?;
    let text = without_comments(&source.text);
    let is_object = |value: &&str| value.starts_with('{');
    let default = text.split_once("export default ").map(|(_, rest)| rest);
    let own = values(&text, name).find(is_object);
    let own = own.or_else(|| default.filter(is_object));
    let object = own.or_else(|| text.find('{').map(|start| &text[start..]))?;
    Some(inside(object).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::astro_constants::names;
    use crate::fixture::Files;

    #[test]
    fn objects() {
        let files = Files::of(&[
            (
                "moved.mjs",
                "import { a } from './a';\n// '/no': '/no'\nexport default { '/m': '/n' }",
            ),
            ("more.json", "{ \"/o\": \"/p\" }"),
        ]);
        for (config, expected) in [
            (
                "redirects: { '/c': '/d', '/e': { status: 302, destination: '/f' } }",
                "/c=/d /e=/f",
            ),
            (
                "const A = '/a'; redirects: { '/c': A, '/e': made(), '/g': `${A}/h`, [A]: '/i', '/j:k': '/l' }",
                "/c=/a /g=/a/h /j:k=/l ?/e ?[A]: '/i'",
            ),
            (
                "import moved from './moved'\nimport more from './more.json'\nredirects: { ...moved, ...more, ...none, '/c': '/d' }",
                "/m=/n /o=/p /c=/d ?...none",
            ),
            (
                "import moved from './moved.mjs'\nredirects: moved,",
                "/m=/n",
            ),
            (
                "import redirects from './moved.mjs'\n{ redirects }",
                "/m=/n",
            ),
            ("const moved = { '/c': '/d' };\nredirects: moved }", "/c=/d"),
            (
                "redirects: Object.fromEntries(all),",
                "?Object.fromEntries(all)",
            ),
            ("redirects: {", ""),
            ("", ""),
        ] {
            let project = files.project();
            let names = names(&project, &[], "astro.config.mjs", config);
            let found = redirects(config, &names, &project);
            let pairs = found.pairs.iter().map(|(from, to)| format!("{from}={to}"));
            let unread = found.unread.iter().map(|one| format!("?{one}"));
            let shown: Vec<String> = pairs.chain(unread).collect();
            assert_eq!(shown.join(" "), expected, "{config}");
        }
    }
}
