"""What a person keeps and what browsers remember: files, photos, history, bookmarks, passwords, searches."""

from __future__ import annotations

import random
import re

from tactful.world.content import formats, ids
from tactful.world.people.draft import Draft, entries, host, record, text
from tactful.world.people.person import Record
from tactful.world.values import Value

_ENDINGS = {"pdf": "pdf", "doc": "docx", "sheet": "xlsx", "slides": "pptx", "image": "jpg", "zip": "zip"}
_KINDS = {
    "pdf": "pdf", "doc": "doc", "docx": "doc", "odt": "doc", "txt": "doc", "xls": "sheet", "xlsx": "sheet",
    "csv": "sheet", "ods": "sheet", "ppt": "slides", "pptx": "slides", "key": "slides", "jpg": "image",
    "jpeg": "image", "png": "image", "zip": "zip",
}  # fmt: skip
_OTHER = re.compile(r"[a-z][a-z0-9]{1,3}")
# Public words that are somebody's history once they have been read.
_READ = ("article_title", "headline", "video_title", "product", "question", "recipe", "restaurant", "job_ad")


def add_library(draft: Draft) -> None:
    """Tables ``files``, ``photos``, ``history``, ``bookmarks``, ``passwords``, ``searches``, newest first."""
    _files(draft)
    _photos(draft)
    _browser(draft)
    _passwords(draft)


def _files(draft: Draft) -> None:
    rng, facts = draft.rng("files"), draft.facts
    made: list[Record] = []
    for n, when in enumerate(draft.past(rng, rng.randint(12, 24), 7.2), 1):
        key = f"file/{n}"
        name = draft.fresh(rng, "file_name", f"{key}/name", "files").text
        kind = _KINDS.get(name.rpartition(".")[2].lower()) or rng.choice(tuple(_ENDINGS))
        shared = rng.random() < 0.3
        owner = text(rng.choice(draft.tables["contacts"]), "name") if rng.random() < 0.3 else facts["name"]
        file = record(
            key,
            name=(_ending(name, kind), "file"),
            size=(formats.size(draft.lang, int(rng.lognormvariate(6.4, 1.6)) + 2), "file"),
            time=(draft.stamp(when), "time"),
            owner=owner,
            kind=kind,
            folder=rng.choice(("documents", "documents", "work", "downloads")),
            shared=shared or owner is not facts["name"],
        )
        made.append(file)
    draft.tables["files"] = tuple(made)


def _ending(name: str, kind: str) -> str:
    """The name, with an ending of its kind where it has none or one of no kind (``mp4``)."""
    stem, _, ending = name.rpartition(".")
    if ending.lower() in _KINDS:
        return name
    return f"{stem if _OTHER.fullmatch(ending) and stem else name}.{_ENDINGS[kind]}"


def _photos(draft: Draft) -> None:
    rng = draft.rng("photos")
    scenes = entries("scene", draft.lang)
    made: list[Record] = []
    count = rng.randint(12, 24)
    shown = [*scenes, *rng.choices(scenes, k=count - len(scenes))]  # each at least once
    rng.shuffle(shown)
    for n, (when, scene) in enumerate(zip(draft.past(rng, count, 7.4), shown, strict=True), 1):
        key = f"photo/{n}"
        place = draft.fresh(rng, "city", f"{key}/place", "photo cities")
        first = text(rng.choice(draft.tables["contacts"]), "first")
        template = draft.unused(rng, f"caption_{scene}")
        photo = record(
            key,
            caption=draft.fill(template, "note", f"{key}/caption", {"first": first, "city": place}),
            place=place,
            date=(formats.full_date(draft.lang, when), "date"),
            album=draft.say(rng, "album", f"{key}/album"),
            scene=scene,
        )
        made.append(photo)
    draft.tables["photos"] = tuple(made)


def _page(draft: Draft, rng: random.Random, key: str) -> tuple[Value, Value]:
    """A page that was visited: its title and its address."""
    title = draft.as_private(rng, rng.choice(_READ), "history", f"{key}/title")
    site = host(rng.choice(entries("host", "all")))
    url = f"{site}/{rng.choice(('a', 'read', 'p', 'item', 'watch', 'q'))}/{rng.randint(1000, 99999)}"
    return title, Value(url, "url", f"{key}/url")


def _browser(draft: Draft) -> None:
    rng = draft.rng("history")
    history: list[Record] = []
    for n, when in enumerate(draft.past(rng, rng.randint(12, 24), 4.6), 1):
        title, url = _page(draft, rng, f"history/{n}")
        history.append(record(f"history/{n}", title=title, url=url, time=(draft.moment(when), "time")))
    draft.tables["history"] = tuple(history)
    rng = draft.rng("bookmarks")
    bookmarks: list[Record] = []
    for n in range(1, rng.randint(6, 12) + 1):
        title, url = _page(draft, rng, f"bookmark/{n}")
        folder = rng.choice(("reading", "work", "home", "travel"))
        bookmarks.append(record(f"bookmark/{n}", title=title, url=url, folder=folder))
    draft.tables["bookmarks"] = tuple(bookmarks)
    rng = draft.rng("searches")
    draft.tables["searches"] = tuple(
        record(
            f"search/{n}",
            text=draft.fresh(rng, "search_query", f"search/{n}/text", "searches"),
            time=(draft.moment(when), "time"),
        )
        for n, when in enumerate(draft.past(rng, rng.randint(8, 14), 5.0), 1)
    )


def _passwords(draft: Draft) -> None:
    rng, facts = draft.rng("passwords"), draft.facts
    made: list[Record] = []
    for n, when in enumerate(draft.past(rng, rng.randint(6, 12), 9.6), 1):
        key, site = f"password/{n}", draft.unused(rng, "site")
        numbered = (f"{facts['username'].text}{rng.randint(1, 99)}", "username")
        password = record(
            key,
            site=(site, "history"),
            username=rng.choice((facts["email"], facts["username"], numbered)),
            password=(ids.password(rng), "secret"),
            url=(f"{host(site)}/login", "url"),
            time=(formats.full_date(draft.lang, when), "date"),
        )
        made.append(password)
    draft.tables["passwords"] = tuple(made)
