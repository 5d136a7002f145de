"""Conversations and mail: bubbles, bodies, headers, titles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import (
    DATE,
    FILE,
    MESSAGE,
    NOTE,
    PERSON,
    PUBLIC,
    SUBJECT,
    Meaning,
    sensitive,
)
from tactful.recognize.layout.lists import sender
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import is_count, is_name, is_prose, is_time, special, word_count
from tactful.recognize.view import Finding

_TITLES: dict[str, tuple[Meaning, float]] = {
    "mail_message": (SUBJECT, 0.75),
    "notes": (NOTE, 0.6),
    "document": (FILE, 0.6),
    "spreadsheet": (FILE, 0.6),
    "files": (FILE, 0.5),
}
# Screens whose title is what they show: the other person, a group, an event, a playlist, a contact.
_NAMED_AFTER = ("chat", "own_media", "contacts", "profile", "call_log", "calendar", "tasks", "assistant", "")
_SYSTEM_NOTE = re.compile(
    r"撤回了一条消息|recalled a message|deleted this message|送信を取り消|삭제된 메시지|"
    r"сообщение удалено|message supprimé|"
    r"end-to-end|encrypt|texting with|加密|以上是|暗号化|암호화|chiffr|шифрован",
    re.IGNORECASE,
)


def bubbles(scene: Scene) -> Iterator[Finding]:
    """In a conversation everything between the title and the input line is a message or its time."""
    belief = scene.belief("chat", "assistant")
    if belief < 0.25:
        return
    for spot in _body(scene):
        text = spot.text
        if scene.words.cue("section_words", text):
            continue  # "Today" between messages heads a part of the page
        if is_time(text):
            yield scene.say(spot, DATE, 0.6 + 0.25 * belief, "bubble-time", "the time of a message")
        elif not is_count(text) and any(c.isalnum() for c in text):
            topic = special(text)
            meaning = MESSAGE if topic is None else sensitive(topic, explicit=False)
            wordy = 0.12 if is_prose(text) else 0.0
            yield scene.say(
                spot, meaning, 0.5 + 0.35 * belief + wordy, "bubble", "a message of a conversation"
            )


def chat_title(scene: Scene) -> Iterator[Finding]:
    """The title of a conversation names the other person or the group."""
    belief = scene.belief("chat")
    if belief < 0.3:
        return
    for spot in _title(scene):
        if scene.words.known(spot.text) or is_time(spot.text) or is_count(spot.text):
            continue
        meaning = PERSON if sender(scene, spot.text) is PERSON else MESSAGE
        yield scene.say(spot, meaning, 0.6 + 0.3 * belief, "chat-title", "the other side of a conversation")


def titles(scene: Scene) -> Iterator[Finding]:
    """The title of a mail, a note or a document is its owner's; of other screens it is interface text."""
    for spot in _title(scene):
        meaning, confidence = _TITLES.get(scene.kind, (None, 0.0))
        if meaning is not None and scene.belief(scene.kind) > 0.3 and word_count(spot.text) >= 2:
            yield scene.say(spot, meaning, confidence, "title", "the title of the user's own item")
        elif scene.kind in _NAMED_AFTER or word_count(spot.text) > 4 or is_name(spot.text):
            continue
        elif scene.privacy < 0.4 or (word_count(spot.text) <= 3 and not any(c.isdigit() for c in spot.text)):
            yield scene.say(spot, PUBLIC, 0.6, "title", "the title of a screen of the app")


def mail_bodies(scene: Scene) -> Iterator[Finding]:
    """Lines of running text on a mail's screen are the mail."""
    belief = scene.belief("mail_message")
    if belief < 0.25:
        return
    for spot in scene.page.spots:
        if scene.page.in_top(spot, 0.05) or is_time(spot.text):
            continue
        if is_prose(spot.text) or _in_paragraph(scene, spot):
            topic = special(spot.text)
            meaning = MESSAGE if topic is None else sensitive(topic, explicit=False)
            yield scene.say(spot, meaning, 0.55 + 0.3 * belief, "mail-body", "a line of a mail")


def mail_senders(scene: Scene) -> Iterator[Finding]:
    """On a mail's screen the text right before a time is the sender, wherever it stands."""
    if scene.belief("mail_message") < 0.25:
        return
    for entry in scene.entries:
        if is_prose(entry.head.text) or scene.words.known(entry.head.text):
            continue
        yield scene.say(
            entry.head, sender(scene, entry.head.text), 0.8, "mail-sender", "the sender of a mail"
        )


def _in_paragraph(scene: Scene, spot: Spot) -> bool:
    """A short line right under a long one with the same edge ends its paragraph."""
    above = scene.page.above(spot, reach=0.9, slack=0.5)
    return above is not None and is_prose(above.text) and not scene.words.known(spot.text)


def paragraphs(scene: Scene) -> Iterator[Finding]:
    """The last short line of a paragraph belongs to it, with the screen's own view of running text."""
    low = 0.35 if scene.privacy < 0.5 else 0.5
    for spot in scene.page.spots:
        if is_prose(spot.text) or is_time(spot.text) or not _in_paragraph(scene, spot):
            continue
        if scene.privacy < 0.5:
            yield scene.say(spot, PUBLIC, low + 0.2, "paragraph", "the end of a paragraph of public text")
        else:
            meaning = scene.words.kinds[scene.kind].unknown if scene.kind else MESSAGE
            if meaning.type == "person":
                meaning = MESSAGE
            yield scene.say(spot, meaning, low, "paragraph", "the end of a paragraph of private text")


def _body(scene: Scene) -> list[Spot]:
    page = scene.page
    top, bottom = (0.11, 0.92) if page.phone else (0.09, 0.93)
    left = 0.0 if page.phone else 0.25 * page.width
    return [
        s
        for s in page.spots
        if top < s.cy / page.height < bottom and s.box.x1 >= left and not _SYSTEM_NOTE.search(s.text)
    ]


def _title(scene: Scene) -> list[Spot]:
    """The first row under the status bar, at most two texts."""
    page = scene.page
    if not page.phone:
        return []
    for row in page.rows:
        if 0.047 * page.height < row[0].cy < 0.13 * page.height:
            return [s for s in row if len(s.text.strip()) > 1][:2]
        if row[0].cy >= 0.13 * page.height:
            return []
    return []
