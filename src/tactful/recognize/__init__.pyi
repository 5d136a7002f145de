from .abilities import abilities
from .codes import CodeRecognizer
from .faces.recognizer import FaceRecognizer
from .layout import layout_recognizers
from .names import name_recognizers
from .necessity import mark_necessary
from .patterns import pattern_recognizers
from .pipeline import ScreenRecognizer
from .reading import open_reader
from .reading.cache import Recent, content_key
from .reading.engine import load_engine
from .reading.reader import ScreenReader
from .reading.readings import has_script
from .seen import SeenValues
from .view import Reader, Recognizer
from .vlm.free import FreeVlm
from .vlm.grounded import GroundedVlm, draw_tags, prompt_version
from .vlm.place import PIXELS, RESIZED, THOUSAND, Grid, GridDetector, anchor
from .vlm.reply import (
    CONFIDENCE,
    Corners,
    read_category,
    read_corners,
    read_listing,
    read_necessary,
    read_risk,
)

__all__ = [
    "CONFIDENCE",
    "PIXELS",
    "RESIZED",
    "THOUSAND",
    "CodeRecognizer",
    "Corners",
    "FaceRecognizer",
    "FreeVlm",
    "Grid",
    "GridDetector",
    "GroundedVlm",
    "Reader",
    "Recent",
    "Recognizer",
    "ScreenReader",
    "ScreenRecognizer",
    "SeenValues",
    "abilities",
    "anchor",
    "content_key",
    "draw_tags",
    "has_script",
    "layout_recognizers",
    "load_engine",
    "mark_necessary",
    "name_recognizers",
    "open_reader",
    "pattern_recognizers",
    "prompt_version",
    "read_category",
    "read_corners",
    "read_listing",
    "read_necessary",
    "read_risk",
]
