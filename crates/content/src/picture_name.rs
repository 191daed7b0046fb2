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
