# The bootstrap: makes .venv, then hands over to plain commands. The product is the `arena` command.

BIN := .venv/bin
INSTALLED := .venv/.installed
TOOLCHAIN := .venv-codegen/.installed
PIP := -m pip --disable-pip-version-check --no-input install --quiet

.DELETE_ON_ERROR:
.PHONY: help setup demo test test-half test-other-half quick nightly lint layers proto proto-venv constraints clean

help:
	@echo 'make setup      the arena in .venv: .venv/bin/arena'
	@echo 'make demo       set up, submit the sample bots, play a round-robin, show the tables'
	@echo 'make test       set up, then every check and test but the nightly ones'
	@echo 'make quick      the tests that take less than a second each'
	@echo 'make nightly    the nightly tests'
	@echo 'make lint       format, lint and types alone'
	@echo 'make proto      write arena/v1 anew after a change in proto/'
	@echo 'make clean      remove what make made, data folders excepted'

setup: $(INSTALLED)

# Made anew whenever what it holds may have changed; a half-made one is never mistaken for a whole.
$(INSTALLED): pyproject.toml constraints.txt arena/version.py tools/find-python tools/hatch_build.py \
		$(wildcard tools/elo/* tools/elo/shim/*)
	@python=$$(tools/find-python) && echo "Making .venv with $$python (about a minute, once)" && \
		rm -rf .venv && "$$python" -m venv .venv
	$(BIN)/python $(PIP) --constraint constraints.txt --editable '.[dev]'
	@$(BIN)/python -m compileall -q arena  # every bot and worker imports it anew
	@touch $@

demo: setup
	tools/demo

# Two halves side by side, since tests with bots wait as much as they compute; those that watch
# clocks or hog the machine are in one half. Together: pytest -m 'not nightly and not bench'
HALF := tests/bad_bots tests/hidden tests/host tests/hostile
CHOSEN := -m 'not nightly and not bench'

test: lint proto-venv
	@$(MAKE) --no-print-directory --jobs 2 test-half test-other-half

test-half:
	$(BIN)/python -m pytest $(CHOSEN) $(HALF)

test-other-half:
	$(BIN)/python -m pytest $(CHOSEN) $(addprefix --ignore ,$(HALF))

quick: setup
	$(BIN)/python -m pytest

nightly: setup proto-venv
	$(BIN)/python -m pytest -m nightly

# The sample bots stand alone, one folder each, so each is checked alone, as its author would.
lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@set -e; for bot in sample_bots/*/; do \
		if ls $$bot*.py >/dev/null 2>&1; then echo "mypy $$bot"; $(BIN)/mypy $$bot; fi; done

layers: setup
	$(BIN)/lint-imports

proto: proto-venv
	tools/generate .

proto-venv: $(TOOLCHAIN)

$(TOOLCHAIN): tools/codegen.txt tools/find-python
	@python=$$(tools/find-python) && echo "Making .venv-codegen with $$python" && \
		rm -rf .venv-codegen && "$$python" -m venv .venv-codegen
	.venv-codegen/bin/python $(PIP) --requirement tools/codegen.txt
	@touch $@

# The newest versions that pyproject.toml allows, written down for `make setup`.
constraints:
	@rm -rf .venv && python=$$(tools/find-python) && "$$python" -m venv .venv
	$(BIN)/python $(PIP) --upgrade --upgrade-strategy eager --editable '.[dev]'
	(sed -n '/^#/p' constraints.txt; $(BIN)/python -m pip freeze --exclude-editable | grep '==') > constraints.new
	mv constraints.new constraints.txt

clean:
	rm -rf .venv .venv-codegen build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find arena sample_bots tests tools -name __pycache__ -prune -exec rm -rf {} +
