"""A vault on disk: sealed with AES-256-GCM under a passphrase (scrypt) or a 32-byte key.

Layout: ``TACTFULVAULT`` + version byte + kind byte (``p`` passphrase, ``k`` key) + salt (16) + nonce (12) +
ciphertext with its tag; everything before the ciphertext is authenticated too.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from tactful.errors import InputError, VaultError
from tactful.runs import require, write_atomic

_MAGIC = b"TACTFULVAULT\x01"
_SALT, _NONCE = 16, 12
_HEADER = len(_MAGIC) + 1 + _SALT + _NONCE
# Interactive strength on one core: 2**15 blocks of 8 take 32 MiB and about 0.1 s.
_COST, _BLOCK, _MEMORY = 2**15, 8, 64 * 2**20


def seal(payload: bytes, secret: str | bytes) -> bytes:
    """Encrypt ``payload`` under a passphrase (str) or a 32-byte key (bytes)."""
    aead = require("cryptography.hazmat.primitives.ciphers.aead", extra="vault", purpose="an encrypted vault")
    salt, nonce = secrets.token_bytes(_SALT), secrets.token_bytes(_NONCE)
    kind = b"p" if isinstance(secret, str) else b"k"
    header = _MAGIC + kind + salt + nonce
    sealed: bytes = aead.AESGCM(_key(secret, salt)).encrypt(nonce, payload, header)
    return header + sealed


def unseal(blob: bytes, secret: str | bytes) -> bytes:
    """The payload of a sealed ``blob``; ``VaultError`` without details when it does not open."""
    aead = require("cryptography.hazmat.primitives.ciphers.aead", extra="vault", purpose="an encrypted vault")
    errors = require("cryptography.exceptions", extra="vault", purpose="an encrypted vault")
    if len(blob) < _HEADER or not blob.startswith(_MAGIC):
        raise VaultError("not a vault file")
    header, sealed = blob[:_HEADER], blob[_HEADER:]
    salt, nonce = header[-_SALT - _NONCE : -_NONCE], header[-_NONCE:]
    try:
        opened: bytes = aead.AESGCM(_key(secret, salt)).decrypt(nonce, sealed, header)
    except errors.InvalidTag:
        raise VaultError("the vault does not open: wrong passphrase or key, or a damaged file") from None
    return opened


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


def _key(secret: str | bytes, salt: bytes) -> bytes:
    if isinstance(secret, bytes):
        if len(secret) != 32:
            raise VaultError("a vault key has 32 bytes")
        return secret
    if not secret:
        raise VaultError("a vault needs a passphrase that is not empty")
    return hashlib.scrypt(secret.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, maxmem=_MEMORY, dklen=32)
