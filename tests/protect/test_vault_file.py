"""A vault on disk: sealed, private to its owner, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from fakes.painted import vault
from tactful.errors import VaultError
from tactful.protect import Vault, restore, vault_file

pytest.importorskip("cryptography")


def filled() -> Vault:
    keep = vault()
    keep.pseudonym("Ann Quill", "person")
    keep.pseudonym("<ann.quill@example.com>", "email")
    keep.placeholder("202 555 0147", "phone")
    keep.rewritten("Zed Moss", "person", lambda: "Bob Pine")
    keep.expose(["Inbox"])
    return keep


@pytest.mark.parametrize("secret", ["correct horse", b"k" * 32])
def test_round_trip(tmp_path: Path, secret: str | bytes) -> None:
    keep, file = filled(), tmp_path / "run.vault"
    keep.save(file, secret)
    again = Vault.load(file, secret)
    assert {(e.shown, e.real) for e in again.entries()} == {(e.shown, e.real) for e in keep.entries()}
    assert again.exposed() == keep.exposed()
    for text, type in [("ann quill", "person"), ("ann.quill@example.com", "email"), ("new one", "note")]:
        assert again.pseudonym(text, type) == keep.pseudonym(text, type)
    phone = keep.placeholder("202 555 0147", "phone")
    assert again.placeholder("202 555 0147", "phone") == phone
    assert again.placeholder("+1 999", "phone") == keep.placeholder("+1 999", "phone") != phone
    assert restore(f"{phone} and Bob Pine", again) == "202 555 0147 and Zed Moss"


def test_only_the_owner_may_read_it_and_it_holds_nothing_plain(tmp_path: Path) -> None:
    file = tmp_path / "run.vault"
    filled().save(file, "x")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    raw = file.read_bytes()
    assert not any(word in raw for word in (b"Ann", b"Quill", b"example", b"555"))
    assert os.listdir(tmp_path) == ["run.vault"]


def test_two_saves_of_one_vault_differ(tmp_path: Path) -> None:
    keep = filled()
    keep.save(tmp_path / "a", "x")
    keep.save(tmp_path / "b", "x")
    assert (tmp_path / "a").read_bytes()[14:] != (tmp_path / "b").read_bytes()[14:]


@pytest.mark.parametrize("secret", ["wrong", "", b"k" * 32, b"short"])
def test_the_wrong_secret(tmp_path: Path, secret: str | bytes) -> None:
    filled().save(tmp_path / "v", "right")
    with pytest.raises(VaultError) as caught:
        Vault.load(tmp_path / "v", secret)
    assert "right" not in str(caught.value)
    assert "Ann" not in str(caught.value)


@pytest.mark.parametrize("at", [0, 5, 13, 14, 20, 35, 60, -1])
def test_a_changed_byte(tmp_path: Path, at: int) -> None:
    file = tmp_path / "v"
    filled().save(file, b"k" * 32)
    raw = bytearray(file.read_bytes())
    raw[at] ^= 1
    file.write_bytes(bytes(raw))
    with pytest.raises(VaultError):
        Vault.load(file, b"k" * 32)


@pytest.mark.parametrize("length", [0, 3, 13, 41, 42, 60, 200])
def test_a_truncated_file(tmp_path: Path, length: int) -> None:
    file = tmp_path / "v"
    filled().save(file, b"k" * 32)
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(VaultError):
        Vault.load(file, b"k" * 32)


def test_what_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="cannot be read"):
        Vault.load(tmp_path / "absent", "x")
    with pytest.raises(VaultError, match="cannot be written"):
        vault().save(tmp_path / "no" / "folder", "x")
    with pytest.raises(VaultError, match="cannot be read"):
        Vault.load(tmp_path, "x")


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "v"
    vault().save(file, "x")
    old = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VaultError, match="No space left"):
        filled().save(file, "x")
    assert file.read_bytes() == old
    assert os.listdir(tmp_path) == ["v"]


def test_a_vault_of_the_format_before_opens_without_its_guessable_placeholders(tmp_path: Path) -> None:
    keep = filled()
    shown = keep.pseudonym("Ann Quill", "person")
    state = keep._kept.to_json() | {"format": "tactful-vault-1"}
    for number, entity in enumerate(state["entities"]):
        entity |= {"number": number, "placeholders": {f"EMAIL_{number}": entity["first"]}}
    vault_file.write(tmp_path / "old", vault_file.seal(json.dumps(state).encode(), b"k" * 32))
    again = Vault.load(tmp_path / "old", b"k" * 32)
    assert restore(f"{shown}, EMAIL_1", again) == "Ann Quill, EMAIL_1"
    assert again.placeholder("Ann Quill", "person") == keep.placeholder("Ann Quill", "person")


def test_another_version_inside(tmp_path: Path) -> None:
    file = tmp_path / "v"
    vault_file.write(file, vault_file.seal(b'{"format": "other"}', b"k" * 32))
    with pytest.raises(VaultError, match="another version"):
        Vault.load(file, b"k" * 32)
