//! vanished-address, missing-ledger: a URL that was published once no longer works.

use std::collections::BTreeSet;

use content::Part;
use diagnostic::{Diagnostic, Fix, Place, Severity::Warning, did_you_mean};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::rules::broken_link::{language, missing_paths};
use crate::rules::missing_page;
use crate::scope::When;
use crate::url_ledger::{self, is_page_of_list, matches_route};

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    VANISHED_ADDRESS {
        name: "vanished-address",
        summary: "a URL that was published once no longer works",
        why: "Links on other sites, bookmarks, and search results still lead to it.",
        example: "content/urls.toml lists /services/vat, and the page was renamed",
        fix: "Add a [[redirect]] from the old URL to structure.toml; or, if nothing replaces the page, a [[gone]] table with `url` \
            and `reason` to content/urls.toml.",
        source: "W3C, Cool URIs don't change (1998)",
    }
    MISSING_LEDGER {
        name: "missing-ledger",
        severity: Warning,
        summary: "the file content/urls.toml is missing, but its schema exists",
        why: "It was probably deleted: without it, no check notices that a page has vanished.",
        example: "git rm content/urls.toml",
        fix: "Restore it, or write a new one with `site check --record`. If the site needs none, delete the schema as well.",
    }
}

const STRUCTURE: &str = "content/structure.toml";
const SCHEMA_FILE: &str = "content/schemas/urls.json";

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let tree = site.output.tree;
    let (ledger, toml) = match url_ledger::read(tree) {
        Ok(Some(read)) => read,
        Ok(None) => {
            let schema = tree.texts.get(SCHEMA_FILE);
            let message = "content/urls.toml is missing, so vanished URLs would go unnoticed";
            return diagnostics.extend(schema.map(|schema| {
                Diagnostic::new(&MISSING_LEDGER, message)
                    .at(Place::start_of(schema), "")
                    .help("restore it, or write a new one with `site check --record`")
            }));
        }
        Err(more) => return diagnostics.extend(more),
    };
    let structure = &site.output.content.structure;
    let gone: BTreeSet<&str> = ledger.gone.iter().map(|one| one.url.as_str()).collect();
    let linked = missing_paths(site);
    for (index, url) in ledger.urls.iter().enumerate() {
        // Each link to a page that is left out is reported itself.
        if linked.contains(url) && site.output.plan.hidden.contains_key(url)
            || gone.contains(url.as_str())
            || site.output.addresses().is_linkable(url)
            || missing_page::is_needed(url)
            || is_page_of_list(structure, url)
            || may_return(site, url)
        {
            continue;
        }
        let plan = site.output.plan;
        let message = format!("{url} was published once, but no longer works");
        let place = toml.locate(&format!("/urls/{index}"), Part::Value);
        let diagnostic = Diagnostic::new(&VANISHED_ADDRESS, message).at(place, "");
        let diagnostic = diagnostic.part("path", url);
        let redirect = format!(
            "add a [[redirect]] with from = \"{url}\" to content/structure.toml, or a [[gone]] table to this file"
        );
        diagnostics.push(if let Some((file, reason)) = plan.hidden.get(url) {
            let mut diagnostic = diagnostic
                .help(format!("{file} has this URL, but {reason}"))
                .help(format!("if it stays unpublished, {redirect}"));
            if site.output.content.has_expired(file, site.output.date) {
                diagnostic.severity = Warning;
            }
            diagnostic
        } else {
            // The ledger is right: a redirect is added, instead of replacing the entry of the ledger.
            let own = language(site, url);
            let urls = plan.routes.urls().filter(|url| language(site, url) == own);
            let meant = did_you_mean(url, urls);
            let to = meant.as_ref().and_then(|help| help.replacement.as_ref());
            let fix = to.and_then(|to| add_redirect(site, url, &to.with));
            let diagnostic = diagnostic.help(redirect).maybe_fix(fix);
            diagnostic.maybe_help(meant.map(|help| help.text))
        });
    }
}

/// Returns the fix that adds a redirect to the end of `structure.toml`, or `None` if the file does not exist. Whether the other page
/// replaces the one that has vanished is for a person to decide.
fn add_redirect(site: &Inspection<'_>, from: &str, to: &str) -> Option<Fix> {
    let structure = site.output.tree.texts.get(STRUCTURE)?;
    let end = structure.text.len();
    let line_break = if structure.text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let rule = format!("{line_break}\n[[redirect]]\nfrom = \"{from}\"\nto = \"{to}\"\n");
    let label = format!("redirect {from} to {to}");
    let is_plain = !rule.contains('\\') && rule.matches('"').count() == 4;
    is_plain.then(|| Fix::replace(label, Place::new(structure, end..end), rule).to_confirm())
}

/// Returns whether a URL may belong to a taxonomy term of a document that has an error now.
fn may_return(site: &Inspection<'_>, url: &str) -> bool {
    let content = site.output.content;
    let mut rules = content.structure.taxonomies.iter();
    rules.any(|rule| {
        let collections = rule.collections.iter();
        let collections = collections.filter_map(|name| content.collection(name));
        let mut documents = collections.flat_map(|one| &one.documents);
        url.matches('/').count() == rule.route.matches('/').count()
            && matches_route(url, &rule.route)
            && documents.any(|document| !document.valid)
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::fixture::site;
    use crate::url_ledger::FILE;

    #[test]
    fn a_url_that_vanished() {
        let urls = "urls = [\n  \"/\",\n  \"/old\",\n  \"/moved\",\n  \"/gone\",\n]\n\
                    [[gone]]\nurl = \"/gone\"\nreason = \"The office was closed.\"\n";
        let redirect = "\n[[redirect]]\nfrom = \"/moved\"\nto = \"/\"\n";
        site()
            .file(FILE, urls)
            .append("content/structure.toml", redirect)
            .assert_report(&["vanished-address"], &expect![[r#"
                content/urls.toml:3:3 «"/old"» error[vanished-address]: /old was published once, but no longer works
                  help: add a [[redirect]] with from = "/old" to content/structure.toml, or a [[gone]] table to this file
            "#]]);
    }

    #[test]
    fn urls_that_may_vanish() {
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
        site()
                .file("content/news/a.md", article)
                .assert_report(&["vanished-address"], &expect![[r#"
                    content/urls.toml:1:42 «"/topics/tax"» error[vanished-address]: /topics/tax was published once, but no longer works
                      help: add a [[redirect]] with from = "/topics/tax" to content/structure.toml, or a [[gone]] table to this file
                    content/urls.toml:1:57 «"/news/a"» error[vanished-address]: /news/a was published once, but no longer works
                      help: content/news/a.md has this URL, but it is a draft; --drafts includes it
                      help: if it stays unpublished, add a [[redirect]] with from = "/news/a" to content/structure.toml, or a [[gone]] table to this file
                "#]]);
        let broken = "+++\ntitle = \"A\ntopic = \"Tax\"\n+++\n";
        site()
            .file("content/news/a.md", broken)
            .assert_findings(&["vanished-address"], &[]);
    }

    #[test]
    fn a_deleted_ledger() {
        site().file(SCHEMA_FILE, "{}").assert_report(&["missing-ledger"], &expect![[r#"
            content/schemas/urls.json:1:1 «{}» warning[missing-ledger]: content/urls.toml is missing, so vanished URLs would go unnoticed
              help: restore it, or write a new one with `site check --record`
        "#]]);
    }
}
