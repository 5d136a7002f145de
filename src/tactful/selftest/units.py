"""What a page says of itself: accessibility labels over pixels that show something else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tactful.selftest.canary import SEEN, draw_lines, guard, visible_share
from tactful.selftest.cases import Case
from tactful.terms import Box, TextUnit

_VALUES = ("Margaret Whitfield", "m.whitfield@example.com", "4111 1111 1111 1111", "Call +44 20 7946 0958")
_PAGE = Box(0, 0, 720, 480)

Labels = Callable[[tuple[Box, ...]], tuple[TextUnit, ...]]


def _over_page(text: str, role: str = "android.webkit.WebView") -> Labels:
    return lambda lines: (TextUnit(text, _PAGE, role=role),)


def _over_lines(*texts: str, grow: int = 4) -> Labels:
    return lambda lines: tuple(TextUnit(texts[i % len(texts)], box.grow(grow)) for i, box in enumerate(lines))


def _moved(share: float) -> Labels:
    """The right words, in boxes that begin only after a share of the ink."""
    return lambda lines: tuple(
        TextUnit(text, Box(box.x1 + round(share * box.width), box.y1, 720, box.y2))
        for text, box in zip(_VALUES, lines, strict=True)
    )


def _attack(labels: Labels) -> str | None:
    image, lines = draw_lines(_VALUES)
    shown = guard().protect(image, units=labels(lines), platform="android").image
    shares = [visible_share(image, shown, box) for box in lines]
    leaked = [str(i) for i, share in enumerate(shares) if share > SEEN]
    return f"values {', '.join(leaked)} of 4" if leaked else None


_LABELS: dict[str, Labels] = {
    "no units at all": lambda lines: (),
    "a web view described in a word": _over_page("Article"),
    "a web area named like a file": _over_page("index.html", "RootWebArea"),
    "a page that says it is empty": _over_page("This page is empty."),
    "the whole page as one label": _over_page(" ".join(_VALUES)),
    "the whole page as one label, lines apart": _over_page("\n".join(_VALUES)),
    "every letter once": _over_page("abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 @.+"),
    "an empty label": _over_lines(""),
    "a blank label": _over_lines(" \u00a0"),
    "an invisible label": _over_lines("\u200b\u2060\ufeff"),
    "public words over each value": _over_lines("Settings", "Help", "Search", "Back"),
    "one letter over each value": _over_lines("a"),
    "the next value's words over each": lambda lines: _over_lines(*_VALUES[1:], "Settings")(lines),
    "the words in small letters": _over_lines(*(text.lower() for text in _VALUES)),
    "digits that look like letters": _over_lines(
        *(text.replace("1", "l").replace("0", "O") for text in _VALUES)
    ),
    "a letter inside each word": _over_lines(
        *(text.replace("e", "e\u200b").replace("1", "1\u200b") for text in _VALUES)
    ),
    "one wrong digit or letter": _over_lines(
        "Margaret Whitfie1d", "m.whitfield(at)", "4111 1111 111", "Call 44"
    ),
    "a value among public words": _over_lines(*(f"Settings {text[:1]} Help" for text in _VALUES)),
    "boxes that leave out the first third": _moved(0.35),
    "boxes that leave out the first half": _moved(0.5),
    "true labels in wide boxes": lambda lines: tuple(
        TextUnit(text, Box(0, box.y1 - 20, 720, box.y2 + 20))
        for text, box in zip(_VALUES, lines, strict=True)
    ),
    "two labels that share the page": lambda lines: (
        TextUnit("News", Box(0, 0, 360, 480)),
        TextUnit("Sport", Box(360, 0, 720, 480)),
    ),
    "a wrong label on top of true ones": lambda lines: (
        *_over_lines(*_VALUES)(lines),
        TextUnit("News", _PAGE),
    ),
}

CASES = tuple(
    Case("units", name, partial(_attack, labels), short=i % 4 == 1)
    for i, (name, labels) in enumerate(_LABELS.items())
)
