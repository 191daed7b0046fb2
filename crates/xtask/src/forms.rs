//! Commands for the form function: they build its archive, measure it, and try to make it lose a submission.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Outcome, output, program, root, run};
use crate::tools;

/// Maximum size of the archive in bytes.
const MAX_SIZE: u64 = 4_400_000;
/// Option of `cargo lambda` for the processor in deploy/forms.yaml.
const DEPLOYED: &str = "--arm64";
/// Rust target of that processor.
const DEPLOYED_TARGET: &str = "aarch64-unknown-linux-gnu";
/// Option of `cargo lambda` for the processor of most computers, on which the function is measured.
const MEASURED: &str = "--x86-64";

/// `forms-package`: builds the archive for the processor in deploy/forms.yaml. Fails and keeps no archive if the Rust target for this
/// processor is not installed, or if the archive is too large.
pub fn package(_: &[String]) -> Outcome {
    // An archive of an earlier run may be for another processor, and every form would fail with it.
    remove(&archive_path())?;
    if !is_installed(DEPLOYED_TARGET)? {
        return Err(format!(
            "deploy/forms.yaml needs an archive for arm64: run rustup target add {DEPLOYED_TARGET}"
        ));
    }
    let archive = build(DEPLOYED)?;
    let size = fs::metadata(&archive)
        .map_err(|error| format!("{}: {error}", archive.display()))?
        .len();
    println!("{}, {size} bytes (limit {MAX_SIZE})", archive.display());
    if size > MAX_SIZE {
        remove(&archive)?;
        return Err("the archive is too large".to_owned());
    }
    Ok(())
}

/// Packages of `PyPI` that write documents for `honest.py`.
const HONEST_PYTHON: [&str; 22] = [
    "borb",
    "cairosvg",
    "docxcompose",
    "docxtpl",
    "fpdf2",
    "htmldocx",
    "img2pdf",
    "matplotlib",
    "pdfrw",
    "pikepdf",
    "Pillow",
    "pymupdf",
    "pypdf",
    "python-docx",
    "pypandoc_binary",
    "PyX",
    "reportlab",
    "rst2pdf",
    "svglib",
    "typst",
    "weasyprint",
    "xhtml2pdf",
];
/// npm packages that write documents for `honest.py`.
const HONEST_NODE: [&str; 10] = [
    "@react-pdf/renderer",
    "docx",
    "docxtemplater",
    "html-to-docx",
    "jspdf",
    "officegen",
    "pdf-lib",
    "pdfkit",
    "pdfmake",
    "pizzip",
];

/// `forms-honest`: writes honest documents with every program that is installed or can be installed from `PyPI` and npm, and tests that
/// the form function refuses none of them. Names those that cannot be installed. Fails as well if there are fewer than 25 programs.
pub fn honest(_: &[String]) -> Outcome {
    let python = tools::environment("honest-python", &[])?.join("python");
    for package in HONEST_PYTHON {
        if let Err(error) = tools::environment("honest-python", &[package]) {
            eprintln!("{package} is not tried: {error}");
        }
    }
    let modules = root().join("target/honest-node");
    let prefix = modules.to_string_lossy();
    let install = [
        "install",
        "--no-audit",
        "--no-fund",
        "--no-save",
        "--ignore-scripts",
        "--prefix",
    ];
    if let Err(error) = output(program("npm", &install).arg(&*prefix).args(HONEST_NODE)) {
        eprintln!("the packages of npm are not tried: {error}");
    }
    let documents = root().join("target/honest");
    let folder = documents.to_string_lossy();
    let script = "crates/forms/tests/fixtures/honest.py";
    run(&mut program(
        &python.to_string_lossy(),
        &[script, &folder, &prefix],
    ))?;
    let test = [
        "test",
        "--quiet",
        "--package",
        "site-forms",
        "--test",
        "testsuite",
        "documents::honest",
    ];
    run(program("cargo", &test).env("HONEST", &documents))
}

/// `forms-bench`: measures the packaged function: start time, response times, memory, and size.
pub fn bench(_: &[String]) -> Outcome {
    let archive = build(MEASURED)?;
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
    // The archive was built for this computer's processor and must not be deployed.
    remove(&archive_path())?;
    println!("archive: {size} bytes (limit {MAX_SIZE})");
    // The function itself is already compiled, so cargo compiles only the client, with the profile of the tests.
    let client = [
        "--profile",
        "dev",
        "--package",
        "forms-lambda",
        "--bench",
        "function",
    ];
    run(program("cargo", &["bench", "--quiet"])
        .args(client)
        .env("FORMS_FUNCTION", function))
}

/// `forms-load [submissions] [parallel]`: sends thousands of submissions while services fail and the server is killed. Fails if
/// a submission is lost, stored twice, or never finished.
pub fn load(arguments: &[String]) -> Outcome {
    let number = |at: usize, default| arguments.get(at).map_or(default, String::as_str);
    let test = [
        "test",
        "--quiet",
        "--package",
        "forms-lambda",
        "--test",
        "load",
        "--",
    ];
    run(program("cargo", &test).args([number(0, "10000"), number(1, "64")]))
}

/// Builds the archive for one processor, and returns its path.
fn build(processor: &str) -> Result<PathBuf, String> {
    // cargo-lambda installs zig, whose linker supports Lambda's old version of glibc.
    let bin = tools::python(&["cargo-lambda==1.9.2"])?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))
        .map_err(|error| format!("PATH: {error}"))?;
    let package = ["--profile", "lambda", "--package", "forms-lambda"];
    run(program("cargo", &["lambda", "build"])
        .args(package)
        .args(["--output-format", "zip", processor])
        .env("PATH", path))?;
    Ok(archive_path())
}

/// Returns the path of the archive, which is the same for every processor.
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

/// Returns whether a Rust target is installed.
fn is_installed(target: &str) -> Result<bool, String> {
    let sysroot = output(&mut program("rustc", &["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(target)
        .is_dir())
}

/// Makes a file executable, because unpacking with Python's zipfile does not.
fn executable(path: &Path) -> Outcome {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
