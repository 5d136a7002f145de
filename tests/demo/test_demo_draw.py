"""The pages can be drawn again, and what they say of themselves is what lies in the package."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tactful.demo import annotations_of, demo_run

SOURCES = Path(__file__).parents[2] / "demo"


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    if not (SOURCES / "draw.py").is_file():
        pytest.skip("the demo's sources are not in this installation")
    sys.path.insert(0, str(SOURCES))
    try:
        import browser
        import draw as module
    finally:
        sys.path.remove(str(SOURCES))
    if browser.find_chromium() is None:
        pytest.skip("no Chromium on this machine")
    return module


@pytest.mark.browser
@pytest.mark.parametrize(
    ("page", "size", "bundled"),
    [
        ("thread.html#typed", (1080, 2400), ("phone", "phone_7")),
        ("hr_detail.html", (1920, 1080), ("desktop", "step_2_20260115@093107")),
    ],
)
def test_a_page_draws_again_with_the_bundled_truth(
    draw: ModuleType, page: str, size: tuple[int, int], bundled: tuple[str, str]
) -> None:
    drawn = draw.draw_page(page, size)
    regions = [draw.region_record(region, *size) for region in drawn.truth["regions"]]
    run, name = bundled
    truth = json.loads((annotations_of(demo_run(run)) / f"{name}.json").read_text("utf-8"))  # type: ignore[arg-type]
    assert drawn.image.size == size
    # Boxes may differ by the machine's fonts; texts and labels may not.
    keys = ("text", "risk", "category", "type", "necessary", "inner")
    assert [[r[k] for k in keys] for r in regions] == [[r[k] for k in keys] for r in truth["regions"]]


@pytest.mark.browser
def test_text_that_is_covered_is_refused(draw: ModuleType, tmp_path: Path) -> None:
    import browser

    script = (SOURCES / "screens" / "extract.js").as_uri()
    over = '<div style="position:absolute;inset:0;background:#fff"></div>'
    page = tmp_path / "page.html"
    page.write_text(f'<p data-type="person">Nobody</p>{over}<script src="{script}"></script>', "utf-8")
    with pytest.raises(RuntimeError, match="covered"):
        browser.draw(page, 400, 300)
