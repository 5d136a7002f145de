"""One screen, understood as far as layout goes; every rule reads it and none changes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.recognize.layout.entries import Entry, entries_of
from tactful.recognize.layout.geometry import Page, Spot, page_of
from tactful.recognize.layout.kinds import PUBLIC_KINDS, beliefs
from tactful.recognize.layout.lexicon import Lexicon, Meaning, lexicon
from tactful.recognize.view import OF_PLACE, Finding, ScreenView

# Rules that know a place for what it is; only they may be so sure that other recognizers are not heard.
PLACES = frozenset(
    {
        "status-bar",
        "desktop-bar",
        "menu-bar",
        "launcher-app",
        "launcher-widget",
        "keyboard",
        "navigation",
        "section",
        "sheet-mark",
        "calendar-grid",
        "hour-axis",
        "to-me",
        "vocabulary",
        "fixed-phrase",
        "alarm",
        "recommended",
        "table-header",
    }
)
_REST_CEILING = 0.89


@dataclass(frozen=True, slots=True)
class Scene:
    """The page, the kinds of screen it may be, its list entries, and the words to look things up in."""

    view: ScreenView = field(repr=False)
    page: Page = field(repr=False)
    words: Lexicon = field(repr=False)
    entries: tuple[Entry, ...] = field(repr=False)
    kinds: dict[str, float]

    def belief(self, *kinds: str) -> float:
        """How far this is one of the kinds, 0 to 1."""
        return min(1.0, sum(self.kinds.get(kind, 0.0) for kind in kinds))

    @property
    def public(self) -> float:
        """How far this is a screen of public content."""
        return self.belief(*PUBLIC_KINDS)

    @property
    def kind(self) -> str:
        """The most believed kind, of equals the more private one; "" where none is believed at all."""
        ranks = self.words.kinds
        return max(self.kinds, key=lambda k: (round(self.kinds[k], 2), ranks[k].privacy, k), default="")

    @property
    def privacy(self) -> float:
        """How private a text is that no rule knows, 0 to 1; the unexplained rest counts as middling."""
        known = sum(self.kinds.values())
        rest = 0.4 + 0.05 * min(len(self.entries), 3)
        return sum(b * self.words.kinds[k].privacy for k, b in self.kinds.items()) + (1 - known) * rest

    def say(
        self,
        spot: Spot,
        meaning: Meaning,
        confidence: float,
        rule: str,
        reason: str,
        start: int = 0,
        end: int | None = None,
    ) -> Finding:
        """A finding on the spot's unit, or on a span of its text; ``rule`` names its source."""
        ceiling = 0.99 if rule in PLACES else _REST_CEILING
        return Finding(
            unit=spot.index,
            type=meaning.type,
            risk=meaning.risk,
            category=meaning.category,
            confidence=round(max(0.0, min(confidence, ceiling)), 3),
            reason=reason,
            source=f"layout:{rule}",
            priority=OF_PLACE,
            start=start,
            end=end,
        )


def scene_of(view: ScreenView) -> Scene:
    """Understand a view."""
    page = page_of(view)
    entries = entries_of(page)
    return Scene(view, page, lexicon(), tuple(entries), beliefs(page, entries, view.state))
