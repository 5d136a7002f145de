"""Pages made by hand: settings, music, photos, an article."""

from __future__ import annotations

from fakes.world_parts import ME, act, face, field, photo, public, tabs
from tactful.world.pages import Action, Item, Page, Picture, Section
from tactful.world.values import Value, ui


def settings() -> Page:
    """Settings with switches."""
    rows = (
        ("Wi-Fi", "wifi", Value("Lakeside 5G", "device", "me/wifi"), ""),
        ("Bluetooth", "bluetooth", None, "on"),
        ("Mobile network", "signal", Value("Norvik Mobile", "carrier", "me/carrier"), ""),
        ("Flight mode", "plane", None, "off"),
        ("Notifications", "bell", None, ""),
        ("Dark theme", "moon", None, "off"),
        ("Display", "sun", None, ""),
        ("Battery", "battery-medium", Value("76 %", "device", "me/battery"), ""),
        ("Storage", "hard-drive", Value("84 of 128 GB", "device", "me/storage"), ""),
        ("Passwords", "key-round", None, ""),
        ("About phone", "info", Value("Sorrel 8", "device", "me/model"), ""),
    )
    items = tuple(
        Item(
            n,
            {"head": ui(n), **({"side": side} if side else {})},
            icon=icon,
            do="" if switch else f"view:{n.lower()}",
            actions=(
                Action(
                    "s", ui(n), f"pick:{n}:{'off' if switch == 'on' else 'on'}", "", "toggle", switch == "on"
                ),
            )
            if switch
            else (),
        )
        for n, icon, side, switch in rows
    )
    me = Item("me", {"image": face(7), "head": ME[1], "sub": ME[2]}, do="view:account")  # type: ignore[dict-item]
    return Page(
        "settings",
        "home",
        "",
        ui("Settings"),
        "settings",
        ui("Settings"),
        sections=(
            Section("me", "list", items=(me,)),
            Section("net", "settings", ui("Connections"), items[:4]),
            Section("dev", "settings", ui("Device"), items[4:]),
        ),
        search=field("q", "Search", hint="Search settings", kind="search"),
    )


def player() -> Page:
    """Music."""
    items = tuple(
        Item(
            f"s{k}",
            {
                "image": photo("cover", k),
                "head": Value(t, "media", f"song/{k}"),
                "author": public(a),
                "meta": public(d),
            },
            do=f"item:song:s{k}",
        )
        for k, (t, a, d) in enumerate(
            (
                ("Paper lanterns", "The Quiet Mile", "3:42"),
                ("Undertow", "Sable Coast", "4:05"),
                ("Night ferry", "Ilse Marr", "2:58"),
            )
        )
    )
    return Page(
        "music",
        "now",
        "s0",
        ui("Reverb"),
        "music",
        ui("Now playing"),
        sections=(Section("play", "player", items=items),),
        can_back=True,
        actions=(act("like", "Like", "heart", "toggle", True),),
    )


def gallery() -> Page:
    """Photos."""
    items = tuple(
        Item(
            f"p{k}",
            {
                "image": Picture(
                    ("portrait", "scene", "pet", "food", "document")[k % 5],
                    f"g{k}",
                    Value("photo", "face" if k % 5 == 0 else "photo", f"photo/{k}"),
                )
            },
            do=f"item:photo:p{k}",
        )
        for k in range(24)
    )
    albums = tuple(
        Item(
            f"a{k}",
            {
                "image": Picture("scene", f"al{k}", Value("photo", "photo", f"album/{k}/c")),
                "head": Value(n, "file", f"album/{k}"),
                "sub": Value(f"{31 + k}", "badge", f"album/{k}/n"),
            },
            do=f"item:album:a{k}",
        )
        for k, n in enumerate(("Lake", "Clara", "Kitchen"))
    )
    return Page(
        "photos",
        "all",
        "",
        ui("Photos"),
        "image",
        ui("Photos"),
        tabs=tabs(("Photos", "image"), ("Albums", "folder"), ("Search", "search")),
        sections=(
            Section("shots", "grid", ui("May"), items),
            Section("albums", "cards", ui("Albums"), albums),
        ),
    )


def article() -> Page:
    """Public text."""
    par = (
        "The old tide mill has stood empty since the spring flood of 1962. Now a group of neighbours"
        " wants to bring its wheel back to life, and with it a small bakery, a workshop and a reading"
        " room."
    )
    items = (
        Item(
            "a",
            {
                "image": photo("scene", 77),
                "head": public("A mill wakes up after sixty years"),
                "author": public("By Edda Morin"),
                "meta": public("12 May 2025"),
                "sub": public("Volunteers repair the last tide mill on the coast"),
            },
        ),
        *(Item(f"p{k}", {"body": public(par)}) for k in range(3)),
    )
    more = tuple(
        Item(
            f"m{k}",
            {"image": photo("scene", 80 + k), "head": public(t), "meta": public("3 min")},
            do=f"item:a:m{k}",
        )
        for k, t in enumerate(
            (
                "Night trains return to the valley",
                "What the bees tell us about the city",
                "Ten questions about heat pumps",
            )
        )
    )
    return Page(
        "news",
        "article",
        "a1",
        ui("The Harbour Post"),
        "newspaper",
        ui("Article"),
        can_back=True,
        sections=(
            Section("t", "text", items=items),
            Section("more", "cards", ui("More stories"), more, place="aside"),
        ),
        web=public("harbourpost.example/mill"),
        actions=(act("save", "Save", "bookmark", "icon"), act("share", "Share", "share-2", "icon")),
        tabs=tabs(("News", "newspaper"), ("Region", "map"), ("Culture", "drama"), ("Sport", "trophy")),
    )
