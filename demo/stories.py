"""Which runs the demo shows, and what a run must be like to be shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tactful.world import TaskSpec

Truth = Mapping[str, Any]


@dataclass(frozen=True)
class Story:
    """A bundled run: a task of the world on one screen in one language, and the least that it has to show.

    ``look`` is how the device and its apps look, ``attempt`` one number for the person and the play.
    ``steps`` are the fewest and the most; at least so many ``apps`` are used, and so many ``private`` regions
    of so many ``types`` are seen.
    """

    name: str
    template: str
    platform: str
    size: str
    lang: str
    look: int
    attempt: int
    steps: tuple[int, int]
    apps: int
    private: int
    types: int

    def spec(self, attempt: int) -> TaskSpec:
        """The task as the world takes it."""
        return TaskSpec(attempt, self.template, self.platform, self.size, self.lang, self.look, attempt)


STORIES: tuple[Story, ...] = (
    # A contact's address, found on the contact's card and used on the map.
    Story("phone", "maps-contact-route", "phone", "phone-1080", "en", 15, 8, (6, 11), 2, 90, 10),
    # A customer's address, found in a table of customers and written to; other windows lie behind.
    Story("desktop", "crm-mail-customer", "desktop", "desktop-1920", "en", 13, 5, (4, 8), 2, 120, 15),
    # A one-time code, in Chinese.
    Story("phone-zh", "messages-code", "phone", "phone-1080", "zh", 12, 5, (3, 5), 1, 15, 5),
)
"""The bundled runs in the order in which they are shown."""


def faults(story: Story, summary: Mapping[str, Any], truths: Sequence[Truth]) -> Iterator[str]:
    """Why a played run is not fit to be shown: one sentence each, none where it is.

    ``summary`` is what `tactful.world.trajectories.write_recorded` gives, ``truths`` its truth files.
    """
    least, most = story.steps
    if not summary["success"]:
        yield "the task is not done at its end"
    if summary["wrong"]:
        yield f"{summary['wrong']} wrong turns (expected none)"
    if not least <= summary["steps"] <= most:
        yield f"{summary['steps']} steps (expected {least} to {most})"
    if not summary["private_bound"]:
        yield "it can be done without seeing anything private"
    apps = {truth["app"] for truth in truths} - {""}
    if len(apps) < story.apps:
        yield f"{len(apps)} apps on its screens (expected {story.apps})"
    regions = [region for truth in truths for region in truth["regions"]]
    private = [region for region in regions if region["risk"] != "none"]
    if len(private) < story.private:
        yield f"{len(private)} private regions (expected {story.private})"
    types = {region["type"] for region in private}
    if len(types) < story.types:
        yield f"{len(types)} types of private regions (expected {story.types})"
    missing = {"low", "medium", "high"} - set(Counter(region["risk"] for region in private))
    if missing:
        yield f"nothing of {' and '.join(sorted(missing))} risk"
    if not any(region["necessary"] for region in private):
        yield "no private region that the task needs"
