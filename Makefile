# From a fresh machine with Python and make: `make app` starts the app, `make test` checks everything.

PYTHON ?= python3
PORT ?= 8501
BIN := .venv/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip
# Python compiles a module when it is first imported; all of them would take longer than installing.
INSTALL := $(PIP) install -qq --no-compile --constraint constraints.txt
DEPENDENCIES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"])

# What Python has once read it need not read again, even where the machine tells it to keep nothing.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help app class test quick lint style format bench fuzz docs wheel clean
.DEFAULT_GOAL := help

help:
	@echo "make app      set up and start the app at http://localhost:$(PORT) (other port: make app PORT=8600)"
	@echo "make class    the same for a class: on the network, with a code to join (TITLE=... names it)"
	@echo "make test     set up and run everything: lint, types, tests, real-browser tests"
	@echo "make quick    lint, types and the tests in haste: no browser, no slow ones, few examples (under two minutes)"
	@echo "make lint     ruff and mypy only"
	@echo "make format   let ruff rewrite the code in the project's style"
	@echo "make bench    the measurements under benchmarks/"
	@echo "make fuzz     a hundred thousand damaged files: each must give a model or one clear sentence (minutes)"
	@echo "make docs     build the documentation site; the app then links to it and serves it"
	@echo "make wheel    build dist/*.whl, which carries the app, its pages, the sample models and the documentation"
	@echo "make clean    remove the environment and everything built"

app: .venv/runtime
	@$(BIN)/rcr app --port $(PORT)

class: .venv/runtime
	@$(BIN)/rcr app --port $(PORT) --class "$(TITLE)"

test: style
	@$(BIN)/python tests/browser/find_browser.py --install
	@$(call checked,)

quick: style
	@$(call checked,-m "not browser and not slow" --hypothesis-profile quick)

# Types are checked while the kernels compile and the tests run; what was found is told at the end,
# by asking once more, which takes a second then. Three processes share two cores: a test in the
# browser waits now and then, and another computes meanwhile.
define checked
$(BIN)/mypy >/dev/null & \
$(BIN)/python -m rcr.warmup && $(BIN)/python -m pytest -n 3 --dist worksteal $(1); tests=$$?; \
wait; $(BIN)/mypy && exit $$tests
endef

lint: style
	@$(BIN)/mypy

style: .venv/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: .venv/dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/dev
	@$(INSTALL) --editable ".[app,bench]"
	@$(BIN)/python -m rcr.warmup
	@for script in $(filter-out benchmarks/common.py benchmarks/first_start.py benchmarks/fuzz.py benchmarks/solvers.py benchmarks/same_numbers.py,$(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

fuzz: .venv/dev
	@$(BIN)/python benchmarks/fuzz.py

docs: .venv/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "rcr/_site/index.html; in the app: Documentation, or http://localhost:$(PORT)/docs/"

wheel: docs
	@rm -rf dist
	@$(PIP) wheel -qq --no-deps --wheel-dir dist .
	@ls dist/*.whl

clean:
	rm -rf .venv dist rcr/_site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps: nothing is installed again until the package's or the constraints' file changes. What
# the library needs comes first: the kernels compile while the rest is installed, and whoever needs
# them before they are done goes on with it.

.venv/runtime: pyproject.toml constraints.txt | .venv/made
	@echo "Installing RCR Explorer and its libraries (a minute or two) ..."
	@$(INSTALL) $$($(BIN)/python -c '$(DEPENDENCIES)')
	@$(BIN)/python -m rcr.warmup >/dev/null 2>&1 &
	@$(INSTALL) --editable ".[app]"
	@touch $@

.venv/dev: .venv/runtime
	@echo "Installing the development tools ..."
	@$(INSTALL) --editable ".[app,dev]"
	@touch $@

.venv/docs: .venv/runtime
	@echo "Installing what builds the documentation ..."
	@$(INSTALL) --editable ".[app,docs]"
	@touch $@

.venv/made:
	@command -v $(PYTHON) >/dev/null || { echo "RCR Explorer needs Python 3.11 or newer, and there is no '$(PYTHON)' here: install Python, or name yours with  make PYTHON=/path/to/python ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("RCR Explorer needs Python 3.11 or newer; $(PYTHON) is " + sys.version.split()[0] + ". Name a newer one with  make PYTHON=python3.12 ...")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments: install its venv module (on Debian or Ubuntu: apt-get install python3-venv) and run make again." >&2; exit 1; }
	@echo "Making a virtual environment in .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@touch $@
