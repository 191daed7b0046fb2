//! Converts a finished site to the files and headers that the `publish` crate uploads.

use std::collections::BTreeMap;

use build::host_files;
use build::{Inputs, Project, Site};
use content::{FormSources, is_among};
use diagnostic::Diagnostic;
use forms::Form;
use inspect::addresses::media_type;
use inspect::url_ledger;
use publish::{File, Forms};

/// Converts the site to the form that the `publish` crate uploads, with the headers of each file. Fails if the route table is
/// too large for the CDN.
pub fn publishable_site(
    project: &Project,
    inputs: &Inputs,
    site: &Site,
) -> Result<publish::Site, Diagnostic> {
    let (tree, selection, content, _) = project.content(inputs);
    // A page that has expired may vanish: nobody has removed it by mistake.
    let has_expired = |file: &str| {
        let mut content = content.iter();
        content.any(|content| content.has_expired(file, selection.date))
    };
    let hidden = site.plan.hidden.iter();
    let expired = hidden.filter(|(_, (file, _))| has_expired(file));
    let mut gone = url_ledger::retired_urls(&tree);
    gone.extend(expired.map(|(url, _)| url.clone()));
    let files = site.files().into_iter().map(|(path, bytes)| {
        let cache_control = host_files::cache_control(&path);
        let file = File {
            bytes: bytes.to_vec(),
            media_type: media_type(&path).to_owned(),
            cache_control: cache_control.to_owned(),
            is_fingerprinted: cache_control.contains("immutable"),
        };
        (path, file)
    });
    Ok(publish::Site {
        files: files.collect(),
        addresses: site
            .plan
            .routes
            .iter()
            .map(|route| (route.output.clone(), route.url.clone()))
            .collect(),
        routes: host_files::route_table(site)?,
        policies: policies(site),
        gone,
        forms: published_forms(project, &inputs.api_url),
    })
}

/// Returns the digests of the site's forms, and where the form function returns its own. Returns `None` if the site has no forms.
fn published_forms(project: &Project, api_url: &str) -> Option<Forms> {
    let sources = FormSources::read(&project.root).ok()?;
    let (forms, _) = Form::of_site(&sources.forms);
    let digests: BTreeMap<String, String> = forms
        .iter()
        .map(|form| (form.name.clone(), form.digest()))
        .collect();
    (!digests.is_empty()).then(|| Forms {
        health: format!("{api_url}/health"),
        digests,
    })
}

/// Returns the content security policies of the home page and of one page for each other policy, by URL.
fn policies(site: &Site) -> BTreeMap<String, String> {
    let headers = &site.headers;
    let routes = || site.plan.routes.urls();
    let own = headers.exceptions.iter().filter_map(|one| {
        routes().find(|url| is_among(url, &one.pages) && headers.policy_of(url) == one.policy)
    });
    let addresses = std::iter::once("/").chain(own);
    let policies = addresses.map(|url| (url.to_owned(), headers.policy_of(url).to_owned()));
    policies.filter(|(_, policy)| !policy.is_empty()).collect()
}
