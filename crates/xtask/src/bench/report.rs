//! Formats the results of a benchmark as Markdown.

use super::engine::{Cost, Size};
use crate::run::{output, program};

/// Row of the table of results: the builds of one engine.
pub struct Row {
    /// Name of the engine.
    pub name: String,
    /// Cost of each build.
    pub costs: Vec<Cost>,
    /// Number and size of the pages that the engine wrote.
    pub size: Size,
}

/// Returns the introduction of the report: the command, the commit, and the computer of the measurement, and the meaning of the
/// figures.
pub fn heading(arguments: &[String]) -> Result<String, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu.lines().find_map(|line| line.strip_prefix("model name"));
    let cpu = cpu.map_or("unknown CPU", |name| {
        name.trim_start_matches(['\t', ':', ' '])
    });
    let commit = output(&mut program("git", &["rev-parse", "--short", "HEAD"]))?;
    let (commit, arguments) = (commit.trim(), arguments.join(" "));
    Ok(format!(
        "# Benchmarks\n\n\
         Written by `cargo xtask bench {arguments}` at commit {commit}, on {cores} cores of {cpu}.\n\n\
         Each engine builds the same posts of 3 KB into the same number of pages of the same size. The engines take turns, \
         so that other load slows down all of them equally: compare ratios and CPU times rather than times. The realistic theme has \
         the features of real sites: a navigation of 40 links with the current entry marked, a footer of five columns, cards, five \
         paginated taxonomies, a feed and a sitemap. Its files are in `crates/xtask/bench/realistic/`. \
         The workloads of [ssg-benchmark](https://github.com/hahwul/ssg-benchmark) are by another hand: its posts of 3 KB, its sites for \
         the other engines, and templates in `crates/xtask/bench/ssg-benchmark/` that show the same. *minimal* is text and one list; \
         *blog* adds tags, lists of ten, a feed, and three blocks of highlighted code in each post (Hugo writes their colors into each \
         element, this engine classes); *heavy* adds a sidebar with ten posts and ten tags, and links to the posts before and after. *Hugo, cached \
         partials* renders the footer once (`partialCached`), and not for each page. *After an edit* is a new \
         process with the cache of the last build, after one post's text has changed for the second time. *The limit* reads the same input and writes \
         the same output, and does nothing else. A stage that takes more than a twentieth of a build is in the second table, with \
         the CPU time of all threads.\n"
    ))
}

/// Returns the table of results for one corpus: median, fastest and slowest build, CPU time, peak memory, and the ratio of the
/// median to this engine's.
pub fn table(theme: &str, posts: usize, runs: usize, rows: &[Row]) -> String {
    let base = rows.first().map_or(1.0, |row| median(&row.seconds()));
    let pages = rows.first().map_or(0, |row| row.size.pages);
    let mut table = format!(
        "\n## {posts} posts, {pages} pages, {theme}\n\nMedians of {runs} builds.\n\n\
         | | time | fastest to slowest | CPU time | peak memory | HTML | ratio |\n|---|---:|---:|---:|---:|---:|---:|\n"
    );
    for row in rows {
        let seconds = row.seconds();
        let (first, last) = (
            seconds.first().unwrap_or(&0.0),
            seconds.last().unwrap_or(&0.0),
        );
        let mut cpu: Vec<f64> = row.costs.iter().filter_map(|cost| cost.cpu).collect();
        cpu.sort_by(f64::total_cmp);
        let cpu = if cpu.is_empty() {
            String::new()
        } else {
            format!("{:.2} s", median(&cpu))
        };
        let peak = row.costs.iter().filter_map(|cost| cost.peak).max();
        let peak = peak.map_or_else(String::new, |kib| format!("{} MiB", kib / 1024));
        let html = row.size.bytes / 1_000_000;
        let (name, median) = (&row.name, median(&seconds));
        table.push_str(&format!(
            "| {name} | {median:.3} s | {first:.3} to {last:.3} s | {cpu} | {peak} | {html} MB | {:.2} |\n",
            median / base
        ));
    }
    table
}

/// Returns a table of the stages that take more than a twentieth of a build, with means over all builds. The CPU time is the
/// sum over all cores, so it is twice the elapsed time if two cores are busy.
pub fn stages(row: &Row) -> String {
    let total: f64 = row.costs.iter().map(|cost| cost.took.as_secs_f64()).sum();
    let mut sums: Vec<(&str, f64, f64)> = Vec::new();
    for stage in row.costs.iter().flat_map(|cost| &cost.stages) {
        match sums.iter_mut().find(|(name, ..)| *name == stage.name) {
            Some((_, took, cpu)) => (*took, *cpu) = (*took + stage.took, *cpu + stage.cpu),
            None => sums.push((&stage.name, stage.took, stage.cpu)),
        }
    }
    sums.retain(|(_, took, _)| *took > total * 1e3 / 20.0);
    let mut table = "\n| stage | time | CPU time | cores |\n|---|---:|---:|---:|\n".to_owned();
    let builds: f64 = row.costs.iter().map(|_| 1.0).sum();
    for (name, took, cpu) in sums {
        let (time, in_cpu, cores) = (took / builds, cpu / builds, cpu / took);
        table.push_str(&format!(
            "| {name} | {time:.1} ms | {in_cpu:.1} ms | {cores:.2} |\n"
        ));
    }
    table
}

impl Row {
    /// Returns the time of each build, the fastest first.
    fn seconds(&self) -> Vec<f64> {
        let seconds = self.costs.iter().map(|cost| cost.took.as_secs_f64());
        let mut seconds: Vec<f64> = seconds.collect();
        seconds.sort_by(f64::total_cmp);
        seconds
    }
}

/// Returns the median of sorted numbers.
fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
