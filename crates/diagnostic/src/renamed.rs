//! Names that people write in sites and on command lines, and that earlier versions called differently.

/// A key, function, argument, option, or code of a finding that a version renamed, or removed in favor of another.
#[derive(Debug, Clone, Copy)]
pub struct Renamed {
    /// The name in earlier versions.
    pub old: &'static str,
    /// The name to use instead.
    pub new: &'static str,
    /// The first version with the new name.
    pub version: &'static str,
}

/// Everything that has another name now: the finding about an unknown name names the new one, and `site check --fix` writes it. An entry
/// stays for at least two minor versions (see *What may change* in CONTRIBUTING.md). A test of `site` fails if a name of an earlier
/// version is neither in use nor in this list.
pub const RENAMED: &[Renamed] = &[Renamed {
    old: "unused-frame",
    new: "unused-host",
    version: "0.2",
}];

/// Returns the entry of `renamed` whose old name is `word`, and whose new name is one of `candidates`. So an old key is not mistaken
/// for an old function.
pub fn new_name<'r>(
    word: &str,
    candidates: &[&str],
    renamed: &'r [Renamed],
) -> Option<&'r Renamed> {
    renamed
        .iter()
        .find(|one| one.old == word && candidates.contains(&one.new))
}

impl Renamed {
    /// Returns help such as "use `route` instead (since version 0.3)".
    pub fn help(&self) -> String {
        format!(
            "use `{}` instead (since version {})",
            self.new, self.version
        )
    }
}
