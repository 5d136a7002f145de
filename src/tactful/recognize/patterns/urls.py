"""Web addresses, graded by what they give away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.scan import URL, URL_SECRET, Kind, Line, LineRecognizer, Match, Scan
from tactful.terms import Category, Risk

_SHARED = Kind("url", Risk.HIGH, Category.BEHAVIOR_CONTEXT)
_PLAIN_TLD = (
    "com|org|net|edu|gov|io|co|cn|jp|kr|ru|fr|de|uk|us|eu|info|me|dev|app|ai|tv|ly|gg|be|it|es|nl"
    "|in|br|ca|au|tw|hk|sg|ch|local|corp|lan"
)
_URL = re.compile(
    r"(?<![\w@.])(?:(?:https?|ftp|wss?)[:;] ?/{1,2} ?"
    r"|www\.)[^\s<>\"'\u3000-\u303f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3，。）]+"
    rf"|(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.){{1,4}}(?:{_PLAIN_TLD})"
    rf"(?::\d{{2,5}})?(?:/[^\s<>\"'\u3000-\u30ff\u4e00-\u9fff]*)?(?![\w@])",
    re.I,
)
_TOKEN = re.compile(
    r"[?&#;](?:[\w-]*(?:token|secret|passw(?:or)?d|pwd|signature|session|sessid|credential"
    r"|apikey|api_key|auth|jwt)[\w-]*"
    r"|key|sig|sid|code|otp|ticket|state|sso|invite|hash|nonce|tk|pass)=[^&#\s]{4,}",
    re.I,
)
_USER = re.compile(
    r"[?&#](?:user|userid|user_id|uid|u|account|acct|customer|member|email|mail|phone|login"
    r"|username|openid|profile)(?:_?id)?=[^&#\s]{2,}"
    r"|/(?:users?|u|profiles?|members?|accounts?|people|customers?|patients?|employees?|id"
    r"|space)/([\w.%@~-]{2,})(?=[/?#]|$)|linkedin\.\w+/in/[\w.%-]{2,}|/@[\w.-]{2,}|/~\w+",
    re.I,
)
# Pages of a site that stand where a user's name could: "/account/settings", "/users/sign_in".
_PAGES = re.compile(
    r"(?:log|sign)[_-]?(?:in|out|up|on)|register|registration|settings?|preferences|edit|new|create|add|me|my"
    r"|self|list|all|search|index|home|inbox|overview|dashboard|security|privacy|password|reset|forgot|billing"
    r"|orders?|profile|account|help|about|notifications?|import|export|active|invite|login|logout|\w+\.html?",
    re.I,
)
_QUERY = re.compile(
    r"[?&](?:q|query|search|search_query|keywords?|wd|word|text|term|kw|s|k|searchterm)=[^&#\s]+", re.I
)
_MAIL = re.compile(r"[\w.+-]+(?:@|%40)[\w-]+\.[a-z]{2,}|mailto:", re.I)
_SHARE = re.compile(
    r"docs\.google\.com/\w+/d/|drive\.google\.com/(?:file|drive|open)|dropbox\.com/(?:s|scl"
    r"|sh)/|1drv\.ms/|onedrive\.live\.com/|sharepoint\.com/"
    r"|zoom\.us/[js]/|meet\.google\.com/[a-z]{3}-|teams\.microsoft\.com/l/|t\.me/(?:joinchat"
    r"|\+)|discord\.(?:gg|com/invite)/|chat\.whatsapp\.com/"
    r"|figma\.com/(?:file|design)/|notion\.(?:so|site)/\S*[0-9a-f]{16}|pan\.baidu\.com/s/"
    r"|feishu\.cn/(?:docx?|wiki|base|sheets)/|kdocs\.cn/l/"
    r"|docs\.qq\.com/\w+/|meeting\.tencent\.com/|wetransfer\.com/|we\.tl/|icloud\.com/\w+/"
    r"|photos\.(?:app\.goo\.gl|google\.com/share)|calendly\.com/"
    r"|maps\.app\.goo\.gl/|goo\.gl/maps/|airtable\.com/|paypal\.me/|venmo\.com/"
    r"|share[-./]\S*/\S{6,}|/share/\S{4,}|/invite/\S{4,}|/s/[\w-]{10,}",
    re.I,
)
_LONG_ID = re.compile(r"/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}")
_INNER_HOST = re.compile(
    r"(?://|^)(?:localhost|[\w-]+\.(?:local|corp|lan|internal|intra)|intranet[\w.-]*)(?=[:/]|$)", re.I
)
_FILE = re.compile(r"^[\w-]+\.(?:me|info|in|it|es|be|co|py|md|app|ai|io|dev)$", re.I)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Web addresses. A public page's address says nothing about a person and is left alone."""
    text = line.text
    if "." not in text and "://" not in text:
        return
    for hit in _URL.finditer(text):
        end = hit.start() + len(hit.group().rstrip(".,;:!?)]}…"))
        raw = text[hit.start() : end]
        graded = _grade(raw)
        if graded is not None:
            kind, confidence, reason = graded
            yield Match(hit.start(), end, kind, confidence, reason)


def _grade(raw: str) -> tuple[Kind, float, str] | None:
    if _TOKEN.search(raw):
        return URL_SECRET, 0.93, "a web address that carries a token or session"
    if _MAIL.search(raw):
        return URL_SECRET, 0.9, "a web address that carries an e-mail address"
    if _SHARE.search(raw):
        return _SHARED, 0.85, "a share link: who has it gets in"
    user = _USER.search(raw)
    if user and not (user.group(1) and _PAGES.fullmatch(user.group(1))):
        return URL_SECRET, 0.8, "a web address that names a user"
    if _INNER_HOST.search(raw):
        return URL, 0.7, "a web address inside a private network"
    if _LONG_ID.search(raw):
        return URL, 0.7, "a web address with a long identifier"
    if _QUERY.search(raw):
        return URL, 0.6, "a web address that carries what was searched for"
    return None


URLS = LineRecognizer("patterns.urls", matches)
