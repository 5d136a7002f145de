"""Reads a rendered screen back: a small tree, and what the HTML contract asks about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "stop", "br", "use"})


@dataclass
class Tag:
    """An element; children are elements and texts."""

    name: str
    attrs: dict[str, str]
    up: Tag | None = None
    inside: list[Tag | str] = field(default_factory=list)

    def all(self) -> list[Tag]:
        """This element and all below it, in document order."""
        return [self, *(below for child in self.inside if isinstance(child, Tag) for below in child.all())]

    def text(self) -> str:
        """Its text, and that of all below it."""
        return "".join(child if isinstance(child, str) else child.text() for child in self.inside)

    def near(self, name: str) -> str | None:
        """The attribute of the nearest element from here upwards that has it."""
        here: Tag | None = self
        while here is not None:
            if name in here.attrs:
                return here.attrs[name]
            here = here.up
        return None


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Tag("root", {})
        self.here = self.root
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        new = Tag(tag, {name: value or "" for name, value in attrs}, self.here)
        if len(new.attrs) != len(attrs):
            self.faults.append(f"<{tag}> repeats an attribute")
        self.here.inside.append(new)
        if tag not in VOID:
            self.here = new

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.inside.append(Tag(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag != self.here.name or self.here.up is None:
            self.faults.append(f"</{tag}> closes <{self.here.name}>")
            return
        self.here = self.here.up

    def handle_data(self, data: str) -> None:
        self.here.inside.append(data)


def read(html: str) -> Tag:
    """The tree. Raises ``AssertionError`` where tags do not match."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader.faults, reader.faults[:3]
    assert reader.here is reader.root
    return reader.root
