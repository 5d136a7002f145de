"""The layout recognizer: all rules over one scene, one verdict a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tactful.recognize.layout import (
    bands,
    defaults,
    fields,
    lists,
    messages,
    people,
    records,
    searching,
    sheets,
    tables,
    vocabulary,
)
from tactful.recognize.layout.lexicon import forget
from tactful.recognize.layout.scene import Scene, scene_of
from tactful.recognize.view import Finding, ScreenView

Rule = Callable[[Scene], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    bands.status_bar,
    bands.desktop_bar,
    bands.menu_bar,
    bands.launcher,
    bands.keyboard,
    bands.avatar_letters,
    bands.index_letters,
    bands.bottom_navigation,
    bands.badges,
    bands.strips,
    bands.menus,
    sheets.window_titles,
    sheets.address_bar,
    sheets.pagers,
    sheets.icons,
    sheets.lead_icons,
    vocabulary.interface_words,
    vocabulary.counted_words,
    vocabulary.placeholders,
    vocabulary.tips,
    vocabulary.actions,
    vocabulary.app_headings,
    vocabulary.sections,
    vocabulary.host_roles,
    vocabulary.host_hints,
    fields.colon_values,
    fields.label_values,
    fields.captioned_values,
    fields.bare_reach,
    fields.total_lines,
    tables.columns,
    sheets.sheet_marks,
    sheets.office_frame,
    sheets.sheet_cells,
    tables.calendar_grid,
    tables.hour_axis,
    tables.month_titles,
    lists.entry_rows,
    lists.recipient_rows,
    lists.call_details,
    lists.weekday_lists,
    lists.file_names,
    lists.loose_times,
    messages.bubbles,
    messages.chat_title,
    messages.titles,
    messages.mail_bodies,
    messages.mail_senders,
    messages.paragraphs,
    people.contact_rows,
    people.named_with_reach,
    people.handles,
    people.profile_header,
    people.avatar_names,
    people.job_lines,
    people.big_names,
    people.greetings,
    people.signed_in,
    people.account_rows,
    people.saved_logins,
    people.own_paths,
    records.recommended,
    records.cart_items,
    records.alarms,
    records.own_chats,
    records.own_media,
    records.deliver_to,
    records.places_of_travel,
    records.device_values,
    records.row_labels,
    records.record_rows,
    records.home_devices,
    searching.own_places,
    searching.queries,
    searching.asked_addresses,
    searching.typed,
    searching.recent_searches,
    defaults.public_content,
    defaults.own_amounts,
    defaults.health_figures,
    defaults.unknown_text,
)


class LayoutRecognizer:
    """Says what units mean from their neighbours: one finding a whole unit, and further ones on spans.

    Where rules differ about a unit the most confident one speaks; of equally confident ones the higher risk.
    Readable units without a verdict stay silent. Deterministic; mutates nothing.
    """

    def __init__(self, rules: Iterable[Rule] = RULES) -> None:
        self._rules = tuple(rules)

    @property
    def name(self) -> str:
        return "layout"

    def find(self, view: ScreenView) -> tuple[Finding, ...]:
        """Findings in the order of units, spans after the unit that holds them."""
        try:
            return self._find(scene_of(view))
        finally:
            forget()

    def _find(self, scene: Scene) -> tuple[Finding, ...]:
        whole: dict[int, Finding] = {}
        spans: dict[tuple[int, int, int | None], Finding] = {}
        for rule in self._rules:
            for finding in rule(scene):
                _keep(finding, whole, spans)
        found = [*whole.values(), *spans.values()]
        return tuple(sorted(found, key=lambda f: (f.unit or 0, f.end is not None, f.start)))


def _keep(
    finding: Finding, whole: dict[int, Finding], spans: dict[tuple[int, int, int | None], Finding]
) -> None:
    if finding.unit is None:
        return
    if finding.start == 0 and finding.end is None:
        whole[finding.unit] = _surer(whole.get(finding.unit), finding)
    else:
        key = (finding.unit, finding.start, finding.end)
        spans[key] = _surer(spans.get(key), finding)


def _surer(old: Finding | None, new: Finding) -> Finding:
    if old is None:
        return new
    return new if (new.confidence, new.risk.rank) > (old.confidence, old.risk.rank) else old
