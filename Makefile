# superflip: what is typed (`make help`); how it is done stands in mk/.
# `make demo` and `make test` install what is missing, build, and run on a fresh Debian machine.
ifneq ($(words $(CURDIR) $(MAKEFILE_LIST) $(or $(BUILD_DIR),build)),3)
$(error a directory with a space in its name cannot be built in; move it, or choose another BUILD_DIR: \
	$(CURDIR), $(BUILD_DIR))
endif
VERSION   := $(shell awk '/define SUPERFLIP_VERSION_(MAJOR|MINOR|PATCH) /{v = v dot $$3; dot = "."} END{print v}' \
	$(dir $(lastword $(MAKEFILE_LIST)))include/superflip.h)
FLAVOUR   ?= release
BUILD_DIR ?= build
BUILD     := $(BUILD_DIR)/$(FLAVOUR)
PREFIX    ?= /usr/local
LIBDIR    ?= $(PREFIX)/lib

# All processors, unless told otherwise.
MAKEFLAGS += --no-print-directory
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

all:

TOP := $(realpath $(dir $(lastword $(MAKEFILE_LIST))))
ifneq ($(TOP),$(realpath $(CURDIR)))
include $(TOP)/mk/elsewhere.mk
else

include mk/flags.mk mk/objects.mk mk/library.mk mk/mpi.mk mk/pages.mk mk/tab.mk mk/doc.mk mk/install.mk
include mk/tests.mk mk/checks.mk mk/browser.mk mk/packages.mk mk/static.mk mk/figures.mk mk/studies.mk

.PHONY: all lib mpi web tab doc install uninstall clean demo bench study results test slow-test check check-layers lint asan ubsan tsan fuzz help

##@ To build (V=1 shows the commands; CC, CFLAGS, LDFLAGS, PREFIX, DESTDIR, LIBDIR, BUILD_DIR=/elsewhere)
all: $(BUILD)/superflip $(if $(HAS_MPI),$(BUILD)/superflip-mpi)  ## the program, and superflip-mpi where there is an MPI compiler
lib: $(SHARED) $(STATIC) $(BUILD)/lib/superflip.pc  ## the shared and the static library
mpi: $(BUILD)/superflip-mpi  ## superflip-mpi; MPICC=mpicc.mpich for another MPI
web: page-with-cubing  ## the program, with the player of cubing.js in its page (npm)
tab: tab-page  ## the page for a static host: the library as WebAssembly (emscripten)
doc: deps-doc  ## the manual pages
	$(MAKE) pages
install: install-files  ## program, libraries, pages and completions, below DESTDIR and PREFIX
uninstall: uninstall-files  ## takes them away
clean:  ## removes what was built
	rm -rf $(BUILD_DIR)

##@ To try
demo: deps-web  ## builds, makes tables of 87 MB to some GB, solves two lists: a few minutes
	$(MAKE) all
	$(BUILD)/superflip pdb build korf
	$(BUILD)/superflip solve -v --heuristic korf <bench/scrambles/demo.txt
	$(BUILD)/superflip pdb build --budget 25% --build-time 60
	$(BUILD)/superflip batch --memory 25% bench/scrambles/random.txt
	@echo
	@echo "A page paints cubes, shows the proof as it grows, and plays the solution:"
	@echo "    $(BUILD)/superflip serve          then open http://127.0.0.1:8080 in a browser"
bench: deps-build  ## the programs of bench/, in $(BUILD)/bench
	$(MAKE) benches
study: deps-build  ## NAME=... of bench/README.md, built and run; ARGS="..." are its arguments
	$(MAKE) run-study

results: deps-build  ## short tables of doc/results.md, measured here and printed beside the page's: two minutes
	$(MAKE) all benches
	SUPERFLIP=$(BUILD)/superflip scripts/results

##@ To test
test: deps-test  ## installs what tests need, builds, runs the tests: minutes
	$(MAKE) run-tests
check: run-tests  ## the same with the packages that are there
slow-test: deps-test deps-abi  ## everything: hours
	$(MAKE) run-slow-tests
check-layers:  ## that each directory includes only those above it
	scripts/check-layers
lint: deps-lint  ## gcc and clang, warnings are errors; a licence for every file
	reuse lint --quiet
	$(MAKE) FLAVOUR=lint-gcc CC=gcc lint-all
	$(MAKE) FLAVOUR=lint-clang CC=clang lint-all
asan ubsan tsan: deps-test  ## the unit tests under a sanitizer
	$(MAKE) FLAVOUR=$@ run-unit-tests
fuzz: deps-fuzz  ## libFuzzer's targets, or FUZZ=NAME, each for FUZZ_SECONDS=60
	$(MAKE) FLAVOUR=fuzz CC=clang run-fuzzers

##@ More: test-programs build-test portable cross-test python-test mpi-test cluster-test browser-test web-test tab-test npm npm-test random-runs tsan-session abi figures dist deb static static-test image image-test packaging-test python-wheel python-wheel-aarch64 python-sdist
help:  ## this list
	@awk '/^##@ /{sub(/^##@ /, "\n"); print} /^[a-z][a-z -]*:.*  ## /{name = $$0; sub(/:.*/, "", name); \
		sub(/.*  ## /, ""); printf "  %-16s %s\n", name, $$0}' Makefile | sed '1d; s|$$(BUILD)|$(BUILD)|'
endif
