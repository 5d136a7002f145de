"""A vault on disk: sealed, private to its owner, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest

from fakes.painted import vault
from tactful.errors import VaultError
from tactful.protect import Vault, restore, vault_file

pytest.importorskip("cryptography")
PASSPHRASE = "correct horse"


def filled() -> Vault:
    keep = vault()
    keep.pseudonym("Ann Quill", "person")
    keep.pseudonym("<ann.quill@example.com>", "email")
    keep.placeholder("202 555 0147", "phone")
    keep.rewritten("Zed Moss", "person", lambda: "Bob Pine")
    keep.expose(["Inbox"])
    return keep


@pytest.mark.parametrize("secret", [PASSPHRASE, b"k" * 32])
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
    filled().save(file, PASSPHRASE)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    raw = file.read_bytes()
    assert not any(word in raw for word in (b"Ann", b"Quill", b"example", b"555"))
    assert os.listdir(tmp_path) == ["run.vault"]


def test_two_saves_of_one_vault_differ(tmp_path: Path) -> None:
    keep = filled()
    keep.save(tmp_path / "a", PASSPHRASE)
    keep.save(tmp_path / "b", PASSPHRASE)
    assert (tmp_path / "a").read_bytes()[14:] != (tmp_path / "b").read_bytes()[14:]


@pytest.mark.parametrize("secret", ["wrong", "", b"k" * 32, b"short"])
def test_the_wrong_secret(tmp_path: Path, secret: str | bytes) -> None:
    filled().save(tmp_path / "v", PASSPHRASE)
    with pytest.raises(VaultError) as caught:
        Vault.load(tmp_path / "v", secret)
    assert PASSPHRASE not in str(caught.value)
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
        vault().save(tmp_path / "no" / "folder", PASSPHRASE)
    with pytest.raises(VaultError, match="cannot be read"):
        Vault.load(tmp_path, "x")


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "v"
    vault().save(file, PASSPHRASE)
    old = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VaultError, match="No space left"):
        filled().save(file, PASSPHRASE)
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


def old_file(path: Path, secret: str) -> None:
    """A vault as version 1 wrote it."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    path.write_bytes(b"")
    keep = filled()
    keep.save(path, b"k" * 32)
    payload, _ = vault_file.unseal(path.read_bytes(), b"k" * 32)
    header = b"TACTFULVAULT\x01p" + b"s" * 16 + b"n" * 12
    key = hashlib.scrypt(secret.encode(), salt=b"s" * 16, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
    path.write_bytes(header + AESGCM(key).encrypt(b"n" * 12, payload, header))


@pytest.mark.parametrize(("typed", "now"), [("x", "x"), ("Zoe\u0308 opens it", "Zo\u00eb opens it")])
def test_an_old_vault_opens_and_is_sealed_anew(tmp_path: Path, typed: str, now: str) -> None:
    file = tmp_path / "v"
    old_file(file, typed)
    again = Vault.load(file, now)
    again.save(file, now)
    assert file.read_bytes().startswith(b"TACTFULVAULT\x02p\x11\x08\x01")
    assert len(Vault.load(file, typed)) == len(again)


@pytest.mark.parametrize("secret", ["", "x", "eleven char", "\u2474\u2474"])
def test_a_new_vault_wants_a_long_passphrase(tmp_path: Path, secret: str) -> None:
    with pytest.raises(VaultError, match="a passphrase of at least 12 characters"):
        filled().save(tmp_path / "v", secret)
    assert not os.listdir(tmp_path)


def test_one_passphrase_typed_in_two_ways(tmp_path: Path) -> None:
    filled().save(tmp_path / "v", "caf\u00e9 au lait \uff11")
    assert len(Vault.load(tmp_path / "v", "cafe\u0301 au lait 1"))


@pytest.mark.parametrize("cost", [b"\x3f\x08\x01", b"\x11\xff\xff", b"\x00\x08\x01", b"\x11\x00\x00"])
def test_a_file_does_not_choose_what_opening_costs(tmp_path: Path, cost: bytes) -> None:
    with pytest.raises(VaultError, match="not a vault file"):
        vault_file.unseal(b"TACTFULVAULT\x02p" + cost + bytes(60), PASSPHRASE)
