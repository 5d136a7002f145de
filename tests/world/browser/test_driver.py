from pathlib import Path

import pytest

from tactful.errors import InputError, MissingExtraError
from tactful.world.browser import driver
from tactful.world.browser.driver import Browser, find_chromium


def test_the_named_program_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("TACTFUL_CHROMIUM", str(program))
    assert find_chromium() == str(program)
    monkeypatch.setenv("TACTFUL_CHROMIUM", str(tmp_path))
    with pytest.raises(InputError, match="TACTFUL_CHROMIUM"):
        find_chromium()


def test_names_on_the_path_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TACTFUL_CHROMIUM", raising=False)
    monkeypatch.setattr(driver.shutil, "which", lambda name: f"/bin/{name}" if name != "chromium" else None)
    assert find_chromium() == "/bin/chromium-browser"
    monkeypatch.setattr(driver.shutil, "which", lambda name: None)
    assert find_chromium() is None


def test_no_chromium_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TACTFUL_CHROMIUM", raising=False)
    monkeypatch.setattr(driver, "NAMES", ())
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(MissingExtraError, match="playwright install chromium") as caught, Browser():
        pass
    assert "\n" not in str(caught.value)


def test_no_playwright_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "playwright.sync_api", None)
    with pytest.raises(MissingExtraError, match=r"tactful\[world\]"), Browser():
        pass


def test_a_program_that_is_no_chromium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACTFUL_CHROMIUM", "/bin/false")
    with pytest.raises(InputError, match="does not start"), Browser():
        pass
