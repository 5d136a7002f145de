"""Receipts as JSON and back: what was done to a screen, without private values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.terms import Box, Category, Receipt, Region, Risk, Treatment


def receipt_to_json(receipt: Receipt) -> dict[str, Any]:
    """``policy``, ``covered``, ``risky`` and ``treatments``, one a region in their order."""
    return {
        "policy": receipt.policy,
        "covered": receipt.covered,
        "risky": receipt.risky,
        "treatments": [
            {
                "box": list(t.box.tuple()),
                "risk": t.risk.value,
                "category": None if t.category is None else t.category.value,
                "type": t.type,
                "necessary": t.necessary,
                "confidence": t.confidence,
                "source": t.source,
                "reason": t.reason,
                "operator": t.operator,
                "rule": t.rule,
                "shown": t.shown,
                "note": t.note,
            }
            for t in receipt.treatments
        ],
    }


def receipt_from_json(record: Mapping[str, Any], name: str) -> Receipt:
    """The receipt of a screen called ``name``; ``KeyError``, ``ValueError``, ``TypeError`` if it is none."""
    treatments = tuple(
        Treatment(
            box=Box(*t["box"]),
            risk=Risk(t["risk"]),
            category=None if t["category"] is None else Category(t["category"]),
            type=t["type"],
            necessary=t["necessary"],
            confidence=t["confidence"],
            source=t["source"],
            reason=t["reason"],
            operator=t["operator"],
            rule=t["rule"],
            shown=t["shown"],
            note=t["note"],
        )
        for t in record["treatments"]
    )
    return Receipt(name, record["policy"], treatments, record["covered"], record["risky"])


def regions_from_json(record: Mapping[str, Any]) -> tuple[Region, ...]:
    """The regions that were treated, without their texts: ``boxes`` beside the treatments."""
    return tuple(
        Region(
            text="",
            box=Box(*box),
            risk=Risk(t["risk"]),
            category=None if t["category"] is None else Category(t["category"]),
            type=t["type"],
            necessary=t["necessary"],
            confidence=t["confidence"],
            source=t["source"],
        )
        for box, t in zip(record["boxes"], record["treatments"], strict=True)
    )
