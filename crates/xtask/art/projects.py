"""The pictures of the projects, 800 by 500: one function a project, named by its file in PROJECTS.

Squared paper instead of the articles' ruled paper, and the coloured band lies at the foot.
"""

import math

from draw import *

BANDS = {"FinTech": GREEN, "Enterprise": BRASS, "Technology": RED}


def scene(ids, category, *parts):
    field = BANDS[category]
    grid = "".join(f"M{20 + 23 * i} 20v402" for i in range(1, 34)) + "".join(
        f"M20 {20 + 23 * i}h760" for i in range(1, 18)
    )
    return plate(
        800,
        500,
        path(grid, stroke=mix(PAPER, BRASS, 0.16)),
        rect(20, 422, 760, 58, field, "none"),
        at(20, 480, band(ids, 0, 0, 58, 760, mix(field, PAPER, 0.55), 9, 5), turn=-90.0),
        lines((20, 422, 780, 422)),
        lines((20, 412, 780, 412), (20, 417, 780, 417), stroke=GREEN if field == RED else RED),
        *parts,
    )


def registration(ids):
    """Papers filed behind numbered tabs."""
    out = rect(196, 92, 400, 300, GREEN, r=6) + lines((236, 92, 236, 392), stroke=mix(GREEN, PAPER, 0.5))
    for i in range(6):
        y = 112 + 44 * i
        out += polygon(
            [(570, y), (632, y + 6), (632, y + 34), (570, y + 40)], (WASH, MIST, mix(PAPER, RED, 0.25))[i % 3]
        )
        width = 5 * i
        out += path("".join(f"M{n(604 - width / 2 + 5 * k)} {y + 13}v14" for k in range(i + 1)))
    out += (
        rect(250, 76, 336, 304, PAPER)
        + rect(250, 76, 336, 304, PAPER, transform="translate(-4 6)")
        + rect(250, 76, 336, 304, PAPER, transform="translate(-8 12)")
    )
    out += (
        script(316, 128, 150, "registration", 13)
        + lines((316, 146, 548, 146))
        + writing(316, 178, 236, 5, 27, "lender", height=8)
    )
    out += (
        script(316, 336, 90, "lender signed", 15) + lines((312, 350, 430, 350)) + seal(ids, 512, 324, 42, RED, "lender")
    )
    for y in (152, 310):
        out += circle(268, y, 8, PAPER) + path(
            f"M212 {y - 6}c10-34 56-34 56 6M212 {y + 6}c10-34 48-30 52-6", stroke=BRASS
        )
    return out


def plants(ids):
    """Four plants on one ruled sheet."""
    out = at(
        156,
        56,
        rect(0, 0, 488, 336, PAPER),
        lines((0, 44, 488, 44)),
        script(20, 30, 130, "plants", 12),
        lines((244, 44, 244, 336), (0, 190, 488, 190), stroke=mix(PAPER, RED, 0.5)),
    )
    for i in range(4):
        x, y = 180 + 244 * (i % 2), 222 + 146 * (i // 2)
        fill = (GREEN, BRASS, RED, GREEN)[i]
        if i % 2 == 0:
            body = (
                polygon([(0, 0), (0, -56), (34, -78), (34, -56), (68, -78), (68, -56), (102, -78), (102, 0)], MIST)
                + rect(108, -92, 16, 92, fill)
                + rect(106, -98, 20, 8, PAPER)
            )
        else:
            body = (
                rect(0, -52, 70, 52, WASH)
                + path("M70 0v-66a26 10 0 0 1 52 0v66z", fill)
                + element("ellipse", cx="96", cy="-66", rx="26", ry="10", fill=mix(fill, PAPER, 0.4))
                + polygon([(0, -52), (35, -72), (70, -52)], WASH)
            )
        body += path("".join(f"M{12 + 18 * k}-36v14" for k in range(3 if i % 2 else 5)))
        out += at(x, y, body, lines((-12, 0, 136, 0)))
        out += "".join(script(x + 146, y - 66 + 26 * k, 34, f"plant {i}{k}", 6) for k in range(3))
        out += "".join(tick(x + 196, y - 66 + 26 * k, 14) for k in range(3) if (i, k) not in ((1, 2), (3, 1)))
    return out


def matching(ids):
    """A column of invoices matched to a column of returns."""
    out = ""
    pairs = ((0, 1), (1, 0), (3, 2))  # invoice, return; the third invoice finds none
    amounts = [amount(digits, f"pair {i}") for i, digits in enumerate((6, 5, 4, 6))]
    origin = {back: invoice for invoice, back in pairs}
    for i in range(4):
        y = 50 + 88 * i
        out += at(
            150,
            y,
            page(150, 70, 18),
            script(14, 24, 60, f"inv {i}", 7),
            lines((14, 34, 124, 34)),
            script(14, 54, 44, f"inv b {i}", 6),
            figures(136, 56, amounts[i], 10, RED if i == 2 else None),
        )
        out += at(
            500,
            y,
            rect(0, 0, 150, 70, PAPER),
            rect(0, 0, 150, 20, GREEN),
            script(14, 42, 50, f"ret {i}", 6),
            figures(136, 56, amounts[origin[i]], 10) if i in origin else "",
            lines((76, 63, 136, 63)),
        )
    for a, b in pairs:
        y1, y2 = 85 + 88 * a, 85 + 88 * b
        out += (
            path(f"M300 {y1}C400 {y1} 400 {y2} 500 {y2}", stroke=GREEN)
            + circle(300, y1, 6, GREEN)
            + circle(500, y2, 6, GREEN)
        )
    out += (
        path("M300 261h70", stroke=RED, stroke_dasharray="2 8")
        + circle(300, 261, 6, PAPER, RED)
        + circle(386, 261, 15, PAPER, RED)
        + lines((380, 255, 392, 267), (392, 255, 380, 267), stroke=RED)
    )
    return out + "".join(tick(668, 92 + 88 * i, 18) for i in (0, 1, 2)) + circle(672, 349, 9, "none", RED)


def balance(ids):
    """Two ledgers joined by a balance."""
    x = 400

    def book(px, py, fill, seed):
        return at(
            px,
            py,
            rect(-58, -76, 116, 76, fill, r=4),
            rect(-46, -76, 12, 76, mix(fill, PAPER, 0.35)),
            rect(-18, -60, 60, 30, PAPER),
            script(-10, -40, 44, seed, 8),
            lines((-18, -18, 42, -18), stroke=mix(fill, PAPER, 0.5)),
        )

    out = rect(x - 90, 384, 180, 20, BRASS) + rect(x - 60, 366, 120, 18, BRASS)
    out += path(f"M{x - 9} 366L{x - 6} 110h12L{x + 9} 366z", PAPER)
    out += circle(x, 214, 46, PAPER) + rosette(ids, x, 214, 42, GREEN, "escrow", 2, 0.7, 0.3)
    out += path(
        f"M{x - 214} 118c60-20 150-26 {214}-26c64 0 154 6 214 26l-4 12c-60-14-140-20-210-20c-70 0-150 6-210 20z", BRASS
    )
    out += circle(x, 92, 16, BRASS) + lines((x, 76, x, 56)) + circle(x, 50, 6, RED)
    for side, fill in ((-1, GREEN), (1, RED)):
        px = x + side * 210
        out += lines((px, 124, px - 84, 306), (px, 124, px + 84, 306)) + circle(px, 124, 6, PAPER)
        out += book(px, 306, fill, f"escrow {side}")
        out += path(f"M{px - 104} 306h208c-14 38-54 50-104 50s-90-12-104-50z", WASH)
        out += at(px, 0, figures(30, 336, amount(6, "escrow"), 13))
    return out


def merger(ids):
    """Two account books becoming one."""

    def book(x, y, w, h, fill, seed):
        pages = rect(x + 6, y + h - 18, w - 8, 12, PAPER) + lines((x + 10, y + h - 12, x + w - 2, y + h - 12))
        return (
            rect(x, y, w, h, fill, r=5)
            + pages
            + rect(x, y, w, h - 18, fill, r=5)
            + lines((x + 16, y, x + 16, y + h - 18), stroke=mix(fill, PAPER, 0.55))
            + rect(x + w * 0.3, y + h * 0.2, w * 0.52, h * 0.26, PAPER)
            + script(x + w * 0.36, y + h * 0.36, w * 0.4, seed, w * 0.065)
        )

    out = ""
    for y in (134, 296):
        strands = "".join(
            smooth(
                [
                    (250, y + 5 * k - 10),
                    (340, y + 5 * k - 10),
                    (430, 215 + 9 * k - 18 + (y - 215) * 0.06),
                    (520, 215 + 9 * k - 18 + (y - 215) * 0.05),
                ]
            )
            for k in range(5)
        )
        out += path(strands, stroke=mix(BRASS, PAPER, 0.1))
    out += book(120, 66, 140, 132, GREEN, "one") + book(120, 232, 140, 132, RED, "two")
    out += (
        book(486, 86, 196, 262, BRASS, "both")
        + circle(600, 266, 40, PAPER)
        + rosette(ids, 600, 266, 36, GREEN, "merged", 2, 0.7, 0.3)
    )
    out += polygon([(440, 200), (470, 217), (440, 234)], RED, RED)
    return out


def timeline(ids):
    """A timeline with marked filing days."""
    y = 262
    out = rect(96, y - 20, 608, 40, PAPER)
    out += path("".join(f"M{106 + 14.7 * i:.1f} {y + 20}v{-16 if i % 5 == 0 else -8}" for i in range(41)))
    marks = (
        (136, "allot", GREEN, 1),
        (282, "report", RED, -1),
        (430, "certificate", BRASS, 1),
        (576, "return", RED, -1),
        (660, "year", GREEN, 1),
    )
    for i, (x, seed, fill, up) in enumerate(marks[:4]):
        top = y - 186 if up > 0 else y + 48
        out += lines((x, y, x, top + (120 if up > 0 else 0)))
        out += at(
            x - 20,
            top,
            page(118, 120 if up > 0 else 92, 22),
            script(14, 32, 56, f"{seed} head", 8),
            lines((14, 44, 100, 44)),
            writing(14, 64, 86, 2 if up < 0 else 3, 18, seed, height=6),
        )
        out += circle(x, y, 11, fill) + circle(x, y, 4, PAPER, PAPER)
    x = 660
    out += (
        lines((x, y, x, 92))
        + polygon([(x, 92), (x - 64, 110), (x, 130)], RED)
        + circle(x, y, 11, GREEN)
        + circle(x, y, 4, PAPER, PAPER)
        + circle(x, 88, 5, BRASS)
    )
    return out


def calendar(ids):
    """A year's calendar with ticked entries."""
    out = rect(146, 44, 508, 352, PAPER) + rect(146, 44, 508, 40, GREEN)
    out += "".join(lines((x, 34, x, 56)) + circle(x, 60, 5, PAPER) for x in range(186, 640, 61))
    for i in range(12):
        x, y = 162 + 122 * (i % 4), 98 + 98 * (i // 4)
        out += rect(x, y, 110, 86, PAPER) + rect(x, y, 110, 16, (WASH, MIST)[(i + i // 4) % 2])
        dots = "".join(f"M{x + 14 + 14 * c} {y + 30 + 14 * r}h5" for r in range(4) for c in range(6))
        out += path(dots, stroke=mix(PAPER, INK, 0.4))
        if i != 10:
            out += tick(x + (64, 42, 80, 56)[i % 4], y + (62, 50, 72)[i % 3], 26, RED if i % 3 else GREEN)
        else:
            out += circle(x + 58, y + 52, 14, "none", RED)
    return out


def payroll(ids):
    """Six columns of a payroll register."""
    out = rect(120, 50, 560, 346, PAPER)
    for i, count in enumerate((5, 8, 4, 10, 6, 7)):
        x = 120 + 93.3 * i
        out += rect(x, 50, 93.3, 44, (GREEN, WASH)[i % 2]) + script(
            x + 18, 78, 60, f"state {i}", 9, PAPER if i % 2 == 0 else None
        )
        out += "".join(
            figures(x + 80, 124 + 24 * r, amount((6, 5, 6, 5)[(r + i) % 4], f"pay {i} {r}"), 10)
            for r in range(3 if count > 9 else 4)
        )
        out += coins(x + 46, 380, count, 56, 11)
    out += lines(*((120 + 93.3 * i, 94, 120 + 93.3 * i, 396) for i in range(1, 6)), stroke=mix(PAPER, RED, 0.5))
    return out


def cabinet(ids):
    """Papers sorted into a cabinet of drawers."""
    out = ""
    papers = "".join(
        at(
            362 + dx,
            214 + dy,
            page(104, 120, 20),
            script(12, 30, 50, f"cab {k}", 7),
            writing(12, 52, 80, 2, 17, f"cab {k}", height=6),
            turn=turn,
        )
        for k, (dx, dy, turn) in enumerate(((-14, -74, -9.0), (26, -84, 6.0), (6, -66, -1.0)))
    )
    out += rect(168, 52, 464, 344, BRASS)
    for i in range(9):
        x, y = 184 + 146 * (i % 3), 68 + 106 * (i // 3)
        if i == 4:
            out += rect(x, y, 140, 98, INK)
            continue
        out += (
            rect(x, y, 140, 98, WASH)
            + rect(x + 42, y + 20, 56, 28, PAPER)
            + script(x + 50, y + 39, 42, f"drawer {i}", 7)
            + path(f"M{x + 54} {y + 66}c0 18 32 18 32 0z", BRASS)
        )
    x, y = 322, 214
    out += (
        papers
        + rect(x, y, 156, 118, WASH)
        + rect(x + 46, y + 28, 64, 32, PAPER)
        + script(x + 54, y + 50, 48, "drawer open", 8)
        + path(f"M{x + 60} {y + 78}c0 20 36 20 36 0z", BRASS)
    )
    return out


PROJECTS = {
    "lender-registration-file": ("FinTech", registration),
    "plant-level-internal-audit": ("Enterprise", plants),
    "export-refund-tracker": ("Technology", matching),
    "escrow-reconciliation": ("FinTech", balance),
    "group-restructuring": ("Enterprise", merger),
    "foreign-funding-filings": ("Technology", timeline),
    "adviser-compliance-calendar": ("FinTech", calendar),
    "payroll-in-six-states": ("Enterprise", payroll),
    "books-ready-for-diligence": ("Technology", cabinet),
}


def pictures():
    """Path below content/images/ and SVG text of every project's picture."""
    for name, (category, draw) in PROJECTS.items():
        ids = Ids()
        yield f"projects/{name}.svg", scene(ids, category, draw(ids))
