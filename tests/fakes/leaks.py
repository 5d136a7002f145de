"""Looks for planted secrets in everything that a command left behind."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import pickle
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fakes import forked

INSPECT = Path(sys.executable).with_name("inspect")


@dataclass(frozen=True)
class Room:
    """A place where a command can write: home, temporary files, logs and the folder it runs in."""

    root: Path

    @classmethod
    def made(cls, root: Path) -> Room:
        for name in ("home", "tmp", "work"):
            (root / name).mkdir(parents=True)
        return cls(root)

    @property
    def work(self) -> Path:
        return self.root / "work"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    def environment(self, base_url: str = "") -> dict[str, str]:
        """Nothing of the user's own home and settings; ``openai-api/fake/...`` speaks to ``base_url``.

        Tracebacks show local variables, which they do not by default: those must hold no secret either.
        """
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("INSPECT_", "XDG_", "OPENAI_"))
        }
        home, tmp = str(self.root / "home"), str(self.root / "tmp")
        more = {"HOME": home, "TMPDIR": tmp, "TEMP": tmp, "TMP": tmp, "FAKE_API_KEY": "none"}
        return {**kept, **more, "FAKE_BASE_URL": base_url, "INSPECT_TRACEBACK_LOCALS": "1"}

    def command(self, task: str, model: str, *words: str) -> list[str]:
        options = ["--display", "plain", "--log-dir", str(self.logs)]
        return [str(INSPECT), "eval", task, "--model", model, *options, *words]

    def evaluate(
        self, task: str, model: str, *words: str, base_url: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """``inspect eval``; what it said is kept as a file, to be searched like the rest."""
        command = self.command(task, model, *words)[1:]
        done = forked.run(command, program="inspect", cwd=self.work, env=self.environment(base_url))
        (self.root / "said.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
        return done

    def rows(self) -> list[dict[str, Any]]:
        """The rows of all samples of all logs; a sample that failed has ``error``."""
        from inspect_ai.log import read_eval_log

        found: list[dict[str, Any]] = []
        for path in sorted(self.logs.glob("*.eval")):
            for sample in read_eval_log(str(path)).samples or []:
                if sample.error is not None:
                    found.append({"error": sample.error.message})
                scores = (sample.scores or {}).values()
                found += [(score.metadata or {}).get("row", {}) for score in scores]
        return found

    def leaks(self, secrets: Mapping[str, str | bytes]) -> list[str]:
        """``where: which`` for each secret found, in any file and any form of writing it down."""
        forms = {name: _forms(secret) for name, secret in secrets.items()}
        return [
            f"{place}: {name}"
            for place, data in self.contents()
            for name, shapes in forms.items()
            if any(shape in data for shape in shapes)
        ]

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Every file, as it is and unpacked where it is packed; their names too."""
        for path in sorted(self.root.rglob("*")):
            place = str(path.relative_to(self.root))
            yield f"name of {place}", place.encode()
            if path.is_file() and not path.is_symlink():
                yield place, path.read_bytes()
                yield from ((f"{place} unpacked", data) for data in _unpacked(path))


def _unpacked(path: Path) -> Iterator[bytes]:
    if path.suffix == ".eval":
        from inspect_ai.log import read_eval_log

        log = read_eval_log(str(path), resolve_attachments=True)
        yield json.dumps(log.model_dump(mode="json"), ensure_ascii=False).encode("utf-8", "surrogatepass")
    elif path.suffix == ".db":
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
            tables = [row[0] for row in base.execute("select name from sqlite_master where type = 'table'")]
            for table in tables:
                for row in base.execute(f"select * from [{table}]"):
                    yield from (_bytes(value) for value in row)
        base.close()
    elif path.suffix in (".gz", ".log") and path.read_bytes()[:2] == b"\x1f\x8b":
        yield zlib.decompress(path.read_bytes(), wbits=31)
    elif "cache" in path.parts and path.suffix == "":
        yield repr(pickle.loads(path.read_bytes())).encode()


def _bytes(value: object) -> bytes:
    data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
    if data[:4] == b"\x28\xb5\x2f\xfd":
        import zstandard

        return zstandard.ZstdDecompressor().decompress(data, max_output_size=1 << 28)
    return data


def _forms(secret: str | bytes) -> Sequence[bytes]:
    data = secret.encode() if isinstance(secret, str) else secret
    forms = [data[:200], hashlib.sha256(data).hexdigest().encode()]
    # Base64 of a longer text that holds this one: without the ends, in each of the three positions.
    for lead in range(3):
        coded = base64.b64encode(b"\0" * lead + data[:200])
        start = -(-lead * 4 // 3)
        middle = coded[start + 1 : len(coded) - 5]
        if len(middle) >= 8:
            forms.append(middle)
    if isinstance(secret, str):
        forms += [json.dumps(secret)[1:-1].encode(), secret.replace(" ", "%20").encode()]
    return forms
