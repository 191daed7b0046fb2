use std::path::PathBuf;

/// What is wrong with a script, a style or a font, and where.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct Problem {
    /// The file, below the folders named in [`crate::Inputs`]; empty when the problem belongs to no file.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// Length of the place in bytes, at least 1.
    pub length: usize,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do about it, if known.
    pub help: Option<String>,
}

impl Problem {
    /// A problem of a whole file or folder.
    pub(crate) fn of(file: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: 1,
            column: 1,
            length: 1,
            message: message.into(),
            help: None,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A failure of the file system, for use with `map_err`.
    pub(crate) fn io(file: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Vec<Self> {
        let file = file.into();
        move |error| vec![Self::of(file, error.to_string())]
    }
}
