# The only verbs. `make` alone lists them.
PYTHON ?= python3
# With NEWEST=1 the newest versions instead of the locked ones, in environments of their own; with
# OLDEST=1, which is for test-oldest, the oldest ones.
VENV := .venv$(if $(NEWEST),-newest,$(if $(OLDEST),-oldest))
ZOO := .venv-zoo$(if $(NEWEST),-newest)
COLAB := .venv-colab
RUN := $(VENV)/bin/python
# The environments come uncompiled: what is imported has to be compiled once, not by every process.
unexport PYTHONDONTWRITEBYTECODE
# Node and npm come with the environment; what npm starts must find that node, not the system's.
NODE := PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
NODE_MODULES := js/node_modules/.package-lock.json
# What draws the formulas stands apart: to build the book takes none of the other tools' 170 MB.
KATEX := tools/sphinx_extensions/node_modules/.package-lock.json
PAGE := _build/html/index.html
# What the pages are made of.
PARTS = $(shell find book mha_lib tools/sphinx_extensions -type f \
	-not -path '*/node_modules/*' -not -path '*/__pycache__/*' -not -path '*/.*')
NOTEBOOKS = $(shell find book -name '*.ipynb' -not -path '*/.*')
# What test-trained trains: "short" is what every change waits for.
TRAIN ?= all
.PHONY: help book test test-rest test-all test-colab test-zoo test-trained parallel test-oldest \
	notebooks widgets stamp serve check lock bench mutants clean

help:
	@echo "make book          build the book and print the page to open"
	@echo "make test          what a change needs: lint, types, the library, every widget in a browser,"
	@echo "                   every notebook; about 7 minutes"
	@echo "make test-rest     what that leaves out: every page in three engines, all that is slow, and the"
	@echo "                   four verbs below, the trainings in their short part"
	@echo "make test-all      both: everything"
	@echo "make test-colab    every notebook with the versions that Colab lists, on two threads"
	@echo "make test-zoo      what is said of Keras and Flax, against the real ones; installs both"
	@echo "make test-trained  what chapters recorded of longer trainings and a real model, again, under two"
	@echo "                   sets of kernels; TRAIN=short for the short ones, under one"
	@echo "make parallel      one attention on 2 and on 4 processes: how far from one, what crosses"
	@echo "make test-oldest   the library's tests with the oldest versions that pyproject.toml allows"
	@echo "make notebooks     execute every notebook again and store it tidied"
	@echo "make widgets       bundle the widgets' JavaScript again"
	@echo "make stamp         write the address in _config.yml where it is needed"
	@echo "make serve         build the book and serve it on localhost"
	@echo "make check         formatting, lint and types, of Python, notebooks and JavaScript"
	@echo "make lock          fix the version of every package again, after a change of a requirement"
	@echo "make bench         how fast the layers are, as ratios; about 15 minutes"
	@echo "make mutants       which small changes to the library no test notices; an hour or more"
	@echo "make clean         remove what the other verbs made, the environments too"

$(VENV)/.ready: requirements.txt requirements.lock
$(ZOO)/.ready: tools/zoo.lock
$(COLAB)/.ready: tools/colab.lock
%/.ready: pyproject.toml tools/environment.py
	@$(PYTHON) tools/environment.py $(@D)
	@touch $@

%/node_modules/.package-lock.json: %/package-lock.json | $(VENV)/.ready
	@echo "Installing the JavaScript of $* ..."
	@$(NODE) npm --prefix $* ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

book: $(PAGE)
	@echo "Open file://$(CURDIR)/$(PAGE)"

# Sphinx does not notice an edit in its extensions or styles: whatever changed, all is built anew.
$(PAGE): $(VENV)/.ready $(KATEX) _config.yml _toc.yml $(PARTS)
	@echo "Building the book ..."
	@rm -rf _build
	@$(VENV)/bin/jupyter-book build . -W -n --keep-going -q
	@touch $@

test: announce check fast
	@echo "Running every notebook as a test ..."
	@PYTHONPATH=tools OMP_NUM_THREADS=1 $(RUN) -m pytest --nbval -p nbval_pictures \
		-n 2 --dist loadscope $(NOTEBOOKS)

test-rest: $(VENV)/.ready $(NODE_MODULES) $(KATEX) browser book
	@echo "Trying every page in the engines that are here, environments, compilers, processes, a fork's book ..."
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests -m slow -n 3
	@$(MAKE) --no-print-directory test-colab test-zoo parallel
	@$(MAKE) --no-print-directory test-trained TRAIN=short

test-all: test test-rest

# What failed half-way is not there.
.DELETE_ON_ERROR:

# Steps of other verbs, not verbs.
.PHONY: announce browser fast

# Old packages are deprecated by new ones: that is theirs to mend, and no error here.
fast: $(VENV)/.ready $(NODE_MODULES) browser
	@echo "Testing the library, and every widget in a browser ..."
	@OMP_NUM_THREADS=1 $(RUN) -m pytest tests mha_lib --doctest-modules \
		--ignore-glob '*conftest.py' -p no:nbval -m "not slow" -n 3 \
		$(if $(OLDEST),-W default::DeprecationWarning)

announce:
	@echo "This takes about 7 minutes on two cores; the first time, with what it installs, 9."

browser: $(VENV)/.ready
	@$(RUN) tools/browser.py

test-colab: $(COLAB)/.ready
	@echo "Running every notebook with the versions that Colab lists ..."
	@$(COLAB)/bin/python tools/colab.py

test-zoo: $(ZOO)/.ready
	@OMP_NUM_THREADS=1 $(ZOO)/bin/python -m pytest tests/test_layouts_zoo.py \
		tests/test_symptoms.py tests/test_other_libraries.py

test-trained: $(VENV)/.ready
	@echo "Fetching a model of 84 MB, once; then training ..."
	@model="$$($(RUN) tools/minilm.py fetch)" && export MINILM="$$model" OMP_NUM_THREADS=1 && \
		TRAIN=$(TRAIN) $(RUN) -m pytest tests/test_trained*.py -n 2
ifneq ($(TRAIN),short)
	@echo "And under torch's plainest kernels ..."
	@TRAIN=$(TRAIN) ATEN_CPU_CAPABILITY=default OMP_NUM_THREADS=1 \
		$(RUN) -m pytest tests/test_tiny.py tests/test_trained.py tests/test_trained_code.py -n 2
endif

parallel: $(VENV)/.ready
	@for n in 2 4; do OMP_NUM_THREADS=1 $(RUN) -m torch.distributed.run --standalone \
		--nproc-per-node $$n book/several_machines.py || exit 1; done

test-oldest:
	@$(MAKE) --no-print-directory OLDEST=1 fast

notebooks: $(VENV)/.ready
	@echo "Executing every notebook ..."
	@$(RUN) tools/notebooks.py

widgets: $(NODE_MODULES)
	@$(NODE) npm --prefix js run --silent build

check: $(VENV)/.ready $(NODE_MODULES)
	@echo "Checking format, lint and types ..."
	@$(RUN) -m ruff format --check .
	@$(RUN) -m ruff check .
	@$(NODE) npm --prefix js run --silent check
	@$(NODE) js/node_modules/.bin/pyright -p pyproject.toml --pythonpath $(RUN)

lock: $(VENV)/.ready
	@$(RUN) tools/lock.py

stamp: $(VENV)/.ready
	@$(RUN) tools/stamp.py

serve: book
	@echo "Serving on http://localhost:8000 (stop with Ctrl-C) ..."
	@$(RUN) -m http.server 8000 --bind 127.0.0.1 --directory _build/html

bench: book browser
	@$(RUN) benchmarks/bench.py
	@$(RUN) benchmarks/pages.py

mutants: $(NODE_MODULES)
	@$(RUN) tools/mutants.py $(MODULES)

clean:
	rm -rf .venv .venv-* _build js/node_modules tools/sphinx_extensions/node_modules .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
