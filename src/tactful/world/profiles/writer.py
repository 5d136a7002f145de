"""The offline profile writer: a model without a network that answers the generation prompt.

It reads the biography, the events, the domains and the numbers from the prompt as any model would, draws
values of every type from its patterns (``data/writer.yaml``) and says each in an English sentence. A second
request that lists missing cells is answered with those. Everything follows from seed, prompt and epoch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any

from tactful.errors import ModelError
from tactful.models import OfflineCall, load_pack
from tactful.runs import derive
from tactful.world.profiles.plans import GENERAL, data
from tactful.world.profiles.sentences import Drawn, capital, count, draw, fill, joined, money

_MISSING = re.compile(
    r"event '(?P<event>[^']*)', domain '(?P<domain>[^']*)': (?P<count>\d+) of \d+ are missing"
)
_UNKNOWN_EVENT = {
    "expert": "adviser",
    "body": "the responsible office",
    "cost": "the costs that came with it",
    "topic": "how others managed it",
    "paper": "written statement",
    "step": "meeting",
    "group": "support group",
}


def profile_writer(call: OfflineCall) -> str:
    """The reply to a generation prompt; ``ModelError`` where the prompt is none."""
    request = _read(call.prompt)
    profile = json.dumps(request["bio"], sort_keys=True)
    rng = Random(derive(call.seed, profile, call.epoch))
    facts = Facts(request["bio"], request["events"], rng)
    entries: dict[str, dict[str, Any]] = {}
    for key, value, statement in facts.general()[: request["general"]]:
        entries[key] = _entry(value, GENERAL, GENERAL, statement)
    for event in request["events"]:
        for domain in request["domains"]:
            for key, value, statement in facts.cell(event, domain, request["per_domain"]):
                entries[key] = _entry(value, domain, event, statement)
    if asked := _asked_again(call.prompt):
        entries = _only(entries, asked, call.prompt)
    return "```json\n" + json.dumps(entries, ensure_ascii=False, indent=1) + "\n```"


class Facts:
    """One person's facts: drawn once, so that no two sentences contradict each other."""

    def __init__(self, bio: Mapping[str, Any], events: Sequence[str], rng: Random) -> None:
        self.bio, self.events, self.rng = bio, events, rng
        self.male = str(bio.get("sex", "M")).upper().startswith("M")
        self.first = str(bio.get("name", "The user")).split()[0]
        self.words = _writer()["general"]
        self.people, self.doctors = list(self.words["people"]), list(self.words["doctors"])
        rng.shuffle(self.people)
        rng.shuffle(self.doctors)
        self.began = {
            event: date(2024, 1, 8) + timedelta(days=140 * at + rng.randint(0, 60))
            for at, event in enumerate(events)
        }
        self.spoken = 0

    def subject(self) -> str:
        """Who the sentence is about: the first name, the pronoun, or "The user", in turn."""
        self.spoken += 1
        pronoun = "He" if self.male else "She"
        return (self.first, pronoun, self.first, pronoun, "The user")[self.spoken % 5]

    def pronouns(self) -> dict[str, str]:
        they, them, their = ("he", "him", "his") if self.male else ("she", "her", "her")
        return {"they": they, "them": them, "their": their}

    def cell(self, event: str, domain: str, count: int) -> list[tuple[str, Any, str]]:
        """``count`` attributes of one domain of one event: key, value, statement."""
        words = _event_words(event)
        patterns = _writer()["facts"].get(domain) or _other_patterns(domain)
        chosen = self.rng.sample(patterns, min(count, len(patterns)))
        out = []
        used: list[Any] = []
        for pattern in chosen:
            drawn = self._fresh(pattern, event, used)
            used.append(drawn.value)
            out.append(
                (f"{words['key']}_{domain}_{pattern['key']}", drawn.value, self._say(pattern, drawn, words))
            )
        return out

    def general(self) -> list[tuple[str, Any, str]]:
        """The attributes that belong to no event, the biography's four first."""
        bio, rng, name = self.bio, self.rng, self.first
        age = int(bio.get("age", 40))
        their = self.pronouns()["their"]
        job, employer = rng.choice(self.words["jobs"]), rng.choice(self.words["employers"])
        income = rng.randrange(31_000, 96_000, 500)
        status = self._marital_status(age)
        degree, home = rng.choice(self.words["degrees"]), rng.choice(self.words["homes"])
        insurer, doctor = rng.choice(self.words["insurers"]), self.doctors.pop()
        spoken = ["English", rng.choice(self.words["languages"][1:])]
        handle = re.sub(r"[^a-z]", "", name.casefold()) or "user"
        phone = f"555-01{rng.randint(10, 99)}"
        address = ", ".join(str(bio.get("address", "")).split("\n"))
        sex = "male" if self.male else "female"
        children = rng.randint(2, 4)
        return [
            ("name", bio.get("name"), f"The user's full name is {bio.get('name')}."),
            ("sex", bio.get("sex"), f"{name} is {sex}."),
            ("address", bio.get("address"), f"{name} lives at {address}."),
            ("age", age, f"{name} is {age} years old."),
            ("marital_status", status, f"{name}'s marital status is {status.casefold()}."),
            ("occupation", job, f"{name} works as a {job}."),
            ("employer", employer, f"{capital(their)} employer is {employer}."),
            ("annual_income", income, f"{name} earns {money(income)} a year before tax."),
            ("primary_physician", doctor, f"{capital(their)} primary care physician is {doctor}."),
            ("health_insurer", insurer, f"{name} is insured with {insurer}."),
            ("education_level", degree, f"{name} holds {degree}."),
            ("home", home, f"{capital(their)} home is {home}."),
            ("languages", spoken, f"{name} speaks {joined(spoken)}."),
            ("phone_number", phone, f"{capital(their)} phone number is {phone}."),
            ("email", f"{handle}.{age}@example.org", f"{name} reads mail at {handle}.{age}@example.org."),
            ("has_drivers_license", True, f"{name} has a driver's license."),
            ("number_of_children", children, f"{name} has {count(children)} children."),
            ("allergy", "penicillin", f"{name} is allergic to penicillin."),
            ("credit_score", score := rng.randint(560, 810), f"{capital(their)} credit score is {score}."),
            ("votes_by_mail", False, f"{name} does not vote by mail."),
        ]

    def _marital_status(self, age: int) -> str:
        for event, status in (
            ("divorce proceedings", "Separated"),
            ("engagement", "Engaged"),
            ("infidelity", "Married"),
        ):
            if event in self.events:
                return status
        return self.rng.choice(("Single", "Married") if age < 30 else ("Single", "Married", "Divorced"))

    def _fresh(self, pattern: Mapping[str, Any], event: str, used: list[Any]) -> Drawn:
        kind = pattern["kind"]
        if kind in ("doctor", "person"):
            # A name belongs to one person: nobody is therapist here and witness there.
            names = self.doctors if kind == "doctor" else self.people
            text = names.pop() if names else f"{kind.capitalize()} {len(used) + 1}"
            return Drawn(text, text)
        for _ in range(50):
            drawn = draw(kind, self.rng, self.began[event])
            if drawn.value not in used or isinstance(drawn.value, bool):
                return drawn
        return drawn

    def _say(self, pattern: Mapping[str, Any], drawn: Drawn, words: Mapping[str, str]) -> str:
        sentences = pattern["say"]
        if isinstance(drawn.value, bool):
            sentence = sentences[0 if drawn.value else 1]
        else:
            sentence = self.rng.choice(sentences)
        subject = self.subject() if "{S}" in sentence else ""
        return fill(sentence, {**words, **self.pronouns(), "S": subject, "v": drawn.words})


@cache
def _writer() -> dict[str, Any]:
    return dict(data("writer.yaml"))


def _event_words(event: str) -> dict[str, str]:
    known = _writer()["events"].get(event)
    if known:
        return dict(known)
    key = re.sub(r"[^a-z0-9]+", "_", event.casefold()).strip("_")
    return {"key": key, "about": f"the {event}", **_UNKNOWN_EVENT}


def _other_patterns(domain: str) -> list[dict[str, Any]]:
    """Patterns for a domain that the data file does not know."""
    plain = domain.replace("_", " ")
    sides = ("costs", "duration", "contact", "deadline", "record", "plan", "change", "outcome")
    said = f"On {plain}, the %s of {{about}} is kept under {{v}}."
    return [{"key": f"{side}_note", "kind": "code note ####-##", "say": [said % side]} for side in sides]


def _entry(value: Any, domain: str, event: str, statement: str) -> dict[str, Any]:
    return {"value": value, "information_domain": domain, "event": event, "memory_statement": statement}


def _read(prompt: str) -> dict[str, Any]:
    """Biography, events, domains and numbers of a generation prompt, ours or the paper's form."""
    first = re.split(r"\nYOUR EARLIER REPL", prompt)[0].rstrip() + "\n"
    values = load_pack("generation").read("generate", first)
    if values is None:
        block = re.search(
            r"PROFILE:\s*(.*?)\s*EVENTS:\s*(.*?)\s*INFORMATION DOMAINS:\s*(.*)\Z", first, re.DOTALL
        )
        number = re.search(r"(\d+) information attributes per EACH", first)
        if block is None:
            raise ModelError("the prompt is not a generation prompt")
        values = {"profile": block[1], "events": block[2], "domains": block[3], "general": "12"}
        values["per_domain"] = number[1] if number else "5"
    try:
        bio = json.loads(values["profile"])
    except json.JSONDecodeError:
        raise ModelError("the prompt's profile is not JSON") from None
    return {
        "bio": bio,
        "events": _items(values["events"]),
        "domains": [item.split(":")[0] for item in _items(values["domains"])],
        "general": int(values["general"]),
        "per_domain": int(values["per_domain"]),
    }


def _items(block: str) -> list[str]:
    """The items of a list, one a line with or without a dash, or a JSON list."""
    text = block.strip()
    if text.startswith("["):
        return [str(item) for item in json.loads(text)]
    return [re.sub(r"^[-*•]\s*", "", line.strip()) for line in text.splitlines() if line.strip()]


def _asked_again(prompt: str) -> dict[tuple[str, str], int]:
    return {(m["event"], m["domain"]): int(m["count"]) for m in _MISSING.finditer(prompt)}


def _only(
    entries: Mapping[str, dict[str, Any]], asked: Mapping[tuple[str, str], int], prompt: str
) -> dict[str, dict[str, Any]]:
    """The entries of the cells that are asked for, without those that were accepted already."""
    left = dict(asked)
    out: dict[str, dict[str, Any]] = {}
    for key, entry in entries.items():
        cell = (entry["event"], entry["information_domain"])
        if left.get(cell, 0) > 0 and f"- {key}: " not in prompt:
            out[key] = entry
            left[cell] -= 1
    return out
