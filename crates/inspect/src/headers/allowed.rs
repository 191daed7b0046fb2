//! Other hosts that `structure.toml` allows: which uses they cover, and which of them no page uses.

use std::collections::BTreeSet;

use content::{AllowedHost, Part, Use, is_among};
use diagnostic::{Diagnostic, did_you_mean};

use crate::codes;
use crate::needs::Directive;
use crate::needs::url::is_of_host;
use crate::output::Output;

/// The hosts that `[[allow]]` and `[[frame]]` name.
pub struct Allowed<'a> {
    /// The hosts, each with whether a page or style sheet is known to use it.
    hosts: Vec<(AllowedHost<'a>, bool)>,
}

impl<'a> Allowed<'a> {
    /// Creates the list of these hosts, none of which is known to be used yet.
    pub fn new(hosts: Vec<AllowedHost<'a>>) -> Self {
        let hosts = hosts.into_iter();
        Self {
            hosts: hosts.map(|host| (host, false)).collect(),
        }
    }

    /// Returns whether a page may load an address of another host, and remembers that it does.
    pub fn is_allowed(&mut self, url: &str, directive: Directive, address: &str) -> bool {
        self.mark(url, address, |uses| uses.contains(&directive))
    }

    /// Returns whether a style sheet of this page may load an address of another host, and remembers that it does. For the style
    /// sheets that any page may use, `url` is `/*`.
    pub fn styles(&mut self, url: &str, address: &str) -> bool {
        let loaded = [Directive::Style, Directive::Font, Directive::Image];
        self.mark(url, address, |uses| {
            loaded.iter().any(|one| uses.contains(one))
        })
    }

    fn mark(&mut self, url: &str, address: &str, covers: impl Fn(&[Directive]) -> bool) -> bool {
        let mut is_allowed = false;
        for (host, is_used) in &mut self.hosts {
            let uses: Vec<Directive> = host.uses.iter().copied().map(directive).collect();
            if covers(&uses) && is_among(url, host.pages) && is_of_host(address, host.host) {
                is_allowed = true;
                *is_used = true;
            }
        }
        is_allowed
    }

    /// Returns the hosts that these pages, a URL or a prefix followed by `/*`, may use.
    pub fn hosts_of(&self, pages: &str) -> BTreeSet<(Directive, &'a str)> {
        let hosts = self.hosts.iter().map(|(host, _)| host);
        let hosts = hosts.filter(|host| is_among(pages, host.pages));
        let hosts = hosts.flat_map(|host| host.uses.iter().map(|one| (directive(*one), host.host)));
        hosts.collect()
    }

    /// Returns the pages that may use other hosts than the whole site, in the order in which patterns take precedence: URLs, then
    /// prefixes from the longest to the shortest.
    pub fn exceptions(&self) -> Vec<&'a str> {
        let pages = self.hosts.iter().map(|(host, _)| host.pages);
        let pages: BTreeSet<&str> = pages.filter(|pages| *pages != "/*").collect();
        let mut pages: Vec<&str> = pages.into_iter().collect();
        pages.sort_by_key(|pages| (pages.ends_with('*'), std::cmp::Reverse(pages.len())));
        pages
    }

    /// Reports each host whose pages do not exist, or do not use it.
    pub fn unused(&self, output: &Output<'_>) -> Vec<Diagnostic> {
        let unused = self.hosts.iter().filter(|(_, is_used)| !is_used);
        let mut unused: Vec<_> = unused
            .filter_map(|(host, _)| unused_host(output, host))
            .collect();
        // The hosts of one [[frame]] share its pages.
        unused.dedup();
        unused
    }
}

/// Returns the directive of a use.
fn directive(one: Use) -> Directive {
    match one {
        Use::Script => Directive::Script,
        Use::Style => Directive::Style,
        Use::Image => Directive::Image,
        Use::Font => Directive::Font,
        Use::Media => Directive::Media,
        Use::Frame => Directive::Frame,
        Use::Form => Directive::Form,
        Use::Connect => Directive::Connect,
    }
}

/// Returns a finding about a host that nothing is known to use, if no page can use it.
fn unused_host(output: &Output<'_>, allowed: &AllowedHost<'_>) -> Option<Diagnostic> {
    let place = |pointer: &str| {
        let structure = &output.content.structure_toml;
        structure.locate(pointer, Part::Value)
    };
    let AllowedHost { host, pages, .. } = allowed;
    let mut made = output
        .pages
        .iter()
        .filter(|page| is_among(page.url(), pages));
    if made.clone().next().is_none() {
        let planned = output.plan.routes.urls();
        let mut planned = planned.chain(output.plan.unusable.iter().map(String::as_str));
        // A page that has an error now may need the host.
        if planned.any(|url| is_among(url, pages)) {
            return None;
        }
        let message = match pages.strip_suffix('*') {
            Some(prefix) => format!("there is no page whose URL begins with {prefix}"),
            None => format!("there is no page {pages}"),
        };
        let help = did_you_mean(pages, output.plan.routes.urls());
        let help = help.unwrap_or_else(|| "write the URL of a page, or remove this table".into());
        let pages = place(&format!("{}/{}", allowed.table, allowed.pages_key));
        let diagnostic = Diagnostic::new(&codes::UNUSED_HOST, message);
        return Some(diagnostic.at(pages, "").help(help));
    }
    // What a script loads is not seen here, and neither is a frame that a script adds.
    let has_scripts = |outside_only: bool| {
        made.clone().any(|page| {
            let needs = page.needs();
            let outside = needs.outside.iter();
            outside
                .clone()
                .any(|(one, _)| matches!(one, Directive::Script | Directive::Style))
                || !outside_only
                    && (needs.own.contains(&Directive::Script)
                        || needs
                            .inline
                            .iter()
                            .any(|(one, _)| *one == Directive::Script))
        })
    };
    let is_fetched = allowed.uses.contains(&Use::Connect);
    if has_scripts(!is_fetched) {
        return None;
    }
    if allowed.uses.contains(&Use::Frame) && made.any(|page| output.html(page).contains(host)) {
        return None;
    }
    let message = match *pages {
        "/*" => format!("no page uses {host}"),
        _ if pages.ends_with('*') => format!("no page of {pages} uses {host}"),
        _ => format!("the page {pages} shows nothing from {host}"),
    };
    let help = "remove it: only an attacker benefits from a host that is allowed but not used";
    let diagnostic = Diagnostic::new(&codes::UNUSED_HOST, message);
    Some(diagnostic.at(place(&allowed.pointer), "").help(help))
}
