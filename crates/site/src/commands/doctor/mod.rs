//! `site doctor`: reports problems of this computer and of this project, and how to fix them. It changes nothing.

#[cfg(feature = "aws")]
mod aws;
mod computer;
mod finding;
mod site;

use std::process::ExitCode;

use crate::arguments::{Arguments, DoctorOptions, Format};
use crate::project;
use crate::report;
use build::Project;
use finding::{Finding, State};

/// Runs `site doctor`. Returns a failing exit code if there is a problem.
pub fn run(arguments: &Arguments, options: &DoctorOptions) -> ExitCode {
    let project = project::find(arguments.root.as_deref());
    let widgets = project.as_ref().ok().and_then(Project::widgets);
    let mut findings = vec![computer::program()];
    match &project {
        Ok(project) => findings.extend(site::check(project)),
        Err(diagnostic) => {
            let finding = Finding::note("project", diagnostic.message.clone());
            findings.push(finding.help(
                "run the command in a project's folder; `site init DIR` creates a new project",
            ));
        }
    }
    findings.extend(computer::node(widgets.is_some()));
    findings.extend(widgets.as_deref().map(site::packages));
    findings.push(computer::port(options.port));
    let here = project.map_or_else(|_| ".".into(), |project| project.root);
    findings.extend(computer::disk(&here));
    if options.aws {
        findings.extend(check_aws(options));
    }
    print(arguments, &findings);
    let problems = findings.iter().filter(|one| one.state == State::Problem);
    report::exit_code(problems.count())
}

#[cfg(feature = "aws")]
fn check_aws(options: &DoctorOptions) -> Vec<Finding> {
    aws::check(options)
}

#[cfg(not(feature = "aws"))]
fn check_aws(_: &DoctorOptions) -> Vec<Finding> {
    let finding = Finding::problem("aws", "this program was built without AWS");
    vec![finding.help("use a program that was built with the feature `aws`")]
}

fn print(arguments: &Arguments, findings: &[Finding]) {
    if arguments.format == Format::Json {
        let lines = findings.iter().flat_map(serde_json::to_string);
        report::print_result(&lines.map(|line| line + "\n").collect::<String>());
        return;
    }
    let problems = || findings.iter().filter(|one| one.state == State::Problem);
    if arguments.quiet {
        report::print_result(&problems().map(text).collect::<String>());
        return;
    }
    report::print_result(&findings.iter().map(text).collect::<String>());
    report::note(&match problems().count() {
        0 => "No problems found".to_owned(),
        count => report::pluralize(count, "problem"),
    });
}

fn text(finding: &Finding) -> String {
    let Finding { check, message, .. } = finding;
    let help = finding.help.iter().flat_map(|help| help.lines());
    let help: String = help.map(|line| format!("{:23}{line}\n", "")).collect();
    format!("{:9}{check:14}{message}\n{help}", finding.state.word())
}

#[cfg(all(test, not(feature = "aws")))]
#[test]
fn without_aws() {
    let options = DoctorOptions {
        port: 4000,
        aws: true,
        bucket: None,
    };
    let found: String = check_aws(&options).iter().map(text).collect();
    let expected = "problem  aws           this program was built without AWS
                       use a program that was built with the feature `aws`
";
    assert_eq!(found, expected);
}
