//! `site serve`: builds, answers from memory, builds again on every change.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, RwLock};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use axum::routing::any;
use content::Diagnostic;
use forms::PeerAddress;

use crate::answer::{Answer, answer, decoded, media_type};
use crate::arguments::{Arguments, Format, ServeOptions};
use crate::build::{Site, build};
use crate::local_forms::{FOLDER, LocalForms};
use crate::project::{self, Inputs, Project};
use crate::report;
use crate::watch::Watch;

/// The site as it was last built without errors.
type Current = Arc<RwLock<Arc<Site>>>;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &ServeOptions) -> ExitCode {
    let project = match Project::find(arguments.root.as_deref()) {
        Ok(project) => project,
        Err(diagnostic) => return report::finish(&[diagnostic], arguments.format),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            let diagnostic = Diagnostic::error("cannot-serve", format!("cannot start: {error}"));
            return report::finish(&[diagnostic], arguments.format);
        }
    };
    let inputs = project::inputs(&options.selection);
    let current: Current = Arc::default();
    // From before the first build: what changes while it runs is not to be missed.
    let watch = match watch(&project) {
        Ok(watch) => watch,
        Err(diagnostic) => return report::finish(&[diagnostic], arguments.format),
    };
    rebuild(&project, &inputs, &current, arguments.format);
    match runtime.block_on(serve(
        &project,
        &inputs,
        &current,
        watch,
        arguments.format,
        options,
    )) {
        Ok(()) => ExitCode::SUCCESS,
        Err(diagnostic) => report::finish(&[diagnostic], arguments.format),
    }
}

async fn serve(
    project: &Project,
    inputs: &Inputs,
    current: &Current,
    watch: Watch,
    format: Format,
    options: &ServeOptions,
) -> Result<(), Diagnostic> {
    let listener = listen(options).await?;
    let address = listener
        .local_addr()
        .map_err(|error| cannot_serve(&error))?;
    eprintln!("Serving http://{} (stop with Ctrl+C)", shown(address));
    {
        let (project, inputs, current) = (project.clone(), inputs.clone(), Arc::clone(current));
        std::thread::spawn(move || {
            while watch.wait().is_some() {
                rebuild(&project, &inputs, &current, format);
            }
        });
    }
    let forms = LocalForms::new(&project.root);
    eprintln!(
        "Forms work: submissions go to {FOLDER}/, mails to {FOLDER}/mail/*.eml (see `site inbox list`)"
    );
    tokio::spawn(forms.clone().keep_sweeping());
    let api = any(
        move |ConnectInfo(peer): ConnectInfo<SocketAddr>, mut request: Request<Body>| async move {
            request.extensions_mut().insert(PeerAddress(peer.ip()));
            forms.answer(request).await
        },
    );
    let router = Router::new()
        .route("/api/{*path}", api)
        .fallback(respond)
        .with_state(Arc::clone(current))
        .into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, router)
        .with_graceful_shutdown(async {
            let _ = tokio::signal::ctrl_c().await;
        })
        .await
        .map_err(|error| cannot_serve(&error))
}

fn watch(project: &Project) -> Result<Watch, Diagnostic> {
    Watch::new(project).map_err(|error| {
        Diagnostic::error(
            "cannot-watch",
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
                    eprintln!("Port {} is taken; using {port}.", options.port);
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(cannot_serve(&error)),
        }
    }
    Err(Diagnostic::error(
        "cannot-serve",
        format!(
            "the ports {} and the {PORTS} after it are taken",
            options.port
        ),
    )
    .help("name another one with --port"))
}

fn cannot_serve(error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("cannot-serve", format!("cannot serve: {error}"))
}

/// The address as a browser takes it.
fn shown(address: SocketAddr) -> String {
    if address.ip().is_loopback() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    }
}

/// Builds; what is wrong is printed, and the last good site stays.
fn rebuild(project: &Project, inputs: &Inputs, current: &Current, format: Format) {
    let started = std::time::Instant::now();
    let (site, mut found) = build(project, inputs);
    content::sort(&mut found);
    report::print(&found, format);
    if let Some(site) = site {
        report::summary(&site, started.elapsed(), None);
        // A poisoned lock holds a whole site all the same.
        *current
            .write()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(site);
    }
}

async fn respond(State(current): State<Current>, request: Request<Body>) -> Response<Body> {
    let site = Arc::clone(
        &current
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner),
    );
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = text(
            StatusCode::METHOD_NOT_ALLOWED,
            "Only GET and HEAD are answered here.\n",
        );
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    if site.files.is_empty() {
        return text(
            StatusCode::SERVICE_UNAVAILABLE,
            "The site could not be built yet; the terminal says why.\n",
        );
    }
    let Some(path) = decoded(request.uri().path()) else {
        return text(StatusCode::BAD_REQUEST, "This address is not UTF-8.\n");
    };
    match answer(&site, &path) {
        Answer::File(file) => page(&site, &file, StatusCode::OK),
        Answer::Redirect(status, to) => redirect(status, &to, request.uri()),
        Answer::NotFound => {
            // Escaped: an address can hold what a terminal would obey.
            eprintln!("404 {}", path.escape_debug());
            page(&site, "404.html", StatusCode::NOT_FOUND)
        }
    }
}

fn page(site: &Site, file: &str, status: StatusCode) -> Response<Body> {
    let Some(bytes) = site.files.get(file) else {
        return text(
            status,
            if status == StatusCode::OK {
                ""
            } else {
                "There is no such page.\n"
            },
        );
    };
    let mut response = Response::new(Body::from(bytes.clone()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(media_type(file)),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // As on the CDN, so that what browsers refuse there is seen here.
    for (name, value) in site.headers.of_file(file) {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
    response
}

fn redirect(status: u16, to: &str, from: &Uri) -> Response<Body> {
    let (address, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let joint = if address.contains('?') { '&' } else { '?' };
    let query = from.query().map(|query| format!("{joint}{query}"));
    let target = format!("{address}{}{anchor}", query.unwrap_or_default());
    let mut response = text(
        StatusCode::from_u16(status).unwrap_or(StatusCode::MOVED_PERMANENTLY),
        "",
    );
    if let Ok(value) = HeaderValue::from_str(&target) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

fn text(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}
