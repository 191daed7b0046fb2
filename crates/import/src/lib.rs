//! Converts a site of another generator to one of this program.
//!
//! - In: the names of the files of a site of Zola, Hugo, Astro, or Jekyll, and a function that reads them.
//! - Out: [`Imported`]: the files of the new site, and a finding for everything that could not be converted.
//! - Never: writes or reads files itself, or asks for the environment or the clock.
//!
//! The module of a generator reads its site into a [`model::Site`], in which every page has its old URL. Everything else is the same
//! for all generators: [`collections`] chooses collections, routes and files so that the URLs stay, [`text`] rewrites links and shortcodes,
//! [`schema`] guesses schemas from the keys in use, and [`settings`] writes the settings.

mod accents;
mod alerts;
mod astro;
mod astro_collections;
mod astro_constants;
mod astro_ids;
mod astro_made_ids;
mod astro_markdown;
mod astro_params;
mod astro_programs;
mod astro_redirects;
mod astro_settings;
mod astro_sidebar;
mod astro_translations;
mod astro_unread;
mod blocks;
mod builtins;
mod calendar;
pub mod codes;
mod collections;
mod comments;
mod copies;
mod edits;
mod emoji;
mod entities;
mod evaluation;
mod expressions;
#[cfg(test)]
mod fixture;
mod formulas;
mod front_matter;
mod goldmark;
mod heading_ids;
mod hidden_files;
mod highlights;
mod html;
mod hugo;
mod hugo_build;
mod hugo_cascade;
mod hugo_content;
mod hugo_dates;
mod hugo_empty;
mod hugo_feeds;
mod hugo_includes;
mod hugo_inline;
mod hugo_menus;
mod hugo_paths;
mod hugo_permalinks;
mod hugo_resources;
mod hugo_sections;
mod hugo_settings;
mod hugo_sitemaps;
mod hugo_templates;
mod hugo_terms;
mod hugo_urls;
mod imported;
mod jekyll;
mod jekyll_dates;
mod jekyll_files;
mod jekyll_ids;
mod jekyll_lists;
mod jekyll_plugins;
mod jekyll_templates;
mod jekyll_urls;
mod joined_lines;
mod kramdown;
mod kramdown_html;
mod kramdown_lines;
mod layout;
mod links;
mod liquid;
mod liquid_values;
mod lists;
mod literal_signs;
mod literals;
mod main_prefix;
mod markdoc;
mod mdx;
mod mdx_indent;
mod mdx_programs;
mod mdx_tag;
mod menus;
mod merge_conflicts;
mod model;
mod pages;
mod presentation;
mod project;
mod redirects;
mod report;
mod schema;
mod scripts;
mod services;
mod settings;
mod shortcodes;
mod style_hosts;
mod table_row;
mod targets;
mod term_redirects;
mod text;
mod theme;
mod theme_files;
mod time_zones;
mod unfit_pictures;
mod values;
mod whole_pages;
mod zola;
mod zola_root;
mod zola_terms;

pub use imported::{File, Imported};
pub use project::Project;

/// A generator whose sites can be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generator {
    /// <https://www.getzola.org>
    Zola,
    /// <https://gohugo.io>
    Hugo,
    /// <https://astro.build>
    Astro,
    /// <https://jekyllrb.com>
    Jekyll,
}

/// Converts a site. Returns no files if its settings cannot be read.
pub fn import(generator: Generator, project: &Project<'_>) -> Imported {
    let mounted = match generator {
        Generator::Hugo => hugo_content::mounted(project),
        _ => Vec::new(),
    };
    let mut files = project.visible(&mounted);
    if generator == Generator::Hugo {
        hugo_content::without_ignored(project, &mut files);
    }
    let visible = &Project {
        files: &files,
        read: project.read,
    };
    let site = match generator {
        Generator::Zola => zola::read(visible),
        Generator::Hugo => hugo::read(visible),
        Generator::Astro => astro::read(visible),
        Generator::Jekyll => jekyll::read(visible),
    };
    match site {
        Ok(mut site) => {
            hidden_files::report(project, &mut site);
            services::report(visible, &mut site);
            if matches!(generator, Generator::Hugo | Generator::Zola) {
                theme_files::add(visible, &mut site.public);
            }
            layout::write(site, visible)
        }
        Err(diagnostic) => Imported {
            diagnostics: vec![diagnostic],
            ..Imported::default()
        },
    }
}
