//! Recognizes pictures by the extension of their name.

/// Extensions of pictures. TIFF and HEIC are among them: that browsers do not show them is reported at the file.
const PICTURES: [&str; 11] = [
    "svg", "jpg", "jpeg", "png", "webp", "gif", "avif", "heic", "heif", "tif", "tiff",
];

/// Returns whether a file name has the extension of a picture.
pub fn is_picture(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    PICTURES
        .iter()
        .any(|one| one.eq_ignore_ascii_case(extension))
}

/// Returns whether two paths end with the same file name, apart from its case and extension.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let name = |path: &str| {
        let name = path
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
            .to_lowercase();
        name.rsplit_once('.')
            .map_or(name.clone(), |(stem, _)| stem.to_owned())
    };
    !other.is_empty() && name(one) == name(other)
}
