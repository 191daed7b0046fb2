//! Plugins for Markdown and of Starlight that the settings of an Astro site load.

use std::sync::Arc;

use diagnostic::Source;

use crate::astro_constants::imports;
use crate::literals::{first_part, inside, members, values};
use crate::model::Site;
use crate::report::place_of;

/// Plugins that show formulas.
const MATH: [&str; 4] = [
    "remark-math",
    "rehype-katex",
    "rehype-mathjax",
    "remark-mathjax",
];

/// Plugin that shows names between colons as emoji.
const EMOJI: &str = "remark-emoji";

/// Plugins whose work is done here as well, or changes nothing in a text.
const DONE: [&str; 9] = [
    "rehype-slug",
    "remark-directive",
    "remark-gfm",
    "remark-heading-id",
    "remark-smartypants",
    "rehype-autolink-headings",
    "rehype-external-links",
    "rehype-heading-ids",
    "@astrojs/markdown-remark",
];

/// Parts of the names of plugins of Starlight that make no pages.
const WITHOUT_PAGES: [&str; 4] = ["theme", "links-validator", "image-zoom", "auto-sidebar"];

/// Sets what plugins do that is done here as well, and reports the others. `config` is the text of the settings without comments.
pub fn read_plugins(source: &Arc<Source>, config: &str, site: &mut Site) {
    let imports = imports(config);
    let mut others: Vec<String> = Vec::new();
    for key in ["remarkPlugins", "rehypePlugins"] {
        let lists = values(config, key).filter(|list| list.starts_with('['));
        for one in lists.map(inside).flat_map(members) {
            // A plugin may have options: `[plugin, {}]`.
            let one = if one.starts_with('[') {
                inside(one)
            } else {
                one
            };
            let name = first_part(one).trim_matches(['"', '\'']).to_owned();
            let module = imports.iter().find(|(.., local)| *local == name);
            let module = module.map_or(name.as_str(), |(module, ..)| module);
            if MATH.contains(&module) {
                site.math = true;
            } else if module == EMOJI {
                site.emoji = true;
            } else if !DONE.contains(&module) && !name.is_empty() {
                others.push(name);
            }
        }
    }
    let made = values(config, "plugins").filter(|list| list.starts_with('['));
    let made = made.map(inside).flat_map(members).filter_map(|one| {
        let name = one.split('(').next().unwrap_or(one).trim();
        let (module, ..) = imports.iter().find(|(.., local)| *local == name)?;
        let makes_pages = !WITHOUT_PAGES.iter().any(|part| module.contains(part));
        (module.starts_with("starlight-") && makes_pages).then_some(module.as_str())
    });
    for module in made {
        let message = format!("what the plugin {module} made was left out");
        let help = "write what visitors need of it: pages in content/pages/, lists and feeds in content/structure.toml";
        site.report(source, place_of(source, module), message, help);
    }
    if let Some(first) = others.first() {
        let names: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
        let message = format!(
            "these plugins for Markdown were left out: {}",
            names.join(", ")
        );
        let help = "compare some texts with the old site, and write in Markdown or as components what the plugins added";
        site.report(source, place_of(source, first), message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins() {
        for (config, expected) in [
            (
                "import remarkMath from 'remark-math';\nexport default { markdown: { remarkPlugins: [remarkMath] } };",
                "math",
            ),
            (
                "import katex from \"rehype-katex\";\nexport default { markdown: { rehypePlugins: [[katex, { strict: false }], 'rehype-slug'] } };",
                "math",
            ),
            (
                "import emoji from 'remark-emoji'\nimport own from './own.mjs'\nexport default { markdown: { remarkPlugins: [emoji, own, [toc, {}]] } }",
                "emoji `own`, `toc`",
            ),
            (
                "import { defineConfig } from 'astro/config';\nexport default {};",
                "",
            ),
            (
                "import a from 'starlight-blog';\nimport b from 'starlight-links-validator';\nstarlight({ plugins: [a({ title: 'B' }), b()] })",
                "starlight-blog",
            ),
            (
                "// remark-math\nexport default { title: 'rehype-katex' };",
                "",
            ),
        ] {
            let mut site = Site::default();
            let source = Source::new("astro.config.mjs", config);
            read_plugins(&source, config, &mut site);
            let mut shown = Vec::new();
            shown.extend(site.math.then_some("math"));
            shown.extend(site.emoji.then_some("emoji"));
            let reported = site.diagnostics.first();
            let names = |message: &'_ str| {
                let plugin = message.strip_prefix("what the plugin ");
                let plugin = plugin.and_then(|rest| rest.split(' ').next());
                plugin
                    .or_else(|| Some(message.split_once(": ")?.1))
                    .map(str::to_owned)
            };
            let reported = reported.and_then(|one| names(&one.message));
            shown.extend(reported.as_deref());
            assert_eq!(shown.join(" "), expected, "{config}");
        }
    }
}
