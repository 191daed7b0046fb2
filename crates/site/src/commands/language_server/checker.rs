//! Builds a project again after every change, of a file or of an unsaved text, and reports what it has found.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use build::{Audience, Destination, Encoding, Inputs, Memo, Project, TypeCheck, build};
use content::{Content, Tree, UnsavedTexts};
use crossbeam_channel::Sender;
use diagnostic::Diagnostic;
use render::Plan;
use serve::{ChangeSource, MAX_CHECKED_PAGES, SETTLING, Watch};

use super::files::Files;
use super::kept_findings::kept;
use crate::{cache, project};

/// Time between two checks whether a new day has begun, because other documents may be published on that day.
const DAY_CHECK: Duration = Duration::from_mins(1);

/// The unsaved texts of a project.
#[derive(Debug, Default, Clone)]
pub struct Texts {
    /// Number of changes so far.
    pub revision: u64,
    /// Unsaved texts, which replace those of the files.
    pub unsaved: Arc<UnsavedTexts>,
}

/// Result of a build.
#[derive(Debug)]
pub struct Report {
    /// Folder of the project.
    pub root: PathBuf,
    /// Revision of the texts that were built.
    pub revision: u64,
    /// The files, with the unsaved texts in place of those that they replace.
    pub files: Files,
    /// The content and its routes; `None` if settings or templates cannot be used.
    pub routed: Option<(Arc<Content>, Arc<Plan>)>,
    /// All findings, sorted.
    pub findings: Vec<Diagnostic>,
}

/// Function that triggers a build because the unsaved text of a file has changed.
pub type Wake = Box<dyn Fn(PathBuf) + Send + Sync>;

/// Starts a thread that builds a project, and sends a report after each build. It ends when the receiver is dropped. Returns `None`
/// if the project does not exist, or its files cannot be watched.
pub fn start(
    root: &Path,
    files: &Files,
    texts: Arc<Mutex<Texts>>,
    reports: Sender<Report>,
) -> Option<Wake> {
    let project = project::find(Some(root)).ok()?;
    let watch = Watch::new(&project, ChangeSource::of(root))
        .or_else(|_| Watch::new(&project, ChangeSource::Polling))
        .ok()?;
    let wake = Box::new(watch.trigger());
    let content = Tree::clone(&files.content);
    thread::spawn(move || {
        let (project, _temporary) = cache::writable(project);
        let inputs = Inputs {
            audience: Audience::Authors,
            encoding: Encoding::Later,
            types: TypeCheck::Later,
            ..project::inputs_of_today()
        };
        let mut checker = Checker {
            memo: Memo::read(&project).with_content(content),
            project,
            inputs,
            texts,
            built: Vec::new(),
            only_checked: Vec::new(),
            check_took: Duration::ZERO,
        };
        checker.run(watch, &reports);
    });
    Some(wake)
}

struct Checker {
    project: Project,
    inputs: Inputs,
    memo: Memo,
    texts: Arc<Mutex<Texts>>,
    /// Findings of the last build, without the rules of `site check`.
    built: Vec<Diagnostic>,
    /// Findings that only the rules of `site check` had when they last ran.
    only_checked: Vec<Diagnostic>,
    /// Duration of the last run of these rules.
    check_took: Duration,
}

impl Checker {
    /// Builds until the receiver of the reports is dropped. The rules of `site check` run once nothing has changed for as long as
    /// they took before, because they take longer than the build after an edit.
    fn run(&mut self, mut watch: Watch, reports: &Sender<Report>) {
        let mut changed = Vec::new();
        loop {
            let (report, is_checked) = self.build(&changed);
            if reports.send(report).is_err() {
                return;
            }
            let day = self.today();
            let Some(mut changes) = watch.wait(SETTLING.max(self.check_took)) else {
                return;
            };
            if changes.paths.is_empty() && is_checked {
                self.inputs.cancelled = Some(watch.is_waiting());
                let report = self.check();
                if report.is_some_and(|report| reports.send(report).is_err()) {
                    return;
                }
            }
            while changes.paths.is_empty() && self.today() == day {
                let Some(more) = watch.wait(DAY_CHECK) else {
                    return;
                };
                changes = more;
            }
            changed = changes.paths.into_iter().collect();
        }
    }

    /// Builds without the rules of `site check`, and adds what they found before. Returns also whether they should run.
    fn build(&mut self, changed: &[PathBuf]) -> (Report, bool) {
        let mut report = self.report(changed);
        self.built.clone_from(&report.findings);
        let plan = report.routed.as_ref();
        let is_checked = plan.is_some_and(|(_, plan)| plan.routes.len() <= MAX_CHECKED_PAGES);
        let texts = |path: &str| report.files.text(path);
        let kept = self.only_checked.iter().filter_map(|one| kept(one, texts));
        report.findings.extend(kept.collect::<Vec<_>>());
        diagnostic::sort(&mut report.findings);
        (report, is_checked)
    }

    /// Builds with the rules of `site check`. Returns `None` if a file changes meanwhile.
    fn check(&mut self) -> Option<Report> {
        let started = Instant::now();
        self.inputs.scope.check = true;
        let report = self.report(&[]);
        self.inputs.scope.check = false;
        let cancelled = self.inputs.cancelled.take();
        if cancelled.is_some_and(|cancelled| cancelled.load(Relaxed)) {
            return None;
        }
        self.check_took = started.elapsed();
        let is_new = |one: &&Diagnostic| !self.built.contains(one);
        self.only_checked = report.findings.iter().filter(is_new).cloned().collect();
        Some(Report {
            routed: None,
            ..report
        })
    }

    fn report(&mut self, changed: &[PathBuf]) -> Report {
        let texts = self.texts.lock();
        let texts = texts.unwrap_or_else(PoisonError::into_inner).clone();
        self.inputs.now = jiff::Timestamp::now();
        self.inputs.unsaved = texts.unsaved;
        let (site, mut findings, _) = build(
            &self.project,
            &self.inputs,
            &mut self.memo,
            changed,
            Destination::Memory,
            &mut |_| {},
        );
        diagnostic::sort(&mut findings);
        Report {
            root: self.project.root.clone(),
            revision: texts.revision,
            files: Files {
                content: Arc::new(self.memo.content().cloned().unwrap_or_default()),
                templates: self.memo.templates().cloned(),
            },
            routed: site.map(|site| (site.content, site.plan)),
            findings,
        }
    }

    /// Returns today's date in the site's time zone.
    fn today(&self) -> jiff::civil::Date {
        let inputs = Inputs {
            now: jiff::Timestamp::now(),
            ..self.inputs.clone()
        };
        let empty = Tree::default();
        inputs
            .selection_of(self.memo.content().unwrap_or(&empty))
            .date
    }
}
