"""Forms, inputs and keypads."""

from __future__ import annotations

from collections.abc import Sequence

from tactful.world.looks.icons import icon
from tactful.world.looks.layouts.rows import limited, row
from tactful.world.looks.markup import Pen, attr, press
from tactful.world.pages import Action, Input, Section

_ICONS = {"password": "lock", "date": "calendar", "search": "search"}


def box(pen: Pen, field: Input, cls: str = "") -> str:
    """The part that is typed into, with its placeholder when it is empty."""
    number = pen.number(field.value)
    masked = " data-masked" if field.kind == "password" else ""
    many = " multi" if field.kind == "multiline" else ""
    sign = icon(field.icon or _ICONS.get(field.kind, "")) if field.icon or field.kind in _ICONS else ""
    hint = pen.text(field.placeholder, "ph") if not field.value.text else ""
    typed = (
        f'<div class="edit" contenteditable="plaintext-only" role="textbox" aria-label="'
        f'{attr(field.label.text)}" '
        f'data-bind="{attr(field.bind)}" data-v="{number}"{masked}>{pen.inside(field.value)}</div>'
    )
    return (
        f'<span class="box k-{attr(field.kind)}{many} {cls}">{sign}'
        f'<span class="ew">{typed}{hint}</span></span>'
    )


def is_on(field: Input) -> bool:
    """Whether a switch or a check is on."""
    if field.options and any(option.on for option in field.options):
        return any(option.on and not option.do.endswith(":off") for option in field.options)
    return field.value.text.lower() in ("on", "true", "yes", "1")


def control(pen: Pen, field: Input) -> str:
    """A switch or a check as something to press."""
    on = is_on(field)
    other = "off" if on else "on"
    do = next((o.do for o in field.options if o.do.endswith(f":{other}")), "")
    do = do or (field.options[0].do if field.options else f"pick:{field.name}:{other}")
    # A switch sends what it would become; its other option is its present state.
    cls = "sw" if field.kind == "switch" else "ck"
    sign = icon("check") if cls == "ck" else ""
    name = attr(field.label.text)
    return f'<span class="{cls}{" on" if on else ""}"{press(do)} aria-label="{name}"><i>{sign}</i></span>'


def options(pen: Pen, field: Input) -> str:
    """A select's options: chips where they are short, else rows with a mark."""
    chosen = field.value.text
    short = len(field.options) <= 4 and sum(len(o.label.text) for o in field.options) <= 44
    out = []
    for option in field.options:
        on = " on" if option.on or (chosen and option.label.text == chosen) else ""
        mark = '<i class="radio"></i>' if not short else ""
        out.append(f'<span class="opt{on}"{press(option.do)}>{mark}{pen.text(option.label)}</span>')
    return f'<span class="opts {"seg" if short else "radios"}">{"".join(out)}</span>'


def one(pen: Pen, field: Input) -> str:
    """One input with its label."""
    label = pen.text(field.label, "lab")
    if field.kind in ("switch", "check"):
        return f'<div class="inp line">{label}<span class="grow"></span>{control(pen, field)}</div>'
    if field.kind == "select" and field.options:
        value = pen.text(field.value, "chosen") if field.value.text and not _listed(field) else ""
        return f'<div class="inp sel">{label}{value}{options(pen, field)}</div>'
    return f'<div class="inp">{label}{box(pen, field)}</div>'


def _listed(field: Input) -> bool:
    return any(option.label.text == field.value.text or option.on for option in field.options)


def form(pen: Pen, part: Section) -> str:
    """Inputs below one another, then the section's buttons."""
    rows = "".join(row(pen, item) for item in limited(part))
    lead = f'<div class="rows">{rows}</div>' if rows else ""
    return (
        f'{lead}<div class="form">{"".join(one(pen, field) for field in part.inputs)}'
        f"{buttons(pen, part.actions)}</div>"
    )


def buttons(pen: Pen, actions: Sequence[Action]) -> str:
    """The buttons of a form."""
    return f'<div class="acts">{"".join(pen.button(a) for a in actions)}</div>' if actions else ""


def inline(pen: Pen, inputs: Sequence[Input]) -> str:
    """Inputs after other layouts: the box alone, like the composer of a chat."""
    out = []
    for field in inputs:
        if field.kind in ("switch", "check", "select"):
            out.append(one(pen, field))
        else:
            out.append(f'<div class="inline">{box(pen, field, "round")}</div>')
    return "".join(out)


_LETTERS = ("", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")


def keypad(pen: Pen, part: Section) -> str:
    """The number typed so far, twelve keys (or the items as keys), and the buttons below."""
    field = part.inputs[0] if part.inputs else None
    shown = ""
    if field is not None:
        number = pen.number(field.value)
        hint = pen.text(field.placeholder, "ph") if not field.value.text else ""
        shown = (
            f'<div class="dial"><span class="ew"><div class="edit"'
            f' contenteditable="plaintext-only" role="textbox" '
            f'data-bind="{attr(field.bind)}" data-v="{number}"'
            f"{' data-masked' if field.kind == 'password' else ''}>"
            f"{pen.inside(field.value)}</div>{hint}</span>"
        )
        shown += (
            f'<span class="ib"{press(f"press:{field.name}:<")} aria-label="Delete">'
            f"{icon('delete')}</span></div>"
        )
    keys = []
    items = limited(part)
    for item in items:
        name = pen.show(item.slots.get("head"), "big") or (icon(item.icon) if item.icon else "")
        last = " del" if item.do.endswith(":<") else ""
        keys.append(
            f'<div class="key{last}"{press(item.do)}>{name}{pen.show(item.slots.get("sub"), "lets")}</div>'
        )
    if field is not None and not items:
        for place, sign in enumerate("123456789*0#"):
            lets = pen.ui(_LETTERS[place], "lets") if place < 9 and _LETTERS[place] else ""
            keys.append(
                f'<div class="key"{press(f"press:{field.name}:{sign}")}>{pen.ui(sign, "big")}{lets}</div>'
            )
    more = "".join(f'<div class="inline">{box(pen, f, "round")}</div>' for f in part.inputs[1:])
    return (
        f'<div class="keypad">{shown}<div class="keys">{"".join(keys)}'
        f"</div>{more}{buttons(pen, part.actions)}</div>"
    )
