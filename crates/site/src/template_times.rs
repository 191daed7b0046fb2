//! Measures how much time each template, block, and component takes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use build::Site;
use render::{OnPartEvent, PartEvent};

/// Time that a part of a template takes for all pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateTime {
    /// Where the part is and what it is: `themes/bakery/templates/base.html:12 block head`.
    pub part: String,
    /// How often it was rendered.
    pub calls: usize,
    /// Number of pages that contain it.
    pub pages: usize,
    /// Time, without that of the parts within it.
    pub own: Duration,
}

/// Renders every page of a site once more, one after the other, and returns the time of each part of a template, the slowest first.
pub fn template_times(site: &Site) -> Vec<TemplateTime> {
    let clock = Arc::new(Mutex::new(Clock::default()));
    let on_event: OnPartEvent = {
        let clock = Arc::clone(&clock);
        Arc::new(move |event| locked(&clock).event(event))
    };
    let parts = site.render_in_parts(&on_event);
    let totals = std::mem::take(&mut locked(&clock).totals).into_iter();
    let mut times: Vec<TemplateTime> = totals
        .map(|(part, total)| {
            let part = part.and_then(|part| parts.get(part));
            TemplateTime {
                part: part.map_or_else(
                    || "Markdown, and the values of pages".to_owned(),
                    |part| {
                        format!("{} {}", part.place, part.name)
                            .trim_end()
                            .to_owned()
                    },
                ),
                calls: total.calls,
                pages: total.pages,
                own: total.own,
            }
        })
        .collect();
    times.sort_by(|a, b| b.own.cmp(&a.own).then_with(|| a.part.cmp(&b.part)));
    times
}

fn locked(clock: &Mutex<Clock>) -> MutexGuard<'_, Clock> {
    clock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Index of a part of a template; `None` is everything else of a page.
type Part = Option<usize>;

/// Adds up the time of each part.
#[derive(Default)]
struct Clock {
    /// Parts that are being rendered, the innermost last, each with its start and the time of the parts within it.
    open: Vec<(Part, Instant, Duration)>,
    totals: BTreeMap<Part, Total>,
    /// Number of finished pages.
    page: usize,
}

#[derive(Default)]
struct Total {
    calls: usize,
    pages: usize,
    own: Duration,
    /// Number of the last page that contains the part.
    last_page: Option<usize>,
}

impl Clock {
    fn event(&mut self, event: PartEvent) {
        match event {
            PartEvent::BeginPage => self.begin(None),
            PartEvent::Begin(part) => self.begin(Some(part)),
            PartEvent::End => self.end(),
            PartEvent::EndPage => {
                while !self.open.is_empty() {
                    self.end();
                }
                self.page += 1;
            }
        }
    }

    fn begin(&mut self, part: Part) {
        self.open.push((part, Instant::now(), Duration::ZERO));
    }

    fn end(&mut self) {
        let Some((part, start, within)) = self.open.pop() else {
            return;
        };
        let took = start.elapsed();
        if let Some((_, _, within)) = self.open.last_mut() {
            *within += took;
        }
        let total = self.totals.entry(part).or_default();
        total.calls += 1;
        total.own += took.saturating_sub(within);
        total.pages += usize::from(total.last_page != Some(self.page));
        total.last_page = Some(self.page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_pages_of_parts() {
        let mut clock = Clock::default();
        for _ in 0..2 {
            for event in [
                PartEvent::BeginPage,
                PartEvent::Begin(1),
                PartEvent::Begin(2),
                PartEvent::End,
                PartEvent::Begin(2),
                // An error ends the page here.
                PartEvent::EndPage,
            ] {
                clock.event(event);
            }
        }
        let totals = clock.totals.iter();
        let counts: Vec<_> = totals
            .map(|(part, total)| (*part, total.calls, total.pages))
            .collect();
        assert_eq!(counts, [(None, 2, 2), (Some(1), 2, 2), (Some(2), 4, 2)]);
    }
}
