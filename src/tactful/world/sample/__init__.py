"""What a folder of trajectories holds: a data card of counts, and a contact sheet to look at."""

from tactful.world.sample.card import PAPER, card_markdown, data_card
from tactful.world.sample.screens import INDEX, SampleRun, SampleScreen, read_runs
from tactful.world.sample.sheet import choose, contact_sheet

__all__ = [
    "INDEX",
    "PAPER",
    "SampleRun",
    "SampleScreen",
    "card_markdown",
    "choose",
    "contact_sheet",
    "data_card",
    "read_runs",
]
