//! broken-link, broken-anchor: a page links to a page, file, or anchor of this site that does not exist.
//!
//! Links to other sites are not followed, but an address that no browser can follow is reported (bad-address). A URL that is redirected
//! or rewritten works.

use std::collections::{BTreeSet, HashMap};

use diagnostic::{Code, Diagnostic, Help, Place, Severity, did_you_mean, nearest, one_of};
use rayon::prelude::*;
use render::bad_address;
use render::codes::{BAD_ADDRESS, BROKEN_LINK};
use serde_json::Value;

use crate::addresses::is_picture;
use crate::hidden_page::joined;
use crate::inspection::Inspection;
use crate::page::Page;
use crate::page_links::LinkTarget;
use crate::rule::Rule;
use crate::scope::When;

/// The `broken-link` rule, which also reports `broken-anchor` and `bad-address`.
pub static RULE: Rule = Rule::new(
    When::Build,
    &[&BROKEN_LINK, &BROKEN_ANCHOR, &BAD_ADDRESS],
    check,
);

/// Code for a link to an anchor that the page does not have.
pub static BROKEN_ANCHOR: Code = Code {
    name: "broken-anchor",
    severity: Severity::Error,
    summary: "a link names an anchor that the page does not have",
    why: "Browsers open the page at its top, and readers search for the part they wanted.",
    example: "[Fees](/services/bpo#fees), where /services/bpo has no heading Fees",
    fix: "Write the id of a heading or element of that page.",
    source: "HTML standard, 7.4.6.4",
};

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let pages = site.output.pages.par_iter().zip(site.output.links);
    let faulty = pages.filter(|(_, links)| {
        let mut anchors = links.anchors.iter();
        !links.work || !anchors.all(|(path, id)| has_anchor(site, path, id))
    });
    let faulty: Vec<&Page> = faulty.map(|(page, _)| &**page).collect();
    let missing = missing_targets(site, &faulty);
    let findings = faulty.par_iter();
    let findings = findings.flat_map_iter(|page| check_page(site, page, &missing));
    diagnostics.extend(joined(site, findings.collect()));
    for redirect in site.output.plan.redirects.values() {
        let finding = match site.link_target(&redirect.to, "/") {
            LinkTarget::Anchor(path, anchor) => missing_anchor(site, &path, &anchor, true),
            LinkTarget::OtherSite => bad_address(&redirect.to),
            LinkTarget::Existing | LinkTarget::Missing(_) => None,
        };
        diagnostics.extend(finding.map(|one| one.at(redirect.to_place(site.output.content), "")));
    }
}

/// Maximum number of missing targets for which similar URLs are searched, and of missing anchors of a page. Each search compares all URLs of
/// the site, or all anchors of a page.
const MOST_SEARCHED: usize = 200;

/// Path of a missing target, and the link to it as written.
type Missing = (String, String);

/// Returns the finding about each missing target of the pages' links, without a place. It is made once for all pages, because a wrong
/// link in a template is on each of them.
fn missing_targets(site: &Inspection<'_>, pages: &[&Page]) -> HashMap<Missing, Diagnostic> {
    let targets = pages.par_iter().flat_map_iter(|page| {
        let links = page.facts().addresses();
        links.filter_map(|href| match site.link_target(href, page.url()) {
            LinkTarget::Missing(path) => Some((path, href.to_owned())),
            _ => None,
        })
    });
    let targets: BTreeSet<Missing> = targets.collect();
    let targets = targets.into_iter().enumerate();
    let findings = targets.map(|(index, (path, href))| {
        let finding = missing_target(site, &path, &href, index < MOST_SEARCHED);
        ((path, href), finding)
    });
    findings.collect()
}

/// Returns the findings about the links of a page. `missing` contains those about missing targets.
fn check_page(
    site: &Inspection<'_>,
    page: &Page,
    missing: &HashMap<Missing, Diagnostic>,
) -> Vec<Diagnostic> {
    let url = page.url();
    let mut diagnostics = Vec::new();
    let mut occurrences: HashMap<&str, usize> = HashMap::new();
    let mut missing_anchors = 0;
    for href in page.facts().addresses() {
        let finding = match site.link_target(href, url) {
            LinkTarget::Existing => None,
            LinkTarget::Anchor(path, anchor) => {
                let search = missing_anchors < MOST_SEARCHED;
                let finding = missing_anchor(site, &path, &anchor, search);
                missing_anchors += usize::from(finding.is_some());
                finding
            }
            LinkTarget::OtherSite => bad_address(href).map(|one| with_fact(site, one, href)),
            LinkTarget::Missing(path) => missing.get(&(path, href.to_owned())).cloned(),
        };
        if let Some(diagnostic) = finding {
            if diagnostic.place.is_some() {
                diagnostics.push(diagnostic);
                continue;
            }
            let occurrence = occurrences.entry(href).or_default();
            diagnostics.extend(site.at_links(diagnostic, url, href, *occurrence));
            *occurrence += 1;
        }
    }
    // Two links on a page may come from the same place.
    diagnostic::sort(&mut diagnostics);
    diagnostics
}

/// Adds the fact of `site.toml` that is the international form of a telephone number to the finding about a link to the number.
fn with_fact(site: &Inspection<'_>, finding: Diagnostic, href: &str) -> Diagnostic {
    let Some(number) = href
        .strip_prefix("tel:")
        .filter(|number| !number.starts_with('+'))
    else {
        return finding;
    };
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    match international(&site.output.content.site, digits, "site").filter(|_| digits.len() >= 5) {
        Some((path, number)) => {
            finding.only_help(format!("write tel:{{{{ {path} }}}}, which is {number}"))
        }
        None => finding,
    }
}

/// Returns path and text of the value with an international number that ends in these digits.
fn international(value: &Value, digits: &str, path: &str) -> Option<(String, String)> {
    match value {
        Value::String(text) => {
            let number = text.strip_prefix('+')?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            (is_number && number.ends_with(digits)).then(|| (path.to_owned(), text.clone()))
        }
        Value::Object(fields) => fields
            .iter()
            .find_map(|(key, value)| international(value, digits, &format!("{path}.{key}"))),
        _ => None,
    }
}

fn has_anchor(site: &Inspection<'_>, path: &str, anchor: &str) -> bool {
    let page = site.output.page(path);
    page.is_some_and(|page| page.facts().has_anchor(anchor))
}

/// Returns the finding about a link to `href`, which points to `path`, where nothing is. Help names a similar URL or file if `search`.
fn missing_target(site: &Inspection<'_>, path: &str, href: &str, search: bool) -> Diagnostic {
    if href.is_empty() {
        let diagnostic = Diagnostic::new(&BROKEN_LINK, "this link has no URL");
        return diagnostic.help("write the URL of a page, such as /about");
    }
    if let Some(diagnostic) = bad_address(href) {
        return diagnostic;
    }
    if let Some(finding) = stray_sign(site, path) {
        return finding;
    }
    match site.own_path(href) {
        Some(own) => {
            missing_path(site, path, own, search).help("write URLs of this site without the host")
        }
        None => missing_path(site, path, href, search),
    }
}

/// Returns the finding about a document whose file name has a sign too many, such as `prices-.md`, so that a URL is missing.
fn stray_sign(site: &Inspection<'_>, path: &str) -> Option<Diagnostic> {
    let (folder, name) = path.rsplit_once('/').filter(|(_, name)| !name.is_empty())?;
    let routes = &site.output.plan.routes;
    let names = ['-', '_', '.'].into_iter();
    let mut names = names.flat_map(|sign| [format!("{name}{sign}"), format!("{sign}{name}")]);
    let route = names.find_map(|name| routes.get(&format!("{folder}/{name}")))?;
    let source = route.document_in(site.output.content)?.source();
    let file = source.path.rsplit('/').next()?;
    let meant = file.replacen(route.url.rsplit('/').next()?, name, 1);
    let message = format!("pages link to {path}, but this file is named `{file}`");
    let diagnostic = Diagnostic::new(&BROKEN_LINK, message).part("url", path);
    Some(
        diagnostic
            .at(Place::start_of(source), "")
            .help(format!("rename it to {meant}")),
    )
}

/// Returns the finding about an anchor that a page does not have, or `None` if it has the anchor. Help names similar anchors if `search`.
fn missing_anchor(
    site: &Inspection<'_>,
    path: &str,
    anchor: &str,
    search: bool,
) -> Option<Diagnostic> {
    // A page with errors is assumed to have the anchor.
    let facts = site.output.page(path)?.facts();
    if facts.has_anchor(anchor) {
        return None;
    }
    let message = format!("page {path} has no anchor `#{anchor}`");
    let before_query = anchor
        .split_once('?')
        .filter(|(id, _)| facts.has_anchor(id));
    let help = match before_query {
        Some((id, query)) => Some(Help::replace(
            format!("write the query before the anchor: {path}?{query}#{id}"),
            &format!("#{anchor}"),
            &format!("?{query}#{id}"),
        )),
        None if !search => Some(ANY_ANCHOR.into()),
        None => did_you_mean(anchor, facts.ids()).map(|help| Help {
            text: help.text.replacen('`', "`#", 1),
            ..help
        }),
    };
    let help = help.unwrap_or_else(|| known_anchors(site, path, anchor).into());
    let diagnostic = Diagnostic::new(&BROKEN_ANCHOR, message);
    let diagnostic = diagnostic.part("page", path).part("anchor", anchor);
    Some(diagnostic.help(help))
}

/// Help for an anchor without a similar one.
const ANY_ANCHOR: &str = "write the id of a heading or element of that page, or remove the anchor";

/// Number of headings that the help lists.
const MOST_HEADINGS: usize = 10;

/// Returns help that lists the anchors of the headings of a page, if it was read in full.
fn known_anchors(site: &Inspection<'_>, path: &str, anchor: &str) -> String {
    let Some(page) = site.markup.get(path) else {
        return ANY_ANCHOR.to_owned();
    };
    let headings = page
        .elements()
        .filter(|one| page.heading_level(*one).is_some());
    let ids = headings.filter_map(|one| page.attribute(one, "id"));
    let ids: Vec<String> = ids.take(MOST_HEADINGS).map(|id| format!("#{id}")).collect();
    if ids.is_empty() {
        return format!("remove `#{anchor}`: that page has no heading to link to");
    }
    let ids = one_of(ids.iter().map(String::as_str));
    format!("write the anchor of a heading of that page ({ids}), or remove `#{anchor}`")
}

/// Returns the finding for an address without a leading slash, which leads to a different URL from each page. The message
/// names no page, so an address that is on many pages is reported once.
fn relative(site: &Inspection<'_>, href: &str, search: bool) -> Diagnostic {
    let (path, rest) = href.split_at(href.find(['#', '?']).unwrap_or(href.len()));
    let path = path.trim_start_matches(['.', '/']);
    let host = path.split('/').next().unwrap_or_default();
    let mut endings = [
        ".com", ".org", ".net", ".in", ".io", ".me", ".co", ".gov", ".edu", ".app", ".dev", ".be",
        ".ly", ".uk", ".eu",
    ]
    .iter();
    let absolute = format!("/{}", path.trim_end_matches(".html").trim_end_matches('/'));
    let plan = site.output.plan;
    let meant = match site.link_target(&absolute, "/") {
        LinkTarget::Missing(_) if search => {
            nearest(&absolute, plan.routes.urls().filter(|url| *url != "/"))
        }
        LinkTarget::Missing(_) => None,
        _ => Some(absolute.as_str()),
    };
    let picture = search.then(|| picture_of_content(site, path)).flatten();
    let help: Help = if let Some(help) = theme_file(site, path).or(picture) {
        help.into()
    } else if let Some(rest) = ["http//", "https//"]
        .iter()
        .find_map(|scheme| Some(href.strip_prefix(scheme)?.trim_start_matches(':')))
    {
        Help::replace(
            format!("write https://{rest}"),
            href,
            &format!("https://{rest}"),
        )
        .certainly()
    } else if let Some(target) = href
        .split_once("href=%22")
        .and_then(|(_, rest)| rest.split("%22").next())
    {
        format!("write only the address: {target}").into()
    } else if let Some((scheme, number)) = without_colon(path) {
        let meant = format!("{scheme}:{number}");
        Help::replace(format!("write {meant}"), href, &meant).certainly()
    } else if path.len() >= 6
        && path
            .strip_prefix('+')
            .unwrap_or(path)
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    {
        Help::replace(
            format!("write a telephone number as tel:{path}"),
            href,
            &format!("tel:{path}"),
        )
    } else if let Some(own) = path.strip_prefix("public/") {
        Help::replace(
            format!("write /{own}: files in public/ are published without the name of the folder"),
            href,
            &format!("/{own}"),
        )
    } else if is_document(path) {
        let name = path.rsplit('/').next().unwrap_or(path);
        format!("put the file into public/, and link to it as /{name}").into()
    } else if let Some(name) = path.strip_prefix('@') {
        format!("write the address of the profile, such as https://www.instagram.com/{name}").into()
    } else if path.contains('@') && !path.contains('/') {
        Help::replace(
            format!("write an email address as mailto:{path}"),
            href,
            &format!("mailto:{path}"),
        )
    } else if endings.any(|ending| host.ends_with(ending)) {
        Help::replace(
            format!("write the URL of another site as https://{href}"),
            href,
            &format!("https://{href}"),
        )
    } else if has_extension(path) {
        let name = path.rsplit('/').next().unwrap_or(path);
        format!("there is no such file: put it into public/, and link to it as /{name}").into()
    } else if let Some(meant) = meant {
        Help::replace(
            format!("URLs of this site start with `/`: did you mean `{meant}{rest}`?"),
            href,
            &format!("{meant}{rest}"),
        )
    } else {
        "URLs of this site start with `/`; `site list` lists all of them".into()
    };
    let message = if href.contains("href=") {
        "the address contains a tag".to_owned()
    } else {
        format!("`{href}` is not a URL of this site")
    };
    Diagnostic::new(&BROKEN_LINK, message).help(help)
}

/// Returns the scheme and the number of an address such as `tel+919876543210`, which has lost its colon.
fn without_colon(path: &str) -> Option<(&str, &str)> {
    let (scheme, number) = ["tel", "sms", "fax"]
        .iter()
        .find_map(|scheme| Some((*scheme, path.strip_prefix(scheme)?)))?;
    let digits = number.strip_prefix('+').unwrap_or(number);
    (digits.len() > 5 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then_some((scheme, number))
}

/// Returns help for the path of a picture in `content/`, which is published under another name.
fn picture_of_content(site: &Inspection<'_>, path: &str) -> Option<String> {
    let path = path.trim_start_matches(['.', '/']);
    let end = format!("/{path}");
    let mut files = site.output.tree.other_files.iter();
    let file = files.find(|file| is_picture(file) && file.ends_with(&end))?;
    let name = file.strip_prefix("content/")?;
    Some(format!(
        "write the picture in Markdown, ![what it shows](/{name}), or put it into public/ to refer to it in HTML"
    ))
}

/// Endings of files that people send by email.
const DOCUMENTS: [&str; 8] = [
    ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".zip",
];

/// Returns whether a path ends like that of a file that is not a page.
fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        let is_page = ["htm", "html", "md", "php", "asp", "aspx"].contains(&extension);
        let is_word = extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
        !stem.is_empty() && (2..=5).contains(&extension.len()) && is_word && !is_page
    })
}

fn is_document(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    DOCUMENTS.iter().any(|ending| path.ends_with(ending))
}

/// Returns the only document whose file has the name of a path, and its URL in the same folder, which its `slug` makes another one.
fn page_with_name<'a>(site: &'a Inspection<'_>, path: &str) -> Option<(&'a str, &'a str)> {
    let plan = site.output.plan;
    let (folder, name) = path.rsplit_once('/').filter(|(_, name)| !name.is_empty())?;
    let file = format!("/{name}.md");
    let mut same = plan
        .by_source
        .iter()
        .filter(|(source, url)| source.ends_with(&file) && plan.routes.contains(url))
        .filter(|(_, url)| url.rsplit_once('/').is_some_and(|(one, _)| one == folder));
    let (source, url) = same.next()?;
    same.next()
        .is_none()
        .then_some((source.as_str(), url.as_str()))
}

/// Returns the language with which a URL begins, if the site has it.
pub fn language<'u>(site: &Inspection<'_>, url: &'u str) -> Option<&'u str> {
    let first = url.trim_start_matches('/').split('/').next()?;
    site.output
        .content
        .config
        .languages
        .contains_key(first)
        .then_some(first)
}

/// Returns the paths to which links of the site lead, and that nothing answers.
pub fn missing_paths(site: &Inspection<'_>) -> BTreeSet<String> {
    let pages = site.output.pages.iter().zip(site.output.links);
    let faulty = pages.filter(|(_, links)| !links.work);
    let links = faulty.flat_map(|(page, _)| {
        let addresses = page.facts().addresses();
        addresses.map(move |href| site.link_target(href, page.url()))
    });
    let missing = links.filter_map(|target| match target {
        LinkTarget::Missing(path) => Some(path),
        _ => None,
    });
    missing.collect()
}

/// Returns the help for the path of a style or script of the theme, whose URL only `asset` knows.
fn theme_file(site: &Inspection<'_>, path: &str) -> Option<String> {
    let name = path.trim_start_matches('/');
    let name = name.strip_prefix("assets/").unwrap_or(name);
    let mut files = site.output.tree.texts.keys();
    let is_of_program = render::program_scripts()
        .iter()
        .any(|(script, _)| *script == name);
    let is_there = files.any(|file| {
        let inner = file
            .strip_prefix("themes/")
            .and_then(|rest| rest.split_once('/'));
        inner.is_some_and(|(_, inner)| inner == name)
    });
    // Pictures of the content have a URL only if a page shows them.
    let is_asset = |name: &str| {
        let of_content = format!("content/{name}");
        let mut files = site.output.tree.other_files.iter();
        site.output.blame.is_asset(name) && !files.any(|file| *file == of_content)
    };
    (is_of_program || is_there || is_asset(name)).then(|| {
        format!("write {{{{ asset(path=\"{name}\") }}}}, which is the URL of the theme's file")
    })
}

/// Returns the finding about a link to `href`, whose path is `path`.
fn missing_path(site: &Inspection<'_>, path: &str, href: &str, search: bool) -> Diagnostic {
    let output = site.output;
    let plan = output.plan;
    if !href.starts_with(['/', '#', '?']) {
        return relative(site, href, search);
    }
    let page = plan.routes.any_form(path).map(|route| &route.url);
    if let Some(page) = page.filter(|_| !path.ends_with(".html")) {
        let message = if page.ends_with(".html") {
            format!("{href} is redirected to another URL")
        } else if path.ends_with('/') {
            format!("{href} has a trailing slash")
        } else {
            format!("{href} has no trailing slash")
        };
        let help = Help::replace(format!("write {page}"), path, page).certainly();
        return Diagnostic::new(&BROKEN_LINK, message).help(help);
    }
    let composed = content::slug::composed(path);
    if composed != path
        && (plan.routes.contains(&composed) || output.addresses().is_linkable(&composed))
    {
        let message =
            format!("the accents in {composed} are encoded differently from those of the page");
        let help = format!("type the address again: {composed}");
        let help = Help::replace(help, href, &composed).certainly();
        return Diagnostic::new(&BROKEN_LINK, message).help(help);
    }
    let message = format!("there is no page or file {path}");
    let diagnostic = Diagnostic::new(&BROKEN_LINK, message).part("path", path);
    let inner = path
        .strip_prefix(output.base_path)
        .filter(|_| !output.base_path.is_empty());
    if let Some(inner) = inner.filter(|inner| plan.routes.any_form(inner).is_some()) {
        let text =
            format!("write {inner}: the path of `base_url` is added where pages are written");
        return diagnostic.help(Help::replace(text, path, inner).certainly());
    }
    if let Some((file, reason)) = plan.hidden.get(path) {
        let mut diagnostic = diagnostic
            .part("hidden", file)
            .help(format!("{file} has this URL, but {reason}"));
        if output.content.has_expired(file, output.date) {
            // The site is built every day, and nobody has made a mistake on that day.
            diagnostic.severity = Severity::Warning;
        }
        return diagnostic;
    }
    // `/pages/about` for `content/pages/about.md`.
    let file = format!("{path}.md");
    let of_folder = || site.page_of_file(&file);
    let page = page.map(String::as_str).or_else(|| site.page_of_file(path));
    if let Some(page) = page.or_else(of_folder) {
        let why = match page {
            _ if page.ends_with(".html") => "",
            _ if path.contains('.') => ": URLs of pages have no extension",
            _ if page.rsplit('/').next() == path.rsplit('/').next() => {
                ": the folder of a file is not part of its URL"
            }
            _ => ": the file of this name has that URL",
        };
        let help = Help::replace(format!("write {page}{why}"), path, page);
        // Without an extension, it may have been the URL of a page that is elsewhere now.
        let is_certain = path.contains('.');
        return diagnostic.help(if is_certain { help.certainly() } else { help });
    }
    if let Some(help) = search.then(|| picture_of_content(site, path)).flatten() {
        return diagnostic.help(help);
    }
    if let Some(inner) = path.strip_prefix("/public/")
        && output.files.contains_key(inner)
    {
        let help = format!("write /{inner}: files in public/ have URLs without `public`");
        let help = Help::replace(help, path, &format!("/{inner}")).certainly();
        return diagnostic.help(help);
    }
    if let Some((file, url)) = search.then(|| page_with_name(site, path)).flatten() {
        let help = format!(
            "{file} has the URL {url}: write it, or add a [[redirect]] with from = \"{path}\" to content/structure.toml"
        );
        return diagnostic.help(Help::replace(help, path, url));
    }
    if let Some(help) = theme_file(site, path) {
        return diagnostic.help(help);
    }
    let meant = search.then(|| {
        let files: Vec<String> = output.files.keys().map(|file| format!("/{file}")).collect();
        let all = plan.routes.urls().chain(files.iter().map(String::as_str));
        // Nobody means a page in another language.
        let own = language(site, path);
        let is_same = |url: &&str| language(site, url) == own;
        did_you_mean(path, all.filter(is_same))
    });
    let meant = meant.flatten();
    diagnostic.help(meant.unwrap_or_else(|| {
        if is_document(path) {
            format!("put the file there: public{path}").into()
        } else {
            "write the URL of an existing page or file; `site list` lists the pages".into()
        }
    }))
}
