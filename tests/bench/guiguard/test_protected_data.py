"""Protected variants on disk: layout, resuming, what is copied, and what must not be served."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from fakes.leak_cases import SECRETS, data, task
from tactful.bench.guiguard.protected_data import InMemory, read_protected
from tactful.bench.guiguard.protected_writer import write_protected
from tactful.bench.guiguard.protecting import Method, NotProtected, ProtectedCase, parse_method
from tactful.errors import InputError, ProtectionError
from tactful.terms import CaseData, Risk

BLACK, REPLACE = parse_method("black"), parse_method("replace")


@pytest.fixture
def cards(tmp_path: Path) -> CaseData:
    return data(task(tmp_path / "raw", "one"), task(tmp_path / "raw", "two", platform="pc"))


def test_layout_rows_and_manifest_without_private_values(cards: CaseData, tmp_path: Path) -> None:
    out = tmp_path / "out"
    outcome = write_protected(cards, [BLACK, REPLACE], out, seed=3)
    assert (outcome.written, outcome.copied, outcome.kept, outcome.failed) == (12, 4, 0, ())
    assert (out / "black" / "two" / "screen_1.png").is_file()
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert manifest["methods"]["black"] == {"screens": 6, "copied": 2, "failed": 0, "hidden": 12}
    assert manifest["settings"]["seed"] == 3
    written = b"".join(f.read_bytes() for f in out.rglob("*.json*"))
    assert not any(secret.encode() in written for secret in SECRETS)
    assert all(f.stat().st_mode & 0o077 == 0 for f in out.rglob("*") if f.is_file())
    assert not list(out.rglob("*.part"))


def test_what_is_read_is_what_was_made_in_memory(cards: CaseData, tmp_path: Path) -> None:
    write_protected(cards, [REPLACE], tmp_path / "out", seed=3)
    stored, fresh = read_protected(tmp_path / "out", cards), InMemory(seed=3)
    assert stored.methods == (REPLACE,)
    for each in cards.tasks:
        for one, two in zip(stored.task(each, REPLACE), fresh.task(each, REPLACE), strict=True):
            assert (np.asarray(one.screen.image) == np.asarray(two.screen.image)).all()
            assert (one.hidden, one.screen.receipt) == (two.hidden, two.screen.receipt)
            assert one.screen.regions == two.screen.regions


def test_a_part_of_the_data_is_served_from_the_whole(cards: CaseData, tmp_path: Path) -> None:
    write_protected(cards, [BLACK], tmp_path / "out")
    part = replace(cards, tasks=cards.tasks[1:], sha256="another")
    assert len(read_protected(tmp_path / "out", part).task(part.tasks[0], BLACK)) == 3


def test_a_clean_picture_that_needs_nothing_is_copied_bit_for_bit(cards: CaseData, tmp_path: Path) -> None:
    write_protected(cards, [BLACK], tmp_path / "out")
    source = cards.tasks[0].screens[2].step.screenshot
    assert source is not None
    assert (tmp_path / "out" / "black" / "one" / "screen_3.png").read_bytes() == source.read_bytes()


def test_a_picture_with_a_comment_is_not_copied(cards: CaseData, tmp_path: Path) -> None:
    from PIL.PngImagePlugin import PngInfo

    source = cards.tasks[0].screens[2].step.screenshot
    assert source is not None
    note = PngInfo()
    note.add_text("Comment", SECRETS[0])
    with Image.open(source) as image:
        image.load()
        image.save(source, pnginfo=note)
    outcome = write_protected(cards, [BLACK], tmp_path / "out")
    assert outcome.copied == 1
    assert SECRETS[0].encode() not in (tmp_path / "out" / "black" / "one" / "screen_3.png").read_bytes()


def test_a_second_call_keeps_what_is_whole_and_redoes_what_is_not(cards: CaseData, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_protected(cards, [REPLACE], out)
    pictures = {f: f.read_bytes() for f in out.rglob("*.png")}
    damaged = out / "replace" / "one" / "screen_2.png"
    damaged.write_bytes(b"torn")
    with (out / "screens.rows.jsonl").open("a") as stream:
        stream.write('{"key": "half a')
    again = write_protected(cards, [REPLACE, BLACK], out)
    assert again.by_method["replace"] == {"written": 3, "copied": 1, "kept": 3, "failed": 0}
    assert again.by_method["black"]["written"] == 6
    assert {f: f.read_bytes() for f in pictures} == pictures
    assert len((out / "screens.rows.jsonl").read_text().splitlines()) == 12 + 3


def test_a_kill_between_two_screens_leaves_a_task_to_be_done_again(cards: CaseData, tmp_path: Path) -> None:
    """Replacements of later screens depend on earlier ones, so a task has one vault or none."""
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        write_protected(cards, [REPLACE], out, after=lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert json.loads((out / "manifest.json").read_text())["status"] == "stopped"
    assert write_protected(cards, [REPLACE], out).by_method["replace"]["kept"] == 3
    whole = tmp_path / "whole"
    write_protected(cards, [REPLACE], whole)
    for file in whole.rglob("*.png"):
        assert (out / file.relative_to(whole)).read_bytes() == file.read_bytes()


def test_other_data_or_another_seed_is_refused(cards: CaseData, tmp_path: Path) -> None:
    write_protected(cards, [BLACK], tmp_path / "out", seed=1)
    with pytest.raises(InputError, match="seed"):
        write_protected(cards, [BLACK], tmp_path / "out", seed=2)
    with pytest.raises(InputError, match="other data"):
        read_protected(tmp_path / "out", data(task(tmp_path / "raw", "three")))
    with pytest.raises(InputError, match="cannot be read"):
        read_protected(tmp_path, cards)


def test_originals_are_no_protected_data(cards: CaseData, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="copy the originals"):
        write_protected(cards, [BLACK, parse_method("original")], tmp_path / "out")


def test_a_screen_that_fails_leaves_no_picture_and_is_told(cards: CaseData, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_protected(cards, [BLACK], out)
    source = cards.tasks[0].screens[0].step.screenshot
    assert source is not None
    source.write_bytes(b"no picture")
    outcome = write_protected(cards, [BLACK], out)
    assert [reason.split(":")[0] for reason in outcome.failed] == ["black/one/screen_1"]
    assert not (out / "black" / "one" / "screen_1.png").exists()
    found = read_protected(out, cards).screen(cards.tasks[0], BLACK, 0)
    assert isinstance(found, NotProtected)
    assert found.reason
    with pytest.raises(ProtectionError):
        read_protected(out, cards).task(cards.tasks[0], BLACK)


@pytest.mark.parametrize("what", ["picture", "original", "labels", "method", "gone"])
def test_a_changed_screen_is_not_served(cards: CaseData, tmp_path: Path, what: str) -> None:
    out = tmp_path / "out"
    write_protected(cards, [BLACK], out)
    card, method = cards.tasks[0], BLACK
    file = out / "black" / "one" / "screen_1.png"
    case = card.screens[0]
    assert case.step.screenshot is not None
    assert case.regions is not None
    if what == "picture":
        Image.new("RGB", (420, 320)).save(file)
    elif what == "gone":
        file.unlink()
    elif what == "original":
        Image.new("RGB", (420, 320)).save(case.step.screenshot)
    elif what == "labels":
        moved = (replace(case.regions[0], box=case.regions[0].box.shift(3, 0)), *case.regions[1:])
        case = replace(case, step=replace(case.step, regions=moved))
        card = replace(card, screens=(case, *card.screens[1:]))
    else:
        method = Method("mosaic")
    found = read_protected(out, cards).screen(card, method, 0)
    assert isinstance(found, NotProtected)
    assert not any(secret in found.reason for secret in SECRETS)


def test_names_of_private_data_are_hashed(tmp_path: Path) -> None:
    cards = data(task(tmp_path / "raw", "call Wilhelmina"), public=False)
    write_protected(cards, [BLACK], tmp_path / "out")
    names = [str(f.relative_to(tmp_path / "out")) for f in (tmp_path / "out").rglob("*")]
    rows = (tmp_path / "out" / "screens.rows.jsonl").read_text()
    assert not any("Wilhelmina" in text or "screen_" in text for text in (*names, rows))
    assert len(read_protected(tmp_path / "out", cards).task(cards.tasks[0], BLACK)) == 3


def test_odd_names_stay_below_the_folder(tmp_path: Path) -> None:
    card = task(tmp_path / "raw", "one")
    odd = tuple(replace(s, id=f"../a b/{s.id.split('/')[1]}", task="../a b") for s in card.screens)
    cards = data(replace(card, id="../a b", screens=odd))
    write_protected(cards, [BLACK], tmp_path / "deep" / "out")
    pictures = list((tmp_path / "deep").rglob("*.png"))
    assert len(pictures) == 3
    assert all((tmp_path / "deep" / "out") in f.parents for f in pictures)
    assert len(read_protected(tmp_path / "deep" / "out", cards).task(cards.tasks[0], BLACK)) == 3


def test_memory_protects_a_task_once_and_forgets_old_ones(cards: CaseData) -> None:
    source = InMemory(keep=1)
    one, two = cards.tasks
    first = source.screen(one, BLACK, 0)
    assert isinstance(first, ProtectedCase)
    assert source.screen(one, BLACK, 0) is first
    source.task(two, BLACK)
    assert source.screen(one, BLACK, 0) is not first
    assert len(list(source.each(one, BLACK))) == 3


def test_labels_of_the_guard_come_back_without_texts(cards: CaseData, tmp_path: Path) -> None:
    def labels(_: object) -> object:
        def of(case: object, screen: object) -> object:
            return [r for r in cards.tasks[0].screens[0].regions or () if r.risk is Risk.HIGH]

        return of

    write_protected(cards, [BLACK], tmp_path / "out", by="guard", labels=labels)  # type: ignore[arg-type]
    stored = read_protected(tmp_path / "out", cards)
    assert stored.by == "guard"
    first = stored.task(cards.tasks[0], BLACK)[0]
    assert len(first.hidden) == 3
    assert {r.text for r in first.screen.regions} == {""}


def test_a_folder_of_an_older_version_is_read(cards: CaseData, tmp_path: Path) -> None:
    write_protected(cards, [BLACK], tmp_path / "out")
    (tmp_path / "out" / "manifest.json").rename(tmp_path / "out" / "screens.manifest.json")
    assert len(read_protected(tmp_path / "out", cards).task(cards.tasks[0], BLACK)) == 3
    with pytest.raises(InputError, match="holds no run of this kind"):
        write_protected(cards, [BLACK], tmp_path / "out")
