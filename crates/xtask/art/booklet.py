"""The two covers of the company profile, 840 by 1188: A4 at four units to the millimetre, bleeding off every edge.

The field is the theme's --band. The firm's name and seal are not in the drawing: the template company-profile.html sets them on it.
The middle of the rosette is where the seal goes.
"""

from draw import *

WIDE, HIGH, FIELD = 840, 1188, "#0c3329"
EDGE = 168  # width of the margin column: 42 mm, as on the pages inside
LEAF, GOLD, ROSE = mix(FIELD, PAPER, 0.27), mix(FIELD, BRASS, 0.86), mix(FIELD, RED, 0.95)


def sheet(*parts):
    """The whole picture as SVG text."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<path fill="{FIELD}" d="M0 0h{WIDE}v{HIGH}H0z"/>'
        f'<g fill="none" stroke="{LEAF}" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round">'
        f'{"".join(parts)}</g></svg>\n'
    )


def medallion(ids, x, y, r, hole):
    """A certificate's rosette with a clear middle of hole * r for the seal."""
    return group(
        circle(x, y, r, FIELD, "none"),
        ring(ids, x, y, r * 0.8, r, 30, 5, GOLD, 0.16),
        ring(ids, x, y, r * 0.56, r * 0.86, 20, 6, mix(GOLD, PAPER, 0.25), -0.22),
        ring(ids, x, y, r * (hole + 0.04), r * 0.64, 15, 5, GOLD, 0.28),
        circle(x, y, r * (hole + 0.03), FIELD, "none"),
        circle(x, y, r * (hole + 0.025), None, GOLD),
        stroke_width=0.75,
    )


def front():
    ids = Ids()
    return sheet(
        ledger(EDGE, -6, WIDE - EDGE, HIGH + 6, 30, mix(FIELD, PAPER, 0.1)),
        rect(0, 0, EDGE, HIGH, mix(FIELD, "#000000", 0.16), "none"),
        band(ids, 22, -20, EDGE - 44, HIGH + 40, LEAF, 5, 7, 2),
        lines((EDGE, 0, EDGE, HIGH), (EDGE + 7, 0, EDGE + 7, HIGH), stroke=ROSE, stroke_width=1.4),
        medallion(ids, (EDGE + WIDE) / 2 + 3, 786, 304, 0.28),
    )


def back():
    ids = Ids()
    return sheet(
        ledger(0, -6, WIDE, HIGH + 6, 30, mix(FIELD, PAPER, 0.1)),
        group(ring(ids, WIDE / 2, 430, 250, 500, 40, 5, mix(FIELD, PAPER, 0.16), 0.2), stroke_width=0.7),
        medallion(ids, WIDE / 2, 430, 236, 0.38),
    )


def pictures():
    """Path below content/images/ and SVG text of the two covers."""
    yield "profile/front.svg", front()
    yield "profile/back.svg", back()
