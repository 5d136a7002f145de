"""Raters' sheets: a sample of labelled pairs to be rated, and rated sheets read back (section 6, Table 4).

A sheet is a CSV with the columns ``profile, recipient, task, attribute``, further ones that help the rater
(``statement``), and one column a rater, named ``rater1``, ``rater2``, ... with ``private`` or ``necessary``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tactful.bench.sheets import csv_bytes
from tactful.errors import InputError, RecordError
from tactful.runs import generator, write_atomic
from tactful.score import MISSING, MODEL, Ratings
from tactful.terms import COMBINED, Context, Need, Profile

PLACE = ("profile", "recipient", "task", "attribute")
_WORDS = {"private": Need.PRIVATE, "necessary": Need.NECESSARY}
_SHEET = "a CSV with profile, recipient, task, attribute, rater1, ..."


def draw_sheet(
    profiles: Sequence[Profile], each: int = 50, *, labels: str = COMBINED, seed: int = 0, raters: int = 3
) -> list[dict[str, str]]:
    """``each`` private and ``each`` necessary pairs in mixed order, without their labels.

    Raises ``InputError`` where the file has too few, or no such labels.
    """
    if each < 1 or raters < 1:
        raise InputError("out of range", field="sample" if each < 1 else "raters", expected="1 or more")
    found: dict[Need, list[dict[str, str]]] = {Need.PRIVATE: [], Need.NECESSARY: []}
    for profile in profiles:
        for context in profile.contexts:
            shares = context.labels.get(labels, {})
            for attribute in profile.attributes:
                share = shares.get(attribute.statement)
                if share is not None and share.need() in found:
                    row = dict(
                        zip(PLACE, (profile.id, context.recipient, context.task, attribute.key), strict=True)
                    )
                    found[share.need()].append({**row, "statement": attribute.statement})
    rng = generator(seed, "rating-sheet")
    rows: list[dict[str, str]] = []
    for need, pairs in found.items():
        if len(pairs) < each:
            raise InputError(
                f"only {len(pairs)} {need.name.lower()} pairs under the labels '{labels}'",
                field="sample", expected=f"{each}, or a smaller sample",
            )  # fmt: skip
        rows += rng.sample(pairs, each)
    rng.shuffle(rows)
    return [{**row, **{f"rater{n}": "" for n in range(1, raters + 1)}} for row in rows]


def write_sheet(path: Path, rows: Sequence[Mapping[str, str]]) -> Path:
    """Write a sheet, readable for its owner alone; ``InputError`` where that fails."""
    write_atomic(path, csv_bytes(rows), private=True)
    return path


def read_label_ratings(path: Path | str, profiles: Sequence[Profile], *, labels: str = COMBINED) -> Ratings:
    """A rated sheet, with the model's labels as the first rater.

    An empty cell is a missing rating; a pair that the labels leave open is missing for the model. Raises
    ``RecordError`` with the line: for another word, a pair that the profiles do not have, a pair twice.
    """
    path = Path(path)
    rows, raters = _rows(path)
    contexts = {(p.id, c.recipient, c.task): (p, c) for p in reversed(profiles) for c in reversed(p.contexts)}
    statements = {p.id: {a.key: a.statement for a in p.attributes} for p in profiles}
    seen: set[tuple[str, ...]] = set()
    out = np.full((len(rows), len(raters) + 1), MISSING, dtype=np.int8)
    for at, (line, row) in enumerate(rows):
        place = tuple(row[name] for name in PLACE)
        found = contexts.get((place[0], place[1], place[2]))
        statement = statements.get(place[0], {}).get(place[3])
        if found is None or statement is None:
            field = "attribute" if found else "profile, recipient, task"
            raise RecordError("not in the file of profiles", file=path, line=line, field=field)
        if place in seen:
            raise RecordError("a pair that stands twice", file=path, line=line, field="attribute")
        seen.add(place)
        out[at, 0] = _model_label(found[1], statement, labels)
        for column, rater in enumerate(raters, start=1):
            out[at, column] = _label(row[rater], path, line, rater)
    if (out[:, 1:] == MISSING).all():
        raise RecordError("nobody has rated anything", file=path, expected="private or necessary in a cell")
    return Ratings((MODEL, *(_shown(rater) for rater in raters)), out)


def _rows(path: Path) -> tuple[list[tuple[int, dict[str, str]]], list[str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as err:
        raise RecordError(f"cannot be read ({err.strerror or 'error'})", file=path, expected=_SHEET) from None
    except UnicodeDecodeError:
        raise RecordError("not UTF-8", file=path, expected=_SHEET) from None
    # Spreadsheets of many countries separate by semicolons.
    head = text.split("\n", 1)[0]
    reader = csv.DictReader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",")
    names = [name.strip() for name in reader.fieldnames or () if name]
    reader.fieldnames = names
    if missing := [name for name in PLACE if name not in names]:
        raise RecordError("a column is missing", file=path, line=1, field=missing[0], expected=_SHEET)
    raters = [name for name in names if name.casefold().startswith("rater")]
    if not raters or len(set(names)) < len(names):
        raise RecordError(
            "no rater's column, or one twice", file=path, line=1, field="rater1", expected=_SHEET
        )
    rows = []
    for row in reader:
        if None in row or any(value is None for value in row.values()):
            raise RecordError("not as many cells as columns", file=path, line=reader.line_num)
        rows.append((reader.line_num, {name: value.strip() for name, value in row.items()}))
    if not rows:
        raise RecordError("holds no pairs", file=path, expected=_SHEET)
    return rows, raters


def _label(word: str, path: Path, line: int, rater: str) -> int:
    if not word:
        return MISSING
    need = _WORDS.get(word.casefold())
    if need is None:
        raise RecordError(
            "an unknown label", file=path, line=line, field=rater, expected="private or necessary"
        )
    return int(need)


def _model_label(context: Context, statement: str, labels: str) -> int:
    share = context.labels.get(labels, {}).get(statement)
    need = Need.AMBIGUOUS if share is None else share.need()
    return MISSING if need is Need.AMBIGUOUS else int(need)


def _shown(rater: str) -> str:
    """``rater1`` as Table 4 has it: ``Rater 1``."""
    number = rater[len("rater") :].strip(" _-")
    return f"Rater {number}" if number else "Rater"
