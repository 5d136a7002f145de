"""`python -m tactful` is the `tactful` command."""

from tactful.cli import main

main()
