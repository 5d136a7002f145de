"""``python -m tactful.world.tasks [FILES] [--try]``: check task templates, and solve each one to be sure."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tactful.errors import TactfulError
from tactful.world.apps.loader import Apps, common_words
from tactful.world.pages import SIZES
from tactful.world.people.person import LANGUAGES
from tactful.world.tasks.checker import problems, read_apps
from tactful.world.tasks.sampling import TaskSpec, start
from tactful.world.tasks.templates import Template, load_templates, read_files


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where every template passes, 1 where one does not, 2 where a file cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m tactful.world.tasks", description=__doc__)
    add = parser.add_argument
    add("files", nargs="*", type=Path, help="template files (default: the bundled ones)")
    add("--try", dest="solve", action="store_true", help="solve each one in a headless browser")
    add("--only", nargs="+", metavar="ID", help="only these templates")
    add("--seeds", type=int, default=1, help="how many persons to try each with (default 1)")
    add("--seed", type=int, default=0, help="the seed of the persons (default 0)")
    add("--lang", choices=LANGUAGES, help="the language (default: the goal's languages in turn)")
    options = parser.parse_args(arguments)
    try:
        templates = read_files(options.files) if options.files else load_templates()
        apps = Apps(read_apps(), common_words())
    except TactfulError as err:
        print(err, file=sys.stderr)
        return 2
    if options.only:
        templates = tuple(t for t in templates if t.id in options.only)
    failed = set()
    for template in templates:
        for problem in problems(template, apps):
            failed.add(template.id)
            print(f"FAIL {template.file} {template.id}: {problem}")
    print(f"{len(templates)} templates, {len(failed)} do not fit the apps")
    if options.solve:
        fitting = [t for t in templates if t.id not in failed]
        failed |= _try_out(fitting, apps, options.seeds, options.seed, options.lang)
    return 1 if failed else 0


def _try_out(templates: Sequence[Template], apps: Apps, seeds: int, seed: int, lang: str | None) -> set[str]:
    """Solves each template on each of its platforms, prints a line for each; gives the ids that failed."""
    from tactful.world.browser.driver import Browser

    failed: set[str] = set()
    with Browser() as browser:
        for number, template in enumerate(templates):
            for platform in template.platforms:
                sizes = [size for size in SIZES if size.platform == platform]
                for turn in range(number, number + seeds):
                    chosen = lang or template.langs[turn % len(template.langs)]
                    size = sizes[turn % len(sizes)].name
                    who = seed + turn - number
                    spec = TaskSpec(turn, template.id, platform, size, chosen, turn, who)
                    began = time.monotonic()
                    try:
                        done, problem = _solve(spec, template, apps, browser)
                    except TactfulError as err:
                        done, problem = 0, str(err)
                    except Exception as err:  # a fault of an app or of the engine: told like the others
                        last = traceback.extract_tb(err.__traceback__)[-1]
                        done, problem = 0, f"{type(err).__name__} in {last.filename}:{last.lineno}: {err}"
                    result = problem or f"{done} acts, {time.monotonic() - began:.1f} s"
                    where = f"{template.id} {size} {chosen} look {turn} seed {who}"
                    print(f"{'FAIL' if problem else 'pass'} {where}: {result}", flush=True)
                    failed |= {template.id} if problem else set()
    print(f"{len(templates)} templates tried, {len(failed)} failed")
    return failed


def _solve(spec: TaskSpec, template: Template, apps: Apps, browser: object) -> tuple[int, str]:
    """Plays the script straight, seeing all: acts taken, and why it failed ("" where it did not)."""
    from tactful.world.browser.stage import Stage
    from tactful.world.tasks.passing import holds, passed
    from tactful.world.tasks.play import LIMIT
    from tactful.world.tasks.screen import Look
    from tactful.world.tasks.solver import Solver

    started = start(spec, apps=apps, templates={template.id: template})
    solver = Solver(started.task, started.session.apps)
    with Stage(started.session, browser) as stage:  # type: ignore[arg-type]
        for index in range(1, LIMIT + 1):
            move = solver.next(Look.of(stage.scene, stage.measure()))
            if move.act.kind != "done":
                stage.act(move.act)
            elif move.reason:
                return index, f"step {move.step}: {move.reason}"
            elif passed(started.task, started.session, move.act.text):
                return index, ""
            else:
                failing = [
                    f"check[{i}]"
                    for i, check in enumerate(template.checks)
                    if not holds(check, started.task, started.session, move.act.text)
                ]
                return index, f"the script ran, but {', '.join(failing)} does not hold"
    return LIMIT, f"more than {LIMIT} acts"


if __name__ == "__main__":
    sys.exit(main())
