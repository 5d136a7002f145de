"""Words for people's screens: values of every kind, private or public, in seven languages."""

from tactful.world.content.kinds import KINDS, MAIL_GROUPS, Ctx, Kind, extended, has_kind
from tactful.world.content.make import make

__all__ = ["KINDS", "MAIL_GROUPS", "Ctx", "Kind", "extended", "has_kind", "make"]
