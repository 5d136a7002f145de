"""A look: everything about an app's skin that a seed decides, and nothing that it shows."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tactful.runs import generator

PHONES = ("tonal", "inset", "onehand", "dense", "flat")
"""Phone families: tonal surfaces and pills; inset groups and large titles; big headers for one hand; a dense
super-app; coloured bars with tabs below them."""

DESKTOPS = ("web", "panes", "office", "board", "site")
"""Desktop families: web app with a rail; panes with a header bar; ribbon and status bar; dashboard; site."""

FONTS: dict[str, tuple[str, ...]] = {
    "tonal": ("Roboto", "Open Sans", "Lato", "Roboto"),
    "inset": ("Inter", "Inter", "Inter", "Open Sans"),
    "onehand": ("Roboto", "Lato", "Open Sans", "Inter"),
    "dense": ("Liberation Sans", "Open Sans", "Roboto", "DejaVu Sans"),
    "flat": ("Roboto", "Lato", "Open Sans", "Liberation Sans"),
    "web": ("Roboto", "Open Sans", "Inter", "Lato", "Liberation Sans"),
    "panes": ("Cantarell", "Inter", "DejaVu Sans", "Inter"),
    "office": ("Open Sans", "Liberation Sans", "DejaVu Sans", "Roboto"),
    "board": ("Inter", "Lato", "Open Sans", "Roboto"),
    "site": ("Inter", "Lato", "Open Sans", "Liberation Sans"),
}

CJK = {"zh": "Noto Sans CJK SC", "ja": "Noto Sans CJK JP", "ko": "Noto Sans CJK KR"}

HUES = (4, 14, 28, 43, 88, 142, 160, 174, 188, 204, 212, 221, 221, 238, 256, 272, 291, 326, 342)

_SIZES = {
    "tonal": 15.0,
    "inset": 16.0,
    "onehand": 16.0,
    "dense": 14.0,
    "flat": 15.0,
    "web": 14.0,
    "panes": 14.0,
    "office": 12.5,
    "board": 13.5,
    "site": 15.0,
}
_RADII = {
    "tonal": (12, 16, 20),
    "inset": (10, 10, 12, 18),
    "onehand": (22, 26),
    "dense": (4, 6, 8),
    "flat": (2, 4, 8),
    "web": (8, 12, 16),
    "panes": (6, 8, 10),
    "office": (0, 2, 4),
    "board": (6, 10, 14),
    "site": (4, 8, 12),
}


@dataclass(frozen=True, slots=True)
class Look:
    """One skin.

    ``hue`` (degrees) and ``tint`` (percent) make the palette, ``size`` is the text size in CSS pixels,
    ``pad`` multiplies the spacing, ``radius`` is in CSS pixels. ``rows``: avatar, plain, card, split.
    ``header``: plain, center, large, accent. ``tabs``: bottom, top, chips on phones; rail, side, top on
    desktops.
    ``lines``: full, inset, none. ``chips``: pill, square, outline. ``faces``: circle, squircle, square.
    """

    family: str
    dark: bool
    hue: int
    tint: int
    font: str
    size: float
    pad: float
    radius: int
    rows: str
    header: str
    tabs: str
    lines: str
    chips: str
    faces: str
    clamp: int
    grays: str
    initials: float


def look_of(seed: int, app: str, platform: str) -> Look:
    """The look of an app in the session with that seed of looks; the empty app gives the system's own look.

    Most apps follow the system's family, as on real devices; some bring their own.
    """
    rng = generator(seed, f"look/{platform}/{app}")
    system = generator(seed, f"look/{platform}/")
    families = PHONES if platform == "phone" else DESKTOPS
    family = system.choice(families)
    night = system.random() < 0.3
    if app:
        if platform == "phone":
            family = family if rng.random() < 0.5 else rng.choice(families)
        else:
            family = rng.choice(families)
        # An app follows the system's dark theme, with a few that are always dark or always light.
        night = night if rng.random() < 0.85 else rng.random() < 0.3
    return Look(
        family=family,
        dark=night,
        hue=rng.choice(HUES),
        tint=rng.choice((55, 70, 80)),
        font=rng.choice(FONTS[family]),
        size=_SIZES[family] * rng.choice((0.94, 1.0, 1.0, 1.06)),
        pad=rng.choice((0.86, 1.0, 1.0, 1.12)),
        radius=rng.choice(_RADII[family]),
        rows=_rows(rng, family),
        header=_header(rng, family),
        tabs=_tabs(rng, family),
        lines=rng.choice(
            {
                "tonal": ("none", "none", "inset"),
                "inset": ("inset",),
                "onehand": ("inset", "none"),
                "dense": ("full", "inset"),
                "flat": ("full", "inset"),
            }.get(family, ("full", "full", "none"))
        ),
        chips=rng.choice(("pill", "square", "outline")),
        faces=rng.choice(("square", "squircle") if family == "dense" else ("circle", "circle", "squircle")),
        clamp=rng.choice((1, 1, 2, 3)),
        grays=rng.choice(("neutral", "cool", "tinted")),
        initials=rng.choice((0.3, 0.6, 1.0)),
    )


def _rows(rng: random.Random, family: str) -> str:
    choice = {
        "tonal": ("avatar", "avatar", "card", "plain"),
        "inset": ("avatar", "plain", "avatar"),
        "onehand": ("avatar", "avatar", "plain"),
        "dense": ("avatar", "avatar", "split"),
        "flat": ("avatar", "card", "plain", "split"),
        "web": ("split", "avatar", "avatar"),
        "panes": ("plain", "avatar"),
        "office": ("split", "plain", "avatar"),
        "board": ("avatar", "card", "split"),
        "site": ("card", "avatar", "plain"),
    }
    return rng.choice(choice[family])


def _header(rng: random.Random, family: str) -> str:
    choice = {
        "tonal": ("plain", "plain", "large", "center"),
        "inset": ("large", "large", "center"),
        "onehand": ("large",),
        "dense": ("center", "center", "accent"),
        "flat": ("accent", "accent", "plain"),
        "web": ("plain", "plain", "accent"),
        "panes": ("plain", "center"),
        "office": ("accent", "plain"),
        "board": ("plain",),
        "site": ("plain", "center", "accent"),
    }
    return rng.choice(choice[family])


def _tabs(rng: random.Random, family: str) -> str:
    choice = {
        "tonal": ("bottom", "bottom", "bottom", "chips"),
        "inset": ("bottom",),
        "onehand": ("bottom", "bottom", "top"),
        "dense": ("bottom", "bottom", "top"),
        "flat": ("top", "top", "bottom"),
        "web": ("rail", "side", "side"),
        "panes": ("side", "side", "top"),
        "office": ("top", "rail"),
        "board": ("side",),
        "site": ("top",),
    }
    return rng.choice(choice[family])


def variables(look: Look, lang: str) -> str:
    """The look as CSS custom properties, for a ``style`` attribute."""
    fonts = f"'{look.font}'" + (f",'{CJK[lang]}'" if lang in CJK else ",'Noto Sans CJK SC'") + ",sans-serif"
    h, t = look.hue, look.tint
    gh, gs = {"neutral": (h, 2), "cool": (216, 14), "tinted": (h, 22)}[look.grays]
    # Yellow and green are too bright for white text at the lightness that suits blue.
    deep = 30 if 60 <= h <= 190 else 35 if 20 <= h < 60 else 44
    if look.dark:
        colours = {
            "bg": f"hsl({gh},{gs}%,7%)",
            "surface": f"hsl({gh},{gs}%,12%)",
            "raised": f"hsl({gh},{gs}%,17%)",
            "text": f"hsl({gh},{gs // 2}%,93%)",
            "dim": f"hsl({gh},{gs // 2}%,64%)",
            "line": f"hsl({gh},{gs}%,21%)",
            "accent": f"hsl({h},{t}%,68%)",
            "on": f"hsl({h},40%,12%)",
            "tone": f"hsl({h},{t // 2}%,24%)",
            "ontone": f"hsl({h},{t}%,88%)",
            "bar": f"hsl({h},{t // 3}%,16%)",
            "onbar": "#fff",
            "danger": "#ff6961",
            "good": "#4cc98a",
            "warn": "#e7b04a",
            "shadow": "rgba(0,0,0,.55)",
            "sunk": f"hsl({gh},{gs}%,4%)",
        }
    else:
        colours = {
            "bg": f"hsl({gh},{gs + 8}%,97%)",
            "surface": "#fff",
            "raised": f"hsl({gh},{gs + 6}%,94%)",
            "text": f"hsl({gh},{gs}%,11%)",
            "dim": f"hsl({gh},{gs // 2 + 3}%,42%)",
            "line": f"hsl({gh},{gs + 4}%,89%)",
            "accent": f"hsl({h},{t}%,{deep}%)",
            "on": "#fff",
            "tone": f"hsl({h},{t}%,91%)",
            "ontone": f"hsl({h},{t}%,20%)",
            "bar": f"hsl({h},{t}%,{deep - 4}%)",
            "onbar": "#fff",
            "danger": "#c5221f",
            "good": "#168a4c",
            "warn": "#a86400",
            "shadow": "rgba(20,24,40,.16)",
            "sunk": f"hsl({gh},{gs + 6}%,92%)",
        }
    colours.update(_own(look))
    avatar = {"circle": "50%", "squircle": "30%", "square": "12%"}[look.faces]
    chip = {"pill": "99px", "square": "6px", "outline": "99px"}[look.chips]
    sizes = {
        "fs": f"{look.size:.2f}px",
        "u": f"{4 * look.pad:.2f}px",
        "r": f"{look.radius}px",
        "face": avatar,
        "chip": chip,
    }
    return ";".join(f"--{k}:{v}" for k, v in {**colours, **sizes, "font": fonts}.items())


def _own(look: Look) -> dict[str, str]:
    """What a family insists on in its palette."""
    h, t = look.hue, look.tint
    if look.family in ("tonal", "web"):
        if look.dark:
            return {
                "bg": f"hsl({h},{t // 6}%,8%)",
                "raised": f"hsl({h},{t // 5}%,15%)",
                "surface": f"hsl({h},{t // 6}%,12%)",
            }
        return {
            "bg": f"hsl({h},{t // 2}%,98%)",
            "raised": f"hsl({h},{t // 2}%,94%)",
            "surface": f"hsl({h},{t // 2}%,99.6%)",
        }
    if look.family == "inset":
        if look.dark:
            return {
                "bg": "#000",
                "surface": "#1c1c1e",
                "raised": "#2c2c2e",
                "line": "#38383a",
                "dim": "#98989f",
                "good": "#30d158",
            }
        return {
            "bg": "#f2f2f7",
            "surface": "#fff",
            "raised": "#e6e6eb",
            "line": "#d9d9de",
            "dim": "#77777d",
            "good": "#34c759",
        }
    if look.family == "onehand":
        if look.dark:
            return {"bg": "#050506", "surface": "#17181b", "raised": "#26272b", "line": "#2d2e33"}
        return {"bg": "#f4f5f7", "surface": "#fdfdfe", "raised": "#e9ebee", "line": "#e6e7ea"}
    if look.family == "dense" and not look.dark:
        return {"bg": "#ededed", "surface": "#fff", "raised": "#f3f3f4", "line": "#e5e5e5", "text": "#191919"}
    if look.family == "board" and not look.dark:
        return {"bg": f"hsl({216 if look.grays == 'cool' else h},18%,95%)", "raised": "#f1f3f7"}
    if look.family == "site" and not look.dark:
        return {"bg": "#fff", "raised": f"hsl({h},14%,95%)"}
    return {}
