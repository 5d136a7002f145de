"""What tables say fits together: contacts, orders, appointments, codes, dates."""

from __future__ import annotations

from datetime import date

import pytest
from people_samples import everyone, nested

from tactful.world.content import formats
from tactful.world.people.person import Person, Record
from tactful.world.values import Value

PEOPLE = everyone()


def value(record: Record, name: str) -> Value:
    found = record.get(name)
    assert isinstance(found, Value)
    return found


def by_id(person: Person, table: str) -> dict[str, Record]:
    return {r.id: r for r in person.tables[table]}


@pytest.mark.parametrize("table", ["calls", "threads"])
def test_a_call_and_a_thread_carry_the_contacts_values(table: str) -> None:
    for person in PEOPLE:
        contacts = by_id(person, "contacts")
        for record in person.tables[table]:
            if record.get("contact"):
                contact = contacts[record.text("contact")]
                assert record.get("name") == contact.get("name")
                assert record.get("phone") == contact.get("phone")
                assert value(record, "name").entity == f"contact/{contact.id}/name"


def test_contacts_entities_and_order() -> None:
    for person in PEOPLE:
        contacts = person.tables["contacts"]
        assert [r.text("name") for r in contacts] == sorted(r.text("name") for r in contacts)
        for record in contacts:
            for name in ("name", "first", "phone", "email", "birthday", "address"):
                assert value(record, name).entity == f"contact/{record.id}/{name}"
        for name in ("name", "phone", "email"):
            assert len({r.text(name) for r in contacts}) == len(contacts)
        assert any(r.get("favorite") for r in contacts)
        assert {r.text("group") for r in contacts} <= {"family", "friends", "work"}


def test_messages_belong_to_threads_and_previews_to_the_last() -> None:
    for person in PEOPLE:
        threads = by_id(person, "threads")
        own: dict[str, list[Record]] = {id: [] for id in threads}
        for message in person.tables["messages"]:
            own[message.text("thread")].append(message)
        for id, messages in own.items():
            assert 4 <= len(messages) <= 14
            assert value(messages[-1], "body").text.replace("\n", " ").startswith(threads[id].text("preview"))
            assert not (threads[id].get("unread") and messages[-1].get("mine"))


def test_codes_are_fields_and_nested_in_bodies() -> None:
    for person in PEOPLE:
        verify = [m for m in person.tables["mails"] if m.get("kind") == "verify"]
        codes = [m for m in person.tables["messages"] if m.get("code")]
        assert verify
        assert codes
        for record in (*verify, *codes):
            code = value(record, "code")
            assert code.type == "otp"
            assert code in list(nested(value(record, "body")))
        assert all(m.get("code") is None for m in person.tables["mails"] if m.get("kind") != "verify")


def test_folders_and_kinds_of_mails() -> None:
    for person in PEOPLE:
        mails = person.tables["mails"]
        inbox = [m for m in mails if m.get("folder") == "inbox"]
        assert {m.text("folder") for m in mails} == {"inbox", "sent", "drafts", "archive", "spam"}
        assert {m.text("kind") for m in inbox} >= {
            "personal", "work", "order", "verify", "invite", "promo", "travel", "health",
        }  # fmt: skip
        assert any(m.get("unread") for m in inbox)
        for mail in mails:
            mine = mail.text("folder") in ("sent", "drafts")
            here = {person.facts["email"], person.facts["work_email"]}
            assert (value(mail, "sender_email") in here) is mine
            assert (value(mail, "to") in here) is not mine
            body = mail.text("body").replace("\n", " ")
            assert body.startswith(mail.text("preview"))
            assert mail.text("preview")


def test_who_writes_does_not_greet_themselves() -> None:
    for person in PEOPLE:
        first = person.facts["first"]
        for mail in person.tables["mails"]:
            if mail.get("folder") in ("sent", "drafts"):
                assert first not in list(nested(value(mail, "body")))


def test_an_order_mail_fits_an_order() -> None:
    for person in PEOPLE:
        numbers = {r.get("number"): r for r in person.tables["orders"]}
        for mail in person.tables["mails"]:
            if mail.get("kind") != "order":
                continue
            inner = [*nested(value(mail, "subject")), *nested(value(mail, "body"))]
            order = next(numbers[v] for v in inner if v in numbers)
            assert mail.get("sender") == order.get("shop")
            assert order.get("price") in inner or order.get("product") in inner


def test_travel_mails_have_a_booking_code() -> None:
    for person in PEOPLE:
        for mail in person.tables["mails"]:
            if mail.get("kind") == "travel":
                inner = [*nested(value(mail, "subject")), *nested(value(mail, "body"))]
                assert any(v.type == "order" and v.entity == f"mail/{mail.id}/booking" for v in inner)


def test_health_mails_and_events_fit_appointments() -> None:
    for person in PEOPLE:
        clinics = {r.get("clinic") for r in person.tables["appointments"]}
        for mail in person.tables["mails"]:
            if mail.get("kind") == "health":
                assert mail.get("sender") in clinics
        visits = {(r.get("reason"), r.get("clinic"), r.get("doctor")) for r in person.tables["appointments"]}
        events = [e for e in person.tables["events"] if e.get("calendar") == "health"]
        assert all((e.get("title"), e.get("place"), e.get("with")) in visits for e in events)
        assert person.tables["appointments"][0].get("doctor") == person.facts["doctor"]


def test_invitations_name_an_event_and_come_from_its_host() -> None:
    for person in PEOPLE:
        events = {r.get("title"): r for r in person.tables["events"]}
        for mail in person.tables["mails"]:
            if mail.get("kind") == "invite":
                inner = [*nested(value(mail, "subject")), *nested(value(mail, "body"))]
                event = next(events[v] for v in inner if v in events)
                assert mail.get("sender") == event.get("with")
                assert event.get("time") in inner


def test_events_lie_in_this_and_the_next_month_in_order() -> None:
    for person in PEOPLE:
        now = person.now
        following = now.month % 12 + 1
        events = person.tables["events"]
        assert {e.get("month") for e in events} <= {now.month, following}
        keys = [(e.get("month") == following, e.get("dayno")) for e in events]
        assert keys == sorted(keys)
        for event in events:
            assert event.text("day") == str(event.get("dayno"))


def test_birthdays_fit() -> None:
    """A birthday in the calendar names a contact whose birthday is that day."""
    found = 0
    for person in PEOPLE:
        firsts = {r.get("first"): r for r in person.tables["contacts"]}
        for event in person.tables["events"]:
            inner = [v for v in nested(value(event, "title")) if v in firsts]
            contact = next(
                (c for c in person.tables["contacts"] if c.get("address") == event.get("place")), None
            )
            if not inner or contact is None or event.get("calendar") != "home":
                continue
            if event.get("with") != contact.get("name") or firsts[inner[0]].id != contact.id:
                continue
            month, day = event.get("month"), event.get("dayno")
            assert isinstance(month, int)
            assert isinstance(day, int)
            shown = formats.day_month(person.lang, date(2024, month, day))
            assert shown in contact.text("birthday")
            found += 1
    assert found >= len(PEOPLE)


def test_the_own_card_account_device_and_net_come_first() -> None:
    for person in PEOPLE:
        facts, tables = person.facts, person.tables
        assert tables["cards"][0].get("number") == facts["card"]
        assert [c.get("primary") for c in tables["cards"]].count(True) == 1
        assert tables["accounts"][0].get("number") == facts["account_no"]
        assert tables["accounts"][0].get("balance") == facts["balance"]
        assert tables["devices"][0].get("ip") == facts["ip"]
        assert tables["networks"][0].get("name") == facts["wifi"]
        assert tables["medications"][0].get("name") == facts["medication"]
        homes = [p for p in tables["places"] if p.get("kind") == "home"]
        assert [h.get("address") for h in homes] == [facts["address"]]


def test_money_moves_on_the_persons_accounts() -> None:
    for person in PEOPLE:
        accounts = by_id(person, "accounts")
        rows = person.tables["transactions"]
        assert {r.text("account") for r in rows} <= set(accounts)
        assert {r.text("direction") for r in rows} <= {"in", "out"}
        salaries = [r for r in rows if r.get("amount") == person.facts["salary"]]
        assert [r.get("party") for r in salaries] == [person.facts["employer"]]


def test_files_have_the_ending_of_their_kind() -> None:
    endings = {
        "pdf": ("pdf",), "doc": ("docx", "doc", "odt", "txt"), "sheet": ("xlsx", "xls", "csv", "ods"),
        "slides": ("pptx", "ppt", "key"), "image": ("jpg", "jpeg", "png"), "zip": ("zip",),
    }  # fmt: skip
    for person in PEOPLE:
        for record in person.tables["files"]:
            assert record.text("name").rpartition(".")[2].lower() in endings[record.text("kind")]


def test_relatives_have_possible_ages() -> None:
    """Somebody's mother is older than they are, their child younger."""
    from tactful.world.people.draft import load

    year = {p.id: p.now.year - int(p.facts["age"].text) for p in PEOPLE}
    for person in PEOPLE:
        kin = load("words")["family"][person.lang]
        for record in person.tables["contacts"]:
            born = next(int(t) for t in _numbers(record.text("birthday")) if int(t) > 1900)
            if record.text("relation") in (kin["mother"], kin["father"], kin["grandmother"]):
                assert born < year[person.id] - 15
            if record.text("relation") in (kin["son"], kin["daughter"]):
                assert born > year[person.id] + 15


def _numbers(text: str) -> list[str]:
    return "".join(c if c.isdigit() else " " for c in text).split()


@pytest.mark.parametrize("table", ["mails", "notes", "todos", "files", "searches"])
def test_little_is_said_twice(table: str) -> None:
    field = {"mails": "body", "todos": "title", "files": "name", "searches": "text", "notes": "title"}[table]
    for person in PEOPLE:
        texts = [r.text(field) for r in person.tables[table]]
        assert len(set(texts)) >= 0.9 * len(texts), (person.id, table)


def test_what_one_writes_down_is_one_s_own() -> None:
    """Notes and todos name the person's facts where they name a number, a doctor or a medicine."""
    own = {"id_number", "plate"}
    found = 0
    for person in PEOPLE:
        written = [value(r, "body") for r in person.tables["notes"]]
        written += [value(r, "title") for r in person.tables["todos"]]
        for part in (p for text in written for p in nested(text) if p.type in own):
            if part.entity.rpartition("/")[2] in ("customer_id", "member_id", "student_id"):
                continue  # of a firm; no fact of the person
            assert part.entity.startswith("me/"), part.entity
            assert part == person.facts[part.entity.removeprefix("me/")]
            found += 1
    assert found > 3
