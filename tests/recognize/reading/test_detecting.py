from __future__ import annotations

import numpy as np
import pytest
from reading_pages import FakeEngine, page

from tactful.recognize.reading.detect import Detector, choose_scale


def striped(height: int, width: int = 320) -> np.ndarray:
    image = np.full((height, width, 3), 255, np.uint8)
    for top in range(20, height - 30, 60):
        image[top : top + 14, 40 : 200 + top % 90] = 0
    return image


def test_every_line_of_a_tall_screen_is_found_once() -> None:
    image = striped(20_000)
    found = Detector(FakeEngine(), 0).detect(image, 0.5)
    assert len(found) == len(range(20, 19_970, 60))
    assert all(box.box.y2 <= 20_000 and box.box.x2 <= 320 for box in found)


def test_unchanged_tiles_are_not_detected_again() -> None:
    engine = FakeEngine()
    detector = Detector(engine, 64)
    image = striped(2000)
    detector.detect(image, 1.0)
    cold = engine.detected
    detector.detect(image, 1.0)
    assert engine.detected == cold
    changed = image.copy()
    changed[1700:1714, 210:300] = 0
    detector.detect(changed, 1.0)
    assert cold < engine.detected < 2 * cold


@pytest.mark.parametrize("at", [0, 415, 416, 900, 1970])
def test_a_partial_look_equals_a_cold_one(at: int) -> None:
    image = striped(2000)
    warm = Detector(FakeEngine(), 64)
    warm.detect(image, 1.0)
    changed = image.copy()
    changed[at : at + 20, 100:280] = 10
    assert warm.detect(changed, 1.0) == Detector(FakeEngine(), 0).detect(changed, 1.0)


def test_a_line_across_a_seam_is_one_box() -> None:
    image = np.full((900, 320, 3), 255, np.uint8)
    image[300:345, 40:280] = 0
    assert len(Detector(FakeEngine(), 0).detect(image, 1.0)) == 1


@pytest.mark.parametrize("shape", [(1, 1), (5, 400), (400, 5), (31, 33)])
def test_small_and_thin_images_work(shape: tuple[int, int]) -> None:
    assert Detector(FakeEngine(), 0).detect(np.full((*shape, 3), 255, np.uint8), 1.0) == []


@pytest.mark.parametrize(("size", "scale"), [(10, 1.0), (12, 1.0), (14, 1.0), (36, 0.5), (72, 0.4)])
def test_small_type_is_looked_at_in_full(size: int, scale: float) -> None:
    lines = ["The quick brown fox jumps over it", "and nobody saw where it went"] * 8
    assert choose_scale(page(lines, size=size, width=1600)) == scale


def test_a_blank_screen_is_looked_at_small() -> None:
    assert choose_scale(np.full((2400, 1080, 3), 255, np.uint8)) == 0.4


def test_a_small_image_is_looked_at_in_full() -> None:
    assert choose_scale(page(["Ok"], size=60)) == 1.0


def test_small_type_far_down_a_tall_page_counts() -> None:
    text = page(["nobody saw where it went and why it came"] * 260, size=12, width=900, pitch=6)
    assert choose_scale(text) == 1.0
