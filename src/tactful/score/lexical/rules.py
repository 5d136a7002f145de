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

from tactful.score.lexical.matching import (
    PEOPLE,
    RATE,
    Evidence,
    FlagRule,
    Guard,
    Part,
    Rule,
    ShapeRule,
    StatementRule,
    TextRule,
    ValueRule,
)
from tactful.score.lexical.quantities import canonical
from tactful.score.lexical.text import clean
from tactful.score.lexical.tokens import Token, tokenise
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
class Profile:
    """What the rules of all attributes share: how telling a word is here, and the user's own name."""

    weights: Mapping[str, float] = field(repr=False)
    names: frozenset[str] = field(repr=False)
    common: frozenset[str] = field(default=frozenset(), repr=False)  # of keys: the names of events

    @classmethod
    def of(cls, attributes: Sequence[Attribute], statements: Sequence[str]) -> Profile:
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


def compile_rules(attribute: Attribute, statements: Sequence[str], profile: Profile) -> tuple[Rule, ...]:
    """The rules of one attribute; it is revealed where any of them matches."""
    rules: list[Rule] = []
    guard = guard_of(attribute, statements)
    for statement in statements:
        rules.extend(_statement_rules(attribute, statement, profile, guard))
    value = attribute.value
    if isinstance(value, str) and value != UNKNOWN:
        flag = _YES_NO.match(value)
        rest = _REST.sub("", value[flag.end() :]) if flag else value
        if flag and not [t for t in tokens_of(rest) if not t.stop]:
            value = bool(flag["yes"])
        elif flag and flag["yes"]:
            value = rest
    if value is None or isinstance(value, bool):
        words = set(key_words(attribute.key))
        if words - profile.common - set(key_words(attribute.domain)):
            rules.append(FlagRule(profile.weigh(words), bool(value)))
    elif value != UNKNOWN:
        parts, info = parts_of(attribute.key, value)
        if parts:
            rules.extend(_value_rules(attribute, value, parts, info, statements, profile, guard))
    if isinstance(value, str) and _SEX_KEY.search(attribute.key) and value.casefold() in _SEXES:
        rules.extend(_sex_rules(_SEXES[value.casefold()], guard))
    if _AGE_KEY.search(attribute.key) and is_number(value) and not guard.others:
        rules.append(_age_rule(str(value), guard))
    return tuple(rules)


def guard_of(attribute: Attribute, statements: Sequence[str]) -> Guard:
    """What the attribute's own statements say of others and of the past, a message may say too."""
    told = [t for text in (*statements, _CAMEL.sub(" ", attribute.key)) for t in tokens_of(text)]
    told += [t for leaf in leaves(attribute.value) if isinstance(leaf, str) for t in tokens_of(leaf)]
    titles = _value_forms(attribute.value) if _TITLE_KEY.search(attribute.key) else set()
    others = any(form in PEOPLE and form not in titles for t in told for form in t.forms)
    lasting = all(_PRESENT.search(text) and not _GONE.search(text) for text in statements)
    return Guard(others, past=not lasting)


def key_words(key: str) -> list[str]:
    """The content words of a key, as forms."""
    return [t.forms[0] for t in tokens_of(_CAMEL.sub(" ", key)) if not t.stop and is_word(t.forms[0])]


def _statement_rules(attribute: Attribute, statement: str, profile: Profile, guard: Guard) -> list[Rule]:
    text = clean(statement)
    tokens = tokenise(text.text)
    value_forms = _value_forms(attribute.value)
    own = profile.names - value_forms
    content = [t for t in tokens if not t.stop and t.forms[0] not in own]
    yes_no = attribute.value is None or isinstance(attribute.value, bool) or _is_flag(attribute.value)
    if len(content) <= (1 if yes_no else 2) and not any(not is_word(t.forms[0]) for t in content):
        shape = [t.shape for t in tokens if t.shape != "DET"]
        while shape and (shape[0] == "PRON" or shape[0] in own):
            shape.pop(0)
        return [ShapeRule(tuple(shape), own, guard)] if any(_content_shape(s) for s in shape) else []
    need = 0.8 if yes_no else 1.0
    forms = dict.fromkeys(t.forms[0] for t in content)
    hard = tuple(form for form in forms if not is_word(form))
    words = profile.weigh(forms)
    negated = any(t.negates for t in tokens)
    named = tuple(
        tuple(t.forms[0] for t in content[first : first + count])
        for first, count in runs_of(text.text, content)
        if first
    )
    look = hard[:1] or tuple(sorted(words, key=lambda form: -words[form]))[: 1 if need == 1 else 3]
    rules: list[Rule] = [StatementRule(words, hard, look, min(need, _STATED), negated, named, guard=guard)]
    if attribute.value == UNKNOWN:
        proper = tuple(t.forms[0] for t in content if t.start and text.text[t.start].isupper())
        telling = tuple(dict.fromkeys((*hard, *proper)))
        if telling:
            rules.append(StatementRule(words, telling, telling[:1], 0.7, negated, guard=guard))
    elif hard and not yes_no:
        rules.extend(_loose_rule(words, hard, named, negated, guard))
    return rules


def _loose_rule(
    words: Mapping[str, float],
    hard: tuple[str, ...],
    named: tuple[tuple[str, ...], ...],
    negated: bool,
    guard: Guard,
) -> list[Rule]:
    """The statement without the words that any statement may have; its numbers and names must be there."""
    content = {form: weight for form, weight in words.items() if is_word(form) and form not in WEAK_STEMS}
    counted = (form for form in words if form in MEASURES or form.startswith("per:"))
    hard = tuple(dict.fromkeys((*hard, *counted)))  # "35 hours a day" are not "35 minutes a day"
    if len(content) < 2:
        return []
    return [StatementRule(content, hard, hard[:1], _LOOSE, negated, named, alike=True, guard=guard)]


def _value_rules(
    attribute: Attribute,
    value: JsonValue,
    parts: Sequence[Part],
    info: float,
    statements: Sequence[str],
    profile: Profile,
    guard: Guard,
) -> list[Rule]:
    stated = {form for part in parts for slot in part.slots for form in slot}
    tokens = [t for statement in statements for t in tokens_of(statement)]
    denies: bool | None = any(t.negates for leaf in leaves(value) for t in tokens_of(str(leaf)))
    if not denies and (any(t.negates for t in tokens) or value == 0):
        denies = None  # "I have no cats": the value says 0
    said = _words(tokens)
    words, keys = _evidence_words(attribute, said, stated, profile)
    if info >= _ENOUGH:
        return _telling_rules(parts, denies, Evidence(words, keys, 0.2, 0.25, alike=True), guard)
    key = frozenset(key_words(attribute.key)) - stated
    key = key if key - profile.common - set(key_words(attribute.domain)) else frozenset()
    rates = frozenset(form for form in said if form.startswith("per:"))
    dates = frozenset(form for t in tokens for form in t.forms if form.startswith(("d:", "m:"))) - stated
    measure = _measure(value, [tokens_of(s) for s in statements]) if is_number(value) else None
    if len(stated) == 1 and next(iter(stated)).startswith("per:"):
        measure = RATE
    one_word = len(stated) == 1 and info >= 0.8 and isinstance(value, str) and is_word(next(iter(stated)))
    if info >= 1.5:
        need, key_need, reach = 0.2, 0.25, 40
    elif info >= 1 or one_word:
        need, key_need, reach = 0.34, 0.4, 40
    else:
        need, key_need, reach = 0.55, 0.65, 12
    low = isinstance(value, str) and not one_word and all(form in LOW_STEMS for form in stated)
    event = frozenset(key_words(attribute.key)) & profile.common & said if low else frozenset()
    evidence = Evidence(words, keys, need, key_need, reach, rates, key, dates, info >= 1.5, event)
    rules: list[Rule] = [
        ValueRule(tuple(parts), evidence, denies, own_words=one_word, measure=measure, guard=guard)
    ]
    topic = set(key_words(attribute.key)) & profile.common & said
    if topic and info >= 2 and len(words.keys() - topic) <= 1 and not any(map(is_word, stated)):
        # "I began my sobriety journey on": the statement tells little but the event.
        about = Evidence(dict.fromkeys(topic, 1.0), {}, _STATED, 1.0, alike=True)
        rules.append(ValueRule(tuple(parts), about, denies, measure=measure, guard=guard))
    return rules


def _telling_rules(
    parts: Sequence[Part], denies: bool | None, evidence: Evidence, guard: Guard
) -> list[Rule]:
    """Of a value that tells enough by itself: as it is; less its unit or its label, where words tie it."""
    title = len(parts) == 1 and parts[0].runs == ((0, len(parts[0].slots)),) and len(parts[0].slots) == 2
    guard = guard if title else Guard(guard.others)
    if title:
        return [ValueRule(tuple(parts), evidence, denies, own_words=True, guard=guard, cased=True)]
    rules: list[Rule] = [ValueRule(tuple(parts), None, denies, guard=guard)]
    if len(parts) == 1 and len(parts[0].slots) >= 3 and parts[0].slots[-1][0] in _COMPANY:
        count = len(parts[0].slots) - 1
        short = Part(parts[0].slots[:-1], ((0, count),), span=count)
        rules.append(ValueRule((short,), evidence, denies, guard=guard))
    if len(parts) == 1 and (evidence.words or evidence.keys):
        slots = parts[0].slots
        core = [slot for slot in slots if slot[0].startswith("bp:") or _LONG_ID.match(slot[0])]
        rest = [slot for slot in slots if slot not in core]
        if len(core) == 1 and core[0][0].startswith("bp:"):
            core = core if all(slot[0] in _UNITS for slot in rest) else []
        if len(core) == 1 and 0 < len(rest) <= 3 and all(is_word(slot[0]) for slot in rest):
            label = {slot[0]: 1.0 for slot in rest if slot[0] not in _UNITS}
            near = Evidence({**evidence.words, **label}, evidence.keys, 0.15, 0.25, alike=True)
            rules.append(ValueRule((Part((core[0],), span=1),), near, denies, guard=guard))
    return rules


def _age_rule(age: str, guard: Guard) -> TextRule:
    """ "I'm 42." and "I'm Alva Brandt, 42": a bare number, where nothing else can be counted."""
    name = r"(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])[\w.]+){0,3}"
    before = rf"\b(?:(?:I|he|she)(?:'m|'s| am| is)|my name is)\s+(?:(?:now|currently|just)\s+|{name},\s*)?"
    return TextRule(
        re.compile(rf"{before}(?P<value>{age})(?=\s*(?:[.,;!)]|and\b|$))(?![.,]\d)", re.I | re.M), guard
    )


def _measure(value: int | float, statements: Sequence[Sequence[Token]]) -> str | None:
    """What the statement counts with the number ``value``; None where it does not state the number."""
    text = canonical(abs(value))
    for tokens in statements:
        content = [t for t in tokens if not t.stop]
        for at, token in enumerate(content):
            if f"~{text}" in token.forms or f"#{text}" in token.forms:
                if token.forms[0][0] in "$€£¥₹%":
                    return token.forms[0][0]
                following = content[at + 1].forms[0] if at + 1 < len(content) else ""
                return following if following in MEASURES or following.startswith("of:") else ""
    return None


def _evidence_words(
    attribute: Attribute, said: set[str], stated: set[str], profile: Profile
) -> tuple[dict[str, float], dict[str, float]]:
    """The words of the statement, and those of the key, that tie a value to this attribute.

    Words that stand in many statements whatever these are about count only where there are no others.
    """
    words = said - stated - profile.names
    keys = set(key_words(attribute.key)) - stated - set(key_words(attribute.domain))
    telling = words - WEAK_STEMS, keys - WEAK_STEMS - profile.common
    words, keys = telling if any(telling) else (words, keys)
    return profile.weigh(words), profile.weigh(keys)


def _sex_rules(forms: tuple[str, ...], guard: Guard) -> list[Rule]:
    said = ("BE", forms[0])
    return [
        ValueRule((Part((forms, ("sex", "gend", "gender")), span=2),), guard=guard),
        ValueRule((Part((("old",), forms[:2]), ((0, 2),), 1),), guard=guard),
        ShapeRule(said, guard=guard),
    ]


def _words(tokens: Iterable[Token]) -> set[str]:
    return {t.forms[0] for t in tokens if not t.stop and is_word(t.forms[0])}


def _content_shape(shape: str) -> bool:
    return bool(shape) and shape not in ("PRON", "BE", "HAVE", "DET")


def _value_forms(value: JsonValue) -> set[str]:
    return {t.forms[0] for leaf in leaves(value) if isinstance(leaf, str) for t in tokens_of(leaf)}


def _is_flag(value: JsonValue) -> bool:
    return isinstance(value, str) and bool(_YES_NO.fullmatch(value.strip()))
