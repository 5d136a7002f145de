"""How fast the guard is beside presidio-image-redactor: one process each, same machine, same images.

Each contestant runs alone in a subprocess, so that its memory is its own: it loads, protects one image to
warm up, then every image once (cold: nothing of these screens remembered beyond what earlier steps of the
same run left) and every image again (repeated). Reported are seconds and CPU seconds a step, child processes
included, and the memory peak.

    python benchmarks/guard_speed.py --images FOLDER [--json FILE] [--only-ours] [--their-python PYTHON]

``presidio-image-redactor`` reads with Tesseract and analyses with a blank spaCy pipeline, so that it runs
offline: its name recognition, which would cost it more time, is off. It brings an OpenCV package that
overwrites ours, so give it an environment of its own and name its interpreter with ``--their-python``.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SUFFIXES = {".png", ".jpg", ".jpeg", ".webp"}
OURS, THEIRS = "tactful", "presidio-image-redactor"
PACKAGES = ("tactful", "rapidocr", "openvino", "onnxruntime", "presidio-analyzer", THEIRS, "pytesseract")


def main() -> int:
    arguments = parser().parse_args()
    if arguments.contestant:
        print(json.dumps(measure(arguments.contestant, images_of(arguments.images))))
        return 0
    if not images_of(arguments.images):
        print(f"no images in {arguments.images}", file=sys.stderr)
        return 2
    contestants = [OURS]
    if not arguments.only_ours:
        if not installed(arguments.their_python):
            print(
                f"{THEIRS} is not installed for {arguments.their_python}: in an environment of its own, "
                f"pip install {THEIRS}, and name it with --their-python; or pass --only-ours",
                file=sys.stderr,
            )
            return 2
        contestants.append(THEIRS)
    results: dict[str, Any] = {"machine": machine(), "images": len(images_of(arguments.images)), "runs": {}}
    for name in contestants:
        python = sys.executable if name == OURS else arguments.their_python
        results["runs"][name] = run_alone(name, python, arguments.images)
    show(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Seconds, CPU seconds and memory a protected screenshot.")
    made.add_argument("--images", type=Path, required=True, help="a folder of screenshots, in step order")
    made.add_argument("--json", type=Path, help="write the figures to this file too")
    made.add_argument("--only-ours", action="store_true", help=f"leave {THEIRS} out")
    made.add_argument("--their-python", default=sys.executable, help=f"the interpreter that has {THEIRS}")
    made.add_argument("--contestant", choices=[OURS, THEIRS], help=argparse.SUPPRESS)
    return made


def images_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)


def installed(python: str) -> bool:
    """Whether that interpreter can find the other redactor."""
    code = "import importlib.util, sys; sys.exit(importlib.util.find_spec('presidio_image_redactor') is None)"
    return subprocess.run([python, "-c", code], check=False).returncode == 0


def run_alone(name: str, python: str, folder: Path) -> dict[str, Any]:
    """One contestant's figures, measured in a process of its own; its errors are ours."""
    command = [python, __file__, "--images", str(folder), "--contestant", name]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure(name: str, paths: list[Path]) -> dict[str, Any]:
    from PIL import Image

    started = time.perf_counter()
    protect = {OURS: our_protect, THEIRS: their_protect}[name]()
    protect(Image.new("RGB", (320, 320), "white"))
    loaded = time.perf_counter() - started
    images = [Image.open(path).convert("RGB") for path in paths]
    cold = [timed(protect, image) for image in images]
    repeated = [timed(protect, image) for image in images]
    return {
        "load_seconds": loaded,
        "cold": [{"seconds": a, "cpu_seconds": b} for a, b in cold],
        "repeated": [{"seconds": a, "cpu_seconds": b} for a, b in repeated],
        "memory_peak_mb": peak_memory(),
        "versions": versions(),
    }


def our_protect() -> Callable[[Any], object]:
    from tactful import Guard

    return Guard(policy="all").protect


def their_protect() -> Callable[[Any], object]:
    import spacy
    import tldextract.tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import SpacyNlpEngine
    from presidio_image_redactor import ImageAnalyzerEngine, ImageRedactorEngine

    class Blank(SpacyNlpEngine):
        def __init__(self) -> None:
            super().__init__()
            self.nlp: Any = {"en": spacy.blank("en")}

        def load(self) -> None:
            """Nothing to load: the blank pipeline needs no model."""

    # Else its e-mail recognizer asks the network for a list and waits; the bundled list gives the same.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.tldextract.TLDExtract(suffix_list_urls=())
    analyzer = AnalyzerEngine(nlp_engine=Blank(), supported_languages=["en"])
    redactor = ImageRedactorEngine(image_analyzer_engine=ImageAnalyzerEngine(analyzer_engine=analyzer))
    return lambda image: redactor.redact(image, (0, 0, 0))


def timed(protect: Callable[[Any], object], image: Any) -> tuple[float, float]:
    """Wall and CPU seconds of one call, its child processes included."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    protect(image)
    return time.perf_counter() - wall, cpu_seconds() - cpu


def cpu_seconds() -> float:
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def peak_memory() -> float:
    """MB at the highest, of this process or its largest child."""
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return max(
        resource.getrusage(who).ru_maxrss / unit for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )


def versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        if importlib.util.find_spec(package.replace("-", "_")) is not None:
            found[package] = importlib.metadata.version(package)
    return found


def machine() -> dict[str, Any]:
    return {
        "cpu": cpu_model(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def cpu_model() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def summary(run: dict[str, Any], phase: str) -> dict[str, float]:
    seconds = [step["seconds"] for step in run[phase]]
    cpu = [step["cpu_seconds"] for step in run[phase]]
    return {
        "median": statistics.median(seconds),
        "total": sum(seconds),
        "cpu_median": statistics.median(cpu),
        "cpu_total": sum(cpu),
    }


def show(results: dict[str, Any]) -> None:
    """The table to standard output, with our share of their time where both ran."""
    from rich.console import Console
    from rich.table import Table

    about = results["machine"]
    console = Console()
    console.print(f"{about['cpu']}, {about['cores']} cores, Python {about['python']}, {about['system']}")
    for name, run in results["runs"].items():
        console.print(f"{name}: " + ", ".join(f"{package} {at}" for package, at in run["versions"].items()))
    table = Table(title=f"{results['images']} screenshots")
    for title in ("", "phase", "s, median", "s, all", "CPU s, median", "CPU s, all", "peak MB", "load s"):
        table.add_column(title, justify="left" if title in ("", "phase") else "right")
    for name, run in results["runs"].items():
        for phase in ("cold", "repeated"):
            figures = [f"{value:.3f}" for value in summary(run, phase).values()]
            table.add_row(name, phase, *figures, f"{run['memory_peak_mb']:.0f}", f"{run['load_seconds']:.2f}")
    console.print(table)
    if THEIRS in results["runs"]:
        ratios = {}
        for phase in ("cold", "repeated"):
            ours, theirs = (summary(results["runs"][name], phase) for name in (OURS, THEIRS))
            ratios[phase] = {key: ours[key] / theirs[key] for key in ours}
            shares = ", ".join(f"{key.replace('_', ' ')} {value:.3f}" for key, value in ratios[phase].items())
            console.print(f"{phase}: our share of their time: {shares}")
        results["ratios"] = ratios


if __name__ == "__main__":
    sys.exit(main())
