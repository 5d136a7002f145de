"""What is optional or slow to load stays out until it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tactful.errors import MissingExtraError
from tactful.models import Message, OpenAICompatible
from tactful.runs.optional import require


def test_importing_loads_no_sdk() -> None:
    code = (
        "import sys, tactful.models, tactful.recognize.vlm, tactful.recognize.faces\n"
        "tactful.models.OpenAICompatible('http://localhost:1/v1', 'm')\n"
        "print([m for m in ('openai', 'httpx', 'cv2', 'openvino') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_missing_sdk_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tactful\[vlm\]'"):
        OpenAICompatible("http://localhost:1/v1", "m").ask([Message("hello")])
    with pytest.raises(MissingExtraError):
        require("openai", extra="vlm", purpose="A test")
