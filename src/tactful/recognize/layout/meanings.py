"""What a text can mean: type, risk and category together, by the project's labelling rules."""

from __future__ import annotations

from typing import NamedTuple

from tactful.terms import Category, Risk


class Meaning(NamedTuple):
    """A type of value with its risk and category (GUIGuard-Bench, C.3)."""

    type: str
    risk: Risk
    category: Category | None


_LOW, _MEDIUM, _HIGH = Risk.LOW, Risk.MEDIUM, Risk.HIGH
_WHO, _REACH, _DEVICE = Category.IDENTITY, Category.CONTACT_FINANCIAL, Category.TECHNICAL_DEVICE
_DOES, _SPECIAL, _INFER = Category.BEHAVIOR_CONTEXT, Category.SENSITIVE_SPECIAL, Category.INFERENCE_PROFILING

PUBLIC = Meaning("text", Risk.NONE, None)
PERSON = Meaning("person", _HIGH, _WHO)
USERNAME = Meaning("username", _HIGH, _WHO)
ACCOUNT = Meaning("account", _HIGH, _WHO)
EMAIL = Meaning("email", _HIGH, _REACH)
PHONE = Meaning("phone", _HIGH, _REACH)
ADDRESS = Meaning("address", _HIGH, _REACH)
CONTACT = Meaning("contact", _MEDIUM, _REACH)
AMOUNT = Meaning("amount", _MEDIUM, _REACH)
SENDER = Meaning("company", _MEDIUM, _DOES)
SUBJECT = Meaning("subject", _MEDIUM, _DOES)
PREVIEW = Meaning("preview", _MEDIUM, _DOES)
MESSAGE = Meaning("message", _MEDIUM, _DOES)
HISTORY = Meaning("history", _MEDIUM, _DOES)
ORDER = Meaning("order", _MEDIUM, _DOES)
SCHEDULE = Meaning("schedule", _MEDIUM, _DOES)
SEARCH = Meaning("search", _MEDIUM, _DOES)
TIME = Meaning("time", _MEDIUM, _DOES)
DATE = Meaning("date", _MEDIUM, _DOES)
BIRTH = Meaning("date", _HIGH, _WHO)
OTP = Meaning("otp", _HIGH, _WHO)
URL = Meaning("url", _MEDIUM, _DOES)
FIGURE = Meaning("health", _MEDIUM, _SPECIAL)
SUGGESTION = Meaning("suggestion", _LOW, _DOES)
LOCATION = Meaning("location", _MEDIUM, _DOES)
RECOMMENDED = Meaning("suggestion", _LOW, _INFER)
JOB = Meaning("job", _MEDIUM, _REACH)
STATUS = Meaning("status", _MEDIUM, _DOES)
BADGE = Meaning("badge", _LOW, _DOES)
FILE = Meaning("file", _LOW, _DOES)
NOTE = Meaning("note", _LOW, _DOES)
AVATAR = Meaning("avatar", _LOW, _WHO)
CLOCK = Meaning("time", _LOW, _DEVICE)
DEVICE = Meaning("device", _LOW, _DEVICE)
HEALTH = Meaning("health", _HIGH, _SPECIAL)
BIO = Meaning("preference", _MEDIUM, _INFER)


def sensitive(kind: str, explicit: bool) -> Meaning:
    """A special category of data: high where it is said of a person, medium where it is only near one."""
    return Meaning(kind, _HIGH if explicit else _MEDIUM, _SPECIAL)
