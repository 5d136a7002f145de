"""Growing one profile: what is asked, what of the reply is accepted, what is asked again (section 4.1.1).

A model's reply is read strictly and checked attribute by attribute. What passes stays; what does not is named
in the next request, which asks for the missing attributes alone. So a model that gets 140 of 147 attributes
right is asked for seven more and not for everything again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tactful.errors import UnscoredError
from tactful.models import PromptPack
from tactful.terms import Attribute, Context, JsonValue, Profile, context_seeds
from tactful.world.profiles.check import against_bio, clash, unsaid
from tactful.world.profiles.plans import GENERAL, DomainSeed, ProfilePlan, load_domains
from tactful.world.profiles.replies import CUT, Pairs, complete_members, json_object, plain

_MEMBERS = ("value", "information_domain", "event", "memory_statement")
_NAMED = 40  # problems named in one request; the rest follows in the next


@dataclass(slots=True)
class ProfileBuilder:
    """One profile in the making; replies go in one after another.

    ``problems`` are those of the last reply (keys and cells, never values); ``counts`` say over all replies
    what was turned down and why.
    """

    plan: ProfilePlan = field(repr=False)
    accepted: list[Attribute] = field(default_factory=list, repr=False)
    problems: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    readable: bool = True

    def take(self, reply: str) -> None:
        """Accept what is right in a reply; ``problems`` then says what is not, and what is missing."""
        self.problems = []
        try:
            members = json_object(reply)
        except UnscoredError as err:
            self.problems = [str(err)]
            # Of a reply that was only cut short, what is complete counts; the rest is asked for.
            members = complete_members(reply) if str(err).startswith(CUT) else Pairs()
            self.counts["reply cut short" if members else "unreadable reply"] += 1
            if not members:
                self.readable = False
                return
        self.readable = True
        for key, raw in members:
            self._take_one(str(key), raw)
        self.problems += self.missing()

    @property
    def complete(self) -> bool:
        """Whether every cell of the plan is full."""
        return not self.missing()

    def missing(self) -> list[str]:
        """The cells that lack attributes, as sentences for the next request."""
        have = self._cells()
        plan = self.plan
        wanted = {(GENERAL, GENERAL): plan.general} | {
            (event, domain): plan.per_cell for event in plan.events for domain in plan.domains
        }
        return [
            f"event '{event}', domain '{domain}': {count - have[event, domain]} of {count} are missing"
            for (event, domain), count in wanted.items()
            if have[event, domain] < count
        ]

    def attributes(self) -> tuple[Attribute, ...]:
        """The accepted attributes: general ones first, then event by event in the plan's order.

        Surplus is cut to the plan's numbers.
        """
        plan = self.plan
        chosen = [a for a in self.accepted if a.event == GENERAL][: plan.general]
        for event in plan.events:
            for domain in plan.domains:
                cell = [a for a in self.accepted if (a.event, a.domain) == (event, domain)]
                chosen += cell[: plan.per_cell]
        return tuple(chosen)

    def profile(self, profile_id: str = "") -> Profile:
        """The finished profile with the 49 contexts, unlabelled.

        Raises ``UnscoredError`` while attributes are missing, with how many and where.
        """
        if missing := self.missing():
            raise UnscoredError(f"{len(missing)} cells are incomplete: {missing[0]}", lines=len(missing))
        bio = dict(self.plan.bio)
        contexts = tuple(Context(seed.recipient, seed.task, seed.domains) for seed in context_seeds())
        return Profile(profile_id or str(bio["name"]), bio, self.attributes(), contexts)

    def request(self, pack: PromptPack, domains: tuple[DomainSeed, ...] | None = None) -> str:
        """What to ask now: the first request, followed by what was wrong with the replies so far."""
        first = generation_prompt(pack, self.plan, domains)
        if not self.problems:
            return first
        problems = "\n".join(f"- {problem}" for problem in self.problems[:_NAMED])
        if not self.readable and not self.accepted:
            return first + pack.render("repair_unreadable", 1, problems=problems)
        if not self.readable:
            problems += "".join(f"\n- {missing}" for missing in self.missing()[:_NAMED])
        accepted = "\n".join(f"- {a.key}: {a.statement}" for a in self.accepted) or "- none"
        return first + pack.render("repair", 1, accepted=accepted, problems=problems)

    def _cells(self) -> Counter[tuple[str, str]]:
        return Counter(_cell(a) for a in self.accepted)

    def _take_one(self, key: str, raw: Any) -> None:
        fault, attribute = self._read(key, raw)
        if attribute is not None:
            fault = fault or against_bio(attribute, self.plan.bio) or unsaid(attribute)
            fault = fault or next((said for old in self.accepted if (said := clash(attribute, old))), "")
        if fault or attribute is None:
            self.problems.append(fault)
            self.counts[_reason(fault)] += 1
        elif self._surplus(attribute):
            self.counts["surplus"] += 1
        else:
            self.accepted.append(attribute)

    def _surplus(self, attribute: Attribute) -> bool:
        limit = self.plan.general if attribute.event == GENERAL else self.plan.per_cell
        return self._cells()[_cell(attribute)] >= limit

    def _read(self, key: str, raw: Any) -> tuple[str, Attribute | None]:
        said = f"key '{key}'"
        if not re.fullmatch(r"\S(?:.{0,118}\S)?", key):
            return f"{said[:60]}: not a usable name", None
        if not isinstance(raw, Pairs):
            return f"{said}: not an object with {', '.join(_MEMBERS)}", None
        entry = plain(raw)
        if lacking := [name for name in _MEMBERS if name not in entry]:
            return f"{said}: '{lacking[0]}' is missing", None
        value, domain, event, statement = (entry[name] for name in _MEMBERS)
        if value is None or value in ("", [], {}):
            return f"{said}: the value is empty", None
        if not isinstance(statement, str) or len(statement.split()) < 2:
            return f"{said}: 'memory_statement' is not a sentence", None
        found_domain = _known(domain, self.plan.domains)
        found_event = _known(event, self.plan.events)
        if found_domain is None:
            return f"{said}: its information_domain is none of the given ones", None
        if found_event is None:
            return f"{said}: its event is none of the given ones", None
        if found_event != GENERAL and found_domain == GENERAL:
            return f"{said}: an attribute of an event needs one of the given domains", None
        return "", Attribute(key, value, " ".join(statement.split()), found_domain, found_event)


def generation_prompt(
    pack: PromptPack, plan: ProfilePlan, domains: tuple[DomainSeed, ...] | None = None
) -> str:
    """The first request for a profile."""
    about = {seed.name: seed.about for seed in domains or load_domains()}
    named = (f"- {name}" + (f": {about[name]}" if about.get(name) else "") for name in plan.domains)
    return pack.render(
        "generate",
        1,
        profile=json.dumps(dict(plan.bio), ensure_ascii=False),
        events="\n".join(f"- {event}" for event in plan.events),
        domains="\n".join(named),
        general=str(plan.general),
        per_domain=str(plan.per_cell),
        per_event=str(plan.per_cell * len(plan.domains)),
    )


def _cell(attribute: Attribute) -> tuple[str, str]:
    """Where an attribute counts; a general one may still be of a domain ("annual_income": finance)."""
    return (GENERAL, GENERAL) if attribute.event == GENERAL else (attribute.event, attribute.domain)


def _known(name: JsonValue, names: tuple[str, ...]) -> str | None:
    """The name of the list that is meant; models write ``mental health`` for ``mental_health``."""
    if not isinstance(name, str):
        return None
    plain_name = " ".join(re.split(r"[\s_]+", name.strip().casefold()))
    return next((known for known in (*names, GENERAL) if known.replace("_", " ") == plain_name), None)


def _reason(fault: str) -> str:
    """A fault without its key, for counting."""
    return re.sub(r"'[^']*'", "...", re.sub(r"^key '.*?': ", "", fault))
