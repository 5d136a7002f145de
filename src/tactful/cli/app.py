"""The Typer application, and the one place where errors become messages and exit codes.

Exit codes: 0 done; 2 bad input, or a screen that could not be protected; 70 a fault of tactful itself;
130 stopped by the user. Messages name files and fields, never private values.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from importlib import import_module
from types import FrameType
from typing import NoReturn

import typer

from tactful import __version__
from tactful.cli.output import emit_error, fail, use_json
from tactful.errors import TactfulError

# Typer brings its own Click in newer versions; its usage errors are found by the class they share.
_UsageError = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

# A word after `tactful` -> the module of `tactful.cli` that adds it by its `register`.
_MODULES = {
    "protect": "protect",
    "recognize": "recognize",
    "restore": "protect",
    "demo": "demo",
    "report": "report",
    "selftest": "selftest",
    "bench": "bench",
    "memories": "memories",
    "score": "score",
    "policy": "policy",
    "world": "world",
}


def make_app(word: str = "") -> typer.Typer:
    """The application: the commands of the module that has ``word``, or else all of them.

    A call names one command; the modules of the others are not worth its start-up time.
    """
    app = typer.Typer(
        help="Contextual privacy for AI agents: a guard for screens and memories, and benchmarks of both.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(root)
    for module in [_MODULES[word]] if word in _MODULES else dict.fromkeys(_MODULES.values()):
        import_module(f"tactful.cli.{module}").register(app)
    return app


def root(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        print(__version__)
        raise typer.Exit


def run() -> NoReturn:
    """Run the command line and exit."""
    signal.signal(signal.SIGTERM, _stop)
    use_json("--json" in sys.argv)
    _tame_streams()
    try:
        word = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
        code = make_app(word)(standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except typer.Abort:
        fail("stopped", code=130)
    except SystemExit as err:
        if err.code == 130:  # Typer's own way out on Ctrl-C says nothing
            fail("stopped", code=130)
        raise
    except KeyboardInterrupt:
        fail("stopped", code=130)
    except TactfulError as err:
        emit_error(err)
        sys.exit(2)
    except OSError as err:
        # Disk full, no permission: the file and the system's words for it.
        if err.filename is None:  # our own stdout: nothing more can be said there
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        fail(f"{err.filename or 'the output'}: {err.strerror or type(err).__name__}", code=2)
    except Exception as err:
        if isinstance(err, _UsageError):
            _usage(str(err.format_message()))  # type: ignore[attr-defined]
        if os.environ.get("TACTFUL_DEBUG"):
            raise
        last = traceback.extract_tb(err.__traceback__)[-1]
        fail(
            f"a fault of tactful: {type(err).__name__} at {os.path.basename(last.filename)}:{last.lineno} "
            "(TACTFUL_DEBUG=1 shows the full traceback, which may hold private values)",
            code=70,
        )


def _tame_streams() -> None:
    """Characters that the terminal's encoding lacks are replaced, and a closed stdout swallows what comes."""
    closed = sys.stdout is None
    if closed:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if closed and "--json" in sys.argv:  # the document is what was asked for: said before hours of work
        fail("stdout is closed: the JSON document would be lost", code=2)


def _usage(message: str) -> NoReturn:
    """A wrong call; without any arguments the help has been shown and there is nothing to add."""
    if not message:
        sys.exit(2)
    fail(f"{message} (--help shows the options)", code=2)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
