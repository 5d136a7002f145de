"""The offline persona labeller: a model without a network that answers the labelling prompt.

For every memory it weighs what the memory is about against what the recipient deals with, subtracts how
delicate it is, leans as its persona leans, and adds a small doubt that differs from sample to sample. So
distributions over samples are mostly unanimous and open near the thresholds. Its rules are its own
(``data/labeller.yaml``): its labels may test a gate without having been made by it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tactful.errors import ModelError
from tactful.models import OfflineCall, Writer, load_pack
from tactful.runs import derive
from tactful.terms import Persona, find_seed
from tactful.world.profiles.plans import data
from tactful.world.profiles.writer import profile_writer

_NUMBERED = re.compile(r"^(\d+)\. (.*)$")


def persona_labeller(call: OfflineCall) -> str:
    """The reply to a labelling prompt; ``ModelError`` where the prompt is none."""
    values = _read(call.prompt)
    rules = _rules()
    persona = _persona(values["persona"])
    recipient, task = values["recipient"], values["task"]
    needed, near = _domains_of(recipient, task)
    closeness = any(_starts(word, recipient) for word in rules.raw["close"])
    lean = rules.raw["personas"][persona]
    marks = rules.raw["thresholds"]
    lists: dict[str, list[Any]] = {"share": [], "private": []}
    # Asked again after an unusable reply, it is of the same mind.
    hashed = derive(call.seed, hashlib.sha256(_first(call.prompt).encode()).hexdigest(), call.epoch)
    for line in values["memories"].splitlines():
        numbered = _NUMBERED.match(line) if values["numbers"] else None
        name: Any = int(numbered[1]) if numbered else line
        text = numbered[2] if numbered else line
        topics, event, delicate = rules.judge(text)
        relevance = _relevance(topics, event, needed, near)
        # A recipient who deals with the matter, or is close, is told delicate things more readily.
        eased = 0.1 if relevance > 0.7 else 0.35 if closeness else 1.0
        score = relevance + lean["ease"] - lean["weight"] * delicate * eased
        score += marks["doubt"] * _doubt(hashed, text)
        if score >= marks["share"]:
            lists["share"].append(name)
        elif score < marks["private"]:
            lists["private"].append(name)
    return json.dumps(lists, ensure_ascii=False)


class _Rules:
    """The data file, with its words compiled, and what it says of every statement seen so far."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw
        self.about = {domain: _pattern(words) for domain, words in raw["about"].items()}
        self.high = _pattern(raw["sensitivity"]["high"])
        self.medium = _pattern(raw["sensitivity"]["medium"])
        self._seen: dict[str, tuple[dict[str, int], bool, float]] = {}

    def judge(self, text: str) -> tuple[dict[str, int], bool, float]:
        """Topics with their number of words, whether an event is named, how delicate it is (0-1)."""
        if text not in self._seen:
            if len(self._seen) > 20_000:
                self._seen.clear()
            plain = re.sub(r"\d{6,}", "####", text.casefold())
            topics = {d: hits for d, words in self.about.items() if (hits := len(words.findall(plain)))}
            high, medium = len(self.high.findall(plain)), len(self.medium.findall(plain))
            delicate = min(1.0, 0.62 * min(high, 1) + 0.2 * max(0, high - 1) + 0.24 * min(medium, 2))
            event = re.search(r"\b(since|after|because of|on account of|during|concerning|about) ", plain)
            self._seen[text] = topics, event is not None, delicate
        return self._seen[text]


@cache
def _rules() -> _Rules:
    return _Rules(data("labeller.yaml"))


@cache
def _domains_of(recipient: str, task: str) -> tuple[str, frozenset[str]]:
    """The domain that a context turns on, and all it deals with."""
    if seed := find_seed(recipient, task):
        return seed.domains[0], frozenset(seed.domains)
    found = [
        domain
        for domain, words in _rules().raw["deals_with"].items()
        if any(_starts(word, f"{recipient} {task}") for word in words)
    ]
    return (found[0] if found else ""), frozenset(found)


def _relevance(topics: Mapping[str, int], event: bool, needed: str, near: frozenset[str]) -> float:
    """How much a message needs a statement, 0 to 1."""
    if topics.get("name"):
        return 0.85
    if topics.get("identity"):
        return 0.55
    total = sum(topics.values())
    if not total:
        return 0.3
    first = max(topics, key=lambda domain: topics[domain])
    share = sum(count for domain, count in topics.items() if domain in near) / total
    if first == needed:
        # What turns on one event is seldom what a message cannot do without.
        return 0.62 + 0.25 * share - (0.05 if event else -0.1)
    if first in near:
        return 0.42 + 0.2 * share
    return 0.1 + 0.25 * share


def _doubt(hashed: int, text: str) -> float:
    """A number between -1 and 1, near 0 more often: the same for the same sample and memory."""
    digest = hashlib.blake2b(f"{hashed}\x1f{text}".encode(), digest_size=3).digest()
    return sum(digest) / 382.5 - 1


def _persona(text: str) -> Persona:
    plain = text.casefold()
    return next((persona for persona in Persona if persona.value in plain), Persona.PRAGMATIC)


def _read(prompt: str) -> dict[str, Any]:
    """Memories, persona, recipient and task of a labelling prompt made from our pack or one like it."""
    first = _first(prompt)
    pack = load_pack("labelling")
    for level in pack.levels("label"):
        values = pack.template("label", level).read(first)
        if values is not None:
            return {**values, "numbers": level == "numbers"}
    block = re.search(r"MEMORIES[^\n]*:\n(.*?)\n\s*\n(.*)", first, re.DOTALL)
    recipient = re.search(r"^Recipient: *(.+)$", first, re.MULTILINE)
    task = re.search(r"^Purpose: *(.+)$", first, re.MULTILINE)
    if block is None or recipient is None or task is None:
        raise ModelError("the prompt is not a labelling prompt")
    numbers = all(_NUMBERED.match(line) for line in block[1].splitlines())
    return {
        "memories": block[1],
        "persona": block[2],
        "recipient": recipient[1].strip(),
        "task": task[1].strip(),
        "numbers": numbers,
    }


def _first(prompt: str) -> str:
    """The request without what a second one adds."""
    return re.split(r"\n\s*YOUR EARLIER REPLY", prompt)[0].rstrip() + "\n"


def _pattern(words: list[str]) -> re.Pattern[str]:
    ordered = sorted(words, key=len, reverse=True)
    return re.compile("|".join((r"\b" if word[0].isalnum() else "") + re.escape(word) for word in ordered))


def _starts(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", text.casefold()) is not None


OFFLINE_MODELS: Mapping[str, Writer] = {
    "profile-writer": profile_writer,
    "persona-labeller": persona_labeller,
}
"""The offline models of this package, for the register of the provider ``tactful/``."""
