"""How reports write their files, and the content policy that keeps a page to itself."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
from pathlib import Path


def content_policy(script: str, images: str = "'self' file:") -> str:
    """No network, no frames, no forms, and no script but ours: by its hash."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode()
    return (
        f"default-src 'none'; img-src {images}; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )


def write_file(target: Path, data: bytes) -> None:
    """Whole or not at all, and for the owner's eyes (mode 0600)."""
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
