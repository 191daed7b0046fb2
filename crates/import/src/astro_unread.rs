//! Reports what was not understood of the programs of an Astro site.

use crate::astro_settings::{Part, Settings, Unread};
use crate::model::Site;
use crate::project::Project;
use crate::report::place_of;

/// Reports parts of the settings that were not understood, and collections that have no files.
pub fn report_unread(settings: &Settings, project: &Project<'_>, site: &mut Site) {
    let has_files = |folder: &str| {
        project.text(folder).is_some() || project.below(&format!("{folder}/")).next().is_some()
    };
    let collections = &settings.collections;
    let effect = |name: &String| {
        let folder = collections.get(name).filter(|folder| has_files(folder));
        match folder {
            Some(folder) => format!("only those in {folder} were imported"),
            None => "none were imported".to_owned(),
        }
    };
    for Unread {
        source,
        written,
        of,
    } in &settings.unread
    {
        let (message, help) = match of {
            Part::Setting("redirects") => (
                "a part of `redirects` was not understood".to_owned(),
                "write it as `\"/old\": \"/new\"` in the old site, and import that again".to_owned(),
            ),
            Part::Setting(key) => (
                format!("the value of `{key}` was not understood"),
                format!(
                    "write it as a text in the old site, as in `{key}: \"…\"`, and import that again"
                ),
            ),
            Part::Place(key, folder) => (
                format!("`{key}` names another folder than {folder}, the only one that was read"),
                format!("rename the folder to {folder} in the old site, and import that again"),
            ),
            Part::Folder(name) => (
                format!(
                    "the folder of the documents of `{name}` was not understood, so {}",
                    effect(name)
                ),
                "write it as a text in the old site, as in `base: \"./src/data/blog\"`, and import that again".to_owned(),
            ),
            Part::Loader(name) => (
                format!("a program loads the documents of `{name}`, and {}", effect(name)),
                "save what it loads as Markdown in the old site, and import that again, if the new one needs it".to_owned(),
            ),
        };
        site.report(source, place_of(source, written), message, &help);
    }
    let Some(source) = &settings.content else {
        return;
    };
    if collections.is_empty() {
        let message = "no collection was found in this program".to_owned();
        let help = "write each as `const blog = defineCollection({ … })` in the old site, and import that again";
        site.report(source, 0..0, message, help);
    }
    for (name, folder) in collections {
        let is_read = settings.unread.iter().all(|one| match &one.of {
            Part::Folder(own) | Part::Loader(own) => own != name,
            Part::Setting(_) | Part::Place(..) => true,
        });
        if is_read && !has_files(folder) && !settings.data.contains(name) {
            let message = format!("the collection `{name}` has no document in {folder}");
            let help = "if it has documents elsewhere, correct its folder in the old site, and import that again";
            site.report(source, place_of(source, name), message, help);
        }
    }
}
