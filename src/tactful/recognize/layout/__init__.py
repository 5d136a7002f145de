"""What a text unit means from its neighbours: place on the screen, rows, columns, labels, screen kinds."""

from __future__ import annotations

from tactful.recognize.layout.recognizer import LayoutRecognizer
from tactful.recognize.view import Recognizer

__all__ = ["LayoutRecognizer", "layout_recognizers"]


def layout_recognizers() -> tuple[Recognizer, ...]:
    """The recognizers of this part; one, which arbitrates between all layout rules."""
    return (LayoutRecognizer(),)
