"""The command line: `tactful protect`, `recognize`, `restore`, `score`, `policy`, `demo`."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `tactful` command."""
    from tactful.cli.app import run

    run()
