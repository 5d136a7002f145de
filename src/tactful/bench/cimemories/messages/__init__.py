"""Writing a message with memories: the memory block, the prompts, and what is in the memory."""

from tactful.bench.cimemories.messages.compositions import KINDS, applies, cells, compose
from tactful.bench.cimemories.messages.memory import RULES, memory_block, memory_lines
from tactful.bench.cimemories.messages.prompts import attribute_list, judge_prompt, message_prompt

__all__ = [
    "KINDS",
    "RULES",
    "applies",
    "attribute_list",
    "cells",
    "compose",
    "judge_prompt",
    "memory_block",
    "memory_lines",
    "message_prompt",
]
