//! Options and commands that earlier versions called differently.

use clap::error::{ContextKind, ContextValue};
use diagnostic::Renamed;

/// Adds the new name to an error about an option or a command that an earlier version had.
pub fn with_new_name(mut error: clap::Error, renamed: &[Renamed]) -> clap::Error {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let wrong = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(text) => text.split(['=', ' ']).next().map(str::to_owned),
        _ => None,
    });
    let renamed = wrong.and_then(|wrong| renamed.iter().find(|one| one.old == wrong));
    if let Some(renamed) = renamed {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = ContextValue::StyledStrs(vec![renamed.help().into()]);
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
