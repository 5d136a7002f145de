"""Every error that tactful raises on purpose.

The tree::

    TactfulError
    ├── InputError            bad input: which file, which field, what was expected (exit code 2)
    │   ├── ImageError        a file that is not a readable image
    │   ├── RecordError       a malformed record or file of a known format
    │   └── PolicyError       a policy file or name that cannot be used
    ├── MissingExtraError     an optional package is absent: one sentence with the pip command (exit code 2)
    ├── RecognitionError      recognition failed, so nothing may be called clean
    │   └── UnscoredError     a model's reply never parsed: the item is unscored
    ├── ModelError            a model endpoint refused, failed or timed out
    ├── ProtectionError       protection failed, so nothing leaves
    │   └── FontError         no font on this machine can draw a replacement
    └── VaultError            the replacement vault cannot be used
        ├── AmbiguousPlaceholderError   a placeholder could stand for two values
        └── RestoreError                a value may not, or cannot safely, go where the answer puts it

No message carries a private value: errors name the file, the key, the value's type and what was expected.
"""

from __future__ import annotations

from pathlib import Path


class TactfulError(Exception):
    """Base of all errors of this package."""


class InputError(TactfulError):
    """Bad input, met before anything was written.

    ``file`` and ``line`` (1-based) say where, ``field`` names the key, ``expected`` says what was wanted.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: Path | str | None = None,
        line: int | None = None,
        field: str | None = None,
        expected: str | None = None,
    ) -> None:
        self.problem = problem
        self.file = None if file is None else Path(file)
        self.line = line
        self.field = field
        self.expected = expected
        where = "" if file is None else f"{file}{'' if line is None else f':{line}'}: "
        what = "" if field is None else f"field '{field}': "
        want = "" if expected is None else f" (expected {expected})"
        super().__init__(f"{where}{what}{problem}{want}")


class ImageError(InputError):
    """A file that cannot be read as an image."""


class RecordError(InputError):
    """A malformed record, or a file that is not of the format it was read as."""


class PolicyError(InputError):
    """A policy name or file that cannot be used."""


class MissingExtraError(TactfulError):
    """An optional package is not installed."""


class RecognitionError(TactfulError):
    """Recognition failed: what could not be looked at is never treated as clean."""


class UnscoredError(RecognitionError):
    """A model's reply did not parse, even after its retries; ``lines`` counts the unparsed ones."""

    def __init__(self, problem: str, *, lines: int = 0) -> None:
        self.lines = lines
        super().__init__(problem)


class ModelError(TactfulError):
    """A model endpoint refused, failed or timed out. Carries no part of the request or the reply."""


class ProtectionError(TactfulError):
    """A step of protection failed, so nothing leaves."""


class FontError(ProtectionError):
    """No font on this machine can draw the replacement text."""


class VaultError(TactfulError):
    """The replacement vault cannot be read, written or opened."""


class AmbiguousPlaceholderError(VaultError):
    """A placeholder in the agent's answer could stand for more than one value."""


class RestoreError(VaultError):
    """A value may not go where the agent's answer puts it, or cannot be written there safely."""


def told(error: TactfulError, name: str = "") -> str:
    """What went wrong, for rows, logs and reports: without the file, whose path may hold words of the task.

    ``name``: the screen's own name, with which some errors begin.
    """
    said = error.problem if isinstance(error, InputError) else str(error)
    return said.replace(f"{name}: ", "") if name else said
