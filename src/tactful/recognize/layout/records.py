"""Records of one's own: carts, alarms, playlists, chat archives, devices; and what an app recommends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import (
    DEVICE,
    HISTORY,
    LOCATION,
    ORDER,
    PERSON,
    PUBLIC,
    RECOMMENDED,
    SCHEDULE,
    STATUS,
    fold,
    sensitive,
)
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
    has_email,
    has_money,
    is_clock,
    is_count,
    is_money,
    is_name,
    is_prose,
    is_time,
    special,
    word_count,
)
from tactful.recognize.view import Finding
from tactful.terms import Risk

_DURATION = re.compile(r"[•·]\s*\d{1,2}:\d{2}(:\d{2})?$")


def recommended(scene: Scene) -> Iterator[Finding]:
    """What stands under "You may also like" or "Recommended for you" tells of the user's taste alone."""
    page = scene.page
    if scene.belief("contacts") > 0.3:
        return  # people whom an address book suggests are people
    for header in page.spots:
        if not scene.words.cue("recommend_heads", header.text):
            continue
        yield scene.say(header, PUBLIC, 0.88, "recommend-head", "the header of recommendations")
        for spot in _under(scene, header):
            if not scene.words.known(spot.text) and not is_count(spot.text):
                yield scene.say(spot, RECOMMENDED, 0.9, "recommended", "something that the app recommends")


def _under(scene: Scene, header: Spot) -> list[Spot]:
    """Texts below a header up to the next wide gap: on a phone the whole width, else its own column."""
    page, found, bottom = scene.page, [], header.box.y2
    reach = (0.0, float(page.width)) if page.phone else _pane(scene, header)
    for row in page.rows[page.row_of[header.index] + 1 :]:
        inside = [s for s in row if reach[0] <= s.box.x1 < reach[1]]
        if not inside:
            continue
        picture = 14 if page.phone else 12  # lines that a row of pictures may take
        if inside[0].box.y1 - bottom > picture * page.line or page.in_bottom(inside[0], 0.08):
            break
        if any(_heads(scene, header, s) for s in inside):
            break
        found += inside
        bottom = max(s.box.y2 for s in inside)
    return found


def _pane(scene: Scene, header: Spot) -> tuple[float, float]:
    """The column that a header stands over, with room for its items' own indent."""
    margin = 2 * scene.page.line
    return header.box.x1 - margin, max(header.box.x2, header.box.x1 + 14 * scene.page.line)


def _heads(scene: Scene, header: Spot, spot: Spot) -> bool:
    """Another header of the same make ends the section."""
    same = spot.box.height >= 0.95 * header.box.height and abs(spot.box.x1 - header.box.x1) < scene.page.line
    return same and scene.words.known(spot.text)


def cart_items(scene: Scene) -> Iterator[Finding]:
    """In a cart or an order the text beside or right above a price is what is bought."""
    belief = scene.belief("cart_orders")
    if belief < 0.35:
        return
    for spot in scene.page.spots:
        if word_count(spot.text) < 2 or has_money(spot.text) or is_time(spot.text):
            continue
        if scene.words.known(spot.text) or scene.words.composed(spot.text):
            continue
        beside = scene.page.right_of(spot)
        below = scene.page.below(spot, reach=1.4)
        if any(s is not None and is_money(s.text) for s in (beside, below)):
            topic = special(spot.text)
            meaning = ORDER if topic is None else sensitive(topic, explicit=False)
            yield scene.say(spot, meaning, 0.62 + 0.2 * belief, "cart-item", "an item with its price")


def alarms(scene: Scene) -> Iterator[Finding]:
    """An alarm is a large time with its label above or below and its days."""
    if scene.belief("clock") < 0.3:
        return
    page = scene.page
    for spot in page.spots:
        if not is_clock(spot.text) or spot.box.height < 1.4 * page.line or page.in_top(spot, 0.05):
            continue
        yield scene.say(spot, SCHEDULE, 0.93, "alarm", "the time of an alarm")
        near = [page.above(spot, reach=0.8, slack=1.2), page.below(spot, reach=0.8, slack=1.2)]
        for label in near:
            if label is None or label.box.height > 0.8 * spot.box.height or page.in_top(label, 0.12):
                continue
            topic = special(label.text) or _labelled(scene, label)
            meaning = SCHEDULE if topic is None else sensitive(topic, explicit=True)
            if not scene.words.cue("empty_values", label.text):
                yield scene.say(label, meaning, 0.93, "alarm", "the label or the days of an alarm")


def _labelled(scene: Scene, spot: Spot) -> str | None:
    """A word that elsewhere labels a field of health names a treatment here."""
    meaning = scene.words.label(spot.text)
    return meaning.type if meaning is not None and meaning.type == "health" else None


def own_chats(scene: Scene) -> Iterator[Finding]:
    """The side list of an assistant holds the titles of the user's earlier conversations."""
    if scene.page.phone or scene.belief("assistant") < 0.3:
        return
    for spot in scene.page.spots:
        if spot.box.x1 > 0.13 * scene.page.width or scene.words.known(spot.text) or is_time(spot.text):
            continue
        if word_count(spot.text) >= 2 and not scene.words.composed(spot.text):
            topic = special(spot.text)
            meaning = HISTORY if topic is None else sensitive(topic, explicit=False)
            yield scene.say(spot, meaning, 0.6, "own-chat", "the title of an earlier conversation")


def own_media(scene: Scene) -> Iterator[Finding]:
    """On a page of one's own likes or history the lines of the items are history, their sections dates."""
    belief = scene.belief("own_media", "browser_history")
    if belief < 0.3:
        return
    for spot in scene.page.spots:
        text = spot.text
        if scene.words.known(text) or scene.words.composed(text) or scene.page.in_top(spot, 0.05):
            continue
        if is_prose(text) or _DURATION.search(text) or scene.page.above(spot, reach=0.9) is not None:
            topic = special(text)
            meaning = HISTORY if topic is None else sensitive(topic, explicit=False)
            if not is_time(text) and not is_count(text) and word_count(text) >= 1:
                yield scene.say(spot, meaning, 0.45 + 0.3 * belief, "own-media", "an item of one's history")


def deliver_to(scene: Scene) -> Iterator[Finding]:
    """ "Deliver to Ana - Springfield 12345" tells where the user is, and often who."""
    cues = scene.words.cue_lists["deliver_to"]
    for spot in scene.page.spots:
        folded = fold(spot.text)
        cue = next((c for c in cues if folded.startswith(c + " ")), None)
        if cue is None or word_count(spot.text) > 9:
            continue
        start = len(cue) + (len(spot.text) - len(spot.text.lstrip()))
        rest = spot.text[start:].lstrip(" :")
        start = len(spot.text) - len(rest)
        yield scene.say(spot, LOCATION, 0.8, "deliver-to", "where the user's orders go")
        name = re.match(r"[^\W\d_][\w'’.-]+(?= [-–—,·|])", rest)
        if name is not None and name[0][0].isupper():
            end = start + name.end()
            yield scene.say(spot, PERSON, 0.8, "deliver-to", "who the orders go to", start, end)


def places_of_travel(scene: Scene) -> Iterator[Finding]:
    """A stop beside its time on a ticket; the town that a weather screen is about."""
    trip, weather = scene.belief("trip"), scene.belief("weather")
    page = scene.page
    if trip > 0.3:
        for spot in page.spots:
            beside = page.right_of(spot) if is_clock(spot.text) and not page.in_top(spot, 0.05) else None
            if beside is not None and _is_place(scene, beside):
                yield scene.say(beside, LOCATION, 0.75, "stop", "a stop of the user's trip")
    if weather > 0.4:
        warm = min((s.box.y1 for s in page.spots if "°" in s.text), default=0)
        heads = [s for s in page.spots if page.phone and page.in_top(s, 0.25) and s.box.y2 <= warm]
        towns = [s for s in heads if _is_place(scene, s) and len(page.row(s)) <= 2]
        for spot in towns[:1]:
            if not page.in_top(spot, 0.047):
                yield scene.say(spot, LOCATION, 0.82, "weather-town", "the town whose weather is shown")


def _is_place(scene: Scene, spot: Spot) -> bool:
    """A short text without digits that no interface has."""
    plain = not any(c.isdigit() for c in spot.text) and 0.5 <= word_count(spot.text) <= 4
    return plain and not scene.words.known(spot.text) and not scene.words.composed(spot.text)


def device_values(scene: Scene) -> Iterator[Finding]:
    """On a page of settings the text right of, or below, a known label tells of the device."""
    if scene.belief("settings") < 0.4:
        return
    for label, value in value_pairs(scene):
        if scene.words.known(label.text) and _tells(scene, value):
            yield scene.say(value, DEVICE, 0.6, "device-value", "a value of the device's settings")


def _tells(scene: Scene, value: Spot) -> bool:
    bare = is_prose(value.text) or scene.words.known(value.text) or scene.words.composed(value.text)
    return not bare and not is_time(value.text) and len(value.text.strip()) >= 2


def row_labels(scene: Scene) -> Iterator[Finding]:
    """A left text between known labels, in a block of label and value rows, is a label itself."""
    labels = [label for label, _ in value_pairs(scene)]
    strange = [not _is_label(scene, label) for label in labels]
    for at, label in enumerate(labels):
        if strange[at] and (any(strange[max(at - 1, 0) : at]) or any(strange[at + 1 : at + 2])):
            continue
        above = scene.page.above(label, reach=0.8)
        if above is not None and not _is_label(scene, above):
            continue  # the second line of something that is no label
        plain = word_count(label.text) <= 3 and not any(c.isdigit() for c in label.text)
        if plain and special(label.text) is None:
            yield scene.say(label, PUBLIC, 0.52, "row-label", "the label of a row with a value")


def home_devices(scene: Scene) -> Iterator[Finding]:
    """In a smart home the left text of a row names a device and the right one says how it stands."""
    page = scene.page
    if scene.belief("smart_home") < 0.5 or not page.phone:
        return
    for row in page.rows:
        if len(row) != 2 or page.gap(*row) < 1.5 or page.in_top(row[0], 0.1) or page.in_bottom(row[0], 0.08):
            continue
        left, right = row
        if word_count(left.text) <= 3 and not is_name(left.text) and not is_time(left.text):
            yield scene.say(left, PUBLIC, 0.62, "home-device", "a device of a smart home")
        if word_count(right.text) <= 4 and scene.words.label(left.text) is None:
            yield scene.say(right, STATUS, 0.87, "home-status", "how a device of the home stands")


def record_rows(scene: Scene) -> Iterator[Finding]:
    """In a block of fields of which two or more are private, left texts are labels and the rest values."""
    pairs = value_pairs(scene)
    meanings = [scene.words.label(label.text) for label, _ in pairs]
    own = sum(m is not None and m.risk is Risk.HIGH for m in meanings)
    if own < 2 or scene.public > 0.5:
        return
    for (label, value), meaning in zip(pairs, meanings, strict=True):
        short = word_count(label.text) <= 5 and not has_email(label.text) and not is_name(label.text)
        if not short or special(label.text) is not None:
            continue
        yield scene.say(label, PUBLIC, 0.64, "record-label", "the label of a field beside private ones")
        if meaning is None and not is_time(value.text) and not is_money(value.text):
            topic = special(value.text)
            means = STATUS if topic is None else sensitive(topic, explicit=True)
            if not scene.words.known(value.text) and is_filled(scene, value.text):
                yield scene.say(value, means, 0.6, "record-value", "a value in a record of somebody")


def is_filled(scene: Scene, text: str) -> bool:
    """Not a prompt of an empty field."""
    folded = fold(text)
    starts, ends = scene.words.cue_lists["placeholder_starts"], scene.words.cue_lists["placeholder_ends"]
    return not folded.startswith(starts) and not folded.endswith(ends) and any(map(str.isalnum, folded))


def value_pairs(scene: Scene) -> list[tuple[Spot, Spot]]:
    """Three or more rows whose last two texts stand at one left edge and at one left or right edge."""
    page = scene.page
    groups: dict[int, list[tuple[Spot, Spot]]] = {}
    for row in page.rows:
        if len(row) < 2 or (page.phone and len(row) != 2):
            continue
        left, right = row[-2], row[-1]
        if page.gap(left, right) >= 1.5 and not is_time(left.text) and not is_count(left.text):
            groups.setdefault(round(left.box.x1 / (0.8 * page.line)), []).append((left, right))
    found = []
    for pairs in groups.values():
        known = sum(_is_label(scene, left) for left, _ in pairs)
        timed = sum(is_time(right.text) for _, right in pairs)
        labelled = len(pairs) >= 3 and known >= 0.5 * len(pairs) and timed <= 0.4 * len(pairs)
        if labelled and _aligned(scene, pairs):
            found += pairs
    return found


def _is_label(scene: Scene, spot: Spot) -> bool:
    return scene.words.known(spot.text) or scene.words.label(spot.text) is not None


def _aligned(scene: Scene, pairs: list[tuple[Spot, Spot]]) -> bool:
    """Whether the values share a left or a right edge."""
    slack = scene.page.line
    lefts = sorted(right.box.x1 for _, right in pairs)
    rights = sorted(right.box.x2 for _, right in pairs)
    middle = len(pairs) // 2
    return any(
        sum(abs(x - edges[middle]) <= slack for x in edges) >= 0.7 * len(pairs) for edges in (lefts, rights)
    )
