"""The offline models of this package, for the register of the provider ``tactful/``."""

from __future__ import annotations

from collections.abc import Mapping

from tactful.models import Writer
from tactful.world.profiles.labeller import persona_labeller
from tactful.world.profiles.writer import profile_writer

OFFLINE_MODELS: Mapping[str, Writer] = {
    "profile-writer": profile_writer,
    "persona-labeller": persona_labeller,
}
