"""Files of profiles: the public repository's JSON, JSON lines of the same, or ``{"profiles": [...]}``.

What is written is read back equal: values of every JSON type, label sets in any spelling, and, where the
writer is given the file that was read, everything in it that nothing here knows. Written bytes depend on
the profiles alone; a list is laid out as the public files are. Files hold private text: they are written
readable for their owner alone, and replace an older one only when they are complete.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tactful.errors import InputError, RecordError
from tactful.formats.memories._json import a_kind, decode, encode, repeats_in, write_atomically
from tactful.formats.memories.records import (
    MalformedError,
    name_of,
    profile_of,
    record_of,
    refuse_repeats,
    unique_ids,
)
from tactful.formats.records import read_bytes
from tactful.terms import COMBINED, Problem, Profile

EXPECTED = "profiles: a JSON list, JSON lines, or an object with 'profiles'"
LINES = frozenset({".jsonl", ".ndjson"})
_INDENT = 4  # the public files'


@dataclass(frozen=True, slots=True)
class ProfilesFile:
    """What a file of profiles holds: ``sha256`` of its bytes, its records as read, and what is odd in it.

    ``problems`` count labels of statements that a profile does not have. ``around`` holds the other keys
    of an object that wraps the profiles, None where they are not wrapped; ``lines`` tells JSON lines.
    """

    path: Path
    profiles: tuple[Profile, ...] = field(repr=False)
    sha256: str
    raw: list[dict[str, Any]] = field(repr=False, compare=False)
    problems: tuple[Problem, ...] = ()
    around: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    lines: bool = False


def read_profiles(path: Path | str) -> ProfilesFile:
    """The profiles of a file, in file order.

    Raises ``RecordError`` with the file, the profile's index (from 0), the context's and the field; never
    with a value or a statement.
    """
    path = Path(path)
    data = read_bytes(path, EXPECTED)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("not JSON: the text is not UTF-8", file=path, expected=EXPECTED) from None
    rows, around, lines = _rows(text, path)
    if not rows:
        raise RecordError("no profiles", file=path, expected=EXPECTED)
    ids = unique_ids(name_of(record) for _, record, _ in rows)
    profiles: list[Profile] = []
    problems: list[Problem] = []
    for at, ((line, record, repeats), id) in enumerate(zip(rows, ids, strict=True)):
        try:
            if repeats:
                refuse_repeats(record)
            profiles.append(profile_of(record, id))
        except MalformedError as err:
            raise located(err, path, at, line) from None
        problems += [Problem(path, line, f"profile {at}, {odd}") for odd in strangers(profiles[-1])]
    return ProfilesFile(
        path,
        tuple(profiles),
        hashlib.sha256(data).hexdigest(),
        [record for _, record, _ in rows],
        tuple(problems),
        around,
        lines,
    )


def write_profiles(
    path: Path | str,
    profiles: Sequence[Profile],
    *,
    like: ProfilesFile | None = None,
    model: str | None = None,
    respell: bool | None = None,
) -> Path:
    """Write the profiles and give the path: JSON lines where its name ends so, otherwise a JSON list.

    ``like`` is the file they came from: keys unknown to us are kept, its wrapping object too, and the
    spelling of its label sets, unless ``respell``. Label sets not kept so are spelled ``labels_pragmatic``,
    or as the public script does for the labelling ``model`` given (then ``respell`` is the default). Raises
    ``InputError`` where the file cannot be written; an older one is then untouched.
    """
    path = Path(path)
    respell = model is not None if respell is None else respell
    olds = {} if like is None else dict(zip((p.id for p in like.profiles), like.raw, strict=True))
    records = [record_of(profile, olds.get(profile.id), model=model, respell=respell) for profile in profiles]

    def write(stream: IO[str]) -> None:
        if path.suffix.lower() in LINES:
            stream.writelines(encode(record) + "\n" for record in records)
        elif like is not None and like.around is not None:
            stream.write(encode({**like.around, "profiles": records}, _INDENT))
        else:
            stream.write(encode(records, _INDENT))

    write_atomically(path, write)
    return path


def unlabelled(profiles: Iterable[Profile], labels: str = COMBINED) -> int:
    """How many contexts lack the label set."""
    return sum(labels not in context.labels for profile in profiles for context in profile.contexts)


def require_labels(
    profiles: Sequence[Profile], labels: str = COMBINED, *, file: Path | str | None = None
) -> int:
    """Nothing can be scored without labels: ``InputError`` where no context has the set, else `unlabelled`.

    The error names the sets that are there.
    """
    there = Counter(name for p in profiles for context in p.contexts for name in context.labels)
    if not there[labels]:
        found = ", ".join(sorted(there))
        raise InputError(
            f"no context has '{labels}' labels"
            + (f" (there are: {found})" if found else ": the file is unlabelled"),
            file=file,
            expected="a labelled file",
        )
    return unlabelled(profiles, labels)


def strangers(profile: Profile) -> list[str]:
    """What is odd in a profile's label sets, in words without private values: labels of no attribute."""
    statements = {attribute.statement for attribute in profile.attributes}
    firsts: dict[str, str] = {}
    count: Counter[str] = Counter()
    for at, context in enumerate(profile.contexts):
        for name, labels in context.labels.items():
            for number, statement in enumerate(labels):
                if statement not in statements:
                    count[name] += 1
                    firsts.setdefault(name, f"the first in context {at}, statement {number}")
    return [
        f"{count[name]} '{name}' labels are of statements that the profile does not have ({first})"
        for name, first in firsts.items()
    ]


def located(err: MalformedError, path: Path, at: int, line: int | None = None) -> RecordError:
    """The error with its file, line and the profile's index."""
    where = f"profile {at}" + (f", {err.where}" if err.where else "")
    return RecordError(f"{where}: {err.problem}", file=path, line=line, field=err.field)


_Row = tuple[int | None, Any, bool]


def _rows(text: str, path: Path) -> tuple[list[_Row], Mapping[str, Any] | None, bool]:
    """Records with their line and whether keys repeat in them; the wrapping object; whether JSON lines."""
    try:
        document, repeats = decode(text)
    except ValueError as err:
        if _is_lines(text, path):
            return _lines(text, path), None, True
        raise RecordError(str(err), file=path, expected=EXPECTED) from None
    if isinstance(document, list):
        return [(None, record, repeats) for record in document], None, False
    if isinstance(document, dict) and isinstance(document.get("profiles"), list):
        around = {key: value for key, value in document.items() if key != "profiles"}
        if repeats and any(way[:1] != ("profiles",) for way, _ in repeats_in(document)):
            raise RecordError("a key stands twice beside the profiles", file=path, expected=EXPECTED)
        return [(None, record, repeats) for record in document["profiles"]], around, False
    if isinstance(document, dict) and "bio" in document:
        return [(1, document, repeats)], None, True
    raise RecordError(f"{a_kind(document)} without profiles", file=path, expected=EXPECTED)


def _is_lines(text: str, path: Path) -> bool:
    """Whether the first line is a document of its own, or the file's name promises it."""
    if path.suffix.lower() in LINES:
        return True
    first, _, rest = text.strip().partition("\n")
    try:
        return bool(rest.strip()) and isinstance(decode(first)[0], dict)
    except ValueError:
        return False


def _lines(text: str, path: Path) -> list[_Row]:
    rows: list[_Row] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record, repeats = decode(line)
        except ValueError as err:
            problem = str(err).replace(" at line 1, column", " at column")
            raise RecordError(problem, file=path, line=number, expected=EXPECTED) from None
        rows.append((number, record, repeats))
    return rows
