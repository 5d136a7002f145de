"""Keys, tokens and passwords: by known prefixes, by their form, and by the label beside them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import SECRET, Line, LineRecognizer, Match, Scan, identifier_words

# Published formats of the issuers' own documentation.
_PREFIXED = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:proj-|ant-|live-|test-|or-v1-)?[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live"
    r"|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9]{16,}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|gl(?:dt|rt|cbt|ptt)-[A-Za-z0-9_-]{16,}"
    r"|(?:AKIA|ASIA|AGPA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}|xox[abprse]-[A-Za-z0-9-]{10,}"
    r"|xapp-[0-9A-Za-z-]{10,}"
    r"|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}|1//0[A-Za-z0-9_-]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}|dop_v1_[a-f0-9]{40,}"
    r"|SG\.[\w-]{16,}\.[\w-]{16,}"
    r"|key-[a-f0-9]{32}|AC[a-f0-9]{32}|SK[a-f0-9]{32}|EAA[A-Za-z0-9]{30,}|r8_[A-Za-z0-9]{30,}"
    r"|gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{30,}"
    r"|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sq0(?:atp|csp)-[\w-]{20,}|LTAI[A-Za-z0-9]{12,}"
    r"|AKID[A-Za-z0-9]{13,}|dckr_pat_[\w-]{20,}"
    r"|lin_api_[A-Za-z0-9]{30,}|secret_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}|figd_[\w-]{30,}"
    r"|\d{8,10}:AA[\w-]{30,}"
    r")(?![A-Za-z0-9])"
)
_JWT = re.compile(r"(?<![\w-])eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?")
_PEM = re.compile(r"-{3,5} ?(?:BEGIN|END) (?:[A-Z0-9]+ )*(?:PRIVATE KEY|PRIVATE KEY BLOCK) ?-{0,5}")
_BEARER = re.compile(r"\b(?:Bearer|Basic|Token)[ :]+([A-Za-z0-9._~+/=-]{16,})", re.I)
_USERINFO = re.compile(r"\b[a-z][a-z0-9+]{1,15}://[^\s/:@]{1,64}:([^\s/@]{2,128})@[\w.-]+", re.I)
_SSH = re.compile(r"(?<!\w)(?:b3BlbnNzaC1rZXk|MII[A-Za-z0-9+/]{2}IBA)[A-Za-z0-9+/=]{10,}")
_ASSIGNED = re.compile(
    r"(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key"
    r"|client[_-]?secret|auth)"
    r"[\"'\]]?\s{0,2}(?::=|=>|=|:)\s{0,2}[\"']?([^\s\"',;)]{6,200})",
    re.I,
)
_TOKEN = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/=_.~-]{8,200}(?![\w+/=-])")
_PASSWORD = re.compile(r"\S{4,64}")
_BACKUP = re.compile(
    r"(?<![\w-])(?:[A-Z0-9]{4,6}(?:[ -][A-Z0-9]{4,6}){1,7}"
    r"|[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7}|\d{8})(?![\w-])"
)
# "buzzer code 4417", "домофон 63К8841", "Code is 80C3": what opens a door, a gate, a line
_DOOR_CODE = re.compile(
    r"[ ]?(?:no\.?|number|nr\.?|is|are|est|ist|это|是|は)?[ ]?[:：=#-]?[ ]?"
    r"((?=(?:[^\d\n]{0,3}\d){2})[A-ZА-Я0-9*]{2,}(?:[ -][A-ZА-Я0-9]{2,4})*#?)(?![\w%.:/,-]*[\d/])"
)
_BARE_CODE = re.compile(
    r"(?<!\w)(?:code|pin|код|kode|コード|코드)(?: is|:|：| est| ist)? "
    r"(?=(?:[a-zа-я]*\d){2})([a-zа-я0-9]{3,8}#?)(?!\w|[.,:/-]\d)"
)
# "plum-otter-Kite92", "Quince-Harbor-7": words and a number, as people make passwords
_WORDS_AND_NUMBER = re.compile(
    r"(?<![\w/.@-])(?:[A-Za-z]{3,}-){2,4}(?:[A-Za-z]{2,}\d{1,4}|\d{1,4}[A-Za-z]?)(?![\w/@-]|\.\w)"
)
_SAID_WORD = re.compile(r"[ ]?[:：=][ ]?(\S{3,40}?)[.,;]?(?=\s|$)")
_MASK_ONLY = re.compile(r"[*·.xX_\u25cf\u25e6-]+")


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Secrets (high, identity). Dots that hide a password are not one."""
    taken: list[tuple[int, int]] = []
    for found in (*_by_form(line), *_assigned(line), *_beside_label(line, scan), *_told(line, scan)):
        if not any(found.start < b and a < found.end for a, b in taken):
            taken.append((found.start, found.end))
            yield found


def _by_form(line: Line) -> Iterator[Match]:
    text = line.text
    if "---" in text:
        for hit in _PEM.finditer(text):
            yield Match(*hit.span(), SECRET, 0.97, "the border of a private key block")
    if all(len(part) < 12 for part in text.split()):
        return
    for hit in _PREFIXED.finditer(text):
        yield Match(*hit.span(), SECRET, 0.98, "a key or token with a known prefix")
    for hit in _JWT.finditer(text):
        yield Match(*hit.span(), SECRET, 0.98, "a JSON web token")
    for hit in _SSH.finditer(text):
        yield Match(*hit.span(), SECRET, 0.95, "the body of a private key")
    for hit in _USERINFO.finditer(text):
        yield Match(*hit.span(1), SECRET, 0.95, "a password inside an address")
    for hit in _BEARER.finditer(text):
        if entropy(hit.group(1)) >= 3:
            yield Match(*hit.span(1), SECRET, 0.95, "a token in an authorisation header")


def _assigned(line: Line) -> Iterator[Match]:
    """``name = value`` in code, configuration files and terminals."""
    if ":" not in line.text and "=" not in line.text:
        return
    for hit in _ASSIGNED.finditer(line.text):
        value = hit.group(1)
        if _MASK_ONLY.fullmatch(value) or value.startswith(("$", "<", "{", "os.", "process.")):
            continue
        if _mixed(value) or entropy(value) >= 3.3:
            yield Match(*hit.span(1), SECRET, 0.9, "a value given to a secret's name")


def _beside_label(line: Line, scan: Scan) -> Iterator[Match]:
    start = _value_start(line, scan, "secret")
    if start is not None:
        for hit in _TOKEN.finditer(line.text, start):
            if _mixed(hit.group()) and entropy(hit.group()) >= 2.8 and len(hit.group()) >= 10:
                yield Match(*hit.span(), SECRET, 0.92, "a random string beside a key or token label")
        for hit in _BACKUP.finditer(line.text, start):
            if any(ch.isdigit() for ch in hit.group()):
                yield Match(*hit.span(), SECRET, 0.88, "a code beside a recovery or key label")
        phrase = line.text[start:].strip()
        if (
            len(phrase.split()) in (12, 15, 18, 21, 24)
            and phrase.islower()
            and phrase.replace(" ", "").isalpha()
        ):
            begin = line.text.index(phrase, start)
            yield Match(begin, begin + len(phrase), SECRET, 0.9, "a phrase of words beside a recovery label")
    start = _value_start(line, scan, "password")
    if start is not None:
        tail = line.text[start:]
        offset = start + len(tail) - len(tail.lstrip(" :=："))
        hit2 = _PASSWORD.fullmatch(line.text, offset, len(line.text.rstrip()))
        if hit2 and not _MASK_ONLY.fullmatch(hit2.group()) and _password_like(hit2.group()):
            yield Match(*hit2.span(), SECRET, 0.88, "a value beside a password label")


def _told(line: Line, scan: Scan) -> Iterator[Match]:
    """Codes and passwords that a sentence or a note tells: of doors, of networks, of logins."""
    text = line.text
    for hit in words("door_code").find(line.lower):
        value = _DOOR_CODE.match(text, hit.end)
        if value:
            yield Match(*value.span(1), SECRET, 0.85, "a code behind a word of doors and entries")
    if scan.hit(line, words("not_otp")) is None:
        for bare in _BARE_CODE.finditer(line.lower):
            start, end = bare.span(1)
            if any(ch.isalpha() for ch in text[start:end]) or text[end - 1] == "#":
                yield Match(start, end, SECRET, 0.75, "letters and digits behind the word code")
    for hit in words("secret_word").find(line.lower):
        said = _SAID_WORD.match(text, hit.end)
        if said and not _MASK_ONLY.fullmatch(said.group(1)):
            yield Match(*said.span(1), SECRET, 0.85, "what a line gives as its secret word")
    if scan.hit(line, words("credentials")) is not None or scan.beside(line, words("credentials"), 40):
        for made in _WORDS_AND_NUMBER.finditer(text):
            yield Match(*made.span(), SECRET, 0.82, "words joined with a number beside a word of logins")


def _value_start(line: Line, scan: Scan, section: str) -> int | None:
    """Where a value may begin: after the label in the line, or at 0 where a short label stands beside it."""
    own = scan.hit(line, words(section))
    if own is not None:
        return own.end
    if scan.beside(line, words(section), 40):
        return 0
    if line.unit.hint and words(section).first(identifier_words(line.unit.hint)) is not None:
        return 0
    return None


def _password_like(value: str) -> bool:
    """Letters with digits or signs, or a run of digits: unlike any word of an interface."""
    if not value.isascii() or value.endswith((":", "?")):
        return False
    letters = sum(ch.isalpha() for ch in value)
    others = len(value) - letters
    return (letters >= 1 and others >= 1 and _mixed(value)) or (letters == 0 and value.isdigit())


def _mixed(value: str) -> bool:
    """Whether at least two of: digits, capitals among lower-case letters, signs."""
    digits = any(ch.isdigit() for ch in value)
    signs = any(not ch.isalnum() for ch in value.strip(".,:;!?-_"))
    inner_capital = any(ch.isupper() for ch in value[1:]) and any(ch.islower() for ch in value)
    letters = any(ch.isalpha() for ch in value)
    return digits + signs + inner_capital >= 2 or (digits and letters)


def entropy(value: str) -> float:
    """Shannon entropy of the characters, in bits a character."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())


SECRETS = LineRecognizer("patterns.secrets", matches)
