"""``python -m tactful.world.apps [FILES]``: the faults of app files, and counts. Exit code 2 for faults."""

from __future__ import annotations

import sys
from pathlib import Path

from tactful.errors import InputError
from tactful.world.apps.loader import COMMON, app_files, problems_of


def main(arguments: list[str]) -> int:
    """Prints one line per fault, then the counts."""
    files = [Path(argument).resolve() for argument in arguments] or app_files()
    try:
        problems, apps = problems_of([path for path in files if path.name != COMMON])
    except InputError as err:
        print(err)
        return 2
    for problem in problems:
        print(problem)
    views = [view for app in apps.values() for view in app.views.values()]
    held = sum(view.split == "validation" for view in views)
    words = sum("has no translations" in problem.problem for problem in problems)
    print(
        f"{len(apps)} apps, {len(views)} views ({len(views) - held} train, {held} validation), "
        f"{words} words without translations, {len(problems)} problems"
    )
    return 2 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
