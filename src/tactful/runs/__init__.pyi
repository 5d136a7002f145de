from .optional import require, versions
from .outcome import MANIFEST, RECEIPTS, RunItem, RunOutcome, ScreenOutcome
from .run import protect_run
from .seeds import derive, generator
from .yaml_file import Location, Strict, Text, YamlDocument, mistake, one_of

__all__ = [
    "MANIFEST",
    "RECEIPTS",
    "Location",
    "RunItem",
    "RunOutcome",
    "ScreenOutcome",
    "Strict",
    "Text",
    "YamlDocument",
    "derive",
    "generator",
    "mistake",
    "one_of",
    "protect_run",
    "require",
    "versions",
]
