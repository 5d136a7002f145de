"""Values one misread character away from a valid one: a check digit, a lost dot, a letter for a digit."""

from __future__ import annotations

from functools import partial

from tactful.selftest.cases import Case
from tactful.selftest.splits import leak

_MISSES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("card-checksum", ("{4111 1111 1111 1112}",)),
    ("card-solid", ("Card number", "{4111111111111112}")),
    ("card-digit-lost", ("{4111 1111 1111 111}",)),
    ("card-letters", ("{4l11 1111 11I1 1Il1}",)),
    ("card-letters-and-checksum", ("{5SS5 5555 5B55 4445}",)),
    ("amex-checksum", ("{3782 822463 10006}",)),
    ("iban-solid", ("{DE89370400440532013001}",)),
    ("iban-letters", ("{GB29 NWBK 6O16 l331 9268 19}",)),
    ("email-no-dot", ("{ann.lee@examplecom}",)),
    ("email-comma", ("{ann.lee@example,com}",)),
    ("email-zero", ("{ann.lee@example.c0m}",)),
    ("email-other-sign", ("{ann.lee©example.com}",)),
    ("email-no-sign", ("{ann.leegmail.com}",)),
    ("phone-letters", ("{(65O) 2S3-0l99}",)),
    ("phone-digit-lost", ("Mobile", "{650 253 019}")),
    ("code-letters", ("Your verification code is {48Z9l3}",)),
    ("ssn-letter", ("{219-O9-9999}",)),
    ("resident-id", ("{110101199003074512}",)),
)

CASES: tuple[Case, ...] = (
    *(Case("near_misses", name, partial(leak, rows)) for name, rows in _MISSES),
    Case(
        "near_misses",
        "drawn-card",
        partial(leak, ("Wallet", "{4111 1111 1111 1112}"), drawn=True),
        short=False,
    ),
    Case(
        "near_misses", "drawn-email", partial(leak, ("Ann", "{ann.lee@examplecom}"), drawn=True), short=False
    ),
)
