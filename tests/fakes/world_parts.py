"""Small pieces of the scenes made by hand: people, times, pictures, actions, inputs."""

from __future__ import annotations

from tactful.world.pages import Action, Input, Picture
from tactful.world.values import Value, ui

PEOPLE = (
    "Maren Holt",
    "Tobias Lind",
    "Ines Okafor",
    "Yusuf Demir",
    "Clara Nyberg",
    "Pavel Horak",
    "Lucia Ferrer",
    "Owen Blythe",
    "Sana Qureshi",
    "Jonas Weber",
    "Hye-jin Park",
    "Amelie Roux",
)


TIMES = (
    "9:41",
    "9:12",
    "8:55",
    "Yesterday",
    "Yesterday",
    "Mon",
    "Mon",
    "Sun",
    "Sat",
    "12 May",
    "11 May",
    "9 May",
)


def name(k: int) -> Value:
    """The k-th contact's name."""
    return Value(PEOPLE[k % len(PEOPLE)], "person", f"contact/{k % len(PEOPLE)}/name")


def when(k: int) -> Value:
    """A time or a day."""
    return Value(TIMES[k % len(TIMES)], "time", f"time/{k}")


def face(k: int, kind: str = "avatar") -> Picture:
    """The k-th contact's picture."""
    value = Value("avatar", "face" if kind == "portrait" else "avatar", f"contact/{k}/{kind}")
    return Picture(kind, PEOPLE[k % len(PEOPLE)], value)


def photo(kind: str, k: int, public: bool = True) -> Picture:
    """A picture of a thing or a place."""
    return Picture(kind, f"{kind} {k}", Value(kind, "text" if public else "photo", f"{kind}/{k}", public))


def public(text: str) -> Value:
    """Public content."""
    return Value(text, "text", public=True)


def act(ident: str, label: str, icon: str, style: str = "plain", on: bool = False) -> Action:
    """An action of a page."""
    return Action(ident, ui(label), f"run:{ident}", icon, style, on)


def tabs(*names: tuple[str, str], on: int = 0) -> tuple[Action, ...]:
    """An app's own places."""
    return tuple(
        Action(n.lower(), ui(n), f"tab:{n.lower()}", icon, on=k == on) for k, (n, icon) in enumerate(names)
    )


def field(
    ident: str, label: str, text: str = "", kind: str = "text", type: str = "note", **more: object
) -> Input:
    """An input."""
    hint = str(more.pop("hint", ""))
    return Input(ident, ident, ui(label), Value(text, type, f"input/{ident}"), ui(hint), kind, **more)  # type: ignore[arg-type]


ME = (
    face(7),
    Value("Robin Castell", "person", "me/name"),
    Value("robin.castell@mail.example", "email", "me/email"),
)
