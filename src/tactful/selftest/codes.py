"""Payloads in codes: bar codes and two-dimensional codes that anybody can scan off a protected picture."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import zxingcpp
from PIL import Image, ImageFilter, ImageOps

from tactful.selftest.canary import SEEN, guard
from tactful.selftest.cases import Case
from tactful.terms import Box

_TEXTS = {
    "a login secret": "otpauth://totp/Shop:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Shop",
    "a network": "WIFI:T:WPA;S:Attic;P:plum-otter-92;;",
    "a contact": "BEGIN:VCARD\nVERSION:3.0\nFN:Margaret Whitfield\nTEL:+442079460958\nEND:VCARD",
    "a letter": "mailto:m.whitfield@example.com?subject=Results",
    "a call": "tel:+442079460958",
    "a token": "https://example.com/join?token=9f8e7d6c5b4a39281706",
    "a boarding pass": "M1WHITFIELD/MARGARET  EABC123 LHRJFKBA 0117 123Y012A0034 100",
    "what an app understands": "9f8e7d6c5b4a39281706-b",
}
_SOME = {what: _TEXTS[what] for what in ("a login secret", "a contact", "a boarding pass")}
_SHORT = {"a card": "4111111111111111", "a member": "2912345678906"}
_CAPITALS = {"an account": "GB82WEST12345698765432", "a member": "WHITFIELD-4711"}
_KINDS: dict[str, tuple[int, dict[str, str]]] = {
    "QRCode": (4, _TEXTS),
    "RMQRCode": (3, _SOME),
    "Aztec": (4, _SOME),
    "DataMatrix": (4, _SOME),
    "PDF417": (3, _SOME),
    "MicroQRCode": (5, _SHORT),
    "Code128": (2, _CAPITALS),
    "Code39": (2, _CAPITALS),
    "ITF": (3, {"a card": "4111111111111111"}),
    "EAN13": (3, {"a member": "2912345678906"}),
}
_TURNED = {"turned by 20 degrees": 20, "turned by 45 degrees": 45, "upright": 90}
_LOOKS = ("small", "light on dark", "on a dark page", "faint", "out of focus", *_TURNED)
_NOT_DEFENDED = {("PDF417", "turned by 20 degrees"), ("PDF417", "turned by 45 degrees")}  # docs/threats.md
_PAGE, _CORNER = (760, 640), (60, 90)


def _draw(kind: str, text: str, look: str) -> tuple[Image.Image, Box]:
    """A page with one code, and where that stands."""
    made = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
    scale = 2 if look == "small" and kind != "MicroQRCode" else _KINDS[kind][0]
    code = Image.fromarray(np.array(zxingcpp.write_barcode_to_image(made, scale=scale)))
    if look in _TURNED:
        code = code.rotate(_TURNED[look], Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    if look == "light on dark":
        code = ImageOps.invert(ImageOps.expand(code, 12, 255))
    if look == "out of focus":
        code = code.filter(ImageFilter.GaussianBlur(0.35 * scale))
    if look == "faint":
        code = code.point(lambda level: 160 + level * 95 // 255)
    page = Image.new("L", _PAGE, 255)
    page.paste(code, _CORNER)
    if look == "on a dark page":
        page = ImageOps.invert(page)
    x, y = _CORNER
    return page.convert("RGB"), Box(x, y, x + code.width, y + code.height)


def _scan(page: Image.Image, box: Box, look: str) -> set[str]:
    """What can be decoded off a page: whole, and the place of the code larger, inverted and upright."""
    patch = ImageOps.autocontrast(page.convert("L").crop(box.grow(12).tuple()))
    patch = patch.rotate(-_TURNED.get(look, 0), Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    large = patch.resize((2 * patch.width, 2 * patch.height), Image.Resampling.BICUBIC)
    sights: list[Any] = [page.convert("L"), patch, large, ImageOps.invert(large)]
    return {code.text for sight in sights for code in zxingcpp.read_barcodes(np.asarray(sight))}


def _attack(kind: str, text: str, look: str) -> str | None:
    page, box = _draw(kind, text, look)
    shown = guard().protect(page).image
    if _scan(shown, box, look):
        return "the payload"
    before, after = (np.asarray(one.convert("L").crop(box.tuple())) > 100 for one in (page, shown))
    return "the code" if after.sum() > SEEN * before.sum() else None


CASES = tuple(
    Case(
        "codes",
        f"{kind}, {what}, {look}",
        partial(_attack, kind, text, look),
        short=look == "plain" and not i,
    )
    for kind, (_, texts) in _KINDS.items()
    for i, (what, text) in enumerate(texts.items())
    for look in ("plain", *(() if i else _LOOKS))
    if (kind, look) not in _NOT_DEFENDED
)
