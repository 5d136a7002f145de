"""Reading probes: mending and sharpening recover what plain OCR does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fakes.hidden_codes import drawn, mosaicked, operated, protected
from tactful.bench.attacks import OcrProbe, SharpenProbe
from tactful.bench.attacks.areas import Pixels, find_mosaics
from tactful.bench.attacks.probe import sharpened, smoothed
from tactful.terms import Box, TextUnit

CODES = ("920511", "365312", "649676", "151840", "161293", "708264")


class FixedReader:
    """Says where it saw ink, at any size."""

    def read(self, pixels: Pixels) -> tuple[TextUnit, ...]:
        height, width = pixels.shape[:2]
        whole = Box(width // 4, height // 4, width // 2, height // 2)
        return (TextUnit("seen", whole), TextUnit("", whole, 0.0, readable=False), TextUnit(" ", whole))


@pytest.mark.parametrize("probe", [OcrProbe, SharpenProbe])
def test_boxes_are_of_the_original_and_unread_text_is_no_finding(
    probe: type[OcrProbe] | type[SharpenProbe],
) -> None:
    picture = protected(np.full((80, 120, 3), 255, np.uint8))
    (found,) = probe(FixedReader()).findings(picture)
    assert (found.text, found.box, found.how) == ("seen", Box(30, 20, 60, 40), probe.name)


@pytest.mark.parametrize("side", [4, 7, 11])
def test_a_smoothed_mosaic_keeps_the_means_of_its_cells(side: int) -> None:
    pixels, box = drawn("480315", 40, ground=(200, 205, 210), ink=(90, 80, 70))
    hidden = mosaicked(pixels, box, side)
    (mosaic,) = find_mosaics(hidden)
    smooth = smoothed(hidden, [mosaic])
    whole = Box(mosaic.box.x1, mosaic.box.y1, *(b - (b - a) % side for a, b in _spans(mosaic.box)))

    def means(picture: Pixels) -> Pixels:
        part = picture[whole.y1 : whole.y2, whole.x1 : whole.x2]
        size = (whole.width // side, whole.height // side)
        return cv2.resize(part, size, interpolation=cv2.INTER_AREA)

    assert np.abs(means(smooth).astype(int) - means(hidden)).max() <= 6
    outside = np.ones(hidden.shape[:2], np.bool_)
    outside[mosaic.box.y1 : mosaic.box.y2, mosaic.box.x1 : mosaic.box.x2] = False
    assert (smooth[outside] == hidden[outside]).all()
    assert not find_mosaics(smooth)


def test_sharpening_doubles_and_steepens() -> None:
    pixels, _ = drawn("480315", 24)
    large = sharpened(pixels, 2)
    assert large.shape == (240, 840, 3)
    assert large.std() > pixels.std()


def _sheet(hide: str) -> Pixels:
    rows = []
    for i, code in enumerate(CODES):
        pixels, box = drawn(code, 40)
        rows.append(mosaicked(pixels, box, int(hide)) if hide.isdigit() else operated(pixels, box, hide, i))
    return np.concatenate(rows)


def _read(probe: OcrProbe | SharpenProbe, sheet: Pixels) -> int:
    texts = [found.text.replace(" ", "") for found in probe.findings(protected(sheet))]
    return sum(any(code in text for text in texts) for code in CODES)


@pytest.mark.ocr
def test_weak_settings_are_read_and_black_never_is() -> None:
    assert _read(SharpenProbe(), _sheet("4")) >= 5
    assert _read(OcrProbe(), _sheet("6")) > _read(OcrProbe(), _sheet("12"))
    assert _read(SharpenProbe(), _sheet("black")) == 0


def _spans(box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    return (box.x1, box.x2), (box.y1, box.y2)
