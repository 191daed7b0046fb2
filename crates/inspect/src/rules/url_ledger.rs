//! vanished-address: an address that was once published answers nothing any more.
//!
//! `content/urls.toml` is the list of every address there ever was. Whoever publishes records new ones with
//! `site check --record`; the file is committed, so a deleted or renamed page shows in the next check, on any computer.

use std::collections::BTreeSet;

use content::{Part, Structure, TomlText, Tree};
use diagnostic::{Code, Diagnostic, Place, Severity, did_you_mean};
use render::Plan;
use serde::Deserialize;
use toml_edit::{Array, DocumentMut, Item, Value};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::rules::missing_page;
use crate::scope::When;
use crate::settings::read_toml;

/// Where the list stands.
pub const FILE: &str = "content/urls.toml";
const SCHEMA_FILE: &str = "content/schemas/urls.json";
const SCHEMA: &str = include_str!("../../schemas/urls.json");

const HEADER: &str = "#:schema ./schemas/urls.json

# Every address this site has ever had: links and bookmarks elsewhere hold on to them. `site check` refuses to lose one.
# `site check --record` adds new ones; none is taken out. A page that has moved gets a [[redirect]] in structure.toml, and
# one that nothing takes the place of a [[gone]] table at the end of this file, with a `url` and a `reason`.

";

/// The rule.
pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&VANISHED_ADDRESS, &MISSING_LEDGER],
    check,
};

/// `vanished-address`
pub static VANISHED_ADDRESS: Code = Code {
    name: "vanished-address",
    severity: Severity::Error,
    summary: "an address that was published once answers nothing any more",
    why: "Links on other sites, bookmarks and search results hold on to it; each becomes a dead end.",
    example: "content/urls.toml lists /services/vat, and the page was renamed",
    fix: "Add a [[redirect]] from the old address to structure.toml; or, where nothing takes its place, a [[gone]] \
              table with `url` and `reason` to content/urls.toml.",
    source: "W3C, Cool URIs don't change (1998)",
};

/// `missing-ledger`
pub static MISSING_LEDGER: Code = Code {
    name: "missing-ledger",
    severity: Severity::Warning,
    summary: "there is a schema for content/urls.toml, and no such file",
    why: "It was deleted, it seems: without it, no check finds that a page has vanished.",
    example: "git rm content/urls.toml",
    fix: "Bring it back, or write it anew with `site check --record`; a site that does without deletes the schema as well.",
    source: "",
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
        Ok(None) => return found.extend(missing(site.output.tree)),
        Err(more) => return found.extend(more),
    };
    let structure = &site.output.content.structure;
    let gone: BTreeSet<&str> = ledger.gone.iter().map(|one| one.url.as_str()).collect();
    for (index, url) in ledger.urls.iter().enumerate() {
        let is_promise =
            !missing_page::is_needed(url) && !is_page_of_list(structure, url) && !waits(site, url);
        if gone.contains(url.as_str()) || site.answers(url) || !is_promise {
            continue;
        }
        let plan = site.output.plan;
        let diagnostic = Diagnostic::new(
            &VANISHED_ADDRESS,
            format!("{url} was published once and answers nothing now"),
        )
        .at(
            toml.locate(&format!("/urls/{index}"), Part::Value),
            "published once",
        );
        found.push(match plan.hidden.get(url) {
            Some((file, reason)) => diagnostic
                .help(format!("{file} has this address, but {reason}"))
                .help(format!(
                    "where it is to stay away, add a [[redirect]] from = \"{url}\" to structure.toml, or a [[gone]] here"
                )),
            None => diagnostic
                .help(format!(
                    "add to structure.toml: [[redirect]] from = \"{url}\" to = \"…\""
                ))
                .maybe_help(did_you_mean(url, plan.routes.urls())),
        });
    }
}

/// What is said of a site that has the schema of the list and no list.
fn missing(tree: &Tree) -> Option<Diagnostic> {
    let schema = tree.texts.get(SCHEMA_FILE)?;
    Some(
        Diagnostic::new(&MISSING_LEDGER, format!("there is no {FILE}"))
            .at(Place::start_of(schema), "its schema")
            .help("bring it back, or write it anew: `site check --record`"),
    )
}

/// Whether an address is that of a further page of a list: there are as many of them as the list is long, so none is a
/// promise.
fn is_page_of_list(structure: &Structure, url: &str) -> bool {
    let of_pages = structure.paginations.iter().map(|rule| rule.route.clone());
    let of_terms = structure.taxonomies.iter();
    let of_terms = of_terms.map(|rule| format!("{}/page/{{number}}", rule.route));
    // In other languages they have a prefix.
    of_pages.chain(of_terms).any(|pattern| {
        let steps = pattern.matches('/').count();
        let mut starts = url.rmatch_indices('/').map(|(at, _)| &url[at..]);
        starts
            .nth(steps.saturating_sub(1))
            .is_some_and(|path| has_form(path, &pattern))
    })
}

/// Whether a path is of a pattern's form: `{number}` stands for digits, `{slug}` for any part.
fn has_form(path: &str, pattern: &str) -> bool {
    let (path, pattern) = (path.split('/'), pattern.split('/'));
    path.zip(pattern).all(|(part, form)| {
        let around = |name: &str| {
            let (before, after) = form.split_once(name)?;
            part.strip_prefix(before)?.strip_suffix(after)
        };
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        match (around("{number}"), around("{slug}")) {
            (Some(number), _) => !number.is_empty() && is_number(number),
            (None, Some(slug)) => !slug.is_empty(),
            (None, None) => part == form,
        }
    })
}

/// Whether an address may come back by itself: it is that of a term, and documents that may have the term cannot be used
/// now.
fn waits(site: &Inspection<'_>, url: &str) -> bool {
    let content = site.output.content;
    let mut rules = content.structure.taxonomies.iter();
    rules.any(|rule| {
        let mut collections = content.collections.iter();
        let collection = collections.find(|one| one.rule.name == rule.collection);
        url.matches('/').count() == rule.route.matches('/').count()
            && has_form(url, &rule.route)
            && collection.is_some_and(|one| one.documents.iter().any(|document| !document.valid))
    })
}

/// Addresses that may answer nothing, because the file says so, or because they are further pages of a list.
pub fn given_up(tree: &Tree) -> BTreeSet<String> {
    let ledger = read(tree).ok().flatten().map(|(ledger, _)| ledger);
    let ledger = ledger.unwrap_or_default();
    let structure = tree.texts.get("content/structure.toml");
    let structure = structure.and_then(|source| toml::from_str::<Structure>(&source.text).ok());
    let of_lists = ledger.urls.into_iter().filter(|url| {
        let mut structure = structure.iter();
        structure.any(|structure| is_page_of_list(structure, url))
    });
    let gone = ledger.gone.into_iter().map(|one| one.url);
    gone.chain(of_lists).collect()
}

/// The file with the routes of `plan` added; `None` where it lists them all.
///
/// # Errors
/// The file is there and cannot be used.
pub fn recorded(tree: &Tree, plan: &Plan) -> Result<Option<String>, Diagnostic> {
    let unusable = || {
        Diagnostic::new(
            &content::codes::INVALID_VALUE,
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
    let Some(old) = tree.texts.get(FILE).map(|source| source.text.as_str()) else {
        let lines: String = urls.iter().map(|url| format!("  \"{url}\",\n")).collect();
        return Ok(Some(format!("{HEADER}urls = [\n{lines}]\n")));
    };
    let mut file: DocumentMut = old.parse().map_err(|_| unusable())?;
    let list = file.get_mut("urls").and_then(Item::as_array_mut);
    let list = list.ok_or_else(unusable)?;
    let known: BTreeSet<&str> = ledger.urls.iter().map(String::as_str).collect();
    on_lines(list);
    for url in urls.difference(&known) {
        insert(list, url);
    }
    let new = file.to_string();
    Ok(Some(if old.contains("\r\n") {
        new.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        new
    }))
}

/// Puts each address on a line of its own. Comments stay where they are.
fn on_lines(list: &mut Array) {
    for url in list.iter_mut() {
        if !text_of(url.decor().prefix()).contains('\n') {
            url.decor_mut().set_prefix("\n  ");
        }
    }
    // What stands behind the last one, where it has no comma, stands behind the comma then.
    let behind = list.iter_mut().last().map_or_else(String::new, |last| {
        let behind = text_of(last.decor().suffix()).trim_end().to_owned();
        last.decor_mut().set_suffix("");
        behind
    });
    let trailing = format!("{behind}{}", text_of(Some(list.trailing())));
    list.set_trailing(if trailing.ends_with('\n') {
        trailing
    } else {
        format!("{}\n", trailing.trim_end())
    });
    list.set_trailing_comma(true);
}

/// Adds an address before the first that comes after it in the order of the alphabet.
fn insert(list: &mut Array, url: &str) {
    let is_after = |one: &Value| one.as_str().is_some_and(|one| one > url);
    let at = list.iter().position(is_after).unwrap_or(list.len());
    // A comment on the line before belongs to the address there.
    let mut new = Value::from(url);
    let before = if let Some(next) = list.get_mut(at) {
        let prefix = text_of(next.decor().prefix());
        let (comment, own) = prefix.split_at(prefix.find('\n').unwrap_or(0));
        next.decor_mut().set_prefix(own);
        comment.to_owned()
    } else {
        let trailing = text_of(Some(list.trailing()));
        let (comment, rest) = trailing.split_at(trailing.find('\n').unwrap_or(0));
        list.set_trailing(rest);
        comment.to_owned()
    };
    new.decor_mut().set_prefix(format!("{before}\n  "));
    list.insert_formatted(at, new);
}

fn text_of(raw: Option<&toml_edit::RawString>) -> String {
    let text = raw.and_then(toml_edit::RawString::as_str);
    text.unwrap_or_default().to_owned()
}

impl Inspection<'_> {
    /// Whether an address is answered: by a page, a file, a redirect or a rewrite.
    pub(crate) fn answers(&self, url: &str) -> bool {
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
    use diagnostic::Source;

    use super::*;
    use crate::fixture::site;

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
    fn addresses_that_are_no_promise() {
        let structure = "\n[[collection]]\nname = \"news\"\ndir = \"news\"\nschema = \"schemas/page.json\"\n\
                         route = \"/news/{slug}\"\ntemplate = \"page.html\"\n\
                         [[pagination]]\npage = \"/\"\ncollection = \"news\"\nper_page = 1\nroute = \"/page/{number}\"\n\
                         title = \"{title}, page {number}\"\ndescription = \"Page {number}. {description}\"\n\
                         [[taxonomy]]\nname = \"topics\"\ncollection = \"news\"\nfield = \"topic\"\n\
                         route = \"/topics/{slug}\"\ntemplate = \"page.html\"\ntitle = \"On {term}\"\n\
                         description = \"All that there is to read on {term}, newest first.\"\n";
        let urls = "urls = [\"/page/9\", \"/topics/tax/page/2\", \"/topics/tax\", \"/news/a\", \"/404\"]\n";
        let site = || {
            site()
                .file(FILE, urls)
                .append("content/structure.toml", structure)
        };
        let article = "+++\ntitle = \"A\"\ntopic = \"Tax\"\ndraft = true\n+++\n";
        assert_eq!(
            site()
                .file("content/news/a.md", article)
                .drawn(&["vanished-address"]),
            r#"error[vanished-address]: /topics/tax was published once and answers nothing now
 --> content/urls.toml:1:42
  |
1 | urls = ["/page/9", "/topics/tax/page/2", "/topics/tax", "/news/a", "/404"]
  |                                          ^^^^^^^^^^^^^ published once
  |
  = help: add to structure.toml: [[redirect]] from = "/topics/tax" to = "…"
error[vanished-address]: /news/a was published once and answers nothing now
 --> content/urls.toml:1:57
  |
1 | urls = ["/page/9", "/topics/tax/page/2", "/topics/tax", "/news/a", "/404"]
  |                                                         ^^^^^^^^^ published once
  |
  = help: content/news/a.md has this address, but it is a draft; --drafts includes it
  = help: where it is to stay away, add a [[redirect]] from = "/news/a" to structure.toml, or a [[gone]] here
"#
        );
        let broken = "+++\ntitle = \"A\ntopic = \"Tax\"\n+++\n";
        assert!(
            site()
                .file("content/news/a.md", broken)
                .findings(&["vanished-address"])
                .is_empty()
        );
    }

    #[test]
    fn a_list_that_was_deleted() {
        assert_eq!(
            site().file(SCHEMA_FILE, "{}").drawn(&["missing-ledger"]),
            "warning[missing-ledger]: there is no content/urls.toml
 --> content/schemas/urls.json:1:1
  |
1 | {}
  | ^^ its schema
  |
  = help: bring it back, or write it anew: `site check --record`
"
        );
    }

    #[test]
    fn recording_keeps_what_was_written() {
        let mut plan = Plan::default();
        let mut tree = Tree::default();
        assert_eq!(recorded(&tree, &plan).unwrap(), None);
        let text = Source::new(FILE, "");
        let place = diagnostic::Place::start_of(&text);
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
        let gone = "[[gone]]\nurl = \"/a\"\nreason = \"urls = [] ]\"\n";
        for (before, after) in [
            (
                "# Ours.\nurls = [\"/a\"]\n\n",
                "# Ours.\nurls = [\n  \"/a\",\n  \"/b\",\n]\n\n",
            ),
            (
                "urls=[\"/\", \"/c\"]\n",
                "urls=[\n  \"/\",\n  \"/b\",\n  \"/c\",\n]\n",
            ),
            ("urls = []\n", "urls = [\n  \"/b\",\n]\n"),
            (
                "urls = [\n  # Old ones.\n  \"/a\", # the first ]\n  \"/c\" # the last\n]\n",
                "urls = [\n  # Old ones.\n  \"/a\", # the first ]\n  \"/b\",\n  \"/c\", # the last\n]\n",
            ),
            (
                "urls = [\n  \"/a\" # kept\n]\n",
                "urls = [\n  \"/a\", # kept\n  \"/b\",\n]\n",
            ),
            (
                "urls = [\r\n  \"/a\",\r\n]\r\n",
                "urls = [\r\n  \"/a\",\r\n  \"/b\",\r\n]\r\n",
            ),
        ] {
            let gone = if before.contains('\r') {
                gone.replace('\n', "\r\n")
            } else {
                gone.to_owned()
            };
            let source = Source::new(FILE, format!("{before}{gone}"));
            tree.texts.insert(FILE.to_owned(), source);
            assert_eq!(
                recorded(&tree, &plan).unwrap().unwrap(),
                format!("{after}{gone}"),
                "{before}"
            );
        }
        tree.texts.clear();
        assert_eq!(
            recorded(&tree, &plan).unwrap().unwrap(),
            format!("{HEADER}urls = [\n  \"/b\",\n]\n")
        );
    }
}
