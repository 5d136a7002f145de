"""``tactful/World-v0``: a person's apps in a real browser as a Gymnasium environment.

Observation: the screenshot, uint8 (height, width, 3). Action: a mapping with ``kind`` (0 click, 1 type,
2 scroll, 3 key, 4 back, 5 wait, 6 done), ``point`` (x, y of click and scroll), ``scroll`` (dx, dy in pixels,
positive dy is further down), ``text`` (to type, or the answer of done) and ``key`` (an index of ``KEYS``);
what a kind does not use is ignored.

Reward: 1 at done when every check of the task holds, else 0; there is no other reward, a state that would
pass counts only once the agent says done. Terminated at done, truncated after 30 steps (reward 0); after
either a step is refused until the next reset, so an episode has one answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from tactful.errors import InputError
from tactful.runs import require
from tactful.world.apps.loader import load_apps
from tactful.world.events import Act
from tactful.world.pages import SIZES
from tactful.world.people.person import LANGUAGES
from tactful.world.tasks.passing import passed
from tactful.world.tasks.play import LIMIT
from tactful.world.tasks.sampling import Started, TaskSpec, sample_tasks, start

if TYPE_CHECKING:
    import gymnasium
    from numpy.typing import NDArray

    from tactful.world.browser.driver import Browser
    from tactful.world.browser.stage import Stage
else:
    gymnasium = require("gymnasium", extra="world", purpose="the live environment")

KINDS = ("click", "type", "scroll", "key", "back", "wait", "done")
KEYS = ("Enter", "Escape", "Tab", "Backspace", "Delete", "home", "ctrl+a", "up", "down", "left", "right")
LONGEST = 600
"""Characters of a text at most."""
_RANGES = (
    (0x20, 0x7E),  # ASCII
    (0xA0, 0x24F),  # Latin
    (0x2B0, 0x52F),  # signs and accents, Greek, Cyrillic
    (0x1100, 0x11FF),  # Hangul letters
    (0x1E00, 0x1EFF),  # Latin
    (0x2000, 0x2027),  # punctuation, up to the line separators
    (0x202F, 0x205E),
    (0x2070, 0x20CF),  # raised and lowered digits, currencies
    (0x2100, 0x23FF),  # letter-like, numbers, arrows, mathematics (the minus), keys
    (0x2460, 0x27BF),  # numbers in circles, boxes, signs
    (0x2900, 0x297F),
    (0x2B00, 0x2BFF),
    (0x3000, 0x318F),  # CJK punctuation, kana, Hangul letters
    (0x31F0, 0x9FFF),  # kana, units, Han
    (0xAC00, 0xD7A3),  # Hangul
    (0xF900, 0xFAFF),  # Han
    (0xFE30, 0xFE4F),
    (0xFF01, 0xFFEE),  # full width
    (0x1F300, 0x1FAFF),  # pictures
)
CHARS = "\n" + "".join(chr(code) for low, high in _RANGES for code in range(low, high + 1))
"""What a text may be made of: the letters and signs of the world's languages and values."""
_SPLITS = ("train", "validation")
_OPTIONS = ("task", "lang", "look", "person")


class _Shared:
    """One Chromium for all environments of a process: Playwright allows no second in the same thread."""

    browser: Browser | None = None
    users = 0

    @classmethod
    def take(cls) -> Browser:
        if cls.browser is None:
            from tactful.world.browser.driver import Browser

            cls.browser = Browser().__enter__()
        cls.users += 1
        return cls.browser

    @classmethod
    def give(cls) -> None:
        cls.users -= 1
        if cls.users == 0 and cls.browser is not None:
            cls.browser.close()
            cls.browser = None


class WorldEnv(gymnasium.Env):  # type: ignore[misc,unused-ignore]
    """One screen size of the world; every reset is another task for another person.

    ``size`` names a screen of `tactful.world.pages`, ``lang`` and ``app`` narrow the tasks,
    ``accessibility`` adds the accessible nodes of each screen to ``info``. ``info`` holds ``goal``,
    ``task``, ``lang``, ``platform``, ``step``, and after done ``success``. Raises ``InputError``, naming
    the field, for a value that it cannot have.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        size: str = "phone-1080",
        *,
        lang: str | None = None,
        app: str | None = None,
        split: str | None = None,
        accessibility: bool = False,
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        screen = next((s for s in SIZES if s.name == size), None)
        if screen is None:
            raise InputError("no such screen", field="size", expected=", ".join(s.name for s in SIZES))
        _one_of("lang", lang, LANGUAGES)
        _one_of("app", app, load_apps() if app is not None else ())
        _one_of("split", split, _SPLITS)
        _one_of("render_mode", render_mode, self.metadata["render_modes"])
        _whole("limit", limit, least=1)
        self.screen, self.lang, self.app, self.split = screen, lang, app, split
        self.accessibility, self.limit, self.render_mode = accessibility, limit, render_mode
        width, height = screen.width, screen.height
        spaces = gymnasium.spaces
        self.observation_space = spaces.Box(0, 255, (height, width, 3), np.uint8)
        far = np.array([width, height], dtype=np.int64)
        self._texts = spaces.Text(LONGEST, min_length=0, charset=CHARS)
        self.action_space = spaces.Dict(
            {
                "kind": spaces.Discrete(len(KINDS)),
                "point": spaces.MultiDiscrete(far),
                "scroll": spaces.MultiDiscrete(2 * far + 1, start=-far),
                "text": self._texts,
                "key": spaces.Discrete(len(KEYS)),
            }
        )
        self._browser: Browser | None = None
        self._stage: Stage | None = None
        self._started: Started | None = None
        self._steps = 0
        self._over = True

    # ---- what a planner's loop may want

    @property
    def started(self) -> Started:
        """The task and session of this episode. Raises ``RuntimeError`` without a reset before."""
        if self._started is None:
            raise RuntimeError("reset the environment first")
        return self._started

    @property
    def stage(self) -> Stage:
        """The session's page. Raises ``RuntimeError`` before the first reset."""
        if self._stage is None:
            raise RuntimeError("reset the environment first")
        return self._stage

    # ---- Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """A new task: the same seed and options, the same pixels.

        ``options``: ``task`` (a template's id), ``lang``, ``look`` and ``person`` (seeds, whole numbers from
        0). Raises ``InputError``, naming the field, for another option or value, or a task that this size
        does not have; then there is no episode.
        """
        self._leave()
        super().reset(seed=seed)
        options = _checked(options or {})
        if self._browser is None:
            self._browser = _Shared.take()
        from tactful.world.browser.stage import Stage

        started = start(self._spec(int(self.np_random.integers(2**31)), options))
        self._stage = Stage(started.session, self._browser)
        self._started, self._steps, self._over = started, 0, False
        try:
            return self._observe(), self._info()
        except BaseException:
            self._leave()
            raise

    def step(self, action: dict[str, Any]) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Do an action. Raises ``gymnasium.error.ResetNeeded`` where no episode goes on: before the first
        reset, after done or the last step, after `close`.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: reset the environment first")
        act = self.act_of(action)
        self.stage.act(act)
        self._steps += 1
        done = act.kind == "done"
        success = done and passed(self.started.task, self.started.session, act.text)
        truncated = not done and self._steps >= self.limit
        self._over = done or truncated
        info = self._info() | ({"success": success} if done else {})
        return self._observe(), float(success), done, truncated, info

    def render(self) -> NDArray[np.uint8] | None:  # type: ignore[override,unused-ignore]
        """The screenshot in mode ``rgb_array``, None without a mode."""
        return self._observe() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Give the page back; the last environment of a process stops the browser."""
        self._leave()
        if self._browser is not None:
            self._browser = None
            _Shared.give()

    # ---- between Gymnasium and the world

    @staticmethod
    def act_of(action: dict[str, Any]) -> Act:
        """An action of the action space as the world's own act."""
        x, y = (int(v) for v in action["point"])
        dx, dy = (int(v) for v in action["scroll"])
        kind = KINDS[int(action["kind"])]
        text = str(action["text"]) if kind in ("type", "done") else ""
        key = KEYS[int(action["key"])] if kind == "key" else ""
        return Act(kind, x, y, dx, dy, text, key)

    def action_of(self, act: Act) -> dict[str, Any]:
        """The world's own act as an action of the space. Raises ``InputError`` where that has it not."""
        width, height = self.screen.width, self.screen.height
        inside = 0 <= act.x < width and 0 <= act.y < height and abs(act.dx) <= width and abs(act.dy) <= height
        known = ", ".join(KEYS)
        for fits, field, problem, expected in (
            (act.text in self._texts, "text", "a text that the action space does not have",
             f"at most {LONGEST} characters of the action space"),
            (not act.key or act.key in KEYS, "key", "a key that the action space does not have", known),
            (inside, "point", "a place beyond the screen", f"within {width} x {height}"),
        ):  # fmt: skip
            if not fits:
                raise InputError(problem, field=field, expected=expected)
        return {
            "kind": np.int64(KINDS.index(act.kind)),
            "point": np.array([act.x, act.y], dtype=np.int64),
            "scroll": np.array([act.dx, act.dy], dtype=np.int64),
            "text": act.text,
            "key": np.int64(KEYS.index(act.key) if act.key else 0),
        }

    def _spec(self, seed: int, options: dict[str, Any]) -> TaskSpec:
        lang = options.get("lang", self.lang)
        task = options.get("task")
        templates = None
        if task is not None:
            from tactful.world.tasks.templates import load_templates

            templates = [t for t in load_templates() if t.id == task]
            if not templates:
                raise InputError("no such task", field="task", expected="the id of a template")
        spec = sample_tasks(
            1,
            seed,
            platform=self.screen.platform,
            langs=None if lang is None else (lang,),
            app=self.app,
            split=self.split,
            templates=templates,
        )[0]
        look, person = int(options.get("look", spec.look)), int(options.get("person", spec.seed))
        return replace(spec, index=0, size=self.screen.name, look=look, seed=person, split=None)

    def _observe(self) -> NDArray[np.uint8]:
        return np.array(self.stage.screenshot(), dtype=np.uint8)

    def _info(self) -> dict[str, Any]:
        task = self.started.task
        info: dict[str, Any] = {
            "goal": task.goal,
            "task": task.id,
            "lang": task.lang,
            "platform": task.platform,
            "step": self._steps,
        }
        if self.accessibility:
            info["accessibility"] = [_plain(asdict(node)) for node in self.stage.snapshot()]
        return info

    def _leave(self) -> None:
        self._started, self._over = None, True
        if self._stage is not None:
            self._stage.close()
            self._stage = None


def _checked(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a reset, each of its kind."""
    for name in options:
        if name not in _OPTIONS:
            raise InputError("no such option", field=str(name), expected=", ".join(_OPTIONS))
    if "task" in options and not isinstance(options["task"], str):
        raise InputError("no such task", field="task", expected="the id of a template")
    if "lang" in options:
        _one_of("lang", options["lang"], LANGUAGES, none=False)
    for name in ("look", "person"):
        if name in options:
            _whole(name, options[name], least=0)
    return options


def _one_of(name: str, value: object, known: Iterable[str], *, none: bool = True) -> None:
    if not (none and value is None) and not (isinstance(value, str) and value in known):
        raise InputError(f"no such {name.replace('_', ' ')}", field=name, expected=", ".join(known))


def _whole(name: str, value: object, *, least: int) -> None:
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise InputError("no such number", field=name, expected=f"a whole number from {least}")


def _plain(node: dict[str, Any]) -> dict[str, Any]:
    box = node.get("box")
    return node | ({"box": list(box.values())} if isinstance(box, dict) else {})
