"""Real values back into what the agent says: text, JSON tool calls, and action code.

Text is read as a person would; JSON keeps its keys and its form; in Python code only the insides of string
literals change, and stay valid whatever quotes, backslashes or line breaks the values hold. What a string
is, is seen from its form, so that a reply of prose with a JSON call or ``agent.type("...")`` in it, fenced
or not, is restored piece by piece.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from tactful.protect.matching import Matcher
from tactful.protect.vault import Vault

T = TypeVar("T")

_MATCHERS: WeakKeyDictionary[Vault, tuple[int, Matcher]] = WeakKeyDictionary()
_FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_CALL = re.compile(r"[A-Za-z_][\w.]*\(")
_COLON = re.compile(r"\s*:")
_LINE_END = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")
_DEPTH = 64


def restore(answer: T, vault: Vault) -> T:
    """The agent's answer with real values in the place of placeholders.

    ``answer``: a string (prose, JSON, Python code, or prose with either inside), or a dict, list or tuple of
    them, such as a tool call; keys, numbers and other values are left as they are. Nothing is put back twice.
    Raises ``AmbiguousPlaceholderError`` for a placeholder that could stand for two values; its message names
    the placeholder and not the values.
    """
    return _any(answer, _matcher_of(vault), 0)  # type: ignore[no-any-return]


def restore_text(text: str, vault: Vault) -> str:
    """Prose alone: no JSON or code is looked for, so values go in as they are."""
    return _matcher_of(vault).restore(text)


def restore_json(text: str, vault: Vault) -> str:
    """A JSON document; ``ValueError`` if it is none."""
    json.loads(text)
    return _json(text, _matcher_of(vault), 0)


def restore_code(code: str, vault: Vault) -> str:
    """Python code: only string literals change. ``ValueError`` (without the code) if it does not parse."""
    restored = _code(code, _matcher_of(vault))
    if restored is None:
        raise ValueError("not Python code")
    return restored


def _matcher_of(vault: Vault) -> Matcher:
    """The matcher of all that the vault has shown; kept until the vault changes."""
    kept = _MATCHERS.get(vault)
    if kept is None or kept[0] != vault.version:
        kept = (vault.version, Matcher(vault.entries(), vault.exposed()))
        _MATCHERS[vault] = kept
    return kept[1]


def _any(answer: Any, matcher: Matcher, depth: int) -> Any:
    if isinstance(answer, str):
        return _string(answer, matcher, depth)
    if isinstance(answer, dict):
        return {key: _any(value, matcher, depth) for key, value in answer.items()}
    if isinstance(answer, list):
        return [_any(value, matcher, depth) for value in answer]
    if type(answer) is tuple:
        return tuple(_any(value, matcher, depth) for value in answer)
    return answer


def _string(text: str, matcher: Matcher, depth: int) -> str:
    """One string, by its form: JSON, code, or prose with pieces of both."""
    if depth < _DEPTH and _is_json(text):
        return _json(text, matcher, depth + 1)
    if _is_code(text):
        return _code(text, matcher) or text
    out, at = [], 0
    for start, end, kind in _pieces(text):
        out.append(matcher.restore(text[at:start]))
        piece = text[start:end]
        out.append(_json(piece, matcher, depth + 1) if kind == "json" else _code(piece, matcher) or piece)
        at = end
    if not at:
        return matcher.restore(text)
    return "".join([*out, matcher.restore(text[at:])])


def _json(text: str, matcher: Matcher, depth: int) -> str:
    """Valid JSON with the strings that are values restored, every other character as it was."""

    def put(match: re.Match[str]) -> str:
        if _COLON.match(text, match.end()):
            return match[0]  # a key
        value = json.loads(match[0], strict=False)
        restored = _string(value, matcher, depth)
        return match[0] if restored == value else json.dumps(restored, ensure_ascii="\\u" in match[0])

    return _JSON_STRING.sub(put, text)


def _is_json(text: str) -> bool:
    if text.strip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _is_code(text: str) -> bool:
    """Python with a call and a string literal; without a literal, ``type(EMAIL_1)`` is read as prose."""
    if _CALL.search(text) is None:
        return False
    tree = _tree(text)
    return tree is not None and next(_literals(tree), None) is not None


def _tree(code: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of odd escapes in the agent's words
        try:
            return ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _code(code: str, matcher: Matcher) -> str | None:
    """Python code with its string literals restored; None where it is not Python."""
    tree = _tree(code)
    if tree is None:
        return None
    lines = _LINE_END.split(code)
    changes: list[tuple[int, int, str]] = []
    for node in _literals(tree):
        literal = _literal(node, code, matcher)
        if literal is not None and node.end_lineno is not None and node.end_col_offset is not None:
            start = _offset(lines, node.lineno, node.col_offset)
            changes.append((start, _offset(lines, node.end_lineno, node.end_col_offset), literal))
    for start, end, literal in sorted(changes, reverse=True):
        code = code[:start] + literal + code[end:]
    return code


def _literals(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """String literals, an f-string as a whole."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr) or (
            isinstance(child, ast.Constant) and isinstance(child.value, str)
        ):
            yield child
        else:
            yield from _literals(child)


def _literal(node: ast.Constant | ast.JoinedStr, code: str, matcher: Matcher) -> str | None:
    """The new source of a literal, or None where nothing in it changes."""
    if isinstance(node, ast.JoinedStr):
        before = ast.unparse(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                part.value = matcher.restore(part.value)
        after = ast.unparse(node)
        return None if before == after else after
    value = str(node.value)
    restored = matcher.restore(value)
    if restored == value:
        return None
    source = ast.get_source_segment(code, node) or ""
    quote = '"' if source.lstrip("rRuUbB(").startswith('"') else "'"
    return quote + "".join(_escaped(ch, quote) for ch in restored) + quote


def _escaped(ch: str, quote: str) -> str:
    if ch in ("\\", quote):
        return "\\" + ch
    if ch.isprintable():
        return ch
    return repr(ch)[1:-1]


def _offset(lines: list[str], line: int, column: int) -> int:
    """The character index of a place that ``ast`` gives as a line and a UTF-8 column."""
    before = sum(len(text) for text in lines[: line - 1])
    return before + len(lines[line - 1].encode()[:column].decode())


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """JSON values and Python calls inside prose, in fences or not: (start, end, "json" or "code")."""
    at = 0
    decoder = json.JSONDecoder(strict=False)
    for match in re.finditer(r"```[^\n`]*\n|[{\[]|[A-Za-z_][\w.]*\(", text):
        if match.start() < at:
            continue
        start, kind = match.start(), "code"
        end: int | None = None
        if match[0].startswith("```"):
            fence = _FENCE.match(text, start)
            if fence and _is_code(fence[1]):
                start, end = fence.span(1)
        elif match[0] in "{[":
            try:
                _, end = decoder.raw_decode(text, start)
                kind = "json"
            except (ValueError, RecursionError):
                end = None
        else:
            end = _call_end(text, match.end())
            if end is not None and not _is_code(text[start:end]):
                end = None
        if end is not None:
            yield start, end, kind
            at = end


def _call_end(text: str, at: int) -> int | None:
    """Where the bracket opened before ``at`` is closed, quotes respected."""
    depth, quote = 1, ""
    while at < len(text):
        ch = text[at]
        if quote:
            at += ch == "\\"
            quote = "" if ch == quote else quote
        elif ch in "\"'":
            quote = ch
        elif ch in "([{":
            depth += 1
        elif ch in ")]}":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return None
