# What `make test` and `make slow-test` run.
TEST_SRC := $(filter-out tests/fuzz/% tests/faults/% tests/library/% tests/oracle/% tests/support/plain/%,$(wildcard tests/*/*.c tests/*/*/*.c))
FUZZ_SRC := $(filter-out tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c))
TEST_OBJ := $(call objects,$(TEST_SRC))
FUZZ_OBJ := $(call objects,$(FUZZ_SRC) tests/fuzz/replay.c)
FUZZERS  := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/fuzz/%)
ALL_TEST_OBJ := $(TEST_OBJ) $(FUZZ_OBJ) $(BUILD)/tests/support/plain/runner.o

# Many tests wait, so files of them run side by side where GNU parallel is there.
BATS_JOBS := $(if $(shell command -v parallel),--jobs 4 --no-parallelize-within-files)
# Unit tests and those of the command line run side by side, too: the latter wait for less to be compiled. Each writes a report (TAP), and
# the last line says how many tests passed, whatever failed.
REPORTS   := $(BUILD)/reports
TEST_ENV  := SUPERFLIP=$(abspath $(BUILD)/superflip) COMPARE=$(abspath $(BUILD)/bench/compare)
RUN_SUITES := layer-report run-command-tests run-unit-tests replay-corpora
# A test that hangs fails in the end; slow ones, which have hours, say how long they may take.
TEST_MAX_S ?= $(if $(SUPERFLIP_SLOW_TESTS),21600,1200)
# $(call run-bats,NAME,DIRECTORY)
run-bats = @mkdir -p $(REPORTS)/$(1) && $(TEST_ENV) BATS_TEST_TIMEOUT=$$(command -v pkill >/dev/null && echo $(TEST_MAX_S)) bats $(BATS_JOBS) --report-formatter tap --output $(REPORTS)/$(1) $(2)

.PHONY: run-tests $(RUN_SUITES) run-build-tests build-test test-programs
run-tests:
	@rm -rf $(REPORTS)
	+@$(MAKE) -k $(RUN_SUITES); status=$$?; scripts/sum-tests $(REPORTS) && exit $$status

COMMAND_TEST_PROGRAMS := $(addprefix $(BUILD)/,superflip faults/inject.so oracle/turns oracle/shortest) $(BENCHES)
test-programs: $(COMMAND_TEST_PROGRAMS) $(BUILD)/unit-tests
run-command-tests: $(COMMAND_TEST_PROGRAMS)
	$(call run-bats,command,tests/cli)

run-unit-tests: $(BUILD)/unit-tests $(BUILD)/superflip
	@mkdir -p $(REPORTS)
	$(BUILD)/unit-tests --timeout $(TEST_MAX_S) --tap=$(REPORTS)/unit.tap

# The library as it is installed and linked, the Makefile itself, compilers: part of `make slow-test`.
run-build-tests: lib $(BUILD)/superflip $(BENCHES)
	$(call run-bats,build,tests/build)
build-test: deps-test
	@rm -rf $(REPORTS)
	+@$(MAKE) run-build-tests; status=$$?; scripts/sum-tests $(REPORTS) && exit $$status

# $(call report,NAME,COMMAND): a check as a test of its own.
report = mkdir -p $(REPORTS) && if $(2) >&2; then echo "ok - $(1)"; else echo "not ok - $(1)"; fi >$(REPORTS)/$(1).tap; grep -q "^ok" $(REPORTS)/$(1).tap
layer-report:
	@$(call report,layers,scripts/check-layers)
	@$(call report,weight,scripts/weight --check)

# Every target of tests/fuzz with its corpus.
replay-corpora: $(FUZZERS)
	@for target in $(notdir $(FUZZERS)); do \
		$(call report,corpus-$$target,$(BUILD)/fuzz/$$target tests/fuzz/corpus/$$target/*) || exit 1; \
	done

# Everything that takes minutes: the 7-edge histogram, all classes of edge sets, 15-move cubes.
.PHONY: run-slow-tests
run-slow-tests:
	SUPERFLIP_SLOW_TESTS=1 $(MAKE) run-tests
	SUPERFLIP_SLOW_TESTS=1 $(MAKE) build-test
	$(MAKE) portable
	$(MAKE) fuzz
	$(MAKE) random-runs
	$(MAKE) tsan-session
	$(MAKE) lint
	$(MAKE) cross-test
	$(MAKE) cluster-test
	$(MAKE) python-test
	$(MAKE) deb
	$(MAKE) mpi-test
	$(MAKE) browser-test
	$(MAKE) web-test
	SUPERFLIP_SLOW_TESTS=1 $(MAKE) tab-test
	$(MAKE) npm-test
	$(MAKE) static-test
	$(MAKE) image-test
	$(MAKE) packaging-test

$(ALL_TEST_OBJ): FLAGS += -Itests -DTEST_TABLES='"$(BUILD)/test-tables"' $(TEST_$(FLAVOUR))
$(ALL_TEST_OBJ): $(BUILD)/stamps/tests

$(eval $(call stamp,test-sources,$(TEST_SRC)))
$(BUILD)/unit-tests: $(TEST_OBJ) $(WEB_OBJ) $(BUILD)/libsuperflip.a $(BUILD)/stamps/test-sources $(LINK_STAMP)
	$(call show,LD,$@) $(call link,$(CC)) -lcriterion $(LDLIBS)

# Where Criterion cannot be: under emulation.
$(BUILD)/plain-tests: $(TEST_OBJ) $(BUILD)/tests/support/plain/runner.o $(WEB_OBJ) $(BUILD)/libsuperflip.a $(LINK_STAMP)
	$(call show,LD,$@) $(call link,$(CC)) $(LDLIBS)

# `verify` is a command, the other targets are of the library.
$(FUZZERS): $(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(if $(filter fuzz,$(FLAVOUR)),,$(BUILD)/tests/fuzz/replay.o) \
		$(filter-out %/main.o,$(CLI_OBJ)) $(BUILD)/libsuperflip.a $(LINK_STAMP)
	@mkdir -p $(@D)
	$(call show,LD,$@) $(call link,$(CC)) $(if $(filter fuzz,$(FLAVOUR)),-fsanitize=fuzzer) $(LDLIBS)

# Programs that answer what superflip answers, without its sources.
$(BUILD)/oracle/%: tests/oracle/%.c
	@mkdir -p $(@D)
	$(call show,CC,$<) $(CC) -std=c17 -D_GNU_SOURCE $(WARNINGS) -O2 $< -o $@

# Preloaded by tests/cli/faults.bats.
$(BUILD)/faults/%.so: tests/faults/%.c
	@mkdir -p $(@D)
	$(call show,CC,$<) $(CC) -std=c17 -D_GNU_SOURCE $(WARNINGS) -O1 -fPIC -shared $< -o $@

-include $(ALL_TEST_OBJ:.o=.d)
