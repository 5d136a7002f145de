"""Profiles of people who do not exist: growing them, labelling them, and two models that do so offline.

Profiles of the world's people need no model at all (`profile_of`, labelled by a norm table).

CIMemories (arXiv 2511.14937), sections 4.1.1 and 4.1.2.
"""

from tactful.world.profiles.bios import AGES, ProfilePlan, make_bio, make_plans
from tactful.world.profiles.builder import ProfileBuilder, generation_prompt
from tactful.world.profiles.from_person import MOST_GENERAL, profile_of
from tactful.world.profiles.labelling import (
    ANSWERS,
    Answer,
    LabelReader,
    LabelReply,
    labelling_prompt,
    memory_lines,
    statements_of,
)
from tactful.world.profiles.mixture import BothRule, count_labels, label_sets, mix, persona_shares
from tactful.world.profiles.normtable import NormTable, load_norm_table
from tactful.world.profiles.seeds import GENERAL, DomainSeed, EventSeed, load_domains, load_events

__all__ = [
    "AGES",
    "ANSWERS",
    "GENERAL",
    "MOST_GENERAL",
    "Answer",
    "BothRule",
    "DomainSeed",
    "EventSeed",
    "LabelReader",
    "LabelReply",
    "NormTable",
    "ProfileBuilder",
    "ProfilePlan",
    "count_labels",
    "generation_prompt",
    "label_sets",
    "labelling_prompt",
    "load_domains",
    "load_events",
    "load_norm_table",
    "make_bio",
    "make_plans",
    "memory_lines",
    "mix",
    "persona_shares",
    "profile_of",
    "statements_of",
]
