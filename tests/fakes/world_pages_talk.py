"""Pages made by hand: mail, chat, posts, contacts."""

from __future__ import annotations

from fakes.world_parts import ME, act, face, field, name, photo, public, tabs, when
from tactful.world.pages import Action, Item, Page, Section
from tactful.world.values import Value, sentence, ui


def mail() -> Page:
    """An inbox."""
    subjects = (
        "Draft of the lease",
        "Photos from Saturday",
        "Invoice 2207 is ready",
        "Re: Parents' evening",
        "Your seat is confirmed",
        "Minutes of the board",
        "Quick question",
        "Lost umbrella",
        "Recipe you asked for",
        "Rehearsal moved",
        "Boiler service",
        "Thank you!",
    )
    bodies = (
        "I went through the draft last night and marked two clauses, could you look at page 4",
        "These came out better than I thought, the ones at the lake are my favourites",
        "Please find the invoice attached. The amount is due within fourteen days of receipt",
        "We will meet in the small hall at seven, please bring the signed form",
    )
    items = tuple(
        Item(
            f"m{k}",
            {
                "image": face(k),
                "head": name(k),
                "sub": Value(subjects[k], "subject", f"mail/{k}/subject"),
                "body": sentence(
                    (name(0), ", " + bodies[k % 4]) if k % 3 == 0 else (bodies[k % 4],),
                    "preview",
                    f"mail/{k}/preview",
                ),
                "meta": when(k),
                **(
                    {"tag": Value(("Travel", "House", "School")[k % 3], "note", f"tag/{k}")}
                    if k % 4 == 1
                    else {}
                ),
            },
            do=f"item:mail:m{k}",
            flags=frozenset({"unread"} if k in (0, 2, 3) else {"starred"} if k == 5 else ()),
            actions=(Action("star", ui("Star"), f"run:star:m{k}", "star", "toggle", k == 5),),
        )
        for k in range(12)
    )
    folders = tuple(
        Item(
            f"f{k}",
            {
                "head": Value(n, "file", f"folder/{k}"),
                "count": Value(str(3 * k + 1), "badge", f"folder/{k}/count"),
            },
            icon="folder",
            do=f"view:f{k}",
        )
        for k, n in enumerate(("House move", "Choir", "Receipts"))
    )
    return Page(
        "mail",
        "inbox",
        "",
        ui("Mail"),
        "mail",
        ui("Inbox"),
        Value("3 unread", "badge", "mail/unread"),
        tabs=tabs(("Inbox", "inbox"), ("Starred", "star"), ("Sent", "send"), ("Drafts", "file")),
        actions=(
            act("compose", "Compose", "pencil", "fab"),
            act("more", "More", "ellipsis-vertical", "icon"),
        ),
        sections=(
            Section("inbox", "list", items=items),
            Section("folders", "tree", ui("Folders"), folders, place="side"),
        ),
        search=field("search", "Search", hint="Search mail", kind="search"),
        account=ME,
        web=public("mail.example/inbox"),
    )


def message() -> Page:
    """One mail, opened."""
    body = sentence(
        (
            "Dear ",
            Value("Robin", "person", "me/first"),
            ",\n\nthank you for the flat viewing on ",
            Value("12 May", "date", "event/1/date"),
            ". The owner would like to offer you the flat at ",
            Value("14 Mill Lane, Ashford", "address", "mail/0/address"),
            ". Please call me on ",
            Value("+1 555 010 0134", "phone", "contact/0/phone"),
            " or write to ",
            Value("maren.holt@homes.example", "email", "contact/0/email"),
            ".\n\nThe deposit is ",
            Value("$1,850.00", "amount", "mail/0/amount"),
            ", due on the day you sign.\n\nKind regards,\n",
            name(0),
        ),
        "message",
        "mail/0/body",
    )
    pairs = (("From", name(0)), ("To", ME[1]), ("Date", Value("12 May 2025, 9:41", "time", "mail/0/time")))
    fields = tuple(Item(k, {"head": ui(k), "value": v}) for k, v in pairs)  # type: ignore[dict-item]
    return Page(
        "mail",
        "mail",
        "m0",
        ui("Mail"),
        "mail",
        Value("Draft of the lease", "subject", "mail/0/subject"),
        can_back=True,
        actions=(
            act("archive", "Archive", "archive", "icon"),
            act("star", "Star", "star", "toggle", True),
            act("more", "More", "ellipsis-vertical", "icon"),
            act("reply", "Reply", "reply"),
            act("forward", "Forward", "forward"),
        ),
        sections=(
            Section("head", "fields", items=fields),
            Section("body", "text", items=(Item("b", {"body": body}),)),
            Section(
                "files",
                "list",
                ui("Attachments"),
                (
                    Item(
                        "a",
                        {
                            "image": photo("document", 3, False),
                            "head": Value("lease-draft.pdf", "file", "file/9"),
                            "sub": Value("184 kB", "file", "file/9/size"),
                        },
                    ),
                ),
            ),
        ),
        dialog=None,
        account=ME,
        web=public("mail.example/m/0"),
    )


def chat() -> Page:
    """A conversation."""
    says = (
        ("Are we still on for tonight?", 0),
        ("Yes! 7 pm at the usual place", 1),
        ("Great. Can you bring the tickets? The code is 482 913", 0),
        ("Got it, I'll be there. Do you mind if Ines comes along? She is in town until Sunday", 1),
        ("Not at all, the more the merrier", 0),
        ("Perfect. I will book a table for four, my number there is still the old one", 1),
        ("See you later then", 0),
        ("On my way", 1),
    )
    items = tuple(
        Item(
            f"c{k}",
            {
                "body": Value(t, "message", f"message/{k}"),
                "meta": Value(f"18:{10 + 3 * k}", "time", f"message/{k}/time"),
                "image": face(0),
            },
            flags=frozenset({"mine"} if mine else ()),
        )
        for k, (t, mine) in enumerate(says)
    )
    people = tuple(
        Item(
            f"t{k}",
            {
                "image": face(k),
                "head": name(k),
                "sub": Value(says[k % 8][0], "preview", f"thread/{k}"),
                "meta": when(k),
            },
            do=f"item:chat:t{k}",
            flags=frozenset({"selected"} if k == 0 else {"unread"} if k in (2, 3) else ()),
        )
        for k in range(9)
    )
    composer = Section(
        "composer",
        "form",
        inputs=(field("text", "Message", kind="text", type="message", hint="Message"),),
        actions=(act("send", "Send", "send", "icon"),),
        place="foot",
    )
    return Page(
        "chat",
        "chat",
        "t0",
        ui("Pebble"),
        "message-circle",
        name(0),
        Value("last seen 9:12", "status", "contact/0/status"),
        face(0),
        actions=(
            act("call", "Call", "phone", "icon"),
            act("video", "Video", "video", "icon"),
            act("more", "More", "ellipsis-vertical", "icon"),
        ),
        sections=(
            Section("talk", "thread", items=items),
            composer,
            Section("threads", "list", ui("Chats"), people, place="side"),
        ),
        can_back=True,
    )


def feed() -> Page:
    """Posts."""
    posts = (
        "First light over the ridge this morning. Worth every one of the 900 steps.",
        "We are opening a second bakery by the river in June! Come by for a free coffee in the first week.",
        "Does anyone know a good repair shop for old film cameras?",
        "Finished my first half marathon today. Slow, but finished.",
    )
    items = tuple(
        Item(
            f"p{k}",
            {
                "author": public(("Lena on the road", "Hearth & Rye", "analog_anders", "Mika runs")[k]),
                "image": photo("scene", 11 + k) if k != 2 else photo("avatar", k),
                "meta": public(f"{2 + 3 * k} h"),
                "body": public(t),
                "count": public(str(128 + 77 * k)),
            },
            flags=frozenset({"ad"} if k == 1 else ()),
            do=f"item:post:p{k}",
            actions=(
                Action("like", ui("Like"), f"run:like:p{k}", "heart", "toggle", k == 0),
                Action("reply", ui("Reply"), f"run:reply:p{k}", "message-circle", "icon"),
                Action("share", ui("Share"), f"run:share:p{k}", "share-2", "icon"),
            ),
        )
        for k, t in enumerate(posts)
    )
    trends = tuple(
        Item(f"t{k}", {"head": public(t), "sub": public(f"{k + 2}.4 k posts")}, do=f"view:t{k}")
        for k, t in enumerate(("River festival", "Night trains", "Sourdough", "Metro strike"))
    )
    return Page(
        "feed",
        "home",
        "",
        ui("Loop"),
        "orbit",
        ui("Home"),
        tabs=tabs(("Home", "house"), ("Explore", "compass"), ("Alerts", "bell"), ("Profile", "user")),
        actions=(act("post", "Post", "plus", "fab"),),
        sections=(
            Section("feed", "feed", items=items),
            Section("trends", "list", ui("Trending"), trends, place="aside"),
        ),
        account=ME,
        web=public("loop.example/home"),
    )


def dialer() -> Page:
    """A keypad."""
    return Page(
        "phone",
        "keypad",
        "",
        ui("Phone"),
        "phone",
        ui("Keypad"),
        tabs=tabs(("Keypad", "grip"), ("Recents", "clock"), ("Contacts", "users")),
        sections=(
            Section(
                "pad",
                "keypad",
                inputs=(field("number", "Number", "+1 555 01", type="phone"),),
                actions=(act("call", "Call", "phone", "primary"),),
            ),
        ),
    )


def contact() -> Page:
    """One contact."""
    pairs = (
        ("Mobile", Value("+1 555 010 0134", "phone", "contact/0/phone"), "phone"),
        ("E-mail", Value("maren.holt@homes.example", "email", "contact/0/email"), "mail"),
        ("Work", Value("Holt & Partners", "company", "contact/0/company"), "briefcase"),
        ("Address", Value("14 Mill Lane, Ashford", "address", "contact/0/address"), "map-pin"),
        ("Birthday", Value("3 March 1987", "birthdate", "contact/0/birthday"), "cake"),
    )
    return Page(
        "contacts",
        "contact",
        "c0",
        ui("Contacts"),
        "users",
        name(0),
        Value("Estate agent", "job", "contact/0/job"),
        face(0, "portrait"),
        can_back=True,
        actions=(
            act("call", "Call", "phone"),
            act("text", "Message", "message-square"),
            act("star", "Favourite", "star", "toggle", True),
            act("edit", "Edit", "pencil", "icon"),
            act("remove", "Delete", "trash-2", "danger"),
        ),
        sections=(
            Section(
                "f",
                "fields",
                items=tuple(Item(k, {"head": ui(k), "value": v}, icon=i, do="run:call") for k, v, i in pairs),
            ),
        ),
    )
