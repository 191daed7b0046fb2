//! The schemas of this program: those of settings and form definitions, which are the same for every site.

use crate::schema::Schema;

/// Schemas of this program. Each is compiled when it is first needed.
#[derive(Debug)]
pub struct ProgramSchemas {
    /// Schema of `site.toml`.
    pub site: Schema,
    /// Schema of `structure.toml`.
    pub structure: Schema,
    /// Schema of `menus.toml`.
    pub menus: Schema,
    /// Schema of `forms/*.toml`.
    pub form: Schema,
}

impl Default for ProgramSchemas {
    fn default() -> Self {
        Self {
            site: Schema::of_program("site.json", include_str!("../schemas/site.json")),
            structure: Schema::of_program(
                "structure.json",
                include_str!("../schemas/structure.json"),
            ),
            menus: Schema::of_program("menus.json", include_str!("../schemas/menus.json")),
            form: Schema::of_program("form.json", include_str!("../schemas/form.json")),
        }
    }
}

/// Tables of `checks.toml`, whose schema is not part of this crate.
const CHECKS: [&str; 5] = ["rules", "budget", "contrast", "orphans", "term"];

/// Returns the settings file that has a top-level key, or `None` if it is the one at `path` or no settings file at all, or if no file
/// has the key.
pub fn file_with_key(path: &str, key: &str) -> Option<&'static str> {
    let schemas = ProgramSchemas::default();
    let has_key = |schema: &Schema| schema.keys().any(|name| name == key);
    let files = [
        ("content/site.toml", has_key(&schemas.site)),
        ("content/structure.toml", has_key(&schemas.structure)),
        ("content/checks.toml", CHECKS.contains(&key)),
    ];
    files.iter().find(|(file, _)| *file == path)?;
    let mut others = files.into_iter().filter(|(file, _)| *file != path);
    others.find(|(_, has_key)| *has_key).map(|(file, _)| file)
}

impl ProgramSchemas {
    /// Compiles the schemas that every site needs.
    pub fn compile(&self) {
        for schema in [&self.site, &self.structure, &self.menus] {
            schema.validator();
        }
    }
}
