"""``python -m tactful.world.tasks [FILES] [--try]``: check task templates, and solve each one to be sure."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tactful.errors import TactfulError
from tactful.world.people.person import LANGUAGES
from tactful.world.tasks.checker import problems
from tactful.world.tasks.loader import load_templates, read_files
from tactful.world.tasks.shapes import read_apps


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where every template passes, 1 where one does not, 2 where a file cannot be read."""
    options = _parser().parse_args(arguments)
    try:
        templates = read_files(options.files) if options.files else load_templates()
        apps = read_apps()
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
        from tactful.world.tasks.trial import try_out

        fitting = [t for t in templates if t.id not in failed]
        failed |= try_out(fitting, seeds=options.seeds, seed=options.seed, lang=options.lang)
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tactful.world.tasks", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="template files (default: the bundled ones)")
    parser.add_argument(
        "--try", dest="solve", action="store_true", help="solve each one in a headless browser"
    )
    parser.add_argument("--only", nargs="+", metavar="ID", help="only these templates")
    parser.add_argument("--seeds", type=int, default=1, help="how many persons to try each with (default 1)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the persons (default 0)")
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="the language (default: the goal's languages in turn)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
