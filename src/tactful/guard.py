"""The guard that users hold: `Guard(policy="all").protect(image)`."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tactful.errors import ImageError
from tactful.flow import Session, guard_screen, recall, recognize
from tactful.formats import load_screen_image, to_screen_image
from tactful.protect import ROUTES, Destination, Policy, Rewriter, Route, Vault, get_policy, restore
from tactful.recognize import ScreenRecognizer
from tactful.terms import ProtectedScreen, Region, Screen, TaskState, TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    ImageLike = str | Path | bytes | Image | NDArray[np.uint8] | Screen

Answer = TypeVar("Answer")


class Guard:
    """Protects the screens of one session, and puts real values back into the agent's answers.

    One guard is one session: an entity keeps one pseudonym on every screen, and a value that was private once
    stays private. Models load at the first screen. Everything runs on this machine.

    Args:
        policy: A preset's name ("all", "medium", "high", "non-necessary", "hybrid", "coverage-60", ...), the
            path of a YAML policy, or a `Policy`.
        task: What the agent is asked to do; decides what is task-necessary.
        operator: Replaces the operator of every rule that masks ("black", "mosaic", "replace", ...).
        seed: Makes pseudonyms and random blocks repeatable. Without it the session's key is random, which is
            what a product should want.
        vault: A vault to go on with, instead of a new one.
        recognizer: A recognizer of your own instead of the default one.
        rewriter: A local model for the operator "replace_llm".
        routes: Where `restore` may put values: by default into typed text, tool arguments and string
            literals, not into URLs and shells.

    Raises:
        PolicyError: no such preset, or a policy file with a mistake.
    """

    def __init__(
        self,
        policy: str | Path | Policy = "all",
        task: str = "",
        *,
        operator: str | None = None,
        seed: int | None = None,
        vault: Vault | None = None,
        recognizer: ScreenRecognizer | None = None,
        rewriter: Rewriter | None = None,
        routes: Sequence[Route] = ROUTES,
    ) -> None:
        chosen = policy if isinstance(policy, Policy) else get_policy(policy)
        if operator is not None:
            chosen = chosen.with_operator(operator)
        self.task = task
        self._routes = routes
        self._session = Session(
            policy=chosen,
            vault=vault if vault is not None else Vault(_key(seed)),
            recognizer=recognizer or ScreenRecognizer(),
            rewriter=rewriter,
            seed=seed or 0,
        )

    def __repr__(self) -> str:
        return f"Guard(policy={self.policy.name!r}, {self._session.vault!r})"

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self._session.policy

    @property
    def vault(self) -> Vault:
        """The session's replacement vault."""
        return self._session.vault

    @property
    def session(self) -> Session:
        """What the stages share; for callers that drive them one by one."""
        return self._session

    def screen(
        self,
        image: ImageLike,
        *,
        task: str | None = None,
        state: TaskState | None = None,
        units: Sequence[TextUnit] | None = None,
        platform: str = "",
        name: str | None = None,
    ) -> Screen:
        """A `Screen` of a path, encoded bytes, a Pillow image, or uint8 pixels of shape (height, width, 3).

        ``units`` are text units that the host knows (accessibility data); without them the text is read off
        the pixels. Raises ``ImageError`` for anything that is not a readable image.
        """
        given = state or TaskState(goal=self.task if task is None else task)
        if isinstance(image, Screen):
            keep = image.state if state is None and task is None and image.state.goal else given
            return image.with_state(keep)
        pixels = _as_image(image)
        width, height = pixels.size
        label = name or (Path(image).name if isinstance(image, str | Path) else "screen")
        return Screen(label, width, height, pixels, platform, None if units is None else tuple(units), given)

    def protect(self, image: ImageLike, **context: Any) -> ProtectedScreen:
        """A screenshot that is safe to send, with its receipt; takes the keywords of `screen`.

        Raises ``ImageError``, ``RecognitionError`` or ``ProtectionError``: then nothing may be sent.
        """
        return guard_screen(self.screen(image, **context), self._session)

    def recognize(self, image: ImageLike, **context: Any) -> tuple[Region, ...]:
        """What was found on a screen, units of risk ``none`` included; takes the keywords of `screen`."""
        screen = self.screen(image, **context)
        return recall(screen, recognize(screen, self._session), self._session)

    def restore(self, answer: Answer, *, tool: str = "", argument: str = "", host: str = "") -> Answer:
        """The agent's answer (text, action code, or a JSON-like tool call) with real values in place of
        placeholders.

        ``tool``, ``argument`` and ``host`` say where the answer goes ("type", "bash", "url"; the site or app
        on the screen), as far as you know and the answer does not tell. Values that were put back are private
        when they show up on a later screen. Raises ``RestoreError`` for a value that may not go where it
        stands, ``AmbiguousPlaceholderError`` where a placeholder could stand for two values.
        """
        used: set[str] = set()
        to = Destination(tool, argument, host)
        real = restore(answer, self._session.vault, to, self._routes, used=used)
        for value in sorted(used):
            self._session.seen.remember_value(value)
        return real


def _key(seed: int | None) -> bytes | None:
    """A repeatable vault key for a seeded session, None for a random one."""
    return None if seed is None else hashlib.blake2b(f"vault {seed}".encode(), digest_size=32).digest()


def _as_image(image: str | Path | bytes | Image | NDArray[np.uint8]) -> Image:
    import numpy as np
    from PIL import Image as pillow

    if isinstance(image, str | Path):
        return load_screen_image(Path(image))
    if isinstance(image, bytes):
        return to_screen_image(io.BytesIO(image), "the given bytes")
    if isinstance(image, np.ndarray):
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise ImageError("not an image array", expected="uint8 of shape (height, width, 3), RGB")
        return pillow.fromarray(image)
    if isinstance(image, pillow.Image):
        return to_screen_image(image, "the given image")
    raise ImageError(
        f"cannot take a {type(image).__name__}", expected="a path, bytes, a Pillow image or an array"
    )
