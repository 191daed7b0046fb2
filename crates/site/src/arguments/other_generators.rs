//! Options and commands of Hugo, Zola, Jekyll, Eleventy, and Astro, that users of those programs type.

/// The name in the other programs, and what has the same effect here.
pub const OTHER_GENERATORS: &[(&str, &str)] = &[
    ("server", "use `site serve`"),
    ("dev", "use `site serve`"),
    ("preview", "use `site serve`"),
    ("start", "use `site serve`"),
    ("deploy", "use `site publish`"),
    ("version", "use `site --version`"),
    ("-D", "use `--drafts`"),
    ("--buildDrafts", "use `--drafts`"),
    ("-F", "use `--future`"),
    ("--buildFuture", "use `--future`"),
    ("-d", "use `site build --out DIR`"),
    ("-o", "use `site build --out DIR`"),
    ("--destination", "use `site build --out DIR`"),
    ("--output", "use `site build --out DIR`"),
    ("--output-dir", "use `site build --out DIR`"),
    ("--outDir", "use `site build --out DIR`"),
    ("-s", "use `--root DIR`"),
    ("--source", "use `--root DIR`"),
    ("--input", "use `--root DIR`"),
    ("-p", "use `site serve --port 1313`"),
    ("--bind", "use `site serve --host ADDRESS`"),
    ("--interface", "use `site serve --host ADDRESS`"),
    ("-i", "use `site serve --host ADDRESS`"),
    ("-O", "use `site serve --open`"),
    ("--fast", "every change is already built incrementally"),
    (
        "--incremental",
        "every change is already built incrementally",
    ),
    (
        "--disableFastRender",
        "the output never differs from that of a full build",
    ),
    ("--disableLiveReload", "use `site serve --no-reload`"),
    ("--watch", "`site serve` builds again after every change"),
    ("-w", "`site serve` builds again after every change"),
    ("--minify", "styles and scripts are always minified"),
    (
        "--gc",
        "files that are no longer used always leave the output folder",
    ),
    (
        "--cleanDestinationDir",
        "files that are no longer used always leave the output folder",
    ),
    ("--baseURL", "set `base_url` in content/site.toml"),
    ("--base-url", "set `base_url` in content/site.toml"),
    ("--baseurl", "set `base_url` in content/site.toml"),
    ("-b", "set `base_url` in content/site.toml"),
    ("-u", "set `base_url` in content/site.toml"),
    ("--config", "the settings are in content/site.toml"),
    ("-c", "the settings are in content/site.toml"),
    ("--theme", "the templates are in themes/"),
    ("-t", "the templates are in themes/"),
    (
        "--skip-external-links",
        "links to other sites are checked only by `site check --external`",
    ),
    ("--templateMetrics", "use `site build --timings=templates`"),
];

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use clap::error::ErrorKind;

    use super::*;
    use crate::arguments::Arguments;

    #[test]
    fn what_is_advised_exists_and_what_is_replaced_does_not() {
        for (name, tip) in OTHER_GENERATORS {
            let tip = tip.replace("ADDRESS", "0.0.0.0");
            for code in tip.split('`').skip(1).step_by(2) {
                let lines = match code.split_once(' ') {
                    Some(("site", _)) => vec![code.to_owned()],
                    _ if code.starts_with('-') => ["build", "serve", "check"]
                        .map(|command| format!("site {command} {code}"))
                        .to_vec(),
                    _ => continue,
                };
                for line in lines {
                    let parsed = Arguments::try_parse_from(line.split(' '));
                    let is_valid = parsed.is_ok() || line.ends_with("--version");
                    assert!(is_valid || line == "site publish", "{line}");
                }
            }
            for command in ["build", "serve"] {
                let line = if name.starts_with('-') {
                    vec!["site", command, name]
                } else {
                    vec!["site", name]
                };
                let error = Arguments::try_parse_from(line).unwrap_err().kind();
                let unknown = [ErrorKind::UnknownArgument, ErrorKind::InvalidSubcommand];
                assert!(unknown.contains(&error), "{name}: {error:?}");
            }
        }
    }
}
