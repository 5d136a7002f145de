"""From a task's spec to a running session with the task bound to its person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tactful.errors import InputError
from tactful.world.apps.loader import Apps, load_apps
from tactful.world.tasks.bind import Task, Unbound, bind
from tactful.world.tasks.loader import load_templates
from tactful.world.tasks.passing import passed
from tactful.world.tasks.sampling import TaskSpec
from tactful.world.tasks.templates import Template

if TYPE_CHECKING:
    from tactful.world.session import Session

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
    from tactful.world.people import make_person
    from tactful.world.session import Session

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
