"""HTML pages from Jinja2 templates: values are taken literally, and a page loads nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape

from tactful.bench.report import cells


def render(template: str, *, style: tuple[str, ...], script: str, images: str, **values: Any) -> str:
    """A page of ``templates/`` with its style sheets and its one script inside.

    Its content policy allows no network, no frames, no forms, no other script, and pictures from ``images``.
    """
    code = _part(script)
    digest = base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode()
    policy = Markup(
        f"default-src 'none'; img-src {images}; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )
    sheets = Markup("".join(map(_part, style)))
    page = environment().get_template(template)
    return page.render(policy=policy, style=sheets, script=Markup(code), **values)


@cache
def environment() -> Environment:
    """The templates' functions: cells and their words, and the filters `own` and `marked`."""
    found = Environment(
        loader=PackageLoader("tactful.bench.report"), autoescape=True, finalize=_printable, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    found.filters.update(own=own, marked=marked)
    names = (
        "APART", "NOTHING", "NUMBERS", "counts", "groups_of", "interval", "percent", "plain", "points",
        "rank_of", "span",
    )  # fmt: skip
    found.globals.update({name: getattr(cells, name) for name in names})
    return found


def own(value: object) -> Markup:
    """A value from a screen or a model: isolated, so that right-to-left text turns nothing around it."""
    return Markup("<bdi>{}</bdi>").format(_printable(str(value)))


def marked(cell: Mapping[str, Any]) -> Markup:
    """A sentence with the leaked value in ``<mark>``; marks that overlap or lie outside are left out."""
    text, at, shown = str(cell["text"]), 0, Markup()
    for start, end in sorted(map(tuple, cell["marks"])):
        if at <= start < end <= len(text):
            inside = Markup("<mark>{}</mark>").format(_printable(text[start:end]))
            shown += escape(_printable(text[at:start])) + inside
            at = end
    return Markup("<bdi>{}</bdi>").format(shown + escape(_printable(text[at:])))


def _printable(value: Any) -> Any:
    """Text without control characters; the templates escape it."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return "".join(ch if ch.isprintable() else " " for ch in value)


def _part(name: str) -> str:
    return (files("tactful.bench.report") / "templates" / name).read_text("utf-8")
