from .destinations import ROUTES, Destination, Route
from .operators import OPERATORS, get_operator
from .operators.replace_llm import REWRITE_PROMPT, Rewriter, RewriterLike, rewrite_prompt
from .paint import protect_screen
from .policy.file import load_policy
from .policy.presets import PRESETS, get_policy, preset
from .policy.rules import Policy, Rule
from .policy.staircase import LEVELS, staircase
from .restoring import restore
from .text import Span, protect_text
from .vault import Vault

__all__ = [
    "LEVELS",
    "OPERATORS",
    "PRESETS",
    "REWRITE_PROMPT",
    "ROUTES",
    "Destination",
    "Policy",
    "Rewriter",
    "RewriterLike",
    "Route",
    "Rule",
    "Span",
    "Vault",
    "get_operator",
    "get_policy",
    "load_policy",
    "preset",
    "protect_screen",
    "protect_text",
    "restore",
    "rewrite_prompt",
    "staircase",
]
