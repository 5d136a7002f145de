"""`tactful score regions` on annotated screens of several languages."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from tactful.cli.score import app


def test_figures_are_by_language_too(tmp_path: Path) -> None:
    region = {"text": "Ada Winter", "box": [10, 10, 90, 30], "risk": "high", "category": "identity"}
    size = {"width": 200, "height": 100}
    for name, lang in (("a", "en"), ("b", "zh")):
        record = {"id": name, "image": f"{name}.png", "platform": "android", "lang": lang, **size}
        (tmp_path / f"{name}.json").write_text(json.dumps({**record, "regions": [region]}), "utf-8")
    pred = tmp_path / "pred" / "p.json"
    pred.parent.mkdir()
    images = [
        {"file": f"{name}.png", **size, "regions": found} for name, found in (("a", [region]), ("b", []))
    ]
    pred.write_text(json.dumps({"images": images}), "utf-8")
    words = ["regions", str(pred), "--truth", str(tmp_path), "--json"]
    done = CliRunner().invoke(app, words, standalone_mode=False, catch_exceptions=False)
    found = json.loads(done.stdout)["by_language"]
    assert {lang: figures["recall"]["value"] for lang, figures in found.items()} == {"en": 1.0, "zh": 0.0}
