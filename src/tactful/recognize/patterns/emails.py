"""E-mail addresses, also as OCR breaks them, and handles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import (
    ACCOUNT,
    EMAIL,
    PERSON,
    USERNAME,
    Line,
    LineRecognizer,
    Match,
    Scan,
    example,
    service,
)

# Letters of Latin and Cyrillic; Chinese, Japanese and Korean words are glued to an address without a space.
_W = r"A-Za-z0-9_\u00c0-\u024f\u0400-\u04ff"
_LOCAL = rf"[{_W}](?:[{_W}.+'%-]{{0,63}}[{_W}+%-])?"
_TLD = r"(?:[a-z]{2,24}|xn--[a-z0-9-]{2,30}|рф|中国|公司|みんな|한국)"
_EMAIL = re.compile(rf"(?<![{_W}.+%@*…-]){_LOCAL}@(?:[{_W}-]{{1,63}}\.)+{_TLD}(?![{_W}-])", re.I)
# OCR puts spaces around the @ or before a dot: "ann.lee @example. com"
_SPACED = re.compile(
    rf"(?<![{_W}.+%@*…-]){_LOCAL} ?@ ?(?:[{_W}-]{{1,63}} ?\. ?){{1,3}}(?:com|org|net|edu|gov|io|co|cn"
    rf"|jp|kr|ru|fr|de|uk|us|eu|info|me|dev|app)\b",
    re.I,
)
# The interface cuts long addresses: "ann.lee@exam...", "partnershi…@gmail.com"
_CUT = re.compile(
    rf"(?<![{_W}.+%@*…-])(?:{_LOCAL}@[\w.-]{{0,63}}?(?:\.{{2,3}}|…)(?:[\w-]*\.{_TLD}\b)?|"
    rf"[\w.+-]{{1,40}}(?:\.{{2,3}}|…|\*{{2,}})[\w.+-]{{0,20}}@(?:[\w-]+\.)+{_TLD})",
    re.I,
)
# One character off: a dot lost or read as a comma ("ann@gmailcom"), an ending misread ("c0m"), the @ read as
# another sign or lost before a known host.
_ENDING = r"(?:com|c[o0]rn|c[o0]m|con|org|net|edu|gov|info|de|fr|ru|cn|jp|kr|uk|co|io|me|eu|us)"
_HOSTS = r"(?:gmail|googlemail|yahoo|outlook|hotmail|icloud|proton|protonmail|yandex|naver|qq|163|126)"
_MISREAD = re.compile(
    rf"(?<![{_W}.+%@*…-]){_LOCAL}(?:@(?=[\w-]*[a-z])(?:[\w-]{{1,63}}[.,] ?)+(?=\d*[a-z])[a-z0-9]{{2,6}}"
    rf"|@[\w-]{{1,62}}[a-z][ ,]?{_ENDING}"
    rf"|(?:[©®¢]| ?[(\[]at?[)\]] ?)(?:[\w-]{{1,63}}(?:\.| ?[(\[]dot[)\]] ?))+{_TLD}"
    r"| ?@ ?[\w-]{2,62}[ ,](?:com|org|net|edu|gov)"
    rf"|(?<!\bwww\.)(?<=\w){_HOSTS}\.{_ENDING})(?![{_W}-]|\.\w)",
    re.I,
)
_MAY_HOLD = re.compile(rf"[@©®¢]|\(at?\)|\[at\]|{_HOSTS}\.", re.I)
_LETTERS = re.compile(r"(?<!\S)(?:[\w.+-] ){2,}@(?: [\w.-]){4,}(?!\S)")
_HANDLE = re.compile(
    r"(?<![\w@./:+-])@[A-Za-z0-9_\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
    r"(?:[\w.-]{0,38}[\w])(?![\w@]|\.\w|/)"
)
_USERINFO = re.compile(r"://[^\s@/]*:$")
_USER_PATH = re.compile(r"(?<![\w./])/?u/[A-Za-z0-9_-]{3,20}\b")
_DISCORD = re.compile(r"(?<![\w#])[A-Za-z_][\w.]{1,31}#\d{4}(?!\d)")
# Words after an @ in code and in prose that are nobody's name.
_NOT_HANDLES = frozenset(
    [
        "media",
        "import",
        "override",
        "param",
        "return",
        "returns",
        "property",
        "staticmethod",
        "classmethod",
        "font-face",
        "keyframes",
        "all",
        "here",
        "everyone",
        "channel",
        "charset",
        "test",
        "before",
        "after",
        "include",
        "deprecated",
        "see",
        "since",
        "author",
        "throws",
        "app",
        "home",
        "work",
        "gmail",
    ]
)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """E-mail addresses (high, contact_financial) and user handles (high, identity)."""
    text = line.text
    taken: list[tuple[int, int]] = []
    if _MAY_HOLD.search(text):
        for pattern, confidence, reason in _EMAIL_FORMS:
            for found in pattern.finditer(text):
                if _USERINFO.search(text, 0, found.start()):
                    continue  # user:password@host in a connection address
                if not _overlaps(taken, *found.span()):
                    taken.append(found.span())
                    if _anybodys(line, scan, found):
                        continue
                    shown = 0.5 if example(line, found.start()) else confidence
                    yield Match(*found.span(), EMAIL, shown, reason)
    if "@" in text:
        yield from _display_names(text)
        for found in _HANDLE.finditer(text):
            name = found.group()[1:].lower()
            if (
                name in _NOT_HANDLES
                or (name[0].isdigit() and len(name) <= 3)
                or _overlaps(taken, *found.span())
            ):
                continue
            yield Match(
                *found.span(), USERNAME, _known_by(text, found.end(), 0.8), "a user handle after an @"
            )
    if "/" in text:
        for found in _USER_PATH.finditer(text):
            sure = _known_by(text, found.end(), 0.85)
            yield Match(*found.span(), USERNAME, sure, "a user name in the u/name form")
    yield from _signs_in(line, scan)
    if "#" in text:
        for found in _DISCORD.finditer(text):
            yield Match(*found.span(), USERNAME, 0.7, "a user name with a four-digit tag")


# "ilse_m_kayaks", "u.rogozina", "rtembe82": what people sign in with where it is no address
_BARE_NAME = re.compile(r"(?=[^\d]*[a-z])[a-z][a-z0-9]*(?:[._-][a-z0-9]+){1,3}|[a-z]{3,12}\d{2,4}|\d{8,12}")
_HOST_OR_FILE = re.compile(
    r".*\.(?:com|org|net|io|dev|app|example|co|uk|de|fr|jp|cn|ru|kr|py|js|ts|md|txt|json|ya?ml|toml|sh|csv|html?|conf)",
    re.I,
)


def _signs_in(line: Line, scan: Scan) -> Iterator[Match]:
    """A bare name in a row of a screen that keeps accounts."""
    text = line.text.strip()
    if not _BARE_NAME.fullmatch(text) or _HOST_OR_FILE.fullmatch(text):
        return
    start = line.text.index(text)
    if scan.beside(line, words("signing_in"), 30):
        yield Match(start, start + len(text), USERNAME, 0.85, "a bare name beside a label of signing in")
    elif scan.mentions(words("signing_in")) and not text.isdigit():
        yield Match(start, start + len(text), USERNAME, 0.65, "a bare name on a screen that keeps accounts")
    elif scan.mentions(words("signing_in")) and scan.mentions(words("password")):
        yield Match(start, start + len(text), ACCOUNT, 0.6, "a long number on a screen that keeps passwords")


# Mailboxes of a service, and the names that forms show where one's own belongs.
_SERVICE = re.compile(
    r"(?:support|help|helpdesk|info|contact|kontakt|service|kefu|hotline|press|presse|news|media|moderation"
    r"|moderator|abuse|privacy|legal|feedback|report|tips|customer\.?(?:service|care)|no-?reply|webmaster)\b.*@",
    re.I,
)
_FORM = re.compile(
    r"(?:you|your[._-]?name|name|user|username|someone|somebody|email|first(?:name)?[._-]last(?:name)?)"
    r"@(?:example|email|domain|company|yourdomain|mail)\.\w+",
    re.I,
)


def _anybodys(line: Line, scan: Scan, found: re.Match[str]) -> bool:
    """Whether an address is a service's own where it offers help, or what a form shows as a pattern."""
    if _FORM.fullmatch(found.group()):
        return True
    return _SERVICE.match(found.group()) is not None and service(line, scan, found.start())


# "Ann Lee <ann@example.com>", "quill <quill@example.com>"
_DISPLAY = re.compile(r"(?:^|[:,;] ?)[\"']?([^\W\d][^<>@:;,\"\n]{1,40}?)[\"']? ?<(?=[^<>@ ]+@[^<> ]+>)")
# "Ann Lee (@ann_lee)", as titles of profile pages have it
_TITLED = re.compile(
    rf"((?:[A-Z\u00c0-\u00deА-ЯЁ][{_W}'-]+ ){{1,3}}[A-Z\u00c0-\u00deА-ЯЁ][{_W}'-]+) ?\(@[\w.]{{2,}}\)"
)
# What follows the author of a public post: "u/fox · 7h"
_BYLINE = re.compile(r"(?: OP)? ?[·•] ?\d{1,3} ?(?:s|m|min|h|hr|d|w|mo|y|yr)?\b", re.I)


def _display_names(text: str) -> Iterator[Match]:
    for hit in _DISPLAY.finditer(text):
        parts = hit.group(1).split()
        named = not (parts[0][0].islower() or parts[-1][0].islower())
        yield Match(*hit.span(1), PERSON if named else USERNAME, 0.85, "a name before an e-mail address")
    for hit in _TITLED.finditer(text):
        yield Match(*hit.span(1), PERSON, 0.85, "a name before a handle")


def _known_by(text: str, end: int, confidence: float) -> float:
    """Less sure where the handle signs a post that all can read."""
    return 0.35 if _BYLINE.match(text, end) else confidence


_EMAIL_FORMS = (
    (_EMAIL, 0.98, "an e-mail address"),
    (_CUT, 0.9, "an e-mail address that is cut off or partly hidden"),
    (_SPACED, 0.92, "an e-mail address with stray spaces"),
    (_LETTERS, 0.9, "an e-mail address with its letters apart"),
    (_MISREAD, 0.9, "an e-mail address but for one misread character"),
)


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    return any(start < b and a < end for a, b in taken)


EMAILS = LineRecognizer("patterns.emails", matches)
