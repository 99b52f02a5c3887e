# superflip: `make demo` and `make test` install what is missing, build, and run on a fresh Debian machine.
VERSION  := $(shell awk '/define SUPERFLIP_VERSION_(MAJOR|MINOR|PATCH) /{v = v dot $$3; dot = "."} END{print v}' include/superflip.h)
FLAVOUR  ?= release
BUILD    := build/$(FLAVOUR)
CC       ?= gcc
ifeq ($(origin CC),default)
CC       := gcc
endif
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# Code for fixed addresses needs fewer registers: 3 to 5 % of a search.
FLAGS_release  := -O3 -DNDEBUG -fno-pie
# Tests are compiled in half the time, and take no longer to run.
TEST_FLAGS_release := -O1
LINK_release   := -no-pie
FLAGS_asan     := -O1 -g -fsanitize=address -fno-omit-frame-pointer
FLAGS_ubsan    := -O1 -g -fsanitize=undefined -fno-sanitize-recover=all
FLAGS_tsan     := -O1 -g -fsanitize=thread
FLAGS_coverage := -O0 -g --coverage
FLAGS_fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
FLAGS_aarch64  := -O3 -DNDEBUG
LINK_aarch64   := -static
FLAGS_abi      := -O1 -g
FLAGS_lint-gcc   := -O2 -Werror
FLAGS_lint-clang := -O2 -Werror
CFLAGS   ?=
override CFLAGS += -std=c17 -D_GNU_SOURCE -DSUPERFLIP_VERSION='"$(VERSION)"' -Iinclude -Isrc -pthread $(WARNINGS) $(FLAGS_$(FLAVOUR))
LDLIBS   := -pthread -lxxhash -ljansson -lm

# The kernels for newer processors are chosen at run time; everything else runs on any machine of its kind.
ifneq ($(filter x86_64-% amd64-%,$(shell $(CC) -dumpmachine)),)
%_avx2.o:   ISA := -mtune=haswell -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
%_avx512.o: ISA := -mtune=icelake-server -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi -mavx512vbmi2 -mavx512bitalg -mavx512vpopcntdq -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
endif

# Files named ..._wasm.c are of the build for browsers only (make tab).
SOURCES  := $(filter-out %_wasm.c,$(wildcard src/*.c src/*/*.c src/*/*/*.c))
LIB_SRC  := $(filter-out src/cli/% src/mpi/% src/web/%,$(SOURCES))
# The server needs libmicrohttpd; without it everything else is built, and `superflip serve` says what is missing.
HAS_HTTP := $(shell echo 'int main(void) { return 0; }' | $(CC) -x c - -lmicrohttpd -o /dev/null 2>/dev/null && echo yes)
HTTP_SRC := $(if $(HAS_HTTP),,src/web/http.c src/web/http_request.c src/cli/serve_options.c)
CLI_SRC  := $(filter-out $(HTTP_SRC),$(filter src/cli/%,$(SOURCES)))
WEB_SRC  := $(filter-out $(HTTP_SRC),$(filter src/web/%,$(SOURCES)))
LDLIBS   += $(if $(HAS_HTTP),-lmicrohttpd)
MPI_SRC  := $(filter src/mpi/%,$(SOURCES))
TEST_SRC := $(filter-out tests/fuzz/% tests/faults/% tests/library/% tests/support/plain/%,$(wildcard tests/*/*.c tests/*/*/*.c))
FUZZ_SRC := $(filter-out tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))
BENCH_SRC := $(wildcard bench/*.c)
MAN_SRC  := $(wildcard doc/*.1.scd doc/*.3.scd)
LIB_OBJ  := $(LIB_SRC:%.c=$(BUILD)/%.o)
# What include/superflip.h promises, without lists and reports: position-independent, in object files of its own.
PUBLIC_SRC := $(filter-out $(addprefix src/,cli/% input/% report/% cluster/% mpi/% web/%),$(SOURCES))
PIC_OBJ    := $(PUBLIC_SRC:%.c=$(BUILD)/pic/%.o)
SONAME     := libsuperflip.so.0
SHARED     := $(BUILD)/lib/libsuperflip.so.$(VERSION)
WEB_OBJ  := $(WEB_SRC:%.c=$(BUILD)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(BUILD)/%.o) $(WEB_OBJ) $(addprefix $(BUILD)/web/,file.o page.o openapi.o)

# superflip-mpi is built where there is an MPI compiler: `make mpi MPICC=mpicc.mpich` for another one than `mpicc`.
MPICC    ?= mpicc
HAS_MPI  := $(shell command -v $(MPICC) 2>/dev/null)
MPI_OBJ  := $(MPI_SRC:%.c=$(BUILD)/$(notdir $(MPICC))/%.o)
TEST_OBJ := $(TEST_SRC:%.c=$(BUILD)/%.o)
FUZZERS  := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/fuzz/%)
BENCHES  := $(BENCH_SRC:%.c=$(BUILD)/%)
CONTEST_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/contest/*.c))
PAGES    := $(MAN_SRC:%.scd=build/%)

.PHONY: all lib demo test slow-test bench figures doc install uninstall asan ubsan tsan
.PHONY: random-runs cross-test lint lint-all deps-abi deps-build deps-test deps-doc deps-figures deps-cross deps-lint deps-fuzz deps-page deps-browser deps-cluster deps-tab
all: $(BUILD)/superflip $(if $(HAS_MPI),$(BUILD)/superflip-mpi)
lib: $(SHARED) $(BUILD)/lib/libsuperflip.a $(BUILD)/lib/superflip.pc

# The sub-makes run after the packages are there: this file is read again.  They use all processors unless told otherwise.
JOBS := $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 1))
demo: deps-build deps-web
	$(MAKE) --no-print-directory $(JOBS) all
	$(BUILD)/superflip pdb build korf
	$(BUILD)/superflip solve -v --heuristic korf <bench/scrambles/demo.txt
	$(BUILD)/superflip pdb build --budget 25% --build-time 60
	$(BUILD)/superflip batch --memory 25% bench/scrambles/random.txt
	@echo
	@echo "A page paints cubes, shows the proof as it grows, and plays the solution:"
	@echo "    $(BUILD)/superflip serve          then open http://127.0.0.1:8080 in a browser"

test: deps-test
	$(MAKE) --no-print-directory $(JOBS) run-tests

# Everything that takes minutes: the 7-edge histogram, all classes of edge sets, 15-move cubes.
slow-test: deps-test deps-abi
	SUPERFLIP_SLOW_TESTS=1 $(MAKE) --no-print-directory $(JOBS) run-tests
	$(MAKE) --no-print-directory fuzz
	$(MAKE) --no-print-directory random-runs
	$(MAKE) --no-print-directory lint
	$(MAKE) --no-print-directory cross-test
	$(MAKE) --no-print-directory cluster-test
	$(MAKE) --no-print-directory python-test
	$(MAKE) --no-print-directory deb
	$(MAKE) --no-print-directory mpi-test
	$(MAKE) --no-print-directory browser-test
	$(MAKE) --no-print-directory web-test
	SUPERFLIP_SLOW_TESTS=1 $(MAKE) --no-print-directory tab-test

# The kernels' random runs, for the sake of memory and of what C does not define.
random-runs: deps-test
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=asan build/asan/unit-tests
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=ubsan build/ubsan/unit-tests
	SUPERFLIP_SLOW_TESTS=1 SUPERFLIP_TEST_TABLES=build/release/test-tables build/asan/unit-tests --filter 'random_runs/*'
	SUPERFLIP_SLOW_TESTS=1 SUPERFLIP_TEST_TABLES=build/release/test-tables build/ubsan/unit-tests --filter 'random_runs/*'

# The portable build for another processor, under emulation. The tables are those that `make test` has built.
cross-test: deps-cross
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=aarch64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar build/aarch64/plain-tests
	SUPERFLIP_EMULATED=1 SUPERFLIP_TEST_TABLES=build/release/test-tables qemu-aarch64 build/aarch64/plain-tests -j $$(nproc) '$(CROSS_TESTS)'
CROSS_TESTS := *

# The Python package: a wheel that carries the library, a clean virtual environment, pytest, types.
PYTHON_TABLES := $(BUILD)/test-tables/python
.PHONY: python-test python-wheel run-python-test deb deps-python deps-deb
python-test: deps-python
	$(MAKE) --no-print-directory $(JOBS) run-python-test
run-python-test: lib $(BUILD)/superflip
	mkdir -p $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q korf --pdb-dir $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --pdb-dir $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --metric qtm --pdb-dir $(PYTHON_TABLES)
	SUPERFLIP_INCLUDE=$(abspath include) scripts/test-python $(BUILD)/lib/$(SONAME) $(PYTHON_TABLES)
python-wheel: lib
	scripts/build-wheel build/python/wheel $(BUILD)/lib/$(SONAME)

# Debian's packages of the last commit, built, installed and tested in temporary Debians.
deb: deps-deb
	scripts/build-deb

.PHONY: mpi-test
# superflip-mpi with Open MPI and with MPICH: several ranks, ranks that are killed, journals; as root also over two hosts, which are
# network namespaces.
MPIRUN_openmpi := mpirun.openmpi --oversubscribe --bind-to none
MPIRUN_mpich   := mpirun.mpich
mpi-test:
	scripts/install-deps mpi
	for mpi in openmpi mpich; do \
		$(MAKE) --no-print-directory $(JOBS) MPICC=mpicc.$$mpi $(BUILD)/superflip $(BUILD)/mpicc.$$mpi/superflip-mpi || exit 1; \
	done
	SUPERFLIP_CLUSTER_TESTS=1 SUPERFLIP_MPI=$(BUILD)/mpicc.openmpi/superflip-mpi MPIRUN='$(MPIRUN_openmpi)' bats tests/mpi
	SUPERFLIP_CLUSTER_TESTS=1 SUPERFLIP_MPI=$(BUILD)/mpicc.mpich/superflip-mpi MPIRUN='$(MPIRUN_mpich)' bats tests/mpi

# Everything with two compilers, warnings are errors.
lint: deps-lint
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=lint-gcc CC=gcc lint-all
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=lint-clang CC=clang lint-all
lint-all: $(BUILD)/superflip $(BUILD)/unit-tests $(BENCHES)

asan ubsan tsan: deps-test
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=$@ run-unit-tests

# The pictures of doc/figures, from the recorded results of bench/results.
# The cube of doc/methods.md: annex E.5 of Boulanger and Ardisson's report.
EXAMPLE := LDRLURLLRDUDFRURBRDUFFFRLDBUBURDRDLUBBBFLDFDFBLUBBUFFL
figures: deps-figures $(BUILD)/superflip
	scripts/plot-nodes bench/results/predict.csv doc/figures/nodes
	scripts/plot-values bench/results/heuristic.csv doc/figures/values
	scripts/plot-threads bench/results/threads.csv doc/figures/threads
	scripts/plot-memory bench/results/memory.csv doc/figures/memory
	scripts/plot-table-size bench/results/depth.csv doc/figures/table-size
	scripts/plot-people bench/results/people.csv doc/figures/people
	scripts/plot-sample bench/results/sample.csv doc/figures/sample
	SUPERFLIP=$(BUILD)/superflip scripts/draw-stages layers $(EXAMPLE) > doc/figures/layers.svg
	SUPERFLIP=$(BUILD)/superflip scripts/draw-stages thistlethwaite $(EXAMPLE) > doc/figures/thistlethwaite.svg

deps-build deps-test deps-doc deps-figures deps-fuzz deps-cross deps-lint deps-page deps-browser deps-abi deps-python deps-deb deps-cluster deps-tab: deps-%:
	scripts/install-deps $*

# Many tests wait, so files of them run side by side where GNU parallel is there.
BATS_JOBS := $(if $(shell command -v parallel),--jobs 4 --no-parallelize-within-files)
# Unit tests and those of the command line run side by side, too: the latter wait for less to be compiled.
.PHONY: run-tests run-unit-tests run-command-tests
run-tests: check-layers run-command-tests run-unit-tests replay-corpora

run-command-tests: lib $(BUILD)/superflip $(BUILD)/bench/compare $(BUILD)/faults/inject.so
	SUPERFLIP=$(abspath $(BUILD)/superflip) COMPARE=$(abspath $(BUILD)/bench/compare) bats $(BATS_JOBS) tests/cli tests/build

run-unit-tests: $(BUILD)/unit-tests $(BUILD)/superflip
	$(BUILD)/unit-tests

# Every target of tests/fuzz with its corpus; and with libFuzzer for FUZZ_SECONDS each (make slow-test).
FUZZ_SECONDS ?= 60
.PHONY: replay-corpora fuzz
replay-corpora: $(FUZZERS)
	for target in $(FUZZERS); do $$target tests/fuzz/corpus/$${target##*/}/* || exit 1; done

fuzz: deps-fuzz
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=fuzz CC=clang run-fuzzers
.PHONY: run-fuzzers
run-fuzzers: $(FUZZERS)
	for target in $(FUZZERS); do \
		mkdir -p $(BUILD)/found/$${target##*/} && \
		$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
			-artifact_prefix=$(BUILD)/found/$${target##*/}- $(BUILD)/found/$${target##*/} tests/fuzz/corpus/$${target##*/} \
			2>$(BUILD)/$${target##*/}.log || { tail -40 $(BUILD)/$${target##*/}.log; exit 1; }; \
		sed -n "s|^stat::number_of_executed_units: *|$${target##*/}: inputs |p" $(BUILD)/$${target##*/}.log; \
	done

# The pages in Chromium, driven by puppeteer-core (npm); part of no other test.
.PHONY: browser-test
browser-test: deps-browser
	$(MAKE) --no-print-directory $(JOBS) all
	@mkdir -p build/browser
	cp tests/browser/*.mjs tests/browser/package.json tests/browser/package-lock.json build/browser
	npm ci --prefix build/browser --no-audit --no-fund --loglevel=error
	@mkdir -p $(BUILD)/test-tables/korf
	$(BUILD)/superflip pdb build -q default reid --pdb-dir $(BUILD)/test-tables/korf
	SUPERFLIP=$(abspath $(BUILD)/superflip) SUPERFLIP_PDB_DIR=$(abspath $(BUILD)/test-tables/korf) \
		node --test --test-concurrency=1 build/browser

# Pictures of the page, with the tables that are installed: a position of 18 moves should take some seconds.
.PHONY: page-figures
page-figures: deps-browser
	$(MAKE) --no-print-directory $(JOBS) all
	@mkdir -p build/browser/figures
	cp scripts/draw-page.mjs tests/browser/browser.mjs tests/browser/package.json tests/browser/package-lock.json build/browser/figures
	npm ci --prefix build/browser/figures --no-audit --no-fund --loglevel=error
	SUPERFLIP=$(abspath $(BUILD)/superflip) node build/browser/figures/draw-page.mjs doc/figures

# The server as pages of cubing.js ask it, on port 2023, by cubing.js (npm); part of no other test.
.PHONY: web-test
web-test: deps-page deps-web
	$(MAKE) --no-print-directory $(JOBS) all
	@mkdir -p build/cubing $(BUILD)/test-tables/korf
	cp tests/cubing/*.mjs tests/cubing/package.json tests/cubing/package-lock.json build/cubing
	npm ci --prefix build/cubing --no-audit --no-fund --loglevel=error
	$(BUILD)/superflip pdb build -q default --pdb-dir $(BUILD)/test-tables/korf
	SUPERFLIP=$(abspath $(BUILD)/superflip) SUPERFLIP_PDB_DIR=$(abspath $(BUILD)/test-tables/korf) node --test build/cubing/

# The page for static hosts (make tab) in Chromium: its table is built in the tab, its lengths are the command's.
.PHONY: tab-test run-tab-test
tab-test: deps-browser
	@if scripts/install-deps tab; then $(MAKE) --no-print-directory run-tab-test; \
	else echo "tab-test: skipped, there is no emscripten" >&2; fi
run-tab-test: tab
	$(MAKE) --no-print-directory $(JOBS) all
	@mkdir -p build/tab/test $(BUILD)/test-tables/korf
	cp tests/tab/*.mjs tests/browser/browser.mjs tests/browser/package.json tests/browser/package-lock.json build/tab/test
	npm ci --prefix build/tab/test --no-audit --no-fund --loglevel=error
	$(BUILD)/superflip pdb build -q default --pdb-dir $(BUILD)/test-tables/korf
	$(BUILD)/superflip pdb build -q coset-30m --pdb-dir $(BUILD)/test-tables/korf
	SUPERFLIP=$(abspath $(BUILD)/superflip) SUPERFLIP_PDB_DIR=$(abspath $(BUILD)/test-tables/korf) STATIC=$(abspath $(TAB)) \
		SERVE_STATIC=$(abspath scripts/serve-static) node --test --test-concurrency=1 build/tab/test/tab.test.mjs

# Times of that page, of the server and of the command, for doc/results.md; on two cores a quarter of an hour. In pieces, and with one
# thread: make tab-bench POSITIONS=5 WAYS='tab-1 alone command-1'
.PHONY: tab-bench
tab-bench: POSITIONS = 1-10
tab-bench: WAYS = tab-2 serve-2 command-2
tab-bench: deps-browser tab
	$(MAKE) --no-print-directory $(JOBS) all
	@mkdir -p build/tab/test
	cp bench/tab.mjs tests/browser/browser.mjs tests/browser/package.json tests/browser/package-lock.json build/tab/test
	npm ci --prefix build/tab/test --no-audit --no-fund --loglevel=error
	$(BUILD)/superflip pdb build -q coset-30m
	SUPERFLIP=$(abspath $(BUILD)/superflip) STATIC=$(abspath $(TAB)) SERVE_STATIC=$(abspath scripts/serve-static) \
		node build/tab/test/tab.mjs bench/scrambles/random.txt $(POSITIONS) $(WAYS)

# scripts/cluster with a real Slurm and GNU parallel on two hosts, which are network namespaces: as root, otherwise skipped.
.PHONY: cluster-test
cluster-test: deps-cluster
	$(MAKE) --no-print-directory $(JOBS) all
	SUPERFLIP_CLUSTER_TESTS=1 SUPERFLIP=$(abspath $(BUILD)/superflip) bats tests/cluster

# A directory includes only directories above it.
.PHONY: check-layers
check-layers:
	scripts/check-layers

bench: deps-build
	$(MAKE) --no-print-directory benches
.PHONY: benches
benches: $(BENCHES)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(ISA) -MMD -MP -c $< -o $@

$(TEST_OBJ) $(FUZZ_SRC:%.c=$(BUILD)/%.o) $(BUILD)/tests/fuzz/replay.o: override CFLAGS += -Itests -DTEST_TABLES='"$(BUILD)/test-tables"' $(TEST_FLAGS_$(FLAVOUR))

# What measurements say of the program that made them.  Written again only if it changes, so that nothing else is compiled.
$(BUILD)/src/cli/bench/program.o: override CFLAGS += -I$(BUILD)/generated
$(BUILD)/src/cli/bench/program.o: $(BUILD)/generated/cli/build_info.h
.PHONY: always
$(BUILD)/generated/cli/build_info.h: always
	@mkdir -p $(@D)
	@printf '#define BUILD_COMMIT "%s"\n#define BUILD_COMPILER "%s"\n#define BUILD_FLAGS "%s"\n' \
		"$$(git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)" \
		"$$($(CC) --version | head -n 1 | tr -d '\"\\')" '$(filter -O% -f% -m% -D%,$(FLAGS_$(FLAVOUR)))' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(BUILD)/pic/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(filter-out -fno-pie,$(CFLAGS)) $(ISA) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@

# The public libraries.  Of the archive nothing but superflip_... is visible either: it is one object.
$(SHARED): $(PIC_OBJ) src/api/libsuperflip.map
	@mkdir -p $(@D)
	$(CC) $(filter-out -fno-pie,$(CFLAGS)) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,src/api/libsuperflip.map \
		-Wl,-z,defs -Wl,--as-needed $(PIC_OBJ) -o $@ -pthread -lxxhash -lm
	ln -sf $(@F) $(@D)/$(SONAME)
	ln -sf $(SONAME) $(@D)/libsuperflip.so

OBJCOPY ?= $(patsubst %ar,%objcopy,$(AR))
$(BUILD)/lib/libsuperflip.a: $(PIC_OBJ)
	@mkdir -p $(@D)
	$(CC) -r -nostdlib $(PIC_OBJ) -o $(@D)/superflip.o
	$(OBJCOPY) --localize-hidden $(@D)/superflip.o
	@rm -f $@
	$(AR) rcs $@ $(@D)/superflip.o
	@rm $(@D)/superflip.o

# The binary interface, as the slow tests compare it.  Write it again when the interface grows.
.PHONY: abi
abi: deps-abi
	$(MAKE) --no-print-directory $(JOBS) FLAVOUR=abi lib
	abidw --headers-dir include --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed \
		--out-file src/api/libsuperflip.abi build/abi/lib/libsuperflip.so.$(VERSION)

# Written again each time: PREFIX and LIBDIR may be others.
.PHONY: $(BUILD)/lib/superflip.pc
$(BUILD)/lib/superflip.pc: src/api/superflip.pc.in
	@mkdir -p $(@D)
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' $< > $@

# The tables that tests share are never older than their builders (tests/support/tables.h).
$(BUILD)/libsuperflip.a: $(LIB_OBJ)
	@rm -rf $@ $(BUILD)/test-tables
	$(AR) rcs $@ $^

$(BUILD)/superflip: $(CLI_OBJ) $(BUILD)/libsuperflip.a
	$(CC) $(CFLAGS) $(LINK_$(FLAVOUR)) $(LDFLAGS) $^ -o $@ $(LDLIBS)

# Pages that the program carries, each a single file made of src/web/page: file.html plays solutions without a server
# (--html), page.html is that of superflip serve. The shell's tools are enough. `make web` puts <twisty-player> of cubing.js
# into the latter, by npm, in place of our cube.
PAGE_SRC := $(wildcard src/web/page/*)
BUNDLE   := $(wildcard build/web/bundle.js)
build/web/file.html build/web/page.html: build/web/%: src/web/page/% $(PAGE_SRC) $(BUNDLE) scripts/inline-page
	@mkdir -p $(@D)
	scripts/inline-page $< $(if $(filter %/page.html,$@),$(BUNDLE)) > $@.new
	mv $@.new $@

.PHONY: web
web: deps-page
	$(MAKE) --no-print-directory build/web/bundle.js
	$(MAKE) --no-print-directory $(JOBS) build/web/page.html all

NPM_DIR := build/web/npm
build/web/bundle.js: $(PAGE_SRC) src/web/package.json src/web/package-lock.json
	@mkdir -p $(NPM_DIR)
	cp src/web/package.json src/web/package-lock.json $(NPM_DIR)
	npm ci --prefix $(NPM_DIR) --no-audit --no-fund --loglevel=error
	NODE_PATH=$(NPM_DIR)/node_modules $(NPM_DIR)/node_modules/.bin/esbuild src/web/page/with-cubing.js --bundle --minify \
		--format=esm --target=es2022 --legal-comments=inline --log-level=warning --outfile=$@.new
	mv $@.new $@

$(BUILD)/web/%.o: build/web/%.html scripts/embed-file
	@mkdir -p $(@D)
	scripts/embed-file web_$* $< > $(@:.o=.c)
	$(CC) $(CFLAGS) -c $(@:.o=.c) -o $@

# The page for a static host, with the library in it: WebAssembly by emscripten (Debian), from the portable sources. A page whose
# memory threads may share takes superflip.js, another one superflip-alone.js.
# Sizes fit 32 bits there, so 64-bit ones may be cut; NDEBUG leaves variables unused.
TAB        := build/tab/site
TAB_SRC    := $(filter-out src/base/memory_map.c,$(PUBLIC_SRC)) $(wildcard src/base/*_wasm.c src/web/*_wasm.c) src/report/prediction.c
TAB_FLAGS  := -std=c17 -D_GNU_SOURCE -DSUPERFLIP_VERSION='"$(VERSION)"' -Iinclude -Isrc -Ibuild/tab/include $(WARNINGS) \
	-Wno-shorten-64-to-32 -Wno-unused-variable -O3 -DNDEBUG -msimd128 -DXXH_INLINE_ALL
TAB_LINK   := -O3 -sMODULARIZE=1 -sEXPORT_NAME=createSuperflip -sENVIRONMENT=web,worker -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=64MB \
	-sMAXIMUM_MEMORY=1GB -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8,HEAPU8,HEAPF64 \
	-sEXPORTED_FUNCTIONS=_superflip_version,_superflip_cube_free,_malloc,_free
# Threads of the search, and a few that come and go, are there before they are asked for.
TAB_THREADS := -pthread -sPTHREAD_POOL_SIZE=Module.nThreads+4 -Wno-pthreads-mem-growth
TAB_OBJ     := $(TAB_SRC:%.c=build/tab/threads/%.o)
TAB_ALONE   := $(TAB_SRC:%.c=build/tab/alone/%.o)
TAB_PAGE    := $(addprefix $(TAB)/,index.html superflip.js superflip-alone.js worker.js table-store.js isolate.js _headers)
EMCC := NODE_PATH=$${NODE_PATH-/usr/share/nodejs} emcc
.PHONY: tab
tab: deps-tab
	$(MAKE) --no-print-directory $(JOBS) $(TAB_PAGE)
	@echo "$(TAB) is a page for any static host; scripts/serve-static $(TAB) shows it here"

build/tab/include/xxhash.h build/tab/include/xxh3.h: build/tab/include/%.h: /usr/include/%.h
	@mkdir -p $(@D)
	cp $< $@
build/tab/threads/%.o: %.c Makefile | build/tab/include/xxhash.h build/tab/include/xxh3.h
	@mkdir -p $(@D)
	$(EMCC) $(TAB_FLAGS) -pthread -MMD -MP -c $< -o $@
build/tab/alone/%.o: %.c Makefile | build/tab/include/xxhash.h build/tab/include/xxh3.h
	@mkdir -p $(@D)
	$(EMCC) $(TAB_FLAGS) -MMD -MP -c $< -o $@
$(TAB)/superflip.js: $(TAB_OBJ)
	@mkdir -p $(@D)
	$(EMCC) $(TAB_LINK) $(TAB_THREADS) $^ -o $@
$(TAB)/superflip-alone.js: $(TAB_ALONE)
	@mkdir -p $(@D)
	$(EMCC) $(TAB_LINK) $^ -o $@
$(TAB)/index.html: src/web/page/tab.html $(PAGE_SRC) scripts/inline-page
	@mkdir -p $(@D)
	scripts/inline-page $< > $@.new
	mv $@.new $@
$(TAB)/%: src/web/tab/%
	@mkdir -p $(@D)
	cp $< $@

# What the server needs to be built, then `make all` builds it.
.PHONY: deps-web
deps-web:
	scripts/install-deps web

# The description of the interface, which the server carries, too.
$(BUILD)/web/openapi.o: doc/openapi.yaml scripts/embed-file
	@mkdir -p $(@D)
	scripts/embed-file web_openapi $< > $(@:.o=.c)
	$(CC) $(CFLAGS) -c $(@:.o=.c) -o $@

# What depends on libmicrohttpd is compiled again when it comes or goes.
$(BUILD)/http-%:
	@mkdir -p $(@D)
	@rm -f $(BUILD)/http-*
	@touch $@
$(BUILD)/src/cli/serve.o: $(BUILD)/http-$(or $(HAS_HTTP),no)
$(BUILD)/src/cli/serve.o: override CFLAGS += $(if $(HAS_HTTP),-DSUPERFLIP_HAS_HTTP)

# Each MPI has objects of its own; the last one built is installed.
.PHONY: mpi
mpi: $(BUILD)/superflip-mpi
$(MPI_OBJ): $(BUILD)/$(notdir $(MPICC))/%.o: %.c Makefile
	@mkdir -p $(@D)
	OMPI_CC=$(CC) MPICH_CC=$(CC) $(MPICC) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/$(notdir $(MPICC))/superflip-mpi: $(MPI_OBJ) $(filter-out %/cli/main.o,$(CLI_OBJ)) $(BUILD)/libsuperflip.a
	OMPI_CC=$(CC) MPICH_CC=$(CC) $(MPICC) $(CFLAGS) $(LINK_$(FLAVOUR)) $(LDFLAGS) $^ -o $@ $(LDLIBS)

$(BUILD)/superflip-mpi: $(BUILD)/$(notdir $(MPICC))/superflip-mpi
	cp $< $@

$(BUILD)/unit-tests: $(TEST_OBJ) $(WEB_OBJ) $(BUILD)/libsuperflip.a
	$(CC) $(CFLAGS) $(LINK_$(FLAVOUR)) $(LDFLAGS) $^ -o $@ -lcriterion $(LDLIBS)

# Preloaded by tests/cli/faults.bats.
$(BUILD)/faults/%.so: tests/faults/%.c Makefile
	@mkdir -p $(@D)
	$(CC) -std=c17 -D_GNU_SOURCE $(WARNINGS) -O1 -fPIC -shared $< -o $@

# `verify` is a command, the other targets are of the library.
$(FUZZERS): $(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/fuzz/replay.o $(filter-out %/main.o,$(CLI_OBJ)) $(BUILD)/libsuperflip.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LINK_$(FLAVOUR)) $(if $(filter fuzz,$(FLAVOUR)),-fsanitize=fuzzer) $(LDFLAGS) \
		$(if $(filter fuzz,$(FLAVOUR)),$(filter-out %/replay.o,$^),$^) -o $@ $(LDLIBS)

$(BUILD)/plain-tests: $(TEST_OBJ) $(BUILD)/tests/support/plain/runner.o $(WEB_OBJ) $(BUILD)/libsuperflip.a
	$(CC) $(CFLAGS) $(LINK_$(FLAVOUR)) $(LDFLAGS) $^ -o $@ $(LDLIBS)

$(CONTEST_OBJ) $(BUILD)/bench/compare.o: override CFLAGS += -Ibench
$(BUILD)/bench/compare: $(CONTEST_OBJ)
$(BUILD)/bench/%: $(BUILD)/bench/%.o $(BUILD)/libsuperflip.a
	$(CC) $(CFLAGS) $(LINK_$(FLAVOUR)) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@ $(LDLIBS)

build/doc/%: doc/%.scd Makefile
	@mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/' $< | scdoc > $@.new
	mv $@.new $@

doc: deps-doc
	$(MAKE) --no-print-directory pages
.PHONY: pages
pages: $(PAGES)

# Tables are not installed: pdb/README.md says how all users share a copy.
# What the shells complete, made from the options that the program lists.
COMPLETIONS := build/completions/superflip.bash build/completions/_superflip build/completions/superflip.fish
.PHONY: completions
completions: $(COMPLETIONS)
build/completions/superflip.bash: SHELL_NAME := bash
build/completions/_superflip: SHELL_NAME := zsh
build/completions/superflip.fish: SHELL_NAME := fish
$(COMPLETIONS): scripts/make-completions $(BUILD)/superflip
	@mkdir -p $(@D)
	scripts/make-completions $(SHELL_NAME) $(BUILD)/superflip > $@.new
	mv $@.new $@

# Nothing is fetched: what is not there (scdoc) leaves out what it would make (the manual pages).  Tables are not installed.
INSTALLED_PAGES = $(if $(shell command -v scdoc),$(if $(HAS_MPI),$(PAGES),$(filter-out %/superflip-mpi.1,$(PAGES))))
install: all lib completions
	$(if $(INSTALLED_PAGES),$(MAKE) --no-print-directory pages,@echo "make install: there is no scdoc, so no manual pages are installed" >&2)
	install -d $(addprefix $(DESTDIR),$(PREFIX)/bin $(PREFIX)/include $(LIBDIR)/pkgconfig $(PREFIX)/share/man/man1 \
		$(PREFIX)/share/man/man3 $(PREFIX)/share/bash-completion/completions $(PREFIX)/share/zsh/site-functions \
		$(PREFIX)/share/fish/vendor_completions.d)
	install -m 644 build/completions/superflip.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/superflip
	install -m 644 build/completions/_superflip $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 build/completions/superflip.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(BUILD)/superflip $(if $(HAS_MPI),$(BUILD)/superflip-mpi) $(DESTDIR)$(PREFIX)/bin
	install -m 644 include/superflip.h $(DESTDIR)$(PREFIX)/include
	install -m 755 $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libsuperflip.so
	install -m 644 $(BUILD)/lib/libsuperflip.a $(DESTDIR)$(LIBDIR)
	install -m 644 $(BUILD)/lib/superflip.pc $(DESTDIR)$(LIBDIR)/pkgconfig
	$(if $(INSTALLED_PAGES),install -m 644 $(filter %.1,$(INSTALLED_PAGES)) $(DESTDIR)$(PREFIX)/share/man/man1)
	$(if $(INSTALLED_PAGES),install -m 644 $(filter %.3,$(PAGES)) $(DESTDIR)$(PREFIX)/share/man/man3)

uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/superflip bin/superflip-mpi include/superflip.h $(patsubst build/doc/%,share/man/man1/%,$(filter %.1,$(PAGES))) \
		$(patsubst build/doc/%,share/man/man3/%,$(filter %.3,$(PAGES))) share/bash-completion/completions/superflip \
		share/zsh/site-functions/_superflip share/fish/vendor_completions.d/superflip.fish)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,$(notdir $(SHARED)) $(SONAME) libsuperflip.so libsuperflip.a pkgconfig/superflip.pc)

# The tests with the packages that are there.
.PHONY: check
check: run-tests

.PHONY: clean
clean:
	rm -rf build

-include $(TAB_OBJ:.o=.d) $(TAB_ALONE:.o=.d) $(PIC_OBJ:.o=.d) $(FUZZ_SRC:%.c=$(BUILD)/%.d) $(LIB_OBJ:.o=.d) $(MPI_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(BENCHES:=.d) $(CONTEST_OBJ:.o=.d)
