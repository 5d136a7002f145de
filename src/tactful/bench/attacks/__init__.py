"""Attacks on protected pictures: how much of a hidden text can still be recovered, by local means.

They measure the operators that leak by design (mosaic, random blocks); see docs/leakage.md for what each one
assumes that the attacker knows.
"""

from __future__ import annotations

from tactful.bench.attacks.dictionary import DictionaryProbe
from tactful.bench.attacks.probe import DIGIT, Candidates, Finding, OcrProbe, Probe, SharpenProbe

__all__ = ["DIGIT", "Candidates", "DictionaryProbe", "Finding", "OcrProbe", "Probe", "SharpenProbe"]
