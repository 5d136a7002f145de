"""Plain text protected the way screens are: for tool outputs and prompts that go along with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tactful.errors import ProtectionError
from tactful.protect.entities import trim
from tactful.protect.matching import strong
from tactful.protect.operators import get_operator
from tactful.protect.operators.base import Passage, TextOperator, Tools
from tactful.protect.operators.replace_llm import RewriterLike, as_function
from tactful.protect.vault import Vault


class Span(NamedTuple):
    """``text[start:end]`` is a value of this type."""

    start: int
    end: int
    type: str = "text"


def protect_text(
    text: str,
    spans: Iterable[Span | tuple[int, int, str]],
    vault: Vault,
    *,
    operator: str = "replace",
    rewriter: RewriterLike | None = None,
) -> str:
    """``text`` with every span replaced, so that ``restore`` gives ``text`` again.

    ``operator``: ``replace``, ``replace_llm`` (with a ``rewriter``) or ``fixed``. A value so short that its
    pseudonym could be any word or number of the text gets a typed placeholder instead. Spans begin and end
    where words do. The values are registered in the order of the text; what stands between is noted as
    readable, so that a placeholder that also occurs there is refused when it comes back. Punctuation at the
    edges of a span is not part of a value. A typed placeholder gives back the form that a value had first,
    where it has several.
    ``ProtectionError`` for spans that overlap or lie outside the text, and for an operator that writes none.
    """
    chosen = get_operator(operator)
    if not isinstance(chosen, TextOperator):
        raise ProtectionError(f"the operator '{operator}' writes no text")
    ordered = sorted(Span(*span) for span in spans)
    edges = [0, *(edge for span in ordered for edge in span[:2]), len(text)]
    if edges != sorted(edges):
        raise ProtectionError("spans overlap or lie outside the text")
    ordered = [_trimmed(text, span) for span in ordered]
    tools = Tools(vault, as_function(rewriter))
    vault.reserve((text[span.start : span.end], span.type) for span in ordered)
    out, at = [], 0
    for span in ordered:
        value = text[span.start : span.end]
        out += [text[at : span.start], _shown(value, span.type, chosen, tools) if value.strip() else value]
        at = span.end
    out.append(text[at:])
    vault.expose(out[::2])
    return "".join(out)


def _shown(value: str, type: str, chosen: TextOperator, tools: Tools) -> str:
    shown = chosen.say(Passage(value, type), tools).text
    if strong(shown) or shown == value:
        return shown
    return tools.vault.placeholder(value, type)


def _trimmed(text: str, span: Span) -> Span:
    lead, core, _ = trim(text[span.start : span.end], span.type)
    return Span(span.start + len(lead), span.start + len(lead) + len(core), span.type)
