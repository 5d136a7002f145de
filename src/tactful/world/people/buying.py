"""Buying and paying: orders, the cart, cards, accounts, transactions."""

from __future__ import annotations

import random
from datetime import timedelta

from tactful.world.content import formats, ids
from tactful.world.people import words
from tactful.world.people.draft import Draft, Fields, awake, rows, text
from tactful.world.people.facts import expiry
from tactful.world.people.person import Record
from tactful.world.values import Value


def price(rng: random.Random, lang: str) -> str:
    """What a thing costs: between a few and some hundred euros, often ending in .90 or .99."""
    whole = int(rng.lognormvariate(3.3, 0.9)) + 3
    return formats.money(lang, whole + rng.choice((0.0, 0.5, 0.9, 0.95, 0.99, 0.99)))


def add_orders(draft: Draft) -> None:
    """The tables ``orders`` (newest first) and ``cart``."""
    rng, lang = draft.rng("orders"), draft.lang
    statuses = words.entries("status", lang)
    day = draft.now - timedelta(hours=rng.randint(5, 40))
    made: list[Fields] = []
    for n in range(1, rng.randint(5, 10) + 1):
        key, age = f"order/{n}", (draft.now - day).days
        if age < 4:
            number = 2 if age < 1 else 1
        else:  # mostly delivered; some called off, some not yet fetched
            number = rng.choice((0, 0, 0, 4, 5, 3 if age < 10 else 0))
        prefix = rng.choice(("A", "B", "NK", "W"))
        draft.ordered[str(n)] = (day, number)
        address = draft.facts["address"]
        if rng.random() < 0.2:
            address = text(rng.choice(draft.tables["contacts"]), "address")
        made.append(
            {
                "id": str(n),
                "number": Value(ids.code(rng, prefix, 7), "order", f"{key}/number"),
                "product": draft.as_private(rng, "product", "order", f"{key}/product"),
                "price": Value(price(rng, lang), "amount", f"{key}/price"),
                "date": Value(formats.full_date(lang, day), "date", f"{key}/date"),
                "status": Value(statuses[number], "status", f"{key}/status"),
                "address": address,
                "shop": draft.as_private(rng, "shop", "company", f"{key}/shop"),
            }
        )
        day -= timedelta(days=int(rng.lognormvariate(2.2, 0.9)) + 1)
    draft.tables["orders"] = rows(made)
    draft.tables["cart"] = rows(
        [
            {
                "id": str(n),
                "product": draft.as_private(rng, "product", "order", f"cart/{n}/product"),
                "price": Value(price(rng, lang), "amount", f"cart/{n}/price"),
                "quantity": Value(str(rng.choice((1, 1, 1, 2, 3))), "order", f"cart/{n}/quantity"),
            }
            for n in range(1, rng.randint(2, 5) + 1)
        ]
    )


def add_money(draft: Draft) -> None:
    """The tables ``cards`` (the first is the facts'), ``accounts`` and ``transactions`` (newest first)."""
    rng, lang, facts = draft.rng("money"), draft.lang, draft.facts
    cards: list[Fields] = [
        {
            "id": "1",
            "brand": facts["card_brand"],
            "number": facts["card"],
            "holder": facts["card_holder"],
            "expiry": facts["card_expiry"],
            "cvv": facts["card_cvv"],
            "primary": True,
        }
    ]
    brands = [b for b in words.entries("card_brand", lang) if b != facts["card_brand"].text]
    for n, brand in enumerate(rng.sample(brands, rng.randint(1, 3)), 2):
        key = f"card/{n}"
        number = ids.card_number(rng)
        while any(str(c["number"]) == number for c in cards):
            number = ids.card_number(rng)
        cards.append(
            {
                "id": str(n),
                "brand": Value(brand, "bank", f"{key}/brand"),
                "number": Value(number, "card", f"{key}/number"),
                "holder": facts["card_holder"],
                "expiry": Value(expiry(rng, draft.now.year + 1), "card", f"{key}/expiry"),
                "cvv": Value(ids.cvv(rng), "card", f"{key}/cvv"),
                "primary": False,
            }
        )
    draft.tables["cards"] = rows(cards)
    draft.tables["accounts"] = _accounts(draft, rng)
    draft.tables["transactions"] = _transactions(draft, rng)


def _accounts(draft: Draft, rng: random.Random) -> tuple[Record, ...]:
    lang, facts = draft.lang, draft.facts
    names = words.entries("account", lang)
    kinds = ("current", "savings", "savings", "joint", "business")
    made: list[Fields] = [
        {
            "id": "1",
            "name": Value(names[0], "bank", "account/1/name"),
            "number": facts["account_no"],
            "balance": facts["balance"],
            "kind": kinds[0],
        }
    ]
    for n, i in enumerate(sorted(rng.sample(range(1, len(names)), rng.randint(1, 3))), 2):
        number = ids.account_no(rng, lang)
        if lang in ("de", "fr"):
            number = ids.account_in(ids.iban(rng, lang))
        made.append(
            {
                "id": str(n),
                "name": Value(names[i], "bank", f"account/{n}/name"),
                "number": Value(number, "bank", f"account/{n}/number"),
                "balance": Value(
                    formats.money(lang, round(rng.lognormvariate(7.6, 1.3), 2)),
                    "amount",
                    f"account/{n}/balance",
                ),
                "kind": kinds[i],
            }
        )
    return rows(made)


def _transactions(draft: Draft, rng: random.Random) -> tuple[Record, ...]:
    lang = draft.lang
    count = len(draft.tables["accounts"])
    when = awake(draft.now - timedelta(minutes=rng.randint(20, 600)))
    total, made = rng.randint(12, 25), []
    salary = rng.randint(3, total)
    for n in range(1, total + 1):
        key = f"transaction/{n}"
        account = str(rng.choice((1, 1, 1, *range(1, count + 1))))
        fields: Fields = {"id": str(n), "time": Value(draft.stamp(when), "time", f"{key}/time")}
        amount = Value(price(rng, lang), "amount", f"{key}/amount")
        if n == salary:
            note = draft.pick(rng, "salary_note")
            fields |= {"party": draft.facts["employer"], "direction": "in", "account": "1"}
            amount = draft.facts["salary"]
        elif rng.random() < 0.35:
            who = rng.choice(draft.tables["contacts"])
            note = draft.pick(rng, "payment_note")
            fields |= {"party": text(who, "name"), "direction": rng.choice(("in", "out")), "account": account}
        else:
            note = draft.pick(rng, "bank_note").format(n=rng.randint(10000, 9999999))
            party = draft.fresh(rng, "transaction_party", f"{key}/party")
            comes = any(word in party.text for word in words.entries("income", lang))
            fields |= {"party": party, "direction": "in" if comes else "out", "account": account}
        fields |= {"amount": amount, "note": Value(note, "note", f"{key}/note")}
        made.append(fields)
        when = draft.before(rng, when, 6.7)
    return rows(made)
