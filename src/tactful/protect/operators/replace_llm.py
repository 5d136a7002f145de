"""``replace_llm``: a local language model invents another entity of the same type and length (F.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from typing import Protocol, runtime_checkable

from tactful.errors import FontError, InputError, MissingExtraError, ProtectionError
from tactful.protect import fonts
from tactful.protect.entities import NAME_TYPES, Inner, trim
from tactful.protect.operators.base import Passage, Shown, TextOperator, Tools
from tactful.protect.shapes import classes, classify, compose, normal, occurrences, words

RETRIES = 2
"""How often an answer that fails the check is asked for again, as in the paper."""

REWRITE_PROMPT = "replace_llm.v1.txt"
"""The prompt's file under ``protect/prompts``; a changed text gets a new version."""


@runtime_checkable
class Rewriter(Protocol):
    """Invents another value of the same type and length. May raise; the caller then falls back."""

    def rewrite(self, text: str, type: str) -> str: ...


RewriterLike = Rewriter | Callable[[str, str], str]
"""A rewriter, or a plain function of (text, type)."""


def rewrite_prompt() -> str:
    """The template of the question to a model, with $text, $type and $length to fill in.

    Filled in it holds a private value: for models on this machine only. ``models.ModelRewriter`` takes it.
    """
    return resources.files("tactful.protect").joinpath("prompts", REWRITE_PROMPT).read_text(encoding="utf-8")


def as_function(rewriter: RewriterLike | None) -> Callable[[str, str], str] | None:
    """A rewriter of either form as a function."""
    if rewriter is None or not isinstance(rewriter, Rewriter):
        return rewriter
    return rewriter.rewrite


class ReplaceLLM(TextOperator):
    """Leaks the length of a value, which values are equal, and what the model lets through.

    An answer counts if it has the same length, neither contains the original nor stands in it, differs in
    more than case and width, keeps no name-like word of a name, is the name of no other value, and can be
    drawn. Otherwise it is asked for twice more; then ``replace`` does the work, and the note says so.
    Entities inside the text keep the names that they have elsewhere: the model rewrites what is around.
    """

    name = "replace_llm"
    leaks = "the length of a value, which values are equal, and what the model lets through"
    needs_text = True
    needs_rewriter = True

    def say(self, passage: Passage, tools: Tools) -> Shown:
        """The vault's rewriting of the passage, made now if the entity is new."""
        if any(part.show is not None for part in passage.inner):
            # Part of the text may not even show its shape, so there is no whole name to keep.
            return Shown(
                tools.vault.pseudonym(passage.text, passage.type, passage.inner), "replaced by shape"
            )

        def make() -> str | None:
            return _compose(passage, tools)

        shown, note = tools.vault.rewritten(passage.text, passage.type, make, passage.inner)
        return Shown(shown, note)


def accepted(original: str, answer: str, type: str = "text") -> bool:
    """Whether ``answer`` may stand for ``original``: the check described at ``ReplaceLLM``."""
    if (
        len(answer) != len(original)
        or not answer.strip()
        or any(classify(c).script == "dropped" for c in answer)
    ):
        return False
    old, new = normal(original), normal(answer)
    if old in new or new in old or len(answer.splitlines()) != len(original.splitlines()):
        return False
    if type in NAME_TYPES:
        kept = {word.key for word in words(compose(original))} & {word.key for word in words(compose(answer))}
        # The last label of an address or URL ("com") names nobody.
        if kept - ({original.rsplit(".", 1)[-1].casefold()} if type in ("email", "url") else set()):
            return False
    return True


def _compose(passage: Passage, tools: Tools) -> str | None:
    """The whole text with its free pieces rewritten one by one; None where a piece could not be."""
    text = trim(compose(passage.text), passage.type).core
    fixed = _fixed(text, passage, tools)
    pieces: dict[int, tuple[int, str]] = {start: (end, name) for start, end, name in fixed}
    for start, end in _gaps(len(text), [(start, end) for start, end, _ in fixed]):
        piece = text[start:end]
        if any(kind.word for kind in classes(piece)):
            name = _ask(piece, passage.type, tools)
            if name is None:
                return None
            piece = name
        pieces[start] = (end, piece)
    return "".join(name for _, (_, name) in sorted(pieces.items()))


def _gaps(length: int, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges of ``range(length)`` that ``taken`` (sorted, disjoint) leaves over."""
    out, at = [], 0
    for start, end in (*taken, (length, length)):
        if start > at:
            out.append((at, start))
        at = end
    return out


def _fixed(text: str, passage: Passage, tools: Tools) -> list[tuple[int, int, str]]:
    """The pieces of ``text`` that already have a name: inner entities, and words of names."""
    places = [i for i, kind in enumerate(classes(text)) if kind.replaced]
    pieces: list[tuple[int, int, str]] = []
    taken: set[int] = set()

    def take(start: int, end: int, name: str) -> None:
        if not taken & set(range(start, end)):
            taken.update(range(start, end))
            pieces.append((start, end, name))

    for part in sorted(passage.inner, key=lambda p: -len(p.text)):
        for first, last in occurrences(text, trim(compose(part.text), part.type).core):
            if last - first < len(places):
                take(places[first], places[last - 1] + 1, _name(part, tools))
    if passage.type in NAME_TYPES:
        for word in words(text):
            known = tools.vault.word_name(word.key)
            if known is not None:
                take(word.start, word.end, known if text[word.start].isupper() else known.lower())
    return sorted(pieces)


def _name(part: Inner, tools: Tools) -> str:
    core = trim(compose(part.text), part.type).core

    def make() -> str | None:
        return _ask(core, part.type, tools)

    return tools.vault.rewritten(core, part.type, make)[0]


def _ask(piece: str, type: str, tools: Tools) -> str | None:
    """An accepted rewriting of ``piece``, or None after the retries."""
    if tools.rewrite is None:
        raise ProtectionError("the operator 'replace_llm' needs a rewriter")
    core = piece.strip()
    lead = piece[: len(piece) - len(piece.lstrip())]
    for _ in range(1 + RETRIES):
        try:
            answer = compose(tools.rewrite(core, type)).strip()
        except (MissingExtraError, InputError):
            raise  # a mistake of set-up: no value would ever get an answer
        except Exception:
            # An endpoint that fails is one that did not answer: falling back is safe, and noted.
            continue
        if accepted(core, answer, type) and not tools.vault.known(answer) and _drawable(answer):
            return lead + answer + piece[len(lead) + len(core) :]
    return None


def _drawable(text: str) -> bool:
    try:
        fonts.runs(text)
    except FontError:
        return False
    return True
