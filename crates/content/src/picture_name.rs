//! Recognizes pictures by the extension of their name.

/// Extensions of pictures. TIFF and HEIC are among them: that browsers do not show them is reported at the file.
const PICTURES: [&str; 12] = [
    "svg", "jpg", "jpeg", "png", "webp", "gif", "avif", "bmp", "heic", "heif", "tif", "tiff",
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

/// Returns whether a file name has the extension of a video.
pub fn is_video(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    ["mp4", "webm", "mov", "m4v", "ogv"]
        .iter()
        .any(|one| one.eq_ignore_ascii_case(extension))
}

/// Returns help for a file that is used as a picture but is not one: how to make a picture of it.
pub fn picture_of(name: &str) -> &'static str {
    if is_video(name) {
        return "put a video into public/, and write <video src=\"/name.mp4\" width=\"640\" height=\"360\" controls></video>";
    }
    let extension = name.rsplit('.').next().unwrap_or_default();
    match extension.to_lowercase().as_str() {
        "doc" | "docx" | "odt" | "ppt" | "pptx" => {
            "right-click the picture in the document, choose “Save as picture”, and use that file"
        }
        "jfif" | "jpe" | "pjpeg" | "pjp" => {
            "it is a JPEG: rename the file so that its name ends in .jpg, and use that name"
        }
        _ => "save it as JPEG or PNG, and use that file",
    }
}
