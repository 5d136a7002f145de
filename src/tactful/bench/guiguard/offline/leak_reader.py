"""``tactful/leak-reader``: an evaluator of leakage that lists every text it can read on the picture.

It takes no guess and knows no labels: what it says is what plain reading gives away. So the leakage task runs
without a key, beside the stronger probes of `recognize.attack`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tactful.bench.guiguard.offline.eyes import last_picture, read_units
from tactful.errors import ModelError, RecognitionError
from tactful.models import Message, Reply


class LeakReader:
    """A ``ChatModel`` that answers the leakage prompt by reading. Safe to call from threads."""

    name = "leak-reader"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """All readable texts of the last picture as findings; ``ModelError`` without one to read."""
        picture = last_picture(messages)
        if picture is None:
            raise ModelError(f"the built-in model '{self.name}' was sent no picture")
        try:
            units = read_units(picture.data)
        except RecognitionError as err:
            raise ModelError(f"the built-in model '{self.name}' failed ({type(err).__name__})") from None
        found = [{"text": unit.text, "how": "read"} for unit in units if unit.readable and unit.text.strip()]
        return Reply(json.dumps({"findings": found}, ensure_ascii=False))
