//! `cargo xtask picture-bench`: builds 1,000 posts, every fifth with a photograph, with this engine, with Hugo, and with Astro if
//! a folder where Astro is installed is given. Each site offers the same seven files for a photograph: five as WebP, two as JPEG.

use std::path::{Path, PathBuf};

use super::corpus::{Post, corpus};
use super::engine::{Engine, size_of_pages};
use super::report::{self, Row};
use super::{build_release, plain};
use crate::files;
use crate::run::{Outcome, built, output, program, root};
use crate::tools;

/// Number of posts.
const POSTS: usize = 1_000;
/// Distance between two posts with a photograph.
const EVERY: usize = 5;

/// Python script that makes photographs of 2400 × 1600 pixels: noise of several scales, as detailed as a landscape. Its
/// arguments are the folder and the number of photographs.
const PHOTOGRAPHS: &str = r#"
import os, random, sys
from PIL import Image, ImageChops
folder, count = sys.argv[1], int(sys.argv[2])
os.makedirs(folder, exist_ok=True)
for number in range(count):
    path = f"{folder}/photo-{number:03}.jpg"
    if os.path.exists(path):
        continue
    random.seed(number)
    picture = Image.new("RGB", (2400, 1600), (128, 128, 128))
    for width, strength in [(6, 90), (24, 60), (96, 40), (400, 24), (1600, 10)]:
        height = width * 2 // 3
        noise = Image.frombytes("RGB", (width, height), random.randbytes(width * height * 3))
        noise = noise.point(lambda value: (value - 128) * strength // 128 + 128).resize(picture.size, Image.BICUBIC)
        picture = ImageChops.add(picture, noise, 1, -128)
    picture.save(path, quality=90)
"#;

/// Hugo's render hook for images, which offers a photograph in the same sizes as this engine.
const HUGO_IMAGE: &str = r#"{{ $photo := resources.Get (strings.TrimPrefix "/" .Destination) }}{{ $webp := slice }}{{ range slice 375 750 1125 1600 2400 }}{{ $size := $photo.Resize (printf "%dx webp q75" .) }}{{ $webp = $webp | append (printf "%s %dw" $size.RelPermalink .) }}{{ end }}{{ $small := $photo.Resize "750x jpg q78" }}{{ $large := $photo.Resize "1600x jpg q78" }}<picture><source type="image/webp" srcset="{{ delimit $webp ", " }}" sizes="100vw"><img src="{{ $large.RelPermalink }}" srcset="{{ $small.RelPermalink }} 750w, {{ $large.RelPermalink }} 1600w" sizes="100vw" alt="{{ .Text }}" width="{{ $photo.Width }}" height="{{ $photo.Height }}" loading="lazy"></picture>"#;

const ASTRO_CONFIG: &str = r#"import { defineConfig } from "astro/config";
export default defineConfig({ site: "https://bench.example", cacheDir: "./.cache", build: { format: "file" }, compressHTML: false });
"#;

const ASTRO_CONTENT: &str = r#"import { defineCollection } from "astro:content";
import { glob } from "astro/loaders";
import { z } from "astro/zod";
const posts = defineCollection({
  loader: glob({ pattern: "*.md", base: "./src/posts" }),
  schema: ({ image }) => z.object({ title: z.string(), description: z.string(), date: z.coerce.date(), category: z.string(), photo: image().optional() }),
});
export const collections = { posts };
"#;

const ASTRO_POST: &str = r#"---
import { getImage } from "astro:assets";
import { getCollection, render } from "astro:content";
export async function getStaticPaths() {
  const posts = await getCollection("posts");
  return posts.map((post) => ({ params: { slug: post.id }, props: { post } }));
}
const { post } = Astro.props;
const { Content, headings } = await render(post);
const { title, description, date, category, photo } = post.data;
const webp = photo && (await getImage({ src: photo, format: "webp", quality: 75, width: 2400, widths: [375, 750, 1125, 1600, 2400] }));
const jpeg = photo && (await getImage({ src: photo, format: "jpg", quality: 78, width: 1600, widths: [750, 1600] }));
---
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title} - Bench</title>
<meta name="description" content={description}>
</head>
<body>
<main>
<article>
<h1>{title}</h1>
<p><time>{date.toISOString().slice(0, 10)}</time>, {category}</p>
<ul>{headings.map((heading) => <li><a href={`#${heading.slug}`}>{heading.text}</a></li>)}</ul>
{photo && <picture><source type="image/webp" srcset={webp.srcSet.attribute} sizes="100vw"><img src={jpeg.src} srcset={jpeg.srcSet.attribute} sizes="100vw" alt="A photograph" width={photo.width} height={photo.height} loading="lazy"></picture>}
<Content />
</article>
</main>
</body>
</html>
"#;

/// Builds the posts with each engine, first without and then with its cache, and prints the times and the bytes of the
/// pictures.
///
/// # Errors
/// A build fails.
pub fn run(arguments: &[String]) -> Outcome {
    let astro = match arguments {
        [] => None,
        [option, folder] if option == "--astro" => Some(PathBuf::from(folder)),
        _ => return Err("usage: picture-bench [--astro FOLDER]".to_owned()),
    };
    build_release()?;
    let folder = root().join("target/bench/pictures");
    let python = tools::python(&["pillow==13.0.0"])?;
    let photographs = folder.join("photographs");
    let script = python.join("python").to_string_lossy().into_owned();
    let count = (POSTS / EVERY).to_string();
    let path = photographs.to_string_lossy();
    output(&mut program(&script, &["-c", PHOTOGRAPHS, &path, &count]))?;
    let posts = posts();
    let (ours, hugo) = (folder.join("ours"), folder.join("hugo"));
    plain::ours::write(&ours, &posts)?;
    copy(&photographs, &ours.join("content/images"))?;
    write_hugo(&hugo, &posts)?;
    copy(&photographs, &hugo.join("assets/images"))?;
    let mut engines = vec![
        (
            "this engine",
            built("release"),
            ours,
            vec!["build", "--quiet", "--out"],
        ),
        (
            "Hugo 0.168",
            tools::hugo()?,
            hugo,
            vec!["--quiet", "--noBuildLock", "--destination"],
        ),
    ];
    if let Some(astro) = astro {
        write_astro(&astro, &posts)?;
        copy(&photographs, &astro.join("src/photographs"))?;
        let program = astro.join("node_modules/.bin/astro");
        engines.push((
            "Astro",
            program,
            astro,
            vec!["build", "--silent", "--outDir"],
        ));
    }
    let outputs = folder.join("outputs");
    let _ = std::fs::remove_dir_all(&outputs);
    let mut rows = Vec::new();
    let mut sizes = String::new();
    for (name, program, site, arguments) in engines {
        let cold = Engine::cold(name, program.clone(), &site, &arguments);
        let warm = Engine::warm("with its cache", program, &site, &arguments);
        let out = outputs.join(cold.output_name());
        for engine in [cold, warm] {
            rows.push(Row {
                costs: vec![engine.build(&out)?],
                size: size_of_pages(&out)?,
                name: engine.name,
            });
        }
        sizes.push_str(&pictures_in(name, &out)?);
    }
    print!("{}", report::table("plain", POSTS, 1, &rows));
    println!("\n| | WebP | JPEG |\n|---|---:|---:|\n{sizes}");
    Ok(())
}

/// Returns the posts. Every fifth begins with a picture.
fn posts() -> Vec<Post> {
    let mut posts = corpus(POSTS);
    for (number, post) in posts.iter_mut().step_by(EVERY).enumerate() {
        let picture = format!("![A photograph](/images/photo-{number:03}.jpg)\n\n");
        post.body.insert_str(0, &picture);
    }
    posts
}

fn write_hugo(folder: &Path, posts: &[Post]) -> Outcome {
    plain::hugo::write(folder, posts)?;
    files::write(
        &folder.join("layouts/_markup/render-image.html"),
        HUGO_IMAGE,
    )?;
    let config = folder.join("hugo.toml");
    let text = files::read(&config)? + "[imaging]\nresampleFilter = \"Lanczos\"\n";
    files::write(&config, text)
}

fn write_astro(folder: &Path, posts: &[Post]) -> Outcome {
    let _ = std::fs::remove_dir_all(folder.join("src"));
    for (path, text) in [
        ("astro.config.mjs", ASTRO_CONFIG),
        ("src/content.config.mjs", ASTRO_CONTENT),
        ("src/pages/posts/[slug].astro", ASTRO_POST),
    ] {
        files::write(&folder.join(path), text)?;
    }
    for post in posts {
        let (picture, body) = match post.body.strip_prefix("![A photograph](/images/") {
            Some(rest) => rest.split_once(")\n\n").unwrap_or_default(),
            None => ("", post.body.as_str()),
        };
        let photo = if picture.is_empty() {
            String::new()
        } else {
            format!("photo: ../photographs/{picture}\n")
        };
        let Post {
            slug,
            title,
            description,
            date,
            category,
            ..
        } = post;
        let text = format!(
            "---\ntitle: \"{title}\"\ndescription: \"{description}\"\ndate: {date}\ncategory: {category}\n{photo}---\n{body}"
        );
        files::write(&folder.join(format!("src/posts/{slug}.md")), text)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    for (path, _) in files::below(from)? {
        let bytes = std::fs::read(&path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        files::write(&to.join(path.file_name().unwrap_or_default()), bytes)?;
    }
    Ok(())
}

/// Returns a table row with the number and the total size of the pictures in an output folder.
fn pictures_in(name: &str, out: &Path) -> Result<String, String> {
    let files = files::below(out)?;
    let total = |ending: &str| {
        let sizes = files
            .iter()
            .filter(|(path, _)| path.extension().is_some_and(|one| one == ending));
        let (count, bytes) = sizes.fold((0u64, 0), |(count, bytes), (_, size)| {
            (count + 1, bytes + size)
        });
        format!("{count}, {} kB", bytes / 1000)
    };
    Ok(format!(
        "| {name} | {} | {} |\n",
        total("webp"),
        total("jpg")
    ))
}
