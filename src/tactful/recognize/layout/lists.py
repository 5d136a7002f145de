"""List rows: who wrote, when, about what; calls, transactions, visited pages, files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.entries import Entry
from tactful.recognize.layout.lexicon import (
    BIRTH,
    CONTACT,
    FIGURE,
    FILE,
    HISTORY,
    MESSAGE,
    NOTE,
    PERSON,
    PHONE,
    PREVIEW,
    PUBLIC,
    SCHEDULE,
    SENDER,
    SUBJECT,
    TIME,
    Meaning,
    fold,
    sensitive,
    squash,
)
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
    is_count,
    is_domain,
    is_file,
    is_money,
    is_name,
    is_organisation,
    is_phone,
    is_time,
    special,
    word_count,
)
from tactful.recognize.view import Finding

# Head and children of an entry, by the kind of screen; a head of PERSON may turn out to be an organisation.
_MEANS: dict[str, tuple[Meaning, Meaning]] = {
    "mail_list": (PERSON, SUBJECT),
    "chat_list": (PERSON, PREVIEW),
    "notifications": (MESSAGE, MESSAGE),
    "call_log": (PERSON, HISTORY),
    "contacts": (PERSON, HISTORY),
    "browser_history": (HISTORY, HISTORY),
    "bank": (HISTORY, HISTORY),
    "calendar": (SCHEDULE, SCHEDULE),
    "tasks": (SCHEDULE, SCHEDULE),
    "clock": (SCHEDULE, SCHEDULE),
    "notes": (NOTE, NOTE),
    "files": (FILE, FILE),
    "document": (FILE, FILE),
    "health": (FIGURE, FIGURE),
    "cart_orders": (HISTORY, HISTORY),
    "trip": (HISTORY, HISTORY),
    "chat": (PERSON, MESSAGE),
    "mail_message": (PERSON, MESSAGE),
    "assistant": (HISTORY, HISTORY),
}
_DURATION = re.compile(
    r"^\d{1,3}\s?(s|m|h|sec\w*|min\w*|hours?|hrs?|秒|分钟|小时|分|時間|초|분|시간|мин\.?|ч)$", re.IGNORECASE
)
_ADDRESS = re.compile(r"://|^[\w-]+(\.[\w-]+)+/")
_LONG_AGO = re.compile(r"(?<!\d)(19[2-9]\d|200\d)(?!\d)")
_SIZE = re.compile(
    r"^([a-z]{2,4}\d?|\d+ (pages?|items?))?[\s,·•()-]*\d+([.,]\d+)?\s?([kmg]i?b|[kmg]o|кб|мб|гб)\)?$",
    re.IGNORECASE,
)
_BARE = re.compile(r"^[-+−]?\d{1,3}([\s.,']\d{2,3})*\s?%?$|^\d+[.,]\d+$")  # a figure of a table heads nothing
_CALL_DETAIL = re.compile(r"[·•,，(]|\d")
_TO = re.compile(r"^(?P<mark>to|cc|à|кому|宛先|收件人|받는사람)\s?[:：]?\s+(?P<who>\S.*)$", re.IGNORECASE)


def entry_rows(scene: Scene) -> Iterator[Finding]:
    """An entry with a time at its end tells who or what and when; its further lines tell about what."""
    public, private = scene.public, 1 - scene.public
    settings = scene.belief("settings", "store", "weather")
    if not scene.entries or public > 0.6 or settings > 0.6:
        return
    kind = _list_kind(scene)
    if not kind:
        return
    head_means, child_means = _MEANS[kind]
    sure = min(1.0, 0.55 + 0.5 * scene.belief(kind) + 0.06 * len(scene.entries)) * (0.5 + 0.5 * private)
    for entry in scene.entries:
        if _is_chrome(scene, entry):
            continue
        yield from _head(scene, entry, head_means, 0.9 * sure)
        yield from _lines(scene, entry, child_means, 0.82 * sure)
        if is_name(entry.head.text) and _LONG_AGO.search(entry.time.text):
            yield scene.say(entry.time, BIRTH, 0.8 * sure, "birth-date", "a day long ago beside a name")
        else:
            yield scene.say(entry.time, TIME, 0.82 * sure, "entry-time", "the time of a list entry")


def _list_kind(scene: Scene) -> str:
    """The kind whose entries these are: a list beside an open mail or chat is still a list."""
    best = max(_MEANS, key=lambda k: scene.belief(k))
    for kind in ("mail_list", "chat_list", "call_log"):
        if best in ("mail_message", "chat") and scene.belief(kind) >= 0.6 * scene.belief(best):
            best = kind
    if scene.belief(best) >= 0.15 and (
        best == scene.kind or scene.belief(best) >= 0.25 or len(scene.entries) >= 3
    ):
        return best
    return "mail_list" if len(scene.entries) >= 2 else ""


def _is_chrome(scene: Scene, entry: Entry) -> bool:
    """A lone known word with a date beside it in no list (a chip row, a section header)."""
    row = scene.page.row(entry.head)
    known = sum(scene.words.known(s.text) for s in row)
    return (known >= 2 and known >= 0.6 * len(row)) or bool(
        scene.words.known(entry.head.text) and not entry.children and len(scene.entries) < 2
    )


def _head(scene: Scene, entry: Entry, meaning: Meaning, confidence: float) -> Iterator[Finding]:
    text = entry.head.text
    if is_money(text) or _BARE.match(text.strip()) or _TO.match(text) or fold(text).endswith((":", "：")):
        return
    if _says_nothing(scene, text, meaning):
        return
    if scene.belief("mail_list") < 0.4 and _is_app(scene, entry):
        yield scene.say(entry.head, PUBLIC, 0.84, "entry-app", "the app that a notification comes from")
        return
    if meaning is PERSON:
        meaning = sender(scene, text)
    elif meaning.type in ("history", "message", "schedule") and is_name(text) and not is_organisation(text):
        meaning = PERSON
    yield scene.say(entry.head, meaning, confidence, "entry-head", "the sender or title of a list entry")


def _is_app(scene: Scene, entry: Entry) -> bool:
    """The name of an app as the head; among notifications any short head that is nobody's name."""
    text = entry.head.text
    if squash(text) in scene.words.apps:
        return True
    short = word_count(text) <= 3 and not is_name(text)
    return short and bool(entry.children) and scene.belief("notifications") > 0.4


def _says_nothing(scene: Scene, text: str, meaning: Meaning) -> bool:
    """Not whose or what: the kind of a number, a field's label, an interface word or file type."""
    kinds = scene.words.cue("call_words", text) or scene.words.cue("card_captions", text)
    if kinds or scene.words.cue("empty_values", text) or scene.words.label(text) is not None:
        return True
    bare = re.sub(r"^\S{1,2} +", "", text.strip())  # an icon before a menu entry is often read as a sign
    return scene.words.known(bare) and (meaning is not PERSON or scene.belief("call_log", "contacts") > 0.3)


def sender(scene: Scene, text: str) -> Meaning:
    """A sender is a person where the name has a person's shape, else an organisation or a brand."""
    bare = re.sub(r"[\s,]*\(?\d{1,3}\)?$", "", text).strip()
    calls = scene.belief("call_log", "contacts", "chat_list", "chat")
    if is_organisation(bare) or _GROUP.search(bare):
        return SENDER
    if is_name(bare) or "," in bare or "、" in bare:
        return PERSON if any(is_name(p.strip()) for p in re.split(r"[,、]", bare)) else SENDER
    words = word_count(bare)
    if squash(bare) in scene.words.apps:
        return SENDER
    if calls > 0.45 and words <= 3 and not any(c.isdigit() for c in bare):
        return PERSON
    return SENDER


_GROUP = re.compile(
    r"(群|群聊|グループ|그룹|모임|단톡방|\bgroupe?|\bfamily|\bclub|\bclass|\bchat|\bчат|\bгруппа|\bgruppe)"
    r"\s?([(（]\d+[)）])?$",
    re.IGNORECASE,
)


def _lines(scene: Scene, entry: Entry, meaning: Meaning, confidence: float) -> Iterator[Finding]:
    for number, line in enumerate((*entry.beside, *entry.children)):
        text = line.text
        if is_time(text) or is_count(text) or len(text.strip()) < 2:
            continue
        means = PREVIEW if meaning is SUBJECT and number >= 1 else meaning
        if line in entry.beside and (scene.words.known(text) or scene.words.label(text) is not None):
            continue
        if scene.words.cue("fixed_phrases", text) or scene.words.label(text) is not None:
            continue
        topic = special(text)
        if topic is not None and meaning is not FILE:
            means = sensitive(topic, explicit=False)
        yield scene.say(line, means, confidence - 0.02 * number, "entry-line", "a line of a list entry")


def recipient_rows(scene: Scene) -> Iterator[Finding]:
    """ "To: xyz" in a list of sent mail, or "to xyz" under a sender, names a recipient."""
    mail = scene.belief("mail_list", "mail_message")
    for spot in scene.page.spots:
        match = _TO.match(spot.text.strip())
        if match is None or word_count(spot.text) > 5:
            continue
        if scene.words.cue("me_words", match["who"]) or scene.words.cue("me_words", spot.text):
            yield scene.say(spot, PUBLIC, 0.9, "to-me", "mail to the user's own mailbox")
            continue
        colon = ":" in spot.text or "：" in spot.text
        if not colon and (mail < 0.25 or scene.words.composed(spot.text)):
            continue
        meaning = PERSON if is_name(match["who"]) else CONTACT
        yield scene.say(spot, meaning, 0.9 if colon else 0.84, "recipient", "the recipient of a mail")


def call_details(scene: Scene) -> Iterator[Finding]:
    """ "Mobile · 1 min ago" under a name: when and how someone was called."""
    if scene.belief("call_log", "contacts", "chat_list") < 0.2:
        return
    for spot in scene.page.spots:
        text = spot.text.strip()
        beside = scene.page.right_of(spot)
        if scene.words.cue("call_words", text) and (beside is None or is_time(beside.text)):
            yield scene.say(spot, PUBLIC, 0.87, "call-kind", "the kind of a number or a call")
        head = scene.page.above(spot, reach=1.3, slack=2.6)
        parts = [p.strip() for p in re.split(r"[·•,，]", text)]
        if head is None or (len(parts) < 2 and not re.search(r"\d", text)):
            continue
        words = [p for p in parts if scene.words.cue("call_words", re.sub(r"[\d()（） :：]+", "", p))]
        if words and _CALL_DETAIL.search(text):
            yield scene.say(spot, HISTORY, 0.86, "call-detail", "how and when someone was called")
            if is_phone(head.text):
                yield scene.say(head, PHONE, 0.88, "call-party", "the number of a call")
            elif not scene.words.known(head.text) and not is_time(head.text):
                yield scene.say(head, sender(scene, head.text), 0.86, "call-party", "the party of a call")


def weekday_lists(scene: Scene) -> Iterator[Finding]:
    """ "Mon, Tue, Wed" under an alarm or an event says when it repeats."""
    if scene.belief("clock", "calendar", "tasks") < 0.3:
        return
    for spot in scene.page.spots:
        parts = [p for p in re.split(r"[,、，\s]+", spot.text.strip()) if p]
        if len(parts) >= 2 and all(is_time(p) for p in parts) and len(scene.page.row(spot)) <= 2:
            yield scene.say(spot, SCHEDULE, 0.76, "weekdays", "the days on which an alarm or event repeats")


def file_names(scene: Scene) -> Iterator[Finding]:
    """A file name tells little about its owner, but it is the owner's; code on the web is public."""
    on_web = any(
        scene.page.in_top(s, 0.15) and (is_domain(s.text) or _ADDRESS.search(s.text))
        for s in scene.page.spots
    )
    for spot in scene.page.spots:
        if _SIZE.match(spot.text.strip()) and scene.belief("settings") < 0.4 and scene.public < 0.4:
            yield scene.say(spot, FILE, 0.72, "file-size", "the kind and size of a file")
        if not is_file(spot.text) or is_domain(spot.text) or scene.belief("settings") > 0.5:
            continue
        if scene.belief("code") < 0.5:
            yield scene.say(spot, FILE, 0.7, "file", "the name of a file")
        elif not scene.page.phone and not on_web:
            yield scene.say(spot, FILE, 0.88, "file", "a file of the user's own project")


def loose_times(scene: Scene) -> Iterator[Finding]:
    """Times beside items of an own list are private; on pages of public content they are public."""
    for spot in scene.page.spots:
        if not is_time(spot.text):
            continue
        if _DURATION.match(spot.text.strip()) and scene.privacy < 0.5:
            continue  # how long something takes
        if scene.public > 0.55:
            yield scene.say(
                spot, PUBLIC, 0.5 + 0.4 * scene.public, "public-time", "the time of public content"
            )
        else:
            yield scene.say(spot, TIME, 0.55, "loose-time", "a time beside items of an own list")
