"""Hand-written pages that obey the HTML contract, for tests of the browser that need no apps."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.world.events import Event
from tactful.world.pages import Scene
from tactful.world.values import Value, sentence, ui


@dataclass(frozen=True)
class Drawn:
    html: str
    css: str
    values: tuple[Value, ...]


@dataclass
class Fake:
    """A session of one hand-written page; ``answer`` may change the page after an event."""

    html: str
    values: tuple[Value, ...] = ()
    css: str = ""
    width: int = 400
    height: int = 300
    scale: float = 1.0
    events: list[Event] = field(default_factory=list)
    size: object = None

    def scene(self) -> Scene:
        return Scene("desktop", self.width, self.height, self.scale, "en", 1)

    def handle(self, event: Event) -> None:
        self.events.append(event)
        self.answer(event)

    def answer(self, event: Event) -> None:
        """Nothing changes."""

    def render(self, scene: Scene) -> Drawn:
        return Drawn(self.html, self.css, self.values)


class Typing(Fake):
    """Two fields that show what was typed, the second of several lines, and a list that scrolls."""

    def __init__(self) -> None:
        super().__init__("")
        self.texts = {"a": "", "b": "two\nlines"}
        self.top = 0
        self.taps = 0

    def answer(self, event: Event) -> None:
        if event.kind == "input":
            self.texts[event.target] = event.value
        elif event.kind == "scroll":
            self.top = int(event.value)
        elif event.kind == "tap":
            self.taps += 1

    def render(self, scene: Scene) -> Drawn:
        row = "<div data-do='item:x:{}' style='height:40px'><span data-v=2>Row</span></div>"
        rows = "".join(row.format(number) for number in range(20))
        field = '<div contenteditable="plaintext-only" class="f" data-bind'
        html = f"""<div data-window="w1" style="font:16px sans-serif">
          {field}="a" data-v="0">{self.texts["a"]}</div>
          {field}="b" data-v="1" data-multiline>{self.texts["b"]}</div>
          <div data-do="run:send" class="f" id="send"><span data-v="3">Send {self.taps}</span></div>
          <div data-scroll="list" data-top="{self.top}" class="list">{rows}</div></div>"""
        css = """.f{width:300px;min-height:24px;margin:4px;border:1px solid #aaa} #send{background:#ddd}
          .list{height:120px;overflow-y:auto}"""
        values = (
            Value(self.texts["a"], "message", "typed/a"),
            Value(self.texts["b"], "message", "typed/b"),
            ui("Row"),
            ui(f"Send {self.taps}"),
        )
        return Drawn(html, css, values)


PHONE = Value("+1 555 010 0134", "phone", "contact/3/phone")
LINE = sentence(("Call me at ", PHONE, " before noon"), "message", "message/1/body")
