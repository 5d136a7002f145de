"""What a screen tells the world: taps, typed text, keys, scrolling. And what an agent may do, in pixels.

The commands of a tap (an element's ``do``)::

    open:APP                 start or raise an app
    tab:VIEW                 a top-level place of the current app
    view:VIEW                go on to a view of the current app
    item:VIEW:RECORD         go on to a view of one record
    run:ACTION[:RECORD]      run a declared action of the current view (on a row's record, or the view's own)
    pick:FIELD:VALUE         choose in a select; flip a switch or a check with pick:FIELD:on / off
    press:FIELD:CHARACTER    a key of a keypad: appends to the field ("<" takes the last one away)
    cell:RECORD.FIELD        select a cell of an editable table
    back  home  close        leave the view, the app, the dialog
    window:ID:raise|close|minimize
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.formats import RunAction


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened on the page. ``kind``: tap, focus, input, key, scroll, wait.

    ``target`` is the ``do`` of a tap, the bind of an input that changed (input) or got the focus by a click
    (focus; empty where a click beside it took the focus away), the key's name, or a scroller's id; ``window``
    the window's id; ``value`` an input's whole new text, the bind of the input that a key was pressed in, or
    the new scroll offset in CSS pixels. With wait nothing happened but that time passed.
    """

    kind: str
    target: str
    value: str = field(default="", repr=False)
    window: str = ""


Act = RunAction
"""What an agent does, in pixels of the screenshot."""
