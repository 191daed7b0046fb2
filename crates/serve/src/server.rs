//! `site serve`: builds, serves from memory, rebuilds on every change, and reloads open pages.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use assets::{Encoding, WantedPicture};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::middleware::from_fn;
use axum::routing::{any, get, post};
use build::{
    Built, Destination, EditedPages, Inputs, Memo, Progress, Project, Site, TypeCheck, WidgetCheck,
    build,
};
use diagnostic::{Diagnostic, has_errors};
use forms::PeerAddress;
use inspect::Page;
use tokio::sync::watch::{Sender, channel};

use crate::action_requests;
use crate::actions::Actions;
use crate::addresses::{cannot_serve, listen, url_of};
use crate::codes;
use crate::edit::{Access, Desk, EditOptions, Framing, Listener, Snapshot};
use crate::event::{Event, EventSink, Served};
use crate::finding_changes::{compared, faulty_files, identity};
use crate::host::refuse_others;
use crate::live::{Finding, Shown};
use crate::local_forms::LocalForms;
use crate::stages::Stages;
use crate::watch::{ChangeSource, Changes, Watch};
use crate::{picture_encoder, respond, widget_checker};

mod stored_errors;

/// Options of the server.
#[derive(Debug, Clone)]
pub struct Options {
    /// Address to listen on.
    pub host: IpAddr,
    /// Port to listen on. If it is in use, the next free one is used.
    pub port: u16,
    /// URL path of the page to open in the browser, if any.
    pub open: Option<String>,
    /// Whether open pages are reloaded after changes. If not, pages are served exactly as they are published.
    pub live: bool,
    /// Command of the editor that the panel of open pages opens files in, such as `code`; `None` for any that is found.
    pub editor: Option<String>,
    /// The drawer; `None` for a preview alone.
    pub edit: Option<EditOptions>,
}

/// Serves a project until Ctrl+C is pressed. Fails with a finding if the server cannot listen, or files cannot be watched.
pub fn serve(
    mut project: Project,
    mut inputs: Inputs,
    options: &Options,
    emit: EventSink,
) -> Result<(), Diagnostic> {
    // The watcher reports absolute paths.
    project.root = walk::absolute(&project.root);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| cannot_serve(&error))?;
    let listener = runtime.block_on(listen(options.host, options.port, &emit))?;
    let second = options.edit.as_ref();
    let second = second.map(|edit| runtime.block_on(listen(options.host, edit.port, &emit)));
    let second = second.transpose()?;
    // Without the script that reloads pages, nobody would see the resized pictures once they exist.
    inputs.encoding = if options.live {
        Encoding::Later
    } else {
        Encoding::Now
    };
    inputs.types = TypeCheck::Later;
    // Watching starts before the first build, so that no change is missed while it runs.
    let source = ChangeSource::of(&project.root);
    if source == ChangeSource::Polling {
        emit(Event::Polling);
    }
    let watch = watch(&project, source)?;
    let (sender, shown) = channel(Arc::new(Shown::default()));
    let trigger = watch.trigger();
    let widgets = project.root.join("widgets/package.json");
    let forms = LocalForms::new(&project.root, Arc::clone(&emit));
    let address = listener.local_addr();
    // With the drawer, the preview cannot write: a script of the site could use the token that its panel has.
    let is_local =
        options.live && second.is_none() && address.is_ok_and(|address| address.ip().is_loopback());
    let actions = Arc::new(Actions::new(
        &project.root,
        options.editor.clone(),
        is_local,
    ));
    let desk = second.as_ref().map(|_| {
        let wake = watch.trigger();
        Arc::new(Desk::new(&project, Arc::clone(&actions), wake))
    });
    let showing = sender.clone();
    inputs.show_edited = Some(Arc::new(move |edited| show_edited(&showing, edited)));
    let mut builder = Builder {
        memo: Memo::read(&project),
        encoder: options
            .live
            .then(|| picture_encoder::start(&project, watch.trigger())),
        widget_checker: widget_checker::start(move || trigger(widgets.clone())),
        project,
        inputs,
        emit: Arc::clone(&emit),
        sender: sender.clone(),
        live: options.live,
        check_took: Duration::ZERO,
        printed: Vec::new(),
        desk: desk.clone(),
        revision: 0,
        diagnostics: Vec::new(),
        checked: Arc::default(),
        stored: None,
    };
    builder.first();
    std::thread::spawn(move || builder.rebuild_loop(watch));
    let framing = second.as_ref().and_then(|second| {
        let port = second.local_addr().ok()?.port();
        Some(Framing { port })
    });
    let state = respond::Server {
        shown,
        live: options.live,
        emit,
        actions,
        framing,
    };
    let drawer = options.edit.as_ref().zip(desk).zip(second);
    let drawer = drawer.map(|((edit, desk), second)| (edit.clone(), desk, second));
    runtime.block_on(async {
        if let Some(drawer) = drawer {
            let preview = listener
                .local_addr()
                .map_err(|error| cannot_serve(&error))?;
            start_drawer(drawer, preview, options, &state)?;
        }
        answer(forms, listener, sender, options, state).await
    })
}

/// Starts the drawer's listener.
fn start_drawer(
    (edit, desk, listener): (EditOptions, Arc<Desk>, tokio::net::TcpListener),
    preview: SocketAddr,
    options: &Options,
    state: &respond::Server,
) -> Result<(), Diagnostic> {
    let address = listener
        .local_addr()
        .map_err(|error| cannot_serve(&error))?;
    let Some(access) = Access::new(address.ip().is_loopback()) else {
        return Err(cannot_serve(&std::io::Error::other(
            "the system has no random numbers",
        )));
    };
    let url = url_of(address);
    let with_token = format!("{url}/#t={}", access.token);
    (state.emit)(Event::Editing {
        url: if access.pin.is_some() {
            &url
        } else {
            &with_token
        },
        pin: access.pin.as_deref(),
    });
    if options.open.is_some()
        && let Some(code) = access.opening_code(Instant::now())
        && let Err(error) = open::that_detached(format!("{url}/#o={code}"))
    {
        (state.emit)(Event::NoBrowser(error));
    }
    let page = options.open.as_deref().unwrap_or_default();
    let drawer = Listener {
        access: Arc::new(access),
        desk,
        answer: edit.answer,
        preview: preview.port(),
        start: format!("/{}", page.trim_start_matches('/')),
    };
    let server = axum::serve(listener, drawer.router());
    tokio::spawn(async move { server.await });
    Ok(())
}

async fn answer(
    forms: LocalForms,
    listener: tokio::net::TcpListener,
    sender: Sender<Arc<Shown>>,
    options: &Options,
    state: respond::Server,
) -> Result<(), Diagnostic> {
    let emit = &state.emit;
    let address = listener
        .local_addr()
        .map_err(|error| cannot_serve(&error))?;
    if forms.exist() {
        emit(Event::Forms);
    }
    let url = url_of(address);
    emit(Event::Serving(&url));
    if let Some(page) = options.open.as_ref().filter(|_| state.framing.is_none())
        && let Err(error) = open::that_detached(format!("{url}/{}", page.trim_start_matches('/')))
    {
        emit(Event::NoBrowser(error));
    }
    tokio::spawn(forms.clone().keep_sweeping());
    let api = any(
        move |ConnectInfo(peer): ConnectInfo<SocketAddr>, mut request: Request<Body>| async move {
            request.extensions_mut().insert(PeerAddress(peer.ip()));
            forms.answer(request).await
        },
    );
    let mut router = Router::new().route("/api/{*path}", api);
    if options.live {
        router = router
            .route("/_site/live.js", get(respond::script))
            .route("/_site/events", get(respond::events))
            .route("/_site/fix/{id}", post(action_requests::apply))
            .route("/_site/undo/{id}", post(action_requests::undo))
            .route("/_site/open/{id}", post(action_requests::open));
    }
    let router = router
        .fallback(respond::respond)
        .with_state(state)
        .layer(from_fn(move |request, next| {
            refuse_others(address, request, next)
        }))
        .into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            let _ = tokio::signal::ctrl_c().await;
            // Ends the connections to open pages.
            sender.send_replace(Arc::new(Shown {
                is_shutting_down: true,
                ..Shown::default()
            }));
        })
        .await
        .map_err(|error| cannot_serve(&error))
}

fn watch(project: &Project, source: ChangeSource) -> Result<Watch, Diagnostic> {
    Watch::new(project, source).map_err(|error| {
        Diagnostic::new(
            &codes::CANNOT_WATCH,
            format!("cannot watch the project's files: {error}"),
        )
        .help("on Linux, raise fs.inotify.max_user_watches")
    })
}

/// Serves the pages of edited documents in the site of the last build, until all others are built.
fn show_edited(sender: &Sender<Arc<Shown>>, edited: EditedPages) {
    let last = Arc::clone(&sender.borrow());
    let is_faulty = last.is_old || last.findings.iter().any(|one| one.stops_build);
    let site = last.site.as_deref().filter(|_| !is_faulty);
    if let Some(site) = site.and_then(|site| site.with(edited)) {
        sender.send_replace(Arc::new(Shown {
            site: Some(Arc::new(site)),
            findings: Arc::clone(&last.findings),
            kept: Arc::clone(&last.kept),
            ..Shown::default()
        }));
    }
}

/// Time between two checks whether a new day has begun, because other documents may be published on that day.
const DAY_CHECK: Duration = Duration::from_mins(1);

/// Time without changes after which errors are reported. A checkout passes through many invalid states.
pub const SETTLING: Duration = Duration::from_millis(150);

/// Time after which errors are reported even if files keep changing.
const LONGEST_SETTLING: Duration = Duration::from_secs(3);

/// Builder of the site, which runs again after every change.
struct Builder {
    project: Project,
    inputs: Inputs,
    memo: Memo,
    emit: EventSink,
    sender: Sender<Arc<Shown>>,
    /// Encoder of the missing pictures; absent if builds wait for pictures.
    encoder: Option<std::sync::mpsc::Sender<Vec<WantedPicture>>>,
    /// Checker of the widgets' types.
    widget_checker: std::sync::mpsc::Sender<WidgetCheck>,
    /// Whether open pages show findings.
    live: bool,
    /// Findings that were printed last.
    printed: Vec<Diagnostic>,
    /// Duration of the last run of the rules of `site check`.
    check_took: Duration,
    /// State shared by the drawer's requests; `None` without a drawer.
    desk: Option<Arc<Desk>>,
    /// Number of the last change of unsaved texts that was built.
    revision: u64,
    /// Findings of the last build.
    diagnostics: Vec<Diagnostic>,
    /// Findings that only the rules of `site check` had when they last ran.
    checked: Arc<Vec<Diagnostic>>,
    /// Errors of a build of the files without unsaved texts; `None` if they have changed since.
    stored: Option<Arc<Vec<Diagnostic>>>,
}

/// Maximum number of pages of a site for which the rules of `site check` run: a run delays edits, and takes 0.4 MB of memory for
/// each page.
pub const MAX_CHECKED_PAGES: usize = 2_000;

/// Returns the number of pages that are new or have changed. Pages are sorted by URL.
fn changed_pages(last: &Site, now: &Site) -> usize {
    let mut last = last.pages.iter().peekable();
    let is_new = |page: &&Arc<Page>| {
        if last.next_if(|old| Arc::ptr_eq(old, page)).is_some() {
            return false;
        }
        while last.next_if(|old| old.url() < page.url()).is_some() {}
        let old = last.next_if(|old| old.url() == page.url());
        old.is_none_or(|old| old.fingerprint() != page.fingerprint())
    };
    now.pages.iter().filter(is_new).count()
}

impl Builder {
    fn first(&mut self) {
        let started = Instant::now();
        (self.emit)(Event::BuildStarted);
        let emit = Arc::clone(&self.emit);
        let mut progress = |stage| emit(Event::Stage(stage));
        self.settle(Changes::default);
        let (site, diagnostics, _) = self.build(&[], &mut progress);
        if let Some(site) = site.as_ref().filter(|_| !has_errors(&diagnostics)) {
            (self.emit)(Event::Built(site, started.elapsed()));
        }
        self.note_stored(&diagnostics, true);
        self.show(site, diagnostics, true);
        if self.live && !self.checks() {
            (self.emit)(Event::NotChecked(MAX_CHECKED_PAGES));
        }
    }

    fn build(&mut self, changed: &[PathBuf], progress: Progress<'_>) -> Built {
        build(
            &self.project,
            &self.inputs,
            &mut self.memo,
            changed,
            Destination::Memory,
            progress,
        )
    }

    /// Returns the changes that `take` finds, and notes the last change of unsaved texts.
    fn settle(&mut self, take: impl FnOnce() -> Changes) -> Changes {
        let Some(desk) = &self.desk else {
            return take();
        };
        let changes;
        (changes, self.revision, self.inputs.unsaved) = desk.settled(take);
        changes
    }

    /// Returns whether the rules of `site check` run, so that open pages show their findings.
    fn checks(&self) -> bool {
        let shown = self.sender.borrow();
        let pages = shown.site.as_ref().map_or(0, |site| site.pages.len());
        self.live && pages <= MAX_CHECKED_PAGES
    }

    /// Returns today's date in the site's time zone.
    fn today(&self) -> jiff::civil::Date {
        let text = std::fs::read_to_string(self.project.root.join("content/site.toml"));
        self.inputs.selection(&text.unwrap_or_default()).date
    }

    fn rebuild_loop(&mut self, mut watch: Watch) {
        let mut changes = Changes::default();
        let mut day = self.today();
        let mut failing_since: Option<Instant> = None;
        let mut is_checked = !self.checks();
        let mut is_edit = false;
        loop {
            if changes.paths.is_empty() {
                // An edit during a check is delayed, so a check waits for a pause as long as the last check took.
                let idle = SETTLING.max(self.check_took);
                let is_idle = is_checked && self.stored.is_some();
                match watch.wait(if is_idle { DAY_CHECK } else { idle }) {
                    Some(more) => changes = more,
                    None => return,
                }
            }
            if changes.paths.is_empty() && !is_checked {
                is_checked = self.check(&watch.is_waiting());
                continue;
            }
            if changes.paths.is_empty() && self.stored.is_none() {
                self.find_stored(is_checked);
                continue;
            }
            self.inputs.now = jiff::Timestamp::now();
            let today = self.today();
            if changes.paths.is_empty() && today == day {
                continue;
            }
            is_edit |= changes.edited || today != day;
            day = today;
            let started = Instant::now();
            let more = self.settle(|| watch.more());
            changes.paths.extend(more.paths);
            is_edit |= more.edited;
            let paths: Vec<_> = changes.paths.iter().cloned().collect();
            let last = Arc::clone(&self.sender.borrow());
            let mut stages = Stages::default();
            let (site, diagnostics, _) = self.build(&paths, &mut |stage| stages.begin(stage));
            let timings = stages.end();
            let took = started.elapsed();
            // Who types in the drawer waits for the findings of every text.
            let is_typed = self.is_typed();
            let has_errors = has_errors(&diagnostics);
            changes = if has_errors && !is_typed {
                match watch.wait(SETTLING) {
                    Some(more) => more,
                    None => return,
                }
            } else {
                watch.more()
            };
            // Errors that may be corrected already are not reported.
            if has_errors && !is_typed && !changes.paths.is_empty() {
                let since = failing_since.get_or_insert_with(Instant::now);
                if since.elapsed() < LONGEST_SETTLING {
                    continue;
                }
            }
            failing_since = None;
            self.note_stored(&diagnostics, is_edit);
            self.show(site, diagnostics, std::mem::take(&mut is_edit));
            is_checked = !self.checks();
            (self.emit)(Event::Timings(&timings));
            if !has_errors && !is_typed {
                self.tell_change(&last, took);
            }
        }
    }

    /// Builds again with the rules of `site check`, and shows the findings in open pages. Stops early if `cancelled` is set, so
    /// that an edit need not wait. Returns whether it has finished.
    fn check(&mut self, cancelled: &Arc<AtomicBool>) -> bool {
        let started = Instant::now();
        self.inputs.scope.check = true;
        self.inputs.cancelled = Some(Arc::clone(cancelled));
        let (_, mut diagnostics, _) = self.build(&[], &mut |_| {});
        self.inputs.scope.check = false;
        self.inputs.cancelled = None;
        if cancelled.load(Relaxed) {
            return false;
        }
        self.check_took = started.elapsed();
        diagnostic::sort(&mut diagnostics);
        if self.desk.is_some() {
            let built: HashSet<_> = self.diagnostics.iter().map(identity).collect();
            let only_checked = diagnostics
                .iter()
                .filter(|one| !built.contains(&identity(one)));
            self.checked = Arc::new(only_checked.cloned().collect());
            self.publish(true);
        }
        // An error that only `site check` reports does not stop a build.
        let before = Arc::clone(&self.sender.borrow());
        let stopping = before.findings.iter().filter(|one| one.stops_build);
        let stopping: HashSet<&str> = stopping.map(|one| one.report.as_str()).collect();
        let findings = diagnostics.iter().map(|one| {
            let mut finding = Finding::new(one);
            finding.stops_build = stopping.contains(finding.report.as_str());
            finding
        });
        let findings = Arc::new(findings.collect());
        self.sender.send_modify(|shown| {
            *shown = Arc::new(Shown {
                findings,
                ..Shown::clone(shown)
            });
        });
        true
    }

    /// Returns whether the last build was made because of an unsaved text.
    fn is_typed(&self) -> bool {
        let desk = self.desk.as_ref();
        desk.is_some_and(|desk| desk.snapshot().revision < self.revision)
    }

    /// Publishes the results of the last build to the requests of the drawer. `is_checked` says whether the rules of `site check` have
    /// run on it.
    fn publish(&self, is_checked: bool) {
        let Some(desk) = &self.desk else {
            return;
        };
        desk.publish(Snapshot {
            number: desk.snapshot().number + 1,
            revision: self.revision,
            site: self.sender.borrow().site.clone(),
            content: Arc::new(self.memo.content().cloned().unwrap_or_default()),
            templates: self.memo.templates().cloned(),
            findings: self.diagnostics.clone(),
            checked: Arc::clone(&self.checked),
            is_checked,
            stored: self.stored.clone().unwrap_or_default(),
        });
    }

    /// Reports how many pages a rebuild changed.
    fn tell_change(&self, last: &Shown, took: Duration) {
        let now = Arc::clone(&self.sender.borrow());
        let Some(site) = now.site.as_deref() else {
            return;
        };
        let changed = last.site.as_deref();
        let changed = changed.map_or(site.pages.len(), |last| changed_pages(last, site));
        (self.emit)(Event::BuiltAgain(changed, took));
    }

    /// Serves the site of a build, or keeps serving the last site if the build returned none, or one without styles or scripts.
    /// Reports the new findings. After a build without an edit, reports nothing if no finding has changed.
    fn show(&mut self, site: Option<Site>, mut diagnostics: Vec<Diagnostic>, is_edit: bool) {
        diagnostic::sort(&mut diagnostics);
        let last = Arc::clone(&self.sender.borrow());
        let before = last.site.clone();
        // A preview without styles and scripts would be useless, so an earlier site is preferred.
        let site = site.filter(|site| site.is_bundled || before.is_none());
        if let (Some(site), Some(encoder)) = (&site, &self.encoder)
            && !site.missing_pictures.is_empty()
        {
            // Sending fails only if the system has no threads for the encoder.
            let _ = encoder.send(site.missing_pictures.clone());
        }
        if let Some(check) = site.as_ref().and_then(|site| site.widget_check.clone()) {
            // Sending fails only if the system has no threads for the checker.
            let _ = self.widget_checker.send(check);
        }
        let served = match (&site, &before) {
            (Some(_), _) => Served::Now,
            (None, Some(_)) => Served::Before,
            (None, None) => Served::Nothing,
        };
        let kept = match &site {
            Some(site) if self.live && has_errors(&diagnostics) => {
                Arc::new(last.kept_for(site, &faulty_files(&diagnostics)))
            }
            Some(_) => Arc::default(),
            None => Arc::clone(&last.kept),
        };
        let shown = Shown {
            is_old: site.is_none(),
            kept,
            site: site.map(Arc::new).or(before),
            findings: Arc::new(diagnostics.iter().map(Finding::new).collect()),
            is_shutting_down: false,
        };
        self.sender.send_replace(Arc::new(shown));
        let is_typed = self.is_typed();
        if self.desk.is_some() {
            self.diagnostics.clone_from(&diagnostics);
            self.publish(!self.checks());
        }
        if !is_typed && (is_edit || diagnostics != self.printed) {
            let (new, gone) = compared(&self.printed, &diagnostics);
            (self.emit)(Event::Found {
                findings: &diagnostics,
                new: &new,
                gone,
                has_errors: has_errors(&diagnostics),
                served,
            });
            self.printed = diagnostics;
        }
    }
}
