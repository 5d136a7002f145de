"""The words of a scripted agent: plan, thought, action, check of the action before, progress (phrases.yaml).

In the manner of Mobile-Agent-v3 (plan in numbered subgoals, thought, description, outcome) and of Agent S3
(previous action verification, analysis, next action). Words name what the task needs; other people's data
never.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from tactful.formats import RunStep
from tactful.world.apps.loader import Apps
from tactful.world.tasks.bind import Task
from tactful.world.tasks.finding import Move
from tactful.world.tasks.templates import ScriptStep

_FILE = Path(__file__).with_name("phrases.yaml")
_SECONDS = 7
"""What a step takes, as told in the records; no clock is read."""
_ACTS = {
    "wrong_app": "open", "wrong_row": "mistap", "wrong_tab": "tab", "recover": "undo", "repair": "select_all",
    "lost": "mistap", "scroll_past": "scroll_down",
}  # fmt: skip


@lru_cache(maxsize=1)
def phrases() -> Mapping[str, Mapping[str, Any]]:
    """The phrases by language, part (plan, act, thought, check, error, progress) and kind."""
    texts: Mapping[str, Mapping[str, Any]] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return texts


class Narrator:
    """Words for one run, in English or in the goal's language; ``rng`` chooses among variants."""

    def __init__(self, task: Task, apps: Apps, rng: random.Random) -> None:
        self.task, self.apps, self.rng = task, apps, rng
        self.lang = task.lang if task.lang != "en" and rng.random() < 0.5 else "en"
        self.subgoals = tuple(self._subgoal(step) for step in self._planned())
        self._last: Move | None = None

    def _planned(self) -> list[ScriptStep]:
        steps = list(self.task.template.script)
        return steps if steps[-1].kind == "answer" else [*steps, ScriptStep("done")]

    @property
    def plan(self) -> str:
        """The numbered subgoals, one a line."""
        return "\n".join(f"{i}. {goal}" for i, goal in enumerate(self.subgoals, 1))

    def tell(self, move: Move, png: bytes, index: int) -> RunStep:
        """The step in the agent's words: what it sees, thinks and does, and how the move before went."""
        last, self._last = self._last, move
        return RunStep(
            move.act,
            png,
            plan=self.plan,
            reflection=self._say("check", "first" if last is None else last.outcome, ""),
            thought=self._say("thought", move.kind, self.words(move)),
            description=self._description(move),
            outcome=move.outcome,
            error=str(self._part("error").get(move.error or move.outcome, "")),
            subgoal=self.subgoals[min(move.step, len(self.subgoals) - 1)],
            progress=self._progress(move),
            target=self.words(move) if move.act.kind == "click" else "",
            seconds=_SECONDS * (index + 1),
        )

    def _description(self, move: Move) -> str:
        """What the move does, in one sentence."""
        kind = _ACTS.get(move.kind, move.kind)
        if kind == "undo":
            kind = "home" if move.act.key == "home" else "back"
        words = self.words(move)
        if not words and kind in ("tap", "do", "view", "tab", "open", "choose"):
            kind = "mistap"  # something without a name
        return self._say("act", kind, words)

    def _progress(self, move: Move) -> str:
        """What is done before a move."""
        kinds = self._part("progress")
        if not move.step:
            return str(kinds["none"])
        if move.step >= len(self.task.template.script) and move.kind != "give_up":
            return str(kinds["all"])
        done = " ".join(self.subgoals[max(0, move.step - 2) : move.step])
        return self._say("progress", "some", done)

    # ---- phrases

    def _part(self, part: str) -> Mapping[str, Any]:
        kinds: Mapping[str, Any] = phrases()[self.lang][part]
        return kinds

    def _say(self, part: str, kind: str, words: str) -> str:
        kinds = self._part(part)
        variants = (
            kinds.get(kind) or phrases()["en"][part].get(kind) or kinds["tap" if part != "check" else "A"]
        )
        chosen: str = self.rng.choice(variants)
        return chosen.replace("{x}", words)

    def words(self, move: Move) -> str:
        """The name of what a move is about, in the agent's language."""
        if move.words.startswith("#"):
            return self._nth(move.words[1:])
        if move.kind == "open":
            app = next((a for a in self.apps.values() if a.name[0] == move.words), None)
            return move.words if app is None else self.apps.name(app.id, self.lang)
        if move.kind in ("do", "view", "tab", "focus", "choose"):
            there = (self.apps.word(app, move.words, self.lang) for app in self.task.template.apps)
            return next((word for word in there if word != move.words), move.words)
        return move.words

    def _nth(self, number: str) -> str:
        variants: list[str] = phrases()[self.lang]["nth"]
        return self.rng.choice(variants).replace("{n}", number)

    def _subgoal(self, step: ScriptStep) -> str:
        return self._say("plan", step.kind, self._step_words(step))

    def _step_words(self, step: ScriptStep) -> str:
        if step.kind == "open":
            return self.apps.name(step.name, self.lang) if step.name in self.apps else step.name
        if step.slot:
            keys = self.task.key_values(step.slot)
            # What the goal does not tell is not known when the plan is made.
            known = [k.text for k in keys if k.text in self.task.goal]
            nth = self.task.template.picks[step.slot].nth
            return known[0] if known else self._nth(str(nth or 1))
        if step.kind in ("do", "view", "tab"):
            return self._title(step)
        if step.kind in ("type", "choose"):
            return ", ".join(self._label(name) for name, _ in step.pairs)
        return self._label(step.name)

    def _title(self, step: ScriptStep) -> str:
        for app in (self.apps[a] for a in self.task.template.apps if a in self.apps):
            if step.kind == "do" and step.name in app.actions:
                return self.apps.word(app.id, app.actions[step.name].label, self.lang)
            view = app.views.get(step.name.rpartition("/")[2])
            if step.kind != "do" and view is not None:
                word = getattr(view.title, "text", "")
                return self.apps.word(app.id, word, self.lang) if word else self._label(step.name)
        return self._label(step.name)

    def _label(self, name: str) -> str:
        for app in (self.apps[a] for a in self.task.template.apps if a in self.apps):
            for view in app.views.values():
                if name in view.inputs:
                    return self.apps.word(app.id, view.inputs[name].label, self.lang)
        return name.rpartition("/")[2].replace("_", " ")
