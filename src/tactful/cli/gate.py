"""`tactful memories gate` and `train-gate`: decide what may be said, and train the classifier that can."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.inputs import JSON, tell_problems
from tactful.cli.output import console, print_json, print_table
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.memory import GatedMemories, Pairs
    from tactful.terms import Memory

_EXPECTED = "one memory a line, or a JSON list of texts or of {text, id, tags}"


@dataclass(frozen=True, kw_only=True)
class GateSettings:
    """The settings of `tactful memories gate`."""

    file: Annotated[str, Option("Memories: one a line, or JSON; - for stdin.", argument=True)]
    task: Annotated[str, Option("What the message is for.")]
    recipient: Annotated[str, Option("Whom the message is to.")]
    gate: Annotated[str, Option("auto, norms, your own norm table (.yaml), or trained weights (.npz).")] = (
        "auto"
    )
    lists: Annotated[Path | None, Option("What is never, always or only after asking said (.yaml).")] = None
    user: Annotated[str, Option("Whose memories they are, for lists of several users.")] = ""
    explain: Annotated[bool, Option("Say for every memory which rule decided, and why.", ("--explain",))] = (
        False
    )
    json: Annotated[bool, JSON] = False


def gate(settings: GateSettings) -> int:
    """Decide which memories may go into a message: prints those that may, one a line, and nothing else.

    What no norm allows is withheld. With --explain the reasons are printed on stderr; they do not quote
    what is withheld.
    """
    from tactful.memory import guard_memories

    gated = guard_memories(
        read_memories(settings.file),
        task=settings.task,
        recipient=settings.recipient,
        gate=settings.gate,
        lists=settings.lists,
        user=settings.user,
    )
    if settings.json:
        print_json(_document(gated))
        return 0
    if settings.explain:
        _explain(gated)
    for text in gated.texts:
        sys.stdout.write(text + "\n")
    counts = gated.counts()
    console().print(
        f"{counts['pass']} passed, {counts['generalise']} generalised, {counts['withhold']} withheld"
    )
    if gated.why:
        console().print(escape(gated.why))
    return 0


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """The settings of `tactful memories train-gate`."""

    labelled: Annotated[Path, Option("Labelled profiles (JSON).", argument=True)]
    out: Annotated[Path, Option("Where the weights go (.npz).", ("-o",))]
    labels: Annotated[str, Option("Label set to learn.")] = "combined"
    check: Annotated[
        bool, Option("Cross-validate by context first (and by profile, where there are several).")
    ] = True
    folds: Annotated[int, Option("Folds of the cross-validation by context.")] = 5
    overwrite: Annotated[bool, Option("Replace an existing file.")] = False
    seed: Annotated[int, Option("Seed of the folds.")] = 0
    json: Annotated[bool, JSON] = False


def train_gate(settings: TrainSettings) -> int:
    """Train the gate's classifier on your labels and write its weights.

    The figures printed are of contexts (and profiles) that the classifier was not trained on: what a
    message would violate and contain that states all that passes.
    """
    from tactful.formats import read_profiles
    from tactful.memory import pairs_of, train

    out = settings.out
    _check_writable(out, settings.overwrite)
    source = read_profiles(settings.labelled)
    tell_problems(source.problems)
    pairs = pairs_of(source.profiles, settings.labels)
    scores = _held_out(pairs, settings) if settings.check else {}
    trained = train(pairs, seed=settings.seed)
    trained.save(out)
    if settings.json:
        document = {"weights": str(out), "pairs": len(pairs.need), "threshold": trained.threshold}
        print_json({**document, "held_out": scores})
        return 0
    for name, figures in scores.items():
        violation, completeness = figures["violation"], figures["completeness"]
        console().print(f"held out by {name}: violation {violation:.1%}, completeness {completeness:.1%}")
    console().print(f"trained on {len(pairs.need)} labelled pairs: {escape(str(out))}")
    return 0


def _held_out(pairs: Pairs, settings: TrainSettings) -> dict[str, dict[str, float]]:
    from tactful.memory import cross_validate, passed_scores

    if settings.folds < 2:
        raise InputError("too few folds", field="--folds", expected="at least 2")
    ways: list[Any] = ["context"] + (["profile"] if len(set(pairs.profile.tolist())) > 1 else [])
    scores = {}
    for by in ways:
        passed = cross_validate(pairs, by=by, count=settings.folds, seed=settings.seed)
        violation, completeness = passed_scores(pairs, passed)
        scores[str(by)] = {"violation": violation, "completeness": completeness}
    return scores


def _check_writable(out: Path, overwrite: bool) -> None:
    if out.suffix != ".npz":
        raise InputError("not a name for weights", file=out, expected="a name that ends in .npz")
    if not out.parent.is_dir():
        raise InputError("no such folder", file=out.parent)
    if out.exists() and not overwrite:
        raise InputError("exists already", file=out, expected="--overwrite, or another name")


def read_memories(file: str) -> tuple[Memory, ...]:
    """The memories of a file or of stdin; ``InputError`` where there is none, or one is malformed.

    One without an id gets its number in the file.
    """
    from tactful.terms import Memory

    shown = "stdin" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=shown, expected=_EXPECTED) from None
    except UnicodeDecodeError:
        raise InputError("not UTF-8 text", file=shown, expected=_EXPECTED) from None
    rows: Any = text.splitlines()
    if text.lstrip().startswith(("[", "{")):
        try:
            rows = json.loads(text)
        except (ValueError, RecursionError):
            raise InputError("not JSON", file=shown, expected=_EXPECTED) from None
        if not isinstance(rows, list):
            raise InputError("not a list", file=shown, expected=_EXPECTED)
    rows = [{"text": row} if isinstance(row, str) else row for row in rows]
    if not all(isinstance(row, dict) and _sound(row) for row in rows):
        raise InputError("not a list of texts or memories", file=shown, expected=_EXPECTED)
    rows = [row for row in rows if row["text"].strip()]
    if not rows:
        raise InputError("holds no memory", file=shown, expected=_EXPECTED)
    return tuple(
        Memory(row["text"].strip(), row.get("id") or str(number), tags=tuple(row.get("tags") or ()))
        for number, row in enumerate(rows, 1)
    )


def _sound(row: dict[str, Any]) -> bool:
    """Whether a JSON memory has a text, and an id and tags that are text, if any; more it may have."""
    tags = row.get("tags") or []
    return (
        isinstance(row.get("text"), str)
        and isinstance(row.get("id") or "", str)
        and isinstance(tags, list)
        and all(isinstance(tag, str) for tag in tags)
    )


def _document(gated: GatedMemories) -> dict[str, Any]:
    return {
        "counts": dict(gated.counts()),
        "gate": gated.gate,
        "texts": list(gated.texts),
        "style": list(gated.style),
        "to_ask": [m.id for m in gated.to_ask],
        "why": gated.why,
        "decisions": [
            {"memory": m.id, "action": d.action, "text": d.statement, "reason": d.reason, "rule": d.rule}
            for m, d in zip(gated.memories, gated.decisions, strict=True)
        ],
    }


def _explain(gated: GatedMemories) -> None:
    rows = [(m.id, d.action, d.rule, d.reason) for m, d in zip(gated.memories, gated.decisions, strict=True)]
    print_table(("memory", "decision", "rule", "because"), rows, stderr=True)


def register(app: typer.Typer) -> None:
    """Add the commands to ``tactful memories``."""
    command(app, "gate", GateSettings, gate)
    command(app, "train-gate", TrainSettings, train_gate)
