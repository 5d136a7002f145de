"""The solver on screens made by hand: it scrolls, reads, gives up, and presses only what it can tell."""

from __future__ import annotations

from PIL import Image, ImageDraw

from tactful.terms import Box
from tactful.world.measured import Measured, Scroller, Seen, Target
from tactful.world.session.session import Session
from tactful.world.tasks.bind import Task, bind
from tactful.world.tasks.finding import Move, over
from tactful.world.tasks.screen import Look
from tactful.world.tasks.solver import Solver
from tactful.world.values import Value, ui

APP = Target("open:contacts", "", "", Box(0, 0, 40, 40), (20, 20))
LIST = Scroller("main", "contacts", Box(0, 40, 200, 340), 0, 900)


def launcher() -> Look:
    return Look(Measured(200, 400, (), (APP,)))


def page(task: Task, *, top: int, row: bool, painted: bool | None = None) -> Look:
    """The list of contacts, scrolled; the wanted row is on it or not. ``painted``: a reader's screen."""
    record = task.records["c"]
    name = record.get("name")
    assert isinstance(name, Value)
    box = Box(10, 100, 110, 116)
    seen = (Seen(name, name.text, box, do=f"item:card:{record.id}", window="contacts"),) if row else ()
    target = Target(f"item:card:{record.id}", "", "contacts", Box(0, 90, 200, 130), (100, 110))
    scroller = Scroller("main", "contacts", LIST.box, top, LIST.length)
    measured = Measured(200, 400, seen, (target,) if row else (), (scroller,))
    if painted is None:
        return Look(measured, "contacts", "contacts")
    raw = Image.new("RGB", (200, 400), "white")
    ImageDraw.Draw(raw).text((12, 102), "Somebody", fill="black")
    given = raw.copy()
    if painted:
        ImageDraw.Draw(given).rectangle((10, 100, 109, 115), fill="black")
    return Look(measured, "contacts", "contacts", shown=given, raw=raw)


def acts(solver: Solver, *looks: Look) -> list[Move]:
    return [solver.next(look) for look in looks]


def test_it_opens_scrolls_and_presses(templates, session: Session):
    task = bind(templates["ask"], session, seed=1)
    solver = Solver(task, session.apps)
    first, second, third = acts(
        solver, launcher(), page(task, top=0, row=False), page(task, top=216, row=True)
    )
    assert (first.kind, first.act.x, first.act.y) == ("open", 20, 20)
    assert (second.act.kind, second.act.dy > 0) == ("scroll", True)
    assert LIST.box.holds(second.act.x, second.act.y)
    assert (third.kind, third.act.x, third.act.y, third.target) == ("tap", 100, 110, Box(0, 90, 200, 130))
    assert third.now == {task.records["c"].get("name").entity}


def test_it_reads_and_answers(templates, session: Session):
    task = bind(templates["ask"], session, seed=1)
    solver = Solver(task, session.apps)
    acts(solver, launcher(), page(task, top=0, row=True))
    phone = task.value("c.phone")
    card = Measured(200, 400, (Seen(phone, phone.text, Box(0, 0, 90, 12), window="contacts"),))
    move = solver.next(Look(card, "contacts", "contacts"))
    assert (move.act.kind, move.act.text, move.act.success) == ("done", phone.text, True)
    assert move.now == {phone.entity}  # read on this very screen


def test_it_gives_up_where_nothing_is(templates, session: Session):
    task = bind(templates["ask"], session, seed=1)
    solver = Solver(task, session.apps)
    acts(solver, launcher())
    moves = acts(solver, *(page(task, top=top, row=False) for top in (0, 216, 432, 600, 384, 168, 0)))
    assert [m.act.kind for m in moves[:-1]] == ["scroll"] * 6
    assert (moves[-1].act.kind, moves[-1].act.success) == ("done", False)
    assert moves[-1].reason == "not found: row"


def test_a_reader_needs_the_pixels(templates, session: Session):
    task = bind(templates["ask"], session, seed=1)
    seeing = acts(Solver(task, session.apps), launcher(), page(task, top=0, row=True, painted=False))
    assert seeing[-1].kind == "tap"
    blind = Solver(task, session.apps)
    acts(blind, launcher())
    moves = acts(blind, *(page(task, top=top, row=True, painted=True) for top in (0, 216, 432, 600, 300, 0)))
    assert moves[-1].reason == "unreadable: row"


def test_a_row_known_by_its_place_needs_no_reading(templates, session: Session):
    task = bind(templates["third"], session, seed=1)
    record = task.records["m"]
    mail = Target("open:mail", "", "", Box(0, 0, 40, 40), (20, 20))
    row = Target(f"item:mail:{record.id}", "", "mail", Box(0, 90, 200, 130), (100, 110))
    star = Target(f"run:star:{record.id}", "", "mail", Box(180, 90, 200, 130), (190, 110))
    black = Image.new("RGB", (200, 400))
    look = Look(Measured(200, 400, (), (star, row)), "mail", "mail", shown=black, raw=black)
    moves = acts(Solver(task, session.apps), Look(Measured(200, 400, (), (mail,))), look)
    assert moves[-1].target == row.box


def test_a_confirmation_is_pressed_too(templates, session: Session):
    task = bind(templates["third"], session, seed=1)
    solver = Solver(task, session.apps)
    record = task.records["m"].id
    mail = Target("open:mail", "", "", Box(0, 0, 40, 40), (20, 20))
    row = Target(f"item:mail:{record}", "", "mail", Box(0, 90, 200, 130), (100, 110))
    button = Target("run:remove", "", "mail", Box(0, 0, 30, 30), (9, 9))
    sure = Target(f"run:remove:{record}", "", "mail", Box(50, 200, 90, 220), (70, 210))
    looks = [
        Look(Measured(200, 400, (), (mail,))),
        Look(Measured(200, 400, (), (row,)), "mail", "mail"),
        Look(Measured(200, 400, (), (button,)), "mail", "mail"),
        Look(Measured(200, 400, (), (sure,)), "mail", "mail", dialog=True),
        Look(Measured(200, 400, (), ()), "mail", "mail"),
    ]
    moves = acts(solver, *looks)
    assert [m.kind for m in moves] == ["open", "tap", "do", "do", "done"]
    assert moves[3].target == sure.box


def test_the_wheel_turns_over_its_own_scroller():
    outer = Scroller("main", "a", Box(0, 0, 100, 100), 0, 300)
    inner = Scroller("s1", "a", Box(20, 20, 80, 80), 0, 300)
    x, y = over(outer, (outer, inner))
    assert outer.box.holds(x, y)
    assert not inner.box.holds(x, y)


def test_public_words_on_a_button_are_its_name():
    target = Target("run:send", "", "a", Box(0, 0, 9, 9), (1, 1))
    look = Look(Measured(9, 9, (Seen(ui("Send"), "Send", target.box, do="run:send", window="a"),), (target,)))
    assert look.label(target) == "Send"
