"""The flow of the paper's Figure 1, stage by stage: recognize, protect, and only then let anything out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tactful.errors import MissingExtraError, RecognitionError, TactfulError
from tactful.protect import Policy, Rewriter, Vault, protect_screen
from tactful.recognize import ScreenRecognizer, SeenValues, mark_necessary
from tactful.terms import ProtectedScreen, Region, Screen


@dataclass(frozen=True, slots=True)
class Session:
    """What one run shares across its screens: the policy, the vault, the values seen so far, the seed."""

    policy: Policy
    vault: Vault
    recognizer: ScreenRecognizer
    seen: SeenValues = field(default_factory=SeenValues)
    rewriter: Rewriter | None = None
    seed: int = 0


def recognize(screen: Screen, session: Session) -> tuple[Region, ...]:
    """What the recognizers say of this screen alone: the slow half, and the same in any order of screens.

    Raises ``RecognitionError``, whatever went wrong.
    """
    with _promised(screen):
        return session.recognizer.recognize(screen)


def recall(screen: Screen, regions: Sequence[Region], session: Session) -> tuple[Region, ...]:
    """The same regions with what earlier screens of the run revealed; call in step order. Raises as above."""
    with _promised(screen):
        known = session.seen.relabel(regions)
        session.seen.remember(known)
        return mark_necessary(known, screen.state)


@contextmanager
def _promised(screen: Screen) -> Iterator[None]:
    """The one error that recognition promises; the text of a foreign one may quote the screen."""
    try:
        yield
    except (RecognitionError, MissingExtraError):
        raise
    except Exception as err:
        reason = str(err) if isinstance(err, TactfulError) else type(err).__name__
        raise RecognitionError(f"{screen.name}: recognition failed ({reason})") from None


def protect(screen: Screen, regions: Sequence[Region], session: Session) -> ProtectedScreen:
    """The screen with the policy's operators applied, or ``ProtectionError``; call in step order."""
    return protect_screen(
        screen, regions, session.policy, vault=session.vault, rewriter=session.rewriter, seed=session.seed
    )


def guard_screen(screen: Screen, session: Session) -> ProtectedScreen:
    """recognize -> recall -> protect, for one screen."""
    return protect(screen, recall(screen, recognize(screen, session), session), session)
