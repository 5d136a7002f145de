"""The protected forms of a task's screens: which method, on which regions (GUIGuard-Bench, 4.2, F).

One real row: method ``black-60`` is the operator ``black`` on the groups of Table 7's level 60. The published
names are ``black``, ``mosaic``, ``randblocks``, ``replace_llm``; ``replace`` is our own, without a model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from tactful.bench.guiguard.choice import ORIGINAL
from tactful.errors import InputError, ProtectionError, TactfulError, told
from tactful.formats import load_screen_image
from tactful.protect import LEVELS, OPERATORS, Policy, RewriterLike, Vault, get_policy, protect_screen
from tactful.runs import derive
from tactful.terms import Box, ProtectedScreen, Region, Screen, ScreenCase, TaskCase

if TYPE_CHECKING:
    from tactful.recognize import ScreenRecognizer

BY_POLICY = "policy"
"""As a method's operator: every region gets the operator that the policy itself chooses."""

PAINTERS: Mapping[str, str] = MappingProxyType(
    {name: name for name in OPERATORS if name != "blocks"} | {"randblocks": "blocks"}
)
"""A method's operator -> the operator of `tactful.protect` that paints it."""


@dataclass(frozen=True, slots=True)
class Method:
    """One protected condition: an operator, and which private regions get it.

    ``operator`` is one of `PAINTERS` (``blocks`` is taken for ``randblocks``), or ``policy``. ``level`` is a
    level of Table 7, 100 for every private region. ``policy`` instead is a preset or a policy file, whose
    choice of regions counts; only with ``policy`` as operator do its operators count too. ``InputError`` or
    ``PolicyError`` for what does not exist.
    """

    operator: str
    level: int = 100
    policy: str | None = None

    def __post_init__(self) -> None:
        if self.operator == "blocks":
            object.__setattr__(self, "operator", "randblocks")
        if self.operator not in PAINTERS and (self.operator != BY_POLICY or self.policy is None):
            names = ", ".join(sorted(PAINTERS))
            raise InputError("unknown method", field="method", expected=f"one of {names}")
        if self.level not in LEVELS:
            raise InputError(
                "unknown level", field="level", expected=f"one of {', '.join(str(n) for n in LEVELS)}"
            )
        if self.policy is not None and self.level != 100:
            raise InputError("a level and a policy exclude each other", field="method")
        self.rules()

    @property
    def name(self) -> str:
        """``black``, ``black-60``, ``black@non-necessary``, ``policy@hybrid``; fit for a file's name."""
        if self.operator == "keep":
            return ORIGINAL
        if self.policy is not None:
            return f"{self.operator}@{_safe(self.rules().name.split(' with ')[0])}"
        return self.operator if self.level == 100 else f"{self.operator}-{self.level}"

    @property
    def spec(self) -> str:
        """As `parse_method` reads it."""
        return self.name if self.policy is None else f"{self.operator}@{self.policy}"

    def rules(self) -> Policy:
        """The policy that paints this method."""
        if self.operator == BY_POLICY:
            return get_policy(self.policy or "")
        return get_policy(self.policy or f"coverage-{self.level}", PAINTERS[self.operator])


def parse_method(text: str) -> Method:
    """A method from its name: ``black``, ``black-60``, ``black@non-necessary``, ``policy@careful.yaml``.

    ``original`` hides nothing. ``InputError`` or ``PolicyError`` for anything else.
    """
    if text.strip() == ORIGINAL:
        return Method("keep")
    operator, at, policy = text.strip().partition("@")
    if at:
        return Method(operator, policy=policy)
    name, dash, level = operator.rpartition("-")
    if dash and level.isascii() and level.isdecimal():
        return Method(name, int(level))
    return Method(operator)


@dataclass(frozen=True, slots=True)
class ProtectedCase:
    """One screen in protected form. ``hidden``: index of a region in ``screen.regions`` -> its painted box.

    ``screen.regions`` are those that protection was given: the annotated ones, or the guard's.
    """

    case: ScreenCase
    screen: ProtectedScreen
    hidden: Mapping[int, Box] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotProtected:
    """A screen that has no protected form: unscored, never shown. ``reason`` holds no private text."""

    case: ScreenCase
    reason: str


ScreenLabels: TypeAlias = Callable[[ScreenCase, Screen], Sequence[Region]]
"""The regions of one screen; may raise. Called in step order, since what was private once stays private."""

TaskLabels: TypeAlias = Callable[[TaskCase], ScreenLabels]
"""Who says what is private: for each task a function of its own."""


def annotated(task: TaskCase) -> ScreenLabels:
    """The labels of the data itself; ``ProtectionError`` for a screen that nobody has labelled."""

    def labels(case: ScreenCase, screen: Screen) -> Sequence[Region]:
        if case.regions is None:
            raise ProtectionError(f"{screen.name}: nobody has labelled the screen")
        return case.regions

    return labels


def guarded(recognizer: ScreenRecognizer | None = None) -> TaskLabels:
    """Labels of the guard, as on a live run: each screen is read once, and what was private once stays so.

    Screens that were read are remembered in memory, so that further methods cost no more reading. Raises
    ``RecognitionError`` where a screen cannot be looked at.
    """
    from tactful.flow import Session, recall, recognize
    from tactful.recognize import ScreenRecognizer

    reader = recognizer if recognizer is not None else ScreenRecognizer()
    known: dict[str, tuple[Region, ...]] = {}

    def for_task(task: TaskCase) -> ScreenLabels:
        session = Session(get_policy("all"), Vault(), reader)

        def labels(case: ScreenCase, screen: Screen) -> Sequence[Region]:
            if case.id not in known:
                known[case.id] = recognize(screen, session)
            return recall(screen, known[case.id], session)

        return labels

    return for_task


def raw_screen(case: ScreenCase) -> Screen:
    """A case's own pixels. ``InputError`` (``ImageError``) where there is no picture or none to read."""
    path = case.step.screenshot
    if path is None:
        raise InputError("the screenshot is missing")
    image = load_screen_image(path)
    return Screen(path.name, image.width, image.height, image, case.platform, None, case.state)


def original(task: TaskCase) -> tuple[Screen, ...]:
    """The raw screens of a task in step order; raises as ``raw_screen`` does."""
    return tuple(raw_screen(case) for case in task.screens)


def task_vault(task: TaskCase, seed: int) -> Vault:
    """The task's one vault: repeatable, as research needs it; nobody's privacy may rest on its key."""
    return Vault(hashlib.blake2b(f"guiguard {seed} {task.id}".encode(), digest_size=32).digest())


def require_rewriter(methods: Iterable[Method], rewriter: object) -> None:
    """``InputError`` where a method needs a model to write its replacements and there is none."""
    if rewriter is None and any("replace_llm" in method.rules().operators for method in methods):
        raise InputError("is missing", field="--rewriter", expected="the base URL of a local model")


def protect_each(
    task: TaskCase,
    method: Method,
    *,
    seed: int = 0,
    labels: TaskLabels = annotated,
    rewriter: RewriterLike | None = None,
) -> Iterator[ProtectedCase | NotProtected]:
    """The screens of a task in protected form, one by one in step order; one that fails stops no other."""
    policy, vault, label = method.rules(), task_vault(task, seed), labels(task)
    require_rewriter([method], rewriter)
    for case in task.screens:
        try:
            screen = raw_screen(case)
            safe = protect_screen(
                screen,
                label(case, screen),
                policy,
                vault=vault,
                rewriter=rewriter,
                seed=derive(seed, task.id, case.step.index),
            )
        except TactfulError as err:
            path = case.step.screenshot
            yield NotProtected(case, told(err, "" if path is None else path.name))
        except Exception as err:
            # The message of a foreign error may quote a value, so only its type is told.
            yield NotProtected(case, f"labelling failed ({type(err).__name__})")
        else:
            yield ProtectedCase(case, safe, hidden_boxes(safe, policy))


def protect_task(
    task: TaskCase,
    method: Method,
    *,
    seed: int = 0,
    labels: TaskLabels = annotated,
    rewriter: RewriterLike | None = None,
) -> tuple[ProtectedCase, ...]:
    """All screens of a task in protected form, in step order, with one vault.

    Same task, method and seed: same bytes. ``ProtectionError`` where one screen cannot be protected, since
    a replay with a gap is no replay; ``protect_each`` gives the others.
    """
    return all_protected(protect_each(task, method, seed=seed, labels=labels, rewriter=rewriter))


def all_protected(found: Iterable[ProtectedCase | NotProtected]) -> tuple[ProtectedCase, ...]:
    """The screens, if every one is protected; ``ProtectionError`` for the first that is not."""
    done: list[ProtectedCase] = []
    for each in found:
        if isinstance(each, NotProtected):
            raise ProtectionError(f"step {each.case.step.index} is not protected: {each.reason}")
        done.append(each)
    return tuple(done)


def hidden_boxes(screen: ProtectedScreen, policy: Policy) -> dict[int, Box]:
    """Region index -> the box that was painted for it.

    A region that the policy keeps is not painted as a whole where it lies in a painted one, so it is left
    out: what covers it is another region's box.
    """
    pairs = zip(screen.regions, screen.receipt.treatments, strict=True)
    return {
        i: treatment.box
        for i, (region, treatment) in enumerate(pairs)
        if treatment.box.area and treatment.operator != "keep" and policy.decide(region).operator != "keep"
    }


def _safe(name: str) -> str:
    return "".join(c if c.isalnum() or c in "._-" else "_" for c in name).lstrip(".") or "policy"
