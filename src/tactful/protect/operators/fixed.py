"""``fixed``: a typed placeholder such as EMAIL_K7RM4X."""

from __future__ import annotations

from tactful.protect.operators.base import Passage, Shown, TextOperator, Tools
from tactful.protect.shapes import visible


class Fixed(TextOperator):
    """Leaks the type of a value and which values are equal, not even the value's shape."""

    name = "fixed"
    leaks = "the type of a value, and which values are equal"
    needs_text = False
    needs_rewriter = False

    def say(self, passage: Passage, tools: Tools) -> Shown:
        """The type and a code; the type alone for a picture, which has no value to put back."""
        if not visible(passage.text):
            return Shown(passage.type.upper())
        return Shown(tools.vault.placeholder(passage.text, passage.type))
