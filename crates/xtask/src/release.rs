//! Builds the program of a release, in such a way that everybody can build it again with the same bytes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, output, program, root, run};
use crate::{files, sources, tools};

/// `release`: builds the program for this computer, or for the target that is named. With `--twice`, builds it in another folder as
/// well, with another home folder of Cargo, and compares the two. Fails if the compiler is not the version that Cargo.toml names, the
/// program does not compile, or the two differ.
pub fn build(arguments: &[String]) -> Outcome {
    check_compiler()?;
    let (options, targets): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|one| one.starts_with('-'));
    let target = targets.first().map(|one| one.as_str());
    let home = home()?;
    tools::drawer(&root())?;
    run(&mut cargo(&root(), &home, target))?;
    if options.is_empty() {
        return Ok(());
    }
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    let copy = temporary.path().join("another folder");
    let other_home = temporary.path().join("home");
    sources::copy(&[], &copy)?;
    // The downloaded packages are the same, and only their path differs.
    #[cfg(unix)]
    std::os::unix::fs::symlink(&home, &other_home).map_err(|error| error.to_string())?;
    tools::drawer(&copy)?;
    run(&mut cargo(&copy, &other_home, target))?;
    let (one, other) = (read(&root(), target)?, read(&copy, target)?);
    if one == other {
        eprintln!("the same {} bytes in both folders", one.len());
        return Ok(());
    }
    Err("the program has other bytes if it is built in another folder".to_owned())
}

/// Fails unless the compiler is exactly the `rust-version` of Cargo.toml: another version would write other bytes.
fn check_compiler() -> Outcome {
    let manifest = files::read(&root().join("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .ok_or("Cargo.toml has no rust-version")?;
    let printed = output(&mut program("rustc", &["--version"]))?;
    if printed.split(' ').nth(1) == Some(version) {
        return Ok(());
    }
    Err(format!(
        "releases are built with Rust {version}, but this is {}: run `rustup toolchain install {version}`, and set RUSTUP_TOOLCHAIN to \
         {version}",
        printed.trim()
    ))
}

/// Returns Cargo's home folder, which contains the downloaded packages.
fn home() -> Result<PathBuf, String> {
    let home = || Some(env::home_dir()?.join(".cargo"));
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home);
    home.ok_or_else(|| "set CARGO_HOME: there is no home folder".to_owned())
}

/// Returns the command that builds the program in a folder with the files of the project. Messages of panics contain the paths of
/// source files; the paths of the two folders are replaced, so that the bytes do not depend on them.
fn cargo(folder: &Path, home: &Path, target: Option<&str>) -> Command {
    let (from_home, from_folder) = (home.display(), folder.display());
    let flags = format!(
        "target.'cfg(all())'.rustflags = ['--remap-path-prefix={from_home}=cargo', '--remap-path-prefix={from_folder}=site']"
    );
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--locked", "--release", "--package", "site"])
        .args(["--features", "aws,avif", "--config", &flags])
        .args(target.map(|target| format!("--target={target}")))
        .current_dir(folder)
        .env("CARGO_HOME", home)
        // mimalloc, which is in C, contains the time of its compilation; this variable replaces it
        // (<https://reproducible-builds.org/docs/source-date-epoch/>).
        .env("SOURCE_DATE_EPOCH", "0")
        .env_remove("CARGO_TARGET_DIR");
    if !cfg!(windows) {
        cargo.env("CFLAGS", format!("-ffile-prefix-map={from_home}=cargo"));
    }
    cargo
}

/// Reads the program that was built in a folder.
fn read(folder: &Path, target: Option<&str>) -> Result<Vec<u8>, String> {
    let folder = folder.join("target").join(target.unwrap_or_default());
    let name = format!("release/site{}", env::consts::EXE_SUFFIX);
    let path = folder.join(name);
    fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}
