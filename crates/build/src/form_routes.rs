//! Checks forms against the rest of the site and against what visitors are promised: their pages exist, no two of them post to the
//! same URL, submissions are kept as long as `site.toml` says, and nobody's consent is chosen in advance.

use std::collections::{BTreeMap, HashMap};

use content::{Content, Part, TomlText, Tree};
use diagnostic::{Diagnostic, Help, Severity};
use inspect::Files;
use inspect::addresses::Addresses;
use render::Plan;
use serde_json::Value;

use crate::codes;

/// Checks forms whose defaults are filled in. A form with errors is null; one whose pages do not exist becomes null, because its page
/// cannot be rendered. `public` has the files of `public/`, and `api_url` is the URL below which the form function answers.
pub fn check(
    content: &Content,
    tree: &Tree,
    plan: &Plan,
    public: &Files,
    forms: &mut BTreeMap<String, Value>,
    api_url: &str,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if !forms.is_empty() {
        diagnostics.extend(below_forms(content, plan, public, api_url));
    }
    let mut first: HashMap<String, TomlText> = HashMap::new();
    let rewrites = content.structure.folder_rules();
    let addresses = Addresses {
        plan,
        files: public,
        rewrites: &rewrites,
    };
    for (name, form) in forms.iter_mut() {
        let Some(source) = tree.texts.get(&format!("content/forms/{name}.toml")) else {
            continue;
        };
        let toml = TomlText::whole(source);
        let mut missing = missing_pages(form, &toml, plan, &addresses, "");
        let translations = form["translations"].as_object().into_iter().flatten();
        let of_translations = translations.flat_map(|(lang, translation)| {
            let file =
                content::translated_file(tree, &format!("forms/{name}"), lang, &content.config);
            let toml = file.map(TomlText::whole);
            let missing = toml.map(|toml| {
                let found = missing_pages(translation, &toml, plan, &addresses, lang);
                found
                    .into_iter()
                    .map(move |(key, one)| (toml.has(&format!("/{key}")), key, one))
            });
            missing.into_iter().flatten().collect::<Vec<_>>()
        });
        for (is_own, key, finding) in of_translations {
            // A page that a translation does not name itself follows from that of the form.
            let of_form = missing
                .iter_mut()
                .find(|(other, _)| *other == key && !is_own);
            match of_form {
                Some((_, of_form)) => of_form.severity = Severity::Error,
                None => missing.push((key, finding)),
            }
        }
        let missing: Vec<Diagnostic> = missing.into_iter().map(|(_, one)| one).collect();
        let is_usable = !diagnostic::has_errors(&missing);
        diagnostics.extend(missing);
        diagnostics.extend(untranslated(form, &toml, content, plan, name));
        diagnostics.extend(retention(content, tree, &toml, form));
        diagnostics.extend(preselected(&toml, form));
        diagnostics.extend(without_purpose(&toml, form));
        let Some(path) = form["path"].as_str().map(str::to_owned) else {
            continue;
        };
        if !is_usable {
            *form = Value::Null;
        }
        let place = |toml: &TomlText| toml.locate("/path", Part::Value);
        if let Some(other) = first.get(&path) {
            let message = format!("two forms post to {path}");
            diagnostics.push(
                Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
                    .at_duplicate(place(&toml), place(other))
                    .help("change the `path` of one of them"),
            );
        } else {
            first.insert(path, toml);
        }
    }
    diagnostics
}

/// Returns the findings about a page or a confirmation of a form that does not exist, or has another URL now, each with its key. `lang` is the language of a translation, and
/// empty for the form itself.
fn missing_pages(
    form: &Value,
    toml: &TomlText,
    plan: &Plan,
    addresses: &Addresses<'_>,
    lang: &str,
) -> Vec<(&'static str, Diagnostic)> {
    let mut diagnostics = Vec::new();
    for key in ["page", "thanks"] {
        let Some(url) = form[key].as_str() else {
            continue;
        };
        if let Some(redirect) = plan
            .redirects
            .get(url)
            .filter(|one| one.to.starts_with('/'))
        {
            let message = format!("{url} is redirected to {}", redirect.to);
            let finding = Diagnostic::new(&render::codes::BROKEN_LINK, message).warning();
            let help = Help::replace(format!("write {}", redirect.to), url, &redirect.to);
            let place = toml.locate(&format!("/{key}"), Part::Value);
            diagnostics.push((key, finding.at(place, "").help(help.certainly())));
            continue;
        }
        if addresses.is_linkable(url) {
            continue;
        }
        let help = if let Some((file, why)) = plan.hidden.get(url) {
            format!("{file} is left out: {why}").into()
        } else {
            let folder = if lang.is_empty() {
                "/".to_owned()
            } else {
                format!("/{lang}/")
            };
            let urls = plan.routes.urls().filter(|url| url.starts_with(&folder));
            render::nearest_url_help(url, urls)
        };
        let message = format!("there is no page {url}");
        let finding = Diagnostic::new(&render::codes::BROKEN_LINK, message)
            .part("path", url)
            .at(toml.locate(&format!("/{key}"), Part::Value), "no such page")
            .help(help);
        diagnostics.push((key, finding));
    }
    diagnostics
}

/// Reports the languages into which the page of a form is translated, but not the form.
fn untranslated(
    form: &Value,
    toml: &TomlText,
    content: &Content,
    plan: &Plan,
    name: &str,
) -> Vec<Diagnostic> {
    let page = form["page"].as_str().unwrap_or_default();
    let languages = content.config.languages.keys();
    let missing = languages.filter(|lang| {
        let url = render::localized(content, lang, page);
        form["translations"].get(lang.as_str()).is_none() && plan.routes.get(&url).is_some()
    });
    let report = |lang: &String| {
        let url = render::localized(content, lang, page);
        let message = format!("{url} shows the form `{name}`, which is not translated");
        Diagnostic::new(&content::codes::MISSING_TRANSLATION, message)
            .at(toml.locate("/page", Part::Value), "")
            .help(format!(
                "create content/forms/{name}.{lang}.toml with its texts"
            ))
    };
    missing.map(report).collect()
}

/// Reports the fields of a form with two options of which one is chosen when the form is shown.
fn preselected(toml: &TomlText, form: &Value) -> Vec<Diagnostic> {
    let fields = form["fields"].as_array().into_iter().flatten().enumerate();
    let preselected = fields.filter(|(_, field)| field["is_preselected"] == true);
    let diagnostics = preselected.map(|(index, field)| {
        let name = field["name"].as_str().unwrap_or_default();
        let place = toml.locate(&format!("/field/{index}/default"), Part::Value);
        let message = format!("`{name}` already has an answer when the form is shown");
        Diagnostic::new(&codes::PRESELECTED_CONSENT, message)
            .at(place, "chosen for the visitor")
            .help("remove `default`, so that the visitor chooses")
            .help("or say why it stays: preselected_reason = \"…\"")
    });
    diagnostics.collect()
}

/// Reports the fields of a form that does not say of any field what it is for. Where some do, the others are errors.
fn without_purpose(toml: &TomlText, form: &Value) -> Vec<Diagnostic> {
    let fields = form["fields"].as_array().into_iter().flatten().enumerate();
    let without = fields.filter(|(_, field)| field["purpose"].is_null());
    let diagnostics = without.map(|(index, field)| {
        let name = field["name"].as_str().unwrap_or_default();
        let place = toml.locate(&format!("/field/{index}/name"), Part::Value);
        let message = format!("the form does not say what `{name}` is for");
        Diagnostic::new(&codes::MISSING_PURPOSE, message)
            .at(place, "")
            .help("say why you ask for it: purpose = \"…\"")
    });
    diagnostics.collect()
}

/// Reports pages and files whose URLs are below that of the forms, which the form function answers.
fn below_forms(content: &Content, plan: &Plan, public: &Files, api_url: &str) -> Vec<Diagnostic> {
    let api = api_url.trim_end_matches('/');
    if !api.starts_with('/') || api.starts_with("//") {
        return Vec::new();
    }
    let is_below = |url: &str| {
        url.strip_prefix(api)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    let report = |url: &str| {
        let message =
            format!("{url} is never shown: the site's forms answer all URLs below {api}/");
        Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message)
    };
    let pages = plan.routes.iter().filter(|route| is_below(&route.url));
    let pages = pages.map(|route| {
        report(&route.url)
            .at(route.place(content), "")
            .help("rename the page or its folder")
    });
    let files = public.keys().map(|path| format!("/{path}"));
    let files = files.filter(|url| is_below(url));
    pages
        .chain(files.map(|url| report(&url).help(format!("move public{url} to another folder"))))
        .collect()
}

/// Reports a form whose retention period differs from that in `site.toml`, if `site.toml` has one.
fn retention(content: &Content, tree: &Tree, toml: &TomlText, form: &Value) -> Option<Diagnostic> {
    const KEY: &str = "/privacy/retention_days";
    let promised = content.site.pointer(KEY)?.as_u64()?;
    let kept = form.pointer(KEY)?.as_u64()?;
    let site = TomlText::whole(tree.texts.get("content/site.toml")?);
    (promised != kept).then(|| {
        let message = format!("submissions are kept {kept} days, but site.toml says {promised}");
        Diagnostic::new(&codes::BAD_FORM, message)
            .at(toml.locate(KEY, Part::Value), "")
            .related(site.locate(KEY, Part::Value), "site.toml says so here")
            .help("use the same number in both files: visitors read the one in site.toml")
    })
}
