# SushiScore. `make` alone lists what it can do.
MAKEFLAGS += --no-print-directory --no-builtin-rules
# Compiled modules are kept: else each process that starts would compile all of Django anew.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help setup run wheel client release test test-services test-slow screenshots walk-orders lighthouse bench load bench-taps bench-evening bench-club measure-diagnosis torture mutants faults fuzz lock messages icons vendored words clean

help:
	@echo "make setup   make or update the environment .venv, with what tests need"
	@echo "make run     serve SushiScore on this network (PORT=8000) and show its address"
	@echo "make wheel   build dist/sushiscore-….whl, which pip installs"
	@echo "make client  build dist/sushiscore_client-….whl, the network interface's Python client"
	@echo "make release  test, build both, move the changelog's section, commit and tag (VERSION=0.10.0)"
	@echo "make test    the checks and the quick tests (ARGS='-k puddings' goes to pytest)"
	@echo "make test-services  the tests of what is stored and served, on PostgreSQL and Redis"
	@echo "make test-slow   the slow tests that make test leaves out"
	@echo "make bench   how fast scoring and diagnosing are, and the memory of many sheets"
	@echo "make bench-taps    how long a tap takes to show, on a slow phone"
	@echo "make load    how many busy tables it holds, on SQLite and on PostgreSQL (ARGS=sqlite: one part)"
	@echo "make bench-evening    whether taps stay quick on a night of 60 players (EVERY=2: more taps)"
	@echo "make bench-club    whether a club's pages stay fast with 20,000 games (GAMES=2000 is quicker)"
	@echo "make torture    whether a tap is ever lost: bad network, killed server (SEED=… repeats a run)"
	@echo "make mutants    how many of 100 small faults in the source the tests notice (SEED=… draws others)"
	@echo "make faults     whether anybody can stop a table: attacks; database locked, full or gone"
	@echo "make fuzz    thousands of random requests to the network interface"
	@echo "make measure-diagnosis   how often the diagnosis finds the mistake"
	@echo "make screenshots   renew the pictures of the README"
	@echo "make walk-orders    every order of up to four nigiri and wasabi with every truth, answered at four times"
	@echo "make lighthouse    Lighthouse's marks for the main pages (needs npm)"
	@echo "make messages    update the translation catalogues from the source"
	@echo "make lock    lock newer versions of the libraries in requirements/*.txt"
	@echo "make icons   renew the sprite of pictures from scripts/assets/icons.json (needs npm)"
	@echo "make vendored  renew the files of others that scripts/assets/vendored.json names (needs npm)"
	@echo "make words   renew the lists of the commonest words that the referee never corrects"
	@echo "make clean   remove what setup and test made; the data in var/ stays"

setup:
	@scripts/setup

run:
	@scripts/setup run && exec .venv/bin/python -m sushiscore

wheel:
	@scripts/setup run && exec .venv/bin/hatchling build -t wheel

client: setup
	@exec scripts/client

release: setup
	@exec .venv/bin/python -m scripts.release $(VERSION)

test: setup
	@exec scripts/test $(ARGS)

# What rows, several processes and Redis touch; pages and the rest are the same on every database.
ON_SERVICES := $(addprefix tests/,api club/files club/services disputes jobs live models play/services services)
ON_SERVICES += $(addprefix tests/play/views/test_,any_forms.py bad_numbers.py)
NOT_ON_SERVICES := api/base/test_bad_input.py api/test_docs.py api/test_score.py live/test_slow_peers.py
ON_SERVICES += '--ignore-glob=*_page*' $(addprefix --ignore=tests/,$(NOT_ON_SERVICES))
test-services: setup
	@exec .venv/bin/python -m scripts.services .venv/bin/pytest -n 3 --dist loadfile -m "not slow and not fuzz and not browser" $(or $(ARGS),$(ON_SERVICES))

walk-orders: setup
	@exec .venv/bin/pytest -n 2 -m "slow or not slow" tests/play/pages/test_every_order.py

screenshots: setup
	@exec .venv/bin/python -m scripts.screenshots

bench-taps: setup
	@exec .venv/bin/python -m scripts.bench.taps

load: setup
	@exec .venv/bin/python -m scripts.bench.load $(ARGS)

bench-evening: setup
	@exec .venv/bin/python -m scripts.bench.evening $(EVERY)

bench-club: setup
	@exec .venv/bin/python -m scripts.bench.club

test-slow: setup
	@scripts/engines --install || :
	@exec scripts/test -m '(slow or hypothesis) and not fuzz' --hypothesis-profile=thorough -p schemathesis.pytest.plugin $(or $(ARGS),tests tests/api/as_described.py)

fuzz: setup
	@exec .venv/bin/pytest -n 2 -m fuzz -p schemathesis.pytest.plugin tests/api/as_described.py $(ARGS)

torture: setup
	@exec .venv/bin/python -m scripts.torture.taps $(ARGS)

mutants: setup
	@exec .venv/bin/python -m scripts.mutants $(ARGS)

faults: setup
	@exec .venv/bin/python -m scripts.torture.faults $(ARGS)

lighthouse: setup
	@exec .venv/bin/python -m scripts.lighthouse

bench: setup
	@exec .venv/bin/python -m scripts.bench.scoring

measure-diagnosis: setup
	@exec .venv/bin/python -m scripts.bench.diagnosis $(or $(SEED),diagnosis) $(GAMES)

lock: setup
	@exec scripts/lock

messages: setup
	@scripts/gettext --install && exec .venv/bin/python scripts/messages.py

icons: setup
	@.venv/bin/python -m scripts.assets.icons

vendored: setup
	@.venv/bin/python -m scripts.assets.vendored

words: setup
	@.venv/bin/python -m scripts.assets.words

clean:
	@rm -rf .venv dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
