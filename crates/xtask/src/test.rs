//! `cargo xtask test`: runs every test, the cheapest first.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

use tempfile::TempDir;

use crate::run::{Outcome, output, program, root, run as run_command};
use crate::unchanged::{self, Inputs};
use crate::{deploy, generator, import_cycles, instructions, lighthouse, release, tools, windows};

/// A step of `cargo xtask test`.
struct Step {
    name: &'static str,
    run: fn() -> Outcome,
    /// Files that the step tests. If none of them has changed since the step last passed, it is skipped. If `None`, the step
    /// always runs.
    inputs: Option<Inputs>,
}

/// Steps that need only Rust. They run one after the other, while other tools are being installed.
const FIRST: [Step; 3] = [
    always("format", format),
    always("cycles", || import_cycles::run(&[])),
    always("lint", generator::lint),
];

/// Step that builds the website, which other steps test.
const SITE: Step = always("site", generator::website);

/// Steps that run only if they are named, or with `--long`.
const LONG: [Step; 3] = [
    always("windows-node", windows::run_with_node),
    always("windows-tests", windows::tests),
    always("rebuild", || release::build(&["--twice".to_owned()])),
];

/// Groups of steps that run in parallel, because each group spends much of its time waiting for a browser, S3, or the clock. The
/// steps of a group run one after the other.
const GROUPS: [&[Step]; 3] = [
    &[
        always("rust", generator::test),
        on_change(
            "edge",
            deploy::edge,
            &[
                "crates/serve",
                "crates/site/starter",
                "deploy",
                "dist",
                "dist-host",
                "docs",
            ],
        ),
        on_change(
            "publish",
            deploy::publish,
            &[
                "crates/aws",
                "crates/forms",
                "crates/publish",
                "crates/serve",
                "crates/site/src/commands/edit",
                "crates/site/src/commands/inbox",
                "crates/site/src/commands/publish",
                "deploy/tests",
            ],
        ),
    ],
    &[
        on_change("browser", browser, &["dist", "widgets"]),
        on_change(
            "engines",
            engines,
            &["dist", "dist-host", "editors/drawer/src", "widgets"],
        ),
        on_change("drawer", drawer, &["content/schemas", "editors/drawer"]),
        on_change(
            "drawer-browser",
            drawer_in_browser,
            &[
                "Cargo.toml",
                "content/schemas",
                "crates/build",
                "crates/content",
                "crates/serve",
                "crates/site",
                "editors/drawer",
            ],
        ),
        on_change(
            "preview",
            preview,
            &["crates/serve", "crates/site/starter", "widgets"],
        ),
    ],
    &[
        always("deploy", deploy::test_infrastructure),
        on_change("widgets", widgets, &["themes", "widgets"]),
        on_change(
            "editors",
            editors,
            &[
                "Cargo.toml",
                "crates/build",
                "crates/content",
                "crates/render",
                "crates/serve",
                "crates/site",
                "editors",
            ],
        ),
        on_change(
            "years",
            generator::every_month,
            &["content", "crates/content", "crates/inspect", "themes"],
        ),
        on_change(
            "instructions",
            instructions::check,
            &[
                "Cargo.toml",
                "crates/assets",
                "crates/build",
                "crates/content",
                "crates/diagnostic",
                "crates/inspect",
                "crates/render",
                "crates/site",
                "crates/walk",
                "crates/xtask",
            ],
        ),
        on_change(
            "windows",
            windows::run,
            &[
                "Cargo.toml",
                "content",
                "crates",
                "public",
                "themes",
                "widgets",
            ],
        ),
    ],
];

const fn always(name: &'static str, run: fn() -> Outcome) -> Step {
    Step {
        name,
        run,
        inputs: None,
    }
}

const fn on_change(name: &'static str, run: fn() -> Outcome, inputs: Inputs) -> Step {
    Step {
        name,
        run,
        inputs: Some(inputs),
    }
}

/// Installs missing tools and runs the named steps. Without names, runs every step whose inputs have changed since it last
/// passed. With `--long`, also runs the program for Windows, and Lighthouse on every route, afterwards. Fails if a step fails, or there is
/// no step with a given name.
pub fn run(names: &[String]) -> Outcome {
    match names {
        [] => return run_all(),
        [long] if long == "--long" => {
            run_all()?;
            LONG.iter().try_for_each(run_step)?;
            return lighthouse::measure(&[]);
        }
        _ => {}
    }
    let steps: Vec<&Step> = FIRST
        .iter()
        .chain([&SITE])
        .chain(GROUPS.into_iter().flatten())
        .chain(&LONG)
        .collect();
    if let Some(unknown) = names
        .iter()
        .find(|name| !steps.iter().any(|step| step.name == **name))
    {
        let known: Vec<&str> = steps.iter().map(|step| step.name).collect();
        return Err(format!(
            "unknown step `{unknown}`; the steps are {}",
            known.join(", ")
        ));
    }
    steps
        .into_iter()
        .filter(|step| names.iter().any(|name| name == step.name))
        .try_for_each(run_step)
}

fn run_all() -> Outcome {
    // Determine the path of this program now, because a compilation may replace the file later.
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    thread::scope(|scope| {
        let installed = scope.spawn(install);
        FIRST.iter().try_for_each(run_step)?;
        installed
            .join()
            .unwrap_or_else(|_| Err("panicked".to_owned()))
    })?;
    run_step(&SITE)?;
    eprintln!(
        "\nThe other steps run in parallel. The output of each is printed when it has ended."
    );
    let temporary = folder_in_memory();
    let temporary = temporary.as_ref().map(TempDir::path);
    let groups = thread::scope(|scope| {
        let groups = GROUPS.map(|group| scope.spawn(|| run_group(&own, group, temporary)));
        groups.map(|group| group.join().unwrap_or_else(|_| Err("panicked".to_owned())))
    });
    let failed: Vec<&str> = groups
        .iter()
        .filter_map(|group| group.as_ref().err())
        .map(String::as_str)
        .collect();
    if !failed.is_empty() {
        return Err(failed.join("\n"));
    }
    let skipped: Vec<&str> = groups.into_iter().flatten().flatten().collect();
    eprintln!("\nAll tests passed.");
    if !skipped.is_empty() {
        eprintln!(
            "Skipped, because nothing they test has changed since they passed: {}. Name a step to run it.",
            skipped.join(", ")
        );
    }
    Ok(())
}

/// Installs npm packages, browsers, web servers, and Python packages. Most of the time goes into waiting for the network and the disk.
fn install() -> Outcome {
    tools::widgets()?;
    tools::npm_packages("editors/vscode")?;
    tools::npm_packages("editors/drawer")?;
    tools::browser()?;
    tools::other_engines();
    tools::web_servers();
    deploy::python().map(drop)
}

/// Free space in bytes that a file system in memory must have. It is far more than all temporary files of the tests need.
const FREE: u64 = 1 << 30;

/// Creates a folder for temporary files in memory, which is deleted when the value is dropped. On a disk, the tests would need a
/// quarter more CPU time, because they create and delete many small files. Returns `None` if there is no file system in memory,
/// or if it has too little free space.
fn folder_in_memory() -> Option<TempDir> {
    let memory = "/dev/shm";
    let printed = output(Command::new("df").args(["--output=avail", "--block-size=1", memory]));
    let printed = printed.ok()?;
    let free: u64 = printed.lines().last()?.trim().parse().ok()?;
    let folder = || tempfile::Builder::new().prefix("tests-").tempdir_in(memory);
    (free >= FREE).then(folder)?.ok()
}

/// Number of lines of a failed step that are repeated at the end, below the output of the other steps.
const LAST_LINES: usize = 30;

/// Runs the steps of a group whose inputs have changed. Each step runs in a process of its own, so that its output can be printed
/// in one piece. Temporary files are written to the folder `temporary`, or to the system's default folder if it is `None`. Returns
/// the names of the skipped steps.
fn run_group(
    own: &Path,
    group: &[Step],
    temporary: Option<&Path>,
) -> Result<Vec<&'static str>, String> {
    let mut skipped = Vec::new();
    for step in group {
        if let Some(inputs) = step.inputs
            && unchanged::has_passed(step.name, unchanged::fingerprint(inputs)?)
        {
            skipped.push(step.name);
            continue;
        }
        let path = root()
            .join("target/tests")
            .join(step.name)
            .with_extension("log");
        let cannot = |error| format!("cannot write {}: {error}", path.display());
        let log = File::create(&path).map_err(cannot)?;
        let status = Command::new(own)
            .args(["test", step.name])
            .envs(temporary.map(|folder| ("TMPDIR", folder)))
            .stdout(log.try_clone().map_err(cannot)?)
            .stderr(log)
            .status();
        let printed = fs::read_to_string(&path).unwrap_or_default();
        eprint!("{printed}");
        if !status.is_ok_and(|status| status.success()) {
            let lines: Vec<&str> = printed.lines().collect();
            let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
            return Err(format!(
                "the step `{}` failed; its last lines are:\n{last}",
                step.name
            ));
        }
    }
    Ok(skipped)
}

fn run_step(step: &Step) -> Outcome {
    eprintln!("\n== {}", step.name);
    let fingerprint = step.inputs.map(unchanged::fingerprint).transpose()?;
    let started = Instant::now();
    (step.run)().map_err(|error| format!("{}: {error}", step.name))?;
    eprintln!(
        "== {} passed in {} s",
        step.name,
        started.elapsed().as_secs()
    );
    fingerprint.map_or(Ok(()), |fingerprint| {
        unchanged::record(step.name, fingerprint)
    })
}

fn format() -> Outcome {
    run_command(&mut program("cargo", &["fmt", "--all", "--check"]))
}

/// Tests the extension of Visual Studio Code, and the language server by the client library of this editor.
fn editors() -> Outcome {
    let folder = "editors/vscode";
    tools::npm_packages(folder)?;
    for script in ["typecheck", "test"] {
        let mut command = program("npm", &["run", "--silent", script]);
        command.current_dir(root().join(folder));
        run_command(command.env("SITE", generator::program_of_tests()))?;
    }
    Ok(())
}

/// Bundles the drawer of `site edit`, and tests its components.
fn drawer() -> Outcome {
    tools::drawer(&root())?;
    for script in ["typecheck", "test"] {
        let mut command = program("npm", &["run", "--silent", script]);
        run_command(command.current_dir(root().join("editors/drawer")))?;
    }
    Ok(())
}

/// Tests the drawer in Chromium: with a site in memory, and with the program.
fn drawer_in_browser() -> Outcome {
    tools::drawer(&root())?;
    let mut command = program("npm", &["run", "--silent", "e2e"]);
    command.current_dir(root().join("editors/drawer"));
    command.env("CHROMIUM", tools::browser()?);
    run_command(command.env("SITE", generator::program_of_tests()))
}

fn widgets() -> Outcome {
    tools::widgets()?;
    npm("typecheck", &[])?;
    npm("test", &[])
}

/// Checks the byte budgets of the website, and tests it in Chromium.
fn browser() -> Outcome {
    npm("bytes", &["--", "--check"])?;
    let arguments = [
        "--",
        "--exclude",
        "e2e/serve.test.ts",
        "--exclude",
        "e2e/engines/**",
    ];
    in_browser(&arguments)
}

/// Tests the website in each browser engine that is installed, and the drawer in Firefox.
fn engines() -> Outcome {
    tools::drawer(&root())?;
    run_command(browser_tests(&["--", "e2e/engines"])?.envs(tools::other_engines()))
}

/// Tests live reload in Chromium.
fn preview() -> Outcome {
    in_browser(&["--", "e2e/serve.test.ts"])
}

fn in_browser(arguments: &[&str]) -> Outcome {
    run_command(&mut browser_tests(arguments)?)
}

/// Returns the command that runs tests in a browser.
fn browser_tests(arguments: &[&str]) -> Result<Command, String> {
    tools::widgets()?;
    let mut command = npm_command("e2e", arguments);
    command
        .env("CHROMIUM", tools::browser()?)
        .env("SITE", generator::program_of_tests());
    Ok(command)
}

fn npm(script: &str, arguments: &[&str]) -> Outcome {
    run_command(&mut npm_command(script, arguments))
}

fn npm_command(script: &str, arguments: &[&str]) -> Command {
    let mut command = program("npm", &["run", "--silent", script]);
    command.args(arguments).current_dir(root().join("widgets"));
    command
}
