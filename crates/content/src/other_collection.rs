//! Documents in the folder of a collection that have the keys of another one.

use diagnostic::Diagnostic;

use crate::codes::UNKNOWN_KEY;
use crate::document::Document;
use crate::schema::Schema;
use crate::settings::Settings;

/// Number of keys by which a document must differ from those of its own collection.
const FEWEST: usize = 2;

/// Replaces the help about unknown keys of a document, whose collection is at `index`, if its keys are all those of one other
/// collection.
pub fn explain_folder(
    settings: &Settings,
    index: usize,
    document: &Document,
    diagnostics: &mut [Diagnostic],
) {
    let rules = &settings.content.structure.collections;
    let Some(schema) = settings.schemas[index]
        .as_ref()
        .filter(|_| rules[index].dir.is_some())
    else {
        return;
    };
    let knows = |schema: &Schema, key: &str| schema.keys().any(|known| known == key);
    let keys = || document.fields.keys();
    if keys().filter(|key| !knows(schema, key)).count() < FEWEST {
        return;
    }
    let mut others = rules
        .iter()
        .zip(&settings.schemas)
        .filter(|(rule, schema)| {
            let has_all = |schema: &Schema| keys().all(|key| knows(schema, key));
            rule.dir.is_some() && schema.as_ref().is_some_and(has_all)
        });
    let Some((rule, _)) = others.next().filter(|_| others.next().is_none()) else {
        return;
    };
    let folder = rule.dir.as_deref().unwrap_or_default();
    let help = format!(
        "move the file to content/{folder}/: these are keys of a document of `{}`",
        rule.name
    );
    for one in diagnostics
        .iter_mut()
        .filter(|one| one.code == &UNKNOWN_KEY)
    {
        *one = one.clone().only_help(help.clone());
    }
}
