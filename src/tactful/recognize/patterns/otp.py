"""One-time codes: digits that words on the screen call a verification code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns import dates
from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import OTP, Line, LineRecognizer, Match, Scan, whole

_INSIDE = re.compile(
    r"(?<![\w.,/+$€£¥₩₽#*-])(?<!\d[: ])(?:[A-Z]-)?(\d{1,4}-\d{1,2}-\d{2,6}|\d{6}|\d{3}[ -]\d{3}|\d{4}"
    r"|\d{8}|\d{5}|\d{7}|\d{4}[ -]\d{4})(?![\w%*]|[.,:/-]\d| ?[-–] ?\d| \d{4})"
)
# Latin letters and digits are glued to Chinese, Japanese and Korean words: "验证码123456，请勿"
_GLUED = re.compile(
    r"(?<![\dA-Za-z.,/+$€£¥₩₽#*-])(?<!\d:)(?:[A-Z]-)?(\d{1,4}-\d{1,2}-\d{2,6}|\d{3}-\d{3}|\d{4,8})(?![\dA-Za-z%*年月日時时分秒元円원]|[.:/-]\d)"
)
_ALONE = re.compile(
    r"\s*(?:[A-Z]-)?((?:\d[ ]?){4,8}|\d{3}[ -]{1,3}\d{3}|\d{4}[ -]\d{4}|(?=[A-Z ]*\d)(?:[A-Z0-9] ?){6})\s*"
)
# "code" says little by itself; with six digits right behind it, it says enough.
_BARE_WORD = re.compile(r"(?<!\w)(?:code|pin|код|コード|코드)(?: is|:|：| est)? ?(?=\d{3}[ -]?\d{3}(?!\d))")
# "718204 is your Lumen Pay code": the code comes first, and its sender stands before the word
_YOUR_CODE = re.compile(
    r"(?<=\d) (?:is|est|ist) (?:your|votre|ihr"
    r"|dein)\b[^.!?\n]{0,40}\bcode\b|(?<=\d) ?[-–—] ?(?:ваш|твой) код\b"
)
_DAY = re.compile(
    r"\d{4}-(?:0?[1-9]|1[0-2])-\d{1,2}|(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])-(?:19|20)?\d\d"
)
# One digit a box, as forms ask for a code; not the pages of a list.
_BOXES = re.compile(r"\d(?: {1,3}\d){3,7}")
_ASKED = re.compile(
    r"\b(?:code|pin|passcode|otp|código|codice|kode|kod)\b|код|пин|コード|番号|[验驗][证證]|码|碼|코드|인증|번호"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """One-time codes (high, identity)."""
    text = line.text
    if sum(ch.isdigit() for ch in text) < 3:
        return
    if _ALONE.fullmatch(text):
        yield from _alone(line, scan)
        return
    otp = scan.hit(line, words("otp")) or _BARE_WORD.search(line.lower)
    otp = otp or _YOUR_CODE.search(line.lower)
    if otp is None or scan.hit(line, words("not_otp")) is not None:
        return
    pattern = _GLUED if any(ch >= "\u1100" for ch in text) else _INSIDE
    place = otp.span() if isinstance(otp, re.Match) else (otp.start, otp.end)
    best: re.Match[str] | None = None
    for hit in pattern.finditer(text):
        if _YEAR.fullmatch(hit.group(1)) and pattern is _INSIDE and len(hit.group(1)) == 4:
            continue
        if _DAY.fullmatch(hit.group(1)):
            continue
        if best is None or _distance(hit, *place) < _distance(best, *place):
            best = hit
    if best is not None:
        yield Match(*best.span(), OTP, 0.95, "digits in a line that speaks of a verification code")


def _distance(hit: re.Match[str], start: int, end: int) -> int:
    return hit.start() - end if hit.start() >= end else start - hit.end()


def _alone(line: Line, scan: Scan) -> Iterator[Match]:
    """A line that is nothing but a code: its label stands beside it, shortly before it, or on the screen."""
    text = line.text
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    code = re.sub(r"[ -]", "", text.strip())
    beside = scan.labels(line)
    if any(scan.hit(label, words("not_otp")) for label in beside) or _heads_row(line, scan):
        return
    if any(scan.hit(label, words("otp")) for label in beside):
        yield Match(start, end, OTP, 0.95, "a code right beside words of verification")
    elif _shortly_before(line, scan):
        if not _YEAR.fullmatch(code):
            yield Match(start, end, OTP, 0.88, "a code shortly after words of verification")
    elif (
        _BOXES.fullmatch(text.strip())
        and code not in "1234567890"
        and any(_ASKED.search(other.lower) for other in scan.lines)
    ):
        yield Match(start, end, OTP, 0.9, "a code in boxes on a screen that speaks of one")
    elif len(code) == 6 and scan.mentions(words("otp")):
        yield Match(start, end, OTP, 0.75, "six digits on a screen that speaks of verification")


def _heads_row(line: Line, scan: Scan) -> bool:
    """Whether a time stands right of it in its row: the number that a message came from, and no code."""
    box = line.box
    return any(
        other.box.x1 >= box.x2
        and box.y1 <= other.box.center[1] <= box.y2
        and any(whole(other, found.start, found.end) for found in dates.matches(other, scan))
        for other in scan.lines
        if other is not line
    )


def _shortly_before(line: Line, scan: Scan) -> bool:
    """Whether one of the few lines above speaks of verification."""
    reach = 8 * max(line.box.height, 1)
    return any(
        0 <= line.box.y1 - other.box.y1 <= reach and scan.hit(other, words("otp")) is not None
        for other in scan.lines
        if other is not line
    )


CODES = LineRecognizer("patterns.otp", matches, numeric=True)
