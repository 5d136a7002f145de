"""What a page's ``data-type`` stands for, unless ``data-risk`` or ``data-category`` say otherwise."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """How a region is labelled: the public type's name, its risk, its category."""

    type: str
    risk: str
    category: str | None


def _labels(risk: str, category: str | None, *types: str) -> dict[str, Label]:
    return {name: Label(name, risk, category) for name in types}


LABELS = {
    **_labels("none", None, "text"),
    **_labels("high", "identity", "person", "username", "account", "id_number", "otp", "secret"),
    **_labels("high", "contact_financial", "email", "phone", "card", "bank", "address"),
    **_labels("high", "behavior_context", "coordinates"),
    **_labels("high", "technical_device", "ip", "mac"),
    **_labels("high", "sensitive_special", "health", "religion", "politics", "face"),
    **_labels("medium", "contact_financial", "company", "education", "job", "amount", "contact"),
    **_labels("medium", "behavior_context", "message", "subject", "preview", "history", "order", "schedule"),
    **_labels("medium", "behavior_context", "time", "date", "search", "location", "note"),
    **_labels("low", "behavior_context", "suggestion", "badge", "file"),
    **_labels("low", "identity", "avatar"),
    **_labels("low", "technical_device", "device"),
    # The clock of the device itself, not the time of an event.
    "clock": Label("time", "low", "technical_device"),
}


def label_of(type_: str, risk: str | None, category: str | None) -> Label:
    """The label of one element; ``KeyError`` for a type that nobody has defined."""
    default = LABELS[type_]
    return Label(default.type, risk or default.risk, category or default.category)
