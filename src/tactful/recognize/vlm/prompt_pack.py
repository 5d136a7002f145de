"""The prompts of the VLM recognizers: versioned text files, replaceable by a folder of the user's own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from tactful.errors import InputError
from tactful.terms import TaskState

_BUNDLED = Path(__file__).with_name("prompts")
_FIELD = re.compile(
    r"\{(\w+)\}"
)  # a JSON example in a prompt has quotes after its brace, so it is left alone
_FIELDS = {"free": frozenset({"goal", "step"}), "grounded": frozenset({"goal", "step", "lines", "types"})}
_NEEDED = {"free": frozenset[str](), "grounded": frozenset({"lines"})}


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt file: its ``version`` is the file's name without the ending, such as "free.v1"."""

    version: str
    template: str = field(repr=False)

    def fill(self, state: TaskState, **values: str) -> str:
        """The prompt for one screen, filled in one pass: braces inside a value are left alone."""
        known = {"goal": state.goal or "(not known)", "step": _step(state) or "(not known)", **values}
        return _FIELD.sub(lambda match: known[match.group(1)], self.template)


def load_prompt(mode: str, folder: Path | str | None = None) -> Prompt:
    """The newest ``<mode>.v<number>.txt`` of ``folder``, or of the bundled prompts where it has none.

    ``mode`` is "free" ({goal} and {step} may stand in it) or "grounded" ({lines} must, {types} may too).
    ``InputError`` for a folder that is not there or a prompt with an unknown or missing field.
    """
    if folder is not None and not Path(folder).is_dir():
        raise InputError("no such folder of prompts", file=folder)
    path = (_newest(Path(folder), mode) if folder is not None else None) or _newest(_BUNDLED, mode)
    if path is None:
        raise InputError(f"no prompt for the mode '{mode}'", expected="free or grounded")
    try:
        template = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise InputError(f"a prompt that cannot be read ({type(err).__name__})", file=path) from None
    fields = set(_FIELD.findall(template))
    if fields - _FIELDS[mode] or _NEEDED[mode] - fields:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(_FIELDS[mode]))
        raise InputError("a prompt with an unknown or missing field", file=path, expected=wanted)
    return Prompt(path.stem, template)


def _newest(folder: Path, mode: str) -> Path | None:
    numbered = [
        (int(match.group(1)), path)
        for path in folder.glob(f"{mode}.v*.txt")
        if (match := re.fullmatch(rf"{mode}\.v(\d+)\.txt", path.name))
    ]
    return max(numbered)[1] if numbered else None


def _step(state: TaskState) -> str:
    return (
        " ".join(part.strip() for part in (state.action, *state.typed) if part.strip()) or state.plan.strip()
    )
