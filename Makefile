# The only verbs. `make` alone lists them.
PYTHON ?= python3
# NEWEST=1 uses the newest versions instead of the locked ones, in separate environments; OLDEST=1,
# which test-oldest sets, the oldest ones.
VENV := .venv$(if $(NEWEST),-newest,$(if $(OLDEST),-oldest))
JAX_KERAS := .venv-jax-keras$(if $(NEWEST),-newest)
COLAB := .venv-colab
RUN := $(VENV)/bin/python
# The environments are installed without .pyc files: a module must be compiled at its first import,
# and not again by every process.
unexport PYTHONDONTWRITEBYTECODE
# Node and npm come with the environment. Programs that npm starts must find that node, not the
# system's.
NODE := PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
NODE_MODULES := js/node_modules/.package-lock.json
# KaTeX, which draws the formulas, is installed separately: building the book needs none of the other
# tools' 170 MB.
KATEX := tools/sphinx_extensions/node_modules/.package-lock.json
PAGE := _build/html/index.html
# What the pages are built from.
SOURCES = $(shell find book mha_lib tools/sphinx_extensions -type f \
	-not -path '*/node_modules/*' -not -path '*/__pycache__/*' -not -path '*/.*')
# The real model that pages can load, if tools/minilm.py has fetched it.
MODEL = $(wildcard $(VENV)/minilm/*.whl)
NOTEBOOKS = $(shell find book -name '*.ipynb' -not -path '*/.*')
# What test takes on two cores.
MINUTES := 6
# What test-trained trains: "short" is the part that test-rest runs.
TRAIN ?= all
.PHONY: help book test test-rest test-all test-colab test-jax-keras test-trained parallel test-oldest \
	notebooks widget widgets public-url serve check lock bench mutants clean

help:
	@echo "make book            build the book and print the page to open"
	@echo "make test            what every change must pass: lint, types, the library, every widget in a"
	@echo "                     browser, every notebook; about $(MINUTES) minutes"
	@echo "make test-rest       the slow tests: every page in three browser engines, test-colab,"
	@echo "                     test-jax-keras, parallel, and test-trained with TRAIN=short"
	@echo "make test-all        test and test-rest"
	@echo "make test-colab      run every notebook with the versions that Colab lists, on two threads"
	@echo "make test-jax-keras  check what the book says of Keras, Flax, TransformerLens and SmolLM2; installs them"
	@echo "make test-trained    repeat the long training runs and the measurements on a real model, under"
	@echo "                     two sets of torch kernels; TRAIN=short for the short runs, under one"
	@echo "make parallel        one attention on 2 and on 4 processes: errors, and what is sent"
	@echo "make test-oldest     test the library with the oldest versions that pyproject.toml allows"
	@echo "make notebooks       execute every notebook and store its outputs"
	@echo "make widget NAME=X   write a new widget X to start from: Python, JavaScript, a test"
	@echo "make widgets         bundle the JavaScript of widgets and pages"
	@echo "make public-url      write the URL in _config.yml into the notebooks, README and citation"
	@echo "make serve           build the book and serve it on localhost; ROOM=1: to others on the network"
	@echo "make check           formatting, lint and types of Python, notebooks and JavaScript"
	@echo "make lock            write the lock files again after a change of a requirement"
	@echo "make bench           measure how fast the layers and pages are; about 15 minutes"
	@echo "make mutants         list small changes to the library that no test notices; an hour or more"
	@echo "make clean           remove everything that the other verbs made, environments included"

$(VENV)/.ready: requirements.txt requirements.lock
$(JAX_KERAS)/.ready: tools/jax-keras.lock
$(COLAB)/.ready: tools/colab.lock
%/.ready: pyproject.toml tools/environment.py
	@$(PYTHON) tools/environment.py $(@D)
	@touch $@

%/node_modules/.package-lock.json: %/package-lock.json | $(VENV)/.ready
	@if test -L $*/node_modules; then \
		echo "$*/node_modules must be a folder, because npm ci empties it; got a link" >&2; exit 1; fi
	@echo "Installing the JavaScript of $* ..."
	@$(NODE) npm --prefix $* ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

book: $(PAGE)
	@echo "Open file://$(CURDIR)/$(PAGE)"

# Sphinx does not notice changes in its extensions or styles, so every build starts from nothing.
$(PAGE): $(VENV)/.ready $(KATEX) _config.yml _toc.yml $(SOURCES) $(MODEL)
	@echo "Building the book ..."
	@rm -rf _build
	@$(VENV)/bin/jupyter-book build . -W -n --keep-going -q
	@touch $@

# The three parts run together, so that no core waits for the end of one; if one fails, the others go
# on. Where make can, it prints each part's output when that part is done.
test: announce $(VENV)/.ready $(NODE_MODULES)
	@$(MAKE) --no-print-directory --keep-going -j $(if $(filter output-sync,$(.FEATURES)),-Otarget) \
		fast chapters check

test-rest: $(VENV)/.ready $(NODE_MODULES) $(KATEX) browser book
	@echo "Running the slow tests: pages in every installed engine, compilers, processes, a fork's book ..."
	@echo "The next four verbs run at the same time; what they print follows ..."
	@printed=$$(mktemp); trap exit INT TERM; trap 'rm "$$printed"; kill $$others 2>/dev/null' EXIT; \
		$(MAKE) --no-print-directory --keep-going TRAIN=short others >"$$printed" 2>&1 & others=$$!; \
		$(MAKE) --no-print-directory slow; slow=$$?; \
		wait $$others; status=$$?; cat "$$printed"; exit $$((slow | status))

test-all: test test-rest

# A target whose recipe failed is deleted.
.DELETE_ON_ERROR:

# Steps of the verbs above.
.PHONY: announce browser chapters fast slow others

# With OLDEST=1, deprecation warnings are not errors: old packages use what newer ones deprecate.
# A third process would only import everything once more: its browser keeps the cores busy.
fast: $(VENV)/.ready $(NODE_MODULES) browser
	@echo "Testing the library, and every widget in a browser ..."
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests mha_lib --doctest-modules \
		--ignore-glob '*conftest.py' -p no:nbval -m "not slow" -n 3 --dist worksteal \
		$(if $(OLDEST),-W default::DeprecationWarning)

# The kernels are copies of one that has imported torch.
chapters: $(VENV)/.ready
	@echo "Running every notebook as a test ..."
	@PYTHONPATH=tools OMP_NUM_THREADS=1 $(RUN) -m pytest --nbval -p nbval_pictures \
		-p forked_kernels -n 2 --dist loadscope $(NOTEBOOKS)

slow:
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests -m slow -n 3 --dist worksteal

others: test-colab test-jax-keras parallel test-trained

announce:
	@echo "This takes about $(MINUTES) minutes on two cores, and longer the first time, with installations."

browser: $(VENV)/.ready
	@$(RUN) tools/browser.py

test-colab: $(COLAB)/.ready
	@echo "Running every notebook with the versions that Colab lists ..."
	@$(COLAB)/bin/python tools/colab.py

test-jax-keras: $(JAX_KERAS)/.ready
	@OMP_NUM_THREADS=1 $(JAX_KERAS)/bin/python -m pytest tests/layouts/test_layouts_jax_keras.py \
		tests/book/test_symptoms.py tests/book/test_other_libraries.py \
		tests/book/test_transformer_lens.py tests/book/test_language_model.py

test-trained: $(VENV)/.ready
	@echo "Downloading a model of 84 MB, the first time; then training ..."
	@model="$$($(RUN) tools/minilm.py fetch)" && export MINILM="$$model" OMP_NUM_THREADS=1 && \
		TRAIN=$(TRAIN) $(RUN) -m pytest tests/book/test_trained*.py -m "not slow" -n 2
ifneq ($(TRAIN),short)
	@echo "Again, under torch's kernels without vector instructions ..."
	@TRAIN=$(TRAIN) ATEN_CPU_CAPABILITY=default OMP_NUM_THREADS=1 \
		$(RUN) -m pytest tests/book/test_tiny.py tests/book/test_trained.py tests/book/test_trained_code.py -n 2
endif

parallel: $(VENV)/.ready
	@for n in 2 4; do OMP_NUM_THREADS=1 $(RUN) -m torch.distributed.run --standalone \
		--nproc-per-node $$n book/several_machines.py || exit 1; done

test-oldest:
	@$(MAKE) --no-print-directory OLDEST=1 fast

notebooks: $(VENV)/.ready
	@echo "Executing every notebook ..."
	@$(RUN) tools/notebooks.py

widget: $(NODE_MODULES)
	@$(RUN) tools/widget.py $(NAME)
	@$(NODE) npm --prefix js run --silent build

widgets: $(NODE_MODULES)
	@$(NODE) npm --prefix js run --silent build

check: $(VENV)/.ready $(NODE_MODULES)
	@echo "Checking format, lint and types ..."
	@$(RUN) -m ruff format --check .
	@$(RUN) -m ruff check .
	@$(NODE) npm --prefix js run --silent check & javascript=$$!; \
		$(NODE) js/node_modules/.bin/pyright -p pyproject.toml --pythonpath $(RUN); python=$$?; \
		wait $$javascript && exit $$python

lock: $(VENV)/.ready
	@$(RUN) tools/lock.py

public-url: $(VENV)/.ready
	@$(RUN) tools/write_public_url.py

serve: book
	@$(RUN) tools/serve.py $(if $(ROOM),--room)

bench: $(VENV)/.ready browser
	@$(RUN) tools/minilm.py fetch >/dev/null
	@$(MAKE) --no-print-directory book
	@$(RUN) benchmarks/bench.py
	@$(RUN) benchmarks/pages.py
	@$(RUN) benchmarks/sentences.py

mutants: $(NODE_MODULES)
	@$(RUN) tools/mutants.py $(MODULES)

clean:
	rm -rf .venv .venv-* _build js/node_modules tools/sphinx_extensions/node_modules .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
