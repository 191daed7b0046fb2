"""The site's icons in public/, all from themes/firm/images/favicon.svg, and the web manifest that names them."""

import json
import pathlib
import re
import struct
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]
SOURCE = ROOT / "themes/firm/images/favicon.svg"
TOKENS = ROOT / "themes/firm/styles/tokens.css"
# Files, their width, and the share of it that the sign takes up. Systems crop touch icons and maskable icons to their own shape.
ICONS = (
    ("apple-touch-icon.png", 180, 0.92),
    ("icon-192.png", 192, 1.0),
    ("icon-512.png", 512, 1.0),
    ("icon-maskable-512.png", 512, 0.62),
)
FAVICON_SIZES = (16, 32, 48)


def token(name):
    """The first value of a design token: that of the light scheme."""
    return re.search(rf"--{name}: (#[0-9a-f]{{6}})", TOKENS.read_text())[1]


def drawing(size, share):
    """The sign as an SVG of its own, on a round plate, or on a full one where less than the whole width is its share."""
    sign = re.search(r'<path class="l".*?/>', SOURCE.read_text())[0].replace('class="l"', f'stroke="{token("paper")}"')
    plate = '<circle cx="24" cy="24" r="24"' if share == 1 else '<rect width="48" height="48"'
    scaled = f'<g transform="translate(24 24) scale({share}) translate(-24 -24)">{sign}</g>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 48 48" fill="none">'
    return f'{head}{plate} fill="{token("green")}"/>{scaled}</svg>'


def pngs():
    """Yields name, SVG text and width of every icon."""
    for name, size, share in ICONS:
        yield name, drawing(size, share), size
    for size in FAVICON_SIZES:
        yield f"favicon-{size}.png", drawing(size, 1), size


def ico(pictures):
    """An ICO file of PNG pictures: pairs of width and bytes."""
    at = 6 + 16 * len(pictures)
    directory, bodies = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for size, data in pictures:
        directory += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(data), at + len(bodies))
        bodies += data
    return directory + bodies


def manifest():
    """The web manifest (W3C), with the name and description of content/site.toml."""
    site = tomllib.loads((ROOT / "content/site.toml").read_text())
    icons = [
        {"src": f"/{name}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "maskable" if "maskable" in name else "any"}
        for name, size, _ in ICONS
        if name.startswith("icon")
    ]
    data = {
        "name": site["name"],
        "short_name": site["name"].removesuffix(" Services"),
        "description": site["description"],
        "lang": site["language"],
        "start_url": "/",
        "display": "browser",
        "background_color": token("paper"),
        "theme_color": token("paper"),
        "icons": icons,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
