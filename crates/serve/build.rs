//! Includes the drawer of `site edit` in the program, if it has been bundled: `npm ci && npm run build` in `editors/drawer`.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "Cargo passes settings to a build script as environment variables, and reads its standard output"
)]

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join("../../editors/drawer/dist");
    println!("cargo::rerun-if-changed={}", folder.display());
    for name in ["drawer.js", "drawer.css"] {
        let bundled = folder.join(name);
        // Without Node, the program is compiled without the drawer, and says how to make it.
        fs::write(
            Path::new(&out).join(name),
            fs::read(bundled).unwrap_or_default(),
        )?;
    }
    Ok(())
}
