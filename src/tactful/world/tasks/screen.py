"""What a solver sees of a screen: all as measured, or only what the picture it was shown still shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tactful.terms import Box
from tactful.world.measured import Measured, Scroller, Seen, Target
from tactful.world.pages import Scene
from tactful.world.values import Value

if TYPE_CHECKING:
    from PIL.Image import Image

NEAR = 24
"""Two pixels are alike when no channel differs by more."""
SHARE = 0.6
"""A text is readable when at least this share of its box, and of its ink, is as it was."""
_INK = 40


@dataclass(frozen=True)
class Look:
    """One screen: what was measured, which app and window are in front.

    With ``shown`` and ``raw`` only texts that ``shown`` shows as ``raw`` does can be read (the reader);
    without them all can (the oracle). ``app`` and ``window`` are empty where the launcher is in front.
    """

    measured: Measured = field(repr=False)
    app: str = ""
    window: str = ""
    keyboard: bool = False
    dialog: bool = False
    banner: bool = False
    platform: str = "phone"
    shown: Image | None = field(default=None, repr=False)
    raw: Image | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls, scene: Scene, measured: Measured, shown: Image | None = None, raw: Image | None = None
    ) -> Look:
        """The look at a scene; ``shown`` is the picture that an agent got, ``raw`` the screen's own."""
        top = scene.windows[-1] if scene.windows else None
        return cls(
            measured,
            "" if top is None else top.page.app,
            "" if top is None else top.id,
            scene.keyboard,
            top is not None and top.page.dialog is not None,
            bool(scene.notices),
            scene.platform,
            shown,
            raw,
        )

    def reads(self, seen: Seen) -> bool:
        """Whether a text can be read on the picture that was shown."""
        if self.shown is None or self.raw is None:
            return True
        return readable(self.raw, self.shown, seen.box)

    def targets(self, *dos: str) -> Iterator[Target]:
        """What can be pressed with one of some commands, in the window in front first."""
        matching = [target for target in self.measured.targets if target.do in dos]
        yield from sorted(matching, key=lambda t: (t.window != self.window, dos.index(t.do)))

    def starting(self, *starts: str) -> Iterator[Target]:
        """What can be pressed in the window in front with a command that starts so."""
        for target in self.measured.targets:
            if target.window == self.window and target.do.startswith(starts):
                yield target

    def input(self, name: str) -> Target | None:
        """The input of a name in the window in front."""
        for target in self.measured.targets:
            if target.window == self.window and target.bind and bound(target.bind) == name:
                return target
        return None

    def typed(self, bind: str) -> str:
        """What an input holds, as far as it is visible; its placeholder does not count."""
        lines = [
            s.text
            for s in self.measured.seen
            if s.bind == bind and s.window == self.window and not s.inner and s.value.type != "ui"
        ]
        return "".join(lines)

    def scrollers(self) -> list[Scroller]:
        """What scrolls in the window in front (or on the launcher), the largest first."""
        scrolling = [
            s for s in self.measured.scrollers if s.window == self.window and s.length > s.box.height + 4
        ]
        return sorted(scrolling, key=lambda s: -s.box.area)

    def lines(self, value: Value) -> list[Seen]:
        """The visible lines of a value in the window in front: the same entity, or the same text."""
        mine = [s for s in self.measured.seen if s.window == self.window and not s.picture]
        exact = [s for s in mine if value.entity and s.value.entity == value.entity]
        return [s for s in exact if s.value.text == value.text] or [
            s for s in mine if s.value.text == value.text
        ]

    def label(self, target: Target) -> str:
        """The public words on something that can be pressed; empty where there are none."""
        inside = [
            s.text
            for s in self.measured.seen
            if s.do == target.do and s.window == target.window and s.value.public and not s.picture
        ]
        return inside[0] if inside else ""


def bound(bind: str) -> str:
    """The name of an input without the place that it stands in."""
    for sign in ("/", ":", "."):
        bind = bind.rpartition(sign)[2]
    return bind


def readable(raw: Image, shown: Image, box: Box) -> bool:
    """Whether ``shown`` still shows what ``raw`` shows in a box.

    Most pixels, and most of those that stand out from the box's ground, must be alike: black on a dark
    screen changes few pixels, but all of the letters.
    """
    if raw.size != shown.size:
        return False
    box = box.clip(*raw.size)
    if not box.area:
        return False
    before = np.asarray(raw.crop(box.tuple()).convert("RGB"), dtype=np.int16)
    after = np.asarray(shown.crop(box.tuple()).convert("RGB"), dtype=np.int16)
    alike = np.abs(before - after).max(axis=2) <= NEAR
    ground = np.median(before.reshape(-1, 3), axis=0)
    ink = np.abs(before - ground).max(axis=2) > _INK
    return bool(alike.mean() >= SHARE and (not ink.any() or alike[ink].mean() >= SHARE))


def covers(full: str, lines: Sequence[str]) -> bool:
    """Whether lines that were seen, put together, hold a whole text (white space aside)."""
    want = "".join(full.split())
    pieces = ["".join(line.split()) for line in lines]
    joined = "".join(pieces)
    if not want or want in joined:
        return bool(want)
    at = 0
    while at < len(want):
        # A line may have been seen before its start was: any piece that goes on from here will do.
        step = max((len(p) for p in pieces if p and want.startswith(p, at)), default=0)
        if not step:
            return False
        at += step
    return True
