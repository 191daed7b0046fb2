//! Names of settings and forms in which the language is at another place than before the ending: `hi.menus.toml`.

use diagnostic::{Change, Diagnostic, Fix, nearest};

use crate::file_language::declared;
use crate::site_config::SiteConfig;

/// Returns the name without its ending that a file of settings or of a form was probably meant to have: that of `hi.menus`, `menus-hi`, and
/// `menu.hi` is `menus.hi`. `known` are the names in the main language. Returns `None` if the name is right, or none is similar.
pub fn meant_name(stem: &str, known: &[&str], config: &SiteConfig) -> Option<String> {
    let signs = ['-', '_', '.', ' '];
    let other = |tag: &str| declared(tag, config).filter(|lang| *lang != config.language);
    let first = stem
        .split_once(signs)
        .and_then(|(tag, name)| Some((name, other(tag)?)));
    let last = || {
        stem.rsplit_once(signs)
            .and_then(|(name, tag)| Some((name, other(tag)?)))
    };
    let (name, lang) = first
        .or_else(last)
        .map_or((stem, None), |(name, lang)| (name, Some(lang)));
    let name = match known.iter().find(|known| **known == name) {
        Some(name) => name,
        None => nearest(name, known.iter().copied())?,
    };
    let meant = lang.map_or_else(|| name.to_owned(), |lang| format!("{name}.{lang}"));
    (meant != stem).then_some(meant)
}

/// Adds to a finding that its file was meant to have another name: the help, and a fix to be confirmed.
pub fn with_meant_name(diagnostic: Diagnostic, path: &str, meant: &str) -> Diagnostic {
    let to = format!(
        "{}/{meant}.toml",
        path.rsplit_once('/').map_or("", |(folder, _)| folder)
    );
    let label = format!("rename it to {meant}.toml");
    let fix = Fix {
        label: label.clone(),
        is_safe: false,
        changes: vec![Change::Move {
            from: path.to_owned(),
            to: to.clone(),
        }],
    };
    diagnostic.help(label).fix(fix).part("file", to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let config: SiteConfig = toml::from_str(
            "name = \"A\"\nbase_url = \"https://a.example\"\ntheme = \"t\"\nlanguage = \"en\"\n\
             [languages.hi]\nname = \"हिन्दी\"\n",
        )
        .unwrap();
        for (name, expected) in [
            ("hi.menus", Some("menus.hi")),
            ("menus-hi", Some("menus.hi")),
            ("menu_hi", Some("menus.hi")),
            ("menu", Some("menus")),
            ("hi.contact-us", Some("contact-us.hi")),
            ("menus.hi", None),
            ("contact-us", None),
            ("prices-hi", None),
            ("prices", None),
        ] {
            let found = meant_name(name, &["menus", "site", "contact-us"], &config);
            assert_eq!(found.as_deref(), expected, "{name}");
        }
    }
}
