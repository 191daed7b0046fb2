//! vanished-address: an address that was once published answers nothing any more.
//!
//! `content/urls.toml` is the list of every address there ever was. Whoever publishes records new ones with
//! `site check --record`; the file is committed, so a deleted or renamed page shows in the next check, on any computer.

use std::collections::BTreeSet;

use content::{Diagnostic, Part, Severity, TomlText, Tree, did_you_mean};
use render::Plan;
use serde::Deserialize;

use super::settings::read_toml;
use super::{Inspection, Manual, Rule, When};

/// Where the list stands.
pub const FILE: &str = "content/urls.toml";
const SCHEMA: &str = include_str!("../../schemas/urls.json");

const HEADER: &str = "#:schema ./schemas/urls.json

# Every address this site has ever had: links and bookmarks elsewhere hold on to them. `site check` refuses to lose one.
# `site check --record` adds new ones; none is taken out. A page that has moved gets a [[redirect]] in structure.toml, and
# one that nothing takes the place of a [[gone]] table at the end of this file, with a `url` and a `reason`.

";

pub const RULE: Rule = Rule {
    when: When::Check,
    manuals: &[Manual {
        code: "vanished-address",
        severity: Severity::Error,
        summary: "an address that was published once answers nothing any more",
        why: "Links on other sites, bookmarks and search results hold on to it; each becomes a dead end.",
        example: "content/urls.toml lists /services/vat, and the page was renamed",
        fix: "Add a [[redirect]] from the old address to structure.toml; or, where nothing takes its place, a [[gone]] \
              table with `url` and `reason` to content/urls.toml.",
        source: "W3C, Cool URIs don't change (1998)",
    }],
    check,
};

/// The file's content.
#[derive(Debug, Default, Deserialize)]
struct Ledger {
    urls: Vec<String>,
    #[serde(default)]
    gone: Vec<Gone>,
}

#[derive(Debug, Deserialize)]
struct Gone {
    url: String,
}

fn read(tree: &Tree) -> Result<Option<(Ledger, TomlText)>, Vec<Diagnostic>> {
    tree.texts
        .get(FILE)
        .map(|source| read_toml(source, SCHEMA))
        .transpose()
}

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let (ledger, toml) = match read(site.output.tree) {
        Ok(Some(read)) => read,
        Ok(None) => return,
        Err(more) => return found.extend(more),
    };
    let gone: BTreeSet<&str> = ledger.gone.iter().map(|one| one.url.as_str()).collect();
    for (index, url) in ledger.urls.iter().enumerate() {
        if gone.contains(url.as_str()) || site.answers(url) {
            continue;
        }
        let routes = site.output.plan.routes.urls();
        found.push(
            Diagnostic::error(
                "vanished-address",
                format!("{url} was published once and answers nothing now"),
            )
            .at(
                toml.locate(&format!("/urls/{index}"), Part::Value),
                "published once",
            )
            .help(format!(
                "add to structure.toml: [[redirect]] from = \"{url}\" to = \"…\""
            ))
            .maybe_help(did_you_mean(url, routes)),
        );
    }
}

/// Addresses that may answer nothing, because the file says so.
#[cfg(feature = "aws")]
pub fn given_up(tree: &Tree) -> BTreeSet<String> {
    let ledger = read(tree).ok().flatten().map(|(ledger, _)| ledger);
    let gone = ledger.unwrap_or_default().gone;
    gone.into_iter().map(|one| one.url).collect()
}

/// The file with the routes of `plan` added; `None` where it lists them all.
///
/// # Errors
/// The file is there and cannot be used.
pub fn recorded(tree: &Tree, plan: &Plan) -> Result<Option<String>, Diagnostic> {
    let unusable = || {
        Diagnostic::error(
            "invalid-value",
            format!("{FILE} cannot be used; nothing was recorded"),
        )
        .help("`site check` says what is wrong with it")
    };
    let (ledger, _) = read(tree).map_err(|_| unusable())?.unzip();
    let ledger = ledger.unwrap_or_default();
    let mut urls: BTreeSet<&str> = ledger.urls.iter().map(String::as_str).collect();
    let before = urls.len();
    urls.extend(plan.routes.urls());
    if urls.len() == before {
        return Ok(None);
    }
    let old = tree
        .texts
        .get(FILE)
        .map_or("", |source| source.text.as_str());
    // What stands before and after the list is the editor's.
    let (head, tail) = match old.split_once("urls = [") {
        Some((head, rest)) => (head, rest.split_once(']').map_or("\n", |(_, tail)| tail)),
        None => (HEADER, "\n"),
    };
    let lines: String = urls.iter().map(|url| format!("  \"{url}\",\n")).collect();
    Ok(Some(format!("{head}urls = [\n{lines}]{tail}")))
}

impl Inspection<'_> {
    /// Whether an address is answered: by a page, a file, a redirect or a rewrite.
    pub(super) fn answers(&self, url: &str) -> bool {
        let output = self.output;
        output.plan.routes.contains(url)
            || output.plan.unusable.iter().any(|one| one == url)
            || output.files.contains_key(url.trim_start_matches('/'))
            || output
                .content
                .structure
                .redirects
                .iter()
                .any(|rule| rule.from == url)
            || output
                .content
                .structure
                .rewrites
                .iter()
                .any(|rule| rule.matches(url))
    }
}

#[cfg(test)]
mod tests {
    use content::Source;

    use super::*;
    use crate::inspect::fixture::site;

    #[test]
    fn an_address_that_vanished() {
        let urls = "urls = [\n  \"/\",\n  \"/old\",\n  \"/moved\",\n  \"/gone\",\n]\n\
                    [[gone]]\nurl = \"/gone\"\nreason = \"The office was closed.\"\n";
        let redirect = "\n[[redirect]]\nfrom = \"/moved\"\nto = \"/\"\n";
        assert_eq!(
            site()
                .file(FILE, urls)
                .append("content/structure.toml", redirect)
                .drawn(&["vanished-address"]),
            r#"error[vanished-address]: /old was published once and answers nothing now
 --> content/urls.toml:3:3
  |
3 |   "/old",
  |   ^^^^^^ published once
  |
  = help: add to structure.toml: [[redirect]] from = "/old" to = "…"
"#
        );
    }

    #[test]
    fn recording_keeps_what_was_written() {
        let mut plan = Plan::default();
        let mut tree = Tree::default();
        assert_eq!(recorded(&tree, &plan).unwrap(), None);
        let text =
            "# Ours.\nurls = [\"/a\"]\n\n[[gone]]\nurl = \"/a\"\nreason = \"It was closed.\"\n";
        tree.texts.insert(FILE.to_owned(), Source::new(FILE, text));
        let place = content::Place::start_of(&tree.texts[FILE]);
        let route = render::Route {
            url: "/b".to_owned(),
            output: "b.html".to_owned(),
            lang: "en".to_owned(),
            template: String::new(),
            kind: render::Kind::Page,
            title: String::new(),
            description: String::new(),
            noindex: false,
            document: None,
            listing: None,
            term: None,
            parent: None,
            rule: None,
            place,
        };
        let route = std::sync::Arc::new(route);
        plan.routes = std::collections::BTreeMap::from([("/b".to_owned(), route)]).into();
        assert_eq!(
            recorded(&tree, &plan).unwrap().unwrap(),
            "# Ours.\nurls = [\n  \"/a\",\n  \"/b\",\n]\n\n[[gone]]\nurl = \"/a\"\nreason = \"It was closed.\"\n"
        );
    }
}
