"""Which tasks a run plays, by seed and with the paper's shares; and a task's session, ready to be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from tactful.errors import InputError
from tactful.runs import derive, generator
from tactful.world.apps.loader import Apps, load_apps
from tactful.world.apps.schema import App, Group
from tactful.world.pages import SIZES, Size
from tactful.world.people.person import LANGUAGES
from tactful.world.tasks.bind import Task, Unbound, bind
from tactful.world.tasks.checker import visited
from tactful.world.tasks.passing import passed
from tactful.world.tasks.templates import Template, load_templates

if TYPE_CHECKING:
    from tactful.world.session.session import Session

GROUPS = get_args(Group)
"""The six scenario groups of GUIGuard-Bench, Appendix K."""

PHONES = 135 / 241
"""The share of phone runs (GUIGuard-Bench, Table 6: 135 of 241)."""
CROSS, FOREIGN = 0.27, 0.25
"""Shares of tasks across apps and not in English: a little over the paper's 23 % and 21 %, so that a short
list has them too."""
_STEPS = {"platform": 0.6180339887, "cross": 0.7548776662, "lang": 0.5698402910}


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """One task to start: enough to make the same person, screen and task again anywhere."""

    index: int
    template: str
    platform: str
    size: str
    lang: str
    look: int
    seed: int
    split: str | None = None
    """The side that was asked for; on "train" wrong turns keep away from held-out views as well."""

    @property
    def name(self) -> str:
        """A name that is unique within a sample."""
        return f"{self.index:05d}-{self.template}-{self.lang}-{self.size}"

    def screen(self) -> Size:
        """The screen's size."""
        return next(size for size in SIZES if size.name == self.size)


def sample_tasks(
    n: int,
    seed: int,
    *,
    platform: str | None = None,
    langs: Sequence[str] | None = None,
    app: str | None = None,
    split: str | None = None,
    templates: Sequence[Template] | None = None,
    apps: Apps | None = None,
) -> list[TaskSpec]:
    """``n`` tasks with the paper's shares; a longer list starts with the shorter one.

    ``platform``, ``langs`` and ``app`` (one that the task must use) narrow the choice; ``split`` "train"
    keeps tasks whose views are all of the training side, "validation" those that reach a held-out view. A
    training task's windows behind may still show one: every screen tells its own side in its truth.
    Raises ``InputError`` where no template is left.
    """
    pool = list(load_templates() if templates is None else templates)
    if split is not None:
        loaded = load_apps() if apps is None else apps
        pool = [t for t in pool if split_of(t, loaded) == split]
    if app is not None:
        pool = [t for t in pool if app in t.apps]
    if platform is not None:
        pool = [t for t in pool if platform in t.platforms]
    if langs is not None:
        pool = [t for t in pool if set(langs) & set(t.langs)]
    if not pool:
        raise InputError("no task fits", expected="a wider choice of platform, languages, app or split")
    draw = _Draw(seed, pool, platform, tuple(langs or LANGUAGES), split)
    return [draw.spec(index) for index in range(n)]


def split_of(template: Template, apps: Mapping[str, App]) -> str:
    """ "validation" where the script reaches a held-out view, else "train"."""
    reached = visited(template, apps)
    return "validation" if any(view.split == "validation" for view in reached) else "train"


TRIES = 12
"""So many people are tried for a template before it counts as impossible."""


@dataclass(frozen=True)
class Started:
    """A task and the fresh session in which it can be done; ``person`` is the fitting person's index."""

    spec: TaskSpec
    task: Task
    session: Session
    person: int


def start(
    spec: TaskSpec, *, apps: Apps | None = None, templates: Mapping[str, Template] | None = None
) -> Started:
    """The spec's session and task: the same spec, the same pixels.

    Takes the first person of the seed who has what the template asks for and for whom it is not done from the
    start. Raises ``InputError`` for an unknown template, or where nobody fits.
    """
    from tactful.world.people.make import make_person
    from tactful.world.session.session import Session

    apps = load_apps() if apps is None else apps
    known = {t.id: t for t in load_templates()} if templates is None else templates
    if spec.template not in known:
        raise InputError(f"no task template '{spec.template}'", expected="the id of a template")
    template = known[spec.template]
    problem = "no person fits"
    for person in range(TRIES):
        session = Session(
            make_person(spec.seed, person, spec.lang),
            apps,
            platform=spec.platform,
            size=spec.screen(),
            look=spec.look,
            seed=spec.seed,
        )
        try:
            task = bind(template, session, seed=spec.seed, lang=spec.lang)
        except Unbound as err:
            problem = str(err)
            continue
        if not passed(task, session):
            return Started(spec, task, session, person)
        problem = f"{template.id}: done from the start"
    raise InputError(problem, file=template.file, field=template.id, expected="a template that people fit")


class _Draw:
    def __init__(
        self,
        seed: int,
        pool: Sequence[Template],
        platform: str | None,
        langs: tuple[str, ...],
        split: str | None,
    ) -> None:
        self.seed, self.pool, self.platform, self.langs, self.split = seed, pool, platform, langs, split
        self.used: Counter[str] = Counter()
        rng = generator(seed, "world/tasks/shares")
        # Evenly spread, each share on its own period: every stretch of the list has about the same shares.
        self.starts = {name: rng.random() for name in _STEPS}
        self.foreign = rng.sample([lang for lang in langs if lang != "en"], len(set(langs) - {"en"}))
        self.sizes = {p: rng.sample([s for s in SIZES if s.platform == p], 3) for p in ("phone", "desktop")}

    def _within(self, name: str, index: int, share: float) -> bool:
        return (self.starts[name] + index * _STEPS[name]) % 1 < share

    def spec(self, index: int) -> TaskSpec:
        platform = self.platform or ("phone" if self._within("platform", index, PHONES) else "desktop")
        lang = self._lang(index)
        wishes = (
            lambda t: lang in t.langs,
            lambda t: platform in t.platforms,
            lambda t: t.cross == self._within("cross", index, CROSS),
        )
        fit = list(self.pool)
        for wish in wishes:
            fit = [t for t in fit if wish(t)] or fit
        template = self._least(fit, index)
        lang = lang if lang in template.langs else next(k for k in template.langs if k in self.langs)
        platform = platform if platform in template.platforms else template.platforms[0]
        self.used.update((template.id, template.group, lang, platform))
        size = self.sizes[platform][self.used[platform] % 3]
        look = derive(self.seed, "world/tasks/look", index) % 1_000_000
        seed = derive(self.seed, "world/tasks/person", index) % 2**31
        return TaskSpec(index, template.id, platform, size.name, lang, look, seed, self.split)

    def _lang(self, index: int) -> str:
        english = "en" in self.langs
        if not self.foreign or (english and not self._within("lang", index, FOREIGN)):
            return "en" if english else self.langs[0]
        return min(self.foreign, key=lambda lang: self.used[lang])

    def _least(self, fit: Sequence[Template], index: int) -> Template:
        """A template used least so far, of a group used least so far."""
        rng = generator(self.seed, "world/tasks/template", index)
        group = min((t.group for t in fit), key=lambda g: (self.used[g], GROUPS.index(g)))
        mine = [t for t in fit if t.group == group]
        fewest = min(self.used[t.id] for t in mine)
        return rng.choice([t for t in mine if self.used[t.id] == fewest])
