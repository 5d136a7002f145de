"""What was typed, with its truth: who types a known number types that number."""

from __future__ import annotations

from tactful.world.session.store import Store
from tactful.world.values import Value, sentence

_INSIDE = frozenset(
    (
        "person", "username", "account", "id_number", "birthdate", "otp", "secret", "email", "phone",
        "address", "card", "bank", "plate", "ip", "mac", "device_id", "coordinates", "amount",
    )
)  # fmt: skip
"""Types that are looked for inside longer texts."""
_SHORTEST = 4


class Known:
    """The private values of a store by their text."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version = -1
        self._by_text: dict[str, list[Value]] = {}
        self._inside: list[Value] = []

    def typed(self, text: str, type: str, place: str) -> Value:
        """The value of a typed text; known texts keep their entity. ``place``: app/field."""
        if type in ("ui", "text"):
            return Value(text, type, "", public=True)
        self._fill()
        found = self._by_text.get(text.strip())
        if found:
            same = [v for v in found if v.type == type]
            return Value(text, type, (same or found)[0].entity)
        parts = self._parts(text)
        return sentence(parts, type, f"typed/{place}") if parts else Value(text, type, f"typed/{place}")

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
