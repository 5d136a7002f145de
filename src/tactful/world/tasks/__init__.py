"""Tasks in the world: templates bound to people, a scripted solver, checks, and agents with wrong turns."""

from tactful.world.tasks.bind import StepNeeds, Task, Unbound, bind, entities
from tactful.world.tasks.eyes import Look
from tactful.world.tasks.loader import load_templates
from tactful.world.tasks.moves import GaveUp, Move
from tactful.world.tasks.passing import passed
from tactful.world.tasks.play import LIMIT, play
from tactful.world.tasks.sampling import TaskSpec, sample_tasks, split_of
from tactful.world.tasks.solver import Solver
from tactful.world.tasks.starting import Started, start
from tactful.world.tasks.templates import Check, Pick, ScriptStep, Template

__all__ = [
    "LIMIT",
    "Check",
    "GaveUp",
    "Look",
    "Move",
    "Pick",
    "ScriptStep",
    "Solver",
    "Started",
    "StepNeeds",
    "Task",
    "TaskSpec",
    "Template",
    "Unbound",
    "bind",
    "entities",
    "load_templates",
    "passed",
    "play",
    "sample_tasks",
    "split_of",
    "start",
]
