"""Faces that belong to nobody: avatars (small, flat) and portraits (head and shoulders)."""

from __future__ import annotations

import random

from tactful.world.looks.draw.paint import circle, gradient, hsl, path, rect, ridge

SKINS = ("#f6d7c0", "#efc3a0", "#e0a884", "#c98a62", "#a56a43", "#7c4a2d", "#5d3622")
HAIRS = ("#1d1716", "#2f211b", "#4b3022", "#6f4526", "#a06a33", "#c9a055", "#8d8d92", "#d9d7d2", "#7d2f1f")

Drawing = tuple[int, int, str]


def avatar(rng: random.Random, ident: str) -> Drawing:
    """A drawn avatar without a face: a silhouette, a landscape, a flower, an animal's shape or a pattern."""
    hue = rng.randrange(360)
    back = rect(0, 0, 100, 100, hsl(hue, 55, 78))
    match rng.randrange(5):
        case 0:  # a silhouette
            tone = hsl(hue, 45, 42)
            return (
                100,
                100,
                back + circle(50, 40, 18, tone) + path("M14 104c2-30 16-40 36-40s34 10 36 40z", tone),
            )
        case 1:  # a landscape with a sun
            sky = gradient(ident, (hsl(hue, 70, 60), hsl(hue + 50, 80, 82)))
            hills = path(ridge(rng, 100, 100, 62, 10, 3), hsl(hue + 100, 40, 40))
            near = path(ridge(rng, 100, 100, 80, 7, 3), hsl(hue + 110, 45, 27))
            return (
                100,
                100,
                sky + rect(0, 0, 100, 100, f"url(#{ident})") + circle(66, 36, 12, "#fff4d2") + hills + near,
            )
        case 2:  # a flower
            petals = "".join(
                f'<ellipse cx="50" cy="28" rx="12" ry="20" fill="{hsl(hue + 150, 60, 62)}" '
                f'transform="rotate({k * 60} 50 50)"/>'
                for k in range(6)
            )
            return 100, 100, rect(0, 0, 100, 100, hsl(hue, 40, 30)) + petals + circle(50, 50, 13, "#f7cf5a")
        case 3:  # a cat's head
            fur = hsl(rng.choice((28, 34, 210, 0)), rng.choice((8, 45)), rng.choice((30, 55)))
            ears = path("M24 46 26 16 46 32z", fur) + path("M76 46 74 16 54 32z", fur)
            eyes = (
                circle(40, 52, 5, "#f5f0d8")
                + circle(60, 52, 5, "#f5f0d8")
                + circle(40, 52, 2.4, "#111")
                + circle(60, 52, 2.4, "#111")
            )
            return 100, 100, back + ears + circle(50, 56, 30, fur) + eyes + path("M46 64h8l-4 5z", "#e9a0a0")
        case _:  # an abstract pattern
            rings = "".join(
                circle(
                    rng.uniform(0, 100),
                    rng.uniform(0, 100),
                    rng.uniform(14, 46),
                    hsl(hue + rng.randrange(90), 60, rng.randrange(40, 80)),
                    'opacity=".8"',
                )
                for _ in range(5)
            )
            return 100, 100, back + rings


def portrait(rng: random.Random, ident: str) -> Drawing:
    """Head and shoulders: skin, hair, glasses, beard and clothes by seed."""
    return 100, 120, _background(rng, ident) + figure(rng, 50, 0, 1.0)


def _background(rng: random.Random, ident: str) -> str:
    hue = rng.choice((30, 95, 200, 205, 215, 260, 20))
    if rng.random() < 0.4:
        return gradient(ident, (hsl(hue, 22, 88), hsl(hue, 18, 66))) + rect(0, 0, 100, 120, f"url(#{ident})")
    blur = "".join(
        circle(
            rng.uniform(0, 100),
            rng.uniform(0, 90),
            rng.uniform(10, 26),
            hsl(hue + rng.randrange(50), 35, rng.randrange(50, 85)),
            'opacity=".55"',
        )
        for _ in range(9)
    )
    return (
        gradient(ident, (hsl(hue, 45, 82), hsl(hue + 30, 30, 52)))
        + rect(0, 0, 100, 120, f"url(#{ident})")
        + blur
    )


def figure(rng: random.Random, x: float, y: float, size: float) -> str:
    """One person, centred at ``x``, 120 units high at size 1."""
    skin = rng.choice(SKINS)
    shade = 'fill="#000" opacity=".1"'
    hair = rng.choice(HAIRS)
    long = rng.random() < 0.5
    cloth = hsl(rng.randrange(360), rng.choice((8, 30, 55)), rng.randrange(18, 72))
    out = []
    if long:
        fall = rng.choice((78, 92, 104))
        out.append(path(f"M24 48C22 14 78 14 76 48L80 {fall}C66 {fall + 4} 34 {fall + 4} 20 {fall}z", hair))
    out.append(path("M40 70h20v22c-6 8-14 8-20 0z", skin))
    out.append(f'<path d="M40 78c6 6 14 6 20 0v5c-6 6-14 6-20 0z" {shade}/>')
    out.append(path("M6 124c1-24 12-33 32-36 6 9 18 9 24 0 20 3 31 12 32 36z", cloth))
    match rng.randrange(4):
        case 0:
            out.append(path("M38 88l12 14 12-14 5 3-9 20-8-8-8 8-9-20z", "#fff", 'opacity=".85"'))
        case 1:
            out.append(path("M37 88c4 10 22 10 26 0l3 1c-4 14-28 14-32 0z", "#fff", 'opacity=".3"'))
        case 2:
            out.append(path("M47 98h6l3 26H44z", hsl(rng.randrange(360), 50, 35)))
            out.append(path("M36 88l14 12-8 8zM64 88L50 100l8 8z", "#fff", 'opacity=".9"'))
        case _:
            pass
    out.append(circle(27.5, 52, 5, skin) + circle(72.5, 52, 5, skin))
    jaw = rng.choice((76, 79, 82))
    out.append(path(f"M28 44c0-22 44-22 44 0v12c0 14-10 {jaw - 56} -22 {jaw - 56}S28 70 28 56z", skin))
    eye = rng.choice(("#3a2618", "#2b2f3a", "#3f5a3a", "#3d5f86"))
    for ex in (40, 60):
        out.append(
            f'<ellipse cx="{ex}" cy="52" rx="4" ry="2.7" fill="#fff"/>'
            + circle(ex, 52, 2.3, eye)
            + circle(ex + 0.7, 51.3, 0.7, "#fff")
        )
        out.append(
            f'<path d="M{ex - 6} 45.5q6-3.4 12 0" stroke="{hair}" stroke-width="1.8" fill="none"'
            f' stroke-linecap="round"/>'
        )
    out.append(
        '<path d="M50 53c1 4 3 7 1 9-1 1-3 .6-4 0" stroke="#000" stroke-opacity=".22"'
        ' stroke-width="1.6" fill="none"/>'
    )
    smile = rng.choice((2, 4, 5))
    out.append(
        f'<path d="M42 67q8 {smile * 2} 16 0q-8 {smile // 2} -16 0z" fill="'
        f'{rng.choice(("#b0524d", "#a24646", "#c96a64"))}"/>'
    )
    out.append(circle(36, 61, 4, "#e07a6a", 'opacity=".22"') + circle(64, 61, 4, "#e07a6a", 'opacity=".22"'))
    if not long and rng.random() < 0.4:
        out.append(
            path(
                (
                    "M28 56c0 18 10 26 22 26s22-8 22-26c-3 8-6 8-10 7-8-2-16-2-24 0-4 1-7 1-10-7zM43"
                    " 66q7-2 14 0-2 5-7 5t-7-5z"
                ),
                hair,
                'fill-rule="evenodd" opacity=".92"',
            )
        )
    if rng.random() < 0.3:
        out.append(
            '<g stroke="#222" stroke-width="1.4" fill="#fff" fill-opacity=".16">'
            '<rect x="32.5" y="46.5" width="15" height="11" rx="5"/>'
            '<rect x="52.5" y="46.5" width="15" height="11" rx="5"/>'
            '<path d="M47.5 51q2.500-2 5 0" fill="none"/></g>'
        )
    if long:
        out.append(
            path(
                rng.choice(
                    (
                        "M26 52C24 18 76 18 74 52 70 40 66 34 58 30 48 40 34 40 26 52z",
                        "M26 54C20 14 80 14 74 54 72 42 70 36 50 33 30 36 28 42 26 54z",
                    )
                ),
                hair,
            )
        )
    elif rng.random() < 0.9:
        out.append(
            path(
                rng.choice(
                    (
                        "M27 48C22 16 78 16 73 48 72 40 70 36 64 33 54 37 42 36 36 33 30 36 28 40 27 48z",
                        "M26 47C20 20 44 14 58 18 76 18 78 34 74 47 72 40 66 34 56 35 44 36 32 34 30 40z",
                        "M28 42C26 22 74 22 72 42 68 34 60 31 50 31S32 34 28 42z",
                    )
                ),
                hair,
            )
        )
    else:
        out.append(
            '<path d="M32 34q18-12 36 0" stroke="#fff" stroke-opacity=".3" stroke-width="3" fill="none"/>'
        )
    return f'<g transform="translate({x - 50 * size:.1f} {y:.1f}) scale({size:.2f})">{"".join(out)}</g>'
