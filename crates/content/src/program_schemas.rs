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

impl ProgramSchemas {
    /// Compiles the schemas that every site needs.
    pub fn compile(&self) {
        for schema in [&self.site, &self.structure, &self.menus] {
            schema.validator();
        }
    }
}
