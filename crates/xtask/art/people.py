"""Portraits made from names, and neutral marks where a client's logo will stand.

Initials on a guilloche rosette, as on a share certificate: the rosette follows from the name, the colour from the
place in the list. Team 600 by 750, testimonials 200 by 200, marks 240 by 64.
"""

import json
import pathlib
import random
import tomllib

from draw import *

# Width and outline of A to Z on an em of 1000: Newsreader (SIL Open Font License 1.1), weight 500, optical size 48.
CAPITALS = json.loads(pathlib.Path(__file__).with_name("capitals.json").read_text("utf-8"))

COLOURS = (GREEN, RED, mix(BRASS, INK, 0.18), mix(GREEN, INK, 0.55), mix(RED, BRASS, 0.45))


def initials(name, second=-1):
    """First letters of the first and last (or `second`) word of a name: "Asha Mehta" gives "AM"."""
    words = [word for word in name.replace(".", " ").split() if word[0].isalnum()]
    return (words[0][0] + (words[second][0] if len(words) > 1 else "")).upper()


def lettering(x, y, size, words, colour):
    """Centred serif capitals whose middle lies at x, y (capitals are 0.67 of the size high).

    As outlines, for a picture in an <img> has no fonts but those of the visitor's computer. A letter that is not among
    the capitals makes it text after all.
    """
    if not all(letter in CAPITALS for letter in words):
        return element(
            "text",
            words,
            x=n(x),
            y=n(y + size * 0.335),
            font_size=n(size),
            font_family=SERIF,
            text_anchor="middle",
            fill=colour,
            stroke="none",
        )
    scale = size / 1000
    left = x - sum(CAPITALS[letter][0] for letter in words) * scale / 2
    parts = []
    for letter in words:
        width, outline = CAPITALS[letter]
        place = f"translate({left:.1f} {y + size * 0.335:.1f}) scale({scale:g})"
        parts.append(element("path", d=outline, transform=place))
        left += width * scale
    return group(*parts, fill=colour, stroke="none")


def portrait(name, place):
    """A team member's portrait: certificate border, rosette, initials, signature."""
    ids, colour = Ids(), COLOURS[place % len(COLOURS)]
    pale = mix(PAPER, colour, 0.42)
    clip = ids.new()
    corners = element("clipPath", rect(48, 48, 504, 654), id=clip) + group(
        *(ring(ids, x, y, 24, 96, 16, 4, pale, 0.2) for x, y in ((48, 48), (552, 48), (48, 702), (552, 702))),
        clip_path=f"url(#{clip})",
    )
    signature = name.split()[0] + name
    return plate(
        600,
        750,
        ledger(48, 48, 504, 654, 27.25, mix(PAPER, colour, 0.13)),
        corners,
        rect(48, 48, 504, 654, "none", colour),
        circle(300, 330, 226, PAPER, "none"),
        rosette(ids, 300, 330, 222, colour, name, rings=3, density=1.0, hole=0.44),
        circle(300, 330, 100, PAPER, colour),
        circle(300, 330, 93, PAPER, colour),
        lettering(300, 330, 82, initials(name), INK),
        script(212, 640, 176, signature, 26, INK),
        lines((180, 658, 420, 658)),
        lines((180, 666, 420, 666), stroke=RED),
        margin=26.0,
        weight=1.5,
    )


def small_portrait(name, letters, place):
    """A small round version of the same, for a testimonial."""
    pick = random.Random("small " + name)
    ids, colour = Ids(), COLOURS[place % len(COLOURS)]
    return bare(
        200,
        200,
        circle(100, 100, 95, PAPER, "none"),
        ring(ids, 100, 100, 54, 87, pick.choice((13, 16, 18, 21)), 4, colour, pick.choice((-0.25, 0.0, 0.18, 0.3))),
        circle(100, 100, 90, "none", colour),
        circle(100, 100, 53, colour, colour),
        circle(100, 100, 48, colour, PAPER),
        lettering(100, 100, 44, letters, PAPER),
    )


# Lobes, copies and ripple of the marks' rosettes: eight shapes that differ at a glance.
SHAPES = ((3, 6, 0.0), (4, 3, 0.2), (5, 4, 0.0), (3, 3, -0.35), (8, 2, 0.0), (6, 2, 0.3), (2, 7, 0.0), (12, 2, 0.0))


# Between ink and paper, so that it is unobtrusive on light and dark pages.
QUIET = "#8f958b"


def mark(place):
    """A neutral mark: a small rosette of its own shape, and a line where a name would stand."""
    ids = Ids()
    lobes, copies, ripple = SHAPES[place % len(SHAPES)]
    return bare(
        240,
        64,
        ring(ids, 31, 32, 8, 27, lobes, copies, QUIET, ripple),
        circle(31, 32, 30, "none", QUIET),
        lines((80, 44, 239, 44), stroke=QUIET, stroke_dasharray="1 5"),
    )


def wanted(image):
    """The path of a picture below content/images/, or None where another kind of file has taken its place."""
    return image.removeprefix("images/") if image.startswith("images/") and image.endswith(".svg") else None


def pictures(content):
    """Path below content/images/ and SVG text of every portrait and mark. `content` is the folder content/."""
    members = [tomllib.loads(file.read_text("utf-8")) for file in sorted((content / "team").glob("*.toml"))]
    for place, member in enumerate(sorted(members, key=lambda item: item.get("weight", 0))):
        name = wanted(member.get("image", ""))
        if name:
            yield name, portrait(member["name"], place)
    voices = tomllib.loads((content / "lists/testimonials.toml").read_text("utf-8"))["item"]
    for place, voice in enumerate(voices):
        name = wanted(voice.get("image", ""))
        if name:
            # A sample has no person's name: its company's initials tell the three apart.
            sample = voice.get("placeholder")
            letters = initials(voice["company"], 1) if sample else initials(voice["name"])
            yield name, small_portrait(voice["company" if sample else "name"], letters, place)
    for place, client in enumerate(tomllib.loads((content / "lists/clients.toml").read_text("utf-8"))["item"]):
        name = wanted(client.get("logo", ""))
        if name and client.get("placeholder"):
            yield name, mark(place)
