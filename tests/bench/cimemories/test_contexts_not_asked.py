"""Contexts that other labels keep and the run never asked are told beside the figures that lack them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small_runs import LETTERS, leaky, person, run, sample

from tactful.bench.cimemories.report import report_document
from tactful.bench.cimemories.results import UNKNOWN_NAMES
from tactful.bench.cimemories.scored import Choices, not_asked
from tactful.terms import Persona, Profile

PRAGMATIC = str(Persona.PRAGMATIC)


def people(letters: str) -> tuple[Profile, ...]:
    """Two people whose pragmatic labels for the baker (discarded under the combined ones) are these."""
    made = []
    for name in ("Ada Sample", "Bo Sample"):
        found = person(name, personas=True)
        baker = found.contexts[2]
        shares = {a.statement: LETTERS[x] for a, x in zip(found.attributes, letters, strict=True)}
        baker = replace(baker, labels={**baker.labels, PRAGMATIC: shares})
        made.append(replace(found, contexts=(*found.contexts[:2], baker)))
    return tuple(made)


def tables(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {block["id"]: block for part in document["sections"] for block in part["blocks"]}


@pytest.mark.parametrize(
    ("letters", "given", "more", "expected"),
    [
        ("nopp", {}, [], (2, 6)),
        ("oopp", {}, [], (0, 4)),
        ("nopp", {"contexts": [0, 1]}, [], (0, 4)),
        ("nopp", {"contexts": [1, 2]}, [], (2, 4)),
        ("nopp", {"discarded": True}, [], (0, 6)),
        ("nopp", {"labels": PRAGMATIC}, [], (0, 6)),
        ("nopp", {"labels": None}, [], (2, 6)),
        ("nopp", {}, [("Ada Sample", 2)], (1, 6)),
    ],
)
def test_what_was_not_asked_is_counted(
    letters: str, given: dict[str, Any], more: list[tuple[str, int]], expected: tuple[int, int]
) -> None:
    asked = people(letters)
    records = leaky() + [sample(name, context, 0, []) for name, context in more]
    found = not_asked(run(records, people=asked, **given).run, asked, Choices(labels=PRAGMATIC))
    assert (found.contexts, found.of) == expected


def test_persona_tables_have_a_column_and_a_caption() -> None:
    found = tables(report_document([run(leaky(), people=people("nopp"))]))
    rows = {key: found[key]["rows"][0]["cells"] for key in ("table-5", "table-6", "table-7")}
    assert {key: cells["not_asked"] for key, cells in rows.items()} == {
        "table-5": "0 of 4",
        "table-6": "2 of 6",
        "table-7": "0 of 4",
    }
    assert "planned with other labels" in found["table-6"]["caption"]
    assert found["table-5"]["caption"] == ""
    assert found["table-6"]["columns"][-1]["key"] == "not_asked"


def test_other_labels_than_the_runs_have_a_note() -> None:
    given = run(leaky(), people=people("nopp"))
    notes = " ".join(report_document([given], labels=PRAGMATIC)["notes"])
    assert "2 of 6 contexts that count under the labels pragmatic were not asked" in notes
    assert "not asked" not in " ".join(report_document([given])["notes"])


def test_names_that_are_no_attributes_are_among_the_failures() -> None:
    given = run(leaky(), **{UNKNOWN_NAMES: 3})
    (row,) = tables(report_document([given]))["failures"]["rows"]
    assert (row["cells"]["count"], row["cells"]["what"]) == (3, "names, not messages")
    assert tables(report_document([run(leaky())]))["failures"]["rows"] == []


def test_repr_holds_nothing_of_a_person() -> None:
    from tactful.bench.cimemories.scored import score_runs
    from tactful.score import tabulate

    asked = people("nopp")
    given = run(leaky(), people=asked)
    shown = [*asked, *tabulate(asked, leaky()), *leaky(), given, given.run, *score_runs([given], Choices())]
    for each in shown:
        text = repr(each)
        for secret in ("Ada", "Bo Sample", "1450", "asthma", "C-2024-7"):
            assert secret not in text, type(each).__name__
