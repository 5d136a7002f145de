"""Rows of finished work as JSON lines: one line an item, appended as it ends, taken up again after a kill."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.errors import InputError
from tactful.runs.files import PRIVATE_FILE

Row = dict[str, Any]


class RowFile:
    """A growing ``NAME.jsonl`` of rows by key, each line ``{"key": ..., "row": {...}}``.

    A later row of a key replaces the earlier one. What a kill tore off the end is cut away when the file is
    opened; a damaged line before the end raises ``InputError``. Hold the folder's lock while writing.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._rows: dict[str, Row] = {}
        if self.path.is_file():
            data = self.path.read_bytes()
            self._rows, whole = parse_rows(data, self.path)
            if whole < len(data):
                os.truncate(self.path, whole)
            elif data and not data.endswith(b"\n"):
                self._append(b"\n")

    def __contains__(self, key: str) -> bool:
        return key in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, key: str) -> Row | None:
        """The row of a key, None where there is none."""
        return self._rows.get(key)

    def rows(self) -> Mapping[str, Row]:
        """All rows by key, in the order in which the keys first came."""
        return self._rows

    def add(self, key: str, row: Row) -> None:
        """Append a row. Raises ``InputError`` where it cannot be written."""
        text = json.dumps({"key": key, "row": row}, ensure_ascii=False, allow_nan=False)
        self._append((text + "\n").encode("utf-8", "replace"))
        self._rows[key] = row

    def _append(self, data: bytes) -> None:
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(os.open(self.path, flags, PRIVATE_FILE), "ab") as stream:
                stream.write(data)
        except OSError as err:
            raise InputError(f"cannot be written ({err.strerror})", file=self.path) from None


def read_rows(path: Path | str) -> tuple[Row, ...]:
    """The rows of a file, finished or still growing. Raises ``InputError`` where it is absent or damaged."""
    path = Path(path)
    try:
        return tuple(parse_rows(path.read_bytes(), path)[0].values())
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=path, expected=_EXPECTED) from None


_EXPECTED = 'lines of {"key": ..., "row": {...}}'


def parse_rows(data: bytes, path: Path) -> tuple[dict[str, Row], int]:
    """The rows in ``data``, and how many of its bytes are whole lines."""
    rows: dict[str, Row] = {}
    whole = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        ended = number < len(lines)
        if line.strip():
            try:
                record = json.loads(line)
                key, row = record["key"], record["row"]
                if not isinstance(key, str) or not isinstance(row, dict):
                    raise TypeError
            except (ValueError, KeyError, TypeError):
                if not ended:
                    break  # torn by a kill: its row is made again
                raise InputError("a damaged line", file=path, line=number, expected=_EXPECTED) from None
            rows[key] = row
        whole += len(line) + ended
    return rows, whole
