//! Finds the place where a source refers to an image. Pages load the image under a different file name.

use diagnostic::Diagnostic;

use crate::inspection::Inspection;

/// Places a finding where a source refers to an image. Searches for the original path or name of the file, because the build adds a
/// fingerprint to the name and, for a photograph, the size, and may change its format.
pub fn at_image(
    site: &Inspection<'_>,
    diagnostic: Diagnostic,
    url: &str,
    path: &str,
) -> Diagnostic {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let plain = stem
        .rsplit_once(['-', '.'])
        .map_or(stem, |(plain, _)| plain);
    let stems = [stem, plain, without_size(plain)];
    let mut files = site.output.tree.other_files.iter();
    let source = files.find_map(|one| {
        let path = one.strip_prefix("content/")?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let (stem, _) = name.rsplit_once('.')?;
        stems.contains(&stem).then_some([path, name])
    });
    let (whole, named) = (format!("/{path}"), format!("{plain}.{ending}"));
    let mut texts: Vec<&str> = source.into_iter().flatten().collect();
    texts.extend([whole.as_str(), file, named.as_str()]);
    site.at_text(diagnostic, url, &texts)
}

/// Returns a name without the size at its end: `oven` for `oven-750x1200`.
fn without_size(name: &str) -> &str {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let of_size = name.rsplit_once('-').filter(|(_, size)| {
        let sides = size.split_once('x');
        sides.is_some_and(|(width, height)| is_number(width) && is_number(height))
    });
    of_size.map_or(name, |(stem, _)| stem)
}
