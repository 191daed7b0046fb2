//! The assets of a site: the bundle of styles and scripts, pictures, icons, and the files of `public/`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assets::{
    Bundle, Cut, EncodedPictures, Encoding, Island, SUPPORTS_AVIF, StaticFile, WantedPicture,
};
use bytes::Bytes;
use content::{Content, Part};
use diagnostic::line_endings::normalized;
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Severity, Source};
use inspect::addresses::is_picture;
use inspect::{Files, Page};
use render::{AssetIndex, Picture, PictureSize, UNAVAILABLE_ASSET_URL, program_scripts};

use crate::codes;
use crate::other_folders::other_folders;
use crate::project::{Inputs, Project};

/// The assets of a site.
#[derive(Debug, Default)]
pub struct SiteAssets {
    /// Name of the theme.
    pub theme: String,
    /// Key of the bundle if its types have not been checked yet.
    pub unchecked: Option<String>,
    /// Paths of the files below `content/` that are not text.
    content_files: Arc<Vec<String>>,
    /// The settings in `structure.toml` with which photographs were read.
    settings: content::Pictures,
    /// URLs of the client module of each island and of what it imports, by the name of the island.
    pub modules: BTreeMap<String, Vec<String>>,
    /// Digest of the script that renders islands; `None` if there is no such script.
    pub island_renderer: Option<String>,
    /// Language and time zone in which islands are rendered.
    pub region: assets::Region,
    /// The assets that pages can refer to.
    pub index: Arc<AssetIndex>,
    /// Names of assets by URL.
    pub names: Arc<HashMap<String, String>>,
    /// Files of the bundle.
    pub bundled: Files,
    /// Pictures that are offered in several sizes, by name.
    pub sources: BTreeMap<String, WantedPicture>,
    /// Pictures of the content and the theme, and the scripts of search, by output path. Only those to which a page or another
    /// file refers are published.
    pub pictures: Files,
    /// Files of `public/`.
    pub public: Files,
    /// Fingerprint of `index`, `bundled`, `pictures` and `public`.
    pub fingerprint: Fingerprint,
    /// Source of the theme's style sheets, by path relative to the project's root.
    pub styles: BTreeMap<String, Arc<Source>>,
    /// Errors in styles and scripts.
    pub bundle_errors: Vec<Diagnostic>,
    /// Errors about folders and links that cannot be followed. If there are any, pictures or files of `public/` may be missing.
    pub unreachable: Vec<Diagnostic>,
    /// Findings about pictures, settings, and files of `public/`.
    pub other_findings: Vec<Diagnostic>,
}

impl SiteAssets {
    /// Returns all findings.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        let errors = self.bundle_errors.iter().chain(&self.unreachable);
        errors.chain(&self.other_findings)
    }

    /// Returns whether the assets are still up to date after the files in `changed` have changed.
    pub fn is_current(
        &self,
        project: &Project,
        content: &Content,
        changed: &BTreeSet<PathBuf>,
    ) -> bool {
        // After an error, everything is read again: its cause, such as a missing package, may not be a file of the project.
        self.findings().all(|one| one.severity != Severity::Error)
            && self.theme == content.config.theme
            && self.content_files == content.files
            && self.settings == content.structure.pictures
            && self.region == region(content)
            && !changed
                .iter()
                .any(|path| is_asset(&project.root, path, &content.files))
    }

    /// Calls a function with the inputs for bundling a theme.
    pub fn with_bundle_inputs<T>(
        project: &Project,
        theme: &str,
        call: impl FnOnce(&assets::BundleInputs<'_>) -> T,
    ) -> T {
        let widgets = project.widgets();
        let styles = project.root.join("themes").join(theme).join("styles");
        call(&assets::BundleInputs {
            root: &project.root,
            widgets: widgets.as_deref(),
            styles: &styles,
            cache: &project.cache,
        })
    }

    /// Bundles styles and scripts, and reads all other assets.
    pub fn read(project: &Project, content: &Content, inputs: &Inputs) -> Self {
        let encoding = inputs.encoding;
        let theme = &content.config.theme;
        let (mut bundle, (pictures, public)) = rayon::join(
            || {
                Self::with_bundle_inputs(project, theme, |bundle| {
                    assets::bundle(bundle, inputs.types)
                })
            },
            || {
                let theme = format!("themes/{theme}");
                (
                    pictures(project, &theme, content, encoding),
                    assets::public_files(&project.root.join("public")),
                )
            },
        );
        let SitePictures {
            files: pictures,
            icons,
            faults,
            sources,
            mut unreachable,
        } = pictures;
        unreachable.extend(public.unreachable);
        let mut other_findings = std::mem::take(&mut bundle.warnings);
        other_findings.extend(public.hidden.into_iter().chain(public.unreadable));
        other_findings.extend(public.faults);
        other_findings.extend(other_folders(&project.root));
        let settings = &content.structure.pictures;
        if settings.avif && !SUPPORTS_AVIF {
            let place = content.structure_toml.locate("/pictures/avif", Part::Value);
            let message = "this program cannot write AVIF files";
            other_findings.push(
                Diagnostic::new(&codes::NO_AVIF, message)
                    .at(place, "needs the feature `avif`")
                    .help("compile it with `cargo build --release -p site --features avif`, or remove this line"),
            );
        }
        let mut index = index(&bundle, &pictures, icons, settings);
        index.card_renderer = Self::with_bundle_inputs(project, theme, assets::card_renderer);
        for (name, bytes) in &public.files {
            if is_picture(name) {
                let url = index.urls.entry(name.clone());
                url.or_insert_with(|| format!("/{name}"));
                let size = assets::picture_size(name, bytes);
                index.sizes.extend(size.map(|size| (name.clone(), size)));
            }
        }
        let scripts = program_scripts()
            .map(|(name, text)| (name, assets::fingerprint(name, text.as_bytes()), text));
        for (name, output, _) in &scripts {
            let url = index.urls.entry((*name).to_owned());
            url.or_insert_with(|| format!("/{output}"));
        }
        for (name, fault) in faults {
            other_findings.push(fault);
            // A placeholder, so that pages that show the picture are not reported because of it.
            index.sizes.insert(name.clone(), (1, 1));
            index.drawings.insert(name, "<svg></svg>".to_owned());
        }
        let islands = bundle.manifest.islands.iter();
        let modules = |(name, island): (&String, &Island)| {
            let all = iter::once(&island.module).chain(&island.imports);
            (name.clone(), all.cloned().collect())
        };
        let urls = index.urls.iter();
        let stand_in =
            (!bundle.is_complete).then(|| (UNAVAILABLE_ASSET_URL[1..].to_owned(), Vec::new()));
        let bundled = bundle.files.into_iter().chain(stand_in);
        let is_published = |file: &StaticFile| file.source.is_none() || encoding == Encoding::Later;
        let pictures = pictures.into_iter().filter(is_published);
        let pictures = pictures.map(|file| (file.output, file.bytes));
        let bytes = |(path, bytes)| (path, Bytes::from(bytes));
        let bundled: Files = bundled.map(bytes).collect();
        let mut pictures: Files = pictures.map(bytes).collect();
        pictures.extend(scripts.map(|(_, output, text)| (output, Bytes::from(text))));
        let public: Files = public.files.into_iter().map(bytes).collect();
        let all = Fingerprinter::default().part(index.fingerprint());
        // The name of a picture contains a fingerprint of its content.
        let all = all.parts(pictures.keys().map(Fingerprint::of));
        let all = bundled
            .iter()
            .chain(&public)
            .fold(all, |all, (path, bytes)| all.text(path).bytes(bytes));
        Self {
            fingerprint: all.finish(),
            theme: theme.clone(),
            unchecked: bundle.unchecked,
            island_renderer: bundle.island_renderer,
            region: region(content),
            content_files: Arc::clone(&content.files),
            settings: content.structure.pictures.clone(),
            modules: islands.map(modules).collect(),
            names: Arc::new(
                urls.map(|(name, url)| (url.clone(), name.clone()))
                    .collect(),
            ),
            index: Arc::new(index),
            bundled,
            pictures,
            sources,
            public,
            styles: style_sources(&project.root, theme),
            bundle_errors: bundle.errors,
            unreachable,
            other_findings,
        }
    }
}

impl SiteAssets {
    /// Returns the pictures in the sizes that `pages` offer, as files of the output.
    pub fn encoded(
        &self,
        project: &Project,
        pages: &[Arc<Page>],
        encoding: Encoding,
    ) -> EncodedPictures {
        let mut wanted: BTreeMap<&str, WantedPicture> = BTreeMap::new();
        let sizes: BTreeSet<&PictureSize> = pages
            .iter()
            .flat_map(|page| &page.record().pictures)
            .collect();
        for size in sizes {
            let Some(source) = self.sources.get(&size.name) else {
                continue;
            };
            let picture = wanted.entry(&size.name).or_insert_with(|| source.clone());
            let cut = Cut {
                width: size.width,
                height: size.height,
                focus: size.focus,
            };
            picture.cuts.insert(size.output.clone(), cut);
        }
        let wanted: Vec<WantedPicture> = wanted.into_values().collect();
        assets::encode_pictures(&project.root, &project.cache, &wanted, encoding)
    }
}

/// Reads the theme's style sheets, by path relative to the project's root.
fn style_sources(root: &Path, theme: &str) -> BTreeMap<String, Arc<Source>> {
    let folder = format!("themes/{theme}/styles");
    let (themes, styles) = (root.join("themes"), root.join(&folder));
    let (names, _) = assets::names_below(&themes, &styles);
    let names = names.into_iter().filter(|name| name.ends_with(".css"));
    let read = |name: String| {
        let path = format!("{folder}/{name}");
        let text = std::fs::read_to_string(root.join(&path)).ok()?;
        Some((path.clone(), Source::new(path, normalized(text))))
    };
    names.filter_map(read).collect()
}

/// Returns whether a file may be an asset, or a folder may contain one: it is in the project, but neither a text of the content nor a
/// template. `content_files` are the sorted paths of the content's other files.
fn is_asset(root: &Path, path: &Path, content_files: &[String]) -> bool {
    let Ok(inside) = path.strip_prefix(root) else {
        return false;
    };
    let mut parts = inside
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    match parts.next().as_deref() {
        // A picture that is added or removed is noticed because it changes the list of the content's files.
        Some("content") if path.is_dir() => {
            // Its files may have been replaced by others with the same names.
            let start: String = parts.map(|part| format!("{part}/")).collect();
            let first = content_files.partition_point(|file| *file < start);
            let first = content_files.get(first);
            first.is_some_and(|file| file.starts_with(&start))
        }
        Some("content") => !content::is_text(&inside.to_string_lossy()) && path.is_file(),
        Some("themes") => parts.nth(1).is_none_or(|part| part != "templates"),
        _ => true,
    }
}

/// Pictures of the content and the theme.
#[derive(Default)]
struct SitePictures {
    files: Vec<StaticFile>,
    /// Icons of the theme, which templates insert into pages.
    icons: Vec<StaticFile>,
    /// Findings about faulty pictures, each with the name of the picture.
    faults: Vec<(String, Diagnostic)>,
    /// Pictures that are offered in several sizes, by name.
    sources: BTreeMap<String, WantedPicture>,
    /// A finding for each file or folder that cannot be reached.
    unreachable: Vec<Diagnostic>,
}

/// Reads the pictures of the content and the theme.
fn pictures(project: &Project, theme: &str, content: &Content, encoding: Encoding) -> SitePictures {
    let Project { root, cache, .. } = project;
    let (names, unreachable) = assets::names_below(&root.join("themes"), &root.join(theme));
    let (icons, mut names): (Vec<String>, Vec<String>) = names
        .into_iter()
        .partition(|name| name.starts_with("icons/"));
    names.retain(|name| name.starts_with("images/"));
    let quality = content.structure.pictures.quality;
    let fault = |file: &mut StaticFile| Some((file.name.clone(), file.fault.take()?));
    let mut icons = assets::static_files((root, cache), theme, &icons, quality, encoding);
    let mut pictures = SitePictures {
        unreachable,
        faults: icons.iter_mut().filter_map(fault).collect(),
        icons,
        ..SitePictures::default()
    };
    for (folder, names) in [(theme, &names), ("content", &content.files)] {
        let mut files = assets::static_files((root, cache), folder, names, quality, encoding);
        pictures.faults.extend(files.iter_mut().filter_map(fault));
        let source = |file: &StaticFile| {
            let source = file.source.as_ref()?;
            let wanted = WantedPicture {
                file: format!("{folder}/{}", file.name),
                key: source.key.clone(),
                pixels: u64::from(source.width) * u64::from(source.height),
                quality,
                cuts: BTreeMap::new(),
            };
            Some((file.name.clone(), wanted))
        };
        pictures.sources.extend(files.iter().filter_map(source));
        pictures.files.extend(files);
    }
    let sources = pictures.sources.values();
    let in_use = sources.map(|source| source.key.as_str()).collect();
    assets::remove_unused_pictures(cache, &in_use);
    pictures
}

/// Returns the language and time zone in which the islands of a site are rendered.
fn region(content: &Content) -> assets::Region {
    assets::Region {
        language: content.config.language.clone(),
        utc_offset: content.config.utc_offset.clone(),
    }
}

fn index(
    bundle: &Bundle,
    pictures: &[StaticFile],
    icons: Vec<StaticFile>,
    settings: &content::Pictures,
) -> AssetIndex {
    let islands = bundle.manifest.islands.iter();
    let mut index = AssetIndex {
        urls: bundle.manifest.urls.clone(),
        islands: islands
            .map(|(name, island)| (name.clone(), island.props_schema.clone()))
            .collect(),
        incomplete: !bundle.is_complete,
        ..AssetIndex::default()
    };
    for StaticFile {
        name,
        output,
        size,
        source,
        bytes,
        ..
    } in pictures
    {
        index.urls.insert(name.clone(), format!("/{output}"));
        index.sizes.extend(size.map(|size| (name.clone(), size)));
        let picture = source.as_ref().map(|source| Picture {
            mark: source.key[..8].to_owned(),
            width: source.width,
            height: source.height,
            extension: source.extension.to_owned(),
            color: source.color.clone(),
            widths: settings.widths.clone(),
            avif: source.is_avif || (settings.avif && SUPPORTS_AVIF),
            encoded: source.encoded_files.clone(),
        });
        let picture = picture.map(|picture| (name.clone(), picture));
        index.pictures.extend(picture);
        if assets::is_drawing(name) {
            let drawing = String::from_utf8_lossy(bytes).into_owned();
            index.drawings.insert(name.clone(), drawing);
        }
    }
    // Icons have no URL, because templates insert them into pages.
    for StaticFile { name, bytes, .. } in icons {
        index.urls.insert(name.clone(), String::new());
        let drawing = String::from_utf8_lossy(&bytes).into_owned();
        index.drawings.insert(name, drawing);
    }
    index
}
