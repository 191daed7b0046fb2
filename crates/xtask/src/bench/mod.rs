//! `cargo xtask bench`: builds the same posts with this engine, with Hugo, and with Zola if it is installed, and compares them.
//! `cargo xtask bytes`: prints the size of the website's pages.

mod corpus;
pub mod edit;
pub mod editor;
mod engine;
mod hot_functions;
pub mod latency;
mod limit;
mod options;
pub mod pictures;
mod report;
mod sites;
mod ssg_benchmark;

use std::path::{Path, PathBuf};

use corpus::Post;
use engine::{Engine, Size};
use options::Options;
use report::Row;
use sites::Generator;

use crate::files;
use crate::run::{self, Outcome, built, output, program, root};
use crate::tools;

/// Builds the website and prints the compressed size of each page. `widgets/bytes.mjs` measures the sizes and defines the
/// budgets.
pub fn bytes(_: &[String]) -> Outcome {
    tools::widgets()?;
    run::run(&mut program("cargo", &["site", "build"]))?;
    run::run(program("npm", &["run", "--silent", "bytes"]).current_dir(root().join("widgets")))
}

/// Builds posts with each engine, and prints medians, spread, CPU time, peak memory and the ratio to this engine. Fails if a build fails,
/// or the engines write different numbers of pages, or sizes that differ by more than 1 %.
pub fn run(arguments: &[String]) -> Outcome {
    let options = Options::parse(arguments)?;
    build_release()?;
    let mut report = report::heading(arguments)?;
    print!("{report}");
    // Outputs are removed only at the end, because ext4 without a journal takes much longer to create files for five minutes
    // after others were removed (`recently_deleted` in `fs/ext4/ialloc.c` of Linux).
    let outputs = options.folder.join("outputs");
    let _ = std::fs::remove_dir_all(&outputs);
    let mut add = |site: &str, posts: usize, rows: &[Row]| {
        let table = report::table(site, posts, options.runs, rows) + &report::stages(&rows[0]);
        print!("{table}");
        report.push_str(&table);
    };
    for posts in &options.posts {
        let corpus = corpus::corpus(*posts);
        let name = format!("realistic-{posts}");
        let folder = options.folder.join(&name);
        if options.profile {
            let site = folder.join("ours");
            sites::write(&site, Generator::Ours, "realistic", &corpus)?;
            hot_functions::print(&site)?;
            continue;
        }
        let rows = compare(&folder, &outputs.join(name), &corpus, options.runs)?;
        add("realistic theme", *posts, &rows);
    }
    let workloads = options.ssg_benchmark.iter().flat_map(|clone| {
        let workloads = ssg_benchmark::WORKLOADS.into_iter();
        workloads.map(move |workload| (clone, workload))
    });
    for (clone, workload) in workloads {
        let posts = options.posts.iter();
        for posts in posts.filter(|posts| **posts <= ssg_benchmark::MOST_POSTS) {
            let name = format!("{workload}-{posts}");
            let (folder, outputs) = (options.folder.join(&name), outputs.join(name));
            let rows = measure_workload(clone, workload, *posts, &folder, &outputs, options.runs)?;
            add(&format!("workload *{workload}*"), *posts, &rows);
        }
    }
    let _ = std::fs::remove_dir_all(&outputs);
    if options.write {
        files::write(&root().join("crates/xtask/BENCHMARKS.md"), report)?;
    }
    Ok(())
}

/// Writes a site for this engine, with the realistic theme and the given number of posts. Fails if a file cannot be written.
pub fn write_realistic_site(folder: &Path, posts: usize) -> Outcome {
    sites::write(folder, Generator::Ours, "realistic", &corpus::corpus(posts))
}

const BUILD: &[&str] = &["build", "--quiet", "--timings", "--out"];
const HUGO_BUILD: &[&str] = &["--quiet", "--noBuildLock", "--destination"];
const ZOLA_BUILD: &[&str] = &["build", "--force", "--output-dir"];

/// Another generator: what the writer of its site calls it, its name and version, its program, and the arguments of a build.
type Other<G> = (G, String, PathBuf, &'static [&'static str]);

/// Returns Hugo, and Zola if it is installed.
fn others<G>(hugo: G, zola: G) -> Result<Vec<Other<G>>, String> {
    let hugo = (hugo, "Hugo 0.168".to_owned(), tools::hugo()?, HUGO_BUILD);
    let zola = tools::zola().map(|version| (zola, version, "zola".into(), ZOLA_BUILD));
    Ok([hugo].into_iter().chain(zola).collect())
}

/// Returns this engine, for a first build and for one after an edit, and the `others`. `write` writes the site of each to a folder in
/// `folder`.
fn engines<G>(
    folder: &Path,
    ours: G,
    others: Vec<Other<G>>,
    write: impl Fn(G, &Path) -> Outcome,
) -> Result<Vec<Engine>, String> {
    let site = folder.join("ours");
    write(ours, &site)?;
    let mut engines = vec![
        Engine::cold("this engine", built("release"), &site, BUILD),
        Engine::warm("after an edit", built("release"), &site, BUILD),
    ];
    for (generator, name, program, build) in others {
        let site = folder.join(name.to_lowercase().replace([' ', ','], "-"));
        write(generator, &site)?;
        engines.push(Engine::cold(&name, program, &site, build));
    }
    Ok(engines)
}

/// Builds the posts with each engine. The sites are written to `folder`; each run writes its output to another folder in `outputs`.
fn compare(folder: &Path, outputs: &Path, posts: &[Post], runs: usize) -> Result<Vec<Row>, String> {
    let mut others = others(Generator::Hugo, Generator::Zola)?;
    let cached = "Hugo, cached partials".to_owned();
    others.insert(
        1,
        (Generator::HugoCached, cached, tools::hugo()?, HUGO_BUILD),
    );
    let engines = engines(folder, Generator::Ours, others, |generator, site| {
        sites::write(site, generator, "realistic", posts)
    })?;
    let edited = &posts[posts.len() / 2].slug;
    let rows = measure(&engines, outputs, edited, runs)?;
    for other in &rows[1..] {
        engine::check_same_size(rows[0].size, other.size)?;
    }
    Ok(rows)
}

/// Builds a workload of ssg-benchmark with each engine.
fn measure_workload(
    clone: &Path,
    workload: &str,
    posts: usize,
    folder: &Path,
    outputs: &Path,
    runs: usize,
) -> Result<Vec<Row>, String> {
    let engines = engines(
        folder,
        "ours",
        others("hugo", "zola")?,
        |generator, site| ssg_benchmark::write(clone, workload, generator, posts, site),
    )?;
    let edited = format!("post-{}", posts.div_ceil(2));
    let rows = measure(&engines, outputs, &edited, runs)?;
    if let Some(other) = rows.iter().find(|row| row.size.pages != rows[0].size.pages) {
        let [ours, others] = [rows[0].size, other.size];
        return Err(format!("the outputs differ: {ours:?} and {others:?}"));
    }
    Ok(rows)
}

/// Builds the site of each engine in turn, so that other load on the computer slows down all engines alike. The first engine is this
/// one; a warm build is the second after edits of its post `edited`. Adds a row for the limit.
fn measure(
    engines: &[Engine],
    outputs: &Path,
    edited: &str,
    runs: usize,
) -> Result<Vec<Row>, String> {
    let ours = &engines[0];
    let edited = &ours.folder.join(format!("content/posts/{edited}.md"));
    let rows = engines.iter().map(|engine| Row {
        name: engine.name.clone(),
        costs: Vec::new(),
        size: Size::default(),
    });
    let mut rows: Vec<Row> = rows.collect();
    let mut limits = Vec::new();
    for run in 0..runs {
        for (engine, row) in engines.iter().zip(&mut rows) {
            let out = outputs.join(format!("{run}-{}", engine.output_name()));
            if engine.is_warm {
                // Only the first build after a cold one has no earlier output to start from.
                edit(edited, 1)?;
                engine.build(&out)?;
                edit(edited, 2)?;
            }
            row.costs.push(engine.build(&out)?);
            row.size = engine::size_of_pages(&out)?;
        }
        let out = outputs.join(format!("{run}-{}", ours.output_name()));
        let copy = outputs.join(format!("{run}-limit"));
        limits.push(limit::read_and_write(&ours.folder, &out, &copy)?);
        // Undo the edit.
        edit(edited, 0)?;
    }
    rows.push(Row {
        name: "the limit".to_owned(),
        costs: limits,
        size: rows.first().map(|row| row.size).unwrap_or_default(),
    });
    Ok(rows)
}

/// Replaces the line that the last edit added to a post with a line that contains `number`. With 0, only removes the line.
fn edit(post: &Path, number: usize) -> Outcome {
    let text = files::read(post)?;
    let text = text.split("\nEdit ").next().unwrap_or_default();
    let line = if number == 0 {
        String::new()
    } else {
        format!("\nEdit {number}.\n")
    };
    files::write(post, text.to_owned() + &line)
}

/// Compiles the generator in its release profile.
fn build_release() -> Outcome {
    let build = ["build", "--release", "--quiet", "--package", "site"];
    output(&mut program("cargo", &build)).map(drop)
}
