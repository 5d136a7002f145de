"""The rest: what a text is that no other rule knows, by the kind of screen, with low confidence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import (
    AMOUNT,
    FIGURE,
    FILE,
    MESSAGE,
    PERSON,
    PUBLIC,
    Meaning,
    sensitive,
)
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
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


def public_content(scene: Scene) -> Iterator[Finding]:
    """Posts, articles, listings and results are for everyone to see, with the names in them."""
    public = scene.public
    private = scene.privacy
    if public < 0.5 or private > 0.4:
        return
    for spot in scene.page.spots:
        if scene.page.in_top(spot, 0.047) or is_time(spot.text) or is_count(spot.text):
            continue
        yield scene.say(spot, PUBLIC, 0.3 + 0.5 * public, "public-content", "content of a public page")


def own_amounts(scene: Scene) -> Iterator[Finding]:
    """Amounts on screens of banks, wallets, carts and orders are the user's own."""
    own = scene.belief("bank", "cart_orders", "trip")
    if own < 0.3:
        return
    for spot in scene.page.spots:
        if is_money(spot.text):
            yield scene.say(spot, AMOUNT, 0.6 + 0.25 * own, "own-amount", "an amount of the user's own money")


def health_figures(scene: Scene) -> Iterator[Finding]:
    """Figures on a screen of health measure the user: steps, hours of sleep, beats."""
    belief = scene.belief("health")
    if belief < 0.35:
        return
    for spot in scene.page.spots:
        text = spot.text.strip()
        figure = _FIGURE.match(text) is not None and (len(text) > 2 or not text.isdigit())
        if figure and not is_money(text) and not scene.page.in_top(spot, 0.05):
            yield scene.say(
                spot, FIGURE, 0.5 + 0.3 * belief, "health-figure", "a figure of the user's health"
            )


_FIGURE = re.compile(r"^[-+]?\d[\d.,]*(\s?[^\W\d]\S{0,5}){0,2}$")


def unknown_text(scene: Scene) -> Iterator[Finding]:
    """A text without any other sign takes the default of the kind of screen."""
    privacy = scene.privacy
    own = scene.words.kinds[scene.kind].unknown if scene.kind and scene.belief(scene.kind) > 0.2 else MESSAGE
    for spot in scene.page.spots:
        text = spot.text
        if is_time(text) or is_count(text) or not any(c.isalnum() for c in text):
            continue
        if scene.page.phone and scene.page.in_top(spot, 0.047):
            continue
        verdict = _verdict(scene, spot, privacy, own)
        if verdict is not None:
            yield verdict


# On these screens what stands large is the user's own: titles of notes, of mails, of events.
_LARGE_IS_OWN = (
    "notes", "document", "mail_message", "chat", "calendar", "tasks", "contacts", "profile", "files",
    "own_media", "browser_history", "call_log", "clock", "spreadsheet",
)  # fmt: skip


def _is_heading(scene: Scene, spot: Spot) -> bool:
    """Large, short, alone in its row and right above smaller text: the heading of a section."""
    if scene.kind in _LARGE_IS_OWN or is_name(spot.text) or any(c.isdigit() for c in spot.text):
        return False
    cut = spot.text.rstrip().endswith(("...", "…")) or spot.text[:1].islower()
    page = scene.page
    if cut or spot.box.height < 1.15 * page.line or word_count(spot.text) > 4 or len(page.row(spot)) > 1:
        return False
    below = page.below(spot, reach=2.5, slack=2.0)
    return below is not None and below.box.height <= 0.9 * spot.box.height


# Lists of titles: what has the shape of a name there is mostly none.
_TITLED = ("own_media", "browser_history")


def _in_frame(scene: Scene, spot: Spot) -> bool:
    """A desktop window's title and a page's first and last lines, where sites put their name and terms."""
    page = scene.page
    if page.phone or is_name(spot.text):
        return False
    short = word_count(spot.text) <= 4
    if scene.belief("document", "spreadsheet") > 0.4:
        return short and (page.in_top(spot, 0.12) or spot.box.x1 > 0.76 * page.width)
    if scene.belief(*_LARGE_IS_OWN) > 0.55:
        return False
    return page.in_top(spot, 0.1 if short else 0.075) or page.in_bottom(spot, 0.045)


def _may_hold_a_value(text: str) -> bool:
    """A line with digits or an address in it: what they are is for other recognizers to say, unopposed."""
    many = sum(c.isdigit() for c in text) >= 9
    return many or (is_prose(text) and "@" in text)


def _verdict(scene: Scene, spot: Spot, privacy: float, own: Meaning) -> Finding | None:
    text, prose = spot.text, is_prose(spot.text)
    topic = special(text)
    lean = privacy + (0.08 if prose else -0.05) + (0.15 if is_name(text) else 0.0)
    if len(text.strip()) == 1 or word_count(text) < 0.5:
        lean -= 0.2
    if _is_heading(scene, spot):
        lean -= 0.3
    if _in_frame(scene, spot):
        lean -= 0.25
    if lean < 0.5 and _may_hold_a_value(text):
        return None
    if lean < 0.5:
        return scene.say(
            spot, PUBLIC, min(0.6, 0.3 + (0.5 - lean)), "unknown", "no sign that it is anyone's own"
        )
    if topic is not None:
        return scene.say(
            spot, sensitive(topic, explicit=False), 0.5, "unknown-special", "touches a special category"
        )
    meaning = own if own.risk is not Risk.NONE else (MESSAGE if prose else FILE)
    if is_name(text) and scene.kind not in _TITLED:
        meaning = PERSON
    elif meaning.type == "person":
        meaning = MESSAGE
    if is_money(text):
        meaning = AMOUNT
    return scene.say(
        spot, meaning, min(0.6, 0.3 + (lean - 0.5)), "unknown", "a text on a screen of private things"
    )
