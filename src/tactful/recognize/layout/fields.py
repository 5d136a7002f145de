"""Label and value: a private field label decides what the value beside or below it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import ADDRESS, DEVICE, EMAIL, PERSON, PHONE, PUBLIC, Meaning, fold
from tactful.recognize.layout.records import value_pairs
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
    has_email,
    has_money,
    is_count,
    is_file,
    is_money,
    is_name,
    is_organisation,
    is_phone,
    is_prose,
    is_time,
    word_count,
)
from tactful.recognize.view import Finding
from tactful.terms import Category, Risk

_COLON = re.compile(r"^(?P<label>[^:：]{1,40})[:：]\s*(?P<value>\S.*)$", re.DOTALL)


_BIC = re.compile(r"^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$")
# Fields whose values are put together freely, even from words that interfaces use.
_FREE_TEXT = frozenset({"subject", "message", "schedule", "company", "job", "education"})


def colon_values(scene: Scene) -> Iterator[Finding]:
    """ "Label: value" in one unit: the value is private, and so is the unit that holds it."""
    for spot in scene.page.spots:
        match = _COLON.match(spot.text)
        if match is None:
            continue
        # "Subtotal (3 items): $12.40": what stands in brackets only counts.
        meaning = scene.words.label(re.sub(r"\s*[(（][^)）]*[)）]$", "", match["label"]))
        value = match["value"].strip()
        if meaning is None or is_empty(scene, value) or is_prose(match["label"]):
            continue
        meaning = fitted(scene, meaning, value)
        if meaning is None:
            continue
        sure = 0.85 * (1 - 0.4 * scene.public)
        yield scene.say(spot, meaning, sure, "colon-value", "a value after a private field label")
        yield scene.say(
            spot,
            meaning,
            sure,
            "colon-value",
            "a value after a private field label",
            match.start("value"),
            len(spot.text),
        )


def label_values(scene: Scene) -> Iterator[Finding]:
    """A value right of a private label, or below it with the same left edge."""
    page = scene.page
    blocks = {label.index for label, _ in value_pairs(scene)}
    for spot in page.spots:
        meaning = scene.words.label(spot.text)
        if meaning is None or _is_header(scene, spot) or scene.words.cue("fixed_phrases", spot.text):
            continue
        firm = 0.06 if spot.text.rstrip().endswith((":", "：")) else 0.0
        found, place = _value_of(scene, spot, meaning, spot.index in blocks)
        for number, value in enumerate(found):
            fit = fitted(scene, meaning, value.text)
            if fit is None or (place == "below" and _is_heading(meaning, value)):
                continue
            confidence = (0.87 if place == "right" else 0.8) + firm - 0.05 * number
            confidence *= 1 - 0.45 * scene.public if fit.risk is not Risk.HIGH else 1 - 0.2 * scene.public
            yield scene.say(
                value, fit, confidence, "label-value", f"the value {place} of a private field label"
            )


def _is_heading(meaning: Meaning, value: Spot) -> bool:
    """ "Politics" or "Health" above a sentence heads a section; above a word or two it labels a field."""
    return meaning.category is Category.SENSITIVE_SPECIAL and (is_prose(value.text) or is_time(value.text))


def _value_of(scene: Scene, label: Spot, meaning: Meaning, block: bool) -> tuple[list[Spot], str]:
    """The values of a label with their side: the rest of its row, else the lines below it."""
    page = scene.page
    right = page.right_of(label)
    limit = 0.95 * page.width if page.phone or block or len(page.row(label)) == 2 else 22 * page.line
    if right is not None and right.box.x1 - label.box.x2 <= limit:
        if is_empty(scene, right.text, meaning):
            return [], "right"
        if scene.words.label(right.text) is None:
            return _wrapped(scene, right), "right"
    below = page.below(label, reach=1.5)
    if below is None or is_empty(scene, below.text, meaning) or scene.words.label(below.text) is not None:
        return [], "below"
    return _wrapped(scene, below), "below"


def _wrapped(scene: Scene, value: Spot) -> list[Spot]:
    """A value with its further lines (an address over two lines): close, same edge, no label in their row."""
    lines = [value]
    while len(lines) < 4 and (word_count(value.text) >= 2 or is_time(value.text)):
        below = scene.page.below(lines[-1], reach=0.7, slack=0.5)
        if below is None or is_empty(scene, below.text) or scene.words.known(below.text):
            break
        left = scene.page.left_of(below)
        if (left is not None and scene.words.label(left.text) is not None) or scene.page.right_of(
            below
        ) is not None:
            break
        lines.append(below)
    return lines


def _is_header(scene: Scene, spot: Spot) -> bool:
    """Labels that stand in a row of labels head columns; tables have their own rule."""
    row = scene.page.row(spot)
    labels = sum(scene.words.known(s.text) for s in row)
    return labels >= 3 and labels >= 0.7 * len(row)


def is_empty(scene: Scene, value: str, meaning: Meaning | None = None) -> bool:
    """Whether a text beside a label is no value: "Not set", "Edit", a placeholder, an interface word."""
    folded = fold(value)
    if not any(c.isalnum() for c in folded) or scene.words.cue("empty_values", value):
        return True
    if meaning is not None and meaning.type == "person" and meaning.risk is Risk.MEDIUM:
        return False  # "Female" beside "Sex" is an answer, though forms offer it
    free = meaning is not None and meaning.type in _FREE_TEXT
    if scene.words.known(value) or (scene.words.composed(value) and not free):
        # A short answer may look like an interface word, but then it says little.
        return True
    starts = scene.words.cue_lists["placeholder_starts"]
    first = folded.split()[0]
    begins = any(first == s or (not s.isascii() and folded.startswith(s)) for s in starts)
    return (begins and word_count(value) <= 6) or folded.endswith(scene.words.cue_lists["placeholder_ends"])


def fitted(scene: Scene, meaning: Meaning, value: str) -> Meaning | None:
    """The label's meaning, corrected by what the value shows; None where the two cannot belong together."""
    digits = sum(c.isdigit() for c in value)
    kind = meaning.type
    if kind == "ip" and value.strip().startswith("255."):
        return DEVICE  # a mask is the same in many networks
    if kind == "bank" and _BIC.match(value.strip()):
        return meaning
    if has_email(value) and word_count(value) <= 2:
        return EMAIL if kind in ("contact", "person", "email", "username", "account", "phone") else meaning
    if kind == "contact" and is_phone(value):
        return PHONE
    if kind in ("contact", "phone") and is_time(value):
        return None
    if len(value.strip()) <= 1 and kind == "person" and meaning.risk is Risk.HIGH:
        return None
    if len(value.strip()) <= 1 and kind not in ("job", "person", "education"):
        return meaning if value.strip().isdigit() and kind == "health" else None
    if kind == "person" and meaning.risk is Risk.HIGH:
        return None if digits > 2 or is_money(value) or is_file(value) or word_count(value) > 5 else meaning
    if kind in ("phone", "id_number", "card", "bank", "imei", "otp") and digits < 2 and "*" not in value:
        return PERSON if kind == "phone" and is_name(value) else None
    if kind == "coordinates" and (digits < 4 or scene.public > 0.4 or scene.belief("article") > 0.3):
        return None  # where a sight lies is public
    if kind == "email" and "@" not in value and "*" not in value:
        return None
    if kind == "amount":
        return meaning if digits else None
    if kind == "date":
        return meaning if is_time(value) or (digits and not (is_prose(value) and digits < 3)) else None
    if kind == "address":
        return _as_address(meaning, value)
    if kind in ("location", "url", "username", "email") and is_prose(value):
        return None
    if kind == "contact" and is_name(value) and not is_organisation(value):
        return PERSON
    return meaning


def _as_address(meaning: Meaning, value: str) -> Meaning | None:
    if is_money(value) or is_count(value) or is_time(value):
        return None
    if is_name(value):
        return PERSON
    return meaning


def captioned_values(scene: Scene) -> Iterator[Finding]:
    """Contact cards put the kind of number or address in small print below it ("Mobile", "Home")."""
    page = scene.page
    for spot in page.spots:
        below = page.below(spot, reach=1.2)
        if below is None or not scene.words.known(below.text) or below.box.height > 1.15 * spot.box.height:
            continue
        if _heads_what_follows(scene, spot, below):
            continue
        meaning = scene.words.label(below.text)
        place = scene.words.cue("card_captions", below.text) or (
            meaning is not None and meaning.type == "address"
        )
        if scene.words.known(spot.text) or (meaning is None and not place):
            continue
        shown = _shown(spot.text)
        if shown is not None and (place or (meaning is not None and meaning.type == shown.type)):
            yield scene.say(spot, shown, 0.85, "caption", "a value above its caption")
        elif meaning is not None and meaning.type in ("health", "amount") and _is_figure(spot):
            yield scene.say(spot, meaning, 0.82, "caption", "a figure above its caption")
        elif (
            meaning is not None
            and meaning.type == "date"
            and meaning.risk is Risk.HIGH
            and is_time(spot.text)
        ):
            yield scene.say(spot, meaning, 0.85, "caption", "a value above its caption")
        elif (
            place
            and word_count(spot.text) >= 3
            and any(c.isdigit() for c in spot.text)
            and not is_time(spot.text)
        ):
            yield scene.say(spot, ADDRESS, 0.75, "caption", "a value above its caption")


def _heads_what_follows(scene: Scene, spot: Spot, caption: Spot) -> bool:
    """A small word that is nearer to a text below it than to the one above is a label and no caption."""
    under = scene.page.below(caption, reach=1.2)
    if under is None or scene.words.known(under.text):
        return False
    return under.box.y1 - caption.box.y2 < 0.8 * (caption.box.y1 - spot.box.y2)


def _is_figure(spot: Spot) -> bool:
    """A number with at most a unit behind it."""
    text = spot.text.strip()
    return word_count(text) <= 3 and any(c.isdigit() for c in text) and not is_time(text)


def _shown(text: str) -> Meaning | None:
    """A number or mail address that needs no label to be seen as one."""
    if has_email(text) and word_count(text) <= 2:
        return EMAIL
    return PHONE if is_phone(text) else None


def bare_reach(scene: Scene) -> Iterator[Finding]:
    """A mail address or a dialable number that fills its unit."""
    people = scene.belief("contacts", "call_log", "chat_list", "chat", "mail_message", "profile")
    for spot in scene.page.spots:
        shown = _shown(spot.text)
        if fold(spot.text).startswith(("e.g", "ex.", "ex:", "例", "예)", "par ex", "напр")):
            continue
        if shown is EMAIL:
            yield scene.say(spot, EMAIL, 0.85, "bare-email", "a mail address that stands alone")
        elif shown is PHONE and people > 0.3:
            yield scene.say(spot, PHONE, 0.87, "bare-phone", "a number on a screen of people")


def total_lines(scene: Scene) -> Iterator[Finding]:
    """Prices of goods on shelves are public: amounts without a label on a store screen."""
    store = scene.belief("store", "search_results", "article", "feed")
    private = scene.belief("cart_orders", "bank", "trip")
    if store < 0.4 or private > 0.2:
        return
    for spot in scene.page.spots:
        if has_money(spot.text) and word_count(spot.text) <= 6:
            yield scene.say(
                spot, PUBLIC, 0.55 + 0.35 * (store - private), "shelf-price", "a price on a public shelf"
            )
