//! `site serve`: builds, answers from memory, builds again on every change, and tells the open pages.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::routing::{any, get};
use build::{Inputs, Memo, Project, Site, build, page_cache};
use diagnostic::Diagnostic;
use forms::PeerAddress;
use inspect::Page;
use tokio::sync::watch::{Receiver, Sender, channel};

use crate::codes;
use crate::event::{Event, Tell};
use crate::live::Shown;
use crate::local_forms::LocalForms;
use crate::respond;
use crate::stages::Stages;
use crate::watch::{Changes, Watch};

/// How the site is served.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Address to listen on.
    pub host: IpAddr,
    /// Port to listen on; the next free one is taken where it is in use.
    pub port: u16,
    /// Whether the browser is opened.
    pub open: bool,
    /// Whether open pages follow changes. Without, pages are served exactly as they are published.
    pub live: bool,
}

/// Serves a project until Ctrl+C is pressed.
///
/// # Errors
/// The server cannot listen, or files cannot be watched.
pub fn serve(
    mut project: Project,
    inputs: Inputs,
    options: Options,
    tell: Tell,
) -> Result<(), Diagnostic> {
    // The watcher reports absolute paths.
    if let Ok(root) = project.root.canonicalize() {
        project.root = root;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| cannot_serve(&error))?;
    let listener = runtime.block_on(listen(options, &tell))?;
    // Watching starts before the first build, so that no change is missed while it runs.
    let watch = watch(&project)?;
    let (sender, shown) = channel(Arc::new(Shown::default()));
    let forms = LocalForms::new(&project.root, Arc::clone(&tell));
    let mut builder = Builder {
        memo: Memo::with(page_cache::read(&project)),
        project,
        inputs,
        tell: Arc::clone(&tell),
        sender: sender.clone(),
    };
    builder.first();
    std::thread::spawn(move || builder.keep_up(watch));
    runtime.block_on(answer(forms, listener, sender, shown, options, tell))
}

async fn answer(
    forms: LocalForms,
    listener: tokio::net::TcpListener,
    sender: Sender<Arc<Shown>>,
    shown: Receiver<Arc<Shown>>,
    options: Options,
    tell: Tell,
) -> Result<(), Diagnostic> {
    let address = listener
        .local_addr()
        .map_err(|error| cannot_serve(&error))?;
    if forms.there_are_any() {
        tell(Event::Forms);
    }
    let url = format!("http://{}", shown_address(address));
    tell(Event::Serving(&url));
    if options.open
        && let Err(error) = open::that_detached(&url)
    {
        tell(Event::NoBrowser(error));
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
            .route("/_site/events", get(respond::events));
    }
    let router = router
        .fallback(respond::respond)
        .with_state(respond::Server {
            shown,
            live: options.live,
            tell,
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
async fn listen(options: Options, tell: &Tell) -> Result<tokio::net::TcpListener, Diagnostic> {
    for port in options.port..=options.port.saturating_add(PORTS) {
        match tokio::net::TcpListener::bind(SocketAddr::new(options.host, port)).await {
            Ok(listener) => {
                if port != options.port && options.port != 0 {
                    tell(Event::OtherPort {
                        wanted: options.port,
                        taken: port,
                    });
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
    memo: Memo,
    tell: Tell,
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
        (self.tell)(Event::BuildStarted);
        let tell = Arc::clone(&self.tell);
        let mut progress = |stage| tell(Event::Stage(stage));
        let (site, found) = build(
            &self.project,
            &self.inputs,
            &mut self.memo,
            &[],
            &mut progress,
        );
        if let Some(site) = &site {
            (self.tell)(Event::Built(site, started.elapsed()));
        }
        self.show(site, found);
    }

    /// The day in the site's time zone.
    fn today(&self) -> jiff::civil::Date {
        let text = std::fs::read_to_string(self.project.root.join("content/site.toml"));
        self.inputs.selection(&text.unwrap_or_default()).date
    }

    fn keep_up(&mut self, mut watch: Watch) {
        let mut changes = Changes::default();
        let mut day = self.today();
        let mut wrong_since: Option<Instant> = None;
        loop {
            if changes.paths.is_empty() {
                match watch.wait(DAY_CHECK) {
                    Some(more) => changes = more,
                    None => return,
                }
            }
            self.inputs.now = jiff::Timestamp::now();
            let today = self.today();
            if changes.paths.is_empty() && today == day {
                continue;
            }
            day = today;
            let started = Instant::now();
            let paths: Vec<_> = changes.paths.iter().cloned().collect();
            let mut stages = Stages::default();
            let (site, found) = build(
                &self.project,
                &self.inputs,
                &mut self.memo,
                &paths,
                &mut |stage| stages.begin(stage),
            );
            let timings = stages.end();
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
            (self.tell)(Event::Timings(&timings));
            self.tell_change(&last, took);
        }
    }

    /// Tells what a change came to, once it can be seen.
    fn tell_change(&self, last: &Shown, took: Duration) {
        let now = Arc::clone(&self.sender.borrow());
        let Some(site) = now.site.as_deref().filter(|_| now.errors.is_empty()) else {
            return;
        };
        let changed = last.site.as_deref();
        let changed = changed.map_or(site.pages.len(), |last| changed_pages(last, site));
        (self.tell)(Event::BuiltAgain(changed, took));
    }

    fn show(&self, site: Option<Site>, mut found: Vec<Diagnostic>) {
        diagnostic::sort(&mut found);
        (self.tell)(Event::Found {
            findings: &found,
            is_built: site.is_some(),
            is_served: self.sender.borrow().site.is_some(),
        });
        let errors = if site.is_none() {
            crate::live::mistakes(&found)
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
