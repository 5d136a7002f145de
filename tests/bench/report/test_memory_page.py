"""The page takes every value literally, loads nothing, and lies with its files in one folder."""

from __future__ import annotations

import copy
import hashlib
import json
import re
import stat
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from small_document import document

from tactful.bench.report import documents
from tactful.bench.report.documents import write_document
from tactful.errors import InputError, MissingExtraError

HOSTILE = "</style></script><script>document.title='owned'</script><img src=x onerror=alert(1)>\"'&"


class Parsed(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(tmp_path: Path, given: dict[str, Any], **more: Any) -> Parsed:
    return Parsed(write_document(given, tmp_path / "out", png=False, **more).read_text("utf-8"))


def test_everything_is_on_the_page(tmp_path: Path) -> None:
    parsed = page(tmp_path, document())
    for words in (
        "A report", "of two runs", "Two profiles only.", "Everything", "An introduction.", "25.1%",
        "2 samples", "Landlord", "gated", "2 of 5 messages", "leaks in 1 of the 3 contexts",
        "No sentence: the judge gave none, or the texts were forgotten.",
    ):  # fmt: skip
        assert words in parsed.text, words


def spoil(value: Any) -> Any:
    """Every text that is no identifier, kind or tone becomes hostile."""
    kept = {"id", "kind", "type", "key", "tone", "format", "version"}
    if isinstance(value, dict):
        return {k: v if k in kept else spoil(v) for k, v in value.items()}
    if isinstance(value, list):
        return [spoil(item) for item in value]
    return HOSTILE if isinstance(value, str) else value


def test_every_value_is_taken_literally(tmp_path: Path) -> None:
    parsed = page(tmp_path, spoil(copy.deepcopy(document())))
    assert [tag for tag, _ in parsed.tags].count("script") == 1
    assert not [tag for tag, _ in parsed.tags if tag in ("img", "iframe", "link", "object", "embed")]
    assert not [name for _, attrs in parsed.tags for name in attrs if name.startswith("on")]
    assert "<img src=x onerror=alert(1)>" in parsed.text


def test_the_page_asks_nobody_for_anything(tmp_path: Path) -> None:
    path = write_document(document(), tmp_path / "out", png=False)
    html = path.read_text("utf-8")
    assert not re.search(r"https?://|//cdn|@import|url\((?!#)", html)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    links = {attrs["href"] for tag, attrs in Parsed(html).tags if tag == "a"}
    for link in links:
        assert link is not None
        assert link.startswith("#") or (path.parent / link).is_file(), link


def test_the_manifest_has_the_hash_of_every_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'eval' is not installed")
    out = write_document(document(), tmp_path / "out").parent
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert manifest["seed"] == 0
    found = {str(p.relative_to(out)) for p in out.rglob("*") if p.is_file()}
    assert found == {*manifest["files"], "manifest.json"}
    assert {"figures/figure-2.png", "figures/figure-3-2.png", "tables/worst-leaks.csv"} <= found
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
        assert stat.S_IMODE((out / name).stat().st_mode) == 0o600


def test_the_same_document_gives_the_same_bytes(tmp_path: Path) -> None:
    first, again = (write_document(document(), tmp_path / name, png=False) for name in "ab")
    assert first.read_bytes() == again.read_bytes()


def test_a_shorter_report_leaves_nothing_behind_but_what_is_not_its_own(tmp_path: Path) -> None:
    out = write_document(document(), tmp_path / "out", png=False).parent
    own = out / "tables" / "mine.csv"
    own.write_text("kept", "utf-8")
    short = document()
    short["sections"] = []
    write_document(short, out, png=False)
    assert own.read_text("utf-8") == "kept"
    assert {p.name for p in (out / "tables").iterdir()} == {"mine.csv"}


def test_a_foreign_manifest_is_not_obeyed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    precious = tmp_path / "precious.txt"
    precious.write_text("kept", "utf-8")
    record = {"format": "tactful.memories-report", "files": {"../precious.txt": "", "a/b/c": ""}}
    (out / "manifest.json").write_text(json.dumps(record), "utf-8")
    write_document(document(), out, png=False)
    assert precious.read_text("utf-8") == "kept"


@pytest.mark.parametrize("change", [{"format": "else"}, {"version": 2}])
def test_another_format_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="no report of this version"):
        write_document(document(**change), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        write_document(document(), blocked / "out", png=False)


def test_without_matplotlib_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: object, **__: object) -> None:
        raise MissingExtraError("drawing PNG figures needs the package 'matplotlib'")

    monkeypatch.setattr(documents, "charts_of", absent)
    with pytest.raises(MissingExtraError, match="matplotlib"):
        write_document(document(), tmp_path / "out")
    assert not (tmp_path / "out").exists()
