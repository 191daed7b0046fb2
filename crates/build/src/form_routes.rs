//! Whether the forms of a site agree with the rest of it: their pages are there, no two are posted to one address, and what
//! they keep is kept as long as the site says.

use std::collections::{BTreeMap, HashMap};

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, did_you_mean};
use render::Plan;
use serde_json::Value;

use crate::codes;
use inspect::Files;
use inspect::addresses::Addresses;

/// Checks `forms`, which are complete, or null where a definition has mistakes. `public` are the files of `public/`.
pub fn check(
    content: &Content,
    tree: &Tree,
    plan: &Plan,
    public: &Files,
    forms: &BTreeMap<String, Value>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut first: HashMap<&str, TomlText> = HashMap::new();
    let addresses = Addresses {
        plan,
        files: public,
        redirects: &content.structure.redirects,
        rewrites: &content.structure.rewrites,
    };
    for (name, form) in forms {
        let Some(source) = tree.texts.get(&format!("content/forms/{name}.toml")) else {
            continue;
        };
        let toml = TomlText::whole(source);
        for key in ["page", "thanks"] {
            let Some(url) = form[key].as_str() else {
                continue;
            };
            if addresses.is_linkable(url) {
                continue;
            }
            let help = match plan.hidden.get(url) {
                Some((file, why)) => Some(format!("{file} is left out: {why}")),
                None => did_you_mean(url, plan.routes.urls()),
            };
            let place = toml.locate(&format!("/{key}"), Part::Value);
            found.push(
                Diagnostic::new(
                    &render::codes::BROKEN_LINK,
                    format!("there is no page {url}"),
                )
                .at(place, "no such page")
                .maybe_help(help),
            );
        }
        found.extend(retention(content, tree, &toml, form));
        let Some(path) = form["path"].as_str() else {
            continue;
        };
        let place = |toml: &TomlText| toml.locate("/path", Part::Value);
        if let Some(other) = first.get(path) {
            let message = format!("two forms are posted to {path}");
            found.push(
                Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
                    .at(place(&toml), "the second")
                    .related(place(other), "the first is here")
                    .help("give one of the two another `path`"),
            );
        } else {
            first.insert(path, toml);
        }
    }
    found
}

/// What a form keeps for another time than the site says, where it says one.
fn retention(content: &Content, tree: &Tree, toml: &TomlText, form: &Value) -> Option<Diagnostic> {
    const KEY: &str = "/privacy/retention_days";
    let said = content.site.pointer(KEY)?.as_u64()?;
    let kept = form.pointer(KEY)?.as_u64()?;
    let site = TomlText::whole(tree.texts.get("content/site.toml")?);
    (said != kept).then(|| {
        let message = format!("submissions are kept {kept} days, and site.toml says {said}");
        Diagnostic::new(&codes::BAD_FORM, message)
            .at(toml.locate(KEY, Part::Value), "")
            .related(site.locate(KEY, Part::Value), "the site says so here")
            .help("make the two agree: visitors are told what site.toml says")
    })
}
