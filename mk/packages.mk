# The Python package: a wheel that carries the library, a clean virtual environment, pytest, types.
PYTHON_TABLES := $(BUILD)/test-tables/python
.PHONY: python-test python-wheel run-python-test deb
python-test: deps-python
	$(MAKE) run-python-test
run-python-test: lib $(BUILD)/superflip
	mkdir -p $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q korf --pdb-dir $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --pdb-dir $(PYTHON_TABLES)
	$(BUILD)/superflip pdb build -q coset-30m --metric qtm --pdb-dir $(PYTHON_TABLES)
	SUPERFLIP_INCLUDE=$(abspath include) scripts/test-python $(BUILD)/lib/$(SONAME) $(PYTHON_TABLES)
python-wheel: lib
	scripts/build-wheel $(BUILD_DIR)/python/wheel $(BUILD)/lib/$(SONAME)

# Debian's packages of the last commit, built, installed and tested in temporary Debians.
deb: deps-deb
	scripts/build-deb -o $(BUILD_DIR)/deb
