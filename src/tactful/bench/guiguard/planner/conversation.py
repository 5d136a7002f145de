"""What is said to the planner at a step: prompt, history, the last screenshots (G.4, ``build_prompt``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tactful.bench.guiguard.planner.api import PLATFORM_NAMES, describe
from tactful.models import Message, Picture, PromptPack

NONE = "none"
"""What stands for a reflection where there is none."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier step as the planner is told of it: its number from 1, its picture, and the plan made."""

    number: int
    picture: Picture = field(repr=False)
    plan: str = field(repr=False)
    reflection: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Speech:
    """The prompts of one task: a pack, the task's words, the device's API."""

    pack: PromptPack
    instruction: str = field(repr=False)
    platform: str

    def messages(
        self, turns: Sequence[Turn], number: int, picture: Picture, reflection: str, images: int
    ) -> list[Message]:
        """The conversation up to step ``number``; the last ``images`` screenshots are in it.

        ``reflection`` is on the step before; each turn has the reflection that came before it.
        """
        shown = [turn.number for turn in turns][max(0, len(turns) - images + 1) :]
        said = [self._system()]
        for turn in turns:
            pictures = (turn.picture,) if turn.number in shown else ()
            said.append(self._step(turn.number, turn.reflection, pictures))
            said.append(Message(turn.plan, role="assistant"))
        return [*said, self._step(number, reflection, (picture,))]

    def retry(self, problem: str) -> Message:
        """What follows an answer that broke the format."""
        return Message(self.pack.render("retry", problem=problem))

    def reflecting(
        self, earlier: Sequence[tuple[str, str]], number: int, picture: Picture, plan: str, action: str
    ) -> list[Message]:
        """The reflector's conversation; ``earlier`` are its (prompt, reflection) pairs so far."""
        system = self.pack.render(
            "reflect_system", instruction=self.instruction, platform=PLATFORM_NAMES[self.platform]
        )
        said = [Message(system, role="system")]
        for prompt, reflection in earlier:
            said += [Message(prompt), Message(reflection, role="assistant")]
        return [*said, Message(self.asked_of_reflector(number, plan, action), pictures=(picture,))]

    def asked_of_reflector(self, number: int, plan: str, action: str) -> str:
        """The reflector's prompt about one step."""
        return self.pack.render("reflect", step=str(number), plan=plan, action=action)

    def _system(self) -> Message:
        text = self.pack.render(
            "system",
            instruction=self.instruction,
            platform=PLATFORM_NAMES[self.platform],
            api=describe(self.platform),
        )
        return Message(text, role="system")

    def _step(self, number: int, reflection: str, pictures: tuple[Picture, ...]) -> Message:
        text = self.pack.render("step", step=str(number), reflection=reflection or NONE)
        return Message(text, pictures=pictures)
