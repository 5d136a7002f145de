"""Codes: what a payload is, and how much of the screen is called a code."""

from __future__ import annotations

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from fakes.drawn import face, pixels, scenery, screen
from tactful.recognize.codes import CodeRecognizer, judge
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Risk


def find(image: Image.Image) -> tuple[Finding, ...]:
    return tuple(CodeRecognizer().find(ScreenView((), image.width, image.height, pixels=pixels(image))))


def drawn(text: str, kind: str = "QRCode", scale: int = 5) -> Image.Image:
    made = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
    return Image.fromarray(np.array(zxingcpp.write_barcode_to_image(made, scale=scale)))


@pytest.mark.parametrize(
    ("text", "format", "type", "risk"),
    [
        ("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", "QR Code", "secret", Risk.HIGH),
        ("WIFI:T:WPA;S:Attic;P:plum;;", "QR Code", "secret", Risk.HIGH),
        ("WIFI:T:nopass;S:Attic;P:;;", "QR Code", "code", Risk.MEDIUM),
        ("BEGIN:VCARD\nN:Lee;Ann\nEND:VCARD", "QR Code", "person", Risk.HIGH),
        ("mailto:a@example.com", "QR Code", "email", Risk.HIGH),
        ("tel:+442079460958", "QR Code", "phone", Risk.HIGH),
        ("geo:51.5,-0.12", "QR Code", "coordinates", Risk.HIGH),
        ("BEGIN:VEVENT\nDTSTART:20260101", "QR Code", "date", Risk.MEDIUM),
        ("first line\nann.lee@example.com", "Aztec", "email", Risk.HIGH),
        ("GB82WEST12345698765432", "Code 128", "bank", Risk.HIGH),
        ("https://example.com/a?token=9f8e7d6c5b4a", "QR Code", "url", Risk.HIGH),
        ("shop://open?token=9f8e7d6c5b4a", "QR Code", "url", Risk.HIGH),
        ("https://example.com/about", "QR Code", "code", Risk.NONE),
        ("4006381333931", "EAN-13", "code", Risk.NONE),
        ("2912345678903", "EAN-13", "code", Risk.MEDIUM),  # a shop's own numbers: loyalty cards
        ("4006381333931", "QR Code", "code", Risk.MEDIUM),
        ("", "QR Code", "code", Risk.MEDIUM),
    ],
)
def test_what_a_payload_is(text: str, format: str, type: str, risk: Risk) -> None:
    kind, reason = judge(text, format)
    assert (kind.type, kind.risk) == (type, risk)
    assert text == "" or text not in reason


def test_the_box_holds_the_code_and_its_quiet_zone() -> None:
    image = screen()
    code = drawn("tel:+442079460958")
    image.paste(code, (300, 900))
    (finding,) = find(image)
    assert finding.box is not None
    assert finding.box.iou(type(finding.box)(300, 900, 300 + code.width, 900 + code.height)) > 0.85


def test_a_code_that_cannot_be_decoded_is_unknown() -> None:
    code = drawn("tel:+442079460958")
    third = code.width // 3
    code.paste(255, (2 * third, 2 * third, code.width, code.height))
    image = screen()
    image.paste(code, (300, 900))
    (finding,) = find(image)
    assert (finding.type, finding.risk) == ("unknown", Risk.MEDIUM)


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (31, 33), (90, 9000), (1080, 2400)])
def test_no_code_where_there_is_none(size: tuple[int, int]) -> None:
    image = screen(*size)
    if min(size) > 900:
        image.paste(scenery(800, seed=2), (90, 200))
        image.paste(face(300), (90, 1200))
    assert find(image) == ()
