"""The covers of the blog articles, 800 by 500: one function an article, named by its slug in COVERS."""

import math

from draw import *


def gst(ids):
    bars = []
    # The heights represent the rates 5, 12, 18 and 28; the second and fourth were withdrawn.
    for i, rate in enumerate((5, 12, 18, 28)):
        x, h = 440 + i * 82, 20 + rate * 9.6
        gone = i % 2
        bars.append(rect(x, 411 - h, 54, h, PAPER if gone else GREEN))
        if gone:
            low, high = 411 - h * 0.16, 411 - h * 0.88
            bars.append(lines((x - 14, low, x + 68, high), (x - 14, low + 8, x + 68, high + 8), stroke=RED))
        else:
            bars.append(ledger(x + 8, 411 - h, 38, h, 9, mix(GREEN, PAPER, 0.45)))
    values = [amount(digits, f"gst {i}") for i, digits in enumerate((6, 5, 6, 4))]
    teeth = [(0, 0), (190, 0), (190, 322)]
    teeth += [(190 - i * 9.5, 322 + (9 if i % 2 else 0)) for i in range(1, 20)] + [(0, 322)]
    invoice = at(
        202,
        84,
        polygon(teeth, PAPER),
        script(18, 36, 110, "gst head", 10),
        lines((18, 52, 172, 52)),
        *(
            script(18, 84 + i * 26, (84, 70, 92, 60)[i], f"gst {i}", 7)
            + figures(172, 84 + i * 26, values[i], 9)
            for i in range(4)
        ),
        total(104, 172, 208),
        figures(172, 208, sum(values), 9, RED),
        seal(ids, 62, 254, 44, RED, "gst"),
    )
    return invoice + "".join(bars) + lines((416, 411, 764, 411))


def structure(ids):
    ground = 411

    def column(x, top, w):
        return (
            rect(x - w / 2, top, w, ground - 12 - top, PAPER)
            + lines(
                (x - w * 0.16, top + 10, x - w * 0.16, ground - 22), (x + w * 0.16, top + 10, x + w * 0.16, ground - 22)
            )
            + rect(x - w * 0.75, top - 8, w * 1.5, 8, PAPER)
            + rect(x - w * 0.7, ground - 20, w * 1.4, 8, PAPER)
        )

    def front(x, w, columns, top, wide, roof, colour):
        inside = w - 34
        step = inside / (columns - 1) if columns > 1 else 0
        shafts = "".join(
            column(x + 17 + step * i if columns > 1 else x + w / 2, top + 34, wide) for i in range(columns)
        )
        tip = (x + w / 2, top - roof)
        small = (x + w / 2, top - roof * 0.42)
        return (
            rect(x + 6, top + 20, w - 12, ground - top - 20, MIST if columns > 1 else WASH)
            + shafts
            + rect(x, top, w, 26, PAPER)
            + lines((x, top + 9, x + w, top + 9))
            + polygon([(x - 10, top), tip, (x + w + 10, top)], colour)
            + (
                polygon(
                    [(x + w * 0.13, top - 9), (tip[0], tip[1] + roof * 0.2), (x + w * 0.87, top - 9)], colour, PAPER
                )
                if columns > 2
                else ""
            )
            + (
                circle(small[0], small[1] + 6, roof * 0.3, colour, PAPER)
                + rosette(ids, small[0], small[1] + 6, roof * 0.27, PAPER, "front", 1, 0.7, 0.3)
                if columns > 2
                else ""
            )
            + rect(x - 6, ground - 12, w + 12, 12, PAPER)
        )

    kiosk = front(194, 76, 1, 318, 20, 34, BRASS)
    pair = front(322, 122, 2, 262, 20, 50, RED)
    house = front(498, 246, 6, 196, 20, 84, GREEN)
    return kiosk + pair + house + lines((172, ground, 768, ground))


def audit(ids):
    first = [amount((4, 5, 3, 6, 5)[i % 5], f"audit a{i}") for i in range(10)]
    second = [amount((5, 4, 6, 4, 5)[i % 5], f"audit b{i}") for i in range(10)]

    def rows(x, y, w, gap, height):
        out = ""
        for i in range(10):
            out += script(x, y + i * gap, w * (0.36, 0.3, 0.4, 0.26, 0.34)[i % 5], f"audit {i}", height * 0.8)
            out += figures(x + w * 0.70, y + i * gap, first[i], height)
            out += figures(x + w, y + i * gap, second[i], height)
        return out

    sheet = group(
        rect(206, 66, 390, 391, PAPER),
        ledger(206, 66, 390, 391, 29, RULE),
        lines((250, 66, 250, 457), (256, 66, 256, 457), stroke=RED),
        lines((404, 66, 404, 457), (500, 66, 500, 457), stroke=mix(PAPER, RED, 0.5)),
        rows(270, 118, 312, 29, 12),
        *(tick(228, 120 + 29 * i, 15) for i in (0, 1, 2, 4, 5, 8, 9)),
        total(512, 584, 437),
        figures(582, 437, sum(second), 12),
    )
    clip = ids.new()
    lens = group(
        element("clipPath", circle(548, 236, 100), id=clip),
        circle(548, 236, 100, PAPER, "none"),
        group(
            ledger(420, 66, 300, 348, 58, RULE),
            lines((486, 100, 486, 380), stroke=mix(PAPER, RED, 0.5)),
            *(
                figures(624, 116 + 58 * i, second[i + 2], 27, RED if i == 2 else None)
                for i in range(5)
            ),
            lines((540, 246, 634, 246), (540, 253, 634, 253), stroke=RED),
            clip_path=f"url(#{clip})",
        ),
        circle(548, 236, 108, "none", INK),
        circle(548, 236, 100, "none", INK),
        polygon([(620, 317), (630, 307), (644, 321), (634, 331)], PAPER),
        polygon([(632, 335), (648, 319), (728, 399), (728, 415), (712, 415)], BRASS),
        lines((648, 333, 718, 403)),
    )
    return sheet + lens


def fema(ids):
    return (
        rect(448, 20, 32, 460, PAPER, "none")
        + lines((448, 20, 448, 480), (480, 20, 480, 480), stroke=RED)
        + path("".join(f"M456 {y}h16" for y in range(43, 480, 23)), stroke=RED)
        + ribbon(ids, 268, 660, 250, 6, 96, 16, mix(GREEN, PAPER, 0.15), 1.5)
        + coin(ids, 268, 250, 92, BRASS, "coin west")
        + coin(ids, 660, 250, 92, GREEN, "coin east")
    )


def ipo(ids):
    steps = [(420, 388)]
    for run, rise in ((36, 23), (36, 46), (36, -23), (36, 69), (36, 23), (36, -23), (36, 92), (36, 69)):
        x, y = steps[-1]
        steps += [(x + run, y), (x + run, y - rise)]
    steps.append((steps[-1][0] + 36, steps[-1][1]))
    area = steps + [(steps[-1][0], 411), (420, 411)]
    x = 282
    bell = group(
        rect(x - 108, 76, 216, 18, BRASS),
        rect(x - 98, 94, 14, 299, PAPER),
        rect(x + 84, 94, 14, 299, PAPER),
        rect(x - 116, 393, 232, 18, BRASS),
        lines((x - 104, 402, x + 104, 402), (x - 96, 85, x + 96, 85), stroke=mix(BRASS, PAPER, 0.5)),
        circle(x, 107, 13, PAPER),
        path(f"M{x} 120c30 0 40 24 42 62c3 54 10 78 26 94v14h-136v-14c16-16 23-40 26-94c2-38 12-62 42-62z", GREEN),
        path(f"M{x - 41} 190q41 13 82 0M{x - 42} 200q42 13 84 0M{x - 56} 260q56 15 112 0", stroke=PAPER),
        path(f"M{x - 13} 290a13 13 0 1 0 26 0z", BRASS),
        path(f"M{x} 303c-3 18 6 26 0 46"),
        rect(x - 6, 349, 12, 24, RED, r=4),
    )
    chart = group(
        polygon(area, MIST, "none"),
        *(
            lines((steps[i][0], max(steps[i][1], steps[i - 1][1]), steps[i][0], 411), stroke=mix(PAPER, GREEN, 0.5))
            for i in range(2, len(steps) - 1, 2)
        ),
        polygon(steps, stroke=GREEN, closed=False),
        circle(steps[-1][0], steps[-1][1], 7, RED),
    )
    return chart + bell + lines((150, 411, 768, 411))


def payroll(ids):
    # Each person's wages, and 12 per cent of them for the provident fund.
    wages = [amount(5, f"wages {i}") for i in range(5)]
    rows = []
    for i in range(5):
        y = 136 + i * 62
        rows.append(person(228, y + 22, 40, (MIST, WASH)[i % 2]))
        rows.append(script(262, y + 4, (96, 80, 104, 88, 72)[i], f"pay {i}", 9))
        rows.append(figures(450, y + 4, wages[i], 12))
        rows.append(figures(524, y + 4, round(wages[i] * 0.12), 12))
    rules = lines(*((196, 166 + 62 * i, 540, 166 + 62 * i) for i in range(5)), stroke=RULE)
    register = group(
        rect(196, 60, 344, 400, PAPER),
        rules,
        rect(196, 60, 344, 40, GREEN),
        script(214, 86, 120, "pay head", 10, PAPER),
        lines((374, 60, 374, 460), (466, 60, 466, 460), stroke=mix(PAPER, RED, 0.55)),
        *rows,
    )
    holes = "".join(circle(0, 10 + 20 * i, 4, PAPER) for i in range(11))
    pay = [amount(digits, f"slip {i}") for i, digits in enumerate((5, 4, 4))]
    slip = at(
        572,
        196,
        rect(0, 0, 176, 222, PAPER),
        rect(0, 0, 22, 222, WASH),
        at(11, 0, holes),
        lines((22, 0, 22, 222), stroke=RED, stroke_dasharray="2 7"),
        script(38, 34, 96, "slip head", 9),
        lines((38, 48, 160, 48)),
        *(
            script(38, 74 + 23 * i, (52, 40, 58)[i], f"slip {i}", 7)
            + figures(160, 74 + 23 * i, pay[i], 10)
            for i in range(3)
        ),
        total(104, 160, 158),
        figures(160, 158, sum(pay), 10, RED),
        seal(ids, 62, 184, 25, GREEN, "slip"),
        turn=6.0,
    )
    return register + slip


def capital(ids):
    x, y, r = 462, 250, 150
    wheel = ring(ids, x, y, r - 20, r + 20, 36, 5, GREEN)
    rims = circle(x, y, r + 26) + circle(x, y, r - 26)
    arrows = ""
    for angle in (45, 135, 225, 315):
        a = math.radians(angle)
        arrows += at(
            x + r * math.cos(a),
            y + r * math.sin(a),
            circle(0, 0, 22, PAPER),
            polygon([(-9, -9), (14, 0), (-9, 9)], RED, RED),
            turn=angle + 90.0,
        )
    goods = at(x - 42, 56, crate(84, 84))
    items = [amount(3, f"bill {i}") for i in range(3)]
    bill = at(
        x + r - 36,
        y - 56,
        page(82, 112, 20),
        script(12, 30, 44, "bill head", 7),
        *(
            script(12, 50 + 15 * i, (26, 22, 28)[i], f"bill {i}", 5) + figures(70, 50 + 15 * i, items[i], 7)
            for i in range(3)
        ),
        lines((40, 85, 70, 85), (40, 99, 70, 99), (40, 103, 70, 103)),
        figures(70, 96, sum(items), 7),
    )
    money = coins(x, 450, 6, 84, 14)
    month = at(
        x - r - 52,
        y - 48,
        rect(0, 8, 96, 92, PAPER),
        rect(0, 8, 96, 24, RED),
        lines((24, 0, 24, 16), (72, 0, 72, 16)),
        lines(
            *(
                (12 + 18 * c, 46 + 14 * row, 20 + 18 * c, 46 + 14 * row)
                for row in range(4)
                for c in range(5)
                if (row, c) != (2, 3)
            )
        ),
        circle(70, 74, 10, "none", RED),
        lines((66, 74, 74, 74)),
    )
    centre = rosette(ids, x, y, 84, mix(BRASS, PAPER, 0.2), "capital", 2, 0.9, 0.3)
    clip = ids.new()
    gaps = element("clipPath", circle(x, y, r + 27.5), id=clip) + group(
        *(circle(x + dx, y + dy, 66, PAPER, "none") for dx, dy in ((0, -r), (0, r), (-r, 0), (r, 0))),
        clip_path=f"url(#{clip})",
    )
    return circle(x, y, r + 26, PAPER, "none") + centre + wheel + rims + gaps + arrows + goods + bill + money + month


def diligence(ids):
    files = ""
    colours = (WASH, MIST, WASH, mix(PAPER, RED, 0.18), WASH, MIST)
    for i, fill in enumerate(colours):
        y = 380 - i * 34
        shift = (0, 8, -6, 5, -3, 4)[i]
        files += rect(206 + shift, y, 330, 34, fill)
        files += lines(
            (218 + shift, y + 11, 440, y + 11), (216 + shift, y + 22, 440, y + 22), stroke=mix(PAPER, INK, 0.3)
        )
        files += rect(452 + shift, y + 8, 66, 18, PAPER) + script(460 + shift, y + 21, 46, f"tab {i}", 6)
    top = 380 - 5 * 34
    knot = top - 2
    tape = (
        rect(300, top, 26, 414 - top, RED)
        + lines((307, top + 16, 307, 408), (319, top + 16, 319, 408), stroke=mix(RED, PAPER, 0.5))
        + path(f"M304 {knot}c-22 4-58 2-84-8l6 20-16 8c34 8 72 0 96-10z", RED)
        + path(f"M322 {knot}c22-2 46-10 66-30l4 22 18 2c-20 24-52 28-84 24z", RED)
        + path(f"M298 {knot + 15}c-5-14-2-26 15-26s20 12 15 26c-6 8-24 8-30 0z", RED)
        + path(f"M307 {knot + 14}c-2-8-1-14 1-18M319 {knot + 14}c2-8 1-14-1-18", stroke=mix(RED, PAPER, 0.5))
    )
    checklist = at(
        556,
        92,
        page(176, 250, 32),
        script(22, 40, 84, "check head", 10),
        lines((22, 56, 140, 56)),
        *(
            rect(22, 76 + 33 * i, 16, 16, PAPER)
            + (tick(29, 90 + 33 * i, 20) if i != 3 else "")
            + script(52, 90 + 33 * i, (92, 70, 98, 60, 84)[i], f"check {i}", 8)
            for i in range(5)
        ),
        turn=8.0,
    )
    return lines((172, 414, 768, 414)) + checklist + files + tape


COVERS = {
    "gst-compliance-changes-2025": ("Taxation", gst),
    "choosing-right-business-structure": ("Corporate Law", structure),
    "importance-of-internal-audit": ("Auditing", audit),
    "fema-guidelines-for-startups": ("CS Services", fema),
    "ipo-listing-process-demystified": ("Corporate Finance", ipo),
    "hr-payroll-compliance": ("CS Services", payroll),
    "working-capital-management": ("Corporate Finance", capital),
    "understanding-due-diligence": ("Corporate Finance", diligence),
}


def pictures():
    """Path below content/images/ and SVG text of every cover."""
    for slug, (category, draw) in COVERS.items():
        ids = Ids()
        yield f"covers/{slug}.svg", cover(ids, category, draw(ids))
