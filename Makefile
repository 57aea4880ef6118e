# Makefile - the front door.  The work is done by CMake, ninja and the scripts it calls.
# SPDX-License-Identifier: Apache-2.0

.DEFAULT_GOAL := help
.PHONY: help run tour test bench hard tsan asan aarch64 debug release clang lint format install clean
.PHONY: compatibility docs accuracy ruff fresh python python-all asan-python test-device test-dialects test-gpu bench-gpu nvrtc wheel sdist conformance warnings musl cpp r jvm node
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

ARGS      ?=
PREFIX    ?= /usr/local
BUILD     ?= build
PYTHON    ?= python3
DEVICE    ?= null:0
PYTHONS   ?= python3.10 python3.11 python3.12 python3.13 python3.13t python3.14 python3.14t
JOBS      ?= $(shell nproc 2>/dev/null || echo 2)
SETUP      = @PYTHON=$(PYTHON) tools/setup.sh
GENERATOR  = $(if $(shell command -v ninja),Ninja,Unix Makefiles)

help: ## this list
	@echo 'Weir, an asynchronous tensor runtime.  Targets:'
	@echo
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
	    awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'
	@echo
	@echo 'Missing system packages are installed when that needs no password.'

# ---- Flavours: a build tree each, under build/ ---------------------------------------------------

ASSERTS := -DCMAKE_BUILD_TYPE=Debug
options_release := -DCMAKE_BUILD_TYPE=RelWithDebInfo
options_debug   := $(ASSERTS)
options_hard    := $(ASSERTS) -DWEIR_HARD=ON -DCMAKE_C_FLAGS_DEBUG="-O1 -g"
options_tsan    := $(ASSERTS) -DWEIR_SANITIZE=thread -DCMAKE_C_FLAGS_DEBUG="-O1 -g"
options_asan    := $(ASSERTS) -DWEIR_SANITIZE=address,undefined -DCMAKE_C_FLAGS_DEBUG="-O1 -g"
options_clang   := $(options_release) -DCMAKE_C_COMPILER=clang
options_aarch64 := $(options_release) -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake
options_lint    := $(ASSERTS) -DCMAKE_C_COMPILER=clang

$(BUILD)/%/configured: Makefile
	@echo 'configure $(@D)'
	@cmake -S . -B $(@D) -G '$(GENERATOR)' $(options_$*) > $(BUILD)/configure.log 2>&1 || \
	    { cat $(BUILD)/configure.log; exit 1; }
	@sed -n 's/^-- \(weir: \)/\1/p' $(BUILD)/configure.log
	@touch $@

# $(call build,flavour,target): configure if need be, then build.
configure = @mkdir -p $(BUILD) && $(MAKE) -s $(BUILD)/$(1)/configured
build = $(configure) && \
        cmake --build $(BUILD)/$(1) -j $(JOBS) --target $(or $(2),all)

release: ## build only, optimised
debug: ## build only, with assertions
release debug:
	$(SETUP) run
	$(call build,$@)

clang: ## build only, with clang
	$(SETUP) clang
	$(call build,$@)

warnings: ## build all, where a warning is an error (CC=gcc-14 CFLAGS="-O3 -flto=auto")
	@CC='$(CC)' tools/setup.sh warnings
	@tools/warnings.sh $(BUILD) $(JOBS) '$(CC)' '$(CFLAGS)'

# ---- Running -------------------------------------------------------------------------------------

run: ## set up, build and go through the chapter (ARGS="--quick")
	$(SETUP) python
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHON)
	@tools/chapter.sh $(BUILD)/release $(PYTHON) $(ARGS)

tour: ## set up, build and take the tour, in C
	$(SETUP) run
	$(call build,release,tour)
	@$(BUILD)/release/examples/c/tour

test: ## set up, build and run every test (ARGS="-k order" picks some)
	$(SETUP) test
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHON)
	$(call build,release)
	@tests/run.py $(ARGS) $(BUILD)/release tests/scripts $(PY_TESTS)

hard: ## the C tests, with every constant shrunk and all assertions on
	$(SETUP) test
	$(call build,hard)
	@tests/run.py --timeout 300 $(ARGS) $(BUILD)/hard

tsan: ## the C tests under ThreadSanitizer
	$(SETUP) test
	$(call build,tsan)
	@tests/run.py --timeout 300 $(ARGS) $(BUILD)/tsan

asan: ## the C tests under AddressSanitizer and UBSan
	$(SETUP) test
	$(call build,asan)
	@tests/run.py --timeout 300 $(ARGS) $(BUILD)/asan

musl: ## the C tests, built with musl-gcc
	$(SETUP) musl
	@tools/warnings.sh $(BUILD) $(JOBS) musl-gcc
	@tests/run.py $(ARGS) $(BUILD)/warnings-musl-gcc

aarch64: ## the C tests, built for 64-bit ARM and run by qemu
	$(SETUP) aarch64
	$(call build,aarch64)
	@tests/run.py --timeout 600 $(ARGS) $(BUILD)/aarch64

bench: ## build and measure, beside other runtimes (ARGS="--json out.jsonl")
	$(SETUP) bench
	@bench/run.py $(ARGS)

bench-gpu: ## on a machine with a GPU and PyTorch: operations and models there (PYTHON, ARGS="--only op")
	$(call configure,release)
	@tools/python.sh --as-is $(BUILD)/release $(PYTHON)
	$(call build,release,python)
	@PYTHONPATH=$(BUILD)/release/python $(PYTHON) bench/gpu.py $(ARGS)

# ---- Python --------------------------------------------------------------------------------------

PY_TESTS := frontends/python/tests

python: ## the package of PYTHON (python3), in build/release/python
	$(SETUP) python
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHON)
	$(call build,release,python)
	@echo 'PYTHONPATH=$(BUILD)/release/python $(PYTHON)'

python-all: ## build and test the package with each of PYTHONS that is installed
	$(SETUP) python
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHONS)
	$(call build,release,python)
	@tests/run.py $(ARGS) --tree $(BUILD)/release $(PY_TESTS)

asan-python: ## the Python tests under AddressSanitizer and UBSan
	$(SETUP) python
	$(call configure,asan)
	@tools/python.sh $(BUILD)/asan $(PYTHON)
	$(call build,asan,python)
	@tests/run.py --timeout 900 $(ARGS) --tree $(BUILD)/asan $(PY_TESTS)

test-device: ## the Python tests, with arrays on a null device, or DEVICE="cuda:0 --stand-in"
	$(SETUP) python
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHON)
	$(call build,release,python)
	@tests/run.py $(ARGS) --device $(DEVICE) --tree $(BUILD)/release $(PY_TESTS)

FRAMEWORKS = $(if $(TORCH),--torch $(TORCH)) $(if $(TENSORFLOW),--tensorflow $(TENSORFLOW)) $(if $(PADDLE),--paddle $(PADDLE))

test-dialects: ## dialects against their frameworks: TORCH, TENSORFLOW, PADDLE=<a Python that has it>, or one is installed (5 GB); MXNET=<a checkout>, MXNET_PYTHON=<a Python that has MXNet 1.9>
	$(SETUP) python
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHON)
	$(call build,release,python)
	@frontends/python/tests/dialects/run_scripts.py --tree $(BUILD)/release $(FRAMEWORKS) $(if $(MXNET_PYTHON),--mxnet $(MXNET_PYTHON))
	@frontends/python/tests/dialects/compare.py --tree $(BUILD)/release $(FRAMEWORKS) $(ARGS) || \
	    { status=$$?; [ $$status = 77 ] || exit $$status; }
	@frontends/python/tests/dialects/mxnet_tests.py --tree $(BUILD)/release $(if $(MXNET),--mxnet $(MXNET)) || \
	    { status=$$?; [ $$status = 77 ] || exit $$status; }

test-gpu: ## on a machine with a GPU; PART=ops, python, twice, sanitize or conformance, or the first three
	$(call configure,release)
	@tools/python.sh --as-is $(BUILD)/release $(PYTHON)
	$(call build,release)
	@SUITE='$(SUITE)' RACE='$(RACE)' tools/test_gpu.sh $(BUILD)/release \
	    $(if $(findstring null,$(DEVICE)),cuda:0,$(DEVICE)) $(or $(PART),usual) $(ARGS)

CUDA_TESTS = $(notdir $(basename $(wildcard tests/ops/test_cuda_*.c)))

nvrtc: ## every GPU kernel compiled by NVIDIA's compiler, which comes from PyPI; needs no GPU (ARGS="--all")
	$(SETUP) python
	$(call build,release,cuda_stand_in cuda_stand_in_plain $(CUDA_TESTS) test_cuda_fusion test_cuda_products)
	@$(PYTHON) tools/nvrtc.py --tree $(BUILD)/release --jobs $(JOBS) $(ARGS)

wheel: ## a wheel in dist/ for PYTHON (python3.12), tried in a bare environment
	$(SETUP) python
	@tools/wheel.sh $(BUILD) $(PYTHON)

sdist: ## the sources in dist/, and a wheel built from them
	$(SETUP) python
	@tools/sdist.sh $(BUILD) $(PYTHON)

compatibility: ## programs of the last release with this library, and with one whose structs have grown
	$(SETUP) run
	$(call build,release,weir)
	@tests/scripts/compatibility.py --grown-library $(BUILD)/release

conformance: python ## the Array API suite, a checkout: SUITE=<folder>
	@tools/conformance.py --tree $(BUILD)/release --jobs $(JOBS) "$(SUITE)" $(ARGS)

# ---- Other languages -----------------------------------------------------------------------------

cpp: ## the C++ front end, and its tests
r: ## the R package, and its tests
jvm: ## Java and Scala, and their tests
node: ## JavaScript and TypeScript, and their tests
cpp r jvm node:
	$(SETUP) $@
	@tools/setup.sh data
	$(call configure,release)
	@tools/python.sh $(BUILD)/release $(PYTHON)
	$(call build,release,weir python lenet_steps)
	@tests/frontends/prepare.sh $(BUILD)/release $(PYTHON)
	@frontends/$@/check.sh $(BUILD)/release

# ---- A bare machine ------------------------------------------------------------------------------

ROOT ?= trixie

fresh: ## the README's commands, or RUN="...", on a bare machine (ROOT=trixie)
	@tools/fresh.sh $(ROOT) $(if $(RUN),'$(RUN)')

# ---- Keeping house -------------------------------------------------------------------------------

C_FILES = $(shell find $(wildcard include src lib tests bench examples frontends fuzz) -name '*.[ch]' | sort)

docs: ## the documentation site, in build/docs/site
	$(SETUP) docs
	@PYTHON=$(PYTHON) tools/docs.sh $(BUILD)

accuracy: ## docs/accuracy.md: the largest errors of the elementwise functions, beside NumPy's (PYTHON has NumPy)
	$(call configure,release)
	$(call build,release,test_vmath)
	@$(PYTHON) tools/accuracy.py $(BUILD)/release

ruff: ## lint the Python sources
	@PYTHON=$(PYTHON) tools/pip_tool.sh $(BUILD) ruff==0.17.4 check --quiet .

lint: ## layout, clang-tidy, ruff and layers
	$(SETUP) lint
	@tools/layers.py
	@$(MAKE) -s ruff
	@clang-format --dry-run -Werror $(C_FILES)
	@tools/warnings.sh $(BUILD) $(JOBS) clang
	@$(MAKE) -s $(BUILD)/lint/configured # nothing is built there: clang-tidy is told by assertions
	@tools/tidy.sh $(BUILD) $(JOBS)

format: ## lay out the C sources, in place
	$(SETUP) lint
	@clang-format -i $(C_FILES)

install: ## install to PREFIX (default /usr/local); DESTDIR works too
	$(SETUP) run
	$(call build,release,weir weir_static)
	@cmake --install $(BUILD)/release --prefix $(PREFIX)

clean: ## remove build/
	@rm -rf $(BUILD)
