"""Elements, guilloche curves and things that the pictures are drawn from. Everything returns SVG text.

Coordinates are user units of the picture. `ids` is an Ids of the picture. Stroke, width, joins and caps are inherited
from the picture's outer group (ink, no fill) unless a part sets its own.
"""

import math
import random

# The palette: one main colour and two accents, with ink and paper. Tints are mixed from these five.
INK, PAPER, GREEN, RED, BRASS = "#1d2320", "#f6f1e6", "#1f4d3a", "#a8322a", "#a67c37"
PLATE = "#e9e0cc"  # paper, one shade deeper: the mount around every drawing
SERIF = "Newsreader,Georgia,'Liberation Serif','Times New Roman',serif"


def mix(a, b, part):
    """The colour `part` (0 to 1) of the way from a to b; all are #rrggbb."""
    pairs = zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:]))
    return "#" + "".join(f"{round(x + (y - x) * part):02x}" for x, y in pairs)


RULE = mix(PAPER, BRASS, 0.30)  # the ledger's horizontal rules
WASH = mix(PAPER, BRASS, 0.22)  # a light fill
MIST = mix(PAPER, GREEN, 0.16)  # a light green fill


def n(value):
    """A number as short as one decimal allows: 3, 3.1, -.5."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    text = text.replace("-0.", "-.") if text.startswith("-0.") else text
    return "0" if text in ("", "-", "-0") else (text[1:] if text.startswith("0.") else text)


def join(numbers):
    """Numbers of a path, with a space only where none can be left out."""
    out = ""
    for text in map(n, numbers):
        out += text if not out or text.startswith("-") else " " + text
    return out


# --- elements -----------------------------------------------------------------------------------------------------


def path(d, fill=None, stroke=None, **more):
    return element("path", d=d, fill=fill, stroke=stroke, **more)


def element(tag, inner="", **attributes):
    """One SVG element; None leaves an attribute out, an underscore stands for a hyphen."""
    text = "".join(
        f' {key.replace("_", "-")}="{n(value) if isinstance(value, float) else value}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{text}>{inner}</{tag}>" if inner else f"<{tag}{text}/>"


def group(*parts, **attributes):
    return element("g", "".join(parts), **attributes)


def at(x, y, *parts, turn=0.0, scale=1.0):
    """Parts moved to x, y, turned by degrees around that point."""
    move = f"translate({join([x, y])})"
    move += f"rotate({n(turn)})" if turn else ""
    move += f"scale({scale:g})" if scale != 1 else ""
    return group(*parts, transform=move)


def rect(x, y, w, h, fill=None, stroke=None, r=None, **more):
    return element("rect", x=n(x), y=n(y), width=n(w), height=n(h), rx=r, fill=fill, stroke=stroke, **more)


def circle(x, y, r, fill=None, stroke=None, **more):
    return element("circle", cx=n(x), cy=n(y), r=n(r), fill=fill, stroke=stroke, **more)


def lines(*segments, stroke=None, **more):
    """Straight lines as one path; a segment is (x1, y1, x2, y2)."""
    d = ""
    for x1, y1, x2, y2 in segments:
        d += f"M{join([x1, y1])}"
        d += f"h{n(x2 - x1)}" if y1 == y2 else f"v{n(y2 - y1)}" if x1 == x2 else f"L{join([x2, y2])}"
    return path(d, stroke=stroke, **more)


def polygon(points, fill=None, stroke=None, closed=True, **more):
    d = "M" + "L".join(join(point) for point in points) + ("z" if closed else "")
    return path(d, fill=fill, stroke=stroke, **more)


def smooth(points, closed=False):
    """Path data of a smooth curve through points (Catmull-Rom), in relative cubic segments."""
    count = len(points)

    def point(index):
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    here = tuple(round(v, 1) for v in points[0])
    d = "M" + join(here)
    numbers = []
    for i in range(count if closed else count - 1):
        p0, p1, p2, p3 = (point(i + k) for k in (-1, 0, 1, 2))
        end = tuple(round(v, 1) for v in p2)
        first = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        second = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        for px, py in (first, second, end):
            numbers += [px - here[0], py - here[1]]
        here = end
    return d + "c" + join(numbers) + ("z" if closed else "")


# --- guilloche ----------------------------------------------------------------------------------------------------


class Ids:
    """Short ids, unique within one picture. A picture that contains another one needs a prefix of its own."""

    def __init__(self, prefix="g"):
        self.prefix, self.count = prefix, 0

    def new(self):
        self.count += 1
        return f"{self.prefix}{self.count}"


def ring(ids, x, y, inner, outer, lobes, copies, stroke, ripple=0.0, **more):
    """A ring of interleaved waves between two radii: `lobes` waves, drawn `copies` times with shifted phase.

    ripple (-0.4 to 0.4) adds a third harmonic: it turns plain waves into petals.
    """
    middle, swing = (inner + outer) / 2, (outer - inner) / 2
    peak = 1 + abs(ripple)
    per = 6 if ripple else 4
    points = []
    for i in range(lobes * per):
        angle = 2 * math.pi * i / (lobes * per)
        radius = middle + swing * (math.cos(lobes * angle) + ripple * math.cos(3 * lobes * angle)) / peak
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    name = ids.new()
    step = 360 / lobes / copies
    uses = "".join(f'<use href="#{name}" transform="rotate({i * step:.3g})"/>' for i in range(1, copies))
    return at(x, y, group(path(smooth(points, True), id=name), uses, stroke=stroke, fill="none", **more))


def rosette(ids, x, y, r, stroke, seed="", rings=3, density=1.0, hole=0.16, **more):
    """A rosette of `rings` interlaced rings, its shape drawn from `seed`."""
    pick = random.Random("rosette " + seed)
    cuts = [1.0]
    for i in range(rings):
        cuts.append(cuts[-1] - (1 - hole) / rings * pick.uniform(0.85, 1.15))
    cuts[-1] = hole
    out = []
    for i in range(rings):
        outer, inner = cuts[i], cuts[i + 1]
        lobes = pick.choice([12, 14, 16, 18, 20]) if i == 0 else pick.choice([8, 9, 10, 12])
        copies = max(3, round((6 if i == 0 else 5) * density))
        reach = (outer - inner) * 0.16 if i else 0
        ripple = pick.choice([-0.3, -0.18, 0.0, 0.16, 0.28])
        out.append(ring(ids, 0, 0, r * inner, r * (outer + reach), lobes, copies, stroke, ripple))
    return at(x, y, *out) if not more else group(at(x, y, *out), **more)


def band(ids, x, y, w, h, stroke, waves=4, copies=6, strands=2, **more):
    """An upright band of interlaced waves that fills the box."""
    clip, out = ids.new(), []
    for strand in range(strands):
        length = h / waves / (1 + strand)
        reach = w * (0.36 if strand == 0 else 0.2)
        steps = math.ceil((h + 2 * length) / (length / 4))
        points = [
            (x + w / 2 + reach * math.sin(2 * math.pi * i / 4 + math.pi / 4), y - length + i * length / 4)
            for i in range(steps + 1)
        ]
        name = ids.new()
        uses = "".join(f'<use href="#{name}" y="{n(length * i / copies)}"/>' for i in range(1, copies))
        out.append(path(smooth(points), id=name) + uses)
    shape = element("clipPath", rect(x, y, w, h), id=clip)
    return shape + group(*out, clip_path=f"url(#{clip})", stroke=stroke, fill="none", **more)


def ribbon(ids, x1, x2, y, narrow, wide, strands, stroke, waves=1.5):
    """Lines that leave one point as a bundle, swell and meet again: a flow from x1 to x2."""
    out = []
    for k in range(strands):
        phase = math.pi * k / strands
        points = []
        for i in range(25):
            t = i / 24
            reach = narrow + (wide - narrow) * math.sin(math.pi * t) ** 2
            points.append((x1 + (x2 - x1) * t, y + reach * math.sin(2 * math.pi * waves * t + 2 * phase)))
        out.append(path(smooth(points)))
    return group(*out, stroke=stroke, fill="none")


# --- handwriting and figures --------------------------------------------------------------------------------------


# Letters of a hand, in units of the height of an n: relative cubic curves from the foot of one letter to the foot of the next.
HAND = {
    "a": ((0.2, -0.6, 0.4, -0.95, 0.65, -0.9), (-0.5, -0.15, -0.6, 0.9, -0.2, 0.9), (0.2, 0, 0.3, -0.6, 0.3, -0.9), (-0.05, 0.5, -0.05, 0.9, 0.2, 0.9)),
    "e": ((0.3, -0.1, 0.55, -0.5, 0.5, -0.8), (-0.05, -0.3, -0.4, -0.2, -0.4, 0.3), (0, 0.4, 0.3, 0.6, 0.6, 0.5)),
    "g": ((0.2, -0.6, 0.4, -0.95, 0.65, -0.9), (-0.5, -0.15, -0.6, 0.9, -0.2, 0.9), (0.2, 0, 0.3, -0.6, 0.3, -0.9), (-0.05, 0.6, -0.05, 1.6, -0.35, 1.6), (-0.3, 0, -0.2, -0.4, 0.55, -0.7)),
    "l": ((0.4, -0.4, 0.6, -1.6, 0.45, -1.9), (-0.15, -0.3, -0.35, 0.6, -0.3, 1.2), (0, 0.5, 0.15, 0.7, 0.4, 0.7)),
    "n": ((0.15, -0.4, 0.25, -1, 0.3, -1), (0.05, 0.3, -0.05, 0.7, -0.05, 1), (0.1, -0.6, 0.3, -1, 0.45, -1), (0.15, 0, -0.05, 1, 0.2, 1)),
    "o": ((0.2, -0.2, 0.25, -0.9, 0.55, -0.95), (0.35, 0, 0.3, 0.95, -0.05, 0.95), (-0.35, 0, -0.3, -0.75, 0.1, -0.85), (0.2, 0.1, 0.2, 0.85, 0.4, 0.85)),
    "r": ((0.15, -0.3, 0.25, -0.9, 0.3, -1.05), (0.1, 0.2, 0.2, 0.1, 0.35, 0.1), (-0.1, 0.4, -0.15, 0.95, 0.15, 0.95)),
    "t": ((0.15, -0.4, 0.35, -1.2, 0.4, -1.5), (-0.1, 0.6, -0.2, 1.5, 0.15, 1.5)),
    "u": ((0.15, -0.3, 0.3, -1, 0.35, -1), (-0.05, 0.5, -0.1, 1, 0.1, 1), (0.2, 0, 0.35, -0.6, 0.4, -1), (-0.05, 0.5, -0.05, 1, 0.15, 1)),
}


def words():
    """Words of this hand, ten units high, which all pictures share: id, width and path of each, from the shortest on."""
    pick, made = random.Random("hand"), []
    for place in range(9):
        steps = [step for _ in range(place % 5 + 2) for step in HAND[pick.choice("aaeeeelnnorrtuug")]]
        curves = join([value * 10 for step in steps for value in step])
        made.append((f"hand{place}", sum(step[4] for step in steps) * 10, f"M0 0c{curves}"))
    return sorted(made, key=lambda word: word[1])


WORDS = words()


def script(x, y, w, seed, height=7.0, stroke=None):
    """A line of handwriting that nobody can read, `w` wide, on the baseline y. `plate` and `bare` define its words."""
    pick = random.Random(f"script {seed}")
    scale, uses, left = height * 0.06, "", 0.0
    while True:
        fitting = [word for word in WORDS if left + word[1] * scale <= w]
        if not fitting:
            break
        name, wide, _ = pick.choice(fitting[-5:])
        uses += f'<use href="#{name}" transform="translate({join([x + left, y])})scale({n(scale * 10)}e-1)"/>'
        left += wide * scale + height * 0.7
    return group(uses, stroke=stroke, stroke_width=n(0.95 / scale), fill="none")


def hand(body):
    """Definitions of the words that a picture uses."""
    paths = "".join(f'<path id="{name}" d="{d}"/>' for name, _, d in WORDS if f'"#{name}"' in body)
    return f"<defs>{paths}</defs>" if paths else ""


def amount(digits, seed):
    """A sum of so many digits, drawn from `seed`."""
    return random.Random(f"amount {seed}").randrange(10 ** (digits - 1), 10**digits)


def grouped(value):
    """A number with the Indian grouping, 3 digits and then 2 and 2: 792174 is 7,92,174."""
    head, tail = str(value)[:-3], str(value)[-3:]
    pairs = [head[max(i - 2, 0) : i] for i in range(len(head), 0, -2)]
    return ",".join([*reversed(pairs), tail])


# Digits as strokes in a box one wide and one high, from the top left: a start, then relative curves (c, s) and lines (l).
DIGITS = {
    "0": ((0.5, 0), "c", -0.7, 0, -0.7, 1, 0, 1, "s", 0.7, -1, 0, -1),
    "1": ((0.2, 0.22), "l", 0.35, -0.22, 0, 1),
    "2": ((0, 0.27), "c", 0, -0.37, 1, -0.36, 1, 0.02, "c", 0, 0.28, -0.65, 0.42, -1, 0.71, "l", 1, 0),
    "3": ((0, 0.14), "c", 0.3, -0.24, 0.95, -0.18, 0.95, 0.11, "c", 0, 0.2, -0.3, 0.23, -0.5, 0.23, "c", 0.35, 0, 0.55, 0.08, 0.55, 0.25, "c", 0, 0.33, -0.75, 0.33, -1, 0.1),
    "4": ((0.8, 1), "l", 0, -1, -0.8, 0.66, 1, 0),
    "5": ((0.92, 0), "l", -0.8, 0, -0.08, 0.42, "c", 0.35, -0.18, 0.92, -0.08, 0.92, 0.24, "c", 0, 0.4, -0.75, 0.43, -1, 0.18),
    "6": ((0.85, 0.02), "c", -0.5, 0.06, -0.85, 0.38, -0.85, 0.68, "c", 0, 0.4, 1, 0.4, 1, 0, "c", 0, -0.36, -0.85, -0.36, -0.99, -0.06),
    "7": ((0, 0), "l", 1, 0, -0.6, 1),
    "8": ((0.5, 0.46), "c", -0.6, -0.06, -0.6, -0.46, 0, -0.46, "s", 0.6, 0.4, 0, 0.46, "c", -0.7, 0.06, -0.7, 0.54, 0, 0.54, "s", 0.7, -0.48, 0, -0.54),
    "9": ((0.15, 0.98), "c", 0.5, -0.06, 0.85, -0.38, 0.85, -0.68, "c", 0, -0.4, -1, -0.4, -1, 0, "c", 0, 0.36, 0.85, 0.36, 0.99, 0.06),
}


def digit(figure, x, y, w, h):
    """Path data of one digit whose box has its foot at y."""
    (left, top), *strokes = DIGITS[figure]
    d, numbers, down = f"M{join([x + left * w, y - h + top * h])}", [], False
    for stroke in [*strokes, ""]:
        if isinstance(stroke, str):
            d += join(numbers) + stroke
            numbers, down = [], False
        else:
            numbers.append(stroke * (h if down else w))
            down = not down
    return d


def figures(right, y, value, height=8.0, stroke=None):
    """A number set right-aligned on y, all digits of one width, with the Indian grouping."""
    wide, d, px = height * 0.62, "", right
    for character in reversed(grouped(value)):
        if character == ",":
            px -= wide * 0.5
            d += f"M{join([px + wide * 0.3, y - height * 0.06])}l{join([-wide * 0.14, height * 0.26])}"
        else:
            px -= wide
            d += digit(character, px + wide * 0.16, y, wide * 0.66, height)
    return path(d, stroke=stroke, fill="none")


def tick(x, y, size, stroke=RED):
    """A tick whose foot is at x, y."""
    return polygon(
        [(x - size * 0.4, y - size * 0.45), (x, y), (x + size * 0.75, y - size)], stroke=stroke, closed=False
    )


# --- things -------------------------------------------------------------------------------------------------------


def page(w, h, fold=0.0, fill=PAPER, back=WASH):
    """A sheet at 0, 0 with a folded corner at its top right."""
    if not fold:
        return rect(0, 0, w, h, fill)
    outline = polygon([(0, 0), (w - fold, 0), (w, fold), (w, h), (0, h)], fill)
    return outline + polygon([(w - fold, 0), (w - fold, fold), (w, fold)], back)


def writing(x, y, w, rows, gap, seed, last=0.6, height=6.0, stroke=None):
    """Rows of handwriting, the last one shorter."""
    return "".join(
        script(x, y + i * gap, w * (last if i == rows - 1 else 1), f"{seed}{i}", height, stroke) for i in range(rows)
    )


def total(left, right, y, height=11.0, stroke=None):
    """The single rule above and the double rule below a sum whose figures are so high."""
    top = y - height - 6
    return lines((left, top, right, top), (left, y + 7, right, y + 7), (left, y + 12, right, y + 12), stroke=stroke)


def seal(ids, x, y, r, colour, seed, field=PAPER):
    """A round seal: notched edge, two circles, a rosette."""
    points = []
    for i in range(72):
        radius = r if i % 2 else r * 0.94
        points.append((x + radius * math.cos(math.pi * i / 36), y + radius * math.sin(math.pi * i / 36)))
    return group(
        polygon(points, colour, colour),
        circle(x, y, r * 0.82, field, field),
        ring(ids, x, y, r * 0.3, r * 0.74, 12, 3, colour, 0.2),
        circle(x, y, r * 0.16, colour, colour),
    )


def coin(ids, x, y, r, colour, seed):
    """A coin seen from the front: reeded edge, rosette."""
    reeds = "".join(
        f"M{join([x + r * .93 * math.cos(a), y + r * .93 * math.sin(a)])}L{join([x + r * math.cos(a), y + r * math.sin(a)])}"
        for a in (2 * math.pi * i / 60 for i in range(60))
    )
    return group(
        circle(x, y, r, colour, INK),
        path(reeds, stroke=PAPER),
        circle(x, y, r * 0.86, colour, PAPER),
        rosette(ids, x, y, r * 0.8, PAPER, seed, rings=2, hole=0.24),
        circle(x, y, r * 0.15, PAPER, PAPER),
    )


def coins(x, y, count, w=70.0, thick=14.0, fill=BRASS):
    """A stack of coins standing on y."""
    flat, out = w * 0.16, ""
    for i in range(count):
        shift = (0, 4, -3, 2, -2, 5)[i % 6]
        px, top = x - w / 2 + shift, y - thick * (i + 1)
        out += path(f"M{join([px, top])}v{n(thick)}a{join([w / 2, flat])} 0 0 0 {n(w)} 0v{n(-thick)}", fill)
        out += element("ellipse", cx=n(px + w / 2), cy=n(top), rx=n(w / 2), ry=n(flat), fill=mix(fill, PAPER, 0.35))
    return out


def crate(w, h):
    """A wooden crate at 0, 0."""
    edge = w * 0.14
    return group(
        rect(0, 0, w, h, WASH),
        polygon(
            [
                (edge, h - edge),
                (w - edge * 2, edge),
                (w - edge, edge),
                (w - edge, edge * 2),
                (edge * 2, h - edge),
                (edge, h - edge),
            ],
            mix(PAPER, BRASS, 0.6),
        ),
        rect(edge, edge, w - 2 * edge, h - 2 * edge, "none"),
        lines(
            (0, edge, edge, edge),
            (w - edge, edge, w, edge),
            (0, h - edge, edge, h - edge),
            (w - edge, h - edge, w, h - edge),
        ),
    )


def person(x, y, size, fill):
    """Head and shoulders, standing on y."""
    r = size * 0.23
    return path(
        f"M{join([x - size * .42, y])}c0{join([-size * .42, size * .18, -size * .46, size * .42, -size * .46])}"
        f"s{join([size * .42, size * .04, size * .42, size * .46])}z",
        fill,
    ) + circle(x, y - size * 0.74, r, fill)


# --- plates -------------------------------------------------------------------------------------------------------


def plate(w, h, *parts, margin=20.0, weight=None, label=None):
    """The whole picture as SVG text: plate, sheet, frame, then the parts in ink."""
    weight = weight or w / 400
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">'
        f'{hand(body)}<path fill="{PLATE}" d="M0 0h{w}v{h}H0z"/>'
        f'<g fill="none" stroke="{INK}" stroke-width="{weight:g}" stroke-linejoin="round" stroke-linecap="round">'
        f"{rect(margin, margin, w - 2 * margin, h - 2 * margin, PAPER, 'none')}{body}"
        f"{rect(margin, margin, w - 2 * margin, h - 2 * margin)}</g></svg>\n"
    )


def bare(w, h, *parts, weight=1.2):
    """A picture without mount and frame, which stands on the page itself, as SVG text."""
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">{hand(body)}'
        f'<g fill="none" stroke="{INK}" stroke-width="{weight:g}" stroke-linejoin="round" stroke-linecap="round">'
        f"{body}</g></svg>\n"
    )


def ledger(x, y, w, h, gap, stroke=RULE):
    """Horizontal rules that fill a box."""
    count = int(h // gap)
    return path("".join(f"M{join([x, y + gap * i])}h{n(w)}" for i in range(1, count + 1) if gap * i < h), stroke=stroke)


# The colour of the margin column by category: the same on every cover of that category.
MARGIN = {
    "Taxation": (RED, mix(RED, PAPER, 0.55)),
    "Corporate Law": (GREEN, mix(GREEN, PAPER, 0.5)),
    "Auditing": (INK, mix(INK, PAPER, 0.5)),
    "CS Services": (BRASS, mix(BRASS, PAPER, 0.6)),
    "Corporate Finance": (MIST, mix(MIST, GREEN, 0.6)),
}


def cover(ids, category, *parts, waves=4):
    """A cover, 800 by 500: the margin column in the category's colour, ruled paper, the drawing."""
    field, line = MARGIN[category]
    return plate(
        800,
        500,
        ledger(128, 20, 652, 460, 23),
        rect(20, 20, 108, 460, field, "none"),
        band(ids, 20, 20, 108, 460, line, waves),
        lines((128, 20, 128, 480)),
        lines((150, 20, 150, 480), (156, 20, 156, 480), stroke=RED),
        *parts,
    )
