"""Users and machines in terminals and logs: prompts, ``user@host``, ``user=...``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.scan import USERNAME, Line, LineRecognizer, Match, Scan

# "ann@box:~/src$ ls", "[ann@box src]$", "ann@box src %", and a window's title "ann@box: ~/src"
_PROMPT = re.compile(
    r"\s*(?:\([\w.-]+\) ?)?\[?([a-z_][\w.-]{0,31}@[\w][\w.-]{0,62})"
    r"(?::[ ]?[~/][^\s$#%>]*|[ ][\w.~/-]{1,40})\]?[ ]?(?:[$#%>](?=\s|$)|$)"
)
_LOGIN = re.compile(
    r"\b(?:ssh|scp|sftp|rsync|mosh|telnet)\b[^|;&\n]{0,60}?[ ]([a-z_][\w.-]{0,31})@[\w.-]+"
    r"|\b(?:accepted|failed) \w+ for (?:invalid user )?([\w.-]{2,32}) from\b"
    r"|\bsession (?:opened|closed) for user ([\w.-]{2,32})",
    re.I,
)
_ASSIGNED = re.compile(
    r"(?<![\w.$-])(?:user|username|user_?name|user_?id|uid|login|logname|account|acct|owner|actor|principal)"
    r"[\"']?(?:=|: ?(?=[\"']))[\"']?([\w@.+-]{3,64})(?![\w(\[])",
    re.I,
)
# "-rw-r--r-- 1 ann staff 2602 Oct 29 17:40 notes.txt"
_OWNER = re.compile(r"\s*[-dlbcps](?:[r-][w-][xsStT-]){3}[.+@]? +\d+ +([a-z_][\w.-]{1,31}) +[\w.-]+ +\d")
_SYSTEM = frozenset({"root", "wheel", "daemon", "nobody", "bin", "sys", "system", "www-data", "admin"})
# Words of code that stand where a user's name could.
_CODE = re.compile(
    r"(?:self|os|request|process)\..*|none|null|nil|true|false|self|user|user_?name|name|string|str|int|undefined"
    r"|root|admin|system|default|os|data|request|session|current|me|this|val|value|text|input|args|params",
    re.I,
)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """User names (high, identity); a prompt is private as a line, since it says who works where."""
    text = line.text
    if "@" in text:
        prompt = _PROMPT.match(text)
        if prompt:
            yield Match(0, len(text.rstrip()), USERNAME, 0.8, "a terminal's prompt with user and machine")
            yield Match(*prompt.span(1), USERNAME, 0.9, "the user and machine of a terminal's prompt")
    owner = _OWNER.match(text)
    if owner and owner.group(1) not in _SYSTEM:
        yield Match(*owner.span(1), USERNAME, 0.85, "the owner of a listed file")
    if not ("@" in text or "=" in text or ":" in text or " for " in text):
        return
    for pattern, confidence, reason in (
        (_LOGIN, 0.85, "the user of a remote login"),
        (_ASSIGNED, 0.85, "a value given to a user's field"),
    ):
        for hit in pattern.finditer(text):
            group = hit.lastindex or 1
            value = hit.group(group)
            if "@" not in value and not _CODE.fullmatch(value):
                yield Match(*hit.span(group), USERNAME, confidence, reason)


TERMINALS = LineRecognizer("patterns.terminals", matches)
