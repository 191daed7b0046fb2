"""Photographs a drawing: `python3 photograph.py DRAWING.svg PHOTO.jpg` renders it as a print on a desk, with Chromium, NumPy and Pillow.

The website shows one such picture, so that photographs are built, published and looked at like everything else."""

import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageFilter

SCENE = """<!doctype html><style>
body { margin: 0; width: 1600px; height: 1000px; overflow: hidden;
  background: radial-gradient(ellipse 1300px 900px at 30% 18%, #3f5a4c, #1d3128 60%, #0f1b16) }
div { position: absolute; left: 210px; top: 96px; width: 1120px; height: 700px; transform-origin: 50% 60%;
  transform: perspective(1900px) rotateX(33deg) rotateZ(-9deg); box-shadow: -6px 4px 10px #0006, -34px 46px 70px #000b }
div.below { left: 260px; top: 150px; background: #d9d0bb; transform: perspective(1900px) rotateX(33deg) rotateZ(-4deg);
  box-shadow: -20px 40px 60px #000a }
img { display: block; width: 100%; height: 100% }
div.print::after { content: ""; position: absolute; inset: 0;
  background: linear-gradient(118deg, #fff4d840, #0000 38%, #0d0a0630) }
</style><div class="below"></div><div class="print"><img src="DRAWING"></div>"""


def rendered(drawing, folder):
    """Returns the scene as Chromium renders it."""
    page, shot = folder / "scene.html", folder / "scene.png"
    page.write_text(SCENE.replace("DRAWING", drawing.resolve().as_uri()))
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files"]
    profile = [f"--user-data-dir={folder / 'profile'}", "--window-size=1600,1000", f"--screenshot={shot}"]
    subprocess.run(["chromium", *options, *profile, page.as_uri()], check=True, capture_output=True)
    return Image.open(shot).convert("RGB")


def photographed(scene):
    """Adds what a lens and a sensor add: blur where the desk is near or far, and grain."""
    sharp = numpy.asarray(scene, dtype=float)
    blurred = numpy.asarray(scene.filter(ImageFilter.GaussianBlur(3)), dtype=float)
    height, width = sharp.shape[:2]
    blur = numpy.clip(abs(numpy.linspace(-1, 1, height)) - 0.45, 0, 1)[:, None, None]
    noise = numpy.random.default_rng(1).normal(128, 40, (height, width))
    noise = Image.fromarray(numpy.clip(noise, 0, 255).astype("uint8")).filter(ImageFilter.GaussianBlur(0.8))
    grain = (numpy.asarray(noise, dtype=float) - 128) * 0.12
    pixels = sharp * (1 - blur) + blurred * blur + grain[..., None]
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype("uint8"))


with tempfile.TemporaryDirectory() as temporary:
    scene = rendered(pathlib.Path(sys.argv[1]), pathlib.Path(temporary))
    photographed(scene).save(sys.argv[2], quality=80, optimize=True, progressive=True)
