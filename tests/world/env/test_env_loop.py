"""The agent loop: with a guard the planner sees only what it gave, and nothing where it fails."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PIL import Image

from tactful.errors import InputError, ProtectionError
from tactful.terms import Box, Category, ProtectedScreen, Receipt, Region, Risk
from tactful.world.env.loop import black_truth, run_episode
from tactful.world.events import Act
from tactful.world.tasks.templates import Check


class FakeStage:
    """A white screen; remembers what was done. Its session stands at mail/inbox after two acts."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.session = self

    def screenshot(self) -> Image.Image:
        return Image.new("RGB", (40, 20), "white")

    def act(self, act: Act) -> None:
        if act.key == "NoKey":
            raise InputError("no such key", field="key")
        self.acts.append(act)

    def place(self) -> SimpleNamespace:
        return SimpleNamespace(app="mail", view="inbox" if len(self.acts) > 2 else "list", record="")


class FakePlanner:
    """Clicks some times, then says done; remembers what it saw."""

    def __init__(self, clicks: int) -> None:
        self.clicks, self.seen, self.reason = clicks, [], ""

    def act(self, observation, goal, history) -> Act:
        self.seen.append((observation, goal, len(history)))
        return Act("click", 1, 1) if len(history) < self.clicks else Act("done")


TEMPLATE = SimpleNamespace(checks=(Check("at", place="mail/inbox"),))
TASK = SimpleNamespace(
    id="t", goal="Go.", platform="phone", template=TEMPLATE, private_bound=False, records={}
)


@pytest.mark.parametrize(
    ("clicks", "limit", "end", "success", "acts"),
    [
        (2, 30, "done", True, 3),
        (0, 30, "done", False, 1),
        (50, 30, "limit", False, 30),
        (5, 4, "limit", False, 4),
    ],
)
def test_how_an_episode_ends(clicks: int, limit: int, end: str, success: bool, acts: int):
    episode = run_episode(TASK, FakeStage(), FakePlanner(clicks), limit=limit)
    assert (episode.end, episode.success, len(episode.acts)) == (end, success, acts)
    assert episode.reward == float(success)


def test_the_planner_sees_what_the_guard_gave():
    planner = FakePlanner(1)
    run_episode(TASK, FakeStage(), planner, lambda screen: Image.new("RGB", screen.image.size, "black"))
    assert [(image.getpixel((0, 0)), goal, done) for image, goal, done in planner.seen] == [
        ((0, 0, 0), "Go.", 0),
        ((0, 0, 0), "Go.", 1),
    ]


@pytest.mark.parametrize("error", [ProtectionError("a private value"), ValueError("a private value")])
def test_a_guard_that_fails_lets_nothing_through(error: Exception):
    def fails(screen):
        raise error

    planner, stage = FakePlanner(3), FakeStage()
    episode = run_episode(TASK, stage, planner, fails)
    assert (planner.seen, stage.acts) == ([], [])
    assert episode.end == f"guard failed: {type(error).__name__}"
    assert "private value" not in repr(episode)
    assert not episode.success


RECEIPT = Receipt("s", "all", (), 1, 1)


def protected(screen, image) -> ProtectedScreen:
    region = Region("a private value", Box(2, 2, 10, 8), Risk.HIGH, Category.IDENTITY)
    return ProtectedScreen("s", image, RECEIPT, (region,))


def test_of_a_protected_screen_the_planner_gets_the_picture_alone():
    def guard(screen):
        image = Image.new("RGB", screen.image.size, "black")
        image.info["Comment"] = "a private value"
        return protected(screen, image)

    planner = FakePlanner(1)
    assert run_episode(TASK, FakeStage(), planner, guard).end == "done"
    for seen, _, _ in planner.seen:
        assert isinstance(seen, Image.Image)
        assert (seen.mode, seen.getpixel((3, 3)), seen.info) == ("RGB", (0, 0, 0), {})
        assert "private" not in repr(vars(seen))


@pytest.mark.parametrize(
    ("gives", "error"),
    [
        (lambda s: None, "TypeError"),
        (lambda s: s, "TypeError"),
        (lambda s: s.image.tobytes(), "TypeError"),
        (lambda s: s.image.crop((0, 0, 39, 20)), "ValueError"),
        (lambda s: s.image.convert("RGBA"), "ValueError"),
        (lambda s: protected(s, s.image.crop((0, 0, 3, 3))), "ValueError"),
    ],
)
def test_a_guard_that_gives_no_picture_of_the_screen_has_failed(gives, error: str):
    planner, stage = FakePlanner(3), FakeStage()
    episode = run_episode(TASK, stage, planner, gives)
    assert (planner.seen, stage.acts) == ([], [])
    assert (episode.end, episode.success) == (f"guard failed: {error}", False)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (None, "TypeError"), ({"kind": "done"}, "TypeError"),
        (Act("key", key="NoKey"), "InputError"), (Act("click", x=0.5), "TypeError"),
        (Act("done", text=None), "TypeError"), (Act("type", text="\ud83d"), "UnicodeEncodeError"),
    ],
)  # fmt: skip
def test_a_planners_bad_act_ends_the_episode(act, error: str):
    class Bad:
        reason = 7

        def act(self, observation, goal, history):
            return act if history else Act("wait")

    stage = FakeStage()
    episode = run_episode(TASK, stage, Bad())
    assert (episode.end, episode.success) == (f"planner failed: {error}", False)
    assert list(episode.acts) == stage.acts == [Act("wait")]
    assert episode.reason == ""


def test_a_planner_that_fails_is_no_success():
    class Broken:
        def act(self, observation, goal, history):
            raise RuntimeError("a private value")

    episode = run_episode(TASK, FakeStage(), Broken())
    assert (episode.end, episode.success) == ("planner failed: RuntimeError", False)


def test_black_truth_paints_the_private_regions_alone():
    image = Image.new("RGB", (40, 20), "white")
    private = Region("x", Box(2, 2, 10, 8), Risk.LOW, Category.IDENTITY)
    public = Region("y", Box(20, 2, 30, 8), Risk.NONE, None)
    painted = black_truth(image, [private, public])
    assert painted.getpixel((2, 2)) == painted.getpixel((9, 7)) == (0, 0, 0)
    assert (
        painted.getpixel((10, 8)) == painted.getpixel((1, 1)) == painted.getpixel((25, 5)) == (255, 255, 255)
    )
    assert image.getpixel((2, 2)) == (255, 255, 255)
