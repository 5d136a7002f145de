"""What `protect` and `recognize` share: reading INPUT, and building the models that the user asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tactful.cli.output import console
from tactful.errors import InputError
from tactful.terms import Problem, Screen, TaskState

if TYPE_CHECKING:
    from tactful.formats import Input
    from tactful.recognize.pipeline import ScreenRecognizer


def read(path: Path) -> Input:
    """Read INPUT of any kind; its malformed records are told on stderr, one line each."""
    from tactful.formats import read_input

    source = read_input(path)
    tell_problems(source.problems)
    if not source.items:
        raise InputError("holds no screen", file=path, expected="an image, a folder of images, or a run")
    return source


def tell_problems(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        where = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
        console().print(f"[yellow]problem:[/] {where}: {problem.reason}", markup=True)


def with_task(screen: Screen, task: str | None) -> Screen:
    """The screen with the user's task in place of the recorded goal, where one was given."""
    if task is None:
        return screen
    old = screen.state
    state = TaskState(task, old.plan, old.reasoning, old.action, old.points, old.typed)
    return screen.with_state(state)


def build_recognizer(vlm: str | None, vlm_model: str | None) -> ScreenRecognizer:
    """The default recognizers, and a vision model behind an OpenAI-compatible endpoint where one is named."""
    from tactful.recognize.pipeline import ScreenRecognizer

    if vlm is None:
        return ScreenRecognizer()
    if vlm_model is None:
        raise InputError("is missing", field="--vlm-model", expected="the model's name at the --vlm endpoint")
    from tactful.models.openai_compatible import OpenAICompatible
    from tactful.recognize.vlm import GroundedVlm

    return ScreenRecognizer(extra=(GroundedVlm(OpenAICompatible(base_url=vlm, model=vlm_model)),))
