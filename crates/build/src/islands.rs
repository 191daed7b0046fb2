//! Islands put into pages: each distinct one is rendered once, and pages that stay as they are stay filled.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use assets::Problem;
use rayon::prelude::*;
use render::{IslandCall, RenderedPage};

use inspect::Page;

/// Pages and islands of the last build.
#[derive(Debug, Default)]
pub struct FilledPages {
    islands: HashMap<IslandCall, String>,
    /// In the order of their addresses.
    pages: Vec<Arc<Page>>,
}

/// Pages, and what became of their islands.
pub struct Filled {
    /// The pages. An island that could not be rendered is empty.
    pub pages: Vec<Arc<Page>>,
    /// Whether no island is empty for want of its HTML.
    pub whole: bool,
    /// What is wrong with islands.
    pub problems: Vec<Problem>,
}

impl FilledPages {
    /// Pages with their islands in place, in the order given, and whether all islands are there. `inputs` and `modules` are
    /// those of the last call, unless [`FilledPages::default`] came between.
    pub fn fill(
        &mut self,
        inputs: &assets::Inputs<'_>,
        modules: &BTreeMap<String, String>,
        rendered: &[Arc<RenderedPage>],
    ) -> Filled {
        let mut earlier = self.pages.iter().peekable();
        let pairs: Vec<(&Arc<RenderedPage>, Option<&Arc<Page>>)> = rendered
            .iter()
            .map(|page| {
                let is_it = |one: &&Arc<Page>| Arc::ptr_eq(one.rendered(), page);
                if let Some(earlier) = earlier.next_if(is_it) {
                    return (page, Some(earlier));
                }
                while earlier.next_if(|one| *one.url() <= *page.url).is_some() {}
                (page, None)
            })
            .collect();
        let new = pairs.iter().filter(|(_, earlier)| earlier.is_none());
        let new: Vec<&Arc<RenderedPage>> = new.map(|(page, _)| *page).collect();
        if new.len() == pairs.len() {
            self.islands.clear();
        }
        let (whole, problems) = render_missing(&mut self.islands, inputs, modules, &new);
        let pages: Vec<Arc<Page>> = pairs
            .par_iter()
            .with_min_len(64)
            .map(|(page, earlier)| match earlier {
                Some(earlier) => Arc::clone(earlier),
                None => self.page(page),
            })
            .collect();
        if whole {
            self.pages.clone_from(&pages);
        } else {
            // Their islands are asked for again next time.
            self.pages.clear();
        }
        Filled {
            pages,
            whole,
            problems,
        }
    }

    fn page(&self, rendered: &Arc<RenderedPage>) -> Arc<Page> {
        let filled = (!rendered.islands.is_empty()).then(|| {
            render::island::fill(&rendered.html, &rendered.islands, |call| {
                self.islands.get(call).map_or("", String::as_str)
            })
        });
        Page::new(Arc::clone(rendered), filled)
    }
}

/// Renders the islands of pages that are not among those known. Comes back with whether there are all, and what is wrong.
fn render_missing(
    islands: &mut HashMap<IslandCall, String>,
    inputs: &assets::Inputs<'_>,
    modules: &BTreeMap<String, String>,
    pages: &[&Arc<RenderedPage>],
) -> (bool, Vec<Problem>) {
    let calls: BTreeSet<&IslandCall> = pages
        .iter()
        .flat_map(|page| page.islands.iter().map(|(call, _)| call))
        .collect();
    let missing: Vec<&IslandCall> = calls
        .into_iter()
        .filter(|call| !islands.contains_key(*call))
        .collect();
    if missing.is_empty() {
        return (true, Vec::new());
    }
    let batch: Vec<assets::IslandCall> = missing
        .iter()
        .map(|call| assets::IslandCall {
            name: call.name.clone(),
            props: serde_json::from_str(&call.props).unwrap_or_default(),
        })
        .collect();
    let (html, problems) = assets::render_islands(inputs, &batch);
    let mut whole = true;
    for (call, html) in missing.into_iter().zip(html) {
        let Some(html) = html else {
            whole = false;
            continue;
        };
        let module = modules.get(&call.name).map_or("", String::as_str);
        let wrapped = assets::wrap(&call.name, &call.props, &call.when, &html, module);
        islands.insert(call.clone(), wrapped);
    }
    (whole, problems)
}
