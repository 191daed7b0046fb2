//! `site doctor`: what this computer and this project lack, each with what to do. It changes nothing.

#[cfg(feature = "aws")]
mod aws;
mod computer;
mod finding;
mod site;

use std::process::ExitCode;

use serde_json::json;

use crate::arguments::{Arguments, DoctorOptions, Format};
use crate::project;
use crate::report;
use build::Project;
use finding::{Finding, State};

/// Runs the command.
pub fn run(arguments: &Arguments, options: &DoctorOptions) -> ExitCode {
    let project = project::find(arguments.root.as_deref());
    let widgets = project.as_ref().ok().and_then(Project::widgets);
    let mut findings = vec![computer::program()];
    match &project {
        Ok(project) => findings.extend(site::look(project)),
        Err(diagnostic) => {
            let finding = Finding::note("project", diagnostic.message.clone());
            findings.push(finding.help(
                "run the command in a project's folder; `site init DIR` makes one to begin with",
            ));
        }
    }
    findings.extend(computer::node(widgets.is_some()));
    findings.extend(widgets.as_deref().map(site::packages));
    findings.push(computer::port(options.port));
    let here = project.map_or_else(|_| ".".into(), |project| project.root);
    findings.extend(computer::disk(&here));
    findings.extend(computer::for_developers());
    if options.aws {
        findings.extend(of_aws(options));
    }
    tell(arguments, &findings);
    if findings.iter().any(|one| one.state == State::Problem) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

#[cfg(feature = "aws")]
fn of_aws(options: &DoctorOptions) -> Vec<Finding> {
    aws::look(options)
}

#[cfg(not(feature = "aws"))]
fn of_aws(_: &DoctorOptions) -> Vec<Finding> {
    let finding = Finding::problem("aws", "this program was built without AWS");
    vec![finding.help("cargo install --path crates/site --features aws")]
}

fn tell(arguments: &Arguments, findings: &[Finding]) {
    if arguments.format == Format::Json {
        let lines = findings.iter().map(|one| {
            let line = json!({
                "check": one.what,
                "state": one.state.word(),
                "message": one.says,
                "help": one.help,
            });
            format!("{line}\n")
        });
        report::answer(&lines.collect::<String>());
        return;
    }
    let lines = findings
        .iter()
        .filter(|one| !arguments.quiet || one.state == State::Problem);
    report::answer(&lines.map(text).collect::<String>());
    if arguments.quiet {
        return;
    }
    let problems = findings
        .iter()
        .filter(|one| one.state == State::Problem)
        .count();
    report::note(&match problems {
        0 => "Nothing is in the way".to_owned(),
        problems => report::counted(problems, "problem"),
    });
}

fn text(finding: &Finding) -> String {
    let Finding {
        what, state, says, ..
    } = finding;
    let help = finding.help.iter().flat_map(|help| help.lines());
    let help: String = help.map(|line| format!("{:23}{line}\n", "")).collect();
    format!("{:9}{what:14}{says}\n{help}", state.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_finding() {
        let finding = Finding::problem("node", "not found").help("install it");
        assert_eq!(
            text(&finding),
            "problem  node          not found\n                       install it\n"
        );
    }
}
