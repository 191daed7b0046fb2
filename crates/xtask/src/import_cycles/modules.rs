//! The modules of a library or binary, and the resolution of paths to the files that define their items.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Item, UseTree};

use super::graph::Import;
use super::paths::{WrittenPath, paths};

/// Maximum number of re-exports to follow for one path, because they can form a cycle.
const MOST_REEXPORTS: usize = 32;

/// A library or binary, as a list of its modules with the root first.
#[derive(Default)]
pub struct Target {
    modules: Vec<Module>,
}

#[derive(Default)]
struct Module {
    /// File that contains the module.
    file: String,
    /// Folder with the files of its child modules, ending in `/`.
    folder: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Names of the items that the module defines.
    items: BTreeSet<String>,
    /// Imported paths, keyed by their name in the module.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths of the modules and enums that the module imports with `*`.
    globs: Vec<Vec<String>>,
    /// Every path with at least two segments in the module's items.
    paths: Vec<WrittenPath>,
}

impl Target {
    /// Parses the file `root` and all its modules. `files` maps the paths of all files to their text. Fails if a file is missing or
    /// has a syntax error.
    pub fn parse(root: &str, files: &BTreeMap<String, String>) -> Result<Self, String> {
        let mut target = Self::default();
        let folder = root
            .rsplit_once('/')
            .map_or(String::new(), |(folder, _)| format!("{folder}/"));
        target.add_file(root.to_owned(), folder, None, files)?;
        Ok(target)
    }

    /// Returns all imports of one file by another.
    pub fn imports(&self) -> impl Iterator<Item = Import> {
        (0..self.modules.len()).flat_map(move |at| {
            let module = &self.modules[at];
            module.paths.iter().filter_map(move |path| {
                let to = self.resolve(at, &path.segments, 0)?;
                let to = &self.modules[to].file;
                (*to != module.file).then(|| Import {
                    from: module.file.clone(),
                    line: path.line,
                    to: to.clone(),
                    path: path.segments.join("::"),
                })
            })
        })
    }

    fn add_file(
        &mut self,
        file: String,
        folder: String,
        parent: Option<usize>,
        files: &BTreeMap<String, String>,
    ) -> Result<usize, String> {
        let text = files
            .get(&file)
            .ok_or_else(|| format!("there is no file {file}"))?;
        let parsed = syn::parse_file(text)
            .map_err(|error| format!("{file}:{}: {error}", error.span().start().line))?;
        self.add_module(
            Module {
                file,
                folder,
                parent,
                ..Module::default()
            },
            parsed.items,
            files,
        )
    }

    fn add_module(
        &mut self,
        module: Module,
        items: Vec<Item>,
        files: &BTreeMap<String, String>,
    ) -> Result<usize, String> {
        let at = self.modules.len();
        let (file, folder) = (module.file.clone(), module.folder.clone());
        self.modules.push(module);
        for item in items {
            let (attributes, name) = attributes_and_name(&item);
            if is_test(attributes) {
                continue;
            }
            self.modules[at].items.extend(name);
            match item {
                Item::Mod(child) => {
                    let name = child.ident.to_string();
                    let folder_below = format!("{folder}{name}/");
                    let child = if let Some((_, items)) = child.content {
                        let module = Module {
                            file: file.clone(),
                            folder: folder_below,
                            parent: Some(at),
                            ..Module::default()
                        };
                        self.add_module(module, items, files)?
                    } else {
                        let flat = format!("{folder}{name}.rs");
                        let nested = format!("{folder_below}mod.rs");
                        let file = if files.contains_key(&flat) {
                            flat
                        } else {
                            nested
                        };
                        self.add_file(file, folder_below, Some(at), files)?
                    };
                    self.modules[at].children.insert(name, child);
                }
                item => {
                    if let Item::Use(item) = &item {
                        self.modules[at].import(&item.tree, &mut Vec::new());
                    }
                    let mut tokens = TokenStream::new();
                    item.to_tokens(&mut tokens);
                    self.modules[at].paths.extend(paths(tokens));
                }
            }
        }
        Ok(at)
    }

    /// Resolves a path that is written in the module `from`. Returns the index of the module that defines the item, or `None` if it
    /// belongs to another crate.
    fn resolve(&self, from: usize, path: &[String], followed: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.find(0, rest, followed),
            "self" => self.find(from, rest, followed),
            "super" => {
                let mut at = self.modules[from].parent?;
                let mut rest = rest;
                while let Some((_, after)) = rest.split_first().filter(|(name, _)| *name == "super")
                {
                    at = self.modules[at].parent?;
                    rest = after;
                }
                self.find(at, rest, followed)
            }
            _ => {
                let module = &self.modules[from];
                (module.children.contains_key(first) || module.imports.contains_key(first))
                    .then(|| self.find(from, path, followed))?
            }
        }
    }

    /// Resolves a path relative to the module `at`. Returns the index of the module that defines the item.
    fn find(&self, mut at: usize, path: &[String], followed: usize) -> Option<usize> {
        for (index, name) in path.iter().enumerate() {
            let module = &self.modules[at];
            if let Some(child) = module.children.get(name) {
                at = *child;
            } else if module.items.contains(name) {
                return Some(at);
            } else if followed == MOST_REEXPORTS {
                return None;
            } else if let Some(import) = module.imports.get(name) {
                let path: Vec<String> = import.iter().chain(&path[index + 1..]).cloned().collect();
                // An item of another crate counts as defined by the module that imports it.
                return self.resolve(at, &path, followed + 1).or(Some(at));
            } else {
                let through_glob = module.globs.iter().find_map(|glob| {
                    let below = self.resolve(at, glob, followed + 1)?;
                    let is_there = self.modules[below].has(name);
                    is_there.then(|| self.find(below, &path[index..], followed + 1))?
                });
                return through_glob.or(Some(at));
            }
        }
        Some(at)
    }
}

impl Module {
    /// Returns whether the module defines or imports a name. Globs are ignored.
    fn has(&self, name: &str) -> bool {
        self.children.contains_key(name)
            || self.items.contains(name)
            || self.imports.contains_key(name)
    }

    fn import(&mut self, tree: &UseTree, path: &mut Vec<String>) {
        let mut insert = |name: String, mut path: Vec<String>, last: String| {
            if last != "self" {
                path.push(last);
            }
            self.imports.insert(name, path);
        };
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.import(&part.tree, path);
                path.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, path);
                }
            }
            UseTree::Glob(_) => self.globs.push(path.clone()),
            UseTree::Rename(rename) => insert(
                rename.rename.to_string(),
                path.clone(),
                rename.ident.to_string(),
            ),
            UseTree::Name(name) if name.ident == "self" => {
                insert(
                    path.last().cloned().unwrap_or_default(),
                    path.clone(),
                    "self".to_owned(),
                );
            }
            UseTree::Name(name) => {
                insert(name.ident.to_string(), path.clone(), name.ident.to_string());
            }
        }
    }
}

/// Returns the attributes of an item and the name that it defines.
fn attributes_and_name(item: &Item) -> (&[Attribute], Option<String>) {
    let (attributes, name) = match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Mod(item) => (&item.attrs, None),
        Item::Use(item) => (&item.attrs, None),
        _ => return (&[], None),
    };
    (attributes, name.map(ToString::to_string))
}

/// Returns whether an item has the attribute `#[cfg(test)]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}
