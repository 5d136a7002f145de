"""What must stand in a message for an attribute to be revealed, compiled from its value and statement.

How much a value tells by itself decides what else is asked for: a case number or a full name nothing; an
amount or a date one word of the statement or the key near it; a small number, a rating, a "high" or a
"weekly" half of the statement's content words in the same sentence; true, false and null all but the whole
statement.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from tactful.score.lexical.matching import (
    PEOPLE,
    RATE,
    FlagRule,
    Guard,
    NearWords,
    Part,
    RevealRule,
    ShapeRule,
    StatementRule,
    TextRule,
    ValueRule,
)
from tactful.score.lexical.quantities import canonical
from tactful.score.lexical.text import clean
from tactful.score.lexical.tokens import Token, tokenize
from tactful.score.lexical.values import is_number, is_word, leaves, parts_of, runs_of, tokens_of
from tactful.score.lexical.words import LOW_STEMS, MEASURES, WEAK_STEMS
from tactful.terms import Attribute, JsonValue

UNKNOWN = "\0unknown"  # stands for a value that is not known, only its statement is
_YES_NO = re.compile(r"^\s*(?P<yes>yes|true)\b|^\s*(?P<no>no|none|false|null|n/?a|not applicable)\b", re.I)
_REST = re.compile(r"^[\s,;:.()-]+")
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])|_+")
_NAME_KEY = re.compile(r"(?:^|_)(?:full|legal|user|first|last)?_?name$|^name$", re.I)
_SEX_KEY = re.compile(r"(?:^|_)(?:sex|gender)(?:_|$)", re.I)
_SEXES = {"m": ("mal", "man", "m"), "f": ("femal", "woman", "f")}
_SEXES |= {"male": _SEXES["m"], "female": _SEXES["f"], "man": _SEXES["m"], "woman": _SEXES["f"]}
_AGE_KEY = re.compile(r"(?:^|_)age$", re.I)
# "I'm 42." and "I'm Alva Brandt, 42"
_AGE = (
    r"\b(?:(?:I|he|she)(?:'m|'s| am| is)|my name is)\s+"
    r"(?:(?:now|currently|just)\s+|(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])[\w.]+){{0,3}},\s*)?"
    r"(?P<value>{age})(?=\s*(?:[.,;!)]|and\b|$))(?![.,]\d)"
)
_TITLE_KEY = re.compile(r"title|position|role|job|occupation", re.I)
_PRESENT = re.compile(r"\b(?:am|is|are)\b|'(?:m|re)\b", re.I)
_GONE = re.compile(r"\b(?:was|were|been|former|formerly|previous|previously|used to)\b", re.I)
_LONG_ID = re.compile(r"id:(?=(?:\D*\d){4})")
_COMPANY = frozenset(("inc", "llc", "ltd", "corp", "plc", "gmbh"))  # left out in running text
_UNITS = frozenset(("mmhg", "bpm"))
_LOOSE = 0.75  # of a statement's words
_STATED = 0.999
_ENOUGH = 2.4  # a value that tells so much needs no other words beside it
_COMMON = 0.12  # of a profile's keys; an event has a quarter of them


@dataclass(frozen=True, slots=True)
class ProfileWords:
    """What the rules of all attributes share: how telling a word is here, and the user's own name."""

    weights: Mapping[str, float] = field(repr=False)
    names: frozenset[str] = field(repr=False)
    common: frozenset[str] = field(default=frozenset(), repr=False)  # of keys: the names of events

    @classmethod
    def of(cls, attributes: Sequence[Attribute], statements: Sequence[str]) -> ProfileWords:
        """Words that few attributes use tell them apart: weight log((A + 1) / uses)."""
        uses: Counter[str] = Counter()
        in_keys: Counter[str] = Counter()
        firsts: Counter[str] = Counter()
        names: set[str] = set()
        for attribute, statement in zip(attributes, statements, strict=True):
            words = _words(tokens_of(statement)) | set(key_words(attribute.key))
            uses.update(words)
            in_keys.update(set(key_words(attribute.key)))
            first = re.match(r"\s*([A-Z][\w]+)(?:\s+([A-Z]\w+))?('s|\s)", statement.replace("’", "'"))
            if first:
                firsts[first[1].casefold()] += 1
            if _NAME_KEY.fullmatch(attribute.key) and isinstance(attribute.value, str):
                names |= _words(tokens_of(attribute.value))
        usual = {"the", "my", "his", "her", "our", "i", "he", "she", "we", "they", "a", "an", "their", "your"}
        names |= {
            n
            for word, count in firsts.items()
            if count > 5 and word not in usual
            for n in _words(tokens_of(word))
        }
        total = len(attributes) + 1
        weights = {w: max(0.05, math.log(total / n)) for w, n in uses.items()}
        common = frozenset(w for w, n in in_keys.items() if n > max(5, _COMMON * total))
        return cls(weights, frozenset(names), common)

    def weigh(self, forms: Iterable[str]) -> dict[str, float]:
        """Each form's weight."""
        return {form: self.weights.get(form, 1.0) for form in forms}


def compile_rules(
    attribute: Attribute, statements: Sequence[str], profile: ProfileWords
) -> tuple[RevealRule, ...]:
    """The rules of one attribute; it is revealed where any of them matches."""
    return tuple(_Compiler(attribute, statements, profile).rules())


class _Compiler:
    """One attribute on its way to rules: the words of its key and statements, its value, and its guard."""

    def __init__(self, attribute: Attribute, statements: Sequence[str], profile: ProfileWords) -> None:
        self.attribute, self.statements, self.profile = attribute, statements, profile
        self.key_words = set(key_words(attribute.key))
        self.domain_words = set(key_words(attribute.domain))
        self.stated = [tokens_of(statement) for statement in statements]
        self.value_forms = {token.forms[0] for token in self._value_tokens()}
        self.guard = self._guard()

    def _value_tokens(self) -> list[Token]:
        return [t for leaf in leaves(self.attribute.value) if isinstance(leaf, str) for t in tokens_of(leaf)]

    def _guard(self) -> Guard:
        """What the attribute's own statements say of others and of the past, a message may say too."""
        key = self.attribute.key
        tokens = [*chain(*self.stated), *tokens_of(_CAMEL.sub(" ", key)), *self._value_tokens()]
        titles = self.value_forms if _TITLE_KEY.search(key) else set()
        others = any(form in PEOPLE and form not in titles for token in tokens for form in token.forms)
        lasting = all(_PRESENT.search(text) and not _GONE.search(text) for text in self.statements)
        return Guard(others, past=not lasting)

    def rules(self) -> list[RevealRule]:
        key, value = self.attribute.key, self.attribute.value
        rules = [rule for statement in self.statements for rule in self.statement_rules(statement)]
        if isinstance(value, str) and value != UNKNOWN:
            flag = _YES_NO.match(value)
            rest = _REST.sub("", value[flag.end() :]) if flag else value
            if flag and not [t for t in tokens_of(rest) if not t.stop]:
                value = bool(flag["yes"])
            elif flag and flag["yes"]:
                value = rest
        if value is None or isinstance(value, bool):
            if self.key_words - self.profile.common - self.domain_words:
                rules.append(FlagRule(self.profile.weigh(self.key_words), bool(value)))
        elif value != UNKNOWN:
            parts, info = parts_of(key, value)
            rules += self.value_rules(value, tuple(parts), info) if parts else []
        if isinstance(value, str) and _SEX_KEY.search(key) and value.casefold() in _SEXES:
            rules += self.sex_rules(_SEXES[value.casefold()])
        if _AGE_KEY.search(key) and is_number(value) and not self.guard.others:
            # A bare number, where nothing else can be counted.
            rules.append(TextRule(re.compile(_AGE.format(age=value), re.I | re.M), self.guard))
        return rules

    def statement_rules(self, statement: str) -> list[RevealRule]:
        """That a sentence makes the statement: all of its words, or all that any statement may not have."""
        text, value = clean(statement), self.attribute.value
        tokens = tokenize(text.text)
        own = self.profile.names - self.value_forms
        content = [t for t in tokens if not t.stop and t.forms[0] not in own]
        flag = isinstance(value, str) and bool(_YES_NO.fullmatch(value.strip()))
        yes_no = value is None or isinstance(value, bool) or flag
        if len(content) <= (1 if yes_no else 2) and all(is_word(t.forms[0]) for t in content):
            shape = [t.shape for t in tokens if t.shape != "DET"]
            while shape and (shape[0] == "PRON" or shape[0] in own):
                shape.pop(0)
            telling = any(each and each not in ("PRON", "BE", "HAVE", "DET") for each in shape)
            return [ShapeRule(tuple(shape), own, self.guard)] if telling else []
        words = self.profile.weigh(dict.fromkeys(t.forms[0] for t in content))
        hard = tuple(form for form in words if not is_word(form))
        negated = any(t.negates for t in tokens)
        names = tuple(
            tuple(t.forms[0] for t in content[first : first + count])
            for first, count in runs_of(text.text, content)
            if first
        )
        look = hard[:1] or tuple(sorted(words, key=lambda form: -words[form]))[: 3 if yes_no else 1]
        need = 0.8 if yes_no else _STATED
        rules: list[RevealRule] = [StatementRule(words, hard, look, need, negated, names, guard=self.guard)]
        if value == UNKNOWN:
            proper = (t.forms[0] for t in content if t.start and text.text[t.start].isupper())
            if surest := tuple(dict.fromkeys((*hard, *proper))):
                rules.append(StatementRule(words, surest, surest[:1], 0.7, negated, guard=self.guard))
        elif hard and not yes_no:
            # Its numbers and names must be there, and what they count: "35 hours a day" are not "35 minutes".
            counted = (form for form in words if form in MEASURES or form.startswith("per:"))
            hard = tuple(dict.fromkeys((*hard, *counted)))
            few = {form: words[form] for form in words if is_word(form) and form not in WEAK_STEMS}
            if len(few) > 1:
                loose = StatementRule(few, hard, hard[:1], _LOOSE, negated, names, True, self.guard)
                rules.append(loose)
        return rules

    def value_rules(self, value: JsonValue, parts: tuple[Part, ...], info: float) -> list[RevealRule]:
        """That the value is stated with the words that tie it to the attribute, as many as it needs."""
        profile = self.profile
        slots = {form for part in parts for slot in part.slots for form in slot}
        tokens = list(chain(*self.stated))
        denies: bool | None = any(t.negates for leaf in leaves(value) for t in tokens_of(str(leaf)))
        if not denies and (any(t.negates for t in tokens) or value == 0):
            denies = None  # "I have no cats": the value says 0
        said = _words(tokens)
        words, keys = self.words_near(said, slots)
        if info >= _ENOUGH:
            return self.telling_rules(parts, denies, NearWords(words, keys, 0.2, 0.25, alike=True))
        key = frozenset(self.key_words) - slots
        only = next(iter(slots)) if len(slots) == 1 else ""
        measure = RATE if only.startswith("per:") else self.measure(value) if is_number(value) else None
        one_word = bool(only) and info >= 0.8 and isinstance(value, str) and is_word(only)
        need, key_need, reach = (0.55, 0.65, 12)
        if info >= 1.5:
            need, key_need, reach = 0.2, 0.25, 40
        elif info >= 1 or one_word:
            need, key_need, reach = 0.34, 0.4, 40
        topic = self.key_words & profile.common & said
        low = isinstance(value, str) and not one_word and all(form in LOW_STEMS for form in slots)
        near = NearWords(
            words,
            keys,
            need,
            key_need,
            reach,
            rates=frozenset(form for form in said if form.startswith("per:")),
            key=key if key - profile.common - self.domain_words else frozenset(),
            dates=frozenset(form for t in tokens for form in t.forms if form.startswith(("d:", "m:")))
            - slots,
            alike=info >= 1.5,
            event=frozenset(topic) if low else frozenset(),
        )
        rules: list[RevealRule] = [ValueRule(parts, near, denies, one_word, measure, self.guard)]
        if topic and info >= 2 and len(words.keys() - topic) <= 1 and not any(map(is_word, slots)):
            # "I began my sobriety journey on": the statement tells little but the event.
            about = NearWords(dict.fromkeys(topic, 1.0), {}, _STATED, 1.0, alike=True)
            rules.append(ValueRule(parts, about, denies, measure=measure, guard=self.guard))
        return rules

    def words_near(self, said: set[str], slots: set[str]) -> tuple[dict[str, float], dict[str, float]]:
        """The words of the statement, and those of the key, that tie a value to this attribute.

        Words that stand in many statements whatever these are about count only where there are no others.
        """
        words = said - slots - self.profile.names
        keys = self.key_words - slots - self.domain_words
        telling = words - WEAK_STEMS, keys - WEAK_STEMS - self.profile.common
        words, keys = telling if any(telling) else (words, keys)
        return self.profile.weigh(words), self.profile.weigh(keys)

    def telling_rules(
        self, parts: tuple[Part, ...], denies: bool | None, near: NearWords
    ) -> list[RevealRule]:
        """Of a value that tells enough alone: as it is; less its unit or its label, where words tie it."""
        slots = parts[0].slots if len(parts) == 1 else ()
        if len(slots) == 2 and parts[0].runs == ((0, 2),):  # a name or title of two words
            return [ValueRule(parts, near, denies, own_words=True, guard=self.guard, cased=True)]
        guard = Guard(self.guard.others)
        rules: list[RevealRule] = [ValueRule(parts, None, denies, guard=guard)]
        if len(slots) >= 3 and slots[-1][0] in _COMPANY:
            short = Part(slots[:-1], ((0, len(slots) - 1),), span=len(slots) - 1)
            rules.append(ValueRule((short,), near, denies, guard=guard))
        core = [slot for slot in slots if slot[0].startswith("bp:") or _LONG_ID.match(slot[0])]
        rest = [slot for slot in slots if slot not in core]
        if len(core) != 1 or not 0 < len(rest) <= 3 or not (near.words or near.keys):
            return rules
        if core[0][0].startswith("bp:") and not all(slot[0] in _UNITS for slot in rest):
            return rules
        if all(is_word(slot[0]) for slot in rest):
            label = {slot[0]: 1.0 for slot in rest if slot[0] not in _UNITS}
            labelled = NearWords({**near.words, **label}, near.keys, 0.15, 0.25, alike=True)
            rules.append(ValueRule((Part((core[0],), span=1),), labelled, denies, guard=guard))
        return rules

    def sex_rules(self, forms: tuple[str, ...]) -> list[RevealRule]:
        return [
            ValueRule((Part((forms, ("sex", "gend", "gender")), span=2),), guard=self.guard),
            ValueRule((Part((("old",), forms[:2]), ((0, 2),), 1),), guard=self.guard),
            ShapeRule(("BE", forms[0]), guard=self.guard),
        ]

    def measure(self, value: int | float) -> str | None:
        """What the statement counts with the number ``value``; None where it does not state the number."""
        text = canonical(abs(value))
        for tokens in self.stated:
            content = [t for t in tokens if not t.stop]
            for token, following in zip_longest(content, content[1:]):
                if f"~{text}" in token.forms or f"#{text}" in token.forms:
                    if token.forms[0][0] in "$€£¥₹%":
                        return token.forms[0][0]
                    unit = following.forms[0] if following else ""
                    return unit if unit in MEASURES or unit.startswith("of:") else ""
        return None


def key_words(key: str) -> list[str]:
    """The content words of a key, as forms."""
    return [t.forms[0] for t in tokens_of(_CAMEL.sub(" ", key)) if not t.stop and is_word(t.forms[0])]


def _words(tokens: Iterable[Token]) -> set[str]:
    return {t.forms[0] for t in tokens if not t.stop and is_word(t.forms[0])}
