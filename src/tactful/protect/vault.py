"""The replacement vault: one entity, one pseudonym, across all steps of a run (GUIGuard-Bench, F.2).

A pseudonym is drawn from a random session key and the order in which entities first appear, never from the
value, so that nobody can find the value by trying candidates. What a pseudonym tells: the value's shape
(length, character classes, punctuation) and which values, or name-like words in them, are equal. Two limits:

- a pseudonym is never that of another value, and is not drawn equal to a real value that was seen before,
  unless fewer than 2**20 pseudonyms of its shape exist (a two-digit number): there, avoiding real values
  would tell them, so chance decides;
- name-like words (three letters or more; two in scripts without spaces) of names, addresses, handles and
  URLs share their replacement: "Ann Lee" as "Bqx Tyd" makes ann.lee@x.com start with bqx.tyd.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tactful.errors import VaultError
from tactful.protect import vault_file
from tactful.protect.entities import (
    CASE_TYPES,
    NAME_TYPES,
    Entity,
    Entry,
    Inner,
    NameWord,
    VaultState,
    keys,
    trim,
)
from tactful.protect.shapes import (
    ALPHABETS,
    STOP_WORDS,
    classes,
    compose,
    covered,
    normal,
    occurrences,
    render,
    words,
)

_ATTEMPTS = 256
_EDGES = ".,;:!?()[]{}<>\"'“”‘’«»、。"
_LARGE = 20.0
# Six of the letters and digits that no reader takes for one another, in any case: 25 bits a placeholder.
_CODES, _CODE = "ACEFHKMNPRTXY34679", 6


class Vault:
    """Keeps real values and what stands for them; in memory, unless ``save`` is called.

    ``key``: at least 16 bytes, random if None. Safe to share between threads: call ``reserve`` with the
    values in the order of the run before painting in parallel, so that the order of threads does not matter.
    Hides everything in ``repr`` and refuses to be pickled.
    """

    def __init__(self, key: bytes | None = None) -> None:
        if key is not None and len(key) < 16:
            raise VaultError("a session key has at least 16 bytes")
        self._kept = VaultState(secrets.token_bytes(32) if key is None else bytes(key))
        self._seed = hashlib.sha256(self._kept.key).digest()
        self._lock = threading.RLock()
        self._codes: set[str] = set()
        self._taken: dict[str, int] = {}
        self._word_names: set[str] = set()
        self._reals: set[str] = set()
        self._version = 0
        self._sealer: vault_file.Sealer | None = None

    @property
    def id(self) -> str:
        """Which vault this is, the same before and after a save; says nothing of its key."""
        return hashlib.blake2b(self._kept.key, digest_size=6, person=b"tactful vault").hexdigest()

    def __repr__(self) -> str:
        return f"<Vault of {len(self)} values>"

    def __bool__(self) -> bool:
        """True: a vault without values is still the vault to use."""
        return True

    def __len__(self) -> int:
        return len(self._kept.entities)

    def __reduce__(self) -> str:
        raise VaultError("a vault is not pickled: use save() with a passphrase")

    @property
    def version(self) -> int:
        """A number that grows with every change, so that what was built from the vault can be kept."""
        return self._version

    def reserve(self, values: Iterable[tuple[str, str]]) -> None:
        """Register (text, type) pairs in this order, which fixes their pseudonyms and placeholders."""
        with self._lock:
            for text, type in values:
                self._entity(compose(text), type)

    def register(self, text: str, type: str = "text", inner: Sequence[Inner] = ()) -> None:
        """Register one text, with the entities inside it, without showing anything."""
        with self._lock:
            self._entity(compose(text), type, inner)

    def pseudonym(self, text: str, type: str = "text", inner: Sequence[Inner] = ()) -> str:
        """What stands for ``text``: same length, character classes and punctuation.

        Entities of ``inner`` that stand in ``text`` as whole words have their own pseudonyms inside it. For
        a text without a letter, digit or symbol it is the text itself. Once an entity has been shown under
        a rewritten name (``rewritten``), that name is kept. ``VaultError`` when no pseudonym is left.
        """
        lead, core, tail = trim(compose(text), type)
        with self._lock:
            entity = self._entity(core, type, inner)
            entity.settled = True
            return lead + self._show(entity, core, inner) + tail

    def placeholder(self, text: str, type: str = "text") -> str:
        """A typed placeholder such as ``EMAIL_K7RM4X``: nobody who has not seen it can say it.

        Its code comes from the session key and the order of first appearance. It stands for the form in which
        the value first had it; brackets around a value are not part of it.
        """
        text = trim(compose(text), type).core
        with self._lock:
            entity = self._entity(text, type)
            if not entity.placeholders:
                codes = (
                    "".join(self._draw("code", entity.index, attempt, i, "code") for i in range(_CODE))
                    for attempt in range(_ATTEMPTS)
                )
                shown = next((s for c in codes if (s := f"{entity.label}_{c}") not in self._codes), None)
                if shown is None:
                    raise VaultError("no free placeholder is left")
                entity.placeholders[shown] = text
                self._codes.add(shown)
                self._version += 1
            return next(iter(entity.placeholders))

    def rewritten(
        self, text: str, type: str, make: Callable[[], str | None], inner: Sequence[Inner] = ()
    ) -> tuple[str, str]:
        """The name that ``make`` gives the entity, asked once a run; (shown, note).

        ``make`` answers for the trimmed value (``entities.trim``); what stands around it is kept.

        Falls back to the pseudonym, and says so in the note, when ``make`` returns None or a name that
        belongs to another value. Other threads that meet the same entity wait for the answer.
        """
        lead, core, tail = trim(compose(text), type)
        with self._lock:
            entity = self._entity(core, type, inner)
        with entity.gate:
            if not entity.settled:
                name = make()
                with self._lock:
                    self._settle(entity, core, type, name)
            with self._lock:
                return lead + self._show(entity, core, inner) + tail, entity.note

    def word_name(self, key: str) -> str | None:
        """The rewritten form of a name-like word (in ``shapes.fold`` form), where there is one."""
        with self._lock:
            word = self._kept.words.get(key)
            return word.rewritten if word else None

    def known(self, text: str) -> bool:
        """Whether ``text`` is a real value that the vault has seen, or the name of one."""
        with self._lock:
            return normal(text) in self._reals or normal(text) in self._taken

    def expose(self, texts: Iterable[str]) -> None:
        """Note texts that stay readable: a placeholder equal to one, or to a word of one, is ambiguous."""
        with self._lock:
            readable = [text for text in texts if text]
            readable += [word.strip(_EDGES) for text in readable for word in text.split()]
            new = {normal(text) for text in readable} - self._kept.exposed - {""}
            if new:
                self._kept.exposed.update(new)
                self._version += 1

    def exposed(self) -> frozenset[str]:
        """What ``expose`` noted, in comparable form."""
        with self._lock:
            return frozenset(self._kept.exposed)

    def entries(self) -> tuple[Entry, ...]:
        """Everything that was shown and what it stands for; real values, so handle with care."""
        with self._lock:
            entries = [
                Entry(shown, real, entity.index, entity.label.lower(), coded=shown in entity.placeholders)
                for entity in self._kept.entities
                for shown, real in (*entity.variants.items(), *entity.placeholders.items())
            ]
            for word in self._kept.words.values():
                entries.append(Entry(word.shown, word.first, -1, "person", word=True))
                if word.rewritten:
                    entries.append(Entry(word.rewritten, word.first, -1, "person", word=True, exact=True))
            return tuple(entries)

    def save(self, path: Path | str, secret: str | bytes) -> None:
        """Write the vault to ``path``, encrypted under a passphrase (str) or a 32-byte key (bytes).

        The file is written whole or not at all and only its owner may read it. Needs the extra ``vault``
        (``MissingExtraError``); ``VaultError`` when it cannot be written, or as ``seal_with``.
        """
        self.seal_with(secret)
        with self._lock:
            assert self._sealer is not None
            blob = self._sealer.seal(json.dumps(self._kept.to_json()).encode())
        vault_file.write(Path(path), blob)

    def seal_with(self, secret: str | bytes) -> None:
        """Make the key of ``secret`` for `save`, which takes half a second: once, and before any work.

        ``VaultError`` for a passphrase of fewer than 12 characters, unless it opened this very vault.
        """
        with self._lock:
            if self._sealer is None or not self._sealer.fits(secret):
                self._sealer = vault_file.Sealer.new(secret)

    @classmethod
    def load(cls, path: Path | str, secret: str | bytes) -> Vault:
        """Open a saved vault; ``VaultError`` without details where it does not open."""
        payload, sealer = vault_file.unseal(vault_file.read(Path(path)), secret)
        try:
            state = VaultState.from_json(json.loads(payload))
        except (ValueError, KeyError, TypeError):
            raise VaultError("the vault was written by another version, or is damaged") from None
        vault = cls(state.key)
        vault._kept, vault._sealer = state, sealer
        for entity in state.entities:
            vault._codes.update(entity.placeholders)
            vault._reals.add(normal(entity.first))
            vault._taken[normal(render(entity.first, entity.elements))] = entity.index
            if entity.rewritten is not None:
                vault._taken[normal(entity.rewritten)] = entity.index
        vault._word_names = {word.shown for word in state.words.values()}
        return vault

    # ---- registering ----

    def _entity(self, text: str, type: str, inner: Sequence[Inner] = ()) -> Entity:
        text = trim(text, type).core
        known = keys(text, type)
        at = next((self._kept.index[key] for key in known if key in self._kept.index), None)
        if at is None:
            self._reals.add(normal(text))
            fixed = self._fixed(text, type, inner)
            at = len(self._kept.entities)
            elements = self._draw_value(text, fixed, at)
            self._kept.entities.append(Entity(at, text, _label(type), elements))
            if elements:
                self._taken[normal(render(text, elements))] = at
            self._version += 1
        for key in known:
            self._kept.index.setdefault(key, at)
        return self._kept.entities[at]

    def _fixed(self, text: str, type: str, inner: Sequence[Inner]) -> dict[int, str]:
        """The elements that are not free: those of entities inside the text, and of name-like words."""
        fixed: dict[int, str] = {}
        for part in sorted(inner, key=lambda p: -len(p.text)):
            part_text = trim(compose(part.text), part.type).core
            for start, end in occurrences(text, part_text):
                if end - start < len([k for k in classes(text) if k.replaced]) and start not in fixed:
                    elements = self._entity(part_text, part.type).elements
                    fixed.update((start + i, e) for i, e in enumerate(elements) if start + i not in fixed)
        named = words(text) if type not in CASE_TYPES else []
        if type in NAME_TYPES or (named and all(word.key in self._kept.words for word in named)):
            for word in named:
                if not any(i in fixed for i in range(word.first, word.last)):
                    name = self._word(word.key, text[word.start : word.end]).elements
                    fixed.update((word.first + i, e) for i, e in enumerate(name))
        return fixed

    def _word(self, key: str, first: str) -> NameWord:
        if key not in self._kept.words:
            at = len(self._kept.words)
            scripts = [kind.script for kind in classes(key) if kind.replaced]
            for attempt in range(2 * _ATTEMPTS):
                elements = [self._draw("word", at, attempt, i, s) for i, s in enumerate(scripts)]
                if attempt >= _ATTEMPTS:
                    elements[-1] += self._draw("word", at, attempt, len(scripts), scripts[-1])
                name = "".join(elements)
                if name not in self._word_names | STOP_WORDS and name not in self._taken:
                    break
            else:
                raise VaultError("no free pseudonym is left for a word of this length")
            self._kept.words[key] = NameWord(key, first, tuple(elements))
            self._word_names.add(name)
        return self._kept.words[key]

    def _draw_value(self, text: str, fixed: dict[int, str], at: int) -> tuple[str, ...]:
        scripts = [kind.script for kind in classes(text) if kind.replaced]
        free = [i for i in range(len(scripts)) if i not in fixed]
        large = sum(math.log2(len(ALPHABETS[scripts[i]])) for i in free) >= _LARGE
        patience = _ATTEMPTS if free else 1
        if not scripts:
            return ()
        for attempt in range(patience + _ATTEMPTS):
            elements = [
                fixed[i] if i in fixed else self._draw("value", at, attempt, i, script)
                for i, script in enumerate(scripts)
            ]
            if attempt >= patience:  # every pseudonym of this shape is taken: one character more
                elements[-1] += self._draw("value", at, attempt, len(scripts), scripts[-1])
            shown = normal(render(text, elements))
            clash = shown in self._taken or shown in STOP_WORDS or (large and shown in self._reals)
            if not clash and not (free and shown in self._word_names):
                return tuple(elements)
        raise VaultError("no free pseudonym is left for a value of this shape")

    def _draw(self, label: str, index: int, attempt: int, place: int, script: str) -> str:
        data = f"{label}|{index}|{attempt}|{place}".encode()
        number = int.from_bytes(hashlib.blake2b(data, key=self._seed, digest_size=8).digest(), "big")
        alphabet = _CODES if script == "code" else ALPHABETS[script]
        return alphabet[number % len(alphabet)]

    # ---- showing ----

    def _show(self, entity: Entity, text: str, inner: Sequence[Inner] = ()) -> str:
        if entity.rewritten is not None:
            shown, real = entity.rewritten, entity.first
        else:
            shown, real = render(text, entity.elements), text
            covers = [part for part in inner if part.show is not None]
            if covers:
                shown = covered(text, shown, entity.elements, _ranges(text, covers))
        if shown not in entity.variants:
            entity.variants[shown] = real
            self._version += 1
        return shown

    def _settle(self, entity: Entity, text: str, type: str, name: str | None) -> None:
        entity.settled = True
        form = normal(name) if name is not None else ""
        if name is None or form in self._reals or self._taken.get(form, entity.index) != entity.index:
            entity.note = "replaced by shape: no usable rewriting"
            return
        entity.rewritten = name
        self._taken[form] = entity.index
        old, new = words(text), words(name)
        if type == "person" and [w[:4] for w in old] == [w[:4] for w in new]:
            for a, b in zip(old, new, strict=True):
                word = self._kept.words.get(a.key)
                if word and word.rewritten is None and a.key != b.key:
                    word.rewritten = name[b.start : b.end]
        self._version += 1


def _label(type: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "_", type.upper()).strip("_") or "TEXT"


def _ranges(text: str, parts: Sequence[Inner]) -> dict[int, tuple[int, str]]:
    """Where entities that must not even show their shape stand in ``text``, and what to show instead."""
    return {
        start: (end, part.show or "")
        for part in parts
        for start, end in occurrences(text, trim(compose(part.text), part.type).core)
    }
