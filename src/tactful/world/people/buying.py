"""Buying and paying: orders, the cart, cards, accounts, transactions."""

from __future__ import annotations

import random
from datetime import timedelta

from tactful.world.content import formats, ids
from tactful.world.people.draft import Draft, Given, entries, expiry, price, record, text, unlike
from tactful.world.people.person import Record


def add_orders(draft: Draft) -> None:
    """The tables ``orders`` (newest first) and ``cart``."""
    rng, lang = draft.rng("orders"), draft.lang
    statuses = entries("status", lang)
    day = draft.now - timedelta(hours=rng.randint(5, 40))
    orders: list[Record] = []
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
        order = record(
            key,
            number=(ids.code(rng, prefix, 7), "order"),
            product=draft.as_private(rng, "product", "order", f"{key}/product"),
            price=(price(rng, lang), "amount"),
            date=(formats.full_date(lang, day), "date"),
            status=(statuses[number], "status"),
            address=address,
            shop=draft.as_private(rng, "shop", "company", f"{key}/shop"),
        )
        orders.append(order)
        day -= timedelta(days=int(rng.lognormvariate(2.2, 0.9)) + 1)
    draft.tables["orders"] = tuple(orders)
    draft.tables["cart"] = tuple(
        record(
            f"cart/{n}",
            product=draft.as_private(rng, "product", "order", f"cart/{n}/product"),
            price=(price(rng, lang), "amount"),
            quantity=(str(rng.choice((1, 1, 1, 2, 3))), "order"),
        )
        for n in range(1, rng.randint(2, 5) + 1)
    )


def add_money(draft: Draft) -> None:
    """The tables ``cards`` (the first is the facts'), ``accounts`` and ``transactions`` (newest first)."""
    rng, lang, facts = draft.rng("money"), draft.lang, draft.facts
    first = {name: facts[f"card_{name}"] for name in ("brand", "holder", "expiry", "cvv")}
    number = facts["card"]
    cards = [
        record("card/1", brand=first["brand"], number=number, holder=first["holder"], expiry=first["expiry"],
               cvv=first["cvv"], primary=True)
    ]  # fmt: skip
    brands = [b for b in entries("card_brand", lang) if b != facts["card_brand"].text]
    seen = {number.text}
    for n, brand in enumerate(rng.sample(brands, rng.randint(1, 3)), 2):
        card = record(
            f"card/{n}",
            brand=(brand, "bank"),
            number=(unlike(seen, lambda: ids.card_number(rng)), "card"),
            holder=facts["card_holder"],
            expiry=(expiry(rng, draft.now.year + 1), "card"),
            cvv=(ids.cvv(rng), "card"),
            primary=False,
        )
        cards.append(card)
    draft.tables["cards"] = tuple(cards)
    draft.tables["accounts"] = _accounts(draft, rng, lang)
    draft.tables["transactions"] = _transactions(draft, rng, lang)


def _accounts(draft: Draft, rng: random.Random, lang: str) -> tuple[Record, ...]:
    facts, names = draft.facts, entries("account", lang)
    kinds = ("current", "savings", "savings", "joint", "business")
    accounts = [
        record("account/1", name=(names[0], "bank"), number=facts["account_no"], balance=facts["balance"],
               kind=kinds[0])
    ]  # fmt: skip
    for n, i in enumerate(sorted(rng.sample(range(1, len(names)), rng.randint(1, 3))), 2):
        number = ids.account_no(rng, lang)
        if lang in ("de", "fr"):
            number = ids.account_in(ids.iban(rng, lang))
        balance = formats.money(lang, round(rng.lognormvariate(7.6, 1.3), 2))
        account = record(
            f"account/{n}",
            name=(names[i], "bank"),
            number=(number, "bank"),
            balance=(balance, "amount"),
            kind=kinds[i],
        )
        accounts.append(account)
    return tuple(accounts)


def _transactions(draft: Draft, rng: random.Random, lang: str) -> tuple[Record, ...]:
    count = len(draft.tables["accounts"])
    when = draft.recent(rng, 20, 600)
    total, made = rng.randint(12, 25), []
    salary = rng.randint(3, total)
    for n in range(1, total + 1):
        key = f"transaction/{n}"
        account = str(rng.choice((1, 1, 1, *range(1, count + 1))))
        amount: Given = (price(rng, lang), "amount")
        if n == salary:
            note, party, way, account = draft.pick(rng, "salary_note"), draft.facts["employer"], "in", "1"
            amount = draft.facts["salary"]
        elif rng.random() < 0.35:
            party = text(rng.choice(draft.tables["contacts"]), "name")
            note, way = draft.pick(rng, "payment_note"), rng.choice(("in", "out"))
        else:
            note = draft.pick(rng, "bank_note").format(n=rng.randint(10000, 9999999))
            party = draft.fresh(rng, "transaction_party", f"{key}/party")
            way = "in" if any(word in party.text for word in entries("income", lang)) else "out"
        transaction = record(
            key,
            time=(draft.stamp(when), "time"),
            party=party,
            direction=way,
            account=account,
            amount=amount,
            note=(note, "note"),
        )
        made.append(transaction)
        when = draft.before(rng, when, 6.7)
    return tuple(made)
