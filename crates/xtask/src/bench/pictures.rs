//! `cargo xtask picture-bench`: builds 1,000 posts, every fifth with a photograph, with this engine, with Hugo, and with Astro if
//! a folder where Astro is installed is given. Each site offers the same seven files for a photograph: five as WebP, two as JPEG.

use std::path::{Path, PathBuf};

use super::build_release;
use super::corpus::{Post, corpus};
use super::engine::{Engine, size_of_pages};
use super::report::{self, Row};
use super::sites::{self, Generator, copy, files_of};
use crate::files;
use crate::run::{Outcome, built, output, program, root};
use crate::tools;

/// Number of posts.
const POSTS: usize = 1_000;
/// Distance between two posts with a photograph.
const EVERY: usize = 5;

/// Builds the posts with each engine, first without and then with its cache, and prints the times and the bytes of the
/// pictures. Fails if a build fails.
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
    let draw = files_of("pictures", "photographs.py");
    let (draw, path) = (draw.to_string_lossy(), photographs.to_string_lossy());
    output(&mut program(&script, &[&draw, &path, &count]))?;
    let posts = posts();
    let (ours, hugo) = (folder.join("ours"), folder.join("hugo"));
    sites::write(&ours, Generator::Ours, "plain", &posts)?;
    copy(&photographs, &ours.join("content/images"))?;
    sites::write(&hugo, Generator::Hugo, "plain", &posts)?;
    copy(&files_of("pictures", "hugo"), &hugo)?;
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

fn write_astro(folder: &Path, posts: &[Post]) -> Outcome {
    let _ = std::fs::remove_dir_all(folder.join("src"));
    copy(&files_of("pictures", "astro"), folder)?;
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
