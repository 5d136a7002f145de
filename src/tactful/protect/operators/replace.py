"""``replace``: other characters of the same classes, one pseudonym an entity (GUIGuard-Bench, F.3)."""

from __future__ import annotations

from tactful.protect.operators.base import Passage, Shown, TextOperator, Tools


class Replace(TextOperator):
    """Leaks the shape of a value (length, character classes, punctuation) and which values are equal.

    The pseudonym comes from the vault's session key and the order of first appearance.
    """

    name = "replace"
    leaks = "the length, character classes and punctuation of a value, and which values are equal"
    needs_text = True
    needs_rewriter = False

    def say(self, passage: Passage, tools: Tools) -> Shown:
        """The vault's pseudonym, with those of inner entities inside it."""
        return Shown(tools.vault.pseudonym(passage.text, passage.type, passage.inner))
