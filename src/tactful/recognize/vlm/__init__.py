"""Recognition by a vision model behind an endpoint: free (text and boxes) or grounded (our own lines)."""

from tactful.recognize.vlm.free import FreeReading, FreeVlm
from tactful.recognize.vlm.grounded import GroundedReading, GroundedVlm, Label
from tactful.recognize.vlm.place import PIXELS, RESIZED, THOUSAND, Grid

__all__ = [
    "PIXELS",
    "RESIZED",
    "THOUSAND",
    "FreeReading",
    "FreeVlm",
    "Grid",
    "GroundedReading",
    "GroundedVlm",
    "Label",
]
