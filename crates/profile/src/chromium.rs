//! Runs Chromium.

use std::path::Path;
use std::process::Command;

use crate::files::address;

/// Options of every run of Chromium.
#[rustfmt::skip]
const OPTIONS: [&str; 12] = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
    "--force-color-profile=srgb", "--virtual-time-budget=10000", "--generate-pdf-document-outline",
];

/// Opens a file in headless Chromium, with an empty user profile in `folder` and without the browser's own network traffic.
pub fn chromium(
    browser: &Path,
    folder: &Path,
    options: &[String],
    source: &Path,
) -> Result<(), String> {
    let mut command = Command::new(browser);
    command
        .args(OPTIONS)
        .arg(format!("--user-data-dir={}", folder.join("user").display()))
        .args(options)
        .arg(address(source));
    let done = command
        .output()
        .map_err(|error| format!("cannot start {}: {error}", browser.display()))?;
    if done.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&done.stderr);
    Err(format!("the browser failed ({}):\n{messages}", done.status))
}
