"""The leakage test without a chat model: local probes on protected screens, row by row into a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tactful.bench.attacks import Candidates, Probe
from tactful.bench.guiguard.leakage.rows import blind, score_screen, unscored_row
from tactful.bench.guiguard.protected_data import Protected, place_of, rules_digest
from tactful.bench.guiguard.protecting import Method, NotProtected, ProtectedCase
from tactful.bench.guiguard.store import RowStore
from tactful.errors import InputError, TactfulError, told
from tactful.terms import CaseData, ScreenCase


def run_probes(
    data: CaseData,
    protected: Protected,
    methods: Sequence[Method],
    probes: Mapping[str, Probe],
    store: RowStore,
    *,
    known: Sequence[Candidates] = (),
    after: Callable[[str, int, int], None] | None = None,
) -> None:
    """Every probe on every screen under every method that ``store`` has no row of yet.

    A probe sees the picture alone, and what ``known`` declares. Screens that nobody has labelled are left
    out: nothing is known of what they could leak. A screen that could not be protected or
    looked at is an unscored row, which a later call tries again. ``after(method, done, total)`` is told of
    every task.
    """
    done = store.done(again=lambda row: bool(row["unscored"]))
    for method in methods:
        for at, task in enumerate(data.tasks, start=1):
            wanted = {
                (name, case.id)
                for name in probes
                for case in task.screens
                if case.regions is not None and _key(name, method, case, data) not in done
            }
            for found in protected.each(task, method) if wanted else ():
                for name, probe in probes.items():
                    if (name, found.case.id) in wanted:
                        row = _look(found, probe, known, data, method, name)
                        store.add(_key(name, method, found.case, data), row)
            if after is not None:
                after(method.name, at, len(data.tasks))


def _key(probe: str, method: Method, case: ScreenCase, data: CaseData) -> str:
    """One row each; the file behind a policy's name may change, so its rules belong to the name."""
    rules = "" if method.policy is None else f"#{rules_digest(method)}"
    return f"{probe}/{place_of(method, case, data)}{rules}"


def _look(
    found: ProtectedCase | NotProtected,
    probe: Probe,
    known: Sequence[Candidates],
    data: CaseData,
    method: Method,
    name: str,
) -> dict[str, Any]:
    if isinstance(found, NotProtected):
        row = unscored_row(found.case, found.reason, data=data, method=method, evaluator=name)
        return {**row, "no_picture": True}
    try:
        findings = probe.findings(blind(found.screen), known)
    except InputError:
        raise  # a mistake of set-up, the same for every screen
    except TactfulError as err:
        return unscored_row(found.case, told(err), data=data, method=method, evaluator=name)
    except Exception as err:
        # The message of a foreign error may quote what was read, so only its type is told.
        reason = f"the probe failed ({type(err).__name__})"
        return unscored_row(found.case, reason, data=data, method=method, evaluator=name)
    return score_screen(found, findings, data=data, method=method, evaluator=name)
