//! Documents of Hugo that describe a term of a taxonomy, such as `content/tags/go/_index.md`.

use std::ops::Range;

use toml::{Table, Value};

use crate::hugo_content::Document;
use crate::hugo_paths::relative_aliases;
use crate::model::{Site, Term, url_prefix};
use crate::project::Project;
use crate::values::{take_text, texts};

/// Returns whether a template makes several pages of a list; true if the templates are elsewhere.
pub fn paginates(project: &Project<'_>) -> bool {
    let is_template = |path: &&String| path.contains("layouts/") && path.ends_with(".html");
    let mut is_known = false;
    for path in project.files.iter().filter(is_template) {
        is_known |=
            path.contains("/list.html") || path.contains("/term") || path.contains("/taxonomy");
        if project
            .text(path)
            .is_some_and(|one| one.text.contains(".Paginat"))
        {
            return true;
        }
    }
    !is_known
}

/// Returns whether a document describes a term of a taxonomy, and adds the term if so. `body` is the range of its text.
pub fn is_term(
    document: &Document,
    fields: &mut Table,
    body: &Range<usize>,
    site: &mut Site,
) -> bool {
    let Some((key, name)) = document.folder.split_once('/') else {
        return false;
    };
    let mut taxonomies = site.taxonomies.iter_mut();
    let Some(taxonomy) = taxonomies.find(|one| one.key == key) else {
        return false;
    };
    let slug = take_text(fields, "slug");
    let part = slug.clone().unwrap_or_else(|| (taxonomy.slug)(name));
    let url = taxonomy.route.replace("{slug}", &part);
    let prefix = url_prefix(&document.lang, &site.language);
    taxonomy.terms.push(Term {
        name: name.to_owned(),
        lang: document.lang.clone(),
        title: take_text(fields, "title"),
        slug,
        description: take_text(fields, "description"),
    });
    relative_aliases(fields, &prefix, &url);
    for alias in texts(fields.remove("aliases").as_ref()) {
        site.redirects.push((alias, format!("{prefix}{url}")));
    }
    let file = document.source.path.clone();
    site.described.push((file, format!("{prefix}{url}")));
    site.report_term(&document.source, body, name);
    true
}

/// Adds the terms whose names have spaces at their ends, which Hugo keeps as hyphens in their URLs.
pub fn keep_spaces(fields: &Table, lang: &str, site: &mut Site) {
    for taxonomy in &mut site.taxonomies {
        let own = fields.get(&taxonomy.key).and_then(Value::as_array);
        for name in own.into_iter().flatten().filter_map(Value::as_str) {
            let is_spaced = name.trim() != name && !name.trim().is_empty();
            let mut terms = taxonomy.terms.iter();
            if is_spaced && !terms.any(|one| one.name == name.trim() && one.lang == lang) {
                taxonomy.terms.push(Term {
                    name: name.trim().to_owned(),
                    lang: lang.to_owned(),
                    title: None,
                    slug: Some((taxonomy.slug)(name)),
                    description: None,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn lists_of_several_pages() {
        for (path, text, expected) in [
            (
                "layouts/_default/list.html",
                "{{ range .Paginator.Pages }}",
                true,
            ),
            ("layouts/partials/a.html", "{{ .Paginate .Pages }}", true),
            ("layouts/_default/list.html", "{{ range .Pages }}", false),
            ("themes/a/layouts/taxonomy.html", "", false),
            ("layouts/_default/single.html", "", true),
            ("content/list.html", "", true),
        ] {
            let files = Files::of(&[(path, text)]);
            assert_eq!(paginates(&files.project()), expected, "{path}: {text}");
        }
    }
}
