"""Places: landscapes, beaches, cities, rooms, groups of people, small maps, wallpapers."""

from __future__ import annotations

import random

from tactful.world.looks.draw.paint import circle, gradient, hsl, path, rect, ridge
from tactful.world.looks.draw.people import Drawing, figure


def scene(rng: random.Random, ident: str) -> Drawing:
    """A photo-like scene."""
    draw = rng.choice((_mountains, _beach, _city, _room, _forest, _street, _sunset))
    return 160, 120, draw(rng, ident)


def group(rng: random.Random, ident: str) -> Drawing:
    """Two to four people in front of a landscape."""
    count = rng.randrange(2, 5)
    people = "".join(
        figure(rng, 160 * (k + 0.5) / count + rng.uniform(-4, 4), rng.uniform(22, 36), 0.82 - 0.08 * count)
        for k in range(count)
    )
    return 160, 120, _mountains(rng, ident) + people


def _sky(rng: random.Random, ident: str, warm: bool = False) -> str:
    hue = rng.choice((18, 28, 330)) if warm else rng.choice((200, 205, 212))
    stops = (hsl(hue + (30 if warm else 6), 65, 55), hsl(hue, 75, 72), hsl(hue + 24, 80, 88))
    return gradient(ident, stops) + rect(0, 0, 160, 120, f"url(#{ident})")


def _cloud(rng: random.Random) -> str:
    x, y = rng.uniform(10, 140), rng.uniform(8, 36)
    return "".join(
        (
            f'<ellipse cx="{x + dx:.0f}" cy="{y + dy:.0f}" rx="{r}" ry="{r * 0.5:.0f}" fill="#fff"'
            f' opacity=".75"/>'
        )
        for dx, dy, r in ((-9, 1, 9), (0, -2, 11), (10, 1, 8))
    )


def _mountains(rng: random.Random, ident: str) -> str:
    hue = rng.choice((210, 222, 160, 260))
    out = [_sky(rng, ident), circle(rng.uniform(30, 130), 24, 9, "#fff7dc")]
    for k in range(3):
        top = 56 + 18 * k
        peaks = [(160 * j / 7, top + rng.uniform(-16 + 3 * k, 10)) for j in range(8)]
        line = " ".join(f"L{x:.0f} {y:.0f}" for x, y in peaks)
        out.append(path(f"M0 120 {line} L160 120z", hsl(hue - 22 * k, 28 + 6 * k, 62 - 15 * k)))
    return "".join(out) + path(ridge(rng, 160, 120, 106, 5), hsl(110, 30, 26))


def _beach(rng: random.Random, ident: str) -> str:
    sea = gradient(ident + "s", (hsl(200, 70, 48), hsl(178, 60, 62)))
    waves = "".join(
        f'<path d="M0 {y} q20 -4 40 0t40 0 40 0 40 0" stroke="#fff" stroke-opacity=".5" fill="none"/>'
        for y in (66, 74, 84)
    )
    umbrella = path("M104 86a20 20 0 0 1 40 0z", hsl(rng.randrange(360), 75, 58)) + rect(
        123.4, 86, 1.6, 24, "#7a5a3a"
    )
    return (
        _sky(rng, ident)
        + _cloud(rng)
        + _cloud(rng)
        + sea
        + rect(0, 56, 160, 40, f"url(#{ident}s)")
        + waves
        + path("M0 96Q50 84 100 94T160 90V120H0z", "#ecd9ab")
        + umbrella
        + rect(100, 106, 26, 5, hsl(rng.randrange(360), 60, 60), 2)
    )


def _city(rng: random.Random, ident: str) -> str:
    night = rng.random() < 0.5
    out = [
        gradient(ident, ("#121a3a", "#3d3566", "#b0617e"))
        if night
        else gradient(ident, ("#7db4e6", "#cfe6f5", "#f6ead8"))
    ]
    out.append(rect(0, 0, 160, 120, f"url(#{ident})"))
    for layer in range(2):
        x = -4.0
        while x < 160:
            width, top = rng.uniform(12, 24), rng.uniform(26 + 16 * layer, 72)
            tone = hsl(222, 22, (16 if night else 62) - layer * (7 if night else 22))
            out.append(rect(x, top, width, 120 - top, tone))
            if layer:
                out += _windows(rng, x, top, width, "#ffd98a" if night else "#dbe9f5")
            x += width + rng.uniform(0, 4)
    return "".join(out)


def _windows(rng: random.Random, x: float, top: float, width: float, lit: str) -> list[str]:
    """The lit windows of a house."""
    return [
        rect(x + 2.5 + k * 6, y, 3, 4, lit, more='opacity=".8"')
        for y in range(int(top) + 5, 116, 8)
        for k in range(int(width // 6))
        if rng.random() < 0.6
    ]


def _room(rng: random.Random, ident: str) -> str:
    wall, floor = hsl(rng.choice((32, 45, 160, 210, 350)), 26, 86), hsl(28, 35, rng.choice((46, 58)))
    sofa = hsl(rng.randrange(360), 30, 46)
    out = [
        rect(0, 0, 160, 120, wall),
        rect(0, 88, 160, 32, floor),
        rect(14, 14, 42, 46, "#fff"),
        rect(17, 17, 36, 40, "#b9dcf2"),
    ]
    out += [rect(34, 17, 2, 40, "#fff"), path("M17 57V46q10-10 18-3t18-6v20z", "#8bbf8a")]
    out += [
        rect(78, 20, 26, 20, "#fff"),
        rect(80, 22, 22, 16, hsl(rng.randrange(360), 45, 60)),
        circle(90, 30, 5, "#fff", 'opacity=".7"'),
    ]
    out += [
        rect(62, 66, 72, 26, sofa, 6),
        rect(56, 74, 12, 24, sofa, 5),
        rect(128, 74, 12, 24, sofa, 5),
        rect(68, 78, 60, 14, hsl(0, 0, 100), 4, 'opacity=".14"'),
    ]
    out += [
        rect(16, 84, 3, 20, "#5a4433"),
        path("M8 84q9.500-30 19 0z", hsl(120, 35, 36)),
        path("M3 78q14-20 14 6zM32 76q-14-18-14 8z", hsl(125, 38, 44)),
    ]
    return "".join(out) + '<ellipse cx="98" cy="106" rx="46" ry="8" fill="#fff" opacity=".45"/>'


def _forest(rng: random.Random, ident: str) -> str:
    out = [gradient(ident, ("#dcefe2", "#8fbf9f")), rect(0, 0, 160, 120, f"url(#{ident})")]
    for k in range(3):
        for _ in range(9):
            x, high = rng.uniform(-5, 165), rng.uniform(38, 62) - 6 * k
            base = 84 + 16 * k
            out.append(
                path(
                    f"M{x:.0f} {base - high:.0f}l{high / 3.4:.0f} {high:.0f}h{-2 * high / 3.4:.0f}z",
                    hsl(140 + 6 * k, 32, 52 - 13 * k),
                )
            )
        out.append(path(ridge(rng, 160, 120, 84 + 14 * k, 3), hsl(130 + 8 * k, 30, 48 - 12 * k)))
    return "".join(out) + path("M70 120Q84 100 76 90q-3-5 3-8 2 4 6 8 10 12 4 30z", "#d9c8a0")


def _street(rng: random.Random, ident: str) -> str:
    out = [_sky(rng, ident)]
    x = 0.0
    while x < 160:
        width, top = rng.uniform(24, 38), rng.uniform(20, 44)
        out.append(
            rect(x, top, width, 80, hsl(rng.choice((12, 28, 40, 200, 350)), 42, rng.randrange(58, 80)))
        )
        out.append(path(f"M{x - 1:.0f} {top:.0f}h{width + 2:.0f}l-4-8h{-width + 6:.0f}z", hsl(14, 38, 36)))
        for wy in range(int(top) + 8, 76, 15):
            for k in range(int(width // 11)):
                out += [rect(x + 4 + k * 11, wy, 6, 9, "#41576b", 1)]
        out.append(
            path(f"M{x + 3:.0f} 84h{width - 6:.0f}l2 7h{-width + 2:.0f}z", hsl(rng.randrange(360), 60, 52))
        )
        x += width
    return (
        "".join(out)
        + rect(0, 98, 160, 22, "#6d7076")
        + "".join(rect(8 + k * 32, 108, 16, 2, "#f1e9c9") for k in range(5))
    )


def _sunset(rng: random.Random, ident: str) -> str:
    out = [_sky(rng, ident, warm=True), circle(rng.uniform(50, 110), 62, 16, "#ffe9a8")]
    hue = rng.choice((260, 290, 220))
    for k in range(3):
        out += [path(ridge(rng, 160, 120, 72 + 14 * k, 7), hsl(hue, 30, 42 - 12 * k))]
    return "".join(out)


def small_map(rng: random.Random, ident: str) -> Drawing:
    """A thumbnail of a map with a pin."""
    return 160, 120, streets(rng, 160, 120, dark=False) + pin(80, 58, "#d93025", 1.0)


def pin(x: float, y: float, colour: str, size: float) -> str:
    """A map pin whose tip is at (x, y)."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size:.2f})">'
        f'<path d="M0 0C-3-8-11-13-11-22a11 11 0 0 1 22 0C11-13 3-8 0 0z" '
        f'fill="{colour}" stroke="#fff" stroke-width="1.500"/><circle cy="-22" r="4.200" fill="#fff"/></g>'
    )


def streets(rng: random.Random, width: int, height: int, dark: bool) -> str:
    """A street map: blocks, parks, water, small streets and main roads."""
    land, park, water, minor, major, edge, block = (
        ("#242a33", "#22392f", "#17304a", "#353d49", "#5a5136", "#1d222a", "#2b323d")
        if dark
        else ("#f1efe9", "#cfe8c4", "#aadaf0", "#ffffff", "#fbdf93", "#e3ddd0", "#e8e4da")
    )
    out = [rect(0, 0, width, height, land)]
    step = 46
    tilt = rng.uniform(-14, 14)
    lines: list[tuple[str, float]] = []
    roads: list[tuple[str, float]] = []
    reach = max(width, height)
    for k in range(-reach // step, 2 * reach // step + 1):
        for j in range(-reach // step, 2 * reach // step + 1):
            draw = rng.random()
            if draw < 0.10:
                out.append(rect(k * step + 3, j * step + 3, step * rng.choice((1, 2)) - 6, step - 6, park, 5))
            elif draw < 0.42:
                out.append(
                    rect(k * step + 6, j * step + 6, step * 0.42, step * 0.7, block, 2)
                    + rect(k * step + step * 0.6, j * step + 6, step * 0.3, step * 0.5, block, 2)
                )
        weight = 7 if rng.random() < 0.24 else 3.4
        (roads if weight > 5 else lines).append((f"M{k * step} {-reach}V{2 * reach}", weight))
        weight = 7 if rng.random() < 0.24 else 3.4
        (roads if weight > 5 else lines).append((f"M{-reach} {k * step}H{2 * reach}", weight))
    stroke = "".join(
        (
            f'<path d="{d}" stroke="{edge}" stroke-width="{w + 1.6}"/>'
            f'<path d="{d}" stroke="{minor}" stroke-width="{w}"/>'
        )
        for d, w in lines
    )
    stroke += "".join(f'<path d="{d}" stroke="{edge}" stroke-width="{w + 2}"/>' for d, w in roads)
    stroke += "".join(f'<path d="{d}" stroke="{major}" stroke-width="{w}"/>' for d, w in roads)
    bend = rng.uniform(0.2, 0.8)
    river = (
        f'<path d="M{-20} {height * bend:.0f}C{width * 0.3:.0f} {height * (bend - 0.3):.0f} '
        f"{width * 0.6:.0f} {height * (bend + 0.35):.0f} "
        f'{width + 20} {height * (1 - bend):.0f}" stroke="{water}" stroke-width="{reach * 0.07:.0f}"/>'
    )
    blocks = "".join(out[1:])
    return (
        f'{out[0]}<g transform="rotate({tilt:.1f} {width / 2} {height / 2})">{blocks}</g>'
        f'<g fill="none">{river}<g transform="rotate({tilt:.1f} {width / 2} {height / 2})">'
        f"{stroke}</g></g>"
    )


WALLS = (206, 216, 228, 248, 268, 292, 330, 350, 14, 26, 174, 190)


def wallpaper(rng: random.Random, width: int, height: int, ident: str) -> str:
    """A background: soft waves, hills at dusk, blurred lights, folds of paper or stars; calm colours."""
    hue = rng.choice(WALLS)
    kind = rng.randrange(5)
    dark = rng.random() < 0.6
    top, low = (
        (hsl(hue, 42, 13), hsl(hue + 34, 46, 34)) if dark else (hsl(hue, 44, 46), hsl(hue + 30, 50, 62))
    )
    out = [gradient(ident, (top, low)), rect(0, 0, width, height, f"url(#{ident})")]
    big = max(width, height)
    if kind == 0:
        for k in range(6):
            wave = ridge(rng, width, height, height * (0.34 + 0.12 * k), height * 0.1, 2)
            tone = hsl(hue + 9 * k, 48, (19 + 4 * k) if dark else (48 + 3 * k))
            out.append(path(wave, tone, 'opacity=".72"'))
    elif kind == 1:
        out.append(
            circle(
                width * rng.uniform(0.3, 0.75),
                height * 0.44,
                min(width, height) * 0.11,
                "#ffe9bd",
                'opacity=".55"',
            )
        )
        for k in range(5):
            tone = hsl(hue + 14, 30 + 3 * k, (36 if dark else 48) - 6 * k)
            out.append(path(ridge(rng, width, height, height * (0.52 + 0.1 * k), height * 0.05, 4 + k), tone))
    elif kind == 2:
        for _ in range(8):
            x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.1, 0.34) * big
            tone = hsl(
                hue + rng.randrange(-24, 44), 50, rng.randrange(26, 46) if dark else rng.randrange(48, 66)
            )
            out.append(circle(x, y, r, tone, 'opacity=".34"'))
    elif kind == 3:
        for k in range(6):
            x = width * (0.22 * k - 0.3)
            fold = (
                f"M{x:.0f} {height}L{x + width * 0.55:.0f} 0h{width * 0.24:.0f}L{x + width * 0.3:.0f} "
                f"{height}z"
            )
            out.append(path(fold, hsl(hue + 7 * k, 46, 44 if dark else 70), 'opacity=".26"'))
    else:
        out += [
            circle(rng.uniform(0, width), rng.uniform(0, height * 0.7), rng.uniform(0.4, 1.5), "#fff")
            for _ in range(90 if dark else 0)
        ]
        out += [
            path(
                ridge(rng, width, height, height * (0.66 + 0.12 * k), height * 0.07, 3),
                hsl(hue + 16, 34, (16 - 4 * k) if dark else (46 - 9 * k)),
            )
            for k in range(3)
        ]
    return "".join(out)
