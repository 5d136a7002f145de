"""Pages made by hand: a bank, a shop, a map, figures of a day."""

from __future__ import annotations

from fakes.world_parts import ME, act, field, photo, public, tabs
from tactful.world.pages import Item, Page, Section
from tactful.world.values import Value, ui


def bank() -> Page:
    """Accounts and transactions."""
    stats = (
        Item(
            "s1",
            {
                "head": ui("Balance"),
                "value": Value("$4,218.60", "amount", "me/balance"),
                "sub": Value("DE02 1203 0000 0000 2020 51", "bank", "me/iban"),
            },
            icon="wallet",
        ),
        Item(
            "s2",
            {
                "head": ui("Savings"),
                "value": Value("$12,900.00", "amount", "account/2/balance"),
                "sub": Value("•••• 8841", "bank", "account/2/number"),
            },
            icon="piggy-bank",
        ),
    )
    parties = (
        "Harbour Grocers",
        "Salary Lindqvist Ltd",
        "Rail ticket",
        "Maren Holt",
        "Corner Bakery",
        "City Power",
        "Gym Nordbad",
        "Pharmacy Elm St",
    )
    rows = tuple(
        Item(
            f"t{k}",
            {
                "image": photo("logo", k),
                "head": Value(p, "history", f"tx/{k}/party"),
                "sub": Value(("Groceries", "Income", "Travel", "Transfer")[k % 4], "note", f"tx/{k}/note"),
                "meta": Value(f"{12 - k} May", "date", f"tx/{k}/date"),
                "price": Value(
                    ("−$42.18", "+$3,120.00", "−$18.50", "−$250.00")[k % 4], "amount", f"tx/{k}/amount"
                ),
            },
            do=f"item:tx:t{k}",
        )
        for k, p in enumerate(parties)
    )
    bars = tuple(
        Item(m, {"head": ui(m), "value": Value(str(v), "amount", f"month/{m}")})
        for m, v in (("Dec", 820), ("Jan", 1210), ("Feb", 990), ("Mar", 1430), ("Apr", 760), ("May", 1105))
    )
    return Page(
        "bank",
        "home",
        "",
        ui("Norvik Bank"),
        "landmark",
        ui("Accounts"),
        tabs=tabs(
            ("Home", "house"), ("Cards", "credit-card"), ("Transfer", "arrow-left-right"), ("More", "menu")
        ),
        actions=(
            act("pay", "Pay", "send", "primary"),
            act("request", "Request", "hand-coins"),
            act("bell", "Alerts", "bell", "icon"),
        ),
        sections=(
            Section("sum", "stats", items=stats),
            Section("spend", "chart", ui("Spending"), bars),
            Section("tx", "list", ui("Transactions"), rows),
        ),
        account=ME,
        web=public("bank.example"),
    )


def shop() -> Page:
    """A shop's front."""
    names = (
        "Field backpack 22 l",
        "Oak desk lamp",
        "Trail shoe, women",
        "Stoneware mug, 2 pcs",
        "Over-ear headphones",
        "Linen shirt",
        "Steel bottle 0.7 l",
        "Lounge chair",
    )
    items = tuple(
        Item(
            f"p{k}",
            {
                "image": photo("product", k),
                "head": public(n),
                "sub": public(("Nordlund", "Ampere & Sons", "Kestrel", "Clayworks")[k % 4]),
                "price": public(f"${(29, 64, 118, 22)[k % 4]}.{k}0"),
                "tag": public(("-20%", "New", "4.6 ★", "4.8 ★")[k % 4]),
            },
            do=f"item:product:p{k}",
            flags=frozenset({"ad"} if k == 1 else ()),
        )
        for k, n in enumerate(names)
    )
    chips = tuple(
        act(n.lower(), n, "", "chip", n == "All") for n in ("All", "Offers", "Home", "Outdoor", "Audio")
    )
    return Page(
        "shop",
        "home",
        "",
        ui("Marlow"),
        "shopping-bag",
        ui("For you"),
        tabs=tabs(
            ("Shop", "store"), ("Categories", "layout-grid"), ("Cart", "shopping-cart"), ("Account", "user")
        ),
        actions=(*chips, act("cart", "Cart", "shopping-cart", "icon")),
        sections=(Section("grid", "grid", ui("Recommended"), items),),
        search=field("q", "Search", hint="Search products and brands", kind="search"),
        account=ME,
        web=public("marlow.example"),
    )


def maps() -> Page:
    """Places on a map."""
    items = tuple(
        Item(
            f"p{k}",
            {
                "image": photo("scene", 30 + k),
                "head": public(n),
                "sub": public(s),
                "meta": Value(d, "location", f"place/{k}/distance"),
                "tag": public("4.5 ★"),
            },
            do=f"item:place:p{k}",
        )
        for k, (n, s, d) in enumerate(
            (
                ("Café Morel", "Coffee · Open until 18:00", "350 m"),
                ("Museum of Salt", "Museum · 12 Quay Street", "1.2 km"),
                ("Elm Park", "Park", "2.0 km"),
                ("Hotel Brix", "Hotel", "2.4 km"),
            )
        )
    )
    return Page(
        "maps",
        "home",
        "",
        ui("Wayfare"),
        "map",
        ui("Explore"),
        tabs=tabs(("Explore", "compass"), ("Saved", "bookmark"), ("Trips", "route")),
        sections=(Section("map", "map", items=items),),
        search=field("q", "Search", hint="Search here", kind="search"),
        actions=(act("go", "Directions", "navigation", "fab"),),
        account=ME,
    )


def fitness() -> Page:
    """Figures of a day."""
    stats = tuple(
        Item(f"s{k}", {"head": ui(h), "value": Value(v, "fitness", f"fit/{k}"), "unit": ui(u)}, icon=i)
        for k, (h, v, u, i) in enumerate(
            (
                ("Steps", "8,412", "", "footprints"),
                ("Heart rate", "64", "bpm", "heart-pulse"),
                ("Sleep", "7:20", "h", "moon"),
                ("Calories", "1,870", "kcal", "flame"),
            )
        )
    )
    meds = tuple(
        Item(
            f"m{k}",
            {
                "head": Value(m, "health", f"med/{k}"),
                "sub": Value(d, "health", f"med/{k}/dose"),
                "meta": Value(t, "schedule", f"med/{k}/time"),
            },
            icon="pill",
            flags=frozenset({"done"} if k == 0 else ()),
        )
        for k, (m, d, t) in enumerate(
            (
                ("Levothyroxine", "50 µg", "7:00"),
                ("Vitamin D", "1000 IU", "8:00"),
                ("Ibuprofen", "400 mg", "20:00"),
            )
        )
    )
    return Page(
        "health",
        "today",
        "",
        ui("Vita"),
        "heart-pulse",
        ui("Today"),
        tabs=tabs(("Today", "activity"), ("Trends", "chart-line"), ("Care", "stethoscope")),
        sections=(Section("stats", "stats", items=stats), Section("meds", "list", ui("Medication"), meds)),
        account=ME,
    )
