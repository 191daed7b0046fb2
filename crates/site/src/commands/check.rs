//! `site check`: every rule over the finished site. Nothing is written, but for the list of addresses with `--record`.

use std::process::ExitCode;
use std::sync::Arc;

use content::Tree;
use diagnostic::{Diagnostic, Severity, did_you_mean};

use crate::arguments::{Arguments, CheckOptions, Format};
use crate::progress::Progress;
use crate::project;
use build::Coverage;
use build::Project;
use build::write;
use inspect::{RULES, Scope};

use crate::commands::explain;
use crate::{cache, external, report};

/// Runs the command.
pub fn run(arguments: &Arguments, options: &CheckOptions) -> ExitCode {
    if options.list {
        report::answer(&explain::list(arguments.format == Format::Json));
        return ExitCode::SUCCESS;
    }
    if let Some(code) = &options.explain {
        return explained(code, arguments.format);
    }
    let project = match project::find(arguments.root.as_deref()) {
        Ok(project) => project,
        Err(diagnostic) => return report::finish(&[diagnostic], arguments.format),
    };
    let mut inputs = project::inputs(&options.selection);
    inputs.scope = Scope {
        check: true,
        publish: options.publish,
        external: options.external,
    };
    let (project, _temporary) = cache::writable(project);
    if options.external {
        let cache = project.cache.clone();
        inputs.ask = Some(Arc::new(move |urls, settings| {
            external::ask(urls, settings, &cache)
        }));
    }
    let mut progress = Progress::new(arguments.quiet);
    let (site, mut found, coverage) =
        build::once(&project, &inputs, &mut |stage| progress.stage(stage));
    drop(progress);
    let mut recorded = None;
    if let Some(site) = site.as_ref().filter(|_| options.record) {
        match record(&project, &site.plan) {
            Ok(is_new) => recorded = Some(is_new),
            Err(diagnostic) => found.push(diagnostic),
        }
    }
    if options.strict {
        for one in &mut found {
            one.severity = Severity::Error;
        }
    }
    diagnostic::sort(&mut found);
    report::print_findings(&found, arguments.format);
    let (errors, warnings) = report::count(&found);
    if arguments.format == Format::Text && !(arguments.quiet && found.is_empty()) {
        report::note(&closing(
            inputs.scope,
            coverage,
            errors,
            warnings,
            site.map(|site| site.plan.routes.len()),
        ));
    }
    if let Some(is_new) = recorded.filter(|_| arguments.format == Format::Text && !arguments.quiet)
    {
        let file = inspect::url_ledger::FILE;
        report::note(&if is_new {
            format!("New addresses were written to {file}")
        } else {
            format!("{file} lists every address already")
        });
    }
    if errors > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn closing(
    scope: Scope,
    coverage: Coverage,
    errors: usize,
    warnings: usize,
    pages: Option<usize>,
) -> String {
    let rules = || RULES.iter().filter(|rule| scope.includes(rule.when));
    let what = match (errors, warnings) {
        (0, 0) => "nothing to mend".to_owned(),
        (0, warnings) => report::counted(warnings, "warning"),
        (errors, 0) => report::counted(errors, "error"),
        (errors, warnings) => {
            format!(
                "{} and {}",
                report::counted(errors, "error"),
                report::counted(warnings, "warning")
            )
        }
    };
    let pages = pages.map_or_else(String::new, |pages| {
        format!(" {} with", report::counted(pages, "page"))
    });
    let every = report::counted(rules().count(), "rule");
    match coverage {
        Coverage::Content => {
            format!("Checked the content: {what}; templates, pages and links were not looked at")
        }
        Coverage::Templates => {
            format!("Checked content and templates: {what}; pages and links were not looked at")
        }
        Coverage::Pages {
            made,
            planned,
            whole,
        } => {
            let pages = if made < planned {
                format!(" {made} of {} with", report::counted(planned, "page"))
            } else {
                pages
            };
            if whole {
                return format!("Checked{pages} {every}: {what}");
            }
            let some = rules().filter(|rule| inspect::takes_parts(rule)).count();
            format!(
                "Checked{pages} {some} of {every}, for the others need styles, scripts and islands: {what}"
            )
        }
    }
}

fn explained(code: &str, format: Format) -> ExitCode {
    if let Some(text) = explain::explain(code, format == Format::Json) {
        report::answer(&text);
        return ExitCode::SUCCESS;
    }
    let known = explain::codes().map(|(code, _)| code.name);
    let diagnostic = Diagnostic::new(
        &inspect::codes::UNKNOWN_RULE,
        format!("no finding has the code `{code}`"),
    )
    .maybe_help(did_you_mean(code, known))
    .help("`site check --list` names them all");
    report::print_findings(&[diagnostic], format);
    ExitCode::from(2)
}

/// Adds the addresses of a site to `content/urls.toml`; whether there were new ones.
pub fn record(project: &Project, plan: &render::Plan) -> Result<bool, Diagnostic> {
    let file = inspect::url_ledger::FILE;
    let tree = Tree::read(&project.root, "content");
    let Some(text) = inspect::url_ledger::recorded(&tree, plan)? else {
        return Ok(false);
    };
    let old = tree.texts.get(file).map(|source| source.text.as_str());
    write::replace_file(&project.root.join(file), file, old, &text)?;
    Ok(true)
}
