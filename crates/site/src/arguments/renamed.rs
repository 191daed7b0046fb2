//! Options and commands that earlier versions, or other generators, call differently.

use clap::error::{ContextKind, ContextValue};
use diagnostic::Renamed;

use super::other_generators::OTHER_GENERATORS;

/// Adds the name here to an error about an option or a command that an earlier version or another generator has.
pub fn with_new_name(mut error: clap::Error, renamed: &[Renamed]) -> clap::Error {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let wrong = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(text) => text.split(['=', ' ']).next().map(str::to_owned),
        _ => None,
    });
    let wrong = wrong.unwrap_or_default();
    let renamed = renamed.iter().find(|one| one.old == wrong);
    let other = OTHER_GENERATORS.iter().find(|(name, _)| *name == wrong);
    let tip = renamed
        .map(Renamed::help)
        .or_else(|| other.map(|(_, tip)| (*tip).to_owned()));
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tip);
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::arguments::Arguments;

    #[test]
    fn options_and_commands() {
        let renamed =
            [("--unpublished", "--drafts"), ("make", "build")].map(|(old, new)| Renamed {
                old,
                new,
                version: "0.3",
            });
        for (line, tip) in [
            (
                "site build --unpublished",
                "  tip: use `--drafts` instead (since version 0.3)\n",
            ),
            (
                "site make",
                "  tip: use `build` instead (since version 0.3)\n",
            ),
            ("site build --unknown", ""),
            (
                "site build --drafts -d out",
                "  tip: use `site build --out DIR`\n",
            ),
            ("site build -D", "  tip: use `--drafts`\n"),
            (
                "site serve --bind 127.0.0.1",
                "  tip: use `site serve --host ADDRESS`\n",
            ),
            ("site serve -s blog", "  tip: use `--root DIR`\n"),
            (
                "site build --baseURL=https://example.org",
                "  tip: set `base_url` in content/site.toml\n",
            ),
            ("site server -D", "  tip: use `site serve`\n"),
        ] {
            let error = Arguments::try_parse_from(line.split(' ')).unwrap_err();
            let printed = with_new_name(error, &renamed).to_string();
            let tips: String = printed
                .split_inclusive('\n')
                .filter(|line| line.contains("tip:"))
                .collect();
            assert_eq!(tips, tip);
        }
    }
}
