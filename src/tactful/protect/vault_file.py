"""A vault on disk: sealed with AES-256-GCM under a passphrase (scrypt) or a 32-byte key.

Layout: ``TACTFULVAULT`` + version byte 2 + kind byte (``p`` passphrase, ``k`` key) + scrypt's cost (log2 N, r
and p, a byte each) + salt (16) + nonce (12) + ciphertext with its tag; everything before the ciphertext is
authenticated too. Version 1 had no cost (N = 2**15, r = 8, p = 1) and took passphrases as they were typed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tactful.errors import InputError, VaultError
from tactful.runs import require, write_atomic

LEAST = 12
"""Characters of a new vault's passphrase, the least."""

_MAGIC = b"TACTFULVAULT"
_SALT, _NONCE = 16, 12
# log2 N, r, p. The first of the settings that OWASP's password storage cheat sheet gives for scrypt: 128 MiB.
_COST, _OLD_COST = (17, 8, 1), (15, 8, 1)
_MEMORY = 2**30  # bytes; a file that asks for more is none of ours


@dataclass(frozen=True)
class Sealer:
    """A key made of a secret, slowly, and all that a file must tell to make it again."""

    kind: bytes
    cost: tuple[int, int, int]
    salt: bytes
    key: bytes
    secret: bytes

    def __repr__(self) -> str:
        return "<Sealer>"

    @classmethod
    def new(cls, secret: str | bytes, *, least: int = LEAST) -> Sealer:
        """For a new file. ``VaultError`` for a passphrase of fewer than ``least`` characters."""
        if isinstance(secret, str) and len(_normal(secret)) < least:
            raise VaultError(f"a new vault needs a passphrase of at least {least} characters")
        return cls._made(_kind(secret), _COST, secrets.token_bytes(_SALT), _bytes(secret))

    @classmethod
    def _made(cls, kind: bytes, cost: tuple[int, int, int], salt: bytes, secret: bytes) -> Sealer:
        key = secret if kind == b"k" else _scrypt(secret, salt, cost)
        if len(key) != 32:
            raise VaultError("a vault key has 32 bytes")
        return cls(kind, cost, salt, key, secret)

    def fits(self, secret: str | bytes) -> bool:
        """Whether this is the key of ``secret``."""
        return self.kind == _kind(secret) and hmac.compare_digest(self.secret, _bytes(secret))

    def seal(self, payload: bytes) -> bytes:
        """``payload`` encrypted, with what is needed to open it."""
        nonce = secrets.token_bytes(_NONCE)
        header = _MAGIC + b"\x02" + self.kind + bytes(self.cost) + self.salt + nonce
        sealed: bytes = _aead().AESGCM(self.key).encrypt(nonce, payload, header)
        return header + sealed


def seal(payload: bytes, secret: str | bytes) -> bytes:
    """Encrypt ``payload`` under a passphrase (str) or a 32-byte key (bytes)."""
    return Sealer.new(secret).seal(payload)


def unseal(blob: bytes, secret: str | bytes) -> tuple[bytes, Sealer]:
    """The payload of a sealed ``blob``, and what seals it again; ``VaultError`` without details where it does
    not open."""
    errors = require("cryptography.exceptions", extra="vault", purpose="an encrypted vault")
    version = blob[len(_MAGIC) : len(_MAGIC) + 1]
    head = len(_MAGIC) + 2 + (3 if version == b"\x02" else 0)
    if not blob.startswith(_MAGIC) or version not in (b"\x01", b"\x02") or len(blob) < head + _SALT + _NONCE:
        raise VaultError("not a vault file")
    if not secret:
        raise VaultError("a vault needs a passphrase that is not empty")
    cost = (blob[head - 3], blob[head - 2], blob[head - 1]) if version == b"\x02" else _OLD_COST
    salt, nonce = blob[head : head + _SALT], blob[head + _SALT : head + _SALT + _NONCE]
    header, sealed = blob[: head + _SALT + _NONCE], blob[head + _SALT + _NONCE :]
    for form in [_bytes(secret)] if version == b"\x02" else _old_forms(secret):
        sealer = Sealer._made(_kind(secret), cost, salt, form)
        try:
            payload: bytes = _aead().AESGCM(sealer.key).decrypt(nonce, sealed, header)
        except errors.InvalidTag:
            continue
        # An old file is sealed by today's measure when it is written again, however short its passphrase.
        return payload, sealer if version == b"\x02" else Sealer.new(secret, least=0)
    raise VaultError("the vault does not open: wrong passphrase or key, or a damaged file")


def write(path: Path, blob: bytes) -> None:
    """Write ``blob`` to ``path`` whole or not at all, readable by the owner alone (mode 0600)."""
    if not path.parent.is_dir():
        raise VaultError(f"{path}: the vault cannot be written (no such folder)")
    try:
        write_atomic(path, blob, private=True)
    except InputError as err:
        raise VaultError(f"{path}: the vault {err.problem}") from None


def read(path: Path) -> bytes:
    """The sealed bytes at ``path``; ``VaultError`` where they cannot be read."""
    try:
        return path.read_bytes()
    except OSError as err:
        raise VaultError(f"{path}: the vault cannot be read ({err.strerror})") from None


def _aead() -> Any:
    return require("cryptography.hazmat.primitives.ciphers.aead", extra="vault", purpose="an encrypted vault")


def _kind(secret: str | bytes) -> bytes:
    return b"p" if isinstance(secret, str) else b"k"


def _normal(passphrase: str) -> str:
    """One form for what keyboards and systems send as different code points: "é", full-width letters."""
    return unicodedata.normalize("NFKC", passphrase)


def _bytes(secret: str | bytes) -> bytes:
    # An environment variable that is not UTF-8 holds lone surrogates.
    return secret if isinstance(secret, bytes) else _normal(secret).encode("utf-8", "surrogatepass")


def _old_forms(secret: str | bytes) -> Iterator[bytes]:
    """As typed, which is what version 1 took; then the other ways to write the same."""
    if isinstance(secret, bytes):
        yield secret
        return
    forms = [secret, *(unicodedata.normalize(form, secret) for form in ("NFC", "NFD", "NFKC"))]
    yield from dict.fromkeys(form.encode("utf-8", "surrogatepass") for form in forms)


def _scrypt(secret: bytes, salt: bytes, cost: tuple[int, int, int]) -> bytes:
    n, r, p = 2 ** min(cost[0], 64), cost[1], cost[2]
    if not 128 * n * r * max(p, 1) <= _MEMORY:
        raise VaultError("not a vault file")
    try:
        return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=2 * 128 * r * (n + p + 2), dklen=32)
    except ValueError:  # a cost of no meaning
        raise VaultError("not a vault file") from None
    except MemoryError:
        raise VaultError("too little memory to make the vault's key") from None
