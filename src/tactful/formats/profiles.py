"""Files of profiles: the public repository's JSON, JSON lines of the same, or ``{"profiles": [...]}``.

What is written is read back equal: values of every JSON type, label sets in any spelling, and, where the
writer is given the file that was read, everything in it that nothing here knows. Written bytes depend on
the profiles alone; a list is laid out as the public files are. Files hold private text: they are written
readable for their owner alone, and replace an older one only when they are complete.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats.profile_record import (
    ATTRIBUTES,
    GENERAL,
    NORM_TABLE,
    SHARES,
    ProfileRow,
    key_of,
    set_of,
    shares_record,
)
from tactful.formats.records import (
    a_kind,
    decode_text,
    encode,
    on_one_line,
    read_bytes,
    repeats_in,
)
from tactful.runs import write_atomic
from tactful.terms import COMBINED, Attribute, Context, LabelShare, Problem, Profile

EXPECTED = "profiles: a JSON list, JSON lines, or an object with 'profiles'"
LINES = frozenset({".jsonl", ".ndjson"})
_BIO_AND_LISTS = {"bio", ATTRIBUTES, "contexts"}
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
    rows, around, lines = _rows(data, path)
    if not rows:
        raise RecordError("no profiles", file=path, expected=EXPECTED)
    taken: set[str] = set()
    profiles: list[Profile] = []
    problems: list[Problem] = []
    for at, row in enumerate(rows):
        profiles.append(row.profile(path, at, taken))
        problems += [Problem(path, row.line, f"profile {at}, {odd}") for odd in strangers(profiles[-1])]
    sha256 = hashlib.sha256(data).hexdigest()
    raw = [row.record for row in rows]
    return ProfilesFile(path, tuple(profiles), sha256, raw, tuple(problems), around, lines)


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

    if path.suffix.lower() in LINES:
        text = "".join(encode(record, file=path) + "\n" for record in records)
    elif like is not None and like.around is not None:
        text = encode({**like.around, "profiles": records}, _INDENT, file=path)
    else:
        text = encode(records, _INDENT, file=path)
    write_atomic(path, text, private=True)
    return path


def record_of(
    profile: Profile, like: Mapping[str, Any] | None = None, *, model: str | None = None, respell: bool = True
) -> dict[str, Any]:
    """The JSON object of a profile; keys of ``like`` that this module does not know are kept.

    Label sets are spelled as in `key_of`, or as in ``like`` where it has them and ``respell`` is off.
    """
    like = {} if like is None else like
    out: dict[str, Any] = dict.fromkeys(like)
    out["bio"] = dict(profile.bio)
    old = like.get(ATTRIBUTES, {})
    out[ATTRIBUTES] = {a.key: _attribute_record(a, old.get(a.key, {})) for a in profile.attributes}
    contexts: dict[tuple[Any, Any], list[Mapping[str, Any]]] = defaultdict(list)
    for context in like.get("contexts", []):
        contexts[context.get("recipient"), context.get("task")].append(context)
    records = []
    for context in profile.contexts:
        same = contexts[context.recipient, context.task]
        records.append(_context_record(context, same.pop(0) if same else {}, model, respell))
    if records or "contexts" in like or not like:
        out["contexts"] = records
    out.update({key: value for key, value in like.items() if key not in _BIO_AND_LISTS})
    if profile.norm_table:
        out[NORM_TABLE] = profile.norm_table
    return out


def _attribute_record(attribute: Attribute, like: Any) -> dict[str, Any]:
    fields = {
        "value": attribute.value,
        "information_domain": attribute.domain,
        "event": attribute.event,
        "memory_statement": attribute.statement,
    }
    if not isinstance(like, Mapping) or not like:
        return fields
    out = dict(like)
    for name, value in fields.items():
        if not (value == GENERAL and out.get(name) is None and name in ("information_domain", "event")):
            out[name] = value
    return out


def _context_record(
    context: Context, like: Mapping[str, Any], model: str | None, respell: bool
) -> dict[str, Any]:
    out: dict[str, Any] = {}
    left = dict(context.labels)
    for key, value in like.items():
        name = set_of(key, value)
        if name is None:
            out[key] = value
        elif name in left:
            out[key_of(name, model) if respell else key] = _set_record(left.pop(name), value)
    out.update(recipient=context.recipient, task=context.task)
    if context.domains or "domains" in like:
        out["domains"] = list(context.domains)
    for name, shares in left.items():
        out[key_of(name, model)] = _set_record(shares, {})
    return out


def _set_record(labels: Mapping[str, LabelShare], like: Mapping[str, Any]) -> dict[str, Any]:
    """The set's JSON; entries that say the same keep the way they were written."""
    out = {}
    for statement, share in labels.items():
        old = like.get(statement)
        same = old is not None and all(old[name] == getattr(share, name) for name in SHARES)
        out[statement] = old if same else shares_record(share)
    return out


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
        sets = ", ".join(sorted(there))
        found = f" (there are: {sets})" if sets else ": the file is unlabelled"
        raise InputError(f"no context has '{labels}' labels{found}", file=file, expected="a labelled file")
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


def _rows(data: bytes, path: Path) -> tuple[list[ProfileRow], Mapping[str, Any] | None, bool]:
    """The records of a file, the object that wraps them, and whether they are JSON lines."""
    text = ""
    try:
        text = decode_text(data)
        whole = ProfileRow.parse(text)
    except ValueError as err:
        if _is_lines(text, path):
            return _lines(text, path), None, True
        raise RecordError(str(err), file=path, expected=EXPECTED) from None
    document = whole.record
    if isinstance(document, list):
        return [replace(whole, record=record) for record in document], None, False
    if isinstance(document, dict) and isinstance(document.get("profiles"), list):
        around = {key: value for key, value in document.items() if key != "profiles"}
        if whole.repeats and any(way[:1] != ("profiles",) for way, _ in repeats_in(document)):
            raise RecordError("a key stands twice beside the profiles", file=path, expected=EXPECTED)
        return [replace(whole, record=record) for record in document["profiles"]], around, False
    if isinstance(document, dict) and "bio" in document:
        return [replace(whole, line=1)], None, True
    raise RecordError(f"{a_kind(document)} without profiles", file=path, expected=EXPECTED)


def _is_lines(text: str, path: Path) -> bool:
    """Whether the first line is a document of its own, or the file's name promises it."""
    if path.suffix.lower() in LINES:
        return bool(text)
    first, _, rest = text.strip().partition("\n")
    try:
        return bool(rest.strip()) and isinstance(ProfileRow.parse(first).record, dict)
    except ValueError:
        return False


def _lines(text: str, path: Path) -> list[ProfileRow]:
    rows: list[ProfileRow] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            rows += [ProfileRow.parse(line, number)] if line.strip() else []
        except ValueError as err:
            raise RecordError(on_one_line(err), file=path, line=number, expected=EXPECTED) from None
    return rows
