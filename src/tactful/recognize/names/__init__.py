"""Name recognizers: people, organisations, schools, jobs and places, from lists, shapes and context.

Without a model: a trained classifier may take their place behind the same interface.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tactful.recognize.view import Recognizer

__all__ = ["name_recognizers"]


def name_recognizers() -> tuple[Recognizer, ...]:
    """People in Latin and Cyrillic letters, people in CJK scripts, and what belongs to people."""
    from tactful.recognize.names.cjk import CJK
    from tactful.recognize.names.latin import LATIN
    from tactful.recognize.names.organisations import ORGANISATIONS

    return LATIN, CJK, ORGANISATIONS
