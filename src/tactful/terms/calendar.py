"""The months as English writes them (CLDR, locale ``en``), for all that reads or writes dates."""

from __future__ import annotations

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""Full names in order; the abbreviations are their first three letters, and "Sept"."""
