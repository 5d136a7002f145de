"""Makes the bundled demo runs: plays tasks of the world in Chromium and puts them into `src/tactful/demo`.

    python demo/make.py                 # all runs of stories.py
    python demo/make.py phone           # one of them
    python demo/make.py --check         # says whether the bundle is what comes out; changes nothing
    python demo/make.py --out DIR       # somewhere else, to look at first
    python demo/make.py --find 30       # other attempts that tell the stories well, beginning with number 30

The same world, Chromium and fonts give the same bytes. Where a story's own attempt is no longer fit to be
shown, the next numbers are tried, and what was wrong with it is said.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bundle import bundle, truths_of
from stories import STORIES, Story, faults

from tactful.errors import TactfulError
from tactful.world import Browser, Stopped, play_and_write

BUNDLED = Path(__file__).resolve().parents[1] / "src" / "tactful" / "demo"
TRIES = 24
"""So many attempts are played for a story before it counts as impossible."""


class NoRun(Exception):
    """No attempt of a story is fit to be shown."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = [story.name for story in STORIES]
    parser.add_argument("names", nargs="*", metavar="RUN", help=f"of {', '.join(names)}; all unless given")
    parser.add_argument("--out", type=Path, default=BUNDLED, help="the folder of the runs")
    parser.add_argument("--check", action="store_true", help="compare with what lies there")
    parser.add_argument("--find", type=int, metavar="NUMBER", help="play attempts from this number on")
    given = parser.parse_args(arguments)
    if unknown := sorted(set(given.names) - set(names)):
        parser.error(f"no run {', '.join(unknown)} (expected {', '.join(names)})")
    chosen = [story for story in STORIES if story.name in (given.names or names)]
    try:
        with tempfile.TemporaryDirectory(prefix="demo-") as scratch, Browser() as browser:
            if given.find is not None:
                return _find(chosen, given.find, browser, Path(scratch))
            same = [_make(story, browser, Path(scratch), given.out, given.check) for story in chosen]
    except (TactfulError, NoRun) as err:
        print(f"error: {err}", file=sys.stderr)
        return 2
    return 0 if all(same) else 1


def _make(story: Story, browser: Browser, scratch: Path, out: Path, check: bool) -> bool:
    """Play a story and put it into ``out``, or compare; False where something differs."""
    run = play_story(story, browser, scratch)
    made = scratch / "made" / story.name
    size = bundle(run, made)
    there = out / story.name
    if check:
        found = differences(made, there)
        print(f"{story.name}: {'as bundled' if not found else f'{len(found)} files differ'}")
        for line in found:
            print(f"  {line}")
        return not found
    if there.is_dir():
        shutil.rmtree(there)
    shutil.copytree(made, there, copy_function=shutil.copyfile)
    print(f"{story.name}: {len(truths_of(run))} screens, {size / 1e6:.2f} MB: {there}")
    return True


def play_story(story: Story, browser: Browser, scratch: Path) -> Path:
    """The folder of the first attempt that is fit to be shown; raises ``NoRun`` where there is none."""
    said: list[str] = []
    for attempt in range(story.attempt, story.attempt + TRIES):
        run, wrong = _attempt(story, attempt, browser, scratch)
        if run is not None:
            return run
        said.append(f"attempt {attempt}: {wrong}")
        print(f"{story.name}: {said[-1]}", file=sys.stderr)
    raise NoRun(
        f"'{story.name}' (template '{story.template}') cannot be told; choose another template or other "
        "numbers in demo/stories.py:\n  " + "\n  ".join(said)
    )


def _attempt(story: Story, attempt: int, browser: Browser, scratch: Path) -> tuple[Path | None, str]:
    """The folder of a run that is fit to be shown, or None and what is wrong with it."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > story.steps[1]

    spec = story.spec(attempt)
    try:
        summary = play_and_write(spec, browser, scratch, seed=attempt, stop=stop, wrong_turns=0.0, lost=0.0)
    except Stopped:
        return None, f"more than {story.steps[1]} steps"
    run = scratch / spec.name
    wrong = "; ".join(faults(story, summary, truths_of(run)))
    return (None, wrong) if wrong else (run, "")


def differences(made: Path, there: Path) -> list[str]:
    """The files in which two folders differ, one line each."""
    names = sorted(
        {
            file.relative_to(root).as_posix()
            for root in (made, there)
            for file in root.rglob("*")
            if file.is_file()
        }
    )
    told = []
    for name in names:
        new, old = made / name, there / name
        if not old.is_file():
            told.append(f"{name}: missing")
        elif not new.is_file():
            told.append(f"{name}: no longer made")
        elif new.read_bytes() != old.read_bytes():
            told.append(f"{name}: differs" + (" (Chromium or fonts?)" if name.endswith(".png") else ""))
    return told


def _find(stories: Sequence[Story], first: int, browser: Browser, scratch: Path) -> int:
    for story in stories:
        for attempt in range(first, first + TRIES):
            _, wrong = _attempt(story, attempt, browser, scratch)
            print(f"{story.name} {attempt}: {wrong or 'fit'}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
