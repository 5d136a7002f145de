"""Wrong turns and words of a scripted agent."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.runs.seeds import generator
from tactful.terms import Box
from tactful.world.apps.schema import App
from tactful.world.measured import Measured, Seen, Target
from tactful.world.pages import Page, Scene, Window
from tactful.world.people.person import LANGUAGES
from tactful.world.session.session import Session
from tactful.world.tasks.bind import bind
from tactful.world.tasks.narrate import Narrator, phrases
from tactful.world.tasks.play import split_of_screen
from tactful.world.tasks.screen import Look
from tactful.world.tasks.wrong_turns import Wanderer, mistyped
from tactful.world.values import Value


@given(st.text(min_size=1, max_size=20).filter(lambda t: any(c.isalnum() for c in t)), st.integers())
def test_a_slip_is_never_the_text(text: str, seed: int):
    assert mistyped(text, random.Random(seed)) != text


def test_a_miss_hits_nothing(templates, session: Session):
    task = bind(templates["dark"], session, seed=1)
    target = Target("tab:options", "", "contacts", Box(80, 80, 120, 120), (100, 100))
    near = Target("tab:list", "", "contacts", Box(40, 80, 80, 120), (60, 100))
    solver = Wanderer(task, session.apps, generator(1, "t"), share=1.0, lost=False)
    solver._look = Look(Measured(200, 200, (), (target, near)), "contacts", "contacts")
    x, y = solver.beside(target)
    assert not any(t.box.holds(x, y) for t in (target, near))


def test_a_lost_run_wanders_to_its_end(templates, session: Session):
    task = bind(templates["dark"], session, seed=1)
    app = Target("open:contacts", "", "", Box(0, 0, 40, 40), (20, 20))
    tab = Target("tab:options", "", "", Box(0, 50, 40, 90), (20, 70))
    look = Look(Measured(200, 200, (), (app, tab)))
    lengths = set()
    for seed in range(30):
        solver = Wanderer(task, session.apps, generator(seed, "t"), share=0.0, lost=True)
        moves = []
        while len(moves) < 30 and (not moves or moves[-1].act.kind != "done"):
            moves.append(solver.next(look))
        assert any(move.wrong for move in moves)
        assert not any(move.kind == "switch" for move in moves)  # the last step is never done
        lengths.add(len(moves))
    assert 30 in lengths
    assert min(lengths) < 12


def held_out(apps: Mapping[str, App], app: str, view: str) -> dict[str, App]:
    held = apps[app].views[view].model_copy(update={"split": "validation"})
    return {**apps, app: apps[app].model_copy(update={"views": {**apps[app].views, view: held}})}


@pytest.mark.parametrize(
    ("do", "app", "view"),
    [("tab:options", "contacts", "options"), ("open:mail", "mail", "inbox"),
     ("item:card:9", "contacts", "card"), ("item:mail/mail:9", "mail", "mail")],
)  # fmt: skip
def test_a_training_run_never_turns_to_a_held_out_view(
    templates, session: Session, do: str, app: str, view: str
):
    task = bind(templates["dark"], session, seed=1)
    start = do.partition(":")[0]
    held = Target(do, "", "contacts", Box(0, 0, 40, 40), (20, 20))
    free = Target("tab:list" if start == "tab" else "open:contacts" if start == "open" else "item:list:9",
                  "", "contacts", Box(0, 50, 40, 90), (20, 70))  # fmt: skip
    meant = Target(f"{start}:list:meant", "", "contacts", Box(0, 100, 40, 140), (20, 120))
    look = Look(Measured(200, 200, (), (held, free)), "contacts", "contacts")
    ways = {}
    for train in (False, True):
        apps = held_out(session.apps, app, view)
        solver = Wanderer(task, apps, generator(1, "t"), share=1.0, lost=True, train=train)
        solver._look = look
        others = {t.do for t in solver._others(meant)}
        pressed = {solver._stray().act.y for _ in range(60)}
        ways[train] = (others, pressed & {20, 70})
    assert ways == {False: ({held.do, free.do}, {20, 70}), True: ({free.do}, {70})}


def window(id: str, app: str, view: str) -> Window:
    word = Value("x", public=True)
    return Window(id, Page(app, view, "", word, "", word), 0, 0, 100, 100)


@pytest.mark.parametrize(
    ("seen", "split"), [(("a",), "train"), (("a", "b"), "validation"), (("b",), "validation"), ((), "train")]
)
def test_a_screen_counts_by_every_window_of_which_something_is_seen(
    session: Session, seen: tuple[str, ...], split: str
):
    apps = held_out(session.apps, "contacts", "card")
    assert apps["contacts"].views["list"].split == apps["mail"].views["inbox"].split == "train"
    windows = (window("b", "contacts", "card"), window("a", "mail", "inbox"))
    scene = Scene("desktop", 100, 100, 1.0, "en", 1, windows=windows)
    texts = tuple(Seen(Value("x", public=True), "x", Box(0, 0, 9, 9), window=id) for id in seen)
    assert split_of_screen(scene, Measured(100, 100, texts), apps) == split


def test_every_language_has_every_phrase():
    english = phrases()["en"]
    for lang in LANGUAGES:
        for part in ("plan", "act", "thought", "check"):
            assert set(english[part]) == set(phrases()[lang][part]), (lang, part)
            assert all(
                isinstance(v, list) and all(isinstance(t, str) for t in v)
                for v in phrases()[lang][part].values()
            )
        assert set(english["error"]) == set(phrases()[lang]["error"])
        assert set(english["progress"]) == set(phrases()[lang]["progress"])


def test_the_plan_tells_only_what_the_goal_tells(templates, session: Session):
    task = bind(templates["write"], session, seed=1)
    narrator = Narrator(task, session.apps, generator(1, "t"))
    lines = narrator.plan.splitlines()
    assert [line.partition(".")[0] for line in lines] == [str(i) for i in range(1, 9)]
    assert task.records["c"].text("name") in narrator.plan
    assert task.value("c.email").text not in narrator.plan
    assert "{" not in narrator.plan
    others = [r.text("name") for r in session.store.rows("contacts", "contacts") if r != task.records["c"]]
    assert not any(name in narrator.plan for name in others)


def test_words_vary_by_seed(templates, session: Session):
    task = bind(templates["write"], session, seed=1)
    plans = {Narrator(task, session.apps, generator(seed, "t")).plan for seed in range(10)}
    assert len(plans) > 5
