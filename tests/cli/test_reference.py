"""The page of all commands is the one that the commands make."""

from __future__ import annotations

from pathlib import Path

from tactful.cli.reference import reference

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_the_page_of_commands_is_current() -> None:
    made = reference()
    assert "## tactful protect" in made
    assert PAGE.read_text(encoding="utf-8") == made, "python -m tactful.cli.reference > docs/commands.md"
