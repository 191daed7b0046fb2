#!/usr/bin/env python3
"""Draws the site's content pictures, content/images/**.svg, and the icons in public/.

    python3 crates/xtask/art/make.py              all SVG files
    python3 crates/xtask/art/make.py covers/      only those whose path below content/images/ begins so
    python3 crates/xtask/art/make.py --check      writes nothing; fails if a file is missing or differs
    python3 crates/xtask/art/make.py --png        also the icons (needs Chromium)

Needs Python 3.11 or later and nothing beside its standard library. Equal input gives equal bytes: where a drawing
needs chance (handwriting, the rosette behind a name), the generator is seeded with the picture's or person's name.
The icons are the exception: their bytes depend on the browser.

In: names and `image` (`logo`) of content/team/*.toml, content/lists/testimonials.toml and clients.toml. A portrait is
drawn only where `image` ends in .svg, so a photograph named in its place is left alone.
Out: files below content/images/, each with width, height and viewBox, without scripts, below 30 KB.
Environment, for --png only: CHROMIUM names the browser (default: the first of the usual names on the path).

How a picture is built: a plate (deep paper, so that it stands out on light and on dark pages alike), on it a sheet of
paper with a hairline frame, on that the drawing. One line weight per picture (width / 400; handwriting on the large
plates is finer), five colours and tints of them. Guilloche curves are drawn once and repeated with <use>.

    draw.py      palette, elements, guilloche, handwriting, things that recur
    covers.py    the articles' covers, by slug; the margin column's colour stands for the category
    projects.py  the projects' pictures, by file name; the foot band's colour stands for the category
    heroes.py    the three plates of the home page, and the ground of the share cards
    booklet.py   the covers of the company profile (cargo xtask profile)
    people.py    portraits from names, and neutral marks for clients
    icons.py     favicon.ico, touch icon and the icons of the web manifest, from the theme's favicon.svg

A new article or project needs one function and one line in COVERS or PROJECTS.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no __pycache__ beside the sources

import booklet  # noqa: E402
import covers  # noqa: E402
import heroes  # noqa: E402
import icons  # noqa: E402
import people  # noqa: E402
import projects  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONTENT = ROOT / "content"
IMAGES = CONTENT / "images"
PUBLIC = ROOT / "public"
LIMIT = 30_000  # maximum size of a picture in bytes
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def pictures():
    yield from covers.pictures()
    yield from projects.pictures()
    yield from heroes.pictures()
    yield from booklet.pictures()
    yield from people.pictures(CONTENT)


def photograph(svg, png, width, height):
    """Renders an SVG text to a PNG file of width by height pixels. Raises OSError or CalledProcessError."""
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        raise OSError("no Chromium found; set CHROMIUM to its path")
    with tempfile.TemporaryDirectory() as folder:
        html = pathlib.Path(folder) / "picture.html"
        html.write_text(
            f"<!doctype html><meta charset=utf-8><style>body{{margin:0}}svg{{display:block}}</style>{svg}"
        )
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--allow-file-access-from-files",
                "--force-device-scale-factor=1",
                "--default-background-color=00000000",
                "--virtual-time-budget=2000",
                f"--user-data-dir={folder}/profile",
                f"--screenshot={png}",
                f"--window-size={width},{height}",
                html.as_uri(),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def write_icons():
    """Writes the icons. Those of favicon.ico are no files of their own."""
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        for name, svg, size in icons.pngs():
            is_part = name.startswith("favicon")
            file = pathlib.Path(folder) / name if is_part else PUBLIC / name
            photograph(svg, file, size, size)
            if is_part:
                sizes.append((size, file.read_bytes()))
    (PUBLIC / "favicon.ico").write_bytes(icons.ico(sizes))


def main(arguments):
    check, png = "--check" in arguments, "--png" in arguments
    prefixes = tuple(item for item in arguments if not item.startswith("--"))
    problems, count = [], 0
    for name, text in pictures():
        if prefixes and not name.startswith(prefixes):
            continue
        count += 1
        file, data = IMAGES / name, text.encode()
        if len(data) >= LIMIT:
            problems.append(f"{name}: {len(data)} bytes, the limit is {LIMIT}")
        if check:
            if not file.is_file() or file.read_bytes() != data:
                problems.append(f"{name}: not what make.py draws")
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    manifest = PUBLIC / "site.webmanifest"
    if not prefixes and check and (not manifest.is_file() or manifest.read_text() != icons.manifest()):
        problems.append(f"{manifest.name}: not what make.py writes")
    if not prefixes and not check:
        manifest.write_text(icons.manifest())
    if not prefixes and png:
        write_icons()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{count} pictures {'compared' if check else 'drawn'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
