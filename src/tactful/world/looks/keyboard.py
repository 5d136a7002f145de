"""The soft keyboard: letters as interface texts."""

from __future__ import annotations

from tactful.world.looks.icons import icon
from tactful.world.looks.look import Look
from tactful.world.looks.markup import Pen
from tactful.world.looks.words import keys, word


def keyboard(pen: Pen, system: Look) -> str:
    """Three rows of letters and one with the space bar, in the system's style."""
    rows = keys(pen.lang)
    numbers = system.family in ("onehand", "flat")
    out = []
    if numbers:
        out.append(f'<div class="kr">{"".join(_key(pen, c, "num") for c in "1234567890")}</div>')
    for place, letters in enumerate(rows):
        body = "".join(_key(pen, c) for c in letters)
        if place == 2:
            body = (
                f'<span class="kk mod">{icon("arrow-big-up")}</span>{body}'
                f'<span class="kk mod">{icon("delete")}</span>'
            )
        out.append(f'<div class="kr r{place}">{body}</div>')
    space = pen.ui(word("space", pen.lang)) if system.family in ("inset", "dense") else ""
    enter = icon("corner-down-left")
    out.append(
        f'<div class="kr"><span class="kk mod two">{pen.ui("123")}</span>'
        f'<span class="kk mod">{icon("smile")}</span>'
        f'{_key(pen, ",")}<span class="kk sp">{space}</span>{_key(pen, ".")}'
        f'<span class="kk mod two go">{enter}</span></div>'
    )
    tools = "".join(icon(name) for name in ("sticker", "clipboard", "settings-2", "mic"))
    return (
        f'<div class="kbd" data-window="" aria-hidden="true"><div class="ktools">{tools}'
        f"</div>{''.join(out)}</div>"
    )


def _key(pen: Pen, text: str, cls: str = "") -> str:
    return f'<span class="kk {cls}">{pen.ui(text)}</span>'
