"""Identifiers that a screen shows in pieces: boxes, groups far apart, spaced letters, wrapped lines.

A row is one string with ``|`` between its text units; the value's part of a unit stands in braces.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from PIL import Image, ImageDraw, ImageFont

from tactful.guard import Guard
from tactful.recognize import ScreenRecognizer
from tactful.selftest.canary import SEEN, guard, visible_share
from tactful.selftest.cases import Case
from tactful.terms import Box, TextUnit

_SIZE = (1080, 640)
_PITCH = 44  # from line to line, in pixels; the letters are 28 high
NEAR, FAR = 24, 110  # between the units of a row, in pixels


def page(rows: Iterable[str], gap: int, boxed: bool = False) -> tuple[Image.Image, list[TextUnit], list[Box]]:
    """The drawn rows, their text units, and the boxes of the value's parts."""
    image = Image.new("RGB", _SIZE, (255, 255, 255))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(28)
    units, secrets = [], []
    for number, row in enumerate(rows):
        x, y = 60.0, 60 + _PITCH * number
        for marked in row.split("|"):
            text = marked.replace("{", "").replace("}", "")
            if boxed and marked != text:
                pen.rectangle(
                    (x - 14, y - 6, x + pen.textlength(text, font) + 14, y + 40), outline=(120, 120, 120)
                )
            pen.text((x, y), text, fill=(20, 20, 20), font=font)
            right = x + pen.textlength(text, font)
            units.append(TextUnit(text, Box.around(x, y + 4, right, y + 34)))
            start = x
            for place, part in enumerate(marked.replace("}", "{").split("{")):
                end = start + pen.textlength(part, font)
                if place % 2:
                    secrets.append(Box.around(start, y + 4, end, y + 34))
                start = end
            x = right + gap
    return image, units, secrets


@cache
def trusting() -> Guard:
    """A guard that takes the given units as they are: these cases are about their text, not its reading."""
    return Guard(policy="all", operator="black", recognizer=ScreenRecognizer(trust_units=True))


def leak(rows: tuple[str, ...], gap: int = NEAR, drawn: bool = False) -> str | None:
    """How many of the value's parts are still to be seen; ``drawn``: what the reader makes of the pixels."""
    image, units, secrets = page(rows, gap, boxed=drawn)
    protected = guard().protect(image) if drawn else trusting().protect(image, units=units)
    shown = sum(visible_share(image, protected.image, box) > SEEN for box in secrets)
    return f"{shown} of {len(secrets)} parts" if shown else None


_SPLIT: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("code-in-boxes", NEAR, ("Enter the code we sent you", "{4}|{8}|{2}|{9}|{1}|{3}")),
    ("code-in-boxes-far", FAR, ("Verification code", "", "{4}|{8}|{2}|{9}|{1}|{3}", "Resend in 0:42")),
    ("code-misread-box", NEAR, ("Enter the code we sent you", "{4}|{O}|{2}|{9}|{l}|{3}")),
    ("code-in-halves", FAR, ("Your verification code", "{482}|{913}")),
    ("code-with-dash", NEAR, ("Your verification code", "{482}|-|{913}")),
    ("code-of-four", FAR, ("Enter the security code", "{7}|{3}|{1}|{9}")),
    ("card-groups-far", FAR, ("Wallet", "{4111}|{1111}|{1111}|{1111}", "Ann")),
    ("card-two-lines", NEAR, ("Wallet", "{4111 1111}", "{1111 1111}", "Ann")),
    ("card-four-lines", NEAR, ("Wallet", "{4111}", "{1111}", "{1111}", "{1111}")),
    ("card-two-by-two", NEAR, ("{5555}|{5555}", "{5555}|{4444}")),
    ("card-spaced", NEAR, ("{4 1 1 1   1 1 1 1   1 1 1 1   1 1 1 1}",)),
    ("card-in-boxes", NEAR, ("{" + "}|{".join("4111111111111111") + "}",)),
    ("card-dotted", NEAR, ("{4111.1111.1111.1111}",)),
    ("amex-groups", FAR, ("Pay with", "{3782}|{822463}|{10005}")),
    ("card-check-code", NEAR, ("CVV {737}",)),
    ("card-check-beside", FAR, ("MM/YY|CVC", "09/29|{737}")),
    ("iban-two-lines", NEAR, ("Transfer to {DE89 3704 0044}", "{0532 0130 00}")),
    ("iban-groups", FAR, ("{DE89}|{3704}|{0044}|{0532}|{0130}|{00}",)),
    ("iban-spaced", NEAR, ("{D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0}",)),
    ("email-after-at", NEAR, ("Write to {ann.lee@}", "{example.com} any day")),
    ("email-before-at", NEAR, ("{ann.lee}", "{@example.com}")),
    ("email-in-host", NEAR, ("{ann.lee@exam}", "{ple.com}")),
    ("phone-two-lines", NEAR, ("Call me at {+1 650 253}", "{0199} after six")),
    ("phone-in-row", NEAR, ("{(650)}|{253}-|{0199}",)),
)
_DRAWN: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("drawn-code-in-boxes", 60, ("Enter the code we sent you", "", "{4}|{8}|{2}|{9}|{1}|{3}")),
    ("drawn-card-far", FAR, ("Wallet", "{4111}|{1111}|{1111}|{1111}")),
    ("drawn-card-spaced", NEAR, ("Wallet", "{4 1 1 1  1 1 1 1  1 1 1 1  1 1 1 1}")),
    ("drawn-email-lines", NEAR, ("Write to {ann.lee@}", "{example.com} any day")),
)

CASES: tuple[Case, ...] = (
    *(Case("splits", name, partial(leak, rows, gap)) for name, gap, rows in _SPLIT),
    *(Case("splits", name, partial(leak, rows, gap, drawn=True), short=False) for name, gap, rows in _DRAWN),
)
