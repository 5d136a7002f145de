from .apps.expressions import PICTURES
from .apps.loader import load_apps
from .browser.driver import Browser
from .browser.stage import Stage
from .browser.truth import TrueRegion, regions_of
from .env.loop import BlackTruth, Guarding, ScriptedPlanner, run_episode
from .events import Act
from .pages import SIZES
from .people.make import make_person
from .people.person import LANGUAGES
from .profiles.builder import ProfileBuilder, generation_prompt
from .profiles.from_person import profile_of
from .profiles.labeller import OFFLINE_MODELS
from .profiles.labelling import (
    ANSWERS,
    Answer,
    BothRule,
    LabelReader,
    LabelReply,
    count_labels,
    label_sets,
    labelling_prompt,
    memory_lines,
    statements_of,
)
from .profiles.normtable import load_norm_table
from .profiles.plans import DomainSeed, ProfilePlan, load_domains, load_events, make_plans
from .sample.card import card_markdown, data_card
from .sample.screens import read_runs
from .sample.sheet import contact_sheet
from .serve import serve
from .session.session import Session
from .tasks.sampling import Started, TaskSpec, sample_tasks, start
from .trajectories.job import write_trajectories
from .trajectories.plan import Progress, TrajectoryPlan, Written
from .trajectories.recording import Stopped, play_and_write

__all__ = [
    "ANSWERS",
    "LANGUAGES",
    "OFFLINE_MODELS",
    "PICTURES",
    "SIZES",
    "Act",
    "Answer",
    "BlackTruth",
    "BothRule",
    "Browser",
    "DomainSeed",
    "Guarding",
    "LabelReader",
    "LabelReply",
    "ProfileBuilder",
    "ProfilePlan",
    "Progress",
    "ScriptedPlanner",
    "Session",
    "Stage",
    "Started",
    "Stopped",
    "TaskSpec",
    "TrajectoryPlan",
    "TrueRegion",
    "Written",
    "card_markdown",
    "contact_sheet",
    "count_labels",
    "data_card",
    "generation_prompt",
    "label_sets",
    "labelling_prompt",
    "load_apps",
    "load_domains",
    "load_events",
    "load_norm_table",
    "make_person",
    "make_plans",
    "memory_lines",
    "play_and_write",
    "profile_of",
    "read_runs",
    "regions_of",
    "run_episode",
    "sample_tasks",
    "serve",
    "start",
    "statements_of",
    "write_trajectories",
]
