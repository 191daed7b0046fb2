//! Pages of Zola at the URL of a term of a taxonomy. Zola writes the page of the term last, so readers saw that one.

use std::collections::BTreeMap;

use toml::Value;

use crate::model::{Page, Site, Term, url_prefix};
use crate::values::{take_text, texts};

/// Makes descriptions of terms of the pages at their URLs.
pub fn take_terms(site: &mut Site) {
    let mut urls: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
    for (index, taxonomy) in site.taxonomies.iter().enumerate() {
        // Zola renders no drafts, so they make no terms.
        let is_rendered =
            |page: &&Page| page.fields.get("draft").and_then(Value::as_bool) != Some(true);
        for page in site.pages.iter().filter(is_rendered) {
            for name in texts(page.fields.get(&taxonomy.key)) {
                let slug = (taxonomy.slug)(&name);
                let url = taxonomy.route.replace("{slug}", &slug);
                urls.insert((page.lang.clone(), url), (index, name));
            }
        }
    }
    for mut page in std::mem::take(&mut site.pages) {
        let place = (page.lang.clone(), page.url.clone());
        let Some((index, name)) = urls.get(&place) else {
            site.pages.push(page);
            continue;
        };
        let prefix = url_prefix(&page.lang, &site.language);
        let url = format!("{prefix}{}", page.url);
        site.described.push((page.source.path.clone(), url.clone()));
        site.report_term(&page.source, &page.body, name);
        site.taxonomies[*index].terms.push(Term {
            name: name.clone(),
            lang: page.lang,
            title: take_text(&mut page.fields, "title"),
            slug: None,
            description: take_text(&mut page.fields, "description"),
        });
        for alias in texts(page.fields.get("aliases")) {
            site.redirects.push((alias, url.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Page, Taxonomy};
    use crate::values::from_toml;
    use diagnostic::Source;

    #[test]
    fn pages_at_the_urls_of_terms() {
        let page = |url: &str, front_matter: &str| Page {
            url: url.to_owned(),
            fields: from_toml(front_matter).unwrap(),
            ..Page::new(&Source::new("content/authors/mara.md", "Mara.\n"))
        };
        let mut site = Site {
            pages: vec![
                page("/a/", "authors = ['Mara B']"),
                page("/authors/mara-b/", "title = 'Mara'\naliases = ['/mara/']"),
                page("/authors/other/", "title = 'Other'"),
            ],
            taxonomies: vec![Taxonomy {
                key: "authors".to_owned(),
                route: "/authors/{slug}/".to_owned(),
                url: "/authors/".to_owned(),
                per_page: None,
                pages: "page".to_owned(),
                slug: |name| slug::slugify(name),
                terms: Vec::new(),
            }],
            ..Site::default()
        };
        take_terms(&mut site);
        let file = "content/authors/mara.md".to_owned();
        assert_eq!(site.described, [(file, "/authors/mara-b/".to_owned())]);
        let urls: Vec<&str> = site.pages.iter().map(|page| page.url.as_str()).collect();
        assert_eq!(urls, ["/a/", "/authors/other/"]);
        let term = &site.taxonomies[0].terms[0];
        assert_eq!(
            (term.name.as_str(), term.title.as_deref()),
            ("Mara B", Some("Mara"))
        );
        let redirect = ("/mara/".to_owned(), "/authors/mara-b/".to_owned());
        assert_eq!(site.redirects, [redirect]);
        assert_eq!(site.diagnostics.len(), 1);
    }
}
