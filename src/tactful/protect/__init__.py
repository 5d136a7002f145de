"""Protection: labelled regions become a screen that is safe to send, and its receipt."""

from __future__ import annotations

from tactful.protect.operators import OPERATORS, get_operator
from tactful.protect.paint import protect_screen, reserve
from tactful.protect.policy import PRESETS, Policy, Rule, get_policy, load_policy, preset, staircase
from tactful.protect.restore import restore, restore_code, restore_json, restore_text
from tactful.protect.rewriter import Rewriter, rewrite_prompt
from tactful.protect.text import Span, protect_text
from tactful.protect.vault import Vault

__all__ = [
    "OPERATORS",
    "PRESETS",
    "Policy",
    "Rewriter",
    "Rule",
    "Span",
    "Vault",
    "get_operator",
    "get_policy",
    "load_policy",
    "preset",
    "protect_screen",
    "protect_text",
    "reserve",
    "restore",
    "restore_code",
    "restore_json",
    "restore_text",
    "rewrite_prompt",
    "staircase",
]
