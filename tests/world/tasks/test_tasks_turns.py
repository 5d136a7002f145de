"""Wrong turns and words of a scripted agent."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tactful._seeds import generator
from tactful.terms import Box
from tactful.world.measured import Measured, Target
from tactful.world.people.person import LANGUAGES
from tactful.world.session import Session
from tactful.world.tasks.bind import bind
from tactful.world.tasks.eyes import Look
from tactful.world.tasks.narrate import Narrator, phrases
from tactful.world.tasks.turns import Wanderer, mistyped


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
