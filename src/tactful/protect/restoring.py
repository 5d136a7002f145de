"""Real values back into what the agent says: text, JSON tool calls, and action code.

A value is data, whatever it holds: JSON and Python are parsed, and only the insides of their strings change,
each string by what it holds itself (JSON in JSON, code in a tool call). Other text gets a value only where it
is plain data there (``destinations.limits``), or where the destination is known to be typed text. The rest is
refused. What is parsed is bounded by the length of the answer, so that none takes more than linear time.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from tactful.errors import RestoreError
from tactful.protect.destinations import (
    HOLE,
    ROUTES,
    Destination,
    Route,
    Way,
    has_url,
    in_command,
    in_url,
    kind_of,
    limits,
    quoted,
    surroundings,
)
from tactful.protect.matching import Match, Matcher
from tactful.protect.parsing import Literal, balanced, literals_of, named, names_of, tree_of
from tactful.protect.vault import Vault

T = TypeVar("T")

_MATCHERS: WeakKeyDictionary[Vault, tuple[int, Matcher]] = WeakKeyDictionary()
_FENCE = re.compile(r"```([^\n`]*)\n(.*?)(?:```|\Z)", re.DOTALL)
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_COLON = re.compile(r"\s*:")
_LINE_END = re.compile(rb"(?<=\n)|(?<=\r)(?!\n)")
_CODE_SHAPES = ast.Call, ast.Dict, ast.List, ast.Tuple, ast.Assign
_NAMING = ast.Assign, ast.AugAssign, ast.NamedExpr, ast.FunctionDef, ast.Lambda, ast.For, ast.comprehension
_PLAIN = frozenset({"", "text", "txt", "plaintext", "markdown", "md"})
_DEPTH = 16
_EFFORT = 16
"""How often, at most, each letter of an answer is handed to a parser."""


def restore(
    answer: T,
    vault: Vault,
    destination: Destination = Destination(),  # noqa: B008 - frozen
    routes: Sequence[Route] = ROUTES,
    *,
    used: set[str] | None = None,
) -> T:
    """The agent's answer with real values in the place of placeholders.

    ``answer``: a string (prose, JSON, Python code, or prose with either inside), or a dict, list or tuple of
    them, such as a tool call; keys, numbers and other values are left as they are. Nothing is put back twice.
    ``destination`` says where the answer goes, where that is known; ``routes`` what may go where. ``used``
    gets the values that were put back. Raises ``RestoreError`` for a value that may not go where it stands or
    cannot be written there as data, and ``AmbiguousPlaceholderError`` for a placeholder that could stand for
    two values; the messages name types, places and placeholders, no values.
    """
    way = Way(destination).into(tool=destination.tool, argument=destination.argument)
    task = _Restoring(_matcher_of(vault), routes, set() if used is None else used)
    try:
        return task.any(answer, way)  # type: ignore[no-any-return]
    except RecursionError:
        raise RestoreError("the answer is too deeply nested to be understood") from None


def _matcher_of(vault: Vault) -> Matcher:
    """The matcher of all that the vault has shown; kept until the vault changes."""
    kept = _MATCHERS.get(vault)
    if kept is None or kept[0] != vault.version:
        kept = (vault.version, Matcher(vault.entries(), vault.exposed()))
        _MATCHERS[vault] = kept
    return kept[1]


class _Piece(NamedTuple):
    """A part of a text that is read by itself (a fenced block, JSON, or a call), and what it became."""

    start: int
    end: int
    real: str
    type: str | None = None


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with its keys in order, double ones too."""


class _Restoring:
    """One answer on its way."""

    def __init__(self, matcher: Matcher, routes: Sequence[Route], used: set[str]) -> None:
        self.matcher, self.routes, self.used = matcher, routes, used
        self.effort = 0

    def any(self, answer: Any, way: Way) -> Any:
        if isinstance(answer, str):
            self.effort = _EFFORT * len(answer) + 1000
            return self.string(answer, way, 0)
        if isinstance(answer, dict):
            way = named(answer.items(), way)
            return {key: self.any(value, way.into(argument=str(key))) for key, value in answer.items()}
        if isinstance(answer, list):
            return [self.any(value, way) for value in answer]
        if type(answer) is tuple:
            return tuple(self.any(value, way) for value in answer)
        return answer

    def string(self, text: str, way: Way, depth: int) -> str:
        """One string, by its form: JSON, code, or text with pieces of both."""
        matches = self.matcher.find(text)
        if not matches and "\\" not in text:
            return text
        if (document := self.json(text, way, depth)) is not None:
            return document
        if way.kind == "shell":
            return self.command(text, matches, way)
        if (code := self.python(text, way, depth)) is not None:
            return code
        if way.kind == "code" and matches:
            whole = text.strip() == text[matches[0].start : matches[0].end]
            if not (whole and matches[0].real.isalnum()):
                raise _refused(matches[0].type, way, "in code that is not Python or JSON")
        return self.text(text, matches, way, depth)

    def text(self, text: str, matches: list[Match], way: Way, depth: int) -> str:
        """Words with placeholders, and with pieces of JSON and code where ``depth`` allows."""
        pieces = list(self.pieces(text, way, depth + 1)) if depth < _DEPTH else []
        parts = _merged(matches, pieces)
        plain, at = text.replace(HOLE, "\ufffd"), 0
        chunks: list[str] = []
        for part in parts:
            chunks += [plain[at : part.start], HOLE]
            at = part.end
        masked = "".join([*chunks, plain[at:]])
        around = surroundings(masked, [part.type if isinstance(part, Match) else None for part in parts])
        held = [(limits(line), line) for line in masked.splitlines(keepends=True) if HOLE in line]
        lines = (marks for marks, line in held for _ in range(line.count(HOLE)))
        out, at = [], 0
        for part, (place, url), marks in zip(parts, around, lines, strict=True):
            if isinstance(part, Match):
                fill = self.value(part, way, (place, url), marks, masked.strip() == HOLE)
            elif place and part.type is not None:
                raise _refused(part.type, way, f"in {_PLACES[place]}")
            else:
                fill = part.real
            out += [text[at : part.start], fill]
            at = part.end
        return "".join([*out, text[at:]])

    def value(
        self, match: Match, way: Way, around: tuple[str, str], marks: list[re.Pattern[str]], whole: bool
    ) -> str:
        """What stands for one placeholder of a text; ``whole``: it is all of the text."""
        place, url = around
        real = match.real
        if place == "markup":
            raise _refused(match.type, way, f"in {_PLACES[place]}")
        if place == "url" or (way.kind == "url" and not (whole and match.type == "url")):
            encoded = in_url(real, url, match.type, way.to, self.routes)
            if encoded is None:
                raise _refused(match.type, way, "in a URL")
            real = encoded
        else:
            self.allow(match.type, way, way.place)
            whole = whole and way.kind != "any"
            if way.kind != "text" and not whole and any(mark.search(real) for mark in marks):
                raise _refused(match.type, way, "in text that might be code; name the destination")
        self.used.add(match.real)
        return real

    def command(self, text: str, matches: list[Match], way: Way) -> str:
        """A shell command, every word of it quoted."""
        masked, at = [], 0
        for match in matches:
            self.allow(match.type, way, "shell")
            masked += [text[at : match.start], HOLE]
            at = match.end
        filled = in_command("".join([*masked, text[at:]]), [match.real for match in matches])
        if matches and filled is None:
            raise _refused(matches[0].type, way, "in a command that does more than run one program")
        self.used.update(match.real for match in matches)
        return text if filled is None else filled

    def allow(self, type: str, way: Way, place: str) -> None:
        """Refuse what no route lets through."""
        if not any(route.fits(place, type, way.to) for route in self.routes):
            raise _refused(type, way, f"in {_PLACES[place]}")

    # ---- JSON ----

    def json(self, text: str, way: Way, depth: int) -> str | None:
        """Valid JSON with the strings that are values restored, every other character as it was."""
        if depth >= _DEPTH or text.strip()[:1] not in ("{", "[") or not self.afford(text):
            return None
        try:
            data = json.loads(text, strict=False, object_pairs_hook=_Pairs)
        except (ValueError, RecursionError):
            return None
        values = iter(self.values(data, way.understood(), depth, []))

        def put(match: re.Match[str]) -> str:
            if _COLON.match(text, match.end()):
                return match[0]  # a key
            before, after = next(values)
            return match[0] if before == after else quoted(after)

        return _JSON_STRING.sub(put, text)

    def values(self, data: Any, way: Way, depth: int, out: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """All strings of a document that are values, in its order: (as it was, restored)."""
        if isinstance(data, str):
            out.append((data, self.string(data, way, depth + 1)))
        elif isinstance(data, _Pairs):
            way = named(data, way)
            for key, value in data:
                self.values(value, way.into(argument=key), depth, out)
        elif isinstance(data, list):
            for value in data:
                self.values(value, way, depth, out)
        return out

    # ---- Python ----

    def python(self, code: str, way: Way, depth: int) -> str | None:
        """Python code with its string literals restored; None where it is none, or has no literal.

        Without a literal, ``type(EMAIL_K7RM4X)`` is read as text. Literals are refused where the code also
        speaks to a shell or the network, and where another literal that they can be joined to is a URL.
        """
        if depth >= _DEPTH or not any(mark in code for mark in "([{=") or not self.afford(code):
            return None
        tree = tree_of(code)
        nodes = [] if tree is None else list(ast.walk(tree))
        if tree is None or not any(isinstance(node, _CODE_SHAPES) for node in nodes):
            return None
        if any(isinstance(node, ast.AnnAssign) for node in tree.body):
            return None  # more likely YAML, or a URL: javascript:f("...")
        names = kind_of(" ".join(names_of(tree)))
        way = replace(way.understood().at_least(names if names in ("url", "shell") else ""), place="code")
        literals = literals_of(tree, way)
        if not literals:
            return None
        raw = code.encode()
        starts = list(accumulate((len(line) for line in _LINE_END.split(raw)), initial=0))
        links = [has_url(literal.said) for literal in literals]
        if any(isinstance(node, _NAMING) for node in nodes):
            literals = [each._replace(statement=0) for each in literals]
        linked = Counter(each.statement for each, link in zip(literals, links, strict=True) if link)
        changes: list[tuple[int, int, bytes]] = []
        for each, link in zip(literals, links, strict=True):
            node, way = each.node, each.way.at_least("url" if linked[each.statement] > link else "")
            new = self.literal(each, way, depth + 1)
            if new is not None:
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
                changes.append((begin, end, new.encode()))
        out, at = [], 0
        for begin, end, source in sorted(changes):
            out += [raw[at:begin], source]
            at = end
        return b"".join([*out, raw[at:]]).decode()

    def literal(self, literal: Literal, way: Way, depth: int) -> str | None:
        """The new source of a literal, or None where nothing in it changes."""
        said = [part.value if isinstance(part, ast.Constant) else None for part in literal.parts]
        new = [None if text is None else self.string(str(text), way, depth) for text in said]
        if new == said:
            return None
        return " ".join(
            ast.unparse(ast.JoinedStr([part])) if text is None else quoted(text)
            for part, text in zip(literal.parts, new, strict=True)
        )

    # ---- pieces of a text ----

    def pieces(self, text: str, way: Way, depth: int) -> Iterator[_Piece]:
        """Fenced blocks, and JSON and calls between them, each restored by itself."""
        at = 0
        for fence in _FENCE.finditer(text):
            yield from self.brackets(text, at, fence.start(), way, depth)
            language, at = fence[1].strip().lower(), fence.end()
            inside = way if way.kind else way.at_least("any")
            if language not in _PLAIN:
                inside = way.at_least("shell" if kind_of(language) == "shell" else "code")
            yield _piece(*fence.span(2), fence[2], self.string(fence[2], inside, depth))
        yield from self.brackets(text, at, len(text), way, depth)

    def brackets(self, text: str, start: int, end: int, way: Way, depth: int) -> Iterator[_Piece]:
        """The outermost JSON values and calls of ``text[start:end]``."""
        at = start
        for first, last in balanced(text, start, end):
            if first >= at:
                inside = text[first:last]
                found = self.json(inside, way, depth)
                found = self.python(inside, way, depth) if found is None else found
                if found is not None:
                    yield _piece(first, last, inside, found)
                    at = last

    def afford(self, text: str) -> bool:
        """Whether ``text`` may still be handed to a parser."""
        self.effort -= len(text)
        return self.effort >= 0


def _piece(start: int, end: int, before: str, after: str) -> _Piece:
    return _Piece(start, end, after, None if before == after else "text")


def _merged(matches: list[Match], pieces: list[_Piece]) -> list[Match | _Piece]:
    """Pieces, and the matches outside them, in the order of the text."""
    out: list[Match | _Piece] = []
    rest = iter(pieces)
    piece = next(rest, None)
    for match in matches:
        while piece is not None and piece.end <= match.start:
            out.append(piece)
            piece = next(rest, None)
        if piece is None or match.end <= piece.start:
            out.append(match)
    return [*out, *([] if piece is None else [piece]), *rest]


_PLACES = {
    "text": "text",
    "code": "a string of code",
    "url": "a URL",
    "shell": "a shell command",
    "markup": "an HTML tag",
}


def _refused(type: str, way: Way, where: str) -> RestoreError:
    names = [f"{n} {v!r}" for n, v in (("tool", way.to.tool), ("argument", way.to.argument)) if v]
    told = f" ({', '.join(names)})" if names else ""
    return RestoreError(f"a value of type {type!r} is not put back {where}{told}")
