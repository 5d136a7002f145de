"""What was typed, with its truth: who types a known number types that number."""

from __future__ import annotations

from tactful.world.session.store import Store
from tactful.world.values import TYPES, WORDLESS, Value, sentence, severity

_INSIDE = frozenset(
    (
        "person", "username", "account", "id_number", "birthdate", "otp", "secret", "email", "phone",
        "address", "card", "bank", "plate", "ip", "mac", "device_id", "coordinates", "amount",
    )
)  # fmt: skip
"""Types that are looked for inside longer texts."""
_SHORTEST = 4
_DISTINCTIVE = 3
"""How long a text is at least that says more than the field it is typed into: a 2 is a quantity there."""


class Known:
    """The private values of a store by their text."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version = -1
        self._by_text: dict[str, list[Value]] = {}
        self._inside: list[Value] = []

    def typed(self, text: str, type: str, place: str) -> Value:
        """The value of a typed text; a known text keeps its entity, and its type where that is riskier than
        the field's. ``place``: app/field."""
        self._fill()
        known = self._by_text.get(text.strip())
        if known:
            return self._same(text, type, known)
        parts = self._parts(text)
        if type in WORDLESS:
            return sentence(parts, type, "", public=True) if parts else Value(text, type, "", public=True)
        return sentence(parts, type, f"typed/{place}") if parts else Value(text, type, f"typed/{place}")

    def _same(self, text: str, type: str, known: list[Value]) -> Value:
        """A known text with the more severe of two labels: the field's, and that of what it is."""
        fits = [value for value in known if value.type == type]
        worst = (fits or sorted(known, key=lambda value: severity(value.label)))[0]
        distinctive = len(text.strip()) >= _DISTINCTIVE
        if type in WORDLESS:
            return (
                Value(text, worst.type, worst.entity) if distinctive else Value(text, type, "", public=True)
            )
        riskier = distinctive and severity(worst.label) < severity(TYPES[type])
        return Value(text, worst.type if riskier else type, worst.entity)

    def _parts(self, text: str) -> tuple[str | Value, ...]:
        """The text with the known values inside it; empty where there are none."""
        taken: list[tuple[int, int, Value]] = []
        for value in self._inside:
            at = text.find(value.text)
            if at >= 0 and all(at >= end or at + len(value.text) <= start for start, end, _ in taken):
                taken.append((at, at + len(value.text), value))
        parts: list[str | Value] = []
        last = 0
        for start, end, value in sorted(taken, key=lambda hit: hit[0]):
            parts += [text[last:start], value]
            last = end
        return tuple(part for part in (*parts, text[last:]) if str(part)) if taken else ()

    def _fill(self) -> None:
        if self._version == self._store.version:
            return
        self._version, self._by_text = self._store.version, {}
        for value in self._store.values():
            self._take(value)
        inside = [vs[0] for text, vs in self._by_text.items() if len(text) >= _SHORTEST]
        self._inside = sorted((v for v in inside if v.type in _INSIDE), key=lambda v: (-len(v.text), v.text))

    def _take(self, value: Value) -> None:
        if not value.public and value.text and value.type not in ("ui", "text"):
            known = self._by_text.setdefault(value.text, [])
            # What was typed and saved before is known only as far as it was known then.
            if value.entity and value.entity not in {v.entity for v in known}:
                known.append(value)
        for part in value.parts:
            if isinstance(part, Value):
                self._take(part)
