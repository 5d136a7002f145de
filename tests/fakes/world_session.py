"""A session of the fake person with the two apps of the session's tests, and a few ways to use it."""

from __future__ import annotations

from pathlib import Path

from fakes.world_person import fake_person
from tactful.world.apps.loader import load_apps
from tactful.world.events import Event
from tactful.world.pages import SIZES, Input, Item, Page, Section
from tactful.world.session.session import Session

APPS = Path(__file__).parent.parent / "world" / "session" / "apps"
PHONE, DESKTOP = SIZES[0], SIZES[4]


class Hand:
    """Someone at a session: what they see, tap and type."""

    def __init__(
        self,
        app: str | None = "post",
        *,
        desktop: bool = False,
        lang: str = "en",
        seed: int = 3,
        back: bool = False,
    ) -> None:
        size = DESKTOP if desktop else PHONE
        self.session = Session(
            fake_person(lang),
            load_apps(APPS),
            platform=size.platform,
            size=size,
            look=1,
            seed=seed,
            app=app,
            background=back,
        )

    def tap(self, *commands: str, window: str | None = None) -> Page | None:
        for command in commands:
            at = self.session.place().app if window is None else window
            self.session.handle(Event("tap", command, "", at))
        return self.page if self.session.scene().windows else None

    def type(self, bind: str, text: str) -> None:
        self.session.handle(Event("input", bind, text, self.session.place().app))

    def focus(self, bind: str) -> None:
        self.session.handle(Event("focus", bind, "", self.session.place().app))

    def key(self, key: str, bind: str = "") -> None:
        self.session.handle(Event("key", key, bind, self.session.place().app))

    @property
    def page(self) -> Page:
        return self.session.scene().windows[-1].page

    @property
    def at(self) -> str:
        """app/view or app/view/record."""
        place = self.session.place()
        return "/".join(part for part in (place.app, place.view, place.record) if part)

    def section(self, id: str = "s0") -> Section:
        return next(s for s in self.page.sections if s.id == id)

    def items(self, id: str = "s0") -> tuple[Item, ...]:
        return self.section(id).items

    def heads(self, id: str = "s0") -> list[str]:
        return [str(item.slots["head"]) for item in self.items(id)]

    def input(self, name: str) -> Input:
        dialog = self.page.dialog
        inputs = [*(dialog.inputs if dialog else ()), *(i for s in self.page.sections for i in s.inputs)]
        return next(i for i in inputs if i.name == name)
