//! Reports what the new site does not have, or has in another way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Source};

use crate::html::Hosts;
use crate::model::Site;
use crate::shortcodes::{Usages, component_name};
use crate::theme;
use crate::unfit_pictures::Unfit;

/// Files that this program makes itself, or that only another host reads.
pub const MADE: [&str; 8] = [
    "robots.txt",
    "sitemap.xml",
    "404.html",
    "_redirects",
    "_headers",
    "CNAME",
    ".nojekyll",
    "llms.txt",
];

/// Parts of texts that the new site shows in another way or not at all, each with the old file.
#[derive(Debug, Default)]
pub struct Losses {
    /// Formulas of a page that cannot be read.
    pub formulas: Vec<(Arc<Source>, Vec<String>)>,
    /// Signs that the old generator showed as typed, although other programs read them as notation.
    pub signs: Vec<(Arc<Source>, String)>,
    /// Addresses of pictures that do not exist.
    pub missing: Vec<(Arc<Source>, String)>,
    /// Files with a list of their headings, which the theme has to show.
    pub contents: Vec<Arc<Source>>,
    /// Shortcodes that showed something of another host, and became links.
    pub embeds: Vec<(Arc<Source>, String)>,
    /// Lines whose break was a space: the first one of each file.
    pub lines: Vec<(Arc<Source>, String)>,
    /// Merge conflicts in texts: the first line of the first one of each file.
    pub conflicts: Vec<(Arc<Source>, String)>,
    /// Programs in texts: the first one of each file.
    pub programs: Vec<(Arc<Source>, String)>,
    /// Scripts in attributes of HTML, such as `onclick="…"`.
    pub handlers: Vec<(Arc<Source>, String)>,
    /// Files that are whole pages, with the tags of their heads.
    pub heads: Vec<(Arc<Source>, String)>,
    /// Pictures that texts show, each with the reason why it stays in `public/`, if there is one.
    pub pictures: BTreeMap<String, Option<Unfit>>,
}

/// Reports what texts lose.
pub fn report_losses(site: &mut Site, losses: &Losses) {
    for (source, unread) in &losses.formulas {
        let message = match unread.len() {
            0 => continue,
            1 => "this formula cannot be read, and became code".to_owned(),
            count => {
                format!("{count} formulas cannot be read, and became code, such as this one")
            }
        };
        let help = "write it with other commands of LaTeX, between dollar signs";
        site.report(source, place_of(source, &unread[0]), message, help);
    }
    for (source, sign) in &losses.signs {
        let message = format!("`{sign}` shows as typed, as in the old site");
        let help = "write what was meant: the emoji itself, a footnote, or HTML";
        site.report(source, place_of(source, sign), message, help);
    }
    for (source, address) in &losses.missing {
        let message = "this picture does not exist, so its description is shown".to_owned();
        let help = "show the picture that was meant, or leave its description out";
        site.report(source, place_of(source, address), message, help);
    }
    for source in &losses.contents {
        let message = "this page had a list of its headings".to_owned();
        let help = "show `page.toc` in themes/plain/templates/page.html where readers need it";
        site.report(source, 0..0, message, help);
    }
    if let Some((source, first)) = losses.embeds.first() {
        let message = match losses.embeds.len() {
            1 => format!("`{first}` became a link"),
            count => format!("{count} shortcodes such as `{first}` became links"),
        };
        let help = "visitors saw a film, a post, or code on the page: to show it again, write a component with its <iframe>, and allow the host with [[allow]] in content/structure.toml";
        site.report(source, place_of(source, first), message, help);
    }
    for (source, line) in &losses.lines {
        let message = "the break between these lines was a space, and shows nothing now".to_owned();
        let help =
            "write two spaces at the end of a line of a poem, or a space between words on one line";
        site.report(source, place_of(source, line), message, help);
    }
    for (source, line) in &losses.conflicts {
        let message = "this text has an unresolved merge conflict, which shows as in the old site";
        let help = "keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`";
        site.report(source, place_of(source, line), message.to_owned(), help);
    }
    for (source, first) in &losses.programs {
        let message = match site.generator {
            "Astro" => "a text has a program in braces, which shows as it is written",
            _ => "a text has a program of Liquid, which was left out",
        };
        let help = "write in Markdown what it showed, or a component of the theme";
        site.report(source, place_of(source, first), message.to_owned(), help);
    }
    for (source, handler) in &losses.handlers {
        let message = format!("`{handler}` was left out, because browsers would refuse it");
        let help = "listen to the event in a script of the theme, if visitors need it";
        site.report(source, place_of(source, handler), message, help);
    }
    for (source, tag) in &losses.heads {
        let message =
            "the head of this page was left out, except its scripts and styles".to_owned();
        let help = "write what visitors need of it into the theme, such as style sheets";
        site.report(source, place_of(source, tag), message, help);
    }
    for (path, reason) in &losses.pictures {
        let (message, help) = match reason {
            None => continue,
            Some(Unfit::Active) => (
                format!("{path} runs a script or loads a file, so it stays in public/"),
                "without that, it can be in content/images/",
            ),
            Some(Unfit::OtherFormat(format)) => (
                format!("{path} is in the format {format}, so it stays in public/"),
                "with the right ending, it can be in content/images/, and is offered in several sizes",
            ),
            Some(Unfit::OfLfs) => (
                format!("{path} is a note of Git LFS about a file, not the file itself"),
                "run `git lfs pull` in the old site, and import it again",
            ),
        };
        site.note(message, help);
    }
}

/// Reports hosts that only drafts use.
pub fn report_unpublished_hosts(site: &mut Site, hosts: &[String]) {
    if !hosts.is_empty() {
        let message = format!("drafts show files of other hosts: {}", hosts.join(", "));
        let help = "save the files in content/images/ or public/, or allow each host with [[allow]] in content/structure.toml when its draft is published";
        site.note(message, help);
    }
}

/// Reports what the whole site loses.
pub fn report_site(site: &mut Site, usages: &Usages, hosts: &Hosts, scripts: usize) {
    let is_form = |one: &&str| {
        hosts
            .get(*one)
            .is_some_and(|used| used.kinds.contains("form"))
    };
    let names = || hosts.keys().map(String::as_str);
    let forms: Vec<&str> = names().filter(is_form).collect();
    if !forms.is_empty() {
        let message = format!("forms are sent to other hosts: {}", forms.join(", "));
        let help = "content/structure.toml allows each in [[allow]]: write there why, or receive the answers with a form in content/forms/";
        site.note(message, help);
    }
    let names: Vec<&str> = names().filter(|one| !is_form(one)).collect();
    if !names.is_empty() {
        let message = format!("pages show files of other hosts: {}", names.join(", "));
        let help = "content/structure.toml allows each in [[allow]]; save the files in content/images/ or public/, and remove it";
        site.note(message, help);
    }
    if scripts > 0 {
        let message = match scripts {
            1 => "a script in the texts became the component <OldScript1>".to_owned(),
            count => format!(
                "{count} scripts in the texts became the components <OldScript1> to <OldScript{count}>"
            ),
        };
        let help = "they are in themes/plain/templates/components/; remove those that the new site does not need";
        site.note(message, help);
    }
    for source in std::mem::take(&mut site.without_url) {
        let message = "this page has no URL in the old site".to_owned();
        let help = "write a collection without `route` for such pages";
        site.report(&source, 0..0, message, help);
    }
    for source in std::mem::take(&mut site.liquid) {
        let message = "this file is a template, and was left out".to_owned();
        let help = "write what visitors need of it into the theme, or as a file in public/";
        site.report(&source, 0..0, message, help);
    }
    for (template, pages) in std::mem::take(&mut site.templates) {
        let times = if pages.len() == 1 {
            "one page has".to_owned()
        } else {
            format!("{} pages have", pages.len())
        };
        let help =
            "write a template in themes/plain/templates, and name it in `template` of each page";
        if let Some(first) = pages.first() {
            site.report(
                first,
                0..0,
                format!("{times} the template `{template}`"),
                help,
            );
        }
    }
    for (name, usage) in usages {
        if theme::unchanging(site, name, usage).is_some() {
            continue;
        }
        let component = component_name(name);
        let times = times(usage.count);
        let kind = site.kind_of_calls();
        let message = format!("the {kind} `{name}` is used {times}, as <{component}>");
        let file = theme::component_file(name);
        let words: Vec<&str> = theme::words(usage).collect();
        let words = words.join(", ");
        let programs = usage.programs.iter().map(|name| format!("`{name}`"));
        let programs = programs.collect::<Vec<_>>().join(", ");
        let mut help = match (words.as_str(), usage.has_body) {
            ("", true) => "which shows only the text between its tags".to_owned(),
            ("", false) => "which shows nothing yet".to_owned(),
            (words, true) => format!("which shows only the text between its tags, and {words}"),
            (words, false) => format!("which shows only {words}"),
        };
        if !programs.is_empty() {
            help.push_str("; values that are programs were left out of ");
            help.push_str(&programs);
        }
        site.note(message, &format!("write its HTML in {file}, {help}"));
    }
    let made: Vec<String> = site
        .public
        .keys()
        .filter(|path| MADE.contains(&path.as_str()))
        .cloned()
        .collect();
    for path in made {
        site.note(
            format!("{path} was left out"),
            "this program writes such a file itself, or `site build --host-files` does",
        );
    }
    let needs_templates = format!("the templates of {} were not converted", site.generator);
    site.note(needs_templates, "the new site has the plain theme in themes/plain; the manual says which template function replaces which");
}

/// Longest list of findings of one kind.
const LONGEST: usize = 8;

/// Merges findings that have the same help, which are of one kind, into the first of them.
pub fn by_kind(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut merged: Vec<(Diagnostic, Vec<String>)> = Vec::new();
    for diagnostic in diagnostics {
        let help = diagnostic.help.join("\n");
        if let Some(index) = kinds.get(&help) {
            let (first, others) = &mut merged[*index];
            let place = diagnostic.place.as_ref();
            let path = place.map(|(place, _)| place.source.path.as_str());
            others.push(match path {
                Some(path) if first.message == diagnostic.message => path.to_owned(),
                Some(path) => format!("{} ({path})", diagnostic.message),
                None => diagnostic.message,
            });
        } else {
            kinds.insert(help, merged.len());
            merged.push((diagnostic, Vec::new()));
        }
    }
    let merged = merged.into_iter().map(|(first, mut others)| {
        let count = others.len();
        if count == 0 {
            return first;
        }
        let mut known = BTreeSet::new();
        others.retain(|one| known.insert(one.clone()));
        let left = others.len().saturating_sub(LONGEST);
        others.truncate(LONGEST);
        let mut shown = others.join("; ");
        if left > 0 {
            shown.push_str(&format!("; and {left} more"));
        }
        first.help(format!("the same {} more: {shown}", times(count)))
    });
    merged.collect()
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

/// Returns the byte range of a part of a file, or of its beginning.
pub fn place_of(source: &Source, part: &str) -> std::ops::Range<usize> {
    let start = source.text.find(part);
    start.map_or(0..0, |start| start..start + part.len())
}

/// Reports old URLs of terms that cannot be redirected.
pub fn report_lost(site: &mut Site, lost: &[String]) {
    match lost {
        [] => {}
        [only] => {
            let message = format!("{only} cannot be redirected");
            site.note(message, "redirect it at the host");
        }
        [first, ..] => {
            let message = format!(
                "{} old URLs of terms cannot be redirected, such as {first}",
                lost.len()
            );
            site.note(message, "redirect them at the host");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_one_kind() {
        let mut site = Site::default();
        for (path, message) in [
            ("a.md", "first"),
            ("b.md", "first"),
            ("b.md", "first"),
            ("c.md", "second"),
        ] {
            site.report(&Source::new(path, ""), 0..0, message.to_owned(), "do this");
        }
        site.note("third".to_owned(), "do that");
        let merged = by_kind(site.diagnostics);
        let shown: Vec<String> = merged
            .iter()
            .map(|one| format!("{}: {}", one.message, one.help.join("; ")))
            .collect();
        let expected = [
            "first: do this; the same 3 times more: b.md; second (c.md)",
            "third: do that",
        ];
        assert_eq!(shown, expected);
    }
}
