"""A small person of the world, short enough to read: two contacts, three mails, one card."""

from __future__ import annotations

from datetime import datetime

from tactful.world.people.person import Person, Record
from tactful.world.values import Value, sentence

ANN = Value("Ann Field", "person", "contact/1/name")
BO = Value("Bo Marsh", "person", "contact/2/name")
PHONE = Value("555-0142", "phone", "contact/1/phone")
OTP = Value("481516", "otp", "mail/3/code")


def _mail(number: int, sender: Value, subject: str, body: Value, folder: str, **flags: bool) -> Record:
    at = f"mail/{number}"
    email = Value(f"{sender.text.split()[0].lower()}@post.example", "email", f"{sender.entity}/email")
    values = {
        "sender": sender,
        "sender_email": email,
        "subject": Value(subject, "subject", f"{at}/subject"),
        "body": body,
        "preview": Value(body.text[:20], "preview", f"{at}/preview"),
        "time": Value(f"0{number}:15", "time", f"{at}/time"),
        "to": Value("me@post.example", "email", "me/email"),
    }
    return Record(str(number), {**values, "folder": folder, "unread": False, "starred": False, **flags})


def fake_person(lang: str = "en") -> Person:
    """Cleo Dane, on 3 March 2031 at 9:10."""
    facts = {
        "name": Value("Cleo Dane", "person", "me/name"),
        "email": Value("me@post.example", "email", "me/email"),
        "wifi": Value("DaneNet", "device", "me/wifi"),
        "carrier": Value("Larkwave", "carrier", "me/carrier"),
    }
    contacts = (
        Record("1", {"name": ANN, "phone": PHONE, "favorite": True, "group": "work"}),
        Record("2", {"name": BO, "phone": Value("555-0177", "phone", "contact/2/phone"), "favorite": False}),
    )
    code = sentence(("Your code is ", OTP, "."), "message", "mail/3/body")
    mails = (
        _mail(1, ANN, "Lunch", Value("See you at noon?", "message", "mail/1/body"), "inbox", unread=True),
        _mail(2, BO, "Boat", Value("The boat is yours.", "message", "mail/2/body"), "inbox"),
        _mail(3, BO, "Code", code, "archive"),
    )
    card = {"number": Value("4000 0000 0000 0002", "card", "card/1/number"), "primary": True}
    event = {"title": Value("Rowing", "schedule", "event/1/title"), "month": 3, "dayno": 7}
    later = {"title": Value("Harvest", "schedule", "event/2/title"), "month": 9, "dayno": 1}
    call = {"duration": Value("2 min", "time", "call/1/duration"), "contact": "1", "kind": "missed"}
    todo = {"title": Value("Paint the fence", "note", "todo/1/title"), "list": "personal", "done": False}
    tables = {
        "contacts": contacts,
        "mails": mails,
        "cards": (Record("1", card),),
        "events": (Record("1", event), Record("2", later)),
        "calls": (Record("1", call),),
        "todos": (Record("1", todo),),
        "history": (Record("1", {"title": Value("Oars compared", "history", "history/1/title")}),),
        "files": (Record("1", {"name": Value("lease.pdf", "file", "file/1/name"), "kind": "pdf"}),),
    }
    return Person(f"fake-{lang}", 11, 0, lang, datetime(2031, 3, 3, 9, 10), facts, tables)
