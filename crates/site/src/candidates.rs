//! Candidates that shells suggest for arguments: names from the project in the current folder, codes of findings, and help
//! topics.

use clap::CommandFactory;
use clap_complete::CompletionCandidate;
use clap_complete::engine::ArgValueCandidates;

use crate::arguments::Arguments;
use crate::commands::{explain, help, new};
use crate::project;

/// Returns the clap command of this program, with completion candidates for its arguments.
pub fn command() -> clap::Command {
    type Candidates = fn() -> Vec<CompletionCandidate>;
    let arguments: [(&str, &str, Candidates); 5] = [
        ("check", "explain", codes),
        ("help", "topic", topics),
        ("list", "collection", collections),
        ("new", "collection", collections),
        ("serve", "open", urls),
    ];
    let mut command = Arguments::command();
    for (subcommand, argument, candidates) in arguments {
        command = command.mut_subcommand(subcommand, |one| {
            one.mut_arg(argument, |one| one.add(ArgValueCandidates::new(candidates)))
        });
    }
    command
}

/// Returns the names of the project's collections.
fn collections() -> Vec<CompletionCandidate> {
    let project = project::find(None).ok();
    let structure = project.as_ref().and_then(new::structure);
    let rules = structure.into_iter().flat_map(|one| one.collections);
    candidates(rules.map(|rule| rule.name))
}

/// Returns the URLs of the project's pages.
fn urls() -> Vec<CompletionCandidate> {
    let Ok(project) = project::find(None) else {
        return Vec::new();
    };
    let (_, _, content, _) = project.content(&project::inputs_of_today());
    let plan = content.map(|content| render::plan(&content).0);
    let routes = plan.iter().flat_map(|plan| plan.routes.iter());
    candidates(routes.map(|route| route.url.clone()))
}

/// Returns the codes of all findings.
fn codes() -> Vec<CompletionCandidate> {
    candidates(explain::names().map(str::to_owned))
}

/// Returns the topics of `site help`.
fn topics() -> Vec<CompletionCandidate> {
    candidates(help::topics().map(str::to_owned))
}

fn candidates(names: impl Iterator<Item = String>) -> Vec<CompletionCandidate> {
    names.map(CompletionCandidate::new).collect()
}
