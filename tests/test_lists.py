"""What is said in two places by hand, each for its own reason, says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import tactful
from tactful.bench import NamedMethods
from tactful.cli.protect import ProtectSettings
from tactful.protect import OPERATORS
from tactful.runs import settings_of
from tactful.score.leakage import ERASING

SOURCE = Path(tactful.__file__).parent


@pytest.mark.parametrize("name", OPERATORS)
def test_leakage_knows_which_operators_let_nothing_through(name: str) -> None:
    operator = OPERATORS[name]
    if hasattr(operator, "opaque"):
        assert operator.opaque == (name in ERASING)
    else:
        assert (name in ERASING) == (name in ("replace", "fixed")), "decide what a new text operator is"


@pytest.mark.parametrize(
    ("kind", "option", "other"),
    [(ProtectSettings, "operator", {}), (NamedMethods, "methods", {"blocks", "keep"})],
)
def test_help_names_every_operator(kind: type, option: str, other: set[str]) -> None:
    told = next(setting.option.help for setting in settings_of(kind) if setting.name == option)
    assert [name for name in OPERATORS if name not in told and name not in other] == []


def test_the_built_in_planner_knows_every_app_of_the_world_by_its_names() -> None:
    known = yaml.safe_load((SOURCE / "bench/guiguard/offline/data/apps.yaml").read_text("utf-8"))
    names = {name for app in known.values() for name in app["names"]}
    missing = {}
    for path in sorted((SOURCE / "world/apps/data").glob("*.yaml")):
        titles = set((yaml.safe_load(path.read_text("utf-8")) or {}).get("name", ()))
        if titles - names:
            missing[path.stem] = titles - names
    assert missing == {}
