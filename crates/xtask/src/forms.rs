//! The form function's own commands: package, measure, and try to lose a submission.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Outcome, output, program, root, run};
use crate::tools;

/// Most bytes of the archive.
const LARGEST: u64 = 5_000_000;
/// What `cargo lambda` calls the processors, and the target that has to be installed for each.
const PROCESSORS: [(&str, &str); 2] = [
    ("--x86-64", "x86_64-unknown-linux-gnu"),
    ("--arm64", "aarch64-unknown-linux-gnu"),
];

/// `forms-package`: builds the archive that deploy/template.yaml names, for every processor whose target is installed. Only
/// that of the template's processor, `arm64`, stays.
///
/// # Errors
/// A build fails, an archive is too large, or the target of `arm64` is not installed: then no archive stays.
pub fn package(_: &[String]) -> Outcome {
    let installed = installed()?;
    let [.., (deployed, deployed_target)] = PROCESSORS;
    for (processor, target) in PROCESSORS {
        let kind = processor.trim_start_matches('-');
        if !installed.contains(&processor) {
            println!("{kind}: not built, for its target is missing: rustup target add {target}");
            continue;
        }
        let archive = build(processor)?;
        let size = fs::metadata(&archive)
            .map_err(|error| format!("{}: {error}", archive.display()))?
            .len();
        println!(
            "{kind}: {}, {size} bytes (bar {LARGEST})",
            archive.display()
        );
        if size > LARGEST {
            return Err("the archive is larger than its bar".to_owned());
        }
    }
    if installed.contains(&deployed) {
        return Ok(());
    }
    // Under this name the template deploys it, as one for arm64, and every form would fail.
    remove(&archive_path())?;
    Err(format!(
        "there is no archive to deploy: deploy/template.yaml asks for arm64; run rustup target add {deployed_target}"
    ))
}

/// `forms-bench`: start, replies, memory and size of the packaged function.
///
/// # Errors
/// It cannot be built or run.
pub fn bench(_: &[String]) -> Outcome {
    let archive = build(PROCESSORS[0].0)?;
    let folder = root().join("target/lambda/unpacked");
    let python = tools::python(&[])?.join("python");
    let (archive, unpacked) = (archive.to_string_lossy(), folder.to_string_lossy());
    output(&mut program(
        &python.to_string_lossy(),
        &["-m", "zipfile", "-e", &archive, &unpacked],
    ))?;
    let function = folder.join("bootstrap");
    executable(&function)?;
    let size = fs::metadata(&*archive).map_or(0, |data| data.len());
    // It is for this computer, and not to be deployed.
    remove(&archive_path())?;
    println!("archive: {size} bytes (bar {LARGEST})");
    run(program(
        "cargo",
        &[
            "bench",
            "--quiet",
            // Only what measures is built, with what the tests have built already; the function itself is the package.
            "--profile",
            "dev",
            "--package",
            "forms-lambda",
            "--bench",
            "function",
        ],
    )
    .env("FORMS_FUNCTION", function))
}

/// `forms-load [submissions] [at once]`: thousands of submissions against failing services and a server that is killed.
///
/// # Errors
/// Something was lost, stored twice or left over.
pub fn load(arguments: &[String]) -> Outcome {
    let number = |place: usize, usual: &str| {
        arguments
            .get(place)
            .cloned()
            .unwrap_or_else(|| usual.to_owned())
    };
    let (count, at_once) = (number(0, "10000"), number(1, "64"));
    run(&mut program(
        "cargo",
        &[
            "test",
            "--quiet",
            "--package",
            "forms-lambda",
            "--test",
            "load",
            "--",
            &count,
            &at_once,
        ],
    ))
}

/// Builds the archive for one processor.
fn build(processor: &str) -> Result<PathBuf, String> {
    // cargo-lambda brings zig, whose linker makes a binary that runs on Lambda's older glibc too.
    let bin = tools::python(&["cargo-lambda==1.9.2"])?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))
        .map_err(|error| format!("PATH: {error}"))?;
    let arguments = [
        "lambda",
        "build",
        "--profile",
        "lambda",
        "--package",
        "forms-lambda",
        "--output-format",
        "zip",
    ];
    run(program("cargo", &arguments)
        .arg(processor)
        .env("PATH", path))?;
    Ok(archive_path())
}

/// Where the archive is, whatever processor it is for.
fn archive_path() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    target.join("lambda/forms-lambda/bootstrap.zip")
}

fn remove(path: &Path) -> Outcome {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", path.display()))
        }
        _ => Ok(()),
    }
}

/// The processors whose target is installed.
fn installed() -> Result<Vec<&'static str>, String> {
    let sysroot = output(&mut program("rustc", &["--print", "sysroot"]))?;
    let targets = Path::new(sysroot.trim()).join("lib/rustlib");
    Ok(PROCESSORS
        .iter()
        .filter(|(_, target)| targets.join(target).is_dir())
        .map(|(processor, _)| *processor)
        .collect())
}

/// The archive's tool keeps no permissions.
fn executable(path: &Path) -> Outcome {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
