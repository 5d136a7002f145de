"""People: contact lists, profile headers, account cards and switchers, handles, prompts of terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import (
    ACCOUNT,
    BIO,
    DEVICE,
    JOB,
    OTP,
    PERSON,
    PUBLIC,
    URL,
    USERNAME,
    squash,
)
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
    has_email,
    has_honorific,
    is_count,
    is_domain,
    is_name,
    is_organisation,
    is_phone,
    is_prose,
    is_time,
    word_count,
)
from tactful.recognize.view import Finding

_HANDLE = re.compile(r"^@[\w.]{2,30}$")
_PLAIN_HANDLE = re.compile(r"^(?=.*[a-z])(?=.*[._\d])[\w.]{4,30}$")
_OWN_PATH = re.compile(r"(?:/home/|/Users/|[A-Z]:\\Users\\)(?P<user>[\w.-]{2,32})")
_SHELL = re.compile(r"^\s*(?P<user>[a-z_][\w.-]{1,31})@(?P<host>[\w.-]+)(?=[:~ ])")
_LOGGED = re.compile(
    r"\b(?:user|username|login|usr|account|owner)\s?=\s?[\"']?(?P<user>[A-Za-z][\w.@-]{1,40})", re.IGNORECASE
)
_SHARED = frozenset({"public", "shared", "default", "user", "username", "root"})


def contact_rows(scene: Scene) -> Iterator[Finding]:
    """In an address book short texts that are no interface words name people."""
    belief = scene.belief("contacts")
    if belief < 0.3:
        return
    for spot in scene.page.spots:
        text = spot.text.strip()
        if scene.page.in_top(spot, 0.11) or word_count(text) > 4 or any(c.isdigit() for c in text):
            continue
        if (
            len(text) < 2
            or scene.words.known(text)
            or scene.words.composed(text)
            or is_time(text)
            or has_email(text)
        ):
            continue
        named = is_name(text) or has_honorific(text)
        if named or _is_listed(scene, spot):
            yield scene.say(
                spot,
                PERSON,
                (0.72 if named else 0.52) + 0.2 * belief,
                "contact",
                "an entry of the address book",
            )


def _is_listed(scene: Scene, spot: Spot) -> bool:
    """In a column of entries; on a desktop one of names, for menus and tables stand beside the list."""
    column = scene.page.column(spot)
    if len(column) < 3 or scene.words.label(spot.text) is not None:
        return False
    return scene.page.phone or sum(is_name(s.text) for s in column) >= 0.4 * len(column)


def named_with_reach(scene: Scene) -> Iterator[Finding]:
    """A name with a phone number or an e-mail address right below or beside it is that person's."""
    page = scene.page
    for spot in page.spots:
        text = spot.text.strip()
        if scene.words.known(text) or word_count(text) > 4 or any(c.isdigit() for c in text) or len(text) < 2:
            continue
        if has_email(text) or scene.words.label(text) is not None or scene.words.composed(text):
            continue
        if scene.words.cue("empty_values", text):
            continue
        near = [s for s in (page.below(spot, reach=1.3, slack=1.0), page.right_of(spot)) if s is not None]
        if any(is_phone(s.text) or _is_address(s.text) for s in near) and not is_organisation(text):
            people = scene.belief("contacts", "call_log", "chat_list", "profile", "account") > 0.3
            if not people and not is_name(text) and squash(text) in scene.words.apps:
                continue
            confidence = 0.88 if is_name(text) else 0.7 if people else 0.5
            yield scene.say(
                spot, PERSON, confidence, "named-reach", "a name with a number or mail address beside it"
            )


def _is_address(text: str) -> bool:
    return has_email(text) and word_count(text) <= 2


def handles(scene: Scene) -> Iterator[Finding]:
    """An @handle on an own profile or under a name; handles of creators in feeds are public."""
    for spot in scene.page.spots:
        if _HANDLE.match(spot.text.strip()) is None:
            continue
        if scene.public > 0.6:
            yield scene.say(
                spot, PUBLIC, 0.45 + 0.3 * scene.public, "public-handle", "the handle of a public account"
            )
        else:
            yield scene.say(spot, USERNAME, 0.82, "handle", "an account's handle")


def profile_header(scene: Scene) -> Iterator[Finding]:
    """The largest text in the upper part of a profile is its owner's name; prose below it is the bio."""
    belief = scene.belief("profile", "account", "settings")
    if belief < 0.3:
        return
    page = scene.page
    counts = sum(scene.words.cue("follow_words", re.sub(r"[\d.,kKmM万萬 ]+", "", s.text)) for s in page.spots)
    upper = [s for s in page.spots if 0.05 * page.height < s.cy < 0.45 * page.height]
    for spot in upper:
        if _PLAIN_HANDLE.match(spot.text.strip()) and counts >= 2 and scene.page.in_top(spot, 0.25):
            yield scene.say(spot, USERNAME, 0.7, "profile-handle", "the user name at the head of a profile")
        big = spot.box.height >= 1.25 * page.line
        if is_name(spot.text) and (big or scene.belief("profile", "account") > 0.3):
            yield scene.say(
                spot, PERSON, 0.78 if big else 0.66, "profile-name", "the name on a profile or account card"
            )
        elif counts >= 2 and is_prose(spot.text) and scene.belief("profile") > 0.3:
            yield scene.say(spot, BIO, 0.5, "profile-bio", "what the owner of a profile says of themselves")


def avatar_names(scene: Scene) -> Iterator[Finding]:
    """A short text beside its own initial in a circle names who the picture stands for."""
    page = scene.page
    if scene.public > 0.4 or scene.belief("mail_list", "spreadsheet", "launcher") > 0.4:
        return
    for spot in page.spots:
        initial, beside = spot.text.strip(), page.right_of(spot)
        if len(initial) != 1 or not initial.isalpha() or beside is None or page.gap(spot, beside) > 4:
            continue
        name = beside.text.strip()
        same = len(name) > 1 and name[0].casefold() == initial.casefold()
        plain = word_count(name) <= 3 and not any(c.isdigit() for c in name) and not is_organisation(name)
        if same and plain and not scene.words.known(name) and not scene.words.composed(name):
            yield scene.say(beside, PERSON, 0.68, "avatar-name", "a name beside its initial")


def job_lines(scene: Scene) -> Iterator[Finding]:
    """ "Buyer · Norvane Textiles" right below a name on a card says where somebody works."""
    if scene.belief("contacts", "profile", "notes", "account") < 0.2 or scene.public > 0.4:
        return
    page = scene.page
    for spot in page.spots:
        above = page.above(spot, reach=1.5, slack=1.5) or _centred_above(scene, spot)
        if above is None or not is_name(above.text) or above.box.height < 1.25 * spot.box.height:
            continue
        parts = re.split(r"\s[·•|@–—-]\s|, | at | chez | bei |・", spot.text)
        if len(parts) == 2 and all(0 < word_count(p) <= 5 for p in parts) and not any(map(is_time, parts)):
            yield scene.say(spot, JOB, 0.7, "job-line", "what somebody works as, and where")


def _centred_above(scene: Scene, spot: Spot) -> Spot | None:
    near = 2.2 * spot.box.height
    return next(
        (
            s
            for s in scene.page.spots
            if 0 < spot.cy - s.cy < near + s.box.height
            and abs(s.cx - spot.cx) < scene.page.line
            and s is not spot
        ),
        None,
    )


def big_names(scene: Scene) -> Iterator[Finding]:
    """A name in large type in the upper half heads a card or a profile; on public pages it is a creator's."""
    page = scene.page
    if scene.public > 0.4 or scene.belief("document", "spreadsheet", "own_media") > 0.5:
        return
    for spot in page.spots:
        if spot.cy < 0.5 * page.height and spot.box.height >= 1.35 * page.line and is_name(spot.text):
            yield scene.say(spot, PERSON, 0.72, "big-name", "a name in large type at the head of a screen")


def greetings(scene: Scene) -> Iterator[Finding]:
    """ "Hello Camille" at the top of an app greets its user by name."""
    marks = sorted(scene.words.cue_lists["greetings"], key=len, reverse=True)
    for spot in scene.page.spots:
        if not scene.page.in_top(spot, 0.4) or word_count(spot.text) > 5:
            continue
        folded = spot.text.strip().casefold()
        mark = next((m for m in marks if folded.startswith(m) and len(folded) > len(m)), None)
        if mark is None:
            continue
        name = spot.text.strip()[len(mark) :]
        bounded = not name[0].isalpha() or ord(mark[-1]) > 0x3000
        name = name.strip(" ,，、!！.。")
        if not bounded or not name or not _is_own_name(scene, name):
            continue
        start = spot.text.index(name)
        reason = "the user's name in a greeting"
        yield scene.say(spot, PERSON, 0.75, "greeting", reason)
        yield scene.say(spot, PERSON, 0.75, "greeting", reason, start, start + len(name))


def _is_own_name(scene: Scene, name: str) -> bool:
    words = name.split()
    if (
        scene.words.known(name)
        or scene.words.composed(name)
        or any(c.isdigit() for c in name)
        or len(words) > 2
    ):
        return False
    return all(w[0].isupper() or ord(w[0]) > 0x3000 for w in words) and words[0].casefold() not in (
        "to",
        "in",
    )


def signed_in(scene: Scene) -> Iterator[Finding]:
    """ "Ana Ruiz - Sign out": who is signed in."""
    for spot in scene.page.spots:
        parts = re.split(r"\s+[-–—|·•]\s+|\s*[|｜]\s*|\s+[(（]", spot.text.strip().rstrip(")）"))
        if len(parts) != 2 or not any(scene.words.cue("sign_out", p) for p in parts):
            continue
        name = parts[1] if scene.words.cue("sign_out", parts[0]) else parts[0]
        if name and not scene.words.known(name) and word_count(name) <= 5:
            start = spot.text.index(name)
            reason = "who is signed in"
            yield scene.say(spot, PERSON, 0.8, "signed-in", reason)
            yield scene.say(spot, PERSON, 0.8, "signed-in", reason, start, start + len(name))


def account_rows(scene: Scene) -> Iterator[Finding]:
    """In an account switcher the text above a mail address is the account's owner."""
    page = scene.page
    if scene.belief("account", "settings", "profile", "mail_list") < 0.15:
        return
    for spot in page.spots:
        if not _is_address(spot.text):
            continue
        above = page.above(spot, reach=1.3, slack=1.0)
        if above is None or scene.words.known(above.text) or word_count(above.text) > 4:
            continue
        if not is_count(above.text) and not is_time(above.text):
            if is_domain(above.text):
                yield scene.say(above, URL, 0.84, "account-site", "the site of a listed account")
                continue
            if squash(above.text) in scene.words.apps:
                yield scene.say(above, PUBLIC, 0.84, "account-app", "the service of a listed account")
                continue
            meaning = ACCOUNT if is_organisation(above.text) else PERSON
            yield scene.say(above, meaning, 0.84, "account-row", "the owner of a listed account")


def saved_logins(scene: Scene) -> Iterator[Finding]:
    """Lists of saved logins and accounts: sites, user names and numbers of the user's own accounts."""
    if scene.belief("vault", "account") < 0.4:
        return
    for spot in scene.page.spots:
        text = spot.text.strip()
        if scene.page.in_top(spot, 0.1) or has_email(text) or scene.words.known(text):
            continue
        if is_domain(text):
            yield scene.say(spot, URL, 0.84, "login-site", "the site of a saved login")
        elif _CODE.match(text):
            yield scene.say(spot, OTP, 0.84, "login-code", "a code that signs in")
        elif text.isdigit() and len(text) >= 7:
            yield scene.say(spot, ACCOUNT, 0.7, "login-number", "the number of a saved account")
        elif _PLAIN_HANDLE.match(text):
            yield scene.say(spot, USERNAME, 0.7, "login-name", "the user name of a saved login")


_CODE = re.compile(r"^\d{3} \d{3}$")


def own_paths(scene: Scene) -> Iterator[Finding]:
    """User names in home folders, shell prompts and log lines ("user=ana.b")."""
    for spot in scene.page.spots:
        home, shell = _OWN_PATH.search(spot.text), _SHELL.match(spot.text)
        if home is not None and home["user"].casefold() not in _SHARED:
            yield scene.say(spot, DEVICE, 0.6, "own-path", "a path of the user's machine")
            yield _user(scene, spot, home.start("user"), home.end("user"))
        if shell is not None and shell["user"].casefold() not in _SHARED:
            # The prompt names who sits where: it is the line's most telling part.
            yield scene.say(spot, USERNAME, 0.78, "prompt", "a shell's prompt with user and machine")
            yield _user(scene, spot, shell.start("user"), shell.end("host"))
        for entry in _LOGGED.finditer(spot.text):
            if entry["user"].casefold() not in _SHARED and not is_count(entry["user"]):
                yield scene.say(spot, USERNAME, 0.75, "logged-user", "a log line that names a user")
                yield _user(scene, spot, entry.start("user"), entry.end("user"))


def _user(scene: Scene, spot: Spot, start: int, end: int) -> Finding:
    return scene.say(spot, USERNAME, 0.8, "own-path", "a user name in a path, prompt or log", start, end)
