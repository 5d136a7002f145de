# The two commands of the README: make demo, make test. Both set up what is missing first.
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed-from-pyproject
# One more than there are cores: tests of faults wait for servers that hang.
WORKERS ?= $(shell expr $$(nproc) + 1)

.PHONY: demo test lint types unit setup clean

demo: setup
	$(BIN)/tactful demo --out demo-out

test: setup lint types unit

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

unit: setup
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

setup: $(STAMP)

$(STAMP): pyproject.toml scripts/system-packages.sh
	sh scripts/system-packages.sh
	test -x $(BIN)/python || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]'
	touch $(STAMP)

clean:
	rm -rf $(VENV) demo-out .mypy_cache .ruff_cache .pytest_cache .hypothesis
