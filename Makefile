# `make sheet` and `make test` do all the set-up themselves, on a bare machine too; .ci/setup.py has the list.
PYTHON ?= python3
PYTEST_ARGS ?=
BIN := .venv/bin
SETUP := pyproject.toml .ci/setup.py
HE := primecards/words/catalogues/he.po

.DEFAULT_GOAL := help
.PHONY: help sheet test bench hunt lint format words fonts clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1 - /p' Makefile

sheet: .venv/for-use  ## a worksheet to print, as worksheet.pdf; the last page is its answer key
	@$(BIN)/primecards worksheet find-key.1x4 fits-key.2x4 arrange-hand.2x2 --seed welcome -o worksheet.pdf
	@echo "$(CURDIR)/worksheet.pdf: print it; the last page is the answer key"

test: lint  ## lint, types and every test
	@echo "pytest"
	@$(BIN)/pytest -n 2 $(PYTEST_ARGS)

lint: .venv/for-test  ## lint, format and types, changing nothing
	@echo "ruff check"
	@$(BIN)/ruff check --quiet --output-format=concise
	@echo "ruff format --check"
	@$(BIN)/ruff format --check --quiet
	@echo "mypy --strict"
	@$(BIN)/mypy --no-error-summary

format: .venv/for-test  ## write the files as lint wants them
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet

bench: .venv/for-bench  ## how fast, next to other solvers
	@$(BIN)/python -m tests.benchmarks && $(BIN)/python -m tests.answer_keys

hunt: .venv/for-test  ## the solver against every hand there is, and pages in every look (takes long)
	@$(BIN)/python -m tests.pages && $(BIN)/python -m tests.hunt

words: .venv/for-use  ## bring the Hebrew catalogue up to date with the code and the templates
	@mkdir -p build $(dir $(HE))
	@$(BIN)/pybabel --quiet extract --mapping-file=pyproject.toml --keywords="msg nmsg:1,2" --add-location=file \
		--project=primecards --copyright-holder="the primecards authors" --output-file=build/messages.pot .
	@test -f $(HE) || $(BIN)/pybabel --quiet init --input-file=build/messages.pot --output-file=$(HE) --locale=he
	@$(BIN)/pybabel --quiet update --input-file=build/messages.pot --output-file=$(HE) --locale=he \
		--no-fuzzy-matching --ignore-pot-creation-date --width=120
	@echo "$(HE): up to date; what has an empty msgstr is still to be translated"

fonts: .venv/for-test  ## build the fonts anew (needs npm)
	@$(BIN)/python templates/fonts/build.py
	@$(BIN)/python templates/fonts/build_cards.py

clean:  ## remove all that make made
	@rm -rf .venv build dist worksheet.pdf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: made again when the needs change.
.venv/for-use: $(SETUP)
	@$(PYTHON) .ci/setup.py
	@touch $@

.venv/for-test: $(SETUP)
	@$(PYTHON) .ci/setup.py test
	@touch $@

.venv/for-bench: $(SETUP)
	@$(PYTHON) .ci/setup.py test bench
	@touch $@
