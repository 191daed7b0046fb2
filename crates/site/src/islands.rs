//! Islands put into pages: each distinct one is rendered once, and pages that stay as they are stay filled.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use assets::Problem;
use rayon::prelude::*;
use render::{IslandCall, RenderedPage};

use crate::page::Page;

/// Pages and islands of the last build.
#[derive(Debug, Default)]
pub struct FilledPages {
    islands: HashMap<IslandCall, String>,
    /// In the order of their addresses.
    pages: Vec<Arc<Page>>,
}

impl FilledPages {
    /// Pages with their islands in place, in the order given. `inputs` and `modules` are those of the last call, unless
    /// [`FilledPages::default`] came between.
    ///
    /// # Errors
    /// Islands that throw.
    pub fn fill(
        &mut self,
        inputs: &assets::Inputs<'_>,
        modules: &BTreeMap<String, String>,
        rendered: &[Arc<RenderedPage>],
    ) -> Result<Vec<Arc<Page>>, Vec<Problem>> {
        self.render_missing(inputs, modules, rendered)?;
        let mut earlier = self.pages.iter().peekable();
        let pairs: Vec<(&Arc<RenderedPage>, Option<&Arc<Page>>)> = rendered
            .iter()
            .map(|page| {
                while earlier.next_if(|one| *one.url() < *page.url).is_some() {}
                (page, earlier.next_if(|one| *one.url() == *page.url))
            })
            .collect();
        let pages: Vec<Arc<Page>> = pairs
            .par_iter()
            .with_min_len(64)
            .map(|(page, earlier)| match earlier {
                Some(earlier) if Arc::ptr_eq(earlier.rendered(), page) => Arc::clone(earlier),
                _ => self.page(page),
            })
            .collect();
        self.pages.clone_from(&pages);
        Ok(pages)
    }

    fn page(&self, rendered: &Arc<RenderedPage>) -> Arc<Page> {
        let filled = (!rendered.islands.is_empty()).then(|| {
            render::island::fill(&rendered.html, &rendered.islands, |call| {
                self.islands.get(call).map_or("", String::as_str)
            })
        });
        Page::new(Arc::clone(rendered), filled)
    }

    fn render_missing(
        &mut self,
        inputs: &assets::Inputs<'_>,
        modules: &BTreeMap<String, String>,
        rendered: &[Arc<RenderedPage>],
    ) -> Result<(), Vec<Problem>> {
        let calls: BTreeSet<&IslandCall> = rendered
            .iter()
            .flat_map(|page| page.islands.iter().map(|(call, _)| call))
            .collect();
        self.islands.retain(|call, _| calls.contains(call));
        let missing: Vec<&IslandCall> = calls
            .into_iter()
            .filter(|call| !self.islands.contains_key(*call))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let batch: Vec<assets::IslandCall> = missing
            .iter()
            .map(|call| assets::IslandCall {
                name: call.name.clone(),
                props: serde_json::from_str(&call.props).unwrap_or_default(),
            })
            .collect();
        let html = assets::render_islands(inputs, &batch)?;
        for (call, html) in missing.into_iter().zip(html) {
            let module = modules.get(&call.name).map_or("", String::as_str);
            let wrapped = assets::wrap(&call.name, &call.props, &call.when, &html, module);
            self.islands.insert(call.clone(), wrapped);
        }
        Ok(())
    }
}
