"""The plates of the home page's slides, 1200 by 900, and the ground of the share cards, 1200 by 630."""

import math

from draw import *


def backdrop(ids, x, y, r, seed, tint=0.34):
    """A large pale rosette behind the drawing, cut off by the picture's edge."""
    return rosette(ids, x, y, r, mix(PAPER, BRASS, tint), seed, rings=3, density=0.8, hole=0.1)


def open_ledger(ids):
    """An open ledger with ruled columns, and a pen across it."""
    left, spine, right, top, foot = 120, 600, 1080, 196, 726

    def lift(x):
        # How far the paper's surface rises at x: flat outside, a wave beside the spine.
        t = abs(x - spine) / (right - spine)
        return -16 * math.sin(math.pi * min(t * 1.15, 1)) ** 0.8 if t else 6

    def across(x1, x2, y, parts=8):
        return smooth([(x1 + (x2 - x1) * i / parts, y + lift(x1 + (x2 - x1) * i / parts)) for i in range(parts + 1)])

    def leaf(x1, x2):
        d = across(x1, x2, top)
        back = across(x2, x1, foot)
        return d + "L" + back[1:] + "z"

    book = rect(left - 30, top - 16, right - left + 60, foot - top + 50, GREEN, r=8)
    book += lines(
        (left - 14, top, left - 14, foot + 18), (right + 14, top, right + 14, foot + 18), stroke=mix(GREEN, PAPER, 0.5)
    )
    for k in (3, 2, 1):
        book += path(leaf(left - 4 * k + 4, spine), PAPER, transform=f"translate({-2 * k} {5 * k})")
        book += path(leaf(spine, right + 4 * k - 4), PAPER, transform=f"translate({2 * k} {5 * k})")
    book += path(leaf(left, spine), PAPER) + path(leaf(spine, right), PAPER)
    rule = ids.new()
    book += group(
        path(across(left + 1, spine - 1, top + 88, 6) + across(spine + 1, right - 1, top + 88, 6), id=rule),
        *(f'<use href="#{rule}" y="{36 * i}"/>' for i in range(1, 12)),
        stroke=RULE,
    )
    book += path(across(left, spine - 4, top + 54) + across(spine + 4, right, top + 54), stroke=GREEN)

    def upright(x, colour):
        return lines((x, top + lift(x), x, foot + lift(x)), stroke=colour)

    faint = mix(PAPER, RED, 0.5)
    for x in (188, 195, 664, 671):
        book += upright(x, RED)
    for x in (384, 478, 862, 956):
        book += upright(x, faint)

    def is_debit(side, i):
        return (i + side) % 3 != 0

    # The left page is closed: its last credit is what makes both sums one.
    values = {
        (side, i): amount((5, 6, 4, 6, 5)[i % 5] if is_debit(side, i) else 5, f"ledger {side} {i}")
        for side in (0, 1)
        for i in range(9)
    }
    debits = sum(values[0, i] for i in range(9) if is_debit(0, i))
    last = max(i for i in range(9) if not is_debit(0, i))
    values[0, last] = debits - sum(values[0, i] for i in range(last) if not is_debit(0, i))
    entries = ""
    for side, start in enumerate((0, 476)):
        entries += script(206 + start, top + 36 + lift(206 + start + 60), 120, f"title {side}", 15)
        for i in range(9 if side == 0 else 7):
            y = top + 82 + 36 * i
            day = 3 * i + 2 + side
            entries += figures(180 + start + (2 if side else 0), y + lift(150 + start), day, 12)
            entries += script(
                208 + start,
                y + lift(260 + start),
                (120, 96, 136, 84, 112, 130, 78, 116, 102)[(i + 4 * side) % 9],
                f"entry {side}{i}",
                10,
            )
            if is_debit(side, i):
                entries += figures(468 + start, y + lift(420 + start), values[side, i], 15)
            else:
                entries += figures(568 + start - (4 if side == 0 else 10), y + lift(530 + start), values[side, i], 15)
    y = top + 82 + 36 * 10
    entries += group(total(396, 468, y, 15), figures(468, y, debits, 15), transform="translate(0 -12)")
    entries += group(total(488, 576, y, 15), figures(564, y, debits, 15), transform="translate(0 -14)")
    spine_shade = path(
        "".join(
            f"M{join([spine + dx, top + 8 + lift(spine + dx)])}V{n(foot + lift(spine + dx))}"
            for dx in (-22, -13, -6, 6, 13, 22)
        ),
        stroke=mix(PAPER, INK, 0.22),
    ) + lines((spine, top + 6, spine, foot + 6))
    mark = path(f"M{spine + 34} {foot}h26v88l-13-18l-13 18z", RED)
    pen = at(
        772,
        612,
        path("M0 0l74-19v38z", PAPER),
        path("M0 0h46"),
        circle(50, 0, 5, PAPER),
        rect(74, -22, 54, 44, INK, r=5),
        rect(128, -24, 14, 48, BRASS),
        path("M142-25h210q30 0 30 25t-30 25h-210z", GREEN),
        path("M156-10h190", stroke=mix(GREEN, PAPER, 0.6)),
        rect(330, -25, 10, 50, BRASS),
        turn=-27.0,
    )
    stroke = script(676, top + 82 + 36 * 7 + lift(720), 88, "being written", 10)
    return (
        backdrop(ids, 600, 450, 560, "ledger")
        + mark
        + book
        + spine_shade
        + group(entries, stroke, stroke_width=2)
        + pen
    )


def tax_return(ids):
    """A tax return with its columns totalled and stamped; folded papers behind it, the hand stamp beside it."""
    folded = ""
    for i, (dx, fill) in enumerate(((0, WASH), (120, PAPER), (240, WASH))):
        skew = 26 if i % 2 else -26
        folded += polygon(
            [
                (dx, 0 if skew < 0 else -26),
                (dx + 120, skew if skew < 0 else 0),
                (dx + 120, 560 + (skew if skew < 0 else 0)),
                (dx, 560 + (0 if skew < 0 else -26)),
            ],
            fill,
        )
    folded += group(
        *(
            script(dx + 16, 60 + 34 * i - (13 if k != 1 else 13), 84, f"deed {k}{i}", 9)
            for k, dx in enumerate((0, 120, 240))
            for i in range(3)
        ),
        stroke_width=2,
    )
    envelope = group(
        rect(0, 0, 420, 270, mix(PAPER, GREEN, 0.24)),
        polygon([(0, 0), (210, 150), (420, 0)], MIST),
        lines((0, 270, 160, 114), (420, 270, 260, 114)),
    )
    values = [amount((6, 5, 6, 4, 6, 5, 5, 6, 4)[i], f"value {i}") for i in range(8)]
    # 18 per cent of each, to the rupee.
    taxes = [round(value * 0.18) for value in values]
    rows = ""
    for i in range(8):
        y = 186 + 34 * i
        rows += figures(48, y, i + 1, 13) + script(
            66, y, (150, 118, 166, 96, 138, 152, 110, 128, 144)[i], f"return {i}", 9
        )
        rows += figures(352, y, values[i], 15) + figures(472, y, taxes[i], 15)
    sheet = group(
        page(504, 690, 0),
        rect(0, 0, 504, 84, GREEN),
        script(28, 52, 190, "return head", 18, PAPER),
        *(rect(300 + 30 * i, 26, 24, 32, PAPER) for i in range(6)),
        ledger(20, 96, 464, 400, 34, RULE),
        script(66, 134, 90, "col", 9, mix(PAPER, INK, 0.6)),
        script(282, 134, 62, "col 1", 9, mix(PAPER, INK, 0.6)),
        script(410, 134, 54, "col 2", 9, mix(PAPER, INK, 0.6)),
        lines((20, 146, 484, 146)),
        lines((250, 96, 250, 520), (372, 96, 372, 520), stroke=mix(PAPER, RED, 0.5)),
        lines((56, 96, 56, 496), stroke=RED),
        group(
            rows,
            total(270, 352, 520, 15),
            total(392, 472, 520, 15),
            figures(352, 520, sum(values), 15),
            figures(472, 520, sum(taxes), 15, RED),
            stroke_width=2,
        ),
        script(40, 628, 150, "signature", 22),
        lines((36, 644, 216, 644)),
    )
    stamp = group(
        element("ellipse", cx="0", cy="0", rx="104", ry="20", fill=INK),
        path("M-104-34v34a104 20 0 0 0 208 0v-34", RED),
        element("ellipse", cx="0", cy="-34", rx="104", ry="20", fill=mix(RED, PAPER, 0.18)),
        path("M-30-38c10-40 12-74 0-112h60c-12 38-10 72 0 112a30 7 0 0 1-60 0z", BRASS),
        path("M-12-60c5-26 5-52 0-78", stroke=mix(BRASS, PAPER, 0.6)),
        element("ellipse", cx="0", cy="-184", rx="54", ry="48", fill=BRASS),
        path("M-34-192c2-16 14-26 30-28", stroke=mix(BRASS, PAPER, 0.6)),
    )
    return (
        backdrop(ids, 330, 470, 560, "return")
        + at(706, 148, folded, turn=7.0)
        + at(680, 560, envelope, turn=-5.0)
        + at(206, 108, sheet, turn=-3.0)
        + seal(ids, 626, 722, 84, RED, "return")
        + at(944, 804, stamp)
    )


def skyline(ids):
    """Columns of a balance sheet rising beside a skyline of Ahmedabad and Mumbai; ruled lines instead of water."""
    ground = 690
    sun = circle(704, 330, 270, PAPER, "none") + rosette(
        ids, 704, 330, 266, mix(PAPER, BRASS, 0.75), "sun", 3, 0.8, 0.12
    )

    def box(x, top, w, fill=PAPER, **more):
        return rect(x, top, w, ground - top, fill, **more)

    def windows(x, top, w, rows, cols, gap, stroke=None, tall=10):
        step = w / cols
        return path(
            "".join(f"M{join([x + step * (c + .5), top + gap * r])}v{tall}" for r in range(rows) for c in range(cols)),
            stroke=stroke,
        )

    def dome(x, y, w, h, fill):
        return (
            path(
                f"M{join([x - w / 2, y])}c{join([-w * .12, -h * .5, w * .2, -h * .7, w / 2, -h])}c{join([w * .3, h * .3, w * .62, h * .5, w / 2, h])}z",
                fill,
            )
            + lines((x, y - h, x, y - h - 20))
            + circle(x, y - h - 24, 4, fill)
        )

    # Columns: the first figures of a balance sheet, growing into towers.
    columns = ""
    for i, (h, fill) in enumerate(((104, MIST), (182, PAPER), (286, MIST), (390, PAPER), (546, GREEN))):
        x = 84 + i * 78
        columns += box(x, ground - h, 56, fill)
        line = mix(GREEN, PAPER, 0.5) if fill == GREEN else mix(PAPER, INK, 0.35)
        columns += ledger(x + 9, ground - h, 38, h, 18, line)
    columns += lines(
        *(
            (84 + i * 78, ground - h - 12, 140 + i * 78, ground - h - 12)
            for i, h in enumerate((104, 182, 286, 390, 546))
        ),
        stroke=RED,
    )
    columns += lines(
        *(
            (84 + i * 78, ground - h - 20, 140 + i * 78, ground - h - 20)
            for i, h in enumerate((104, 182, 286, 390, 546))
        ),
        stroke=RED,
    )

    # Ahmedabad: a mosque front between two minarets, with a pierced window.
    def minaret(x):
        out = box(x - 17, 430, 34, PAPER)
        for y, w in ((452, 54), (530, 58), (606, 62)):
            out += rect(x - w / 2, y, w, 12, BRASS)
        out += rect(x - 12, 398, 24, 32, PAPER) + dome(x, 398, 30, 38, BRASS)
        return out

    front = box(552, 560, 158, PAPER) + path(f"M596 {ground}v-66c0-28 18-42 35-54c17 12 35 26 35 54v66z", MIST)
    front += "".join(path(f"M{x} 606v-22a9 9 0 0 1 18 0v22z", WASH) for x in (568, 676))
    front += dome(631, 560, 82, 62, PAPER)
    front += path(
        "M631 690v-60m0 18c-16-2-22-14-20-26m20 40c16-2 22-14 20-26m-20-6c-8-4-12-12-10-20m10 20c8-4 12-12 10-20",
        stroke=GREEN,
    )
    ahmedabad = front + minaret(540) + minaret(722)

    # Mumbai: towers, the gateway, the bridge.
    tower = box(772, 250, 64, GREEN) + windows(776, 272, 56, 18, 4, 22, mix(GREEN, PAPER, 0.6), 11)
    tower2 = polygon([(846, ground), (846, 370), (890, 330), (890, ground)], WASH) + windows(
        850, 398, 36, 13, 3, 22, None, 10
    )
    gate = box(868, 556, 150, PAPER) + rect(860, 544, 166, 14, BRASS)
    gate += path(f"M914 {ground}v-58a29 33 0 0 1 58 0v58z", MIST)
    gate += "".join(path(f"M{x} {ground}v-32a9 11 0 0 1 18 0v32z", MIST) for x in (882, 986))
    gate += lines((868, 584, 1018, 584))
    gate += "".join(rect(x - 9, 514, 18, 30, PAPER) + dome(x, 514, 20, 18, BRASS) for x in (876, 924, 962, 1010))
    deck = 640
    bridge = polygon([(1082, ground), (1094, 400), (1106, ground)], PAPER)
    stays = "".join(
        f"M{join([1094, 412 + 16 * i])}L{join([1094 - 76 + 8 * i, deck])}M{join([1094, 412 + 16 * i])}L{join([1094 + 76 - 8 * i, deck])}"
        for i in range(7)
    )
    bridge = path(stays, stroke=mix(PAPER, INK, 0.6)) + bridge + rect(1018, deck, 152, 9, BRASS)
    mumbai = tower + tower2 + bridge + gate

    water = ""
    for y in range(714, 1900, 26):
        water += lines((-300, y, 1500, y), stroke=RULE)
    water += lines((-300, ground, 1500, ground))
    shine = "".join(
        f"M{join([690 - w, y])}h{2 * w}" for y, w in ((714, 180), (740, 150), (766, 112), (792, 72), (818, 34))
    )
    birds = path("M1010 250q14-14 24 0q10-14 24 0M1082 214q11-11 19 0q8-11 19 0M1016 180q9-9 15 0q6-9 15 0")
    margin = lines((36, -1000, 36, 1900), (44, -1000, 44, 1900), stroke=RED)
    return (
        ledger(-300, 14 - 40 * 26, 1800, 676 + 40 * 26, 26)
        + sun
        + birds
        + columns
        + ahmedabad
        + mumbai
        + water
        + path(shine, stroke=BRASS)
        + margin
    )


HEROES = {"slide-1": open_ledger, "slide-2": tax_return, "slide-3": skyline}


def sheet(body):
    """
    A plate without mount and frame, which the page puts around it. The paper goes on beyond the picture: a page can show it in
    a box of another shape.
    """
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900">'
        f'{hand(body)}<path fill="{PAPER}" d="M-300-1000h1800v2900h-1800z"/>'
        f'<g fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">{body}</g></svg>\n'
    )


def card(ids):
    """What every share card is drawn on: margin column and ruled paper. The theme's card.svg adds words and covers."""
    field, line = GREEN, mix(GREEN, PAPER, 0.5)
    return plate(
        1200,
        630,
        ledger(200, 30, 970, 570, 34.5, mix(PAPER, BRASS, 0.16)),
        rect(30, 30, 170, 570, field, "none"),
        band(ids, 30, 30, 170, 570, line, 3, 5),
        lines((200, 30, 200, 600)),
        lines((232, 30, 232, 600), (241, 30, 241, 600), stroke=RED),
        margin=30.0,
        weight=2.5,
    )


def pictures():
    """Path below content/images/ and SVG text of the three plates and of the share cards' ground."""
    for name, draw in HEROES.items():
        yield f"hero/{name}.svg", sheet(draw(Ids()))
    yield "card.svg", card(Ids("card"))
