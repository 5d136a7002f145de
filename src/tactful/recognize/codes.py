"""Bar codes and two-dimensional codes: found, decoded on this machine, and judged by what they hold.

ZXing finds and decodes; OpenCV's finders see codes that it cannot decode (faint, oblique, damaged). Those are
looked at again, closer and turned; what cannot be decoded is *unknown*, never clean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tactful.recognize.merge import UNKNOWN, merge
from tactful.recognize.patterns.scan import (
    BANK,
    COORDINATES,
    DATE,
    EMAIL,
    ID_NUMBER,
    PERSON,
    PHONE,
    SECRET,
    Kind,
)
from tactful.recognize.view import Finding, Recognizer, ScreenView
from tactful.terms import Box, Category, Risk, TextUnit

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOURCE = "codes"
_HEALTH = Kind("health", Risk.HIGH, Category.SENSITIVE_SPECIAL)
# Payload formats by how they begin: RFC 6350 and 6068, the key URI format of authenticators, WPA3 (7.1),
# EPC069-12, SIX QR-bill, IATA BCBP, AAMVA card design, GSMA SGP.22, FIDO CTAP 2.2, EU DCC.
_FORMATS: tuple[tuple[str, Kind, str], ...] = (
    (r"otpauth|LPA:|FIDO:|DPP:|sgnl:|tg://login|\d@[\w+/=]{20}", SECRET, "a key or a login"),
    (r"WIFI:(?:.*;)?P:[^;]", SECRET, "the password of a network"),
    (r"BEGIN:VCARD|MECARD:|BIZCARD:|M\d[A-Z ]+/[A-Z]", PERSON, "a contact card or a boarding pass"),
    (r"mailto:|MATMSG:|SMTP:", EMAIL, "an e-mail address"),
    (r"tel:|sms(?:to)?:|mms(?:to)?:|facetime", PHONE, "a phone number"),
    (r"geo:", COORDINATES, "a place on the map"),
    (r"BCD\s|SPC\s|upi:|(?:bitcoin(?:cash)?|litecoin|ethereum|monero|lightning):", BANK, "a payment"),
    (r"@\s+(?:\x1e\s*)?ANSI ", ID_NUMBER, "an identity card"),
    (r"HC1:|shc:/", _HEALTH, "a health certificate"),
    (r"BEGIN:V(?:CALENDAR|EVENT)", DATE, "an appointment"),
)
_KNOWN = tuple((re.compile(start, re.I | re.S), kind, holds) for start, kind, holds in _FORMATS)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+://", re.I)
_WEB = re.compile(r"https?://\S+", re.I)
_RETAIL = re.compile(r"EAN|UPC|ISBN")
_IN_STORE = re.compile(r"2|0[24]")  # GS1 prefixes for a shop's own use: loyalty cards and vouchers
_QUIET = 0.16  # of the shorter side: four modules around the smallest QR code (ISO/IEC 18004)
_TURNS = (0, 15, -15, 30, -30, 45)  # degrees; ZXing turns by 90 itself
_STRIDES = 8  # the corner of a rectangular code is an eighth of it
_FAINT = 20  # of 255: the least contrast of an edge
_CLOSER = 8  # codes of a screen that may be looked at again
_LINES = 100  # of a payload


class CodeRecognizer:
    """Recognizer of bar codes, QR codes, Aztec, Data Matrix, PDF417; finds nothing without pixels.

    A code takes type, risk and category of the most severe value in it. One that holds a product number or a
    public web address is public; any other is at least medium, as nobody sees what it says.
    """

    name = SOURCE
    pixels_decide = True

    def find(self, view: ScreenView) -> Iterable[Finding]:
        """Findings without units, in reading order."""
        if view.pixels is None or not view.pixels.size:
            return ()
        import cv2
        import zxingcpp

        gray = cv2.cvtColor(np.ascontiguousarray(view.pixels), cv2.COLOR_RGB2GRAY)
        codes: list[_Code] = []
        doubtful = list(_seen(gray))
        for code in zxingcpp.read_barcodes(gray, return_errors=True):
            box = _around(_corners(code)).clip(view.width, view.height)
            if code.valid:
                codes.append(_Code(_whole(gray, _grown(gray, box, 1), code), code))
            elif box.area and code.format != zxingcpp.BarcodeFormat.DataMatrix:
                doubtful.append(box)  # but for Data Matrix: any rounded corner looks like one
        for box in doubtful:
            if all(box.overlap(known.box) <= 0.3 * box.area for known in codes):
                codes.append(_closer(gray, box) if len(codes) < _CLOSER else _Code(_whole(gray, box, None)))
        return tuple(_finding(code) for code in sorted(codes, key=lambda code: (code.box.y1, code.box.x1)))


class _Code(NamedTuple):
    """A code's whole box, and what ZXing says of it; None where nothing could decode it."""

    box: Box
    decoded: Any = None


def _seen(gray: NDArray[Any]) -> Iterator[Box]:
    """Where OpenCV sees the three squares of a QR code, or bars, and ZXing a light PDF417 on dark ground."""
    import cv2
    import zxingcpp

    half = (max(1, gray.shape[1] // 2), max(1, gray.shape[0] // 2))
    small = cv2.resize(gray, half, interpolation=cv2.INTER_AREA)
    # Of light codes on dark ground it reads the square ones only.
    for code in zxingcpp.read_barcodes(255 - small, _oblong(), return_errors=True):
        yield _around(2 * _corners(code)).grow(1).clip(gray.shape[1], gray.shape[0])
    for finder, image in ((cv2.QRCodeDetectorAruco(), small), (cv2.barcode.BarcodeDetector(), gray)):
        quads = finder.detectMulti(image)[1]
        for quad in () if quads is None else quads:
            corners = np.asarray(quad, np.float32).reshape(4, 2) * (gray.shape[0] / image.shape[0])
            box = _around(corners).clip(gray.shape[1], gray.shape[0])
            if box.area:
                yield box


def _closer(gray: NDArray[Any], box: Box) -> _Code:
    """A code that was seen but not decoded, looked at again: larger, with more contrast, inverted, turned."""
    import cv2
    import zxingcpp

    box = _whole(gray, box, None)
    window = _grown(gray, box, max(box.width, box.height) // 4)
    patch = _cut(gray, window)
    patch = cv2.normalize(patch, np.empty_like(patch), 0, 255, cv2.NORM_MINMAX)
    scale = 3 if max(patch.shape) < 300 else 1
    height, width = patch.shape
    for turn in _TURNS:
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale)
        matrix[:, 2] += (scale - 1) * width / 2, (scale - 1) * height / 2
        size = (scale * width, scale * height)
        turned = cv2.warpAffine(patch, matrix, size, flags=cv2.INTER_CUBIC, borderValue=255)
        for image in (turned, 255 - turned):
            for code in zxingcpp.read_barcodes(image):
                corners = cv2.transform(_corners(code)[None], cv2.invertAffineTransform(matrix))[0]
                place = _around(corners).shift(window.x1, window.y1).clip(gray.shape[1], gray.shape[0])
                if place.overlap(box):
                    return _Code(Box.hull((box, _whole(gray, place, code))), code)
    return _Code(box)


def _whole(gray: NDArray[Any], box: Box, code: Any) -> Box:
    """A code's box with its quiet zone. Of bars, and of what was not decoded, ``box`` may be a part only."""
    margin = round(_QUIET * min(box.width, box.height, 300)) + 1
    if code is None or code.format in _oblong()[1:]:
        stride = min(box.width, box.height)
        for _ in range(_STRIDES):
            before, box = box, _along(gray, box, stride, min(margin, 8))
            if box == before:
                break
    return _grown(gray, box, margin)


def _along(gray: NDArray[Any], box: Box, far: int, gap: int) -> Box:
    """``box`` with the edges that hang together with those in it over gaps of pixels, but for thin lines."""
    import cv2

    window = _grown(gray, box, far)
    edges = cv2.morphologyEx(_cut(gray, window), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    core = box.shift(-window.x1, -window.y1)
    inked = (edges > max(_FAINT, _cut(edges, core).mean())).astype(np.uint8)
    dense = cv2.morphologyEx(inked, cv2.MORPH_CLOSE, np.ones((2 * gap + 1,) * 2, np.uint8))
    dense = cv2.morphologyEx(dense, cv2.MORPH_OPEN, np.ones((gap + 3,) * 2, np.uint8))
    _, labels, places, _ = cv2.connectedComponentsWithStats(dense)
    for label in set(_cut(labels, core).ravel().tolist()) - {0}:
        x, y, width, height, _ = places[label].tolist()
        box = Box.hull((box, Box(x, y, x + width, y + height).shift(window.x1, window.y1)))
    return box


def _finding(code: _Code) -> Finding:
    if code.decoded is None:
        kind, reason = (
            Kind(UNKNOWN, Risk.MEDIUM, Category.BEHAVIOR_CONTEXT),
            "a code that could not be decoded",
        )
    else:
        kind, reason = judge(code.decoded.text, str(code.decoded.format))
    return Finding(None, kind.type, kind.risk, kind.category, 1.0, reason, SOURCE, box=code.box)


def judge(text: str, format: str) -> tuple[Kind, str]:
    """What a payload is, by its format and by the most severe value that the text recognizers find in it."""
    told = "a code that holds "
    for start, kind, holds in _KNOWN:
        if start.match(text):
            return kind, told + holds
    # An app's own address is read like a web address; lines stand too far apart to be each other's labels.
    lines = _SCHEME.sub("https://", text, count=1).splitlines()[:_LINES]
    units = tuple(
        TextUnit(line, Box(0, y, 10 * len(line), y + 20))
        for y, line in zip(count(0, 500), lines, strict=False)
    )
    view = ScreenView(units, 10_000, 500 * len(units) + 1)
    regions = merge(
        view, [finding for recognizer in _text_recognizers() for finding in recognizer.find(view)]
    )
    worst = max(regions, key=lambda region: region.risk.rank, default=None)
    if worst is not None and worst.risk >= Risk.MEDIUM:
        return Kind(worst.type, worst.risk, worst.category), f"{told}a value of type {worst.type}"
    if _RETAIL.match(format) and not _IN_STORE.match(text):
        return Kind("code", Risk.NONE, None), told + "the number of a product"
    if _WEB.fullmatch(text):
        return Kind("code", Risk.NONE, None), told + "a public web address"
    return Kind("code", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT), told + "what nobody can see"


@cache
def _text_recognizers() -> tuple[Recognizer, ...]:
    from tactful.recognize.names import name_recognizers
    from tactful.recognize.patterns import pattern_recognizers

    return (*pattern_recognizers(), *name_recognizers())


def _corners(code: Any) -> NDArray[np.float32]:
    at = code.position
    corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    return np.array([(point.x, point.y) for point in corners], np.float32)


@cache
def _oblong() -> Any:
    """The formats of PDF417 and of bar codes."""
    import zxingcpp

    linear: Any = zxingcpp.BarcodeFormat.AllLinear
    return (zxingcpp.BarcodeFormat.PDF417, *zxingcpp.barcode_formats_list(linear))


def _around(corners: NDArray[np.float32]) -> Box:
    return Box.around(*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist())


def _grown(gray: NDArray[Any], box: Box, by: int) -> Box:
    return box.grow(by).clip(gray.shape[1], gray.shape[0])


def _cut(pixels: NDArray[Any], box: Box) -> NDArray[Any]:
    return pixels[box.y1 : box.y2, box.x1 : box.x2]
