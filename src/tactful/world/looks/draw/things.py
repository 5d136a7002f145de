"""Things: products, food, pets, papers, logos, covers and small charts. No text in any."""

from __future__ import annotations

import random

from tactful.world.looks.draw.paint import circle, gradient, hsl, path, rect, ridge
from tactful.world.looks.draw.people import Drawing
from tactful.world.looks.draw.products import SHAPES


def product(rng: random.Random, ident: str, shape: str = "") -> Drawing:
    """An article in front of a plain studio background: one of ``products.SHAPES``."""
    hue = rng.randrange(360)
    tone = hsl(hue, rng.choice((12, 45, 60)), rng.randrange(30, 62))
    light, deep = hsl(hue, 40, 74), hsl(hue, 40, 24)
    back = (
        gradient(ident, ("#f7f7f8", "#e6e7ea"))
        + rect(-120, 0, 360, 120, f"url(#{ident})")
        + rect(-120, -120, 360, 121, "#f7f7f8")
        + rect(-120, 119.5, 360, 120, "#e6e7ea")
    )
    shadow = '<ellipse cx="60" cy="101" rx="36" ry="5" fill="#000" opacity=".13"/>'
    bodies = (
        # headphones
        f'<path d="M28 74V62a32 32 0 0 1 64 0v12" fill="none" stroke="{deep}" stroke-width="7"/>'
        + rect(20, 64, 18, 30, tone, 8)
        + rect(82, 64, 18, 30, tone, 8),
        # a mug
        f'<path d="M82 52h8a14 14 0 0 1 0 28h-8" fill="none" stroke="{tone}" stroke-width="7"/>'
        + path("M32 40h52v46a12 12 0 0 1-12 12H44a12 12 0 0 1-12-12z", tone)
        + '<ellipse cx="58" cy="40" rx="26" ry="6" fill="#4a2f22"/>',
        # a shoe
        path("M16 84c0-14 4-26 8-28 6 6 14 4 18-4l30 20c10 6 32 4 32 16v6H16z", tone)
        + rect(16, 90, 88, 9, "#fff", 4)
        + '<path d="M46 58l10-6M52 63l10-6M59 68l9-6" stroke="#fff" stroke-width="3"/>',
        # a backpack
        f'<path d="M46 30c0-14 28-14 28 0" fill="none" stroke="{deep}" stroke-width="5"/>'
        + rect(30, 28, 60, 72, tone, 18)
        + rect(38, 62, 44, 32, deep, 8)
        + rect(38, 62, 44, 8, light, 4),
        # a lamp
        path("M42 26h36l14 34H28z", light) + rect(58, 60, 4, 34, deep) + rect(42, 94, 36, 6, deep, 3),
        # a phone
        rect(40, 16, 42, 84, "#1c1d21", 8)
        + rect(43, 20, 36, 76, tone, 5)
        + circle(61, 58, 14, light, 'opacity=".7"')
        + path("M43 80q18-18 36-4v20H43z", deep, 'opacity=".5"'),
        # a bottle
        rect(52, 14, 16, 14, deep, 3)
        + path("M48 34q2-6 4-8h16q2 2 4 8l4 10v50a7 7 0 0 1-7 7H51a7 7 0 0 1-7-7V44z", tone)
        + rect(44, 56, 32, 24, "#fff", 0, 'opacity=".85"'),
        # a chair
        rect(36, 18, 48, 42, tone, 10)
        + rect(32, 60, 56, 12, light, 5)
        + rect(36, 72, 5, 30, "#8a6a48")
        + rect(79, 72, 5, 30, "#8a6a48"),
        # a watch
        rect(48, 10, 24, 100, deep, 8)
        + rect(36, 36, 48, 48, "#202227", 14)
        + rect(41, 41, 38, 38, tone, 10)
        + '<path d="M60 60V48M60 60l9 5" stroke="#fff" stroke-width="3" stroke-linecap="round"/>',
        # a shirt
        path("M42 26l-24 14 10 18 10-5v46h44V53l10 5 10-18-24-14c-4 10-32 10-36 0z", tone)
        + path("M44 26c6 9 26 9 32 0l-4-1c-5 6-19 6-24 0z", deep),
        # a camera
        rect(20, 42, 80, 50, "#26282d", 9)
        + rect(46, 32, 28, 14, "#26282d", 4)
        + circle(60, 68, 20, "#44474f")
        + circle(60, 68, 13, tone)
        + circle(55, 63, 4, "#fff", 'opacity=".7"'),
        # a potted plant
        path("M44 74h32l-5 27H49z", light)
        + path(
            (
                "M60 76C40 66 34 44 40 30c14 6 22 24 20 46zM60 76c4-26 16-36 30-38 0 16-10 34-30 38z"
                "M60 76c-6-18-22-24-34-22 4 14 18 24 34 22z"
            ),
            hsl(130, 38, 38),
        ),
        # a box with a game or a book
        path("M24 40l14-14h62v62l-14 14z", deep)
        + rect(24, 40, 62, 62, tone, 3)
        + circle(46, 64, 12, light)
        + rect(56, 70, 20, 20, "#fff", 3, 'opacity=".8"')
        + path("M86 40l14-14v62l-14 14z", "#000", 'opacity=".25"'),
        # folded cloths
        rect(24, 74, 72, 24, tone, 11)
        + rect(28, 54, 64, 22, light, 10)
        + rect(24, 80, 60, 3, deep, 1, 'opacity=".5"')
        + rect(28, 60, 52, 3, deep, 1, 'opacity=".4"')
        + rect(34, 38, 54, 18, tone, 9),
        # a pan
        rect(78, 60, 36, 8, "#3a2a22", 4)
        + '<ellipse cx="48" cy="66" rx="38" ry="24" fill="#2a2c30"/>'
        + '<ellipse cx="48" cy="63" rx="32" ry="18" fill="#44474d"/>'
        + f'<ellipse cx="48" cy="65" rx="24" ry="12" fill="{tone}" opacity=".35"/>',
        # a tent
        path("M60 26 104 100H16z", tone)
        + path("M60 26 104 100H74z", deep, 'opacity=".55"')
        + path("M60 50 74 100H46z", "#2b2620"),
        # a helmet
        path("M20 80c0-34 20-50 42-50s40 18 40 50z", tone)
        + rect(16, 78, 90, 9, deep, 4)
        + f'<path d="M40 40q-6 16-6 32M62 36v38M84 42q6 14 5 30" stroke="{light}" stroke-width="5" '
        'fill="none" stroke-linecap="round"/>',
        # a toothbrush
        rect(54, 40, 12, 62, tone, 6)
        + rect(56, 14, 8, 30, light, 3)
        + rect(64, 15, 9, 20, "#fff", 2)
        + circle(60, 62, 3.5, "#fff"),
        # a screen
        rect(16, 28, 88, 56, "#202227", 5)
        + rect(20, 32, 80, 46, tone, 2)
        + path("M20 70q22-26 44-10t36-14v32H20z", light, 'opacity=".6"')
        + rect(54, 84, 12, 12, "#55585e")
        + rect(40, 95, 40, 6, "#33363b", 3),
    )
    # What no word names comes in a box: any other article would be a wrong one.
    return 120, 120, back + shadow + bodies[SHAPES.index(shape or "box")]


def food(rng: random.Random, ident: str) -> Drawing:
    """A dish from above."""
    table = hsl(rng.choice((28, 34, 200, 0)), rng.choice((6, 32)), rng.choice((24, 46, 84)))
    out = [
        rect(0, 0, 120, 120, table),
        circle(60, 62, 46, "#000", 'opacity=".14"'),
        circle(60, 60, 45, "#fbfaf6"),
        circle(60, 60, 35, "#efece4"),
    ]
    match rng.randrange(4):
        case 0:  # a pizza
            out += [circle(60, 60, 36, "#c98a45"), circle(60, 60, 31, "#e9b949")]
            out += [
                circle(60 + rng.uniform(-21, 21), 60 + rng.uniform(-21, 21), 5, "#b5352a") for _ in range(8)
            ]
            out += [
                circle(60 + rng.uniform(-22, 22), 60 + rng.uniform(-22, 22), 2.6, "#4b7d35") for _ in range(9)
            ]
        case 1:  # a salad
            out += [
                f'<ellipse cx="{60 + rng.uniform(-22, 22):.0f}" cy="{60 + rng.uniform(-22, 22):.0f}"'
                f' rx="11" ry="7" '
                f'transform="rotate({rng.randrange(180)} 60 60)" fill="'
                f'{hsl(rng.randrange(80, 130), 50, rng.randrange(34, 60))}"/>'
                for _ in range(18)
            ]
            out += [
                circle(60 + rng.uniform(-20, 20), 60 + rng.uniform(-20, 20), 5, "#d8402f")
                + circle(60, 60, 0, "#fff")
                for _ in range(5)
            ]
        case 2:  # a soup
            hue = rng.choice((18, 34, 90))
            out += [circle(60, 60, 36, hsl(hue, 70, 46)), circle(60, 60, 31, hsl(hue, 75, 54))]
            out += [
                (
                    f'<path d="M{40 + k * 9} {60 + rng.uniform(-14, 14):.0f}q8-8 14 0" stroke="#fff4dc"'
                    f' stroke-width="3" fill="none"/>'
                )
                for k in range(4)
            ]
            out += [
                circle(60 + rng.uniform(-20, 20), 60 + rng.uniform(-20, 20), 2.4, "#3f7a34")
                for _ in range(10)
            ]
        case _:  # a cake
            out += [
                circle(60, 60, 33, hsl(rng.choice((24, 340, 40)), 55, rng.choice((32, 72)))),
                circle(60, 60, 25, "#fff3e4"),
            ]
            out += [
                circle(60 + 17 * dx, 60 + 17 * dy, 5, "#c2273d")
                for dx, dy in ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31))
            ]
    return 120, 120, "".join(out)


def pet(rng: random.Random, ident: str) -> Drawing:
    """A dog or a cat, sitting."""
    fur = rng.choice(("#c98f4e", "#3b3733", "#efe3d0", "#8d8f96", "#7a4a2a"))
    inner = "#f1cfc0"
    back = gradient(ident, (hsl(rng.choice((200, 95, 35)), 40, 82), hsl(rng.choice((110, 30)), 30, 58)))
    dog = rng.random() < 0.5
    body = path("M32 120c0-34 12-46 28-46s28 12 28 46z", fur) + circle(60, 50, 27, fur)
    if dog:
        ears = path(
            "M36 34C22 30 20 58 30 64c8-4 10-16 12-26zM84 34c14-4 16 24 6 30-8-4-10-16-12-26z",
            "#000",
            'opacity=".35"',
        )
        face = (
            '<ellipse cx="60" cy="60" rx="14" ry="11" fill="#fff" opacity=".75"/>'
            '<ellipse cx="60" cy="55" rx="5" ry="3.500" fill="#1b1716"/>'
            '<path d="M60 59v5q-5 4-8 0M60 64q5 4 8 0" stroke="#1b1716" stroke-width="1.600"'
            ' fill="none"/>'
        )
    else:
        ears = path("M36 40 34 10 56 26zM84 40 86 10 64 26z", fur) + path(
            "M39 32 38 18 50 27zM81 32 82 18 70 27z", inner
        )
        face = path("M56 57h8l-4 5z", "#d98686") + (
            '<path d="M60 62v3q-5 4-8 0M60 65q5 4 8 0M40 58l-16-4M40 62H23M80 58l16-4M80 62h17"'
            ' stroke="#1b1716" stroke-opacity=".6" fill="none"/>'
        )
    eyes = (
        circle(50, 46, 4, "#1b1716")
        + circle(70, 46, 4, "#1b1716")
        + circle(51.4, 44.6, 1.3, "#fff")
        + circle(71.4, 44.6, 1.3, "#fff")
    )
    return 120, 120, back + rect(0, 0, 120, 120, f"url(#{ident})") + body + ears + face + eyes


def document(rng: random.Random, ident: str) -> Drawing:
    """A page with lines for text: a letter, a table, a receipt or a form."""
    out = [rect(-130, -130, 360, 390, "#e3e6ea"), rect(10, 8, 80, 116, "#fff", 2)]
    kind = rng.randrange(4)
    accent = hsl(rng.randrange(360), 55, 48)
    out.append(rect(18, 18, rng.uniform(24, 46), 5, accent if kind != 2 else "#55585e", 1))
    y = 30.0
    while y < 114:
        if kind == 1:
            out += [rect(18 + k * 22, y, 18, 2.2, "#c9cdd3") for k in range(3)]
            out.append(rect(18, y + 4.4, 64, 0.6, "#e4e7eb"))
            y += 8
        elif kind == 2:
            out += [rect(18, y, rng.uniform(20, 34), 2.2, "#bfc4cb"), rect(70, y, 12, 2.2, "#9da3ab")]
            y += 7
        else:
            out.append(rect(18, y, rng.uniform(40, 64), 2.2, "#ccd0d6"))
            y += 6 if rng.random() < 0.85 else 12
    if kind == 3:
        out.append(path("M56 108q6-10 9 0t8-4 9 2", "none", f'stroke="{accent}" stroke-width="1.600"'))
    return 100, 130, "".join(out)


def logo(rng: random.Random, ident: str) -> Drawing:
    """A mark on a coloured tile."""
    hue = rng.randrange(360)
    light = rng.random() < 0.3
    back, front = ("#fff", hsl(hue, 70, 46)) if light else (hsl(hue, 62, 46), "#fff")
    second = hsl(hue + 40, 75, 62)
    shapes = (
        circle(50, 50, 24, front) + circle(60, 44, 12, second),
        path("M50 22 76 50 50 78 24 50z", front) + path("M50 36 64 50 50 64 36 50z", second),
        rect(26, 26, 22, 48, front, 6) + rect(54, 44, 20, 30, second, 6),
        path("M26 70 50 24 74 70z", front) + circle(50, 62, 8, second),
        (
            f'<path d="M28 60a22 22 0 1 1 44 0" fill="none" stroke="{front}" stroke-width="11"'
            f' stroke-linecap="round"/>'
        )
        + circle(50, 62, 8, second),
        path("M24 56q13-30 26 0t26 0v18H24z", front) + circle(66, 32, 8, second),
        "".join(
            rect(26 + k * 17, 60 - k * 14, 12, 16 + k * 14, front if k % 2 else second, 3) for k in range(3)
        ),
        path(
            "M30 26h24a16 16 0 0 1 0 32H42v18H30zM42 37v10h11a5 5 0 0 0 0-10z", front, 'fill-rule="evenodd"'
        ),
    )
    return 100, 100, rect(0, 0, 100, 100, back) + rng.choice(shapes)


def cover(rng: random.Random, ident: str) -> Drawing:
    """A cover of music, a book or a film: abstract art."""
    hue = rng.randrange(360)
    deep, mid, light = hsl(hue, 55, 22), hsl(hue + 30, 65, 50), hsl(hue + 70, 75, 72)
    out = [gradient(ident, (deep, mid)), rect(0, 0, 120, 120, f"url(#{ident})")]
    match rng.randrange(6):
        case 0:
            out += [
                circle(60, 60, r, light, f'opacity="{0.18 + 0.1 * k:.2f}"')
                for k, r in enumerate((52, 40, 28, 15))
            ]
        case 1:
            out += [
                path(
                    ridge(rng, 120, 120, 46 + 15 * k, 14, 4),
                    hsl(hue + 18 * k, 60, 34 + 7 * k),
                    'opacity=".9"',
                )
                for k in range(5)
            ]
            out.append(circle(88, 28, 12, "#fff2cf"))
        case 2:
            out += [
                rect(
                    rng.uniform(-10, 100),
                    rng.uniform(-10, 100),
                    rng.uniform(14, 60),
                    rng.uniform(8, 40),
                    hsl(hue + rng.randrange(140), 70, rng.randrange(40, 78)),
                    2,
                )
                for _ in range(8)
            ]
        case 3:
            out += [
                (
                    f'<path d="M{-10 + 14 * k} 130L{40 + 14 * k} -10" stroke="{hsl(hue + 12 * k, 70, 60)}"'
                    f' stroke-width="8" opacity=".75"/>'
                )
                for k in range(9)
            ]
        case 4:
            out += [circle(60, 58, 30, light), rect(0, 72, 120, 48, deep)]
            out += [rect(24 + 3 * k, 76 + 7 * k, 72 - 6 * k, 2.6, light, 1) for k in range(5)]
        case _:
            out += [
                path(
                    "M60 14C86 30 96 66 60 106 24 66 34 30 60 14z",
                    light,
                    f'transform="rotate({30 * k} 60 60)" opacity=".28"',
                )
                for k in range(6)
            ]
    return 120, 120, "".join(out)


def chart(rng: random.Random, ident: str) -> Drawing:
    """A sparkline."""
    values = [rng.uniform(10, 40)]
    for _ in range(11):
        values.append(min(max(values[-1] + rng.uniform(-11, 11), 5), 46))
    line = " ".join(f"{'M' if k == 0 else 'L'}{k * 9 + 1:.0f} {50 - v:.0f}" for k, v in enumerate(values))
    colour = hsl(145 if values[-1] > values[0] else 4, 60, 42)
    area = path(f"{line} L100 50 L1 50z", colour, 'opacity=".14"')
    return 100, 50, area + path(line, "none", f'stroke="{colour}" stroke-width="2"')
