"""Receipts as JSON and back: what was done to a screen, without private values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tactful.formats.records import plain
from tactful.terms import Box, Category, Receipt, Region, Risk, Treatment


def receipt_to_json(receipt: Receipt) -> dict[str, Any]:
    """``policy``, ``covered``, ``risky`` and ``treatments``, one a region in their order."""
    return {name: plain(getattr(receipt, name)) for name in ("policy", "covered", "risky", "treatments")}


def receipt_from_json(record: Mapping[str, Any], name: str) -> Receipt:
    """The receipt of a screen called ``name``; ``KeyError``, ``ValueError``, ``TypeError`` if it is none."""
    names = [f.name for f in fields(Treatment)]
    treatments = tuple(
        Treatment(**{name: t[name] for name in names} | {"box": Box(*t["box"])} | _labels(t))
        for t in record["treatments"]
    )
    return Receipt(name, record["policy"], treatments, record["covered"], record["risky"])


def regions_from_json(record: Mapping[str, Any]) -> tuple[Region, ...]:
    """The regions that were treated, without their texts: ``boxes`` beside the treatments."""
    names = ("type", "necessary", "confidence", "source")
    return tuple(
        Region(text="", box=Box(*box), **{name: t[name] for name in names} | _labels(t))
        for box, t in zip(record["boxes"], record["treatments"], strict=True)
    )


def _labels(treatment: Mapping[str, Any]) -> dict[str, Any]:
    category = treatment["category"]
    return {
        "risk": Risk(treatment["risk"]),
        "category": None if category is None else Category(category),
    }
