//! `site serve`: builds, answers from memory, builds again on every change, and tells the open pages.

mod live;
mod respond;
mod watch;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::routing::{any, get};
use diagnostic::Diagnostic;
use forms::PeerAddress;
use tokio::sync::watch::{Receiver, Sender, channel};

use crate::arguments::{Arguments, Format, ServeOptions};
use crate::build::{Memo, Site, build};
use crate::codes::serve as codes;
use crate::local_forms::{FOLDER, LocalForms};
use crate::page::Page;
use crate::page_cache;
use crate::progress::Progress;
use crate::project::{self, Inputs, Project};
use crate::report;
use live::Shown;
use watch::{Changes, Watch};

/// Runs the command.
pub fn run(arguments: &Arguments, options: &ServeOptions) -> ExitCode {
    match prepare_and_serve(arguments, options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(diagnostic) => report::finish(&[diagnostic], arguments.format),
    }
}

fn prepare_and_serve(arguments: &Arguments, options: &ServeOptions) -> Result<(), Diagnostic> {
    let mut project = Project::find(arguments.root.as_deref())?;
    // Changes are told with whole paths.
    if let Ok(root) = project.root.canonicalize() {
        project.root = root;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| cannot_serve(&error))?;
    let listener = runtime.block_on(listen(options))?;
    // From before the first build: what changes while it runs is not to be missed.
    let watch = watch(&project)?;
    let (sender, shown) = channel(Arc::new(Shown::default()));
    let mut builder = Builder {
        project: project.clone(),
        inputs: project::inputs(&options.selection),
        format: arguments.format,
        memo: Memo::with(page_cache::read(&project.cache())),
        timings: options.timings,
        quiet: arguments.quiet,
        sender: sender.clone(),
    };
    builder.first();
    std::thread::spawn(move || builder.keep_up(watch));
    let serving = serve(&project, listener, sender, shown, options, arguments.quiet);
    runtime.block_on(serving)
}

async fn serve(
    project: &Project,
    listener: tokio::net::TcpListener,
    sender: Sender<Arc<Shown>>,
    shown: Receiver<Arc<Shown>>,
    options: &ServeOptions,
    quiet: bool,
) -> Result<(), Diagnostic> {
    let address = listener
        .local_addr()
        .map_err(|error| cannot_serve(&error))?;
    let forms = LocalForms::new(&project.root);
    if forms.there_are_any() && !quiet {
        report::note(&format!(
            "Forms work: submissions go to {FOLDER}/, mails to {FOLDER}/mail/*.eml (see `site inbox list`)"
        ));
    }
    let url = format!("http://{}", shown_address(address));
    if !quiet {
        report::note(&format!("Serving {url} (stop with Ctrl+C)"));
    }
    if options.open
        && let Err(error) = open::that_detached(&url)
    {
        report::note(&format!("No browser could be opened: {error}"));
    }
    tokio::spawn(forms.clone().keep_sweeping());
    let api = any(
        move |ConnectInfo(peer): ConnectInfo<SocketAddr>, mut request: Request<Body>| async move {
            request.extensions_mut().insert(PeerAddress(peer.ip()));
            forms.answer(request).await
        },
    );
    let mut router = Router::new().route("/api/{*path}", api);
    if !options.no_reload {
        router = router
            .route("/_site/live.js", get(respond::script))
            .route("/_site/events", get(respond::events));
    }
    let router = router
        .fallback(respond::respond)
        .with_state(respond::Server {
            shown,
            live: !options.no_reload,
        })
        .into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            let _ = tokio::signal::ctrl_c().await;
            // Connections to open pages last until they are told.
            sender.send_modify(|shown| {
                *shown = Arc::new(Shown {
                    ending: true,
                    ..Shown::default()
                });
            });
        })
        .await
        .map_err(|error| cannot_serve(&error))
}

fn watch(project: &Project) -> Result<Watch, Diagnostic> {
    Watch::new(project).map_err(|error| {
        Diagnostic::new(
            &codes::CANNOT_WATCH,
            format!("cannot watch the project's files: {error}"),
        )
        .help("on Linux, raise fs.inotify.max_user_watches")
    })
}

/// How many ports are tried after the one asked for.
const PORTS: u16 = 20;

/// Takes the port asked for, or the next free one, and says so.
async fn listen(options: &ServeOptions) -> Result<tokio::net::TcpListener, Diagnostic> {
    for port in options.port..=options.port.saturating_add(PORTS) {
        match tokio::net::TcpListener::bind(SocketAddr::new(options.host, port)).await {
            Ok(listener) => {
                if port != options.port && options.port != 0 {
                    report::note(&format!("Port {} is taken; using {port}.", options.port));
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(cannot_serve(&error)),
        }
    }
    Err(Diagnostic::new(
        &codes::CANNOT_SERVE,
        format!(
            "the ports {} and the {PORTS} after it are taken",
            options.port
        ),
    )
    .help("name another one with --port"))
}

fn cannot_serve(error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(&codes::CANNOT_SERVE, format!("cannot serve: {error}"))
}

/// The address as a browser takes it.
fn shown_address(address: SocketAddr) -> String {
    if address.ip().is_loopback() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    }
}

/// How often it is asked whether another day has begun, on which other documents may be published.
const DAY_CHECK: Duration = Duration::from_mins(1);

/// How long a site with mistakes is left alone before they are told. A checkout or a removed folder passes through states
/// that nobody has made.
const SETTLING: Duration = Duration::from_millis(150);

/// Mistakes are told after this time, even if files change on and on.
const LONGEST_SETTLING: Duration = Duration::from_secs(3);

/// Builds again and again.
struct Builder {
    project: Project,
    inputs: Inputs,
    format: Format,
    memo: Memo,
    timings: bool,
    quiet: bool,
    sender: Sender<Arc<Shown>>,
}

/// How many pages are new, or not what they were. Both lists are in the order of addresses.
fn changed_pages(last: &Site, now: &Site) -> usize {
    let mut last = last.pages.iter().peekable();
    let is_new = |page: &&Arc<Page>| {
        if last.next_if(|old| Arc::ptr_eq(old, page)).is_some() {
            return false;
        }
        while last.next_if(|old| old.url() < page.url()).is_some() {}
        let old = last.next_if(|old| old.url() == page.url());
        old.is_none_or(|old| old.html() != page.html())
    };
    now.pages.iter().filter(is_new).count()
}

impl Builder {
    fn first(&mut self) {
        let started = Instant::now();
        let mut progress = Progress::new(self.quiet);
        let (site, found) = build(
            &self.project,
            &self.inputs,
            &mut self.memo,
            &[],
            &mut progress,
        );
        drop(progress);
        if let Some(site) = site.as_ref().filter(|_| !self.quiet) {
            report::summary(site, started.elapsed(), None);
        }
        self.show(site, found);
    }

    fn keep_up(&mut self, mut watch: Watch) {
        let mut changes = Changes::default();
        let mut day = self.inputs.day(&self.project);
        let mut wrong_since: Option<Instant> = None;
        loop {
            if changes.paths.is_empty() {
                match watch.wait(DAY_CHECK) {
                    Some(more) => changes = more,
                    None => return,
                }
            }
            let today = self.inputs.day(&self.project);
            if changes.paths.is_empty() && today == day {
                continue;
            }
            day = today;
            let started = Instant::now();
            let paths: Vec<_> = changes.paths.iter().cloned().collect();
            let mut progress = Progress::silent();
            let (site, found) = build(
                &self.project,
                &self.inputs,
                &mut self.memo,
                &paths,
                &mut progress,
            );
            let took = started.elapsed();
            changes = if site.is_some() {
                watch.more()
            } else {
                match watch.wait(SETTLING) {
                    Some(more) => more,
                    None => return,
                }
            };
            // A mistake that is mended already need not be told.
            if site.is_none() && !changes.paths.is_empty() {
                let since = wrong_since.get_or_insert_with(Instant::now);
                if since.elapsed() < LONGEST_SETTLING {
                    continue;
                }
            }
            wrong_since = None;
            let last = Arc::clone(&self.sender.borrow());
            self.show(site, found);
            if self.timings {
                report::timings(&progress.finish());
            }
            if !self.quiet {
                self.tell(&last, took);
            }
        }
    }

    /// One line on what a change came to. It is said when the change can be seen.
    fn tell(&self, last: &Shown, took: Duration) {
        let now = Arc::clone(&self.sender.borrow());
        let Some(site) = now.site.as_deref().filter(|_| now.errors.is_empty()) else {
            return;
        };
        let changed = last.site.as_deref();
        let changed = changed.map_or(site.pages.len(), |last| changed_pages(last, site));
        report::note(&format!(
            "Built again in {:.0} ms: {} changed",
            took.as_secs_f64() * 1e3,
            report::counted(changed, "page")
        ));
    }

    fn show(&self, site: Option<Site>, mut found: Vec<Diagnostic>) {
        diagnostic::sort(&mut found);
        report::print_findings(&found, self.format);
        if site.is_none() && self.format == Format::Text {
            let (errors, _) = report::count(&found);
            let served = if self.sender.borrow().site.is_some() {
                "the last good version is still served"
            } else {
                "there is no good version to serve yet"
            };
            report::note(&format!("{}; {served}", report::counted(errors, "error")));
        }
        let errors = if site.is_none() {
            live::mistakes(&found)
        } else {
            Vec::new()
        };
        self.sender.send_modify(|shown| {
            *shown = Arc::new(Shown {
                site: site.map(Arc::new).or_else(|| shown.site.clone()),
                errors,
                ending: false,
            });
        });
    }
}
