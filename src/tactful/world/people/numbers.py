"""The former place of `tactful.world.content.ids`; kept while other rooms still import it from here."""

from tactful.world.content.ids import CARD_BINS

__all__ = ["CARD_BINS"]
