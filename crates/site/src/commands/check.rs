//! `site check`: runs every rule on the finished site. With `--fix`, it corrects files; with `--record`, it updates the list of URLs;
//! otherwise it writes nothing.

use std::process::ExitCode;
use std::sync::Arc;

use build::{Coverage, Destination, Inputs, Project, Site, replace_file};
use content::{Allow, Tree};
use diagnostic::{Diagnostic, Severity};
use inspect::{RULES, Scope, baseline, url_ledger};

use crate::arguments::{Arguments, CheckOptions, Format};
use crate::commands::{explain, fix};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{cache, external, project, report, threads};

/// Runs `site check`.
pub fn run(arguments: &Arguments, options: &CheckOptions) -> Result<ExitCode, Failure> {
    let is_json = arguments.format == Format::Json;
    if options.list {
        report::print_result(&explain::list(is_json));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(code) = &options.explain {
        report::print_result(&explain::explain(code, is_json).map_err(Failure::usage)?);
        return Ok(ExitCode::SUCCESS);
    }
    let (project, _temporary) = cache::writable(project::find(arguments.root.as_deref())?);
    let mut inputs = project::inputs(&options.selection);
    inputs.known_findings = options.baseline;
    inputs.scope = Scope {
        check: true,
        publish: options.publish,
        external: options.external,
    };
    if options.external {
        let cache = project.cache.clone();
        inputs.request_urls = Some(Arc::new(move |urls, settings| {
            external::check_links(urls, settings, &cache)
        }));
    }

    threads::build_in_current();
    let is_quiet = arguments.quiet;
    let (mut site, mut diagnostics, mut coverage) = checked(&project, &inputs, is_quiet);
    if options.diff {
        return Ok(fix::print_diff(&project, &diagnostics, is_quiet));
    }
    for _ in 0..fix::MAX_ROUNDS {
        if !options.fix || !fix::apply(&project, &diagnostics, is_quiet)? {
            break;
        }
        (site, diagnostics, coverage) = checked(&project, &inputs, is_quiet);
    }

    let mut known = None;
    if options.baseline {
        match write_baseline(&project, &diagnostics) {
            Ok(number) => {
                diagnostics.retain(|finding| !baseline::can_be_known(finding));
                known = Some(number);
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
        build::condense(&mut diagnostics);
    }
    let allows = site
        .as_ref()
        .map(|site| site.content.structure.allows.clone());
    let mut recorded = None;
    let site = site.filter(|_| options.record && !diagnostic::has_errors(&diagnostics));
    if let Some(site) = site {
        match record(&project, &site.plan) {
            Ok(is_new) => recorded = Some(is_new),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if options.strict {
        let warnings = diagnostics.iter_mut();
        for warning in warnings.filter(|one| one.severity == Severity::Warning) {
            warning.severity = Severity::Error;
        }
    }
    diagnostic::sort(&mut diagnostics);
    report::print_diagnostics(&diagnostics, arguments.format);
    let errors = report::errors(&diagnostics);
    let result = report::counts(&diagnostics);
    if arguments.format == Format::Text && !(arguments.quiet && diagnostics.is_empty()) {
        let offer = fix::offer(&diagnostics).filter(|_| !options.fix);
        let summary = summary(inputs.scope, coverage, &result);
        report::note(&(summary + &offer.unwrap_or_default()));
    }
    if arguments.format == Format::Text && !arguments.quiet {
        for allow in allows.iter().flatten() {
            report::note(&allowed(allow));
        }
    }
    if let Some(number) = known.filter(|_| arguments.format == Format::Text && !arguments.quiet) {
        let findings = report::pluralize(number, "known finding");
        report::note(&match number {
            0 => format!(
                "{} is not needed: there is no finding for it",
                baseline::FILE
            ),
            _ => format!("Wrote {findings} to {}", baseline::FILE),
        });
    }
    if let Some(is_new) = recorded.filter(|_| arguments.format == Format::Text && !arguments.quiet)
    {
        let file = url_ledger::FILE;
        report::note(&if is_new {
            format!("Added new URLs to {file}")
        } else {
            format!("{file} already lists every URL")
        });
    }
    Ok(report::exit_code(errors))
}

/// Returns a line about a host that pages may use, with the reason.
fn allowed(allow: &Allow) -> String {
    let uses: Vec<&str> = allow.uses.iter().map(|one| one.name()).collect();
    let pages = match allow.pages.as_str() {
        "/*" => "every page",
        pages => pages,
    };
    let Allow { host, reason, .. } = allow;
    format!("Allowed on {pages}: {host} ({}): {reason}", uses.join(", "))
}

/// Builds the site in memory and runs the rules.
fn checked(
    project: &Project,
    inputs: &Inputs,
    is_quiet: bool,
) -> (Option<Site>, Vec<Diagnostic>, Coverage) {
    let mut progress = Progress::new(is_quiet);
    build::once(project, inputs, Destination::Memory, &mut |stage| {
        progress.stage(stage);
    })
}

/// Returns the last line of the output: what was checked, and the result.
fn summary(scope: Scope, coverage: Coverage, result: &str) -> String {
    let rules = || RULES.iter().filter(|rule| scope.includes(rule.when));
    let all = report::pluralize(rules().count(), "rule");
    match coverage {
        Coverage::Content => {
            format!("Checked the content: {result}; templates, pages and links were not checked")
        }
        Coverage::Templates => {
            format!("Checked content and templates: {result}; pages and links were not checked")
        }
        Coverage::Pages {
            made,
            planned,
            is_complete,
        } => {
            let mut pages = report::pluralize(planned, "page");
            if made < planned {
                pages = format!("{made} of {pages}");
            }
            if is_complete {
                return format!("Checked {pages} with {all}: {result}");
            }
            let some = rules().filter(|rule| !rule.needs_whole_pages).count();
            format!(
                "Checked {pages} with {some} of {all}, because the others need styles, scripts and islands: {result}"
            )
        }
    }
}

/// Writes the findings that can be known to `content/baseline.toml`, or removes the file if there are none. Returns their number.
fn write_baseline(project: &Project, findings: &[Diagnostic]) -> Result<usize, Diagnostic> {
    let file = baseline::FILE;
    let path = project.root.join(file);
    let tree = Tree::read(&project.root, "content");
    let old = tree.texts.get(file).map(|source| source.text.as_str());
    let (text, number) = baseline::text(findings);
    if number > 0 {
        replace_file(&path, file, old, &text)?;
    } else if old.is_some() {
        std::fs::remove_file(&path).map_err(|error| {
            let message = format!("cannot remove {file}: {error}");
            Diagnostic::new(&build::codes::CANNOT_WRITE, message)
        })?;
    }
    Ok(number)
}

/// Adds the site's URLs to `content/urls.toml`. Returns whether any of them is new.
pub fn record(project: &Project, plan: &render::Plan) -> Result<bool, Diagnostic> {
    let file = url_ledger::FILE;
    let tree = Tree::read(&project.root, "content");
    let Some(text) = url_ledger::recorded(&tree, plan)? else {
        return Ok(false);
    };
    let old = tree.texts.get(file).map(|source| source.text.as_str());
    replace_file(&project.root.join(file), file, old, &text)?;
    Ok(true)
}
