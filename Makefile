# `make` builds the report, `make test` runs all that CI runs; `make help` lists the rest.
# A fresh machine needs Python 3.11 or newer, make and a package index, nothing else.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := report
.DELETE_ON_ERROR:

BIN := .venv/bin
VENV := .venv/.ready
SOURCES := $(shell find minelab -name '*.py' -o -name '*.js' -o -name '*.css' -o -name '*.j2')
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
PYTEST := -m pytest -q -n 2 --dist loadfile --durations=5 \
	--nbval-lax --nbval-current-env --nbval-cell-timeout=120
ALL_TESTS := $(PYTEST) minelab tests notebooks
DATA := $(shell find data -type f ! -name '*.tmp' 2>/dev/null)

# The first Python on the path that is new enough, asked by running it.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

PYTHON313 ?= python3.13

# What Google Colab had in August 2026, of all that minelab uses and what its kernels are made of.
COLAB := anywidget==0.9.21 ipykernel==6.17.1 ipython==7.34.0 ipywidgets==7.7.1 joblib==1.5.3 \
	jupyter-client==7.4.9 matplotlib==3.10.0 nbclient==0.10.4 nbconvert==7.17.1 nbformat==5.11.1 \
	numba==0.61.2 numpy==2.1.3 pandas==2.2.3 psutil==5.9.5 pyarrow==18.1.0 scipy==1.16.3 \
	seaborn==0.13.2 tqdm==4.67.3 traitlets==5.7.1

# A stamp file stands for the finished environment. uv puts in exactly the versions of uv.lock;
# where the lock's own addresses can't be reached, pip asks its configured index for the same ones.
# Their progress bars show on a terminal; elsewhere they are silent.
$(VENV): pyproject.toml uv.lock
	@test -n "$(PYTHON)" || { echo "minelab needs Python 3.11 or newer: none is on the PATH" >&2; exit 1; }
	@echo "setting up .venv (a minute or two the first time)"; \
	quiet=--quiet; if test -t 2; then quiet=; fi; \
	if uv --version >/dev/null 2>&1; then \
		uv=uv; test -x $(BIN)/python || uv venv --quiet --seed --python "$(PYTHON)" .venv; \
	else \
		uv=$(BIN)/uv; test -x $(BIN)/python || "$(PYTHON)" -m venv .venv; \
		test -x $$uv || $(BIN)/python -m pip install $$quiet uv; \
	fi; \
	$$uv sync $$quiet --frozen --all-extras --inexact --compile-bytecode || { \
		$$uv export --quiet --frozen --all-extras --no-emit-project --output-file .venv/locked.txt; \
		$(BIN)/python -m pip install $$quiet -r .venv/locked.txt; \
		$(BIN)/python -m pip install --quiet --no-deps -e .; \
	}
	@touch $@

.PHONY: venv report pdf site test test-full test-oldest test-colab coverage lint warm lab data strength bench clean help

venv: $(VENV)  ## build .venv with the locked versions

report: report/index.html  ## (default) execute the notebooks, write figures/ and the HTML report
	@echo "The report is ready: open $(CURDIR)/report/index.html"

# The runner rewrites notebooks in place, and only when they changed; the index comes last and
# is touched, so that it is newer than all it was made from.
report/index.html: $(VENV) $(SOURCES) $(NOTEBOOKS) $(DATA)
	$(BIN)/python -m minelab warm
	$(BIN)/python -m minelab report
	@touch $@

# The sandbox of Chromium can't be used by root, as whom containers run.
CHROMIUM ?= $(shell for b in chromium chromium-browser google-chrome google-chrome-stable; do \
	command -v $$b && break; done)

pdf: report/index.html  ## print the report to report/minelab.pdf with Chromium
	@test -n "$(CHROMIUM)" || { echo "make pdf needs Chromium or Chrome, and none is on the PATH:" \
		"name one with make pdf CHROMIUM=/path/to/it" >&2; exit 1; }
	"$(CHROMIUM)" --headless --disable-gpu $(if $(filter 0,$(shell id -u)),--no-sandbox) \
		--no-pdf-header-footer --print-to-pdf=report/minelab.pdf "file://$(CURDIR)/report/print.html" \
		2>report/pdf.log || { cat report/pdf.log >&2; exit 1; }
	@rm -f report/pdf.log; echo "The report is ready to print: $(CURDIR)/report/minelab.pdf"

site: $(VENV)  ## write site/ for a static host, from the stored notebooks
	$(BIN)/python -m minelab report --site
	@echo "The site is ready: open $(CURDIR)/site/index.html, or serve the folder"

lint: $(VENV)  ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

warm: $(VENV)  ## compile the engine ahead
	$(BIN)/python -m minelab warm

# The types are checked while the engine compiles. Every test that starts a process imports the
# package again, so its bytecode is kept even where the environment says otherwise.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)  ## everything that CI runs
	@$(MAKE) --no-print-directory -j2 lint warm
	$(BIN)/python $(ALL_TESTS) -p tests.stored

test-full: export MINELAB_FULL = 1
test-full: test  ## the same tests at full size, which takes longer

# These two have kernels of their own, so that those of .venv needn't be compiled again afterwards.
test-oldest: export NUMBA_CACHE_DIR = $(CURDIR)/.venv/oldest/kernels
test-oldest: $(VENV)  ## the tests with the oldest versions that are declared
	PATH="$(BIN):$$PATH"; uv venv --quiet --clear --seed --python "$(PYTHON)" .venv/oldest
	PATH="$(BIN):$$PATH"; uv pip install --quiet --python .venv/oldest/bin/python \
		--resolution lowest-direct -e ".[lab,cluster,bench,test]"
	.venv/oldest/bin/python -m minelab warm
	.venv/oldest/bin/python $(ALL_TESTS)
	MINELAB_FULL=1 .venv/oldest/bin/python -m pytest -q tests/display/browser/test_explore.py -k jupyterlab

# The warnings are those of the old client that runs the notebooks; no code of ours is in its process.
test-colab: export NUMBA_CACHE_DIR = $(CURDIR)/.venv/colab/kernels
test-colab: $(VENV)  ## the notebooks with the versions of Google Colab, on Python 3.13
	@"$(PYTHON313)" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 13))' 2>/dev/null || { \
		echo "test-colab needs Python 3.13, which \"$(PYTHON313)\" is not here: name one with" \
			"make test-colab PYTHON313=/path/to/python3.13" >&2; exit 1; }
	PATH="$(BIN):$$PATH"; uv venv --quiet --clear --python "$(PYTHON313)" .venv/colab
	PATH="$(BIN):$$PATH"; uv pip install --quiet --python .venv/colab/bin/python \
		$(COLAB) -e ".[notebooks]" nbval pytest-xdist
	.venv/colab/bin/python -m minelab warm
	.venv/colab/bin/python $(PYTEST) -W ignore::DeprecationWarning notebooks

# Compiled code leaves no trace; its lines count in the tests that run it with NUMBA_DISABLE_JIT=1.
coverage: $(VENV)  ## the share of lines that the tests run, at least 95% (slower than test)
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -q -n 2 --dist loadfile minelab tests --ignore=tests/display/browser
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --skip-covered --show-missing --fail-under=95

lab: $(VENV)  ## JupyterLab on trusted notebooks
	$(BIN)/jupyter trust notebooks/*.ipynb
	$(BIN)/jupyter lab notebooks

data: $(VENV)  ## run the experiments whose tables are missing or out of date (80 minutes for all)
	$(BIN)/python -m minelab run all

strength: $(VENV)  ## play the champion's games of the table strength again (three quarters of an hour)
	$(BIN)/python -m minelab run strength --again

bench: $(VENV)  ## measure speed and strength, and write benchmarks/README.md (18 minutes)
	$(BIN)/python -m minelab bench

clean:  ## remove .venv, report/, site/ and all caches
	rm -rf .venv report site .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
	find minelab tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name text; do \
		printf '  make %-12s %s\n' "$$name" "$$text"; done
