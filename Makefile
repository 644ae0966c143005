# The only verbs. `make` alone lists them.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PAGE := _build/html/index.html
NOTEBOOKS = $(shell find book -name '*.ipynb' -not -path '*/.*')

.PHONY: help book test test-colab test-zoo notebooks stamp serve bench mutants check clean

help:
	@echo "make book       build the book and print the page to open"
	@echo "make test       lint, unit tests, doctests, every notebook, every page in a browser"
	@echo "make test-colab every notebook under a hosted notebook's versions; some minutes"
	@echo "make test-zoo   the layouts of Keras and Flax, against the real ones; installs both"
	@echo "make notebooks  execute every notebook again and store it tidied"
	@echo "make stamp      write the address in _config.yml where it is needed"
	@echo "make serve      build the book and serve it on localhost"
	@echo "make check      formatting and lint, notebooks included"
	@echo "make bench      how fast the layers are, as ratios; about 15 minutes"
	@echo "make mutants    which small changes to the library no test notices; an hour or more"
	@echo "make clean      remove what the other verbs made, the environment too"

$(VENV)/.ready: requirements.txt pyproject.toml tools/environment.py
	@$(PYTHON) tools/environment.py $(VENV)
	@touch $@

book: $(VENV)/.ready
	@echo "Building the book ..."
	@$(VENV)/bin/jupyter-book build . -W -n --keep-going -q
	@echo "Open file://$(CURDIR)/$(PAGE)"

test: check book
	@echo "Testing the library ..."
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests --ignore tests/browser -n 2
	@$(RUN) -m pytest --doctest-modules mha_lib
	@echo "Trying every page and widget in a browser ..."
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests/browser -n 2
	@echo "Running every notebook as a test, on one thread ..."
	@OMP_NUM_THREADS=1 $(RUN) -m pytest --nbval $(NOTEBOOKS) -n 2 --dist loadscope
	@echo "Comparing every notebook with what its code produces, on two threads ..."
	@OMP_NUM_THREADS=2 $(RUN) tools/notebooks.py --check

test-colab: $(VENV)/.ready
	@echo "Running every notebook under the versions of a hosted notebook ..."
	@$(RUN) tools/colab.py

test-zoo: $(VENV)/.ready
	@echo "Installing Keras, Flax and JAX (about 700 MB the first time) ..."
	@$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[zoo]'
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests/test_layouts_zoo.py

notebooks: $(VENV)/.ready
	@echo "Executing every notebook ..."
	@$(RUN) tools/notebooks.py

check: $(VENV)/.ready
	@echo "Checking format and lint ..."
	@$(RUN) -m ruff format --check .
	@$(RUN) -m ruff check .

stamp: $(VENV)/.ready
	@$(RUN) tools/stamp.py

serve: book
	@echo "Serving on http://localhost:8000 (stop with Ctrl-C) ..."
	@$(RUN) -m http.server 8000 --bind 127.0.0.1 --directory _build/html

bench: book
	@$(RUN) benchmarks/bench.py
	@$(RUN) benchmarks/pages.py

mutants: $(VENV)/.ready
	@$(RUN) tools/mutants.py $(MODULES)

clean:
	rm -rf $(VENV) .venv-colab _build .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
