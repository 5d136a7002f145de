"""Pages made by hand: tables, a month, slides, a shell, a form."""

from __future__ import annotations

from fakes.world_parts import ME, PEOPLE, act, face, field, name, public, tabs, when
from tactful.world.pages import Action, Input, Item, Page, Section
from tactful.world.values import Value, ui


def calendar() -> Page:
    """A month."""
    events = (
        ("Dentist", 6, "9:30"),
        ("Choir", 8, "19:00"),
        ("Lunch with Ines", 12, "12:30"),
        ("Board meeting", 13, "10:00"),
        ("Call landlord", 13, "15:15"),
        ("Physio", 20, "8:00"),
        ("Clara's birthday", 24, "all day"),
        ("Flight to Oslo", 28, "6:50"),
    )
    items = tuple(
        Item(
            f"e{k}",
            {
                "head": Value(t, "schedule", f"event/{k}/title"),
                "meta": Value(h, "time", f"event/{k}/time"),
                "day": Value(str(d), "date", f"event/{k}/day"),
            },
            do=f"item:event:e{k}",
        )
        for k, (t, d, h) in enumerate(events)
    )
    return Page(
        "calendar",
        "month",
        "",
        ui("Calendar"),
        "calendar",
        Value("May 2025", "clock", "now/month"),
        tabs=tabs(("Month", "calendar-days"), ("Week", "columns-3"), ("Day", "calendar"), ("Agenda", "list")),
        actions=(act("new", "New event", "plus", "fab"), act("today", "Today", "calendar-check", "icon")),
        sections=(
            Section("month", "calendar", items=items, numbers={"first_weekday": 3, "days": 31, "today": 12}),
        ),
        account=ME,
    )


def sheet() -> Page:
    """A spreadsheet of people."""
    items = tuple(
        Item(
            f"r{k}",
            cells=(
                name(k),
                Value(f"{PEOPLE[k].split()[0].lower()}@firm.example", "email", f"contact/{k}/email"),
                Value(("Design", "Sales", "Legal", "IT")[k % 4], "job", f"contact/{k}/dep"),
                Value(f"{52 + 3 * k},400", "amount", f"contact/{k}/salary"),
                Value(f"+1 555 010 01{10 + k}", "phone", f"contact/{k}/phone"),
            ),
            actions=tuple(
                Action(f"{c}", ui("Cell"), f"cell:r{k}.{c}", on=k == 3 and c == "email")
                for c in ("name", "email", "dep", "salary", "phone")
            ),
        )
        for k in range(12)
    )
    return Page(
        "sheets",
        "sheet",
        "s1",
        ui("Tables"),
        "table",
        Value("Staff 2025", "file", "file/1/name"),
        sections=(
            Section(
                "people",
                "table",
                items=items,
                columns=tuple(ui(c) for c in ("Name", "E-mail", "Team", "Salary", "Phone")),
            ),
        ),
        actions=(act("add", "Add row", "plus"), act("share", "Share", "share-2", "primary")),
        can_back=True,
        account=ME,
        web=public("tables.example/d/s1"),
    )


def crm() -> Page:
    """A plain table, with figures."""
    items = tuple(
        Item(
            f"r{k}",
            {"image": face(k)},
            cells=(
                name(k),
                Value(
                    ("Lindqvist Ltd", "Okafor Group", "Demir & Co", "Horak GmbH")[k % 4], "company", f"c/{k}"
                ),
                Value(("Open", "Won", "Late", "New")[k % 4], "status", f"c/{k}/state"),
                Value(f"${4 + k},200", "amount", f"c/{k}/amount"),
                when(k),
            ),
            do=f"item:deal:r{k}",
        )
        for k in range(10)
    )
    stats = tuple(
        Item(
            f"s{k}",
            {"head": ui(h), "value": Value(v, "amount", f"k/{k}"), "sub": Value(d, "status", f"k/{k}/d")},
            icon=i,
        )
        for k, (h, v, d, i) in enumerate(
            (
                ("Pipeline", "$184,000", "+12 % this month", "trending-up"),
                ("Open deals", "37", "6 new", "briefcase"),
                ("Won", "$58,400", "+4 %", "trophy"),
                ("Tasks due", "9", "3 today", "list-checks"),
            )
        )
    )
    return Page(
        "crm",
        "deals",
        "",
        ui("Clearpath"),
        "chart-line",
        ui("Deals"),
        tabs=tabs(
            ("Deals", "briefcase"), ("People", "users"), ("Reports", "chart-column"), ("Settings", "settings")
        ),
        actions=(act("new", "New deal", "plus", "primary"), act("filter", "Filter", "filter", "icon")),
        sections=(
            Section("kpi", "stats", items=stats),
            Section(
                "deals",
                "table",
                ui("Deals"),
                items,
                columns=tuple(ui(c) for c in ("Contact", "Company", "State", "Amount", "Last seen")),
            ),
        ),
        account=ME,
        web=public("crm.example/deals"),
        search=field("q", "Search", hint="Search deals", kind="search"),
    )


def terminal() -> Page:
    """A shell."""
    lines = (
        ("robin@sorrel:~$ ls -la projects", 1),
        ("drwxr-xr-x  7 robin staff  224 May 11 18:02 choir-site", 0),
        ("-rw-------  1 robin staff 1679 May  9 09:15 deploy.key", 0),
        ("robin@sorrel:~$ ssh deploy@192.0.2.44", 1),
        ("Last login: Mon May 11 21:40:02 from 198.51.100.7", 0),
        ("deploy@web-2:~$ export API_TOKEN=tk_test_51f8d0c2", 1),
        ("deploy@web-2:~$ ./release.sh --dry-run", 1),
        ("checking 14 services ... ok", 0),
    )
    items = tuple(
        Item(
            f"l{k}",
            {"body": Value(t, "secret" if "TOKEN" in t else "note", f"line/{k}")},
            flags=frozenset({"mine"} if m else ()),
        )
        for k, (t, m) in enumerate(lines)
    )
    return Page(
        "terminal",
        "home",
        "",
        ui("Terminal"),
        "terminal",
        ui("Terminal"),
        sections=(Section("term", "terminal", items=items, inputs=(field("line", "Command", hint="$"),)),),
    )


def compose() -> Page:
    """A form."""
    options = tuple(Action(o, ui(o), f"pick:prio:{o}", on=o == "Normal") for o in ("Low", "Normal", "High"))
    return Page(
        "mail",
        "compose",
        "",
        ui("Mail"),
        "mail",
        ui("New message"),
        sections=(
            Section(
                "form",
                "form",
                inputs=(
                    field("to", "To", "maren.holt@homes.example", type="email"),
                    field("subject", "Subject", hint="Subject"),
                    Input(
                        "prio",
                        "prio",
                        ui("Priority"),
                        Value("Normal", "ui", public=True),
                        ui(""),
                        "select",
                        options,
                    ),
                    field("copy", "Keep a copy", "on", "switch"),
                    field("body", "Message", "Dear Maren, ", "multiline", "message"),
                ),
                actions=(
                    act("send", "Send", "send", "primary"),
                    act("discard", "Discard", "trash-2", "danger"),
                ),
            ),
        ),
        can_back=True,
        account=ME,
        web=public("mail.example/new"),
    )


def slides() -> Page:
    """A presentation."""
    items = tuple(
        Item(f"s{k}", {"head": Value(h, "file", f"slide/{k}"), "body": Value(b, "file", f"slide/{k}/b")})
        for k, (h, b) in enumerate(
            (
                ("Plan for the autumn", "Choir and orchestra, season 2025"),
                ("Budget", "Hall: 2,400\nMusic: 900\nTravel: 1,150"),
                ("Next steps", "Book the hall\nAsk the soloists\nPrint the posters"),
            )
        )
    )
    return Page(
        "deck",
        "slides",
        "d1",
        ui("Decks"),
        "presentation",
        Value("Autumn plan", "file", "file/3"),
        sections=(Section("s", "slides", items=items),),
        can_back=True,
        actions=(act("present", "Present", "play", "primary"),),
        account=ME,
    )
