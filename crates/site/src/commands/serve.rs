//! `site serve`: runs the development server and prints its events.

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use qrcode::render::unicode::Dense1x2;
use serve::{Event, FOLDER, Served};

use crate::arguments::{Arguments, Format, ServeOptions};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{cache, project, report};

/// Runs `site serve` until it is stopped.
pub fn run(arguments: &Arguments, options: &ServeOptions) -> Result<ExitCode, Failure> {
    let mut inputs = project::inputs(&options.selection);
    if !options.no_reload {
        inputs.audience = build::Audience::Authors;
    }
    let server = serve::Options {
        host: options.host,
        port: options.port,
        open: options.open.clone(),
        live: !options.no_reload,
        editor: std::env::var("VISUAL")
            .ok()
            .filter(|command| !command.is_empty()),
        edit: None,
    };
    serve_until_stopped(arguments, inputs, &server, options.timings)
}

/// Serves the project, and prints the server's events, until it is stopped.
pub fn serve_until_stopped(
    arguments: &Arguments,
    inputs: build::Inputs,
    server: &serve::Options,
    timings: bool,
) -> Result<ExitCode, Failure> {
    let (project, _temporary) = cache::writable(project::find(arguments.root.as_deref())?);
    let (format, quiet) = (arguments.format, arguments.quiet);
    let progress = Mutex::new(None);
    let print = move |event: Event<'_>| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::BuildStarted => *progress = Some(Progress::new(quiet)),
            Event::Stage(name) => {
                if let Some(progress) = progress.as_mut() {
                    progress.stage(name);
                }
            }
            event => {
                *progress = None;
                print_event(&event, format, quiet, timings);
            }
        }
    };
    serve::serve(project, inputs, server, Arc::new(print))?;
    Ok(ExitCode::SUCCESS)
}

fn print_event(event: &Event<'_>, format: Format, quiet: bool, timings: bool) {
    match event {
        Event::OtherPort { wanted, taken } => {
            report::note(&format!("Port {wanted} is taken; using {taken}."));
        }
        Event::FormsFailed(reason) => {
            report::note(&format!("error: forms do not work:\n{reason}"));
        }
        // Escaped, because a URL can contain control sequences for the terminal.
        Event::NotFound(path) => report::note(&format!("404 {}", path.escape_debug())),
        Event::Form(text) => report::note(text),
        Event::NoBrowser(error) => report::note(&format!("No browser could be opened: {error}")),
        Event::Found {
            findings,
            new,
            gone,
            has_errors,
            served,
        } => {
            let printed = if format == Format::Text {
                new
            } else {
                findings
            };
            report::print_diagnostics(printed, format);
            if format == Format::Text && *gone > 0 {
                let verb = if *gone == 1 { "is" } else { "are" };
                report::note(&format!(
                    "{} {verb} gone",
                    report::pluralize(*gone, "finding")
                ));
            }
            let has_changed = *gone > 0 || !new.is_empty();
            if format == Format::Text && has_changed && new.len() < findings.len() {
                report::note(&format!("Now {}", report::counts_by_code(findings)));
            }
            if *has_errors && format == Format::Text {
                let served = match served {
                    Served::Now => "every page that can be rendered is served",
                    Served::Before => "the site is served as it was before",
                    Served::Nothing => "nothing can be served yet",
                };
                let errors = report::pluralize(report::errors(findings), "error");
                report::note(&format!("{errors}; {served}"));
            }
        }
        Event::Timings(stages) if timings => report::timings(stages),
        Event::Forms if !quiet => report::note(&format!(
            "Forms work: submissions go to {FOLDER}/, mails to {FOLDER}/mail/*.eml (see `site inbox list`)"
        )),
        Event::Polling if !quiet => report::note(
            "This folder is shared with another system, which does not report changes: files are compared every second.",
        ),
        Event::Serving(url) if !quiet => {
            report::note(&format!("Serving {url} (stop with Ctrl+C)"));
            if !url.contains("//localhost") {
                report::note(&qr_code(url));
            }
        }
        Event::Editing { url, pin } => {
            report::note(&format!("Edit the site at {url} (stop with Ctrl+C)"));
            if let Some(pin) = pin {
                report::note(&format!("Other computers need the PIN {pin}"));
            }
        }
        Event::NotChecked(most) if !quiet => report::note(&format!(
            "The site has more than {most} pages, so pages do not show what `site check` finds. Run it before you publish."
        )),
        Event::Built(site, took) if !quiet => report::summary(site, *took, None),
        Event::BuiltAgain(changed, took) if !quiet => report::note(&format!(
            "Built again in {:.0} ms: {} changed",
            took.as_secs_f64() * 1e3,
            report::pluralize(*changed, "page")
        )),
        _ => {}
    }
}

/// Returns a URL as a QR code, or an empty string if the URL is too long for one.
fn qr_code(url: &str) -> String {
    let code = qrcode::QrCode::new(url);
    code.map_or_else(|_| String::new(), |code| code.render::<Dense1x2>().build())
}

#[cfg(test)]
mod tests {
    use super::qr_code;

    #[test]
    fn a_phone_can_read_the_url() {
        let code = qr_code("http://192.168.1.7:4000");
        let widths: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(
            widths
                .iter()
                .all(|width| *width == widths[0] && *width > 20),
            "{code}"
        );
    }
}
