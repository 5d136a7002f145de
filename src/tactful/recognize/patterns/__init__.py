"""Pattern recognizers: values that their own form gives away, with the words beside them as context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactful.recognize.patterns.scan import Folded, normalise

if TYPE_CHECKING:
    from tactful.recognize.view import Recognizer

__all__ = ["Folded", "normalise", "pattern_recognizers"]


def pattern_recognizers() -> tuple[Recognizer, ...]:
    """One recognizer a family, in no order that matters: findings of several may overlap."""
    from tactful.recognize.patterns.addresses import ADDRESSES
    from tactful.recognize.patterns.amounts import AMOUNTS
    from tactful.recognize.patterns.cards import CARDS
    from tactful.recognize.patterns.coordinates import POSITIONS
    from tactful.recognize.patterns.dates import DATES
    from tactful.recognize.patterns.emails import EMAILS
    from tactful.recognize.patterns.files import FILES
    from tactful.recognize.patterns.ids import IDS
    from tactful.recognize.patterns.joined import JOINED
    from tactful.recognize.patterns.network import NETWORK
    from tactful.recognize.patterns.otp import CODES
    from tactful.recognize.patterns.phones import PHONES
    from tactful.recognize.patterns.presidio import PRESIDIO
    from tactful.recognize.patterns.secrets import SECRETS
    from tactful.recognize.patterns.sensitive import SENSITIVE
    from tactful.recognize.patterns.terminals import TERMINALS
    from tactful.recognize.patterns.urls import URLS

    return (
        EMAILS,
        PHONES,
        CARDS,
        IDS,
        PRESIDIO,
        NETWORK,
        POSITIONS,
        SECRETS,
        CODES,
        FILES,
        TERMINALS,
        URLS,
        DATES,
        AMOUNTS,
        ADDRESSES,
        SENSITIVE,
        JOINED,
    )
