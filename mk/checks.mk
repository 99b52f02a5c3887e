# Packages that targets need, and the checks that are no part of `make test`.
.PHONY: deps-abi deps-build deps-test deps-doc deps-figures deps-cross deps-lint deps-fuzz deps-page deps-browser deps-cluster deps-tab deps-npm
.PHONY: deps-mpi deps-web deps-python deps-deb deps-static deps-image deps-packaging
deps-abi deps-build deps-test deps-doc deps-figures deps-fuzz deps-cross deps-lint deps-page deps-browser deps-cluster deps-tab \
deps-npm deps-mpi deps-web deps-python deps-deb deps-static deps-image deps-packaging: deps-%:
	@scripts/install-deps $*

.PHONY: lint-all run-fuzzers random-runs cross-test mpi-test cluster-test
lint-all: $(BUILD)/superflip $(BUILD)/unit-tests $(BENCHES)

# FUZZ=web: this one only.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS := $(if $(FUZZ),$(FUZZ:%=$(BUILD)/fuzz/%),$(FUZZERS))
run-fuzzers: $(FUZZ_TARGETS)
	for target in $(FUZZ_TARGETS); do \
		mkdir -p $(BUILD)/found/$${target##*/} && \
		$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
			-artifact_prefix=$(BUILD)/found/$${target##*/}- $(BUILD)/found/$${target##*/} tests/fuzz/corpus/$${target##*/} \
			2>$(BUILD)/$${target##*/}.log || { tail -40 $(BUILD)/$${target##*/}.log; exit 1; }; \
		sed -n "s|^stat::number_of_executed_units: *|$${target##*/}: inputs |p" $(BUILD)/$${target##*/}.log; \
	done

# The kernels' random runs, for the sake of memory and of what C does not define.
RELEASE_TABLES := $(BUILD_DIR)/release/test-tables
random-runs: deps-test
	$(MAKE) FLAVOUR=asan $(BUILD_DIR)/asan/unit-tests
	$(MAKE) FLAVOUR=ubsan $(BUILD_DIR)/ubsan/unit-tests
	SUPERFLIP_SLOW_TESTS=1 SUPERFLIP_TEST_TABLES=$(RELEASE_TABLES) $(BUILD_DIR)/asan/unit-tests --filter 'random_runs/*'
	SUPERFLIP_SLOW_TESTS=1 SUPERFLIP_TEST_TABLES=$(RELEASE_TABLES) $(BUILD_DIR)/ubsan/unit-tests --filter 'random_runs/*'

# The session's threads: jobs, lists, cancelling, tables, forks. `make tsan` runs all unit tests.
.PHONY: tsan-session
tsan-session: deps-test
	$(MAKE) FLAVOUR=tsan $(BUILD_DIR)/tsan/unit-tests
	SUPERFLIP_TEST_TABLES=$(RELEASE_TABLES) $(BUILD_DIR)/tsan/unit-tests --timeout $(TEST_MAX_S) --filter 'api_*/*'

# The portable build for another processor, under emulation. The tables are those that `make test` has built.
CROSS_TESTS := *
cross-test: deps-cross
	$(MAKE) FLAVOUR=aarch64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar $(BUILD_DIR)/aarch64/plain-tests
	SUPERFLIP_EMULATED=1 SUPERFLIP_TEST_TABLES=$(RELEASE_TABLES) qemu-aarch64 $(BUILD_DIR)/aarch64/plain-tests -j $$(nproc) '$(CROSS_TESTS)'

# Without what only Linux has (src/engine/base/system_plain.c): the program, and all unit tests.
.PHONY: portable
portable: deps-test
	$(MAKE) FLAVOUR=portable $(BUILD_DIR)/portable/superflip $(BUILD_DIR)/portable/unit-tests
	SUPERFLIP_TEST_TABLES=$(RELEASE_TABLES) $(BUILD_DIR)/portable/unit-tests

# superflip-mpi with Open MPI and with MPICH: several ranks, ranks that are killed, journals; as root also over two hosts, which are
# network namespaces.
MPIRUN_openmpi := mpirun.openmpi --oversubscribe --bind-to none
MPIRUN_mpich   := mpirun.mpich
mpi-test: deps-mpi
	for mpi in openmpi mpich; do \
		$(MAKE) MPICC=mpicc.$$mpi $(BUILD)/superflip $(BUILD)/mpicc.$$mpi/superflip-mpi || exit 1; \
	done
	SUPERFLIP_CLUSTER_TESTS=1 SUPERFLIP=$(abspath $(BUILD)/superflip) SUPERFLIP_MPI=$(BUILD)/mpicc.openmpi/superflip-mpi \
		MPIRUN='$(MPIRUN_openmpi)' bats tests/mpi
	SUPERFLIP_CLUSTER_TESTS=1 SUPERFLIP=$(abspath $(BUILD)/superflip) SUPERFLIP_MPI=$(BUILD)/mpicc.mpich/superflip-mpi \
		MPIRUN='$(MPIRUN_mpich)' bats tests/mpi

# scripts/cluster with a real Slurm and GNU parallel on two hosts, which are network namespaces: as root, otherwise skipped.
cluster-test: deps-cluster
	$(MAKE) all
	SUPERFLIP_CLUSTER_TESTS=1 SUPERFLIP=$(abspath $(BUILD)/superflip) bats tests/cluster
