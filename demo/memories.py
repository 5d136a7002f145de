"""Makes the bundled sample of labelled profiles, `src/tactful/demo/memories/sample.json`.

    python demo/memories.py LABELLED OUT

LABELLED is what the two commands in `src/tactful/demo/memories/README.md` make. OUT holds the same in less
space: one profile a line, whole numbers as such, and no `labels_combined`, which readers mix from the three
personas' sets.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tactful.formats import read_profiles

SHORT = (",", ":")


def compact(record: dict[str, Any]) -> dict[str, Any]:
    """One profile of the public form without what readers can work out."""
    contexts = [
        {key: _shares(value) if key.startswith("labels_") else value for key, value in context.items()}
        for context in record["contexts"]
    ]
    for context in contexts:
        context.pop("labels_combined", None)
    return {**record, "contexts": contexts}


def _shares(labels: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    return {
        statement: {name: int(share) if share == int(share) else share for name, share in shares.items()}
        for statement, shares in labels.items()
    }


def main(labelled: Path, out: Path) -> None:
    """Write ``out`` and check that it reads back as ``labelled`` does."""
    whole = read_profiles(labelled)
    rows = [json.dumps(compact(r), ensure_ascii=False, separators=SHORT) for r in whole.raw]
    out.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    for profile, short in zip(whole.profiles, read_profiles(out).profiles, strict=True):
        for context, other in zip(profile.contexts, short.contexts, strict=True):
            for name, labels in context.labels.items():
                wanted = {statement: share.need() for statement, share in labels.items()}
                assert wanted == {s: share.need() for s, share in other.labels[name].items()}, name


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
